/* The crew: as many processes as --jobs says, each of which takes the next file that has no result, has it judged in a
 * child and keeps the result. They share nothing but the number of the next file. Whoever is killed leaves its file
 * without a result, for the next round or the next run. */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "compile/walls.h"
#include "course/course.h"
#include "grade/batch.h"
#include "teach/launch/whole_program.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum {
    JOBS_MOST = 1024,
    PATIENCE = 24 * 3600, /* no limit but that of processor time tells anything about a file */
    OUTPUT_LIMIT = 64 << 20,
    ROUNDS = 3,
    ATTEMPTS = 3,
    WAIT_MS = 100,
    BAR = 24,
    FAILED = 1,
};

/* In memory that all processes share. */
typedef struct Shared {
    atomic_size_t next, done;
    atomic_int failed; /* the errno of a result that could not be kept; 0: none */
} Shared;

typedef struct Crew {
    Batch *batch;
    const Answer **todo;
    size_t count;
    Shared *shared;
    pid_t workers[JOBS_MOST];
    size_t worker_count;
    time_t told;           /* when a share's progress was written */
    const char *temporary; /* a folder for the children's temporary files; NULL: there is none to be had */
} Crew;

/* ---- in a worker ------------------------------------------------------------------------------------------------- */

static double children_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* All launches of the file may take their whole time, in every order of the warps, before the file is given up. */
static ChildLimits limits_of(const Batch *batch, const Exercise *exercise) {
    const Options *options = &batch->session->options;
    double seconds = (double)options->timeout * (double)(exercise->launch_count + 1) * 8;
    /* what a whole program takes is measured by its walls */
    size_t addresses = exercise_is_program(exercise) ? whole_program_addresses() : (size_t)16 << 30;
    return (ChildLimits){.seconds = seconds < 1e6 ? (int)seconds : 1000000,
                         .patience = PATIENCE,
                         .memory = addresses + 2 * (size_t)options->memory,
                         .output = OUTPUT_LIMIT,
                         .writes = true,
                         .interrupted = terminal_interrupted()};
}

/* The result of a child that did not give one: which limit it ran into, or that it crashed. */
static const char *without_result(ChildStatus status, const char **verdict) {
    *verdict = verdict_name[VERDICT_STUCK];
    switch (status) {
    case CHILD_TIMEOUT:
    case CHILD_STALLED: return "The check of this file took too much processor time and was stopped.";
    case CHILD_MEMORY:
    case CHILD_FLOODED: return "The check of this file took too much memory and was stopped.";
    default:
        *verdict = verdict_name[VERDICT_ERROR];
        return "The check of this file ended without a result. That is a fault of Warpschool or of this machine; the "
               "instructor is asked to look at it.";
    }
}

static bool is_limit(ChildStatus status) {
    return status == CHILD_TIMEOUT || status == CHILD_STALLED || status == CHILD_MEMORY || status == CHILD_FLOODED;
}

/* Judges in a child that has a folder of its own for temporary files: whatever ends it, nothing is left of them. A
 * child that was killed, and not for a limit, was killed by somebody else: a cluster that ends the job, or a system
 * short of memory. That says nothing of the file, so it is judged again, unless the same happens each time. */
static ChildStatus judge_apart(const ChildLimits *limits, Judging *judging, const char *folder, Text *result) {
    ChildStatus status = CHILD_UNSTARTED;
    for (int attempt = 0; attempt < ATTEMPTS && !*terminal_interrupted(); attempt++) {
        int signal_number;
        result->size = 0;
        if (folder != NULL && mkdir(folder, 0700) == 0) setenv("TMPDIR", folder, 1);
        status = child_run(limits, judging_work, judging, result, &signal_number);
        if (folder != NULL) file_remove_folder(folder);
        if (is_limit(status) || (signal_number != SIGKILL && signal_number != SIGTERM)) break;
    }
    return status;
}

static bool judge_one(const Crew *crew, size_t number) {
    const Batch *batch = crew->batch;
    const Answer *answer = crew->todo[number];
    Arena *arena = arena_new();
    Judging judging = {.session = batch->session,
                       .graded = answer->graded,
                       .text = answer->file->bytes,
                       .size = answer->file->size,
                       .compiler = batch->compiler,
                       .pack_digest = batch->pack_digest};
    ChildLimits limits = limits_of(batch, answer->graded->exercise);
    Text result = {0};
    double before = children_seconds();
    const char *folder = crew->temporary != NULL ? arena_printf(arena, "%s/%zu", crew->temporary, number) : NULL;
    ChildStatus status = judge_apart(&limits, &judging, folder, &result);
    bool stopped = status == CHILD_INTERRUPTED || *terminal_interrupted(), kept = true;
    if (!stopped && status != CHILD_UNSTARTED) {
        if (status != CHILD_FINISHED || result.size == 0) {
            const char *verdict, *why = without_result(status, &verdict);
            result.size = 0;
            text_add(&result, judging_failure(arena, &judging, verdict, why));
        }
        kept = journal_keep(batch, answer->key, &result, children_seconds() - before);
    }
    text_free(&result);
    arena_free(arena);
    return kept;
}

static _Noreturn void be_worker(const Crew *crew, pid_t parent) {
    process_follow(parent);
    for (;;) {
        size_t number = atomic_fetch_add(&crew->shared->next, 1);
        if (number >= crew->count || *terminal_interrupted()) _exit(0);
        if (!judge_one(crew, number)) {
            atomic_store(&crew->shared->failed, errno != 0 ? errno : EIO);
            _exit(FAILED);
        }
        atomic_fetch_add(&crew->shared->done, 1);
    }
}

