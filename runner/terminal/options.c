#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "base/text.h"
#include "terminal/options.h"

/* One row an option: what getopt_long needs, and what --help prints. */
typedef struct OptionRow {
    const char *name, *argument; /* argument NULL: it takes none */
    int letter;                  /* getopt's value; below 128 also the short option */
    const char *about;
} OptionRow;

enum {
    OPTION_PACK = 256,
    OPTION_ARCH,
    OPTION_DEVICE,
    OPTION_COMPILER,
    OPTION_SCHEDULE,
    OPTION_THREADS,
    OPTION_TIMEOUT,
    OPTION_MEMORY,
    OPTION_STEP,
    OPTION_EXERCISE,
    OPTION_LAUNCH,
    OPTION_BLOCK,
    OPTION_WARP,
    OPTION_REQUEST,
    OPTION_PASSES,
    OPTION_BANKS,
    OPTION_SECTORS,
    OPTION_OUT,
    OPTION_DEADLINE,
    OPTION_JOBS,
    OPTION_SIMILAR,
    OPTION_UNWALLED,
    OPTION_SLURM,
    OPTION_NO_WAIT,
    OPTION_SHARE,
    OPTION_MERGE,
    OPTION_HTML,
    OPTION_SVG,
    OPTION_JSON,
    OPTION_ERRORFILE,
    OPTION_ALL,
    OPTION_GRADING,
    OPTION_GPU,
    OPTION_METRICS,
    OPTION_FINDINGS,
    OPTION_CSV,
    OPTION_STRICT,
    OPTION_SOURCE,
    OPTION_WALLS,
    OPTION_WIDTH,
    OPTION_ASCII,
    OPTION_DODGES,
    OPTION_NO_DODGES,
    OPTION_NO_COLOR,
    OPTION_NO_PAGER,
    OPTION_PLAIN,
    OPTION_VERSION
};

static const OptionRow rows[] = {
    {"pack", "DIR", OPTION_PACK, "take lessons from this folder or pack instead of those that came with the program"},
    {"arch", "sm_NN", OPTION_ARCH, "compile for this architecture (the GPU's own, else sm_90)"},
    {"device", "NAME", OPTION_DEVICE, "where kernels run: auto (both where there is a GPU), sim or gpu"},
    {"compiler", "NAME", OPTION_COMPILER, "what compiles: auto (NVRTC, else clang), nvrtc or clang"},
    {"schedule", "ORDER", OPTION_SCHEDULE, "order of the warps: lockstep, reverse or random:SEED; check: all of them"},
    {"threads", "N", OPTION_THREADS, "processor cores to use (all)"},
    {"timeout", "S", OPTION_TIMEOUT, "seconds of processor time that a simulated launch may take (600)"},
    {"memory", "MB", OPTION_MEMORY, "memory that a kernel's own variables may take (4096)"},
    {"step", "ID", OPTION_STEP, "run, report: only this step of the lesson; show, source, compare: this step"},
    {"exercise", "NAME", OPTION_EXERCISE, "show, source, compare: your file for this exercise; grade: only these"},
    {"launch", "N|WORDS", OPTION_LAUNCH,
     "show, source, compare: launch N of the step or exercise (1); words: start the GPU's part by them, as in "
     "\"srun --gres=gpu:1\""},
    {"block", "N", OPTION_BLOCK, "show: a request of block N (the costliest request of all)"},
    {"warp", "N", OPTION_WARP, "show: a request of warp N of its block, from 0"},
    {"request", "N", OPTION_REQUEST, "show: the Nth request that the warp makes at the line"},
    {"passes", NULL, OPTION_PASSES, "show banks: pass by pass, at a terminal one for each Enter"},
    {"banks", "LINE", OPTION_BANKS, "try: draw a request of this line over the banks"},
    {"sectors", "LINE", OPTION_SECTORS, "try: draw a request of this line over the sectors"},
    {"out", "DIR", OPTION_OUT, "grade: the folder for the results"},
    {"deadline", "TIME", OPTION_DEADLINE, "grade: what comes after it is late, such as \"2026-11-22 23:59\""},
    {"jobs", "N", OPTION_JOBS, "grade: files to judge at the same time (one for each core); with --slurm: jobs"},
    {"similar", NULL, OPTION_SIMILAR, "grade: also list pairs of similar answers"},
    {"slurm", NULL, OPTION_SLURM, "grade: spread the files over a Slurm cluster; what follows -- are sbatch's options"},
    {"no-wait", NULL, OPTION_NO_WAIT, "grade --slurm: end when the jobs are submitted"},
    {"share", "FILE", OPTION_SHARE, "grade: judge what a job of --slurm has in this file, and write no marks"},
    {"merge", NULL, OPTION_MERGE, "grade: judge nothing, write the marks where every result is there"},
    {"unwalled", NULL, OPTION_UNWALLED, "grade: also where a submission could read this machine's files"},
    {"html", "FILE", OPTION_HTML, "report: write the page to FILE"},
    {"svg", "FILE", OPTION_SVG, "report, show: write one picture to FILE"},
    {"json", NULL, OPTION_JSON, "print JSON for programs instead of text"},
    {"errorfile", NULL, OPTION_ERRORFILE, "check: print FILE:LINE:COLUMN: error: MESSAGE, for editors"},
    {"all", NULL, OPTION_ALL, "check: every launch although one failed, and the points"},
    {"grading", "FILE", OPTION_GRADING, "hidden parts for instructors (grading.yaml of the pack)"},
    {"dodges", "DIR", OPTION_DODGES, "lint: write the dodges that it tries into DIR"},
    {"no-dodges", NULL, OPTION_NO_DODGES, "lint: try no dodges"},
    {"gpu", "NAME", OPTION_GPU, "exec: the GPU that is simulated, such as H100 or \"RTX 4090\""},
    {"metrics", "LIST", OPTION_METRICS, "exec: the table's counts, such as shared.conflicts,global.load.sectors"},
    {"findings", NULL, OPTION_FINDINGS, "exec: print findings only"},
    {"csv", NULL, OPTION_CSV, "exec: print the table as comma-separated values"},
    {"source", NULL, OPTION_SOURCE, "exec: the file with counts in the margin, too"},
    {"walls", NULL, OPTION_WALLS, "exec: a program that is not to be trusted: away from your files and the network"},
    {"strict", NULL, OPTION_STRICT, "exec: exit code 3 where there is a finding"},
    {"width", "N", OPTION_WIDTH, "columns to write in (those of the terminal)"},
    {"ascii", NULL, OPTION_ASCII, "draw with ASCII characters only"},
    {"no-color", NULL, OPTION_NO_COLOR, "no colours, as with NO_COLOR set"},
    {"no-pager", NULL, OPTION_NO_PAGER, "long texts scroll by, as with WARPSCHOOL_PAGER=cat"},
    {"plain", NULL, OPTION_PLAIN, "everything in words, top to bottom, for a screen reader"},
    {"help", NULL, 'h', "print this"},
    {"version", NULL, OPTION_VERSION, "print the version"},
};
/* Seconds of processor time. The budgets of instructions end a launch earlier as a rule, and at the same point on
 * every machine. The time is for work that takes long and counts as few instructions. */
