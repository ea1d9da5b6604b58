/* grade: a batch of submissions to marks. */
#include "grade/batch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/system.h"
#include "commands/commands.h"
#include "compile/compile.h"
#include "compile/walls.h"
#include "teach/hidden_part.h"
#include "teach/launch/devices.h"
#include "teach/launch/provenance.h"
#include "teach/say.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

static const char marker[] = "Results of `warpschool grade`. What is in this folder is written again by each run.\n";

/* A folder that a grade has made. The jobs of --slurm write into the journal alone of one that was looked over. */
static bool take_again(Batch *batch) {
    const char *link = batch->share == NULL ? grade_stray_link(batch) : NULL;
    if (link != NULL)
        complain(batch->session, "remove the link, or give a new folder with --out DIR",
                 "%s is a link, and results are not written through links", link);
    return link == NULL;
}

/* A new or empty folder, or one that a grade has made. */
static bool take_folder(Batch *batch) {
    Session *session = batch->session;
    const char *mark = path_join(batch->arena, batch->out, "README"), *why;
    size_t count = 0, size;
    const char *text = file_exists(mark) ? file_read_text(batch->arena, mark, &size, &why) : NULL;
    if (text != NULL && text_equal(text, marker)) return take_again(batch);
    if (file_exists(batch->out) && (path_list(batch->arena, batch->out, "", &count, &why) == NULL || count > 0)) {
        complain(session, "give a new or an empty folder with --out DIR", "%s is not a folder of results", batch->out);
        return false;
    }
    if (file_write(mark, marker, sizeof marker - 1)) return true;
    complain(session, NULL, "%s cannot be written: %s", batch->out, strerror(errno));
    return false;
}

/* Several jobs may judge shares (LOCK_SH), else one run works in a folder (LOCK_EX). The processes of a run that was
 * killed end a moment after it; a job has the time to wait for another run. NFS has such a lock only of a file that can
 * be written; where a file system has none, nothing keeps two runs apart. */
