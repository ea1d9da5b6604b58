/* The launches of a lesson's step as HTML. */
#include <string.h>

#include "metric_names.h"
#include "site/lesson_page.h"
#include "teach/say.h"
#include "teach/source_file.h"
#include "teach/steps.h"

/* A launch of which more instructions were executed is not repeated for its picture over sectors. A number that the
 * launch itself has, and no time: the page is the same on every machine. */
#define REPEATED_INSTRUCTIONS 2e6

/* ---- launching --------------------------------------------------------------------------------------------------- */

static bool keep(void *context, const Step *step, const char *label, LaunchOutcome *outcome) {
    LessonLaunches *all = context;
    LessonPage *page = all->page;
    Arena *arena = page->session->scratch;
    size_t name = step->kind == STEP_SWEEP ? strlen(step->over) + 1 : 0; /* below a head "stride", "stride=4" is 4 */
    vec_push(arena, &all->outcomes, outcome);
    vec_push(arena, &all->labels, label + (strlen(label) > name ? name : 0));
    if (!outcome->ran || outcome->interrupted) {
        say_outcome(page->session, outcome);
        int status = status_after(STATUS_DONE, outcome);
        page->status = outcome->interrupted ? STATUS_INTERRUPTED : status != STATUS_DONE ? status : STATUS_ERROR;
        return false;
    }
    if (step->kind != STEP_LAUNCH) outcome_drop_bytes(outcome);
    return true;
}

void lesson_launches_free(LessonLaunches *all) {
    for (size_t i = 0; i < all->outcomes.count; i++) outcome_free(all->outcomes.at[i]);
}

bool lesson_launch(LessonPage *page, const Step *step, LessonLaunches *all) {
    Session *session = page->session;
    Source source;
    *all = (LessonLaunches){.page = page};
    if (!source_of_lesson(session, session->scratch, page->lesson, &source))
        page->status = STATUS_ERROR;
    else
        step_each_launch(session, page->lesson, step, &source, keep, all);
    return page->status == STATUS_DONE && all->outcomes.count > 0;
}