enum { TIMEOUT = 600, SWEEP_MOST = 1000, WARPS_MOST = 32 };
#define MEMORY_MB UINT64_C(4096)

enum { ROWS = sizeof rows / sizeof rows[0] };

Options options_default(void) {
    const char *pack = getenv("WARPSCHOOL_PACK");
    return (Options){.pack = pack != NULL && *pack != '\0' ? pack : NULL,
                     .device = DEVICE_AUTO,
                     .timeout = TIMEOUT,
                     .launch = -1,
                     .block = -1,
                     .warp = -1,
                     .request = -1,
                     .banks = -1,
                     .sectors = -1,
                     .memory = MEMORY_MB << 20};
}

void options_forget(Options *options) {
    options->step = options->exercise = NULL;
    options->launch = options->block = options->warp = options->request = -1;
    options->banks = options->sectors = -1;
    options->passes = options->all = options->unwalled = options->similar = false;
    options->slurm = options->no_wait = options->merge = false;
    options->share = NULL;
    options->findings = options->csv = options->strict = options->source = options->walls = false;
    options->out = options->deadline = NULL;
    options->jobs = 0;
    options->metrics = options->gpu = NULL;
}

size_t options_describe(Arena *arena, const char **cells) {
    for (size_t i = 0; cells != NULL && i < ROWS; i++) {
        const char *argument = rows[i].argument != NULL ? rows[i].argument : "";
        cells[2 * i] = arena_printf(arena, "--%s%s%s", rows[i].name, *argument != '\0' ? " " : "", argument);
        cells[2 * i + 1] = rows[i].about;
    }
    return ROWS;
}

const char *const *options_names(Arena *arena, size_t *count) {
    const char **names = arena_array(arena, const char *, ROWS);
    for (size_t i = 0; i < ROWS; i++) names[i] = arena_printf(arena, "--%s", rows[i].name);
    *count = ROWS;
    return names;
}

