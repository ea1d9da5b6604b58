/* report: a lesson or an exercise as one HTML page, or one of its pictures as SVG. Everything is launched anew with the
 * lesson's own values, so that the command beside a number gives the same number again. A file is written when all of
 * it is known, or not at all. */
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "base/version.h"
#include "checking/checking.h"
#include "commands/commands.h"
#include "commands/page_file.h"
#include "report/html.h"
#include "teach/devices.h"
#include "teach/question.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "terminal/terminal.h"

/* What is written and how far it came. */
typedef struct Writing {
    Session *session;
    const Lesson *lesson;
    const Exercise *exercise; /* NULL: the lesson */
    const Step *only;         /* or NULL */
    Text out;
    int pictures;
    int status; /* not STATUS_DONE: nothing is written, and the reason was said */
} Writing;

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static int write_out(Writing *writing, const char *path) {
    if (writing->status == STATUS_DONE)
        writing->status = page_write(writing->session, path, &writing->out);
    else
        text_free(&writing->out);
    return writing->status;
}

/* ---- texts and questions ----------------------------------------------------------------------------------------- */

static void add_markdown(Writing *writing, int above, const char *markdown, const ExprEnv *env, Loc loc) {
    if (markdown == NULL) return;
    Arena *arena = writing->session->scratch;
    DiagList diags = diag_list(arena);
    html_markdown(&writing->out, above, interpolate_markdown(arena, markdown, env, loc, &diags));
    say_diags(writing->session, &diags, NULL);
}

