/* See lint_dodges.h. */
#include "lint/lint_dodges.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "lint/dodges.h"
#include "lint/lint_files.h"
#include "teach/exercises.h"

enum { DODGE_DRAWS = 4, DODGE_TIMEOUT = 20 }; /* draws as for a mutant; seconds for a launch */

/* What the solution leaves is where the constants come from. NULL where it does not pass. */
static Dodge *make_dodges(Linting *lint, const Exercise *exercise, const Source *solution, size_t *made) {
    Session *session = lint->session;
    Arena *arena = session->scratch;
    ExerciseJob job = {.lesson = lint->lesson,
                       .exercise = exercise,
                       .source = solution,
                       .reference = &lint->kernels,
                       .reference_arch = lint->arch,
                       .keep_bytes = true};
    size_t count;
    LaunchOutcome **outcomes = exercise_execute(session, &job, &count);
    const LaunchOutcome *last = outcomes[count - 1];
    lint->launches += count;
    lint->stopped |= last->interrupted;
    lint->no_compiler |= last->no_compiler;
    Dodge *dodges = NULL;
    if (last->ran && last->verdict == VERDICT_PASSED) {
        const Launch **launches = arena_array(arena, const Launch *, count);
        for (size_t i = 0; i < count; i++) launches[i] = &outcomes[i]->prepared.launch;
        dodges = dodges_make(solution->text, launches, count, arena, made);
    }
    for (size_t i = 0; i < count; i++) outcome_free(outcomes[i]);
    return dodges;
}

static bool is_harmless(const Exercise *exercise, const char *name) {
    for (size_t i = 0; i < exercise->harmless_count; i++)
        if (text_equal(exercise->harmless[i], name)) return true;
    return false;
}

/* One file a dodge: EXERCISE.NAME.cu. */
static void write_dodge(Linting *lint, const Exercise *exercise, const Dodge *dodge) {
    Arena *arena = lint->session->scratch;
    const char *folder = lint->session->options.dodges;
    char *path = path_join(arena, folder, arena_printf(arena, "%s.%s.cu", exercise->id, dodge->name));
    char *text = arena_printf(arena, "// verdict: missed - %s\n%s", dodge->what, dodge->text);
    if (!file_write(path, text, strlen(text)))
        diag_add(&lint->diags, SEVERITY_ERROR, (Loc){path, 0, 0}, NULL, "this file cannot be written: %s",
                 strerror(errno));
}

/* The verdict with the first draw that does not let the dodge pass: a student's answer has only one. */
static Judgement judge_dodge(Linting *lint, const Exercise *exercise, const Source *source) {
    unsigned draws = exercise_draws(exercise) ? DODGE_DRAWS : 1;
    Judgement judgement = lint_judge(lint, exercise, source, false, 0);
    for (unsigned draw = 1; draw < draws && judgement.known && judgement.verdict == VERDICT_PASSED; draw++)
        judgement = lint_judge(lint, exercise, source, false, draw);
    return judgement;
}

static void lint_dodge(Linting *lint, LintedExercise *linted, const char *path, const Dodge *dodge) {
    const Exercise *exercise = linted->exercise;
    lint_progress(lint, "dodge %s of %s", dodge->name, exercise->id);
    Source source = {.path = path, .name = path, .text = dodge->text, .size = strlen(dodge->text)};
    if (source.size > FILE_TEXT_LIMIT) return;
    if (lint->session->options.dodges != NULL) write_dodge(lint, exercise, dodge);
    Judgement judgement = judge_dodge(lint, exercise, &source);
    if (!judgement.known || judgement.verdict == VERDICT_UNCOMPILED || judgement.verdict == VERDICT_ERROR) return;
    LintedDodge judged = {dodge->name, dodge->what, judgement.verdict, is_harmless(exercise, dodge->name)};
    vec_push(lint->session->scratch, &linted->dodges, judged);
    if (judgement.unassembled)
        lint_unjudged(lint, exercise->loc, arena_printf(lint->session->scratch, "the dodge '%s'", dodge->name));
    else if (judgement.verdict == VERDICT_PASSED && !judged.harmless)
        diag_add(&lint->diags, SEVERITY_WARNING, exercise->loc,
                 "add a goal; where that is a right answer, name it under `harmless`",
                 "the goals of exercise '%s' let the dodge '%s' pass: %s", exercise->id, dodge->name, dodge->what);
}

/* A name that stands for nothing any more hides the next mistake. */
static void lint_harmless(Linting *lint, const LintedExercise *linted) {
    const Exercise *exercise = linted->exercise;
    for (size_t i = 0; i < exercise->harmless_count; i++) {
        const LintedDodge *found = NULL;
        for (size_t d = 0; d < linted->dodges.count; d++)
            if (text_equal(linted->dodges.at[d].name, exercise->harmless[i])) found = &linted->dodges.at[d];
        if (found != NULL && found->verdict == VERDICT_PASSED) continue;
        diag_add(&lint->diags, SEVERITY_WARNING, exercise->loc, "take it out of `harmless`",
                 found == NULL ? "exercise '%s' has no dodge '%s'" : "exercise '%s' does not let the dodge '%s' pass",
                 exercise->id, exercise->harmless[i]);
    }
}

void lint_dodges(Linting *lint, LintedExercise *linted) {
    Session *session = lint->session;
    const Exercise *exercise = linted->exercise;
    const char *path = lint_path(session->pack, session->scratch, "solutions", exercise->file), *why;
    Source solution;
    if (source_read(session->scratch, path, &solution, &why) != SOURCE_READ) return;
    size_t count = 0;
    Dodge *dodges = make_dodges(lint, exercise, &solution, &count);
    if (dodges == NULL) return;
    linted->dodges_tried = true;
    int timeout = session->options.timeout;
    if (timeout > DODGE_TIMEOUT) session->options.timeout = DODGE_TIMEOUT;
    for (size_t i = 0; i < count && !lint->stopped && !lint->no_compiler; i++)
        lint_dodge(lint, linted, path, &dodges[i]);
    session->options.timeout = timeout;
    if (!lint->stopped && !lint->no_compiler) lint_harmless(lint, linted);
}
