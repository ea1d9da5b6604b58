/* A step's launches: single ones, a sweep's in one table, a comparison's side by side; printed as text or as JSON.
 * The texts of the lesson before and after them are printed at the prompt only (teach.c). */
#include <string.h>

#include "base/vec.h"
#include "course/names.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "teach/steps.h"

const LaunchSpec *step_launch(const Step *step) {
    if (step->kind == STEP_COMPARE) return step->row_count > 0 ? step->rows[0].launch : NULL;
    return step->kind == STEP_TEXT ? NULL : step->launch;
}

const Step *step_find(Session *session, const Lesson *lesson, const char *name) {
    const char **ids = arena_array(session->scratch, const char *, lesson->step_count);
    int64_t number;
    for (size_t i = 0; i < lesson->step_count; i++) {
        ids[i] = lesson->steps[i].id;
        bool numbered = text_to_i64(name, &number) && number == (int64_t)i + 1;
        if (numbered || text_equal(ids[i], name)) return &lesson->steps[i];
    }
    const char *nearest = text_nearest(name, ids, lesson->step_count);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                             : arena_printf(session->scratch, "it has steps 1 to %zu", lesson->step_count),
             "lesson %s has no step '%s'", lesson->id, name);
    return NULL;
}

void lesson_env(Session *session, const Lesson *lesson, LaunchEnv *env) {
    Binding *bindings = arena_array(session->scratch, Binding, lesson->param_count);
    for (size_t i = 0; i < lesson->param_count; i++) {
        bindings[i] = (Binding){lesson->params[i].name, lesson->params[i].initial, lesson->params[i].loc};
        for (size_t k = 0; k < session->set_count; k++)
            if (text_equal(session->set[k].name, bindings[i].name)) bindings[i].value = session->set[k].value;
    }
    launch_env(env, bindings, lesson->param_count, NULL, NULL, session_device(session), session_arch(session));
}

/* ---- each launch ------------------------------------------------------------------------------------------------- */

typedef struct Walk {
    Session *session;
    const Lesson *lesson;
    const Step *step;
    const Source *source;
    LaunchVisit *visit;
    void *context;
} Walk;

/* Whether the step is the lesson's own: the command `sweep` makes another one. */
static bool of_lesson(const Lesson *lesson, const Step *step) {
    return step >= lesson->steps && step < lesson->steps + lesson->step_count;
}

/* Whether the hardware's counters are needed. Reading them launches a kernel several times: for a table only where
 * one of them is a column. */
static bool counters_are_shown(const Session *session, const Step *step) {
    bool shown = step->kind == STEP_LAUNCH || session->options.json;
    for (size_t i = 0; i < step->show_count; i++) shown = shown || metric_needs_gpu(step->show[i]);
    for (size_t i = 0; i < step->expect_count; i++) shown = shown || names_need_gpu(step->expect[i].expr);
    return shown;
}

/* over: the sweep's value, or NULL. */
static bool launch_one(const Walk *walk, const LaunchSpec *spec, const char *label, const Goal *goals,
                       size_t goal_count, const Binding *over) {
    Session *session = walk->session;
    Binding overrides[SESSION_BINDINGS + 1];
    size_t count = 0;
    for (size_t i = 0; i < session->set_count; i++)
        if (over == NULL || !text_equal(session->set[i].name, over->name)) overrides[count++] = session->set[i];
    if (over != NULL) overrides[count++] = *over;
    bool own = session->set_count > 0;
    const char *name =
        text_equal(label, walk->step->id) ? label : arena_printf(session->scratch, "%s[%s]", walk->step->id, label);
    LaunchJob job = {.lesson = walk->lesson,
                     .spec = spec,
                     .label = name,
                     .source = walk->source,
                     .reference = walk->source,
                     .overrides = overrides,
                     .override_count = count,
                     .goals = own ? NULL : goals,
                     .goal_count = own ? 0 : goal_count,
                     .step = walk->step,
                     .own = own || !of_lesson(walk->lesson, walk->step),
                     .timed = true,
                     .counted = counters_are_shown(session, walk->step)};
    return walk->visit(walk->context, walk->step, label, launch_execute(session, &job));
}

static void sweep(const Walk *walk) {
    const Step *step = walk->step;
    for (size_t i = 0; i < step->over_count; i++) {
        Binding over = {step->over, step->over_values[i], step->loc};
        const char *label =
            arena_printf(walk->session->scratch, "%s=%lld", step->over, (long long)step->over_values[i]);
        if (!launch_one(walk, step->launch, label, step->expect, step->expect_count, &over)) return;
    }
}