/* ---- in the program ---------------------------------------------------------------------------------------------- */

static bool has_result(const Batch *batch, const char *key) {
    json_t *result = journal_load(batch, key);
    bool known = result != NULL;
    json_decref(result);
    return known;
}

static int by_key(const void *left, const void *right) {
    return strcmp((*(const Answer *const *)left)->key, (*(const Answer *const *)right)->key);
}

const Answer **crew_todo(const Batch *batch, size_t *count) {
    const Answers *const both[] = {&batch->answers, &batch->shipped};
    const Answer **todo = arena_array(batch->arena, const Answer *, batch->answers.count + batch->shipped.count + 1);
    size_t all = 0;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < both[k]->count; i++)
            if (both[k]->at[i].key != NULL) todo[all++] = &both[k]->at[i];
    if (all > 0) qsort(todo, all, sizeof *todo, by_key);
    const char *last = NULL;
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        const Answer *answer = todo[i];
        bool again = text_equal(last, answer->key);
        last = answer->key;
        if (!again && !has_result(batch, answer->key)) todo[(*count)++] = answer;
    }
    return todo;
}

static bool start_worker(Crew *crew) {
    pid_t parent = getpid(), child = fork();
    if (child == 0) be_worker(crew, parent);
    if (child > 0) crew->workers[crew->worker_count++] = child;
    return child > 0;
}

void crew_show_progress(const Session *session, size_t done, size_t all, bool end) {
    if (!isatty(STDERR_FILENO) || session->options.json) return;
    const Style *style = &session->style;
    if (style->plain) {
        if (end) fprintf(stderr, "%zu of %zu different files are judged\n", done, all);
        return;
    }
    int filled = all > 0 ? (int)(done * BAR / all) : BAR;
    fputc('\r', stderr);
    for (int i = 0; i < BAR; i++) fputs(i < filled ? (style->unicode ? "█" : "#") : style->unicode ? "░" : ".", stderr);
    fprintf(stderr, " %zu of %zu different files judged%s", done, all, end ? "\n" : "");
    fflush(stderr);
}

/* Of a share, whoever waits for it reads how far it is in a file beside it. */
static void show_progress(Crew *crew, size_t earlier, bool end) {
    const Batch *batch = crew->batch;
    size_t all = crew->count + earlier, done = earlier + atomic_load(&crew->shared->done);
    if (batch->share == NULL) {
        crew_show_progress(batch->session, done, all, end);
        return;
    }
    time_t now = time(NULL);
    if (now == crew->told && !end) return;
    crew->told = now;
    Text text = {0};
    text_printf(&text, "%zu\n", batch->answers.count - all + done);
    Arena *arena = arena_new();
    grade_write_again(arena_printf(arena, "%s.done", batch->share), text.data, text.size);
    arena_free(arena);
    text_free(&text);
}

static void wait_for_workers(Crew *crew, size_t earlier) {
    size_t left = crew->worker_count;
    while (left > 0) {
        int status;
        pid_t child = waitpid(-1, &status, WNOHANG);
        if (child < 0 && errno == ECHILD) break;
        for (size_t i = 0; child > 0 && i < crew->worker_count; i++) {
            if (crew->workers[i] != child) continue;
            left--;
        }
        if (child > 0) continue;
        show_progress(crew, earlier, false);
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
    show_progress(crew, earlier, true);
}

static void run_round(Crew *crew, size_t earlier) {
    atomic_store(&crew->shared->next, 0);
    atomic_store(&crew->shared->done, 0);
    crew->worker_count = 0;
    size_t wanted = (size_t)crew->batch->jobs;
    if (wanted > crew->count) wanted = crew->count;
    for (size_t i = 0; i < wanted && i < JOBS_MOST; i++)
        if (!start_worker(crew)) break;
    wait_for_workers(crew, earlier);
}

static bool complain_unkept(const Crew *crew) {
    int error = atomic_load(&crew->shared->failed);
    if (error != 0)
        complain(crew->batch->session, "what is judged stays; mend it and say the same again",
                 "a result could not be kept in %s: %s", crew->batch->out, strerror(error));
    return error != 0;
}

bool crew_judge(Batch *batch) {
    Crew *crew = arena_make(batch->arena, Crew);
    Shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return false;
    *crew = (Crew){.batch = batch, .shared = shared};
    crew->todo = crew_todo(batch, &crew->count);
    size_t all = crew->count;
    if (all > 0) compile_load_library();
    crew->temporary = all > 0 ? journal_open_temporary(batch) : NULL;
    for (int round = 0; round < ROUNDS && crew->count > 0 && !*terminal_interrupted(); round++) {
        run_round(crew, all - crew->count);
        if (complain_unkept(crew)) break;
        crew->todo = crew_todo(batch, &crew->count);
    }
    bool done = crew->count == 0;
    journal_close_temporary(batch, crew->temporary);
    if (*terminal_interrupted())
        complain(batch->session, "say the same again to go on", "stopped: %zu of %zu files have no result yet",
                 crew->count, all);
    else if (!done && atomic_load(&shared->failed) == 0)
        complain(batch->session, "say the same again to go on", "no process could be started for %zu files",
                 crew->count);
    munmap(shared, sizeof *shared);
    return done;
}
