/* lint: checks a pack for its author. The files are read, and the lessons' launches, questions, exercises and
 * mutants are run, always in the simulator. Findings are printed as a compiler prints them, lesson by lesson. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "commands/course/lint_jobs.h"
#include "compile/compile.h"
#include "lint/linting.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { STATUS_FOUND = 1 };

typedef struct Totals {
    size_t lessons, exercises, mutants, errors, warnings, unjudged;
    json_t *lesson_list, *messages;
} Totals;

static size_t number(const json_t *report, const char *key) {
    return (size_t)json_integer_value(json_object_get(report, key));
}

/* Adds a report of lint_report.h. */
static void add_report(Totals *totals, const json_t *report) {
    json_t *messages = json_object_get(report, "messages"), *message;
    size_t i;
    json_array_foreach(messages, i, message) {
        const char *severity = json_string_value(json_object_get(message, "severity"));
        totals->errors += text_equal(severity, "error");
        totals->warnings += text_equal(severity, "warning");
    }
    json_array_extend(totals->messages, messages);
    totals->mutants += number(report, "mutants");
    totals->unjudged += number(report, "unjudged");
}

static void add_lesson(void *data, const Lesson *lesson, const json_t *report) {
    Totals *totals = data;
    totals->lessons++;
    totals->exercises += lesson->exercise_count;
    json_array_append(totals->lesson_list, json_object_get(report, "lesson"));
    add_report(totals, report);
}

/* ---- the pack ---------------------------------------------------------------------------------------------------- */

/* The architectures that solutions are tried for: that of --arch, else all that the compiler compiles for. In arena. */
static const char **wanted_archs(const Session *session, Arena *arena, size_t *count) {
    if (session->options.arch != NULL) {
        const char **one = arena_array(arena, const char *, 1);
        one[0] = session->options.arch;
        return *count = 1, one;
    }
    Toolchain toolchain;
    compile_toolchain(arena, session->options.compiler, &toolchain);
    VEC(const char *) archs = {0};
    char *list = arena_string(arena, toolchain.archs != NULL ? toolchain.archs : ""), *rest = NULL;
    for (char *name = strtok_r(list, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest))
        vec_push(arena, &archs, name);
    *count = archs.count;
    return archs.at;
}