static bool lock_folder(Batch *batch, int kind) {
    enum { TRIES = 50, TRIES_OF_JOB = 6000, PAUSE_MS = 100 };
    const Options *options = &batch->session->options;
    int tries = options->merge || options->share != NULL ? TRIES_OF_JOB : TRIES;
    batch->lock = open(path_join(batch->arena, batch->out, "README"), O_RDWR | O_CLOEXEC);
    if (batch->lock < 0) {
        complain(batch->session, "give another folder", "%s/README cannot be written: %s", batch->out, strerror(errno));
        return false;
    }
    for (int i = 0; i < tries && !*terminal_interrupted(); i++) {
        if (flock(batch->lock, kind | LOCK_NB) == 0 || errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
    if (*terminal_interrupted())
        complain(batch->session, NULL, "stopped while another `grade` worked in %s", batch->out);
    else
        complain(batch->session, "wait for it, or give another folder", "another `grade` works in %s", batch->out);
    return false;
}

static bool add_exercise(Batch *batch, const Lesson *lesson, const Exercise *exercise) {
    Session *session = batch->session;
    for (size_t i = 0; i < batch->gradeds.count; i++)
        if (batch->gradeds.at[i].exercise == exercise) return true;
    Source reference;
    if (!source_of_lesson(session, batch->arena, lesson, &reference)) return false;
    Graded graded = {.lesson = lesson, .exercise = exercise, .reference_text = reference.text};
    graded.deadline = batch->deadline;
    if (!graded.deadline.given && exercise->due != NULL && !deadline_parse(exercise->due, &graded.deadline))
        return false;
    vec_push(batch->arena, &batch->gradeds, graded);
    return true;
}

/* pack.yaml gives an exercise points or a date. */
static bool is_assigned(const Exercise *exercise) {
    return exercise->due != NULL || exercise->worth.given;
}

/* Those that pack.yaml gives points or a date; all, where it does so to none: a lesson that is used may bring more
 * exercises than are set. */
static bool choose_set_exercises(Batch *batch) {
    const Pack *pack = batch->session->pack;
    size_t all = 0, assigned = 0;
    for (size_t i = 0; i < pack->lesson_count; i++)
        for (size_t k = 0; pack->lessons[i].usable && k < pack->lessons[i].exercise_count; k++)
            all++, assigned += is_assigned(&pack->lessons[i].exercises[k]);
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            if ((assigned == 0 || is_assigned(&lesson->exercises[k])) &&
                !add_exercise(batch, lesson, &lesson->exercises[k]))
                return false;
    }
    batch->left_out = assigned > 0 ? all - assigned : 0;
    if (batch->gradeds.count == 0) complain(batch->session, NULL, "the pack has no exercise");
    return batch->gradeds.count > 0;
}

/* Those of --exercise, separated by commas, else those of the pack. */
static bool choose_exercises(Batch *batch) {
    Session *session = batch->session;
    if (session->options.exercise == NULL) return choose_set_exercises(batch);
    for (const char *at = session->options.exercise; *at != '\0';) {
        size_t size = strcspn(at, ",");
        Lesson *lesson = NULL;
        Exercise *exercise = session_find_exercise(session, arena_string_n(batch->arena, at, size), &lesson);
        if (exercise == NULL || !add_exercise(batch, lesson, exercise)) return false;
        at += size;
        at += *at == ',';
    }
    return true;
}

/* Files of other people are neither unpacked nor compiled where the system cannot keep them from this machine's
 * files. */
static bool has_walls(Batch *batch, const Toolchain *toolchain) {
    Session *session = batch->session;
    bool compiler = toolchain->isolation != NULL && !text_equal(toolchain->isolation, "source check");
    if (compiler && archive_has_walls(batch->intake.empty)) return true;
    if (session->options.unwalled) return true;
    complain(session,
             "grade on a Linux with Landlock (5.13 or newer), or as a user who may make user namespaces; or say "
             "--unwalled, where every file comes from people whom you trust with this machine's files",
             "this system has no walls: a submission could read files that are not its own");
    return false;
}

static bool find_compiler(Batch *batch) {
    Session *session = batch->session;
    Toolchain toolchain;
    compile_toolchain(batch->arena, session->options.compiler, &toolchain);
    if (!has_walls(batch, &toolchain)) return false;
    if (toolchain.archs == NULL) {
        complain(session, "`doctor` says what is missing", "no compiler for CUDA was found");
        return false;
    }
    bool clang = toolchain.uses_clang;
    batch->compiler = arena_printf(batch->arena, "%s %d.%d", clang ? "clang" : "nvrtc",
                                   clang ? toolchain.clang_major : toolchain.nvrtc_major,
                                   clang ? toolchain.clang_minor : toolchain.nvrtc_minor);
    return true;
}

/* The instructor's file with the hidden parts, read before any process is forked. */
static bool read_hidden(Batch *batch) {
    Session *session = batch->session;
    const Grading *grading = session_grading(session);
    batch->hidden_digest = "";
    if (grading == NULL) return true;
    size_t size;
    const char *why, *text = file_read_text(batch->arena, grading->path, &size, &why);
    if (text != NULL) batch->hidden_digest = sha256_text(batch->arena, text, size);
    if (grading->diags.errors == 0 && text != NULL) return true;
    complain(session, "`lint` says what is wrong", "%s cannot be used: nobody would be marked rightly", grading->path);
    say_diags(session, &grading->diags, text);
    return false;
}

/* The same on every machine: the simulator, one architecture, one core a file. */
static void fix_options(Session *session) {
    session->options.device = DEVICE_SIM;
    session->options.every_schedule = true;
    session->options.schedule = SCHEDULE_LOCKSTEP;
    session->options.threads = 1;
    session->options.arch = session_arch(session);
    session->mode = MODE_PIPED; /* nothing attends the terminal but the bar of progress */
}

static int by_time(const void *left, const void *right) {
    const Deadline *a = left, *b = right;
    return (a->time > b->time) - (a->time < b->time);
}

/* What the exercises' deadlines are, for the clones. */
static void collect_deadlines(Batch *batch) {
    Deadlines all = {0};
    for (size_t i = 0; i < batch->gradeds.count; i++)
        if (batch->gradeds.at[i].deadline.given) vec_push(batch->arena, &all, batch->gradeds.at[i].deadline);
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, by_time);
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || all.at[i].time != all.at[i - 1].time) vec_push(batch->arena, &batch->intake.deadlines, all.at[i]);
}

static bool read_submissions(Batch *batch) {
    Session *session = batch->session;
    const char *why;
    collect_deadlines(batch);
    if (!folder_read(&batch->intake, batch->submissions, &why)) {
        complain(session, NULL, "%s %s", batch->submissions, why);
        return false;
    }
    batch->layout = layout_students(&batch->intake, batch->submissions, &batch->students);
    if (batch->students.count > 0) return true;
    complain(session, "give a folder with a folder or an archive for each student, or what a platform let you download",
             "there are no submissions in %s", batch->submissions);
    return false;
}

/* The shipped files are judged too, for what they share with every answer. */
static void add_shipped(Batch *batch) {
    for (size_t i = 0; i < batch->gradeds.count; i++) {
        const char *why, *text = workspace_shipped(batch->session, batch->arena, batch->gradeds.at[i].exercise, &why);
        Entry *file = arena_make(batch->arena, Entry);
        Answer answer = {.graded = &batch->gradeds.at[i], .file = file};
        *file = (Entry){.path = "", .bytes = text, .size = text != NULL ? strlen(text) : 0};
        if (text != NULL) answer.key = journal_key(batch, answer.graded, file);
        vec_push(batch->arena, &batch->shipped, answer);
    }
}

