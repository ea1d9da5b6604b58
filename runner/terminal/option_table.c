#include "terminal/option_table.h"

#include <string.h>

#include "base/text.h"

/* Commands that look at one launch of a step, an exercise or a file. */
#define AT_A_LAUNCH "show source compare ptx sass"

const OptionRow option_rows[] = {
    {"pack", "DIR", OPTION_PACK, NULL, NULL,
     "take lessons from this folder or pack instead of those that came with the program"},
    {"arch", "sm_NN", OPTION_ARCH, NULL, NULL, "compile for this architecture (the GPU's own, else sm_90)"},
    {"device", "NAME", OPTION_DEVICE, NULL, "lint exec",
     "where kernels run: auto (both where there is a GPU), sim or gpu"},
    {"compiler", "NAME", OPTION_COMPILER, NULL, NULL, "what compiles: auto (NVRTC, else clang), nvrtc or clang"},
    {"schedule", "ORDER", OPTION_SCHEDULE, NULL, "grade lint",
     "order of the warps: lockstep, reverse or random:SEED, such as random:7"},
    {"schedule", "all", OPTION_SCHEDULE_ALL, "check watch report", NULL, "judge each launch in all of these orders"},
    {"threads", "N", OPTION_THREADS, NULL, "grade", "processor cores to use (all)"},
    {"timeout", "S", OPTION_TIMEOUT, NULL, NULL, "seconds of processor time that a simulated launch may take (600)"},
    {"memory", "MB", OPTION_MEMORY, NULL, NULL, "memory that a kernel's own variables may take (4096)"},
    {"step", "ID", OPTION_STEP, "run report " AT_A_LAUNCH, NULL, "only this step of the lesson"},
    {"exercise", "NAME", OPTION_EXERCISE, AT_A_LAUNCH, NULL, "your file for this exercise, or another FILE"},
    {"exercise", "NAME", OPTION_EXERCISE, "grade", NULL, "only these, several times or with commas"},
    {"launch", "N", OPTION_LAUNCH, AT_A_LAUNCH, NULL, "launch N of the step or exercise (1)"},
    {"launch", "WORDS", OPTION_LAUNCH_WORDS, NULL, NULL,
     "start the GPU's part by these words, as in \"srun --gres=gpu:1\""},
    {"block", "N", OPTION_BLOCK, "show try", NULL, "draw a request of block N (the costliest request of all)"},
    {"warp", "N", OPTION_WARP, "show try", NULL, "draw a request of warp N of its block, from 0"},
    {"request", "N", OPTION_REQUEST, "show try", NULL, "draw the Nth request that the warp makes at the line"},
    {"passes", NULL, OPTION_PASSES, "show try", NULL,
     "the picture of banks pass by pass, at a terminal one each Enter"},
    {"banks", "LINE", OPTION_BANKS, "try", NULL, "draw a request of this line over the banks"},
    {"sectors", "LINE", OPTION_SECTORS, "try", NULL, "draw a request of this line over the sectors"},
    {"out", "DIR", OPTION_OUT, "grade", NULL, "the folder for the results"},
    {"out", "DIR", OPTION_OUT, "try", NULL, "a folder for the outputs, as .npy files"},
    {"deadline", "TIME", OPTION_DEADLINE, "grade", NULL, "what comes after it is late, such as \"2026-11-22 23:59\""},
    {"jobs", "N", OPTION_JOBS, "grade", NULL,
     "files to judge at the same time (one for each core); with --slurm: jobs"},
    {"jobs", "N", OPTION_JOBS, "lint", NULL, "lessons to look over at the same time (one for each core)"},
    {"jobs", "N", OPTION_JOBS, "site", NULL, "lessons to make at the same time (one for each core)"},
    {"similar", NULL, OPTION_SIMILAR, "grade", NULL, "also list pairs of similar answers"},
    {"slurm", NULL, OPTION_SLURM, "grade", NULL,
     "spread the files over a Slurm cluster; what follows -- are sbatch's options"},
    {"no-wait", NULL, OPTION_NO_WAIT, "grade", NULL, "with --slurm: end when the jobs are submitted"},
    {"share", "FILE", OPTION_SHARE, "grade", NULL, "judge what a job of --slurm has in this file, and write no marks"},
    {"merge", NULL, OPTION_MERGE, "grade", NULL, "judge nothing, write the marks where every result is there"},
    {"unwalled", NULL, OPTION_UNWALLED, "grade", NULL, "also where a submission could read this machine's files"},
    {"html", "FILE", OPTION_HTML, "report", NULL, "write the page to FILE"},
    {"svg", "FILE", OPTION_SVG, "report show", NULL, "write one picture to FILE"},
    {"json", NULL, OPTION_JSON, NULL, NULL, "print JSON for programs instead of text"},
    {"errorfile", NULL, OPTION_ERRORFILE, "check", NULL, "print FILE:LINE:COLUMN: error: MESSAGE, for editors"},
    {"all", NULL, OPTION_ALL, "check", NULL, "every launch although one failed, and the points"},
    {"grading", "FILE", OPTION_GRADING, "check watch report lint grade new", NULL,
     "hidden parts for instructors (grading.yaml of the pack)"},
    {"dodges", "DIR", OPTION_DODGES, "lint", NULL, "write the dodges that it tries into DIR"},
    {"no-dodges", NULL, OPTION_NO_DODGES, "lint", NULL, "try no dodges"},
    {"gpu", "NAME", OPTION_GPU, "exec", NULL, "the GPU that is simulated, such as H100 or \"RTX 4090\""},
    {"metrics", "LIST", OPTION_METRICS, "exec", NULL,
     "the table's counts, such as shared.conflicts,global.load.sectors"},
    {"findings", NULL, OPTION_FINDINGS, "exec", NULL, "print findings only"},
    {"csv", NULL, OPTION_CSV, "exec", NULL, "print the table as comma-separated values"},
    {"source", NULL, OPTION_SOURCE, "exec", NULL, "the file with counts in the margin, too"},
    {"walls", NULL, OPTION_WALLS, "exec", NULL,
     "a program that is not to be trusted: away from your files and the network"},
    {"strict", NULL, OPTION_STRICT, "exec", NULL, "exit code 3 where there is a finding"},
    {"width", "N", OPTION_WIDTH, NULL, NULL, "columns to write in (those of the terminal)"},
    {"ascii", NULL, OPTION_ASCII, NULL, NULL, "draw with ASCII characters only"},
    {"no-color", NULL, OPTION_NO_COLOR, NULL, NULL, "no colours, as with NO_COLOR set"},
    {"no-pager", NULL, OPTION_NO_PAGER, NULL, NULL, "long texts scroll by, as with WARPSCHOOL_PAGER=cat"},
    {"plain", NULL, OPTION_PLAIN, NULL, NULL, "everything in words, top to bottom, for a screen reader"},
    {"help", NULL, OPTION_HELP, NULL, NULL, "print this"},
    {"version", NULL, OPTION_VERSION, NULL, NULL, "print the version"},
};
const size_t option_row_count = sizeof option_rows / sizeof *option_rows;

