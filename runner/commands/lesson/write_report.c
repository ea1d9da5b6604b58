/* report: a lesson or an exercise as one HTML page, or one of its pictures as SVG. Everything is launched anew with the
 * lesson's own values, so that the command beside a number gives the same number again. A file is written when all of
 * it is known, or not at all. */
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/version.h"
#include "checking/checking.h"
#include "commands/commands.h"
#include "commands/page_file.h"
#include "site/lesson_page.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "terminal/terminal.h"

/* What is written and how far it came. */
typedef struct Writing {
    LessonPage page;
    const Exercise *exercise; /* NULL: the lesson */
    const Step *only;         /* or NULL */
} Writing;

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static int write_out(Writing *writing, const char *path) {
    if (writing->page.status == STATUS_DONE)
        writing->page.status = page_write(writing->page.session, path, &writing->page.out);
    else
        text_free(&writing->page.out);
    return writing->page.status;
}

/* A launch that took longer is not repeated for its picture over sectors. */
#define REPEATED_SECONDS 2.0

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static void add_closed_count(Writing *writing) {
    size_t closed = 0;
    for (size_t i = 0; i < writing->page.lesson->step_count; i++)
        closed += lesson_page_unpredicted(&writing->page, &writing->page.lesson->steps[i]);
    if (closed > 0)
        lesson_page_sentence(
            &writing->page, NULL,
            "Steps you have not predicted yet: %zu. What they and the steps after them counted is folded.", closed);
}

static void add_page_head(Writing *writing, const char *title) {
    html_begin(&writing->page.out, title);
    text_add(&writing->page.out, "<header>\n");
    html_element(&writing->page.out, "h1", NULL, title);
    lesson_page_sentence(&writing->page, "dim", "Warpschool %s, lesson %s, compiled for %s.", WARPSCHOOL_VERSION,
                         writing->page.lesson->id, session_arch(writing->page.session));
}

static void write_lesson(Writing *writing) {
    const Lesson *lesson = writing->page.lesson;
    const Progress *progress = writing->page.session->progress;
    size_t passed = 0, seen = progress_step(progress, lesson->id);
    for (size_t i = 0; i < lesson->exercise_count; i++)
        passed += progress_exercise_passed(progress, lesson->exercises[i].id);
    add_page_head(writing, lesson->title);
    if (lesson->summary != NULL) html_element(&writing->page.out, "p", NULL, lesson->summary);
    lesson_page_sentence(&writing->page, NULL,
                         "Steps you have seen: %zu of %zu. Exercises you have passed: %zu of %zu.",
                         seen < lesson->step_count ? seen : lesson->step_count, lesson->step_count, passed,
                         lesson->exercise_count);
    PredictionScore score = progress_score(progress, lesson->id);
    if (score.given > 0)
        lesson_page_sentence(&writing->page, NULL,
                             "Predictions you have made: %zu, %zu of them right at the first try.", score.given,
                             score.right);
    add_closed_count(writing);
    text_add(&writing->page.out, "</header>\n<main>\n");
    for (size_t i = 0; i < lesson->step_count && writing->page.status == STATUS_DONE; i++)
        if (writing->only == NULL || writing->only == &lesson->steps[i])
            lesson_page_step(&writing->page, &lesson->steps[i]);
    if (writing->only == NULL && writing->page.status == STATUS_DONE) lesson_page_questions(&writing->page);
    if (writing->only == NULL) lesson_page_exercises(&writing->page);
    text_add(&writing->page.out, "</main>\n");
    html_end(&writing->page.out);
}

/* Judges the student's file as `check` does; nothing is noted down. False where that could not be done. */
static bool judge(Writing *writing, Checking *checking, Checked *checked) {
    Session *session = writing->page.session;
    const char *why;
    Source reference;
    *checking = (Checking){.lesson = writing->page.lesson, .exercise = writing->exercise, .own = true};
    SourceStatus read = source_read(session->scratch, workspace_file(session, session->scratch, writing->exercise),
                                    &checking->source, &why);
    const char *hint = arena_printf(session->scratch, "`reset %s` puts it back as shipped", writing->exercise->id);
    if (read == SOURCE_UNUSABLE) {
        checking_refuse(session, checking, why, hint, checked);
        return true;
    }
    writing->page.status = STATUS_ERROR;
    if (read == SOURCE_MISSING) {
        complain(session, hint, "%s %s", checking->source.name, why);
        return false;
    }
    if (!source_of_lesson(session, session->scratch, writing->page.lesson, &reference)) return false;
    checking_run(session, checking, &reference, checked);
    checked_record(session, checking, &reference, checked, true, REPEATED_SECONDS);
    const LaunchOutcome *last = checked_last(checked);
    if (!last->interrupted && !last->no_compiler && !last->no_device) {
        writing->page.status = STATUS_DONE;
        return true;
    }
    say_outcome(session, last);
    if (last->interrupted) writing->page.status = STATUS_INTERRUPTED;
    checked_free(checked);
    return false;
}

static void add_hints(Writing *writing, const ExprEnv *env) {
    const Exercise *exercise = writing->exercise;
    int shown = progress_hints_shown(writing->page.session->progress, exercise->id);
    if (shown <= 0) return;
    html_element(&writing->page.out, "h2", NULL, "Hints you have seen");
    for (size_t i = 0; i < exercise->hint_count && i < (size_t)shown; i++)
        lesson_page_markdown(&writing->page, 2, exercise->hints[i], env, exercise->loc);
}