static const char *unknown_option(Arena *arena, const char *written) {
    size_t count;
    const char *const *names = options_names(arena, &count);
    char *name = arena_string(arena, written);
    name[strcspn(name, "=")] = '\0';
    for (size_t i = 0; i < count; i++)
        if (text_equal(names[i], name))
            return arena_printf(arena, "%s takes no value; leave out what follows it", name);
    const char *nearest = text_nearest(name, names, count);
    if (nearest != NULL) return arena_printf(arena, "unknown option '%s'; did you mean '%s'?", name, nearest);
    return arena_printf(arena, "unknown option '%s'; `warpschool --help` lists them", name);
}

/* An option that ends the line, or that stands before another one, without its value. */
static const char *lacks_value(Arena *arena, const char *written) {
    for (size_t i = 0; i < ROWS; i++)
        if (text_starts(written, "--") && text_equal(rows[i].name, written + 2))
            return arena_printf(arena, "%s needs a value: %s %s (%s)", written, written, rows[i].argument,
                                rows[i].about);
    return arena_printf(arena, "%s needs a value; `warpschool --help` says which", written);
}

static const char *set_arch(Options *options, const char *value, Arena *arena) {
    if (arch_find(value) != NULL) {
        options->arch = arena_string(arena, value);
        return NULL;
    }
    size_t count;
    const Arch *all = arch_all(&count);
    Text list = {0};
    for (size_t i = 0; i < count; i++) text_printf(&list, "%s%s", i == 0 ? "" : ", ", all[i].name);
    return arena_printf(arena, "unknown architecture '%s'; known are %s", value, text_take(&list, arena));
}

const char *const device_choice_name[] = {[DEVICE_AUTO] = "auto", [DEVICE_SIM] = "sim", [DEVICE_GPU] = "gpu"};

bool device_choice_find(const char *name, DeviceChoice *choice) {
    for (size_t i = 0; i < sizeof device_choice_name / sizeof *device_choice_name; i++)
        if (text_equal(device_choice_name[i], name)) return *choice = (DeviceChoice)i, true;
    return false;
}

static const char *set_device(Options *options, const char *value, Arena *arena) {
    if (device_choice_find(value, &options->device)) return NULL;
    return arena_printf(arena, "unknown device '%s'; say auto, sim or gpu", value);
}

static const char *set_compiler(Options *options, const char *value, Arena *arena) {
    for (size_t i = 0; i < COMPILER_CHOICES; i++)
        if (text_equal(compiler_choice_name[i], value)) {
            options->compiler = (CompilerChoice)i;
            return NULL;
        }
    return arena_printf(arena, "unknown compiler '%s'; say auto, nvrtc or clang", value);
}

static const char *set_schedule(Options *options, const char *value, Arena *arena) {
    int64_t seed = 1;
    options->every_schedule = text_equal(value, "all");
    if (options->every_schedule) return options->schedule = SCHEDULE_LOCKSTEP, NULL;
    bool seeded = text_starts(value, "random:") && text_to_i64(value + strlen("random:"), &seed) && seed >= 0;
    Schedule schedule = seeded ? SCHEDULE_RANDOM : SCHEDULE_LOCKSTEP;
    while (!seeded && schedule < SCHEDULE_COUNT && !text_equal(value, schedule_name[schedule])) schedule++;
    if (schedule == SCHEDULE_COUNT)
        return arena_printf(arena,
                            "unknown schedule '%s'; say lockstep, reverse or random:SEED, such as random:7, or all "
                            "for check",
                            value);
    options->schedule = schedule;
    options->seed = (uint64_t)seed;
    return NULL;
}

static const char *set_number(int64_t *number, const char *name, const char *value, int64_t least, int64_t most,
                              Arena *arena) {
    if (text_to_i64(value, number) && *number >= least && *number <= most) return NULL;
    return arena_printf(arena, "--%s needs a whole number from %lld to %lld, not '%s'", name, (long long)least,
                        (long long)most, value);
}

/* A number, or what the GPU's part is started by: words that begin as a program's name does. */
static const char *set_launch(Options *options, const char *value, Arena *arena) {
    bool words = strchr("./", *value) != NULL || (*value >= 'A' && *value <= 'Z') || (*value >= 'a' && *value <= 'z');
    if (*value == '\0' || !words) return set_number(&options->launch, "launch", value, 1, SWEEP_MOST, arena);
    options->launcher = arena_string(arena, value);
    return NULL;
}