/* Whether a list of names with blanks between holds this one; neither may be NULL. */
static bool lists(const char *names, const char *name) {
    size_t size = strlen(name);
    for (const char *at = names; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == size && memcmp(at, name, size) == 0) return true;
    return false;
}

/* Whether a row is about the command; NULL: about the prompt, which takes settings. */
static bool row_fits(const OptionRow *row, const char *command) {
    if (row->commands != NULL) return command != NULL && lists(row->commands, command);
    return row->but == NULL || command == NULL || !lists(row->but, command);
}

bool option_fits(OptionId id, const char *command) {
    for (size_t i = 0; i < option_row_count; i++)
        if (option_rows[i].id == id && row_fits(&option_rows[i], command)) return true;
    return false;
}

/* "run, show": a row's commands as a list to read, with `last` before the last one. */
static void add_names(Text *out, const char *names, const char *last) {
    while (*names != '\0') {
        size_t size = strcspn(names, " ");
        bool ends = names[size] == '\0';
        if (out->size > 0) text_add(out, ends ? last : ", ");
        text_add_n(out, names, size);
        names += size + !ends;
    }
}

const char *option_commands(OptionId id, Arena *arena) {
    Text all = {0}, list = {0};
    for (size_t i = 0; i < option_row_count; i++)
        if (option_rows[i].id == id && option_rows[i].commands != NULL)
            text_printf(&all, "%s%s", all.size > 0 ? " " : "", option_rows[i].commands);
    text_add(&list, "");
    if (all.size > 0) add_names(&list, all.data, " and ");
    text_free(&all);
    return text_take(&list, arena);
}

const char *option_written(OptionId id, Arena *arena) {
    const OptionRow *row = option_rows;
    while (row->id != id) row++;
    bool word = id == OPTION_SCHEDULE_ALL; /* its argument is a word to be typed */
    return arena_printf(arena, "--%s%s%s", row->name, word ? " " : "", word ? row->argument : "");
}

size_t options_describe(Arena *arena, const char *command, const char **cells) {
    size_t count = 0;
    for (size_t i = 0; i < option_row_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (command != NULL && (row->commands == NULL || !row_fits(row, command))) continue;
        if (cells != NULL) {
            Text about = {0};
            if (command == NULL && row->commands != NULL) {
                add_names(&about, row->commands, ", ");
                text_add(&about, ": ");
            }
            text_add(&about, row->about);
            const char *argument = row->argument != NULL ? row->argument : "";
            cells[2 * count] = arena_printf(arena, "--%s%s%s", row->name, *argument != '\0' ? " " : "", argument);
            cells[2 * count + 1] = text_take(&about, arena);
        }
        count++;
    }
    return count;
}

const char *const *options_names(Arena *arena, const char *command, size_t *count) {
    const char **names = arena_array(arena, const char *, option_row_count);
    *count = 0;
    for (size_t i = 0; i < option_row_count; i++) {
        const OptionRow *row = &option_rows[i];
        const char *name = arena_printf(arena, "--%s", row->name);
        bool again = *count > 0 && text_equal(names[*count - 1], name);
        if (!again && (command == NULL || row_fits(row, command))) names[(*count)++] = name;
    }
    return names;
}