static void exercise_page(Writing *writing) {
    const Exercise *exercise = writing->exercise;
    Checking checking;
    Checked checked;
    LaunchEnv env;
    if (!judge(writing, &checking, &checked)) return;
    lesson_env(writing->page.session, writing->page.lesson, &env);
    add_page_head(writing, exercise->title != NULL ? exercise->title : exercise->id);
    text_add(&writing->page.out, "</header>\n<main>\n");
    html_element(&writing->page.out, "h2", NULL, "The task");
    lesson_page_markdown(&writing->page, 2, exercise->ask, &env.env, exercise->loc);
    html_element(&writing->page.out, "h2", NULL, "Your answer");
    html_check(&writing->page.out, &checked.report,
               arena_printf(writing->page.session->scratch, "%s check %s", session_call(writing->page.session),
                            exercise->id),
               &writing->page.pictures);
    add_hints(writing, &env.env);
    text_add(&writing->page.out, "</main>\n");
    html_end(&writing->page.out);
    checked_free(&checked);
}

/* ---- one picture ------------------------------------------------------------------------------------------------- */

static void draw_request(Writing *writing, const RequestSample *sample, const char *of) {
    if (sample != NULL) {
        svg_banks(&writing->page.out, sample, 0);
        return;
    }
    complain(writing->page.session, "a picture needs a kernel that ran and used shared memory",
             "%s made no request to shared memory", of);
    writing->page.status = STATUS_USAGE;
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
        svg_sectors(&writing->page.out, sectors, 0);
    else
        draw_request(writing, report != NULL ? report_request_of_check(&checked.report) : NULL, checking.source.name);
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
    Session *session = writing->page.session;
    const Step *step = writing->only != NULL ? writing->only : step_to_draw(writing->page.lesson);
    LessonLaunches all = {0};
    writing->page.status = step != NULL && step->kind != STEP_TEXT ? STATUS_DONE : STATUS_USAGE;
    if (writing->page.status == STATUS_USAGE) {
        complain(session, "choose a step with a launch", "there is no launch to draw");
        return;
    }
    if (lesson_launch(&writing->page, step, &all) && step->kind == STEP_LAUNCH) {
        draw_request(writing, report_worst_request(&all.outcomes.at[0]->report), step->id);
    } else if (writing->page.status == STATUS_DONE) {
        LaunchReport *reports = lesson_reports(&all);
        size_t count = all.outcomes.count;
        Metric metric = svg_metric_to_plot(reports, count, step->show, step->show_count);
        const char *head = step->kind == STEP_SWEEP ? step->over : "";
        if (metric == METRIC_NONE || !svg_plot(&writing->page.out, head, all.labels.at, reports, count, metric, 0)) {
            complain(session, "--step names another step", "the launches of %s do not differ in a number it shows",
                     step->id);
            writing->page.status = STATUS_USAGE;
        }
    }
    lesson_launches_free(&all);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* A lesson's or an exercise's whole name comes before parts of either. */
static bool find_subject(Writing *writing, const char *name) {
    Session *session = writing->page.session;
    const char *nearest;
    Lesson *lesson = NULL;
    if (name == NULL) {
        writing->page.lesson = session_current_lesson(session);
        return writing->page.lesson != NULL;
    }
    const Exercise *exercise = pack_find_exercise(session->pack, name, &lesson, &nearest);
    const Lesson *found = pack_find(session->pack, name, &nearest);
    bool whole = exercise != NULL && text_equal(exercise->id, name);
    if (exercise != NULL && (found == NULL || (whole && !text_equal(found->id, name)))) {
        writing->exercise = exercise;
        writing->page.lesson = lesson;
        return true;
    }
    if (text_ends(name, ".cu")) {
        session->failure = STATUS_USAGE;
        complain(session, "`try` runs any file, and `report EXERCISE` is about your file for an exercise",
                 "%s is not named like an exercise", name);
        return false;
    }
    writing->page.lesson = session_find_lesson(session, name); /* complains where there is neither */
    return writing->page.lesson != NULL;
}

static int write_both(Writing *writing) {
    const Options *options = &writing->page.session->options;
    if (options->html != NULL) {
        (writing->exercise != NULL ? exercise_page : write_lesson)(writing);
        if (write_out(writing, options->html) != STATUS_DONE) return writing->page.status;
    }
    if (options->svg != NULL) {
        (writing->exercise != NULL ? exercise_picture : lesson_picture)(writing);
        write_out(writing, options->svg);
    }
    return writing->page.status;
}

int command_report(Session *session, int count, char **words) {
    const Options *options = &session->options;
    Writing writing = {.page = {.session = session}};
    if (!find_subject(&writing, count > 0 ? words[0] : NULL)) return session->failure;
    if (options->html == NULL && options->svg == NULL) {
        complain(session,
                 arena_printf(session->scratch, "report %s --html FILE",
                              writing.exercise != NULL ? writing.exercise->id : writing.page.lesson->id),
                 "say which file to write, with --html or --svg");
        return STATUS_USAGE;
    }
    if (options->step != NULL && writing.exercise != NULL) {
        complain(session, "leave --step out", "an exercise has no steps");
        return STATUS_USAGE;
    }
    if (options->step != NULL && (writing.only = step_find(session, writing.page.lesson, options->step)) == NULL)
        return STATUS_USAGE;
    if (options->html != NULL && !page_may_write(session, options->html, html_mark)) return STATUS_USAGE;
    if (options->svg != NULL && !page_may_write(session, options->svg, svg_mark)) return STATUS_USAGE;
    size_t own = session->set_count;
    session->set_count = 0; /* the page is about the lesson's own values */
    int status = write_both(&writing);
    session->set_count = own;
    return status;
}