static void add_sentence(Writing *writing, const char *class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_sentence(Writing *writing, const char *class, const char *format, ...) {
    va_list args;
    va_start(args, format);
    html_element(&writing->out, "p", class, arena_vprintf(writing->session->scratch, format, args));
    va_end(args);
}

static void add_question(Writing *writing, const Question *question, const char *head, const char *state) {
    LaunchEnv env;
    Text *out = &writing->out;
    lesson_env(writing->session, writing->lesson, &env);
    text_add(out, "<div class=\"question\">\n");
    html_element(out, "h3", NULL, head);
    add_markdown(writing, 3, question->ask, &env.env, question->loc);
    if (question->choice_count > 0) text_add(out, "<ol type=\"a\">\n");
    for (size_t i = 0; i < question->choice_count; i++) html_element(out, "li", NULL, question->choices[i]);
    if (question->choice_count > 0) text_add(out, "</ol>\n");
    if (state != NULL) html_element(out, "p", NULL, state);
}

/* The answer, folded where the student has not given one; and the end of the question. */
static void add_answer(Writing *writing, const Measured *measured, bool open, const char *command) {
    Text *out = &writing->out;
    if (*terminal_interrupted()) writing->status = STATUS_INTERRUPTED;
    text_printf(out, "<details%s><summary>%s</summary>\n", open ? " open" : "",
                measured->launched ? "The measured answer" : "The answer");
    if (measured->known)
        html_element(out, "p", "good", measured->text);
    else
        add_sentence(writing, "dim", "It could not be measured: %s.", measured->why_not);
    html_markdown(out, 3, measured->why);
    if (command != NULL) html_command(out, command);
    text_add(out, "</details>\n</div>\n");
}

static void add_trivia(Writing *writing) {
    const Lesson *lesson = writing->lesson;
    Session *session = writing->session;
    if (lesson->trivia_count == 0) return;
    const char *command = arena_printf(session->scratch, "warpschool quiz %s --json", lesson->id);
    html_element(&writing->out, "h2", NULL, "Questions");
    for (size_t i = 0; i < lesson->trivia_count && writing->status == STATUS_DONE; i++) {
        const Question *question = &lesson->trivia[i];
        int answered = progress_trivia(session->progress, lesson->id, question->id);
        const char *state = answered > 0   ? "Your last answer was right."
                            : answered < 0 ? "Your last answer was wrong."
                                           : "You have not answered this one yet.";
        add_question(writing, question, arena_printf(session->scratch, "Question %zu", i + 1), state);
        Measured measured = question_measure(session, lesson, question, NULL);
        add_answer(writing, &measured, answered != 0, command);
    }
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/* A launch that took longer is not repeated for its picture over sectors. */
#define REPEATED_SECONDS 2.0

typedef struct Launches {
    Writing *writing;
    VEC(LaunchOutcome *) outcomes;
    VEC(const char *) labels;
} Launches;

static bool keep(void *context, const Step *step, const char *label, LaunchOutcome *outcome) {
    Launches *all = context;
    Writing *writing = all->writing;
    Arena *arena = writing->session->scratch;
    bool several = step->kind != STEP_LAUNCH;
    size_t name = step->kind == STEP_SWEEP ? strlen(step->over) + 1 : 0; /* below a head "stride", "stride=4" is 4 */
    vec_push(arena, &all->outcomes, outcome);
    vec_push(arena, &all->labels, label + (strlen(label) > name ? name : 0));
    if (!outcome->ran || outcome->interrupted) {
        say_outcome(writing->session, outcome);
        int status = status_after(STATUS_DONE, outcome);
        writing->status = outcome->interrupted ? STATUS_INTERRUPTED : status != STATUS_DONE ? status : STATUS_ERROR;
        return false;
    }
    if (several) outcome_drop_bytes(outcome);
    return true;
}

static void launches_free(Launches *all) {
    for (size_t i = 0; i < all->outcomes.count; i++) outcome_free(all->outcomes.at[i]);
}

/* Launches the step; false where that could not be done. */
static bool launch_step(Writing *writing, const Step *step, Launches *all) {
    Session *session = writing->session;
    Source source;
    *all = (Launches){.writing = writing};
    if (!source_of_lesson(session, session->scratch, writing->lesson, &source))
        writing->status = STATUS_ERROR;
    else
        step_each_launch(session, writing->lesson, step, &source, keep, all);
    return writing->status == STATUS_DONE && all->outcomes.count > 0;
}

static LaunchReport *reports_of(const Launches *all) {
    LaunchReport *reports = arena_array(all->writing->session->scratch, LaunchReport, all->outcomes.count);
    for (size_t i = 0; i < all->outcomes.count; i++) reports[i] = all->outcomes.at[i]->report;
    return reports;
}

/* A comparison's kernels differ: each one's lines and picture follow, folded. */
static void add_rows_apart(Writing *writing, const Launches *all, const LaunchReport *reports, const char *command) {
    for (size_t i = 0; i < all->outcomes.count; i++) {
        text_add(&writing->out, "<details><summary>");
        html_text(&writing->out, all->labels.at[i]);
        text_add(&writing->out, ", alone</summary>\n");
        html_launch(&writing->out, &reports[i], command, &writing->pictures);
        text_add(&writing->out, "</details>\n");
    }
}

static void add_plot(Writing *writing, const Step *step, const Launches *all, const LaunchReport *reports) {
    Metric metric = svg_metric_to_plot(reports, all->outcomes.count, step->show, step->show_count);
    if (step->kind != STEP_SWEEP || metric == METRIC_NONE) return;
    Text picture = {0};
    bool drawn =
        svg_plot(&picture, step->over, all->labels.at, reports, all->outcomes.count, metric, writing->pictures + 1);
    if (drawn) {
        writing->pictures++;
        html_box_begin(&writing->out, "Plot");
        text_add(&writing->out, picture.data);
        html_box_end(&writing->out);
    }
    text_free(&picture);
}

static void add_launches(Writing *writing, const Step *step, const Launches *all, const char *command) {
    LaunchReport *reports = reports_of(all);
    size_t count = all->outcomes.count;
    const char *head = step->kind == STEP_SWEEP ? step->over : "";
    if (step->kind == STEP_LAUNCH)
        html_launch(&writing->out, reports, command, &writing->pictures);
    else
        html_rows(&writing->out, head, all->labels.at, reports, count, step->show, step->show_count, command);
    add_plot(writing, step, all, reports);
    if (step->recorded != NULL) html_recorded(&writing->out, head, all->labels.at, reports, count, step->recorded);
    if (step->kind == STEP_COMPARE) add_rows_apart(writing, all, reports, command);
}

static void add_prediction(Writing *writing, const Step *step, const Launches *all, const char *command) {
    const Question *question = step->predict;
    bool same = question->launch == NULL || question->launch == step->launch;
    bool own = step->kind == STEP_LAUNCH && same && question->with_count == 0;
    Prediction given;
    Arena *arena = writing->session->scratch;
    bool answered = progress_prediction(writing->session->progress, writing->lesson->id, step->id, arena, &given);
    const char *state = !answered ? "You have not predicted this one yet."
                                  : arena_printf(arena, "Your last answer was %s, which was %s: %s was measured then.",
                                                 given.answer, given.right ? "right" : "wrong", given.measured);
    add_question(writing, question, "Predict", state);
    Measured measured = own ? question_evaluate(writing->session, question, &all->outcomes.at[0]->env)
                            : question_measure(writing->session, writing->lesson, question, step);
    const char *asked =
        arena_printf(writing->session->scratch, "warpschool start %s %s, then predict", writing->lesson->id, step->id);
    add_answer(writing, &measured, answered, own ? command : asked);
}

/* The student has neither predicted the step nor seen its answer. */
static bool is_unpredicted(const Writing *writing, const Step *step) {
    return step->predict != NULL && progress_prediction_open(writing->session->progress, writing->lesson->id, step->id);
}

/* What would tell an answer is folded: of such a step, and of those after it that the student has not come to. */
static bool is_closed(const Writing *writing, const Step *step) {
    const Lesson *lesson = writing->lesson;
    size_t index = (size_t)(step - lesson->steps);
    if (is_unpredicted(writing, step)) return true;
    if (index < progress_step(writing->session->progress, lesson->id)) return false;
    for (size_t i = 0; i < index; i++)
        if (is_unpredicted(writing, &lesson->steps[i])) return true;
    return false;
}

static void add_closed_count(Writing *writing) {
    size_t closed = 0;
    for (size_t i = 0; i < writing->lesson->step_count; i++)
        closed += is_unpredicted(writing, &writing->lesson->steps[i]);
    if (closed > 0)
        add_sentence(writing, NULL,
                     "Steps you have not predicted yet: %zu. What they and the steps after them counted is folded.",
                     closed);
}

static void add_step(Writing *writing, const Step *step) {
    Session *session = writing->session;
    const Lesson *lesson = writing->lesson;
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    html_element(&writing->out, "h2", NULL,
                 arena_printf(session->scratch, "Step %zu: %s", (size_t)(step - lesson->steps) + 1, step->id));
    add_markdown(writing, 2, step->text, &env.env, step->loc);
    if (step->kind == STEP_TEXT) {
        add_markdown(writing, 2, step->then, &env.env, step->loc);
        return;
    }
    Launches all;
    const char *command = arena_printf(session->scratch, "warpschool run %s --step %s", lesson->id, step->id);
    bool closed = is_closed(writing, step);
    if (launch_step(writing, step, &all)) {
        if (step->predict != NULL) add_prediction(writing, step, &all, command);
        if (closed)
            text_add(&writing->out, "<details><summary>What it counted, which answers a prediction</summary>\n");
        add_launches(writing, step, &all, command);
        add_markdown(writing, 2, step->then, &all.outcomes.at[all.outcomes.count - 1]->env.env, step->loc);
        if (closed) text_add(&writing->out, "</details>\n");
    }
    launches_free(&all);
}

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static void add_page_head(Writing *writing, const char *title) {
    html_begin(&writing->out, title);
    text_add(&writing->out, "<header>\n");
    html_element(&writing->out, "h1", NULL, title);
    add_sentence(writing, "dim", "Warpschool %s, lesson %s, compiled for %s.", WARPSCHOOL_VERSION, writing->lesson->id,
                 session_arch(writing->session));
}

static void add_exercises(Writing *writing) {
    const Lesson *lesson = writing->lesson;
    LaunchEnv env;
    if (lesson->exercise_count == 0) return;
    lesson_env(writing->session, lesson, &env);
    html_element(&writing->out, "h2", NULL, "Exercises");
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        bool passed = progress_exercise_passed(writing->session->progress, exercise->id);
        html_element(&writing->out, "h3", NULL, exercise->title != NULL ? exercise->title : exercise->id);
        html_element(&writing->out, "p", passed ? "good" : "dim", passed ? "Passed." : "Not passed yet.");
        add_markdown(writing, 3, exercise->ask, &env.env, exercise->loc);
        add_sentence(writing, "dim", "A page of your answer: warpschool report %s --html FILE", exercise->id);
    }
}

static void lesson_page(Writing *writing) {
    const Lesson *lesson = writing->lesson;
    const Progress *progress = writing->session->progress;
    size_t passed = 0, seen = progress_step(progress, lesson->id);
    for (size_t i = 0; i < lesson->exercise_count; i++)
        passed += progress_exercise_passed(progress, lesson->exercises[i].id);
    add_page_head(writing, lesson->title);
    html_markdown(&writing->out, 1, lesson->summary);
    add_sentence(writing, NULL, "Steps you have seen: %zu of %zu. Exercises you have passed: %zu of %zu.",
                 seen < lesson->step_count ? seen : lesson->step_count, lesson->step_count, passed,
                 lesson->exercise_count);
    PredictionScore score = progress_score(progress, lesson->id);
    if (score.given > 0)
        add_sentence(writing, NULL, "Predictions you have made: %zu, %zu of them right at the first try.", score.given,
                     score.right);
    add_closed_count(writing);
    text_add(&writing->out, "</header>\n<main>\n");
    for (size_t i = 0; i < lesson->step_count && writing->status == STATUS_DONE; i++)
        if (writing->only == NULL || writing->only == &lesson->steps[i]) add_step(writing, &lesson->steps[i]);
    if (writing->only == NULL && writing->status == STATUS_DONE) add_trivia(writing);
    if (writing->only == NULL) add_exercises(writing);
    text_add(&writing->out, "</main>\n");
    html_end(&writing->out);
}

/* Judges the student's file as `check` does; nothing is noted down. False where that could not be done. */
static bool judge(Writing *writing, Checking *checking, Checked *checked) {
    Session *session = writing->session;
    const char *why;
    Source reference;
    *checking = (Checking){.lesson = writing->lesson, .exercise = writing->exercise, .own = true};
    SourceStatus read = source_read(session->scratch, workspace_file(session, session->scratch, writing->exercise),
                                    &checking->source, &why);
    const char *hint = arena_printf(session->scratch, "`reset %s` puts it back as shipped", writing->exercise->id);
    if (read == SOURCE_UNUSABLE) {
        checking_refuse(session, checking, why, hint, checked);
        return true;
    }
    writing->status = STATUS_ERROR;
    if (read == SOURCE_MISSING) {
        complain(session, hint, "%s %s", checking->source.name, why);
        return false;
    }
    if (!source_of_lesson(session, session->scratch, writing->lesson, &reference)) return false;
    checking_run(session, checking, &reference, checked);
    checked_record(session, checking, &reference, checked, true, REPEATED_SECONDS);
    const LaunchOutcome *last = checked_last(checked);
    if (!last->interrupted && !last->no_compiler && !last->no_device) {
        writing->status = STATUS_DONE;
        return true;
    }
    say_outcome(session, last);
    if (last->interrupted) writing->status = STATUS_INTERRUPTED;
    checked_free(checked);
    return false;
}

static void add_hints(Writing *writing, const ExprEnv *env) {
    const Exercise *exercise = writing->exercise;
    int shown = progress_hints_shown(writing->session->progress, exercise->id);
    if (shown <= 0) return;
    html_element(&writing->out, "h2", NULL, "Hints you have seen");
    for (size_t i = 0; i < exercise->hint_count && i < (size_t)shown; i++)
        add_markdown(writing, 2, exercise->hints[i], env, exercise->loc);
}

static void exercise_page(Writing *writing) {
    const Exercise *exercise = writing->exercise;
    Checking checking;
    Checked checked;
    LaunchEnv env;
    if (!judge(writing, &checking, &checked)) return;
    lesson_env(writing->session, writing->lesson, &env);
    add_page_head(writing, exercise->title != NULL ? exercise->title : exercise->id);
    text_add(&writing->out, "</header>\n<main>\n");
    html_element(&writing->out, "h2", NULL, "The task");
    add_markdown(writing, 2, exercise->ask, &env.env, exercise->loc);
    html_element(&writing->out, "h2", NULL, "Your answer");
    html_check(&writing->out, &checked.report,
               arena_printf(writing->session->scratch, "warpschool check %s", exercise->id), &writing->pictures);
    add_hints(writing, &env.env);
    text_add(&writing->out, "</main>\n");
    html_end(&writing->out);
    checked_free(&checked);
}

/* ---- one picture ------------------------------------------------------------------------------------------------- */

static void draw_request(Writing *writing, const LaunchReport *report, const char *of) {
    bool ran = report != NULL && report->result != NULL;
    const RequestSample *sample = ran ? report_worst_request(report) : NULL;
    if (sample != NULL) {
        svg_banks(&writing->out, sample, 0);
        return;
    }
    complain(writing->session, "a picture needs a kernel that ran and used shared memory",
             "%s made no request to shared memory", of);
    writing->status = STATUS_USAGE;
}

static void exercise_picture(Writing *writing) {
    Checking checking;
    Checked checked;
    if (!judge(writing, &checking, &checked)) return;
    const LaunchOutcome *last = checked_last(&checked);
    const LaunchReport *report = last != NULL && last->ran ? &last->report : NULL;
    const SectorSample *sectors = report_worst_sectors(&checked.report.pictured, checked.report.recorded);
    PicturedLine missed;
    bool over_sectors = sectors != NULL && ((checked.verdict == VERDICT_MISSED && report_missed_line(report, &missed) &&
                                             missed.space == PICTURED_GLOBAL) ||
                                            report_worst_request(report) == NULL);
    if (over_sectors)
        svg_sectors(&writing->out, sectors, 0);
    else
        draw_request(writing, report, checking.source.name);
    checked_free(&checked);
}

/* The first step that shows the banks, else the first sweep or comparison, else the first launch. */
static const Step *step_to_draw(const Lesson *lesson) {
    const Step *table = NULL, *any = NULL;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        if (step->kind == STEP_LAUNCH && step->show_extra & SHOW_BANKS) return step;
        if (table == NULL && step->kind != STEP_LAUNCH && step->kind != STEP_TEXT) table = step;
        if (any == NULL && step->kind == STEP_LAUNCH) any = step;
    }
    return table != NULL ? table : any;
}

