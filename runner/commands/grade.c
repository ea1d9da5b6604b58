/* grade: a batch of submissions to marks. */
#include "grade/grading.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "commands/commands.h"
#include "compile/compile.h"
#include "compile/walls.h"
#include "teach/devices.h"
#include "teach/provenance.h"
#include "teach/say.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

static const char marker[] = "Results of `warpschool grade`. What is in this folder is written again by each run.\n";

/* A new or empty folder, or one that a grade has made. */
static bool take_folder(Grading *grading) {
    Session *session = grading->session;
    const char *mark = path_join(grading->arena, grading->out, "README"), *why;
    size_t count = 0, size;
    const char *text = file_exists(mark) ? file_read_text(grading->arena, mark, &size, &why) : NULL;
    if (text != NULL && text_equal(text, marker)) return true;
    if (file_exists(grading->out) && (path_list(grading->arena, grading->out, "", &count, &why) == NULL || count > 0)) {
        complain(session, "give a new or an empty folder with --out DIR", "%s is not a folder of results",
                 grading->out);
        return false;
    }
    if (file_write(mark, marker, sizeof marker - 1)) return true;
    complain(session, NULL, "%s cannot be written: %s", grading->out, strerror(errno));
    return false;
}

/* The processes of a run that was killed end a moment after it. */
static bool lock_folder(Grading *grading) {
    enum { TRIES = 50, PAUSE_MS = 100 };
    grading->lock = open(path_join(grading->arena, grading->out, "README"), O_RDONLY | O_CLOEXEC);
    for (int i = 0; i < TRIES && grading->lock >= 0; i++) {
        if (flock(grading->lock, LOCK_EX | LOCK_NB) == 0) return true;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
    complain(grading->session, "wait for it, or give another folder", "another `grade` works in %s", grading->out);
    return false;
}

static bool add_exercise(Grading *grading, const Lesson *lesson, const Exercise *exercise) {
    Session *session = grading->session;
    for (size_t i = 0; i < grading->gradeds.count; i++)
        if (grading->gradeds.at[i].exercise == exercise) return true;
    Source reference;
    if (!source_of_lesson(session, grading->arena, lesson, &reference)) return false;
    vec_push(grading->arena, &grading->gradeds, (Graded){lesson, exercise, reference.text});
    return true;
}

/* Those of --exercise, separated by commas, else all of the pack. */
static bool choose_exercises(Grading *grading) {
    Session *session = grading->session;
    if (session->options.exercise == NULL) {
        for (size_t i = 0; i < session->pack->lesson_count; i++) {
            const Lesson *lesson = &session->pack->lessons[i];
            for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
                if (!add_exercise(grading, lesson, &lesson->exercises[k])) return false;
        }
        if (grading->gradeds.count == 0) complain(session, NULL, "the pack has no exercise");
        return grading->gradeds.count > 0;
    }
    for (const char *at = session->options.exercise; *at != '\0';) {
        size_t size = strcspn(at, ",");
        Lesson *lesson = NULL;
        Exercise *exercise = session_find_exercise(session, arena_string_n(grading->arena, at, size), &lesson);
        if (exercise == NULL || !add_exercise(grading, lesson, exercise)) return false;
        at += size;
        at += *at == ',';
    }
    return true;
}

/* Files of other people are neither unpacked nor compiled where the system cannot keep them from this machine's
 * files. */
static bool has_walls(Grading *grading, const Toolchain *toolchain) {
    Session *session = grading->session;
    bool compiler = toolchain->isolation != NULL && !text_equal(toolchain->isolation, "source check");
    if (compiler && archive_has_walls(grading->intake.empty)) return true;
    if (session->options.unwalled) return true;
    complain(session,
             "grade on a Linux with Landlock (5.13 or newer), or as a user who may make user namespaces; or say "
             "--unwalled, where every file comes from people whom you trust with this machine's files",
             "this system has no walls: a submission could read files that are not its own");
    return false;
}

static bool find_compiler(Grading *grading) {
    Session *session = grading->session;
    Toolchain toolchain;
    compile_toolchain(grading->arena, session->options.compiler, &toolchain);
    if (!has_walls(grading, &toolchain)) return false;
    if (toolchain.archs == NULL) {
        complain(session, "`doctor` says what is missing", "no compiler for CUDA was found");
        return false;
    }
    bool clang = toolchain.uses_clang;
    grading->compiler = arena_printf(grading->arena, "%s %d.%d", clang ? "clang" : "nvrtc",
                                     clang ? toolchain.clang_major : toolchain.nvrtc_major,
                                     clang ? toolchain.clang_minor : toolchain.nvrtc_minor);
    return true;
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

static bool read_submissions(Grading *grading) {
    Session *session = grading->session;
    const char *why;
    if (!folder_read(&grading->intake, grading->submissions, &why)) {
        complain(session, NULL, "%s %s", grading->submissions, why);
        return false;
    }
    grading->layout = layout_students(&grading->intake, grading->submissions, &grading->students);
    if (grading->students.count > 0) return true;
    complain(session, "give a folder with a folder or an archive for each student, or what a platform let you download",
             "there are no submissions in %s", grading->submissions);
    return false;
}

static void name_results(Grading *grading) {
    for (size_t i = 0; i < grading->answers.count; i++) {
        Answer *answer = &grading->answers.at[i];
        if (answer->file != NULL) answer->key = journal_key(grading, answer->graded, answer->file);
    }
}

static void tell(Grading *grading) {
    Session *session = grading->session;
    size_t missing = 0;
    for (size_t i = 0; i < grading->answers.count; i++) missing += grading->answers.at[i].key == NULL;
    say_prose(session,
              "%zu students (%s), %zu exercises: %zu files judged, %zu missing. The marks are in %s, to begin with in "
              "%s.",
              grading->students.count, grading->layout, grading->gradeds.count, grading->answers.count - missing,
              missing, code_span(session, path_join(grading->arena, grading->out, "results.csv")),
              code_span(session, path_join(grading->arena, grading->out, "index.html")));
}

static int grade(Grading *grading) {
    Session *session = grading->session;
    if (!choose_exercises(grading)) return session->failure;
    if (!take_folder(grading) || !lock_folder(grading)) return STATUS_USAGE;
    journal_clean(grading);
    grading->intake.empty = path_join(grading->arena, grading->out, "journal/empty");
    if (!file_make_directories(grading->intake.empty)) return STATUS_ERROR;
    char absolute[4096];
    if (realpath(grading->intake.empty, absolute) != NULL)
        grading->intake.empty = arena_string(grading->arena, absolute);
    if (!find_compiler(grading)) return STATUS_ERROR;
    if (!read_submissions(grading)) return STATUS_USAGE;
    assign_answers(grading->arena, &grading->students, &grading->gradeds, &grading->intake.deadline, &grading->answers);
    name_results(grading);
    if (!crew_judge(grading)) return *terminal_interrupted() ? STATUS_INTERRUPTED : STATUS_ERROR;
    if (!marks_write(grading)) {
        complain(session, NULL, "the results cannot be written to %s: %s", grading->out, strerror(errno));
        return STATUS_ERROR;
    }
    tell(grading);
    return STATUS_DONE;
}

int command_grade(Session *session, int count, char **words) {
    if (count == 0) return command_usage(session);
    Options *options = &session->options;
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
    Grading grading = {.session = session, .arena = arena, .out = options->out, .submissions = words[0], .lock = -1};
    grading.intake = (Intake){.arena = arena, .unwalled = options->unwalled};
    if (options->deadline != NULL && !deadline_parse(options->deadline, &grading.intake.deadline)) {
        complain(session, "write it like \"2026-11-22 23:59\" or 2026-11-22T23:59:00+01:00", "'%s' is not a time",
                 options->deadline);
        return STATUS_USAGE;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    grading.jobs = options->jobs > 0 ? options->jobs : cores > 0 ? (int)cores : 1;
    grading.pack_digest = provenance_pack_digest(session);
    fix_options(session);
    int status = grade(&grading);
    if (grading.lock >= 0) close(grading.lock);
    before.exercise = options->exercise;
    *options = before;
    session->mode = mode;
    return status;
}
