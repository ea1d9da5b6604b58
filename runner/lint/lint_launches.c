/* Lint: the launches of a lesson, what it expects of them, and its questions. */
#include "lint/lint_launches.h"

#include <string.h>

#include "lint/lint_files.h"
#include "teach/question.h"
#include "teach/steps.h"

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* The measured answer must be exactly one of the choices. */
static void lint_answer(Linting *lint, const Question *question, const Measured *measured) {
    size_t right = 0;
    for (size_t i = 0; i < question->choice_count; i++) {
        Value choice = lint_choice_value(lint->lesson, question->choices[i], lint->session->scratch);
        bool equal =
            choice.kind != VALUE_TEXT && measured->value.kind != VALUE_TEXT && value_equal(choice, measured->value);
        right += equal || question_is_right(question, measured, question->choices[i]);
    }
    if (right != 1)
        diag_add(&lint->diags, SEVERITY_ERROR, expr_loc(question->answer), "the choices hold the right answer once",
                 "the answer is %s, and %s", measured->text,
                 right == 0 ? "none of the choices is that" : "more than one of the choices is that");
}

/* Without choices the student types the answer, and must be able to. */
static void lint_typed_answer(Linting *lint, const Question *question, const Measured *measured) {
    const Value *value = &measured->value;
    double rounded = 0;
    bool real = value->kind == VALUE_REAL && text_to_f64(measured->text, &rounded) && rounded != value->real;
    if (value->kind == VALUE_TEXT)
        diag_add(&lint->diags, SEVERITY_WARNING, question->loc, "add `choices`",
                 "the answer is '%s', in words that a student has to guess", measured->text);
    else if (real && question->tolerance == 0)
        diag_add(&lint->diags, SEVERITY_WARNING, question->loc, "add `tolerance: 0.01`",
                 "the answer is %.17g, and nobody types all of these digits", value->real);
}

static void note_gpu_metric(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Metric metric = metric_find(name);
    if (metric != METRIC_NONE && metric_needs_gpu(metric)) *(bool *)context = true;
}

/* Has the answer a value only where there is a GPU? */
static bool needs_gpu(const Question *question) {
    bool found = false;
    expr_each_name(question->answer, note_gpu_metric, &found);
    return found;
}

static void lint_evaluated(Linting *lint, const Question *question, const LaunchEnv *env) {
    Measured measured = question_evaluate(lint->session, question, env);
    if (measured.unassembled)
        lint_unjudged(lint, expr_loc(question->answer), "this answer");
    else if (!measured.known && !needs_gpu(question))
        diag_add(&lint->diags, SEVERITY_ERROR, expr_loc(question->answer), NULL, "this answer has no value: %s",
                 measured.why_not);
    else if (measured.known && question->choice_count > 0)
        lint_answer(lint, question, &measured);
    else if (measured.known)
        lint_typed_answer(lint, question, &measured);
    lint_filled_text(lint, question->why, env, question->loc);
}

/* Whether a {{ }} of the text holds the name as a word. */
static bool shows(const char *text, const char *name) {
    size_t size = strlen(name);
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(open + 2, "{{")) {
        const char *close = strstr(open, "}}");
        if (close == NULL) return false;
        for (const char *at = open + 2; at < close;) {
            size_t word = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
            if (word == size && memcmp(at, name, size) == 0) return true;
            at += word > 0 ? word : 1;
        }
    }
    return false;
}

/* A text before a launch has the parameters' own values, also where the launch changes them. */
static void lint_overridden(Linting *lint, const char *text, const Binding *with, size_t count, Loc loc) {
    for (size_t i = 0; text != NULL && i < count; i++) {
        const Param *param = lesson_param(lint->lesson, with[i].name);
        if (param != NULL && param->initial != with[i].value && shows(text, with[i].name))
            diag_add(&lint->diags, SEVERITY_WARNING, loc, "write the launch's value out in the text",
                     "the text shows {{ %s }}, and its launch has %s = %lld by `with`", with[i].name, with[i].name,
                     (long long)with[i].value);
    }
}

static void lint_asked(Linting *lint, const Question *question) {
    lint_overridden(lint, question->ask, question->with, question->with_count, question->loc);
    if (question->launch != NULL)
        lint_overridden(lint, question->ask, question->launch->with, question->launch->with_count, question->loc);
}

static void lint_question(Linting *lint, const Question *question) {
    LaunchEnv env;
    lesson_env(lint->session, lint->lesson, &env);
    lint_filled_text(lint, question->ask, &env, question->loc);
    if (question->launch == NULL) {
        lint_evaluated(lint, question, &env);
        return;
    }
    LaunchJob job = {.lesson = lint->lesson,
                     .spec = question->launch,
                     .label = "question",
                     .source = &lint->kernels,
                     .reference = &lint->kernels,
                     .overrides = question->with,
                     .override_count = question->with_count};
    LaunchOutcome *outcome;
    if (lint_launch(lint, &job, &outcome) && outcome->ran) lint_evaluated(lint, question, &outcome->env);
    outcome_free(outcome);
}

