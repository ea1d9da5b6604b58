/* See lint_report.h. */
#include "commands/course/lint_report.h"

#include "lint/lint_arguments.h"
#include "lint/lint_exercises.h"
#include "lint/lint_files.h"
#include "lint/lint_grading.h"
#include "lint/lint_launches.h"
#include "teach/launch/devices.h"
#include "teach/say.h"

/* ---- findings ---------------------------------------------------------------------------------------------------- */

json_t *lint_report_findings(Session *session, const DiagList *diags) {
    DiagList list = lint_findings(session->scratch, diags);
    Text out = {0}, line = {0};
    lint_clear_progress();
    for (const Diag *diag = list.first; diag != NULL; diag = diag->next) diag_line(&line, diag);
    if (line.size > 0) style_add(&out, &session->style, ROLE_PLAIN, line.data);
    text_free(&line);
    say(session, &out);
    return json_messages(&list);
}

/* ---- a lesson ---------------------------------------------------------------------------------------------------- */

const char *lint_counted(Arena *arena, size_t count, const char *one, const char *many) {
    return arena_printf(arena, "%zu %s", count, count == 1 ? one : many);
}

static const char *dodges_tried(Arena *arena, const LintedExercise *linted) {
    return linted->dodges_tried ? lint_counted(arena, linted->dodges.count, "dodge", "dodges") : "dodges not tried";
}

/* Prints what was checked, so that the author knows how much that was where nothing was found. */
static void say_lesson(Session *session, const Linting *lint) {
    Arena *arena = session->scratch;
    say_styled(session, ROLE_DIM, "%s: %s, %s", lint->lesson->id,
               lint_counted(arena, lint->launches, "launch", "launches"),
               lint_counted(arena, lint->questions, "question", "questions"));
    for (size_t i = 0; i < lint->exercises.count; i++) {
        const LintedExercise *linted = &lint->exercises.at[i];
        say_styled(session, ROLE_DIM, "- %s: %s as shipped; %s, %s, %s, %s", linted->exercise->id,
                   linted->shipped_judged ? verdict_name[linted->shipped] : "not judged",
                   lint_counted(arena, linted->archs.count, "architecture", "architectures"),
                   lint_counted(arena, linted->schedules.count, "schedule", "schedules"),
                   lint_counted(arena, linted->mutants.count, "mutant", "mutants"), dodges_tried(arena, linted));
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

json_t *lint_report_lesson(Session *session, const Lesson *lesson, const char **archs, size_t arch_count,
                           bool shows_progress) {
    session_renew_scratch(session);
    Linting lint = {.session = session,
                    .lesson = lesson,
                    .arch = session_arch(session),
                    .archs = archs,
                    .arch_count = arch_count,
                    .shows_progress = shows_progress,
                    .diags = diag_list(session->scratch)};
    for (const Diag *diag = lesson->diags.first; diag != NULL; diag = diag->next)
        diag_add(&lint.diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    if (lesson->usable) run_lesson(&lint);
    json_t *messages = lint.stopped ? json_array() : lint_report_findings(session, &lint.diags);
    if (!lint.stopped && lesson->usable) say_lesson(session, &lint);
    size_t mutants = 0;
    for (size_t i = 0; i < lint.exercises.count; i++) mutants += lint.exercises.at[i].mutants.count;
    return json_pack("{s:o, s:o, s:I, s:I, s:b}", "lesson", json_lesson(&lint), "messages", messages, "mutants",
                     (json_int_t)mutants, "unjudged", (json_int_t)lint.unjudged, "stopped", lint.stopped);
}

json_t *lint_report_files(Session *session) {
    session_renew_scratch(session);
    DiagList diags = diag_list(session->scratch);
    for (const Diag *diag = session->pack->diags.first; diag != NULL; diag = diag->next)
        diag_add(&diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    lint_files(session->pack, session->scratch, &diags);
    lint_grading_file(session, &diags);
    return json_pack("{s:o}", "messages", lint_report_findings(session, &diags));
}