static void lesson_picture(Writing *writing) {
    Session *session = writing->session;
    const Step *step = writing->only != NULL ? writing->only : step_to_draw(writing->lesson);
    Launches all = {0};
    writing->status = step != NULL && step->kind != STEP_TEXT ? STATUS_DONE : STATUS_USAGE;
    if (writing->status == STATUS_USAGE) {
        complain(session, "choose a step with a launch", "there is no launch to draw");
        return;
    }
    if (launch_step(writing, step, &all) && step->kind == STEP_LAUNCH) {
        draw_request(writing, &all.outcomes.at[0]->report, step->id);
    } else if (writing->status == STATUS_DONE) {
        LaunchReport *reports = reports_of(&all);
        size_t count = all.outcomes.count;
        Metric metric = svg_metric_to_plot(reports, count, step->show, step->show_count);
        const char *head = step->kind == STEP_SWEEP ? step->over : "";
        if (metric == METRIC_NONE || !svg_plot(&writing->out, head, all.labels.at, reports, count, metric, 0)) {
            complain(session, "--step names another step", "the launches of %s do not differ in a number it shows",
                     step->id);
            writing->status = STATUS_USAGE;
        }
    }
    launches_free(&all);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* A lesson's or an exercise's whole name comes before parts of either. */
static bool find_subject(Writing *writing, const char *name) {
    Session *session = writing->session;
    const char *nearest;
    Lesson *lesson = NULL;
    if (name == NULL) {
        writing->lesson = session_current_lesson(session);
        return writing->lesson != NULL;
    }
    const Exercise *exercise = pack_find_exercise(session->pack, name, &lesson, &nearest);
    const Lesson *found = pack_find(session->pack, name, &nearest);
    bool whole = exercise != NULL && text_equal(exercise->id, name);
    if (exercise != NULL && (found == NULL || (whole && !text_equal(found->id, name)))) {
        writing->exercise = exercise;
        writing->lesson = lesson;
        return true;
    }
    writing->lesson = session_find_lesson(session, name); /* complains where there is neither */
    return writing->lesson != NULL;
}

static int write_both(Writing *writing) {
    const Options *options = &writing->session->options;
    if (options->html != NULL) {
        (writing->exercise != NULL ? exercise_page : lesson_page)(writing);
        if (write_out(writing, options->html) != STATUS_DONE) return writing->status;
    }
    if (options->svg != NULL) {
        (writing->exercise != NULL ? exercise_picture : lesson_picture)(writing);
        write_out(writing, options->svg);
    }
    return writing->status;
}

int command_report(Session *session, int count, char **words) {
    const Options *options = &session->options;
    Writing writing = {.session = session};
    if (!find_subject(&writing, count > 0 ? words[0] : NULL)) return session->failure;
    if (options->html == NULL && options->svg == NULL) {
        complain(session,
                 arena_printf(session->scratch, "report %s --html FILE",
                              writing.exercise != NULL ? writing.exercise->id : writing.lesson->id),
                 "say which file to write, with --html or --svg");
        return STATUS_USAGE;
    }
    if (options->step != NULL && writing.exercise != NULL) {
        complain(session, "leave --step out", "an exercise has no steps");
        return STATUS_USAGE;
    }
    if (options->step != NULL && (writing.only = step_find(session, writing.lesson, options->step)) == NULL)
        return STATUS_USAGE;
    if (options->html != NULL && !page_may_write(session, options->html, html_mark)) return STATUS_USAGE;
    if (options->svg != NULL && !page_may_write(session, options->svg, svg_mark)) return STATUS_USAGE;
    size_t own = session->set_count;
    session->set_count = 0; /* the page is about the lesson's own values */
    int status = write_both(&writing);
    session->set_count = own;
    return status;
}