LaunchReport *lesson_reports(const LessonLaunches *all) {
    LaunchReport *reports = arena_array(all->page->session->scratch, LaunchReport, all->outcomes.count);
    for (size_t i = 0; i < all->outcomes.count; i++) reports[i] = all->outcomes.at[i]->report;
    return reports;
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* Notes the pictures that were drawn since there were `before` of them. */
static void collect(LessonPage *page, const Step *step, const char *label, size_t before) {
    for (size_t i = before; i < page->pictures.drawn.count; i++)
        vec_push(page->session->scratch, &page->gallery, (LessonPicture){page->pictures.drawn.at[i], step, label});
}

/* The step is about sectors of global memory: it shows a number of them. */
static bool is_about_sectors(const Step *step) {
    for (size_t i = 0; i < step->show_count; i++) {
        const char *name = metric_info[step->show[i]].name;
        if (text_starts(name, "global.") && (strstr(name, "sectors") != NULL || strstr(name, "efficiency") != NULL))
            return true;
    }
    return false;
}

/* A published page draws the banks wherever the step is about them and a request has a conflict. */
static bool wants_banks(const Step *step, const LaunchReport *report) {
    bool about = false;
    for (size_t i = 0; i < step->show_count; i++) {
        const char *name = metric_info[step->show[i]].name;
        about |= text_starts(name, "shared.") && (strstr(name, "wavefronts") != NULL ||
                                                  strstr(name, "conflicts") != NULL || strstr(name, "ways") != NULL);
    }
    const RequestSample *sample = about && report->result->program == NULL ? report_worst_request(report) : NULL;
    return sample != NULL && sample->wavefronts > 1;
}

/* The launch once more, with the requests of its worst line kept, for the picture over sectors. Of the rows of a
 * comparison those that waste nothing all look alike, and have none. */
static void add_sectors(LessonPage *page, const Step *step, const LaunchOutcome *outcome) {
    Session *session = page->session;
    PicturedLine line = {.space = PICTURED_GLOBAL, .metric = METRIC_NONE};
    const Metrics *metrics = &outcome->result.metrics;
    Source source;
    if (!is_about_sectors(step) || outcome->result.status != RUN_FINISHED || outcome->result.program != NULL) return;
    if (metrics->value[METRIC_INSTRUCTIONS_WARP] > REPEATED_INSTRUCTIONS) return;
    if (!report_worst_line(&outcome->report, &line)) return;
    if (!source_of_lesson(session, session->scratch, page->lesson, &source)) return;
    LaunchJob job = {.lesson = page->lesson,
                     .spec = outcome->prepared.spec,
                     .label = step->id,
                     .source = &source,
                     .reference = &source,
                     .step = step,
                     .recording = {.line = line.at->loc.line, .block = -1, .warp = -1, .request = -1}};
    LaunchOutcome *again = launch_execute(session, &job);
    const SectorSample *sample = again->ran ? report_worst_sectors(&line, &again->result) : NULL;
    bool wastes = sample != NULL && sample->sectors > sample->ideal;
    if (sample != NULL && (wastes || step->kind == STEP_LAUNCH))
        html_sectors(&page->out, sample, outcome->report.source, &page->pictures);
    outcome_free(again);
}

static void add_plot(LessonPage *page, const Step *step, const LessonLaunches *all, const LaunchReport *reports) {
    Metric metric = svg_metric_to_plot(reports, all->outcomes.count, step->show, step->show_count);
    if (step->kind != STEP_SWEEP || metric == METRIC_NONE) return;
    Text picture = {0};
    if (svg_plot(&picture, step->over, all->labels.at, reports, all->outcomes.count, metric,
                 page->pictures.count + 1)) {
        html_box_begin(&page->out, "Plot");
        size_t begin = page->out.size;
        text_add(&page->out, picture.data);
        html_picture(&page->pictures, &page->out, HTML_PICTURE_PLOT, begin);
        html_box_end(&page->out);
    }
    text_free(&picture);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static void add_launch(LessonPage *page, const Step *step, const LaunchOutcome *outcome, const char *label,
                       const char *command) {
    size_t before = page->pictures.drawn.count;
    LaunchReport shown = outcome->report;
    if (page->published && wants_banks(step, &shown)) shown.show_extra |= SHOW_BANKS;
    html_launch(&page->out, &shown, command, &page->pictures);
    add_sectors(page, step, outcome);
    collect(page, step, label, before);
}

static bool same_counts(const Metrics *a, const Metrics *b) {
    for (Metric metric = 0; metric < metric_count; metric++)
        if (a->known[metric] != b->known[metric] || (a->known[metric] && a->value[metric] != b->value[metric]))
            return false;
    return true;
}

/* Whether an earlier step of a published page had this launch: the same kernel in the same configuration that counted
 * the same. Else it is noted. */
static bool was_shown(LessonPage *page, const LaunchOutcome *outcome) {
    const Launch *launch = &outcome->prepared.launch;
    if (!page->published || launch->kernel == NULL) return false;
    for (size_t i = 0; i < page->alone.count; i++) {
        const LessonShown *shown = &page->alone.at[i];
        if (text_equal(shown->kernel, launch->kernel) && memcmp(shown->grid, launch->grid, sizeof shown->grid) == 0 &&
            memcmp(shown->block, launch->block, sizeof shown->block) == 0 &&
            same_counts(&shown->metrics, &outcome->result.metrics))
            return true;
    }
    LessonShown now = {.kernel = arena_string(page->session->scratch, launch->kernel),
                       .metrics = outcome->result.metrics};
    memcpy(now.grid, launch->grid, sizeof now.grid);
    memcpy(now.block, launch->block, sizeof now.block);
    vec_push(page->session->scratch, &page->alone, now);
    return false;
}

/* A comparison's kernels differ: each one's lines and picture follow, folded. */
static void add_rows_apart(LessonPage *page, const Step *step, const LessonLaunches *all, const char *command) {
    for (size_t i = 0; i < all->outcomes.count; i++) {
        if (was_shown(page, all->outcomes.at[i])) continue;
        text_add(&page->out, "<details><summary>");
        html_text(&page->out, all->labels.at[i]);
        text_add(&page->out, ", alone</summary>\n");
        add_launch(page, step, all->outcomes.at[i], all->labels.at[i], command);
        text_add(&page->out, "</details>\n");
    }
}

void lesson_add_launches(LessonPage *page, const Step *step, const LessonLaunches *all, const char *command) {
    LaunchReport *reports = lesson_reports(all);
    size_t count = all->outcomes.count, before = page->pictures.drawn.count;
    const char *head = step->kind == STEP_SWEEP ? step->over : "";
    if (step->kind == STEP_LAUNCH) {
        was_shown(page, all->outcomes.at[0]); /* is noted */
        add_launch(page, step, all->outcomes.at[0], NULL, command);
    } else {
        html_rows(&page->out, head, all->labels.at, reports, count, step->show, step->show_count, command);
    }
    if (step->kind == STEP_SWEEP) {
        add_plot(page, step, all, reports);
        collect(page, step, NULL, before);
    }
    if (step->recorded != NULL) html_recorded(&page->out, head, all->labels.at, reports, count, step->recorded);
    if (step->kind == STEP_COMPARE) add_rows_apart(page, step, all, command);
}