static const char *apply(Options *options, int letter, const char *value, Arena *arena) {
    int64_t number = 0;
    const char *error = NULL;
    switch (letter) {
    case OPTION_PACK: options->pack = arena_string(arena, value); break;
    case OPTION_ARCH: return set_arch(options, value, arena);
    case OPTION_DEVICE: return set_device(options, value, arena);
    case OPTION_COMPILER: return set_compiler(options, value, arena);
    case OPTION_SCHEDULE: return set_schedule(options, value, arena);
    case OPTION_THREADS:
        error = set_number(&number, "threads", value, 1, 1024, arena);
        options->threads = (unsigned)number;
        return error;
    case OPTION_TIMEOUT:
        error = set_number(&number, "timeout", value, 1, 1000000, arena);
        options->timeout = (int)number;
        return error;
    case OPTION_MEMORY:
        error = set_number(&number, "memory", value, 1, 1 << 24, arena);
        options->memory = (uint64_t)number << 20;
        return error;
    case OPTION_STEP: options->step = arena_string(arena, value); break;
    case OPTION_EXERCISE:
        options->exercise = options->exercise == NULL ? arena_string(arena, value)
                                                      : arena_printf(arena, "%s,%s", options->exercise, value);
        break;
    case OPTION_OUT: options->out = arena_string(arena, value); break;
    case OPTION_DEADLINE: options->deadline = arena_string(arena, value); break;
    case OPTION_JOBS:
        error = set_number(&number, "jobs", value, 1, 1024, arena);
        options->jobs = (int)number;
        return error;
    case OPTION_SIMILAR: options->similar = true; break;
    case OPTION_UNWALLED: options->unwalled = true; break;
    case OPTION_SLURM: options->slurm = true; break;
    case OPTION_NO_WAIT: options->no_wait = true; break;
    case OPTION_SHARE: options->share = arena_string(arena, value); break;
    case OPTION_MERGE: options->merge = true; break;
    case OPTION_LAUNCH: return set_launch(options, value, arena);
    case OPTION_BLOCK: return set_number(&options->block, "block", value, 0, INT64_MAX, arena);
    case OPTION_WARP: return set_number(&options->warp, "warp", value, 0, WARPS_MOST - 1, arena);
    case OPTION_REQUEST: return set_number(&options->request, "request", value, 1, INT64_MAX, arena);
    case OPTION_PASSES: options->passes = true; break;
    case OPTION_BANKS: return set_number(&options->banks, "banks", value, 1, INT32_MAX, arena);
    case OPTION_SECTORS: return set_number(&options->sectors, "sectors", value, 1, INT32_MAX, arena);
    case OPTION_HTML: options->html = arena_string(arena, value); break;
    case OPTION_SVG: options->svg = arena_string(arena, value); break;
    case OPTION_JSON: options->json = true; break;
    case OPTION_GRADING: options->grading = arena_string(arena, value); break;
    case OPTION_ALL: options->all = true; break;
    case OPTION_ERRORFILE: options->errorfile = true; break;
    case OPTION_DODGES: options->dodges = arena_string(arena, value); break;
    case OPTION_NO_DODGES: options->no_dodges = true; break;
    case OPTION_GPU: options->gpu = arena_string(arena, value); break;
    case OPTION_METRICS: options->metrics = arena_string(arena, value); break;
    case OPTION_FINDINGS: options->findings = true; break;
    case OPTION_CSV: options->csv = true; break;
    case OPTION_SOURCE: options->source = true; break;
    case OPTION_STRICT: options->strict = true; break;
    case OPTION_WALLS: options->walls = true; break;
    case OPTION_WIDTH:
        error = set_number(&number, "width", value, 20, 1000, arena);
        options->width = (int)number;
        return error;
    case OPTION_ASCII: options->ascii = true; break;
    case OPTION_NO_COLOR: options->no_color = true; break;
    case OPTION_NO_PAGER: options->no_pager = true; break;
    case OPTION_PLAIN: options->plain = true; break;
    case OPTION_VERSION: options->version = true; break;
    default: options->help = true; break;
    }
    return NULL;
}

bool options_parse(Options *options, int argc, char **argv, int *first, Arena *arena, const char **error) {
    struct option table[ROWS + 1] = {0};
    for (size_t i = 0; i < ROWS; i++)
        table[i] = (struct option){rows[i].name, rows[i].argument != NULL ? required_argument : no_argument, NULL,
                                   rows[i].letter};
    opterr = 0;
    optind = 0; /* glibc: 0 restarts the scan, because commands at the prompt come here again */
    *error = NULL;
    for (;;) {
        int before = optind == 0 ? 1 : optind;
        int letter = getopt_long(argc, argv, ":h", table, NULL);
        if (letter == -1) break;
        if (letter == ':')
            *error = lacks_value(arena, argv[optind - 1]);
        else if (letter == '?')
            *error = unknown_option(arena, argv[optind > before ? optind - 1 : before]);
        else
            *error = apply(options, letter, optarg, arena);
        if (*error != NULL) return false;
    }
    *first = optind;
    return true;
}