void step_each_launch(Session *session, const Lesson *lesson, const Step *step, const Source *source,
                      LaunchVisit *visit, void *context) {
    Walk walk = {session, lesson, step, source, visit, context};
    if (step->kind == STEP_LAUNCH) {
        launch_one(&walk, step->launch, step->id, step->expect, step->expect_count, NULL);
    } else if (step->kind == STEP_SWEEP) {
        sweep(&walk);
    } else if (step->kind == STEP_COMPARE) {
        for (size_t i = 0; i < step->row_count; i++) {
            const CompareRow *row = &step->rows[i];
            if (!launch_one(&walk, row->launch, row->label, row->expect, row->expect_count, NULL)) return;
        }
    }
}

/* ---- running and reporting --------------------------------------------------------------------------------------- */

typedef struct Collected {
    Session *session;
    VEC(LaunchOutcome *) outcomes;
    VEC(const char *) labels;
    bool report_each;
} Collected;

static void say_unmet(Session *session, const char *label, const LaunchReport *report) {
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        if (outcome->met) continue;
        if (outcome->elsewhere) {
            say_styled(session, ROLE_DIM, "%s was not judged here: %s.", outcome->wanted, outcome->error);
            continue;
        }
        complain(session, "this is a mistake in the lesson, not yours", "%s: expected %s, but %s", label,
                 outcome->wanted, outcome->evaluated ? outcome->now : outcome->error);
    }
}

/* What a lesson has recorded belongs to its own launches, not to those with a student's parameters. */
static const Recorded *recorded_of(const Session *session, const Step *step, size_t count) {
    bool fits = step->recorded != NULL && session->set_count == 0 && step->recorded->metrics[0].value_count == count;
    return fits ? step->recorded : NULL;
}

static void say_recorded(Session *session, const Step *step, const char *head, const char *const *labels,
                         const LaunchReport *reports, size_t count) {
    if (recorded_of(session, step, count) == NULL) return;
    Text out = {0};
    report_recorded(&out, &session->style, head, labels, reports, count, step->recorded);
    if (out.size > 0) say_gap(session);
    say(session, &out);
}

static void say_roofline(Session *session, const Step *step, const char *const *labels, const LaunchReport *reports,
                         size_t count) {
    if (step->roofline == NULL) return;
    Text out = {0};
    report_roofline(&out, &session->style, labels, reports, count, step->roofline, recorded_of(session, step, count));
    if (out.size > 0) say_gap(session);
    say(session, &out);
}

/* At the prompt: what the student's own values have changed since the step's launch before. */
static void say_changes(Session *session, const Step *step, const LaunchReport *report) {
    bool again = session->last_step == step && session->mode != MODE_COMMAND;
    Text out = {0};
    if (again && report_changes(&out, &session->style, &session->last_metrics, report) > 0) {
        say_gap(session);
        say(session, &out);
    } else if (again && session->set_count > 0) {
        say_styled(session, ROLE_DIM, "Nothing that is shown has changed since the run before.");
    }
    session->last_step = step;
    session->last_metrics = report->result->metrics;
}

/* Was the kernel's text shown already, with the prediction of the student's step? */
static bool came_with_question(const Session *session, const Step *step) {
    return session->asked && session->lesson != NULL && step == &session->lesson->steps[session->step];
}

static bool collect(void *context, const Step *step, const char *label, LaunchOutcome *outcome) {
    Collected *all = context;
    vec_push(all->session->scratch, &all->outcomes, outcome);
    vec_push(all->session->scratch, &all->labels, label);
    /* With other values the kernel is the same: its source was shown with the lesson's own. */
    if (all->session->mode != MODE_COMMAND && all->session->set_count > 0 && all->session->last_step == step)
        outcome->report.show_extra &= ~(unsigned)SHOW_SOURCE;
    if (came_with_question(all->session, step)) outcome->report.show_extra &= ~(unsigned)SHOW_SOURCE;
    if (all->report_each) say_outcome(all->session, outcome);
    if (all->report_each && outcome->ran) {
        say_changes(all->session, step, &outcome->report);
        say_recorded(all->session, step, "", NULL, &outcome->report, 1);
        say_unmet(all->session, label, &outcome->report);
    }
    outcome_drop_bytes(outcome);
    return outcome->ran && !outcome->interrupted;
}

