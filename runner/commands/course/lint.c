/* lint: checks a pack for its author. The files are read, and the lessons' launches, questions, exercises and
 * mutants are run, always in the simulator. Findings are printed as a compiler prints them, lesson by lesson. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "compile/compile.h"
#include "lint/lint_arguments.h"
#include "lint/lint_exercises.h"
#include "lint/lint_files.h"
#include "lint/lint_grading.h"
#include "lint/lint_launches.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { STATUS_FOUND = 1 };

typedef struct Totals {
    size_t lessons, exercises, mutants, launches, errors, warnings, unjudged;
    json_t *lesson_list, *messages;
} Totals;

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void say_findings(Session *session, const DiagList *diags, Totals *totals) {
    DiagList list = lint_findings(session->scratch, diags);
    Text out = {0}, line = {0};
    lint_clear_progress(session);
    for (const Diag *diag = list.first; diag != NULL; diag = diag->next) {
        totals->errors += diag->severity == SEVERITY_ERROR;
        totals->warnings += diag->severity == SEVERITY_WARNING;
        diag_line(&line, diag);
    }
    if (line.size > 0) style_add(&out, &session->style, ROLE_PLAIN, line.data);
    text_free(&line);
    json_t *messages = json_messages(&list);
    json_array_extend(totals->messages, messages);
    json_decref(messages);
    say(session, &out);
}

/* ---- a lesson ---------------------------------------------------------------------------------------------------- */

static const char *counted(Arena *arena, size_t count, const char *one, const char *many) {
    return arena_printf(arena, "%zu %s", count, count == 1 ? one : many);
}

static const char *dodges_tried(Arena *arena, const LintedExercise *linted) {
    return linted->dodges_tried ? counted(arena, linted->dodges.count, "dodge", "dodges") : "dodges not tried";
}

/* Prints what was checked, so that the author knows how much that was where nothing was found. */
static void say_lesson(Session *session, const Linting *lint) {
    Arena *arena = session->scratch;
    say_styled(session, ROLE_DIM, "%s: %s, %s", lint->lesson->id, counted(arena, lint->launches, "launch", "launches"),
               counted(arena, lint->questions, "question", "questions"));
    for (size_t i = 0; i < lint->exercises.count; i++) {
        const LintedExercise *linted = &lint->exercises.at[i];
        say_styled(session, ROLE_DIM, "- %s: %s as shipped; %s, %s, %s, %s", linted->exercise->id,
                   linted->shipped_judged ? verdict_name[linted->shipped] : "not judged",
                   counted(arena, linted->archs.count, "architecture", "architectures"),
                   counted(arena, linted->schedules.count, "schedule", "schedules"),
                   counted(arena, linted->mutants.count, "mutant", "mutants"), dodges_tried(arena, linted));
    }
}

static json_t *json_names(const char *const *names, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(array, json_string(names[i]));
    return array;
}

static json_t *json_mutants(const LintedExercise *linted) {
    json_t *array = json_array();
    for (size_t i = 0; i < linted->mutants.count; i++) {
        const LintedMutant *mutant = &linted->mutants.at[i];
        json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "file", mutant->path, "wanted",
                                               verdict_name[mutant->stated], "verdict", verdict_name[mutant->verdict]));
    }
    return array;
}

static json_t *json_dodges(const LintedExercise *linted) {
    json_t *array = json_array();
    for (size_t i = 0; i < linted->dodges.count; i++) {
        const LintedDodge *dodge = &linted->dodges.at[i];
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:b}", "dodge", dodge->name, "what", dodge->what,
                                               "verdict", verdict_name[dodge->verdict], "harmless", dodge->harmless));
    }
    return array;
}

static json_t *json_exercise(const LintedExercise *linted) {
    json_t *object = json_pack("{s:s}", "exercise", linted->exercise->id);
    if (linted->shipped_judged) json_object_set_new(object, "shipped", json_string(verdict_name[linted->shipped]));
    if (linted->solution_tried) {
        json_object_set_new(object, "archs", json_names(linted->archs.at, linted->archs.count));
        json_object_set_new(object, "schedules", json_names(linted->schedules.at, linted->schedules.count));
    }
    if (linted->mutants_tried) json_object_set_new(object, "mutants", json_mutants(linted));
    if (linted->dodges_tried) json_object_set_new(object, "dodges", json_dodges(linted));
    return object;
}

