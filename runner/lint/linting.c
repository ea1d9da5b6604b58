#include "lint/linting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "teach/exercises.h"

static const double SLOW_LAUNCH = 2; /* seconds: longer ones keep a class waiting */

/* ---- one launch -------------------------------------------------------------------------------------------------- */

bool lint_note(Linting *lint, const LaunchOutcome *outcome) {
    lint->launches++;
    lint->stopped |= outcome->interrupted;
    if (outcome->no_compiler && !lint->no_compiler) {
        const Diag *diag = outcome->diags.first;
        diag_add(&lint->diags, SEVERITY_ERROR, (Loc){lint->lesson->path, 0, 0}, diag != NULL ? diag->hint : NULL,
                 "nothing of it can be launched: %s", diag != NULL ? diag->message : "there is no CUDA compiler here");
    }
    lint->no_compiler |= outcome->no_compiler;
    for (const Diag *diag = outcome->diags.first; diag != NULL && !lint->no_compiler; diag = diag->next)
        diag_add(&lint->diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    return !lint->stopped && !lint->no_compiler;
}

bool lint_launch(Linting *lint, const LaunchJob *job, LaunchOutcome **outcome) {
    *outcome = launch_execute(lint->session, job);
    return lint_note(lint, *outcome);
}

static const char *first_finding(const Result *result) {
    for (size_t i = 0; i < result->finding_count; i++)
        if (!result->findings[i].warning) return result->findings[i].message;
    return NULL;
}

static const char *mismatch_sentence(Arena *arena, const Mismatch *mismatch) {
    if (mismatch->secret)
        return arena_printf(arena, "%zu of %zu elements of %s differ", mismatch->count, mismatch->total,
                            mismatch->buffer);
    if (mismatch->poisoned) return arena_printf(arena, "%s[%zu] was never written", mismatch->buffer, mismatch->index);
    return arena_printf(arena, "%s[%zu] is %.10g, not %.10g", mismatch->buffer, mismatch->index, mismatch->got,
                        mismatch->expected);
}

static const char *first_missed(Arena *arena, const LaunchReport *report) {
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *goal = &report->outcomes[i];
        if (!goal->met && !goal->elsewhere)
            return arena_printf(arena, "%s, but %s", goal->wanted, goal->evaluated ? goal->now : goal->error);
    }
    return NULL;
}

const char *lint_reason(const Linting *lint, const LaunchOutcome *outcome) {
    Arena *arena = lint->session->scratch;
    const char *why = NULL;
    if (!outcome->ran)
        why = outcome->diags.first != NULL ? outcome->diags.first->message : "it did not run";
    else if (outcome->result.error != NULL)
        why = outcome->result.error;
    else if (outcome->verdict == VERDICT_STUCK || outcome->verdict == VERDICT_UNSAFE)
        why = first_finding(&outcome->result);
    else if (outcome->verdict == VERDICT_WRONG && outcome->judged.mismatch.buffer != NULL)
        why = mismatch_sentence(arena, &outcome->judged.mismatch);
    else
        why = first_missed(arena, &outcome->report);
    return why != NULL ? arena_string(arena, why) : "no reason was given";
}

void lint_unjudged(Linting *lint, Loc loc, const char *what) {
    lint->unjudged++;
    diag_add(&lint->diags, SEVERITY_NOTE, loc, NULL,
             "%s was not judged here: only the CUDA Toolkit's assembler tells it", what);
}

void lint_duration(Linting *lint, const LaunchOutcome *outcome, Loc loc) {
    if (!outcome->ran || outcome->result.host_seconds <= SLOW_LAUNCH) return;
    for (const Diag *diag = lint->diags.first; diag != NULL;
         diag = diag->next) /* once for each launch, which may run several times */
        if (diag->loc.line == loc.line && text_starts(diag->message, "this launch takes ")) return;
    diag_add(&lint->diags, SEVERITY_WARNING, loc, "a smaller one shows the same sooner",
             "this launch takes %.1f seconds in the simulator", outcome->result.host_seconds);
}

void lint_filled_text(Linting *lint, const char *markdown, const LaunchEnv *env, Loc loc) {
    if (markdown != NULL) (void)interpolate_markdown(lint->session->scratch, markdown, &env->env, loc, &lint->diags);
}

/* ---- one exercise ------------------------------------------------------------------------------------------------ */