void lint_trivia(Linting *lint) {
    for (size_t i = 0; i < lint->lesson->trivia_count && !lint->stopped && !lint->no_compiler; i++) {
        lint_progress(lint, "question %s", lint->lesson->trivia[i].id);
        lint->questions++;
        lint_asked(lint, &lint->lesson->trivia[i]);
        lint_question(lint, &lint->lesson->trivia[i]);
    }
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void lint_expectations(Linting *lint, const LaunchOutcome *outcome, const char *label, Loc loc) {
    bool missed = false;
    for (size_t i = 0; i < outcome->report.outcome_count; i++) {
        const GoalOutcome *goal = &outcome->report.outcomes[i];
        if (goal->met || goal->elsewhere) continue;
        missed = true;
        diag_add(&lint->diags, SEVERITY_ERROR, expr_loc(goal->goal->expr), NULL, "%s: expected %s, but %s", label,
                 goal->wanted, goal->evaluated ? goal->now : goal->error);
    }
    if (missed && outcome->result.status == RUN_REFUSED)
        diag_add(&lint->diags, SEVERITY_NOTE, loc, NULL, "%s was refused: %s", label, lint_reason(lint, outcome));
    if (!missed && outcome->verdict != VERDICT_PASSED)
        diag_add(&lint->diags, SEVERITY_ERROR, loc,
                 "where that is what the lesson shows, say so under `expect`, as in 'findings.race > 0'",
                 "%s is %s: %s", label, verdict_name[outcome->verdict], lint_reason(lint, outcome));
}

/* Does the step's own launch answer its prediction? Then it need not run again. */
static bool measures_prediction(const Step *step) {
    return step->kind == STEP_LAUNCH && step->predict != NULL && step->predict->launch == step->launch &&
           step->predict->with_count == 0;
}

/* A kernel that only a GPU's large launch is judged by would be missed only there. */
static void lint_gpu_reference(Linting *lint, const LaunchOutcome *outcome) {
    const GpuSpec *gpu = outcome->prepared.spec->gpu;
    if (gpu == NULL || gpu->reference == NULL) return;
    if (image_resources(outcome->prepared.launch.image, gpu->reference) != NULL) return;
    diag_add(&lint->diags, SEVERITY_ERROR, gpu->loc, "name a kernel of the lesson's file", "there is no kernel '%s'",
             gpu->reference);
}

/* Notes which metrics differ between the rows of a step's table. */
static void note_row(Linting *lint, const Metrics *row) {
    if (lint->rows++ == 0) {
        lint->first_row = *row;
        memset(lint->varies, 0, sizeof lint->varies);
    }
    const Metrics *first = &lint->first_row;
    for (size_t m = 0; m < metric_count; m++)
        lint->varies[m] |= first->known[m] != row->known[m] || (row->known[m] && first->value[m] != row->value[m]);
}

/* A column of a sweep that never changes tells nothing about the parameter. In a comparison it may be the point. */
static void lint_columns(Linting *lint, const Step *step) {
    for (size_t i = 0; i < step->show_count; i++) {
        Metric metric = step->show[i];
        if (lint->varies[metric] || !lint->first_row.known[metric]) continue;
        diag_add(&lint->diags, SEVERITY_WARNING, step->loc, "take it out of `show`, and say its value in the text",
                 "step '%s': %s is the same for every value of %s", step->id, metric_info[metric].name, step->over);
    }
}

static bool visit_launch(void *context, const Step *step, const char *label, LaunchOutcome *outcome) {
    Linting *lint = context;
    const LaunchSpec *spec = outcome->prepared.spec;
    Loc loc = spec != NULL ? spec->loc : step->loc;
    bool go_on = lint_note(lint, outcome);
    const char *name = arena_printf(lint->session->scratch, "step '%s'%s%s", step->id,
                                    text_equal(label, step->id) ? "" : ", ", text_equal(label, step->id) ? "" : label);
    if (outcome->ran && go_on) {
        if (measures_prediction(step)) lint_evaluated(lint, step->predict, &outcome->env);
        note_row(lint, &outcome->report.result->metrics);
        lint_expectations(lint, outcome, name, loc);
        lint_gpu_reference(lint, outcome);
        lint_filled_text(lint, step->kind == STEP_LAUNCH ? step->then : NULL, &outcome->env, step->loc);
        lint_duration(lint, outcome, loc);
    }
    outcome_free(outcome);
    return go_on;
}

void lint_steps(Linting *lint) {
    for (size_t i = 0; i < lint->lesson->step_count && !lint->stopped && !lint->no_compiler; i++) {
        const Step *step = &lint->lesson->steps[i];
        LaunchEnv env;
        lesson_env(lint->session, lint->lesson, &env);
        lint_progress(lint, "%s", step->id);
        lint->questions += step->predict != NULL;
        lint_filled_text(lint, step->text, &env, step->loc);
        if (step->predict != NULL) lint_asked(lint, step->predict);
        if (step->kind == STEP_LAUNCH)
            lint_overridden(lint, step->text, step->launch->with, step->launch->with_count, step->loc);
        lint->rows = 0;
        if (step->kind != STEP_TEXT)
            step_each_launch(lint->session, lint->lesson, step, &lint->kernels, visit_launch, lint);
        if (step->kind == STEP_SWEEP && lint->rows > 1) lint_columns(lint, step);
        bool unanswered = step->predict != NULL && !measures_prediction(step);
        if (unanswered && !lint->stopped && !lint->no_compiler) lint_question(lint, step->predict);
    }
}