static json_t *json_lesson(const Linting *lint) {
    json_t *exercises = json_array();
    for (size_t i = 0; i < lint->exercises.count; i++)
        json_array_append_new(exercises, json_exercise(&lint->exercises.at[i]));
    return json_pack("{s:s, s:I, s:I, s:o}", "lesson", lint->lesson->id, "launches", (json_int_t)lint->launches,
                     "questions", (json_int_t)lint->questions, "exercises", exercises);
}

static void run_lesson(Linting *lint) {
    const Lesson *lesson = lint->lesson;
    lint_lesson(lint->session->pack, lesson, lint->session->scratch, &lint->diags);
    bool read = source_of_lesson(lint->session, lint->session->scratch, lesson, &lint->kernels);
    if (!read) return; /* the loader has reported it */
    lint_arguments(lint);
    lint_steps(lint);
    lint_trivia(lint);
    lint_exercises(lint);
    lint_grading(lint);
}

/* Checks one lesson and prints its findings; false where Ctrl-C ended it. */
static bool lint_one(Session *session, const Lesson *lesson, const char **archs, size_t arch_count, Totals *totals) {
    session_renew_scratch(session);
    Linting lint = {.session = session,
                    .lesson = lesson,
                    .arch = session_arch(session),
                    .archs = archs,
                    .arch_count = arch_count,
                    .diags = diag_list(session->scratch)};
    for (const Diag *diag = lesson->diags.first; diag != NULL; diag = diag->next)
        diag_add(&lint.diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    if (lesson->usable) run_lesson(&lint);
    if (!lint.stopped) say_findings(session, &lint.diags, totals);
    if (!lint.stopped && lesson->usable) say_lesson(session, &lint);
    totals->lessons++;
    totals->exercises += lesson->exercise_count;
    for (size_t i = 0; i < lint.exercises.count; i++) totals->mutants += lint.exercises.at[i].mutants.count;
    totals->launches += lint.launches;
    totals->unjudged += lint.unjudged;
    json_array_append_new(totals->lesson_list, json_lesson(&lint));
    return !lint.stopped;
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
                   counted(arena, totals->lessons, "lesson", "lessons"),
                   counted(arena, totals->exercises, "exercise", "exercises"),
                   counted(arena, totals->mutants, "mutant", "mutants"),
                   counted(arena, totals->errors, "error", "errors"),
                   counted(arena, totals->warnings, "warning", "warnings"));
    }
    if (!stopped && totals->unjudged > 0)
        say_styled(session, ROLE_DIM, "%s not judged here, for want of the CUDA Toolkit's assembler",
                   counted(arena, totals->unjudged, "question, exercise or mutant was",
                           "questions, exercises and mutants were"));
    if (stopped) return STATUS_INTERRUPTED;
    return totals->errors > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* only: this lesson alone, or NULL. */
static int lint_pack(Session *session, const Lesson *only) {
    Totals totals = {.lesson_list = json_array(), .messages = json_array()};
    size_t arch_count;
    const char **archs = wanted_archs(session, session->arena, &arch_count);
    bool stopped = false;
    for (size_t i = 0; i < session->pack->lesson_count && !stopped; i++)
        /* a lesson of another pack is looked over there */
        if (only == NULL ? session->pack->lessons[i].folder == NULL : only == &session->pack->lessons[i])
            stopped = !lint_one(session, &session->pack->lessons[i], archs, arch_count, &totals);
    if (only == NULL && !stopped) {
        session_renew_scratch(session);
        DiagList diags = diag_list(session->scratch);
        for (const Diag *diag = session->pack->diags.first; diag != NULL; diag = diag->next)
            diag_add(&diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
        lint_files(session->pack, session->scratch, &diags);
        lint_grading_file(session, &diags);
        say_findings(session, &diags, &totals);
    }
    lint_clear_progress(session);
    return finish(session, &totals, stopped);
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
