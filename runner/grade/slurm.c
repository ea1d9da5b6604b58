/* A batch on a Slurm cluster. What has no result is dealt out into shares; an array of jobs judges one share each and
 * keeps the results in the journal, as the processes of one machine do, and a job after them takes the rows from there.
 * All that the jobs need lies in slurm/ in the folder of results, which all nodes see: the shares, two scripts, what
 * the jobs print, how far each is. It is removed when the marks are written, which is how others learn of it.
 *
 * A share that is lost (a node that died, a limit of time) has results for what it had judged: to submit again is to
 * judge what is missing. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "grade/batch.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum {
    SHARE_LEAST = 100, /* files that a job is started for, where --jobs does not say how many jobs there are */
    SHARES_MOST = 100,
    ARRAY_MOST = 1000, /* Slurm's MaxArraySize is 1001 where a cluster's administrator did not change it */
    OUTPUT_LIMIT = 1 << 20,
    SHOWN = 2000, /* characters of what a job printed */
    NOT_FOUND = 127,
    WAIT_MS = 200,
    PROGRESS_SECONDS = 2,
    QUEUE_SECONDS = 5, /* between questions to Slurm's controller, which answers those of all its users */
    GONE = 2,          /* as many answers in turn that know nothing of the jobs */
    SILENT = 12,       /* as many questions in turn without an answer */
};

/* The jobs of a batch: a line of the file slurm/jobs. */
typedef struct Jobs {
    const char *array, *merge, *cluster; /* cluster: "" where sbatch names none */
    int64_t tasks, files;
} Jobs;

static char *path_of(const Batch *batch, const char *name) {
    return arena_printf(batch->arena, "%s/slurm/%s", batch->out, name);
}

/* ---- Slurm's programs -------------------------------------------------------------------------------------------- */

static _Noreturn void be_program(const char *const *words, int output, bool quiet) {
    process_reset_signals();
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, 0) < 0 || dup2(output, 1) < 0 || (quiet && dup2(null, 2) < 0)) _exit(NOT_FOUND);
    process_close_files(NULL, 0);
    execvp(words[0], (char *const *)(uintptr_t)words);
    _exit(NOT_FOUND);
}