static void name_results(Batch *batch) {
    for (size_t i = 0; i < batch->answers.count; i++) {
        Answer *answer = &batch->answers.at[i];
        if (answer->file != NULL) answer->key = journal_key(batch, answer->graded, answer->file);
    }
}

static const char *many(Arena *arena, size_t count, const char *what) {
    return arena_printf(arena, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

/* Where students handed in and no file is any exercise's, the pack is mostly another one. */
static void tell_unmatched(Batch *batch) {
    Session *session = batch->session;
    say_styled(
        session, ROLE_WARNING,
        "No file that was handed in is named like an exercise of %s. --pack FOLDER names the pack, --exercise ID "
        "the exercise that a single source by any name answers.",
        session->options.pack != NULL ? session->options.pack : "the lessons that came with Warpschool");
}

static void tell(Batch *batch) {
    Session *session = batch->session;
    size_t missing = 0;
    for (size_t i = 0; i < batch->answers.count; i++) missing += batch->answers.at[i].key == NULL;
    if (batch->left_out > 0)
        say_prose(session, "%s without points and a date in pack.yaml %s left out; %s grades them.",
                  many(batch->arena, batch->left_out, "exercise"), batch->left_out == 1 ? "is" : "are",
                  code_span(session, "--exercise ID"));
    say_prose(session,
              "%s (%s), %s: %s judged, %zu missing. The marks are in %s, with a line for each student in %s. "
              "Begin with %s.",
              many(batch->arena, batch->students.count, "student"), batch->layout,
              many(batch->arena, batch->gradeds.count, "exercise"),
              many(batch->arena, batch->answers.count - missing, "file"), missing,
              code_span(session, path_join(batch->arena, batch->out, "results.csv")),
              code_span(session, path_join(batch->arena, batch->out, "students.csv")),
              code_span(session, path_join(batch->arena, batch->out, "index.html")));
    if (batch->similar)
        say_prose(session, "Answers that are alike are in %s.",
                  code_span(session, path_join(batch->arena, batch->out, "similar.html")));
    if (missing == batch->answers.count) tell_unmatched(batch);
}

/* What was compiled before is not looked at: whoever could write to the user's cache, as a program does that was run
 * with exec, could have put another file's code in the place of an answer's. The run, or a task of it, has a cache of
 * its own, which is empty when it begins, which only this user may write to, and which is removed when it ends. */
static bool open_cache(Batch *batch) {
    const char *own =
        batch->share != NULL ? arena_printf(batch->arena, "compiled-%s", path_base(batch->share)) : "compiled";
    const char *journal = path_join(batch->arena, batch->out, "journal");
    const char *folder = path_join(batch->arena, journal, own);
    file_remove_folder(folder);
    char absolute[PATH_MAX];
    if (!file_make_directories(journal) || mkdir(folder, 0700) != 0 || realpath(folder, absolute) == NULL) {
        complain(batch->session, "nothing is graded with what was compiled before: make room for that folder",
                 "the folder for what this run compiles, %s, cannot be made: %s", folder, strerror(errno));
        return false;
    }
    const char *before = getenv("XDG_CACHE_HOME");
    batch->cache_before = before != NULL ? arena_string(batch->arena, before) : NULL;
    batch->compiled = folder;
    setenv("XDG_CACHE_HOME", absolute, 1);
    return true;
}

static void close_cache(const Batch *batch) {
    if (batch->compiled == NULL) return;
    if (batch->cache_before != NULL)
        setenv("XDG_CACHE_HOME", batch->cache_before, 1);
    else
        unsetenv("XDG_CACHE_HOME");
    file_remove_folder(batch->compiled);
}

/* An empty folder, and a compiler that is held in. */
static bool prepare(Batch *batch) {
    if (!open_cache(batch)) return false;
    batch->intake.empty = path_join(batch->arena, batch->out, "journal/empty");
    if (!file_make_directories(batch->intake.empty)) {
        complain(batch->session, NULL, "%s cannot be made: %s", batch->intake.empty, strerror(errno));
        return false;
    }
    batch->intake.empty = path_absolute(batch->arena, batch->intake.empty);
    return find_compiler(batch);
}

/* A task of a cluster: judges a share, and leaves all else to the job that merges. */
static int grade_share(Batch *batch) {
    if (!lock_folder(batch, LOCK_SH)) return STATUS_ERROR;
    if (!prepare(batch) || !share_read(batch, batch->share) || !crew_judge(batch)) return STATUS_ERROR;
    return STATUS_DONE;
}

static int write_marks(Batch *batch) {
    if (!marks_write(batch) || !slurm_end(batch)) {
        complain(batch->session, NULL, "the results cannot be written to %s: %s", batch->out, strerror(errno));
        return STATUS_ERROR;
    }
    return STATUS_DONE;
}

/* All that was handed in, as answers with the names of their results. */
static int take_in(Batch *batch) {
    if (!lock_folder(batch, LOCK_EX)) return STATUS_USAGE;
    journal_clean(batch);
    if (!prepare(batch)) return STATUS_ERROR;
    if (!read_submissions(batch)) return STATUS_USAGE;
    assign_answers(batch->arena, &batch->students, &batch->gradeds, &batch->answers);
    name_results(batch);
    if (batch->similar) add_shipped(batch);
    return STATUS_DONE;
}

/* After jobs that judged: writes marks where no result is missing. */
static int merge(Batch *batch) {
    size_t missing;
    crew_todo(batch, &missing);
    if (missing == 0) return write_marks(batch);
    complain(batch->session, "say the same again to go on", "%zu %s no result", missing,
             missing == 1 ? "file has" : "files have");
    return STATUS_ERROR;
}

static int grade_here(Batch *batch) {
    int status = take_in(batch);
    if (status != STATUS_DONE) return status;
    if (batch->session->options.merge) return merge(batch);
    if (!crew_judge(batch)) return *terminal_interrupted() ? STATUS_INTERRUPTED : STATUS_ERROR;
    status = write_marks(batch);
    if (status == STATUS_DONE) tell(batch);
    return status;
}

/* Waits for jobs that are submitted, unless told not to. The folder is theirs meanwhile. */
static int wait_for_jobs(Batch *batch) {
    if (batch->lock >= 0) close(batch->lock);
    batch->lock = -1;
    slurm_tell(batch);
    if (batch->session->options.no_wait) return STATUS_DONE;
    if (!slurm_wait(batch)) return *terminal_interrupted() ? STATUS_INTERRUPTED : STATUS_ERROR;
    say_prose(batch->session, "All are judged. The marks are in %s, to begin with in %s.",
              code_span(batch->session, path_join(batch->arena, batch->out, "results.csv")),
              code_span(batch->session, path_join(batch->arena, batch->out, "index.html")));
    return STATUS_DONE;
}

static int grade_on_cluster(Batch *batch, char *const *words, size_t count) {
    if (slurm_at_work(batch)) return wait_for_jobs(batch);
    int status = take_in(batch);
    if (status != STATUS_DONE) return status;
    size_t missing;
    const Answer **todo = crew_todo(batch, &missing);
    if (missing > 0) {
        bool submitted = slurm_submit(batch, todo, missing, words, count);
        return submitted ? wait_for_jobs(batch) : STATUS_ERROR;
    }
    status = write_marks(batch);
    if (status == STATUS_DONE) tell(batch);
    return status;
}

/* words: what follows the submissions: sbatch's options. */
static int grade(Batch *batch, char *const *words, size_t count) {
    Session *session = batch->session;
    if (!read_hidden(batch)) return STATUS_ERROR;
    if (!choose_exercises(batch)) return session->failure;
    if (!take_folder(batch)) return STATUS_USAGE;
    batch->similar = session->options.similar;
    if (batch->share != NULL) return grade_share(batch);
    return session->options.slurm ? grade_on_cluster(batch, words, count) : grade_here(batch);
}

int command_grade(Session *session, int count, char **words) {
    Options *options = &session->options;
    bool submissions = options->share == NULL;
    if (count < submissions || (count > submissions && !options->slurm)) return command_usage(session);
    Options before = *options;
    Mode mode = session->mode;
    if (options->out == NULL) {
        complain(session, "say where the results go: --out DIR", "grade needs a folder for its results");
        return STATUS_USAGE;
    }
    if (options->device == DEVICE_GPU) {
        complain(session, "leave --device out", "marks are given in the simulator, which is the same on every machine");
        return STATUS_USAGE;
    }
    Arena *arena = session->scratch;
    Batch batch = {.session = session, .arena = arena, .out = options->out, .share = options->share, .lock = -1};
    if (submissions) batch.submissions = words[0];
    batch.intake = (Intake){.arena = arena, .unwalled = options->unwalled};
    if (options->deadline != NULL && !deadline_parse(options->deadline, &batch.deadline)) {
        complain(session, "write it like \"2026-11-22 23:59\" or 2026-11-22T23:59:00+01:00", "'%s' is not a time",
                 options->deadline);
        return STATUS_USAGE;
    }
    batch.jobs = options->jobs > 0 ? options->jobs : (int)system_cores();
    batch.pack_digest = provenance_pack_digest(session);
    fix_options(session);
    int status = grade(&batch, words + submissions, (size_t)count - submissions);
    close_cache(&batch);
    if (batch.lock >= 0) close(batch.lock);
    before.exercise = options->exercise;
    *options = before;
    session->mode = mode;
    return status;
}
