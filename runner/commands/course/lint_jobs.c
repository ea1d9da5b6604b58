/* See lint_jobs.h. A process leaves its report in a file without a name: a line of JSON, then what it would have
 * printed. Lessons whose exercises are whole programs take longest, because nvcc builds each answer: they begin
 * first. */
#include "commands/course/lint_jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/vec.h"
#include "compile/walls.h"
#include "lint/linting.h"
#include "teach/exercises.h"
#include "teach/say.h"
#include "terminal/terminal.h"

typedef struct Job {
    const Lesson *lesson;
    FILE *left;    /* what it leaves; NULL: not begun */
    pid_t process; /* 0: none at work */
    bool ended;
    int status; /* as waitpid gives it */
} Job;

typedef struct Jobs {
    Session *session;
    Job *all;
    size_t count, ended, taken; /* taken: printed and handed over */
    int at_work;
    bool stopped; /* Ctrl-C: nothing more is begun or taken */
    const char **archs;
    size_t arch_count;
} Jobs;

/* ---- in a process of its own ------------------------------------------------------------------------------------- */

static _Noreturn void be_job(const Jobs *jobs, const Job *job, pid_t parent) {
    process_follow(parent);
    Text said = {0};
    text_add(&said, "");
    jobs->session->options.threads = 1; /* a core for each process */
    terminal_divert(&said);
    json_t *report = lint_report_lesson(jobs->session, job->lesson, jobs->archs, jobs->arch_count, false);
    int failed = json_dumpf(report, job->left, JSON_COMPACT | JSON_REAL_PRECISION(15));
    fputc('\n', job->left);
    fwrite(said.data, 1, said.size, job->left);
    failed |= fflush(job->left) != 0 || ferror(job->left);
    _exit(failed ? STATUS_ERROR : STATUS_DONE);
}

static bool start(Jobs *jobs, Job *job) {
    pid_t parent = getpid();
    job->left = tmpfile();
    job->process = job->left != NULL ? fork() : -1;
    if (job->process == 0) be_job(jobs, job, parent);
    if (job->process > 0) return jobs->at_work++, true;
    job->process = 0;
    if (job->left != NULL) fclose(job->left);
    job->left = NULL;
    return false;
}

/* ---- what it left ------------------------------------------------------------------------------------------------ */

/* Prints what the process would have printed. NULL where it left no whole report. */
static json_t *read_left(Job *job) {
    Text left = {0};
    char bytes[1 << 14];
    rewind(job->left);
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, job->left)) > 0;) text_add_n(&left, bytes, size);
    fclose(job->left);
    job->left = NULL;
    const char *end = left.size > 0 ? memchr(left.data, '\n', left.size) : NULL;
    json_t *report = end != NULL ? json_loadb(left.data, (size_t)(end - left.data), 0, NULL) : NULL;
    if (report != NULL) terminal_write(end + 1, left.size - (size_t)(end + 1 - left.data));
    text_free(&left);
    return report;
}

/* The report in place of the one that a process owes. */
static json_t *without_report(Session *session, const Job *job) {
    session_renew_scratch(session);
    DiagList diags = diag_list(session->scratch);
    const char *hint = "the memory or the disk may not suffice; `--jobs 1` takes the least";
    Loc loc = {job->lesson->path, 0, 0};
    if (WIFSIGNALED(job->status))
        diag_add(&diags, SEVERITY_ERROR, loc, hint, "the process that looked it over was ended by signal %d",
                 WTERMSIG(job->status));
    else
        diag_add(&diags, SEVERITY_ERROR, loc, hint, "the process that looked it over left no report");
    json_t *lesson =
        json_pack("{s:s, s:i, s:i, s:[]}", "lesson", job->lesson->id, "launches", 0, "questions", 0, "exercises");
    return json_pack("{s:o, s:o, s:i, s:i, s:b}", "lesson", lesson, "messages", lint_report_findings(session, &diags),
                     "mutants", 0, "unjudged", 0, "stopped", false);
}

static void take_ended(Jobs *jobs, LintTake *take, void *data) {
    while (!jobs->stopped && jobs->taken < jobs->count && jobs->all[jobs->taken].ended) {
        Job *job = &jobs->all[jobs->taken];
        lint_clear_progress();
        json_t *report = job->status == 0 ? read_left(job) : NULL;
        jobs->stopped = *terminal_interrupted() || json_is_true(json_object_get(report, "stopped"));
        if (report == NULL && !jobs->stopped) report = without_report(jobs->session, job);
        if (!jobs->stopped) take(data, job->lesson, report);
        json_decref(report);
        jobs->taken += !jobs->stopped;
    }
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static size_t programs_of(const Lesson *lesson) {
    size_t count = 0;
    for (size_t i = 0; i < lesson->exercise_count; i++) count += exercise_is_program(&lesson->exercises[i]);
    return count;
}

/* The one to begin next; NULL: all have begun. */
static Job *next_job(const Jobs *jobs) {
    Job *next = NULL;
    for (size_t i = 0; i < jobs->count; i++) {
        Job *job = &jobs->all[i];
        bool first = next == NULL || programs_of(job->lesson) > programs_of(next->lesson);
        if (job->left == NULL && !job->ended && first) next = job;
    }
    return next;
}

static void end(Jobs *jobs, Job *job, int status) {
    jobs->at_work -= job->process != 0;
    job->process = 0;
    job->ended = true;
    job->status = status;
    jobs->ended++;
}

/* Waits until one of the processes has ended, or for a signal. */
static void wait_for_one(Jobs *jobs) {
    int status = 0;
    pid_t process = waitpid(-1, &status, 0);
    if (process < 0 && errno == EINTR) return;
    for (size_t i = 0; i < jobs->count; i++) {
        Job *job = &jobs->all[i];
        if (job->process != 0 && (process < 0 || job->process == process)) end(jobs, job, process < 0 ? -1 : status);
    }
}

bool lint_lessons_apart(Session *session, const Lesson *const *lessons, size_t count, int most, const char **archs,
                        size_t arch_count, LintTake *take, void *data) {
    Jobs jobs = {session, arena_array(session->arena, Job, count + 1), count, .archs = archs, .arch_count = arch_count};
    for (size_t i = 0; i < count; i++) jobs.all[i] = (Job){.lesson = lessons[i]};
    compile_load_library(); /* once for all */
    while (jobs.ended < count) {
        jobs.stopped |= *terminal_interrupted();
        Job *next = !jobs.stopped && jobs.at_work < most ? next_job(&jobs) : NULL;
        if (next != NULL && start(&jobs, next)) continue;
        if (jobs.at_work == 0 && next == NULL) break;
        lint_show_progress(session, arena_printf(session->scratch, "%zu of %zu lessons", jobs.ended, count));
        if (jobs.at_work == 0)
            end(&jobs, next, -1); /* no process can be had */
        else
            wait_for_one(&jobs);
        take_ended(&jobs, take, data);
    }
    for (size_t i = 0; i < count; i++)
        if (jobs.all[i].left != NULL) fclose(jobs.all[i].left);
    lint_clear_progress();
    return jobs.taken == count;
}