/* Runs a program and takes what it prints; its exit status, or -1. quiet: without what it complains of. */
static int run(const char *const *words, bool quiet, Text *output) {
    int ends[2], status = -1;
    text_add(output, ""); /* a text, whatever happens */
    if (!system_pipe(ends)) return -1;
    fflush(NULL); /* the child has no part in what is not yet written */
    pid_t child = fork();
    if (child == 0) be_program(words, ends[1], quiet);
    close(ends[1]);
    char block[4096];
    ssize_t step = 1;
    while (child > 0 && step != 0 && output->size < OUTPUT_LIMIT) {
        step = read(ends[0], block, sizeof block);
        if (step < 0 && errno != EINTR) break;
        if (step > 0) text_add_n(output, block, (size_t)step);
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

typedef enum Queue {
    QUEUE_HAS, /* one of the jobs */
    QUEUE_LACKS,
    QUEUE_SILENT,  /* Slurm's controller did not answer */
    QUEUE_UNASKED, /* there is no program to ask it with */
} Queue;

static Queue ask_queue(const Batch *batch, const Jobs *jobs) {
    const char *list = arena_printf(batch->arena, "--jobs=%s,%s", jobs->array, jobs->merge);
    const char *words[] = {"squeue", "--noheader", "--format=%i", list, NULL, NULL};
    if (*jobs->cluster != '\0') words[4] = arena_printf(batch->arena, "--clusters=%s", jobs->cluster);
    Text output = {0};
    int status = run(words, true, &output);
    bool queued = output.size > 0;
    text_free(&output);
    if (status == NOT_FOUND) return QUEUE_UNASKED;
    if (status != 0) return QUEUE_SILENT;
    return queued ? QUEUE_HAS : QUEUE_LACKS;
}

/* ---- submitting -------------------------------------------------------------------------------------------------- */

static void add_word(Arena *arena, Text *script, const char *option, const char *value) {
    text_printf(script, " %s %s", option, text_shell_word(arena, value));
}

/* The folder of results, as a word for a shell. */
static const char *results_word(const Batch *batch) {
    return text_shell_word(batch->arena, path_absolute(batch->arena, batch->out));
}

/* The beginning that both scripts have: this program and whatever of its options a result depends on. */
static void begin_script(const Batch *batch, Text *script) {
    Arena *arena = batch->arena;
    const Options *options = &batch->session->options;
    text_printf(script, "#!/bin/sh\nexec %s grade --out %s",
                text_shell_word(arena, path_absolute(arena, "/proc/self/exe")), results_word(batch));
    if (options->pack != NULL) add_word(arena, script, "--pack", batch->session->pack_path);
    if (options->grading != NULL) add_word(arena, script, "--grading", path_absolute(arena, options->grading));
    if (options->exercise != NULL) add_word(arena, script, "--exercise", options->exercise);
    if (options->unwalled) text_add(script, " --unwalled");
    text_printf(script, " --arch %s%s", options->arch, grade_limits_words(arena, options));
}

/* A deadline is said with its zone: the nodes may have another one. */
static void write_merge(const Batch *batch, Text *script) {
    const Deadline *deadline = &batch->deadline;
    begin_script(batch, script);
    time_t seconds = (time_t)deadline->time;
    struct tm parts;
    char text[64];
    if (deadline->given && gmtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0)
        add_word(batch->arena, script, "--deadline", text);
    if (batch->similar) text_add(script, " --similar");
    add_word(batch->arena, script, "--merge", path_absolute(batch->arena, batch->submissions));
    text_printf(script, " >%s/slurm/merge.log 2>&1\n", results_word(batch));
}

static void write_array(const Batch *batch, Text *script) {
    const char *out = results_word(batch);
    begin_script(batch, script);
    text_printf(script,
                " --jobs \"${SLURM_CPUS_ON_NODE:-1}\" --share %s/slurm/\"$SLURM_ARRAY_TASK_ID\".share"
                " >%s/slurm/\"$SLURM_ARRAY_TASK_ID\".log 2>&1\n",
                out, out);
}

static bool write_script(const Batch *batch, const char *name, void (*write)(const Batch *, Text *)) {
    Text script = {0};
    write(batch, &script);
    const char *path = path_of(batch, name);
    bool written = grade_write_again(path, script.data, script.size);
    if (!written) complain(batch->session, NULL, "%s cannot be written: %s", path, strerror(errno));
    text_free(&script);
    return written;
}

typedef VEC(const char *) Words;

/* sbatch with the user's options and ours, which come last and so decide. Sets *job, and *cluster where one is named.
 * What sbatch complains of stands on standard error. */
static bool submit(const Batch *batch, char *const *words, size_t word_count, const char *const *ours, Jobs *jobs,
                   const char **job) {
    Arena *arena = batch->arena;
    Words all = {0};
    vec_push(arena, &all, "sbatch");
    vec_push(arena, &all, "--job-name=warpschool-grade");
    vec_push(arena, &all, "--requeue"); /* what a node that died leaves is started again */
    for (size_t i = 0; i < word_count; i++) vec_push(arena, &all, words[i]);
    vec_push(arena, &all, "--parsable");
    vec_push(arena, &all, "--output=/dev/null"); /* Slurm reads patterns in the name of a file, ours may have any */
    for (size_t i = 0; ours[i] != NULL; i++) vec_push(arena, &all, ours[i]);
    vec_push(arena, &all, NULL);
    Text output = {0};
    int status = run(all.at, false, &output);
    size_t digits = strspn(output.data, "0123456789");
    *job = arena_string_n(arena, output.data, digits);
    if (output.data[digits] == ';')
        jobs->cluster = arena_string_n(arena, output.data + digits + 1, strcspn(output.data + digits + 1, "\n"));
    text_free(&output);
    if (status == 0 && digits > 0) return true;
    complain(batch->session,
             status == NOT_FOUND ? "say it on a machine of the cluster, where jobs are submitted" : NULL,
             status == NOT_FOUND ? "there is no program sbatch" : "sbatch did not take the job");
    return false;
}

static bool submit_both(const Batch *batch, char *const *words, size_t word_count, Jobs *jobs) {
    Arena *arena = batch->arena;
    const char *range = arena_printf(arena, "--array=0-%lld", (long long)jobs->tasks - 1);
    const char *first[] = {range, path_absolute(arena, path_of(batch, "array.sh")), NULL};
    if (!submit(batch, words, word_count, first, jobs, &jobs->array)) return false;
    const char *after = arena_printf(arena, "--dependency=afterany:%s", jobs->array);
    const char *last[] = {after, path_absolute(arena, path_of(batch, "merge.sh")), NULL};
    if (submit(batch, words, word_count, last, jobs, &jobs->merge)) return true;
    Text output = {0};
    run((const char *[]){"scancel", jobs->array, NULL}, false, &output);
    text_free(&output);
    return false;
}

static bool keep_jobs(Batch *batch, const Jobs *jobs) {
    Text line = {0};
    text_printf(&line, "%s %s %lld %lld %s\n", jobs->array, jobs->merge, (long long)jobs->tasks, (long long)jobs->files,
                jobs->cluster);
    bool kept = grade_write_again(path_of(batch, "jobs"), line.data, line.size);
    batch->jobs_line = arena_string(batch->arena, line.data);
    if (!kept) complain(batch->session, NULL, "%s cannot be written: %s", path_of(batch, "jobs"), strerror(errno));
    text_free(&line);
    return kept;
}

static int64_t count_tasks(const Batch *batch, size_t files) {
    size_t tasks = (files + SHARE_LEAST - 1) / SHARE_LEAST;
    if (tasks > SHARES_MOST) tasks = SHARES_MOST;
    if (batch->session->options.jobs > 0) tasks = (size_t)batch->session->options.jobs;
    if (tasks > files) tasks = files;
    return tasks > ARRAY_MOST ? ARRAY_MOST : (int64_t)tasks;
}

bool slurm_submit(Batch *batch, const Answer *const *todo, size_t count, char *const *words, size_t word_count) {
    Jobs jobs = {.cluster = "", .tasks = count_tasks(batch, count), .files = (int64_t)count};
    slurm_clean(batch);
    for (int64_t i = 0; i < jobs.tasks; i++) {
        const char *path = path_of(batch, arena_printf(batch->arena, "%lld.share", (long long)i));
        if (!share_write(batch, path, todo, count, (size_t)i, (size_t)jobs.tasks)) return false;
    }
    if (!write_script(batch, "array.sh", write_array) || !write_script(batch, "merge.sh", write_merge)) return false;
    return submit_both(batch, words, word_count, &jobs) && keep_jobs(batch, &jobs);
}

static const char *read_line_of(Arena *arena, const char *path) {
    size_t size;
    const char *why;
    return file_read_text(arena, path, &size, &why);
}

/* Which jobs' results have become marks. It stays when slurm/ is removed, by which others learn that they need not
 * wait: whoever submits again removes that folder, too. */
static const char *done_path(Arena *arena, const Batch *batch) {
    return arena_printf(arena, "%s/journal/slurm-jobs", batch->out);
}

bool slurm_end(const Batch *batch) {
    const char *line = read_line_of(batch->arena, path_of(batch, "jobs"));
    bool kept = line == NULL || file_write(done_path(batch->arena, batch), line, strlen(line));
    if (kept) slurm_clean(batch);
    return kept;
}

void slurm_clean(const Batch *batch) {
    file_remove_folder(arena_printf(batch->arena, "%s/slurm", batch->out));
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* Takes a line of the file slurm/jobs apart; NULL is none. */
static bool parse_jobs(Arena *arena, const char *line, Jobs *jobs) {
    char *fields[5], *at = line != NULL ? arena_string(arena, line) : NULL;
    for (size_t i = 0; i < 5; i++) {
        if (at == NULL) return false;
        fields[i] = at;
        at += strcspn(at, " \n");
        if (*at == '\0') at = NULL;
        if (at != NULL) *at++ = '\0';
    }
    *jobs = (Jobs){.array = fields[0], .merge = fields[1], .cluster = fields[4]};
    return text_to_i64(fields[2], &jobs->tasks) && text_to_i64(fields[3], &jobs->files);
}

/* Where the queue cannot be asked, the jobs may be in it. */
bool slurm_at_work(Batch *batch) {
    Jobs jobs;
    batch->jobs_line = read_line_of(batch->arena, path_of(batch, "jobs"));
    return parse_jobs(batch->arena, batch->jobs_line, &jobs) && ask_queue(batch, &jobs) != QUEUE_LACKS;
}

void slurm_tell(Batch *batch) {
    Jobs jobs;
    if (!parse_jobs(batch->arena, batch->jobs_line, &jobs)) return;
    say_prose(batch->session,
              "%lld %s for %lld %s: job %s, then job %s writes the marks. They go on without this command; the same "
              "command again shows how far they are. %s ends them, and what is judged stays.",
              (long long)jobs.tasks, jobs.tasks == 1 ? "task" : "tasks", (long long)jobs.files,
              jobs.files == 1 ? "file" : "files", code_span(batch->session, jobs.array),
              code_span(batch->session, jobs.merge),
              code_span(batch->session, arena_printf(batch->arena, "scancel %s %s", jobs.array, jobs.merge)));
}

/* How many files have been judged, as the tasks say. */
static size_t count_done(const Batch *batch, const Jobs *jobs) {
    Arena *arena = arena_new();
    size_t done = 0;
    for (int64_t i = 0; i < jobs->tasks; i++) {
        size_t size;
        int64_t number;
        const char *why, *path = arena_printf(arena, "%s/slurm/%lld.share.done", batch->out, (long long)i);
        char *text = file_read_text(arena, path, &size, &why);
        if (text == NULL) continue;
        text[strcspn(text, "\n")] = '\0';
        if (text_to_i64(text, &number) && number > 0) done += (size_t)number;
    }
    arena_free(arena);
    return done;
}

/* The end of what a job printed; "" where it printed nothing. */
static const char *printed_by(const Batch *batch, const char *name) {
    size_t size;
    const char *why, *text = file_read_text(batch->arena, path_of(batch, name), &size, &why);
    if (text == NULL) return "";
    if (size > SHOWN) text += size - SHOWN;
    return text_printable(batch->arena, text, strlen(text));
}

/* The jobs are gone and there are no marks. What the last job printed says what is missing, and the first task that
 * printed anything why. */
static void complain_unfinished(const Batch *batch, const Jobs *jobs) {
    const char *task = "";
    for (int64_t i = 0; i < jobs->tasks && *task == '\0'; i++)
        task = printed_by(batch, arena_printf(batch->arena, "%lld.log", (long long)i));
    const char *merge = printed_by(batch, "merge.log");
    if (*task != '\0') fprintf(stderr, "%s", task);
    if (*merge != '\0') fprintf(stderr, "%s", merge);
    complain(batch->session, "say the same again to go on: what is judged stays judged",
             "the jobs %s and %s ended without marks", jobs->array, jobs->merge);
}

/* Whether a file is there and has the batch's own line of jobs. */
static bool names_jobs(const Batch *batch, const char *path) {
    Arena *arena = arena_new();
    const char *line = read_line_of(arena, path);
    bool same = line != NULL && text_equal(line, batch->jobs_line);
    arena_free(arena);
    return same;
}

static bool have_marks(const Batch *batch) {
    Arena *arena = arena_new();
    bool have = names_jobs(batch, done_path(arena, batch));
    arena_free(arena);
    return have;
}

/* How it ends to wait. */
typedef enum Ending {
    ENDING_NONE,  /* not yet */
    ENDING_MARKS, /* they are written */
    ENDING_STOPPED,
    ENDING_GONE,    /* the jobs are, and there are no marks */
    ENDING_TAKEN,   /* the folder is another command's */
    ENDING_SILENT,  /* the queue does not answer */
    ENDING_UNASKED, /* or cannot be asked */
} Ending;

/* Answers in turn that know nothing of the jobs, and questions in turn without an answer. */
typedef struct Heard {
    int gone, silent;
} Heard;

static Ending ask(const Batch *batch, const Jobs *jobs, Heard *heard) {
    Queue queue = ask_queue(batch, jobs);
    heard->gone = queue == QUEUE_LACKS ? heard->gone + 1 : 0;
    heard->silent = queue == QUEUE_SILENT ? heard->silent + 1 : 0;
    if (queue == QUEUE_UNASKED) return ENDING_UNASKED;
    if (heard->silent == SILENT) return ENDING_SILENT;
    return heard->gone == GONE && !have_marks(batch) ? ENDING_GONE : ENDING_NONE;
}

static Ending wait_for_end(const Batch *batch, const Jobs *jobs) {
    Heard heard = {0};
    for (long tick = 1; names_jobs(batch, path_of(batch, "jobs")); tick++) {
        Ending ending = ENDING_NONE;
        if (*terminal_interrupted() || terminal_ended() != 0) return ENDING_STOPPED;
        if (tick % (PROGRESS_SECONDS * 1000 / WAIT_MS) == 1)
            crew_show_progress(batch->session, count_done(batch, jobs), (size_t)jobs->files, false);
        if (tick % (QUEUE_SECONDS * 1000 / WAIT_MS) == 0) ending = ask(batch, jobs, &heard);
        if (ending != ENDING_NONE) return ending;
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
    return have_marks(batch) ? ENDING_MARKS : ENDING_TAKEN;
}

static void complain_of_end(const Batch *batch, const Jobs *jobs, Ending ending) {
    static const char again[] = "say the same again to see how far they are";
    if (ending == ENDING_GONE)
        complain_unfinished(batch, jobs);
    else if (ending == ENDING_TAKEN)
        complain(batch->session, "say the same again to see how far it is",
                 "the jobs %s and %s ended without marks, and another command goes on in %s", jobs->array, jobs->merge,
                 batch->out);
    else if (ending == ENDING_UNASKED)
        complain(batch->session, "say it on a machine of the cluster",
                 "there is no program squeue to ask for the jobs %s and %s, which go on", jobs->array, jobs->merge);
    else if (ending == ENDING_SILENT)
        complain(batch->session, again, "squeue does not answer; the jobs %s and %s go on, if they are there",
                 jobs->array, jobs->merge);
    else
        complain(batch->session, again, "the jobs %s and %s go on", jobs->array, jobs->merge);
}

bool slurm_wait(Batch *batch) {
    Jobs jobs;
    if (!parse_jobs(batch->arena, batch->jobs_line, &jobs)) return false;
    Ending ending = wait_for_end(batch, &jobs);
    bool done = ending == ENDING_MARKS;
    crew_show_progress(batch->session, done ? (size_t)jobs.files : count_done(batch, &jobs), (size_t)jobs.files, true);
    if (!done) complain_of_end(batch, &jobs, ending);
    return done;
}