static int finish(Session *session, Totals *totals, bool stopped) {
    Arena *arena = session->scratch;
    if (session->options.json)
        terminal_write_json(json_pack("{s:i, s:s, s:I, s:I, s:I, s:O, s:O}", "format", 1, "pack", session->pack->folder,
                                      "errors", (json_int_t)totals->errors, "warnings", (json_int_t)totals->warnings,
                                      "unjudged", (json_int_t)totals->unjudged, "lessons", totals->lesson_list,
                                      "messages", totals->messages));
    json_decref(totals->lesson_list);
    json_decref(totals->messages);
    if (stopped)
        say_styled(session, ROLE_WARNING, "Stopped.");
    else {
        Role role = totals->errors > 0 ? ROLE_BAD : totals->warnings > 0 ? ROLE_WARNING : ROLE_GOOD;
        say_gap(session);
        say_styled(session, role, "%s, %s and %s looked at: %s, %s",
                   lint_counted(arena, totals->lessons, "lesson", "lessons"),
                   lint_counted(arena, totals->exercises, "exercise", "exercises"),
                   lint_counted(arena, totals->mutants, "mutant", "mutants"),
                   lint_counted(arena, totals->errors, "error", "errors"),
                   lint_counted(arena, totals->warnings, "warning", "warnings"));
    }
    if (!stopped && totals->unjudged > 0)
        say_styled(session, ROLE_DIM, "%s not judged here, for want of the CUDA Toolkit's assembler",
                   lint_counted(arena, totals->unjudged, "question, exercise or mutant was",
                                "questions, exercises and mutants were"));
    if (stopped) return STATUS_INTERRUPTED;
    return totals->errors > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* One after another, in this process; false where Ctrl-C ended it. */
static bool lint_in_turn(Session *session, const Lesson *const *lessons, size_t count, const char **archs,
                         size_t arch_count, Totals *totals) {
    bool stopped = false;
    for (size_t i = 0; i < count && !stopped; i++) {
        json_t *report = lint_report_lesson(session, lessons[i], archs, arch_count, true);
        stopped = json_is_true(json_object_get(report, "stopped"));
        add_lesson(totals, lessons[i], report);
        json_decref(report);
    }
    return !stopped;
}

static void lint_rest(Session *session, Totals *totals) {
    json_t *report = lint_report_files(session);
    add_report(totals, report);
    json_decref(report);
}

/* only: this lesson alone, or NULL. */
static int lint_pack(Session *session, const Lesson *only) {
    Totals totals = {.lesson_list = json_array(), .messages = json_array()};
    size_t arch_count;
    const char **archs = wanted_archs(session, session->arena, &arch_count);
    VEC(const Lesson *) lessons = {0};
    for (size_t i = 0; i < session->pack->lesson_count; i++) /* a lesson of another pack is looked over there */
        if (only == NULL ? session->pack->lessons[i].folder == NULL : only == &session->pack->lessons[i])
            vec_push(session->arena, &lessons, &session->pack->lessons[i]);
    int jobs = session->options.jobs > 0 ? session->options.jobs : (int)system_cores();
    bool done =
        jobs > 1 && lessons.count > 1
            ? lint_lessons_apart(session, lessons.at, lessons.count, jobs, archs, arch_count, add_lesson, &totals)
            : lint_in_turn(session, lessons.at, lessons.count, archs, arch_count, &totals);
    if (only == NULL && done) lint_rest(session, &totals);
    lint_clear_progress();
    return finish(session, &totals, !done);
}

/* The pack, or of it the lesson of that name. */
static int lint_lessons(Session *session, const char *name) {
    const char *nearest = NULL;
    const Lesson *lesson = name != NULL ? pack_find(session->pack, name, &nearest) : NULL;
    if (name == NULL || lesson != NULL) return lint_pack(session, lesson);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                             : "name a pack's folder, a lesson, or nothing for the whole pack",
             "there is no pack and no lesson '%s'", name);
    return STATUS_USAGE;
}

/* Replaces the session's pack while another one is checked. Lint reads no progress, so that stays as it is. */
static int lint_folder(Session *session, const char *folder, const char *name) {
    Pack *before = session->pack;
    const struct Grading *grading_before = session->grading;
    char *path_before = session->pack_path, *real = realpath(folder, NULL);
    session->pack = pack_load(folder);
    session->grading = NULL;
    session->pack_path = arena_string(session->arena, real != NULL ? real : folder);
    free(real);
    int status = lint_lessons(session, name);
    pack_free(session->pack);
    session->pack = before;
    session->grading = grading_before;
    session->pack_path = path_before;
    return status;
}

/* "packs/mine/lessons/05-banks.yaml" is lesson 05-banks of packs/mine. */
static int lint_file(Session *session, const char *file) {
    Arena *arena = session->arena;
    const char *base = path_base(file), *lessons = path_parent(arena, file);
    const char *pack = strchr(lessons, '/') != NULL     ? path_parent(arena, lessons)
                       : text_equal(lessons, "lessons") ? "."
                                                        : "..";
    return lint_folder(session, pack, arena_string_n(arena, base, strlen(base) - strlen(".yaml")));
}

static int lint_named(Session *session, const char *name) {
    if (name != NULL && file_is_directory(name)) return lint_folder(session, name, NULL);
    if (name != NULL && text_ends(name, ".yaml") && file_exists(name)) return lint_file(session, name);
    if (session->options.pack == NULL && file_is_directory("lessons")) return lint_folder(session, ".", name);
    if (!session_pack(session)) return session->failure;
    return lint_lessons(session, name);
}

int command_lint(Session *session, int count, char **words) {
    Options before = session->options;
    session->options.device = DEVICE_SIM;
    session->options.schedule = SCHEDULE_LOCKSTEP;
    size_t set_count = session->set_count;
    session->set_count = 0; /* a student's own values are no part of a lesson */
    int status = lint_named(session, count > 0 ? words[0] : NULL);
    session->options = before;
    session->set_count = set_count;
    return status;
}