/* Reports the simulator's warnings about a solution, unless the exercise asks for a defect. */
static void note_warnings(Linting *lint, const LaunchOutcome *outcome, const char *path) {
    const Result *result = &outcome->result;
    bool defect_wanted = result_findings(result, FINDING_ANY) > 0;
    for (size_t i = 0; outcome->ran && !defect_wanted && i < result->finding_count; i++)
        if (result->findings[i].warning)
            diag_add(&lint->diags, SEVERITY_WARNING,
                     (Loc){path, result->findings[i].loc.line, result->findings[i].loc.column}, NULL, "%s",
                     result->findings[i].message);
}

static bool lacks_assembler(const LaunchOutcome *outcome) {
    for (size_t i = 0; i < outcome->report.outcome_count; i++)
        if (outcome->report.outcomes[i].unassembled) return true;
    return false;
}

Judgement lint_judge(Linting *lint, const Exercise *exercise, const Source *source, bool solution, unsigned draw) {
    Session *session = lint->session;
    size_t count;
    /* Reference kernels are compiled for one architecture only: their results do not depend on it, and compiling
     * takes most of the time. */
    ExerciseJob job = {.lesson = lint->lesson,
                       .exercise = exercise,
                       .source = source,
                       .reference = &lint->kernels,
                       .reference_arch = lint->arch,
                       .draw = draw};
    LaunchOutcome **outcomes = exercise_execute(session, &job, &count);
    const LaunchOutcome *last = outcomes[count - 1];
    lint->launches += count;
    lint->stopped |= last->interrupted;
    lint->no_compiler |= last->no_compiler;
    Judgement judgement = {.known = !last->interrupted && !last->no_compiler,
                           .verdict = last->verdict,
                           .reason = lint_reason(lint, last),
                           .launch = count};
    for (size_t i = 0; solution && i < count; i++) {
        note_warnings(lint, outcomes[i], source->path);
        for (size_t g = 0; outcomes[i]->ran && g < exercise->goal_count; g++)
            lint_filled_text(lint, exercise->goals[g].say, &outcomes[i]->env, expr_loc(exercise->goals[g].expr));
        lint_duration(lint, outcomes[i], exercise->launches[i].loc);
    }
    for (size_t i = 0; i < count; i++) {
        judgement.unassembled |= judgement.verdict == VERDICT_PASSED && lacks_assembler(outcomes[i]);
        outcome_free(outcomes[i]);
    }
    return judgement;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

typedef struct Found {
    const Diag *diag;
    size_t order; /* in which it was found */
} Found;

static int by_place(const void *left, const void *right) {
    const Found *a = left, *b = right;
    const Loc *first = &a->diag->loc, *second = &b->diag->loc;
    int order = strcmp(first->file != NULL ? first->file : "", second->file != NULL ? second->file : "");
    if (order != 0) return order;
    if (first->line != second->line) return first->line < second->line ? -1 : 1;
    if (first->column != second->column) return first->column < second->column ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

/* Was the same found before? Several launches of one file give the same messages. */
static bool was_found(const Found *all, size_t count, const Diag *diag) {
    for (size_t i = 0; i < count; i++)
        if (all[i].diag->loc.line == diag->loc.line && all[i].diag->loc.column == diag->loc.column &&
            text_equal(all[i].diag->message, diag->message) && text_equal(all[i].diag->loc.file, diag->loc.file))
            return true;
    return false;
}

DiagList lint_findings(Arena *arena, const DiagList *diags) {
    VEC(Found) all = {0};
    for (const Diag *diag = diags->first; diag != NULL; diag = diag->next)
        if (!was_found(all.at, all.count, diag)) vec_push(arena, &all, (Found){diag, all.count});
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, by_place);
    DiagList list = diag_list(arena);
    for (size_t i = 0; i < all.count; i++) {
        const Diag *diag = all.at[i].diag;
        diag_add(&list, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    }
    return list;
}

/* ---- on a terminal ----------------------------------------------------------------------------------------------- */

static bool shown; /* a line stands there */

void lint_show_progress(const Session *session, const char *line) {
    if (session->options.json || !isatty(STDERR_FILENO) || !isatty(STDOUT_FILENO)) return;
    fprintf(stderr, "\r\033[K%.*s", session->style.width - 1, text_printable(session->scratch, line, strlen(line)));
    fflush(stderr);
    shown = true;
}

void lint_progress(const Linting *lint, const char *format, ...) {
    if (!lint->shows_progress) return;
    va_list args;
    va_start(args, format);
    char *what = arena_vprintf(lint->session->scratch, format, args);
    va_end(args);
    lint_show_progress(lint->session, arena_printf(lint->session->scratch, "%s: %s", lint->lesson->id, what));
}

void lint_clear_progress(void) {
    if (shown) fputs("\r\033[K", stderr);
    shown = false;
}