static bool varies(const LaunchReport *reports, size_t count, Metric metric) {
    const Metrics *first = &reports[0].result->metrics;
    for (size_t i = 1; i < count; i++) {
        const Metrics *here = &reports[i].result->metrics;
        if (first->known[metric] != here->known[metric]) return true;
        if (first->known[metric] && first->value[metric] != here->value[metric]) return true;
    }
    return false;
}

/* The metrics of a table without `show`: those that differ between its rows. */
static size_t metrics_that_vary(const LaunchReport *reports, size_t count, Metric *metrics, size_t most) {
    size_t found = 0;
    for (Metric m = 0; m < metric_count && found < most; m++) {
        if (!metric_info[m].unasked) continue;
        if (text_starts(metric_info[m].name, "gpu.")) continue; /* beside the simulator's they would repeat it */
        if (varies(reports, count, m)) metrics[found++] = m;
    }
    return found;
}

/* Of the metrics that a step shows, those that differ between its rows, and those that were not measured here; all
 * where none differs. */
static size_t shown_that_vary(Arena *arena, const Step *step, const LaunchReport *reports, size_t count,
                              const Metric **show) {
    Metric *kept = arena_array(arena, Metric, step->show_count);
    size_t found = 0, differ = 0;
    for (size_t s = 0; s < step->show_count; s++) {
        bool differs = varies(reports, count, step->show[s]);
        differ += differs;
        if (differs || !reports[0].result->metrics.known[step->show[s]]) kept[found++] = step->show[s];
    }
    *show = differ > 0 ? kept : step->show;
    return differ > 0 ? found : step->show_count;
}

/* own: a student's sweep, of a step that may show what does not depend on the parameter. */
static void say_table(Session *session, const Collected *all, const Step *step, const char *head, bool own) {
    size_t count = all->outcomes.count, rows = 0, show_count = step->show_count;
    const Metric *show = step->show;
    LaunchReport *reports = arena_array(session->scratch, LaunchReport, count);
    const char **labels = arena_array(session->scratch, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const LaunchOutcome *outcome = all->outcomes.at[i];
        if (outcome->interrupted || !outcome->ran) {
            say_outcome(session, outcome);
            continue;
        }
        const char *label = all->labels.at[i];
        size_t name = strlen(head); /* under a head "stride" the label "stride=4" is 4 */
        labels[rows] = name > 0 && text_starts(label, head) && label[name] == '=' ? label + name + 1 : label;
        reports[rows++] = outcome->report;
    }
    Metric varying[5];
    if (show_count == 0) {
        show_count = metrics_that_vary(reports, rows, varying, 5);
        show = varying;
    } else if (own && rows > 0) {
        show_count = shown_that_vary(session->scratch, step, reports, rows, &show);
    }
    Text out = {0};
    if (rows > 0) report_rows(&out, &session->style, head, labels, reports, rows, show, show_count);
    say_gap(session);
    say(session, &out);
    say_recorded(session, step, head, labels, reports, rows);
    say_roofline(session, step, labels, reports, rows);
    for (size_t i = 0; i < rows; i++) say_unmet(session, labels[i], &reports[i]);
}

static void take(const Collected *all, StepRun *run) {
    *run = (StepRun){.outcomes = all->outcomes.at, .count = all->outcomes.count};
    for (size_t i = 0; i < run->count; i++) {
        run->status = status_after(run->status, run->outcomes[i]);
        run->interrupted |= run->outcomes[i]->interrupted;
        run->no_compiler |= run->outcomes[i]->no_compiler;
        run->no_device |= run->outcomes[i]->no_device;
    }
}

void step_run(Session *session, const Lesson *lesson, const Step *step, StepRun *run) {
    *run = (StepRun){0};
    Source source;
    session->at_exercise = false;
    if (step->kind == STEP_TEXT) return;
    if (!source_of_lesson(session, session->scratch, lesson, &source)) {
        run->status = STATUS_ERROR;
        return;
    }
    Collected all = {.session = session, .report_each = step->kind == STEP_LAUNCH};
    step_each_launch(session, lesson, step, &source, collect, &all);
    if (step->kind == STEP_SWEEP) say_table(session, &all, step, step->over, !of_lesson(lesson, step));
    if (step->kind == STEP_COMPARE) say_table(session, &all, step, "", false);
    take(&all, run);
}

void step_run_free(StepRun *run) {
    for (size_t i = 0; i < run->count; i++) outcome_free(run->outcomes[i]);
    *run = (StepRun){0};
}
