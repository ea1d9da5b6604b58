/* A check as `watch` shows it: the cause that comes first, its line, and what has changed since the check before. */
#include <string.h>

#include "finding_kinds.h"
#include "report/draw.h"

enum { GOAL_METRICS = 32, PICTURES = 6, CHANGES = 8, COSTLY_LINES = 12 };

/* What is kept of one launch. */
typedef struct LaunchPast {
    Metrics metrics;
    size_t findings, wrong; /* findings that are no warnings; elements that were wrong */
    size_t goal_count;
    bool *met;
    bool stopped; /* before its end: what it counted and met says nothing */
} LaunchPast;

struct CheckPast {
    Verdict verdict;
    size_t errors; /* of the compiler */
    bool ran;      /* the numbers are this check's own, not an earlier one's */
    uint64_t text; /* the file's */
    size_t launch_count;
    LaunchPast *launches;
};

static uint64_t hash_of(const char *text) {
    uint64_t hash = 0;
    for (; text != NULL && *text; text++) hash = hash * 31 + (unsigned char)*text;
    return hash;
}

static size_t wrong_elements(const LaunchReport *report) {
    const Judged *judged = report->judged;
    return judged != NULL && judged->judged && !judged->correct ? judged->mismatch.count : 0;
}

static LaunchPast past_of_launch(Arena *arena, const LaunchReport *report) {
    LaunchPast past = {.metrics = report->result->metrics,
                       .findings = result_findings(report->result, FINDING_ANY),
                       .wrong = wrong_elements(report),
                       .stopped = report->result->status == RUN_STOPPED,
                       .goal_count = report->outcome_count,
                       .met = arena_array(arena, bool, report->outcome_count + 1)};
    for (size_t i = 0; i < report->outcome_count; i++) past.met[i] = report->outcomes[i].met;
    return past;
}

static LaunchPast copy_of(Arena *arena, const LaunchPast *launch) {
    LaunchPast copy = *launch;
    copy.met = arena_copy(arena, launch->met, launch->goal_count + 1, _Alignof(bool));
    return copy;
}

static bool has_run(const CheckReport *report) {
    for (size_t i = 0; i < report->launch_count; i++)
        if (report->launches[i].result != NULL) return true;
    return false;
}

CheckPast *report_past(Arena *arena, const CheckReport *report, const CheckPast *before) {
    CheckPast *past = arena_make(arena, CheckPast);
    *past = (CheckPast){.verdict = report->verdict,
                        .errors = report->diags != NULL ? report->diags->errors : 0,
                        .text = hash_of(report->source)};
    past->ran = has_run(report);
    past->launch_count = past->ran ? report->launch_count : before != NULL ? before->launch_count : 0;
    past->launches = arena_array(arena, LaunchPast, past->launch_count + 1);
    for (size_t i = 0; i < past->launch_count; i++)
        past->launches[i] =
            past->ran ? past_of_launch(arena, &report->launches[i]) : copy_of(arena, &before->launches[i]);
    return past;
}

/* ---- a goal and its line ----------------------------------------------------------------------------------------- */

typedef struct GoalMetrics {
    Metric at[GOAL_METRICS];
    size_t count;
} GoalMetrics;

static void add_metric(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    GoalMetrics *metrics = context;
    Metric metric = metric_find(name);
    for (size_t i = 0; i < metrics->count; i++)
        if (metrics->at[i] == metric) return;
    if (metric != METRIC_NONE && metrics->count < GOAL_METRICS) metrics->at[metrics->count++] = metric;
}

static void draw_goal_line(Text *out, const Style *style, Arena *arena, const LaunchReport *report,
                           const LineCounts *line, Metric metric) {
    text_add_char(out, '\n');
    if (source_has(report, line->loc))
        draw_excerpt(out, style, arena, report->source, line->loc.line, true);
    else
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ", source_place(arena, style, report, line->loc));
    draw_line_costs(out, style, arena, report, line, text_starts(metric_info[metric].name, "shared."));
}

/* ---- what has changed -------------------------------------------------------------------------------------------- */

typedef struct Changes {
    Text *out;
    const Style *style;
    Arena *arena;
    size_t shown, left_out;
} Changes;

static void add_change(Changes *changes, Role role, const char *what, const char *was, const char *now) {
    if (changes->shown == CHANGES) {
        changes->left_out++;
        return;
    }
    changes->shown++;
    const Style *style = changes->style;
    Flow flow = {0};
    flow_add(&flow, ROLE_PLAIN, arena_printf(changes->arena, "%s: ", style_clean_line(changes->arena, style, what)));
    flow_add(&flow, ROLE_DIM, draw_change(changes->arena, style, was, ""));
    flow_add(&flow, role, now);
    flow_print(&flow, changes->out, style, "  ", "    ");
    flow_free(&flow);
}

static void add_number(Changes *changes, const char *what, size_t was, size_t now) {
    if (was == now) return;
    add_change(changes, now < was ? ROLE_GOOD : ROLE_BAD, what, draw_count(changes->arena, (double)was),
               draw_count(changes->arena, (double)now));
}

static const char *words_of_goal(const Goal *goal) {
    const char *means = goal_means(goal);
    return means != NULL ? means : expr_text(goal->expr);
}

/* Its words, with what it asks for where another goal has the same words. */
static const char *name_of_goal(Arena *arena, const LaunchReport *report, const Goal *goal) {
    const char *words = words_of_goal(goal);
    if (goal->means == NULL && goal_means(goal) != NULL)
        return arena_printf(arena, "%s (%s)", words, expr_text(goal->expr));
    for (size_t i = 0; i < report->outcome_count; i++) {
        const Goal *other = report->outcomes[i].goal;
        if (other != NULL && other != goal && !other->hidden && !goal->hidden &&
            text_equal(words_of_goal(other), words))
            return arena_printf(arena, "%s (%s)", words, expr_text(goal->expr));
    }
    return words;
}

static void compare_goals(Changes *changes, const LaunchReport *now, const LaunchPast *before) {
    for (size_t i = 0; i < now->outcome_count && i < before->goal_count; i++) {
        const GoalOutcome *outcome = &now->outcomes[i];
        if (outcome->goal == NULL || outcome->later || outcome->met == before->met[i]) continue;
        if (outcome->met && outcome->goal->hidden) continue;
        add_change(changes, outcome->met ? ROLE_GOOD : ROLE_BAD, name_of_goal(changes->arena, now, outcome->goal),
                   before->met[i] ? "met" : "missed", outcome->met ? "met" : "missed");
    }
}

static void compare_metrics(Changes *changes, const LaunchReport *now, const LaunchPast *before) {
    GoalMetrics metrics = {0};
    for (size_t i = 0; i < now->outcome_count; i++)
        if (now->outcomes[i].goal != NULL && !now->outcomes[i].goal->hidden)
            expr_each_name(now->outcomes[i].goal->expr, add_metric, &metrics);
    for (size_t i = 0; i < metrics.count; i++) {
        Metric metric = metrics.at[i];
        const Metrics *is = &now->result->metrics, *was = &before->metrics;
        if (!is->known[metric] || !was->known[metric] || is->value[metric] == was->value[metric]) continue;
        add_change(changes, ROLE_STRONG, metric_info[metric].name,
                   draw_metric(changes->arena, metric, was->value[metric]),
                   draw_metric(changes->arena, metric, is->value[metric]));
    }
}

/* How many launches both checks made: the last one of these is compared. */
static size_t launches_of_both(const CheckReport *report, const CheckPast *before) {
    return report->launch_count < before->launch_count ? report->launch_count : before->launch_count;
}

static void compare_launches(Changes *changes, const CheckReport *report, const CheckPast *before) {
    size_t count = launches_of_both(report, before);
    if (count == 0 || report->launches[count - 1].result == NULL) return;
    const LaunchReport *now = &report->launches[count - 1];
    const LaunchPast *was = &before->launches[count - 1];
    add_number(changes, "wrong elements", was->wrong, wrong_elements(now));
    add_number(changes, "findings", was->findings, result_findings(now->result, FINDING_ANY));
    if (was->stopped || now->result->status == RUN_STOPPED) return;
    compare_goals(changes, now, was);
    compare_metrics(changes, now, was);
}

/* Which launch is compared, where it is not the one whose goals are shown. */
static const char *name_compared(Arena *arena, const CheckReport *report, const CheckPast *before) {
    size_t count = launches_of_both(report, before);
    return count == 0 || count == report->launch_count ? "" : arena_printf(arena, ", in launch %zu", count);
}

static void draw_changes(Text *out, const Style *style, Arena *arena, const CheckReport *report,
                         const CheckPast *before) {
    if (before == NULL) return;
    Text part = {0};
    Changes changes = {.out = &part, .style = style, .arena = arena};
    if (report->verdict != before->verdict)
        add_change(&changes, report->verdict == VERDICT_PASSED ? ROLE_GOOD : ROLE_STRONG, "verdict",
                   verdict_name[before->verdict], verdict_name[report->verdict]);
    if (report->diags != NULL) add_number(&changes, "errors", before->errors, report->diags->errors);
    compare_launches(&changes, report, before);
    text_add_char(out, '\n');
    if (report->source != NULL && hash_of(report->source) == before->text && changes.shown == 0)
        flow_paragraph(out, style, ROLE_DIM, "", "", "The file is the same as at the last check.");
    else if (changes.shown == 0)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       has_run(report) ? "Since the last save: nothing that the goals look at has changed."
                                       : "Since the last save: it still does not come to a launch.");
    else
        flow_paragraph(
            out, style, ROLE_STRONG, "", "",
            arena_printf(arena, "%s%s:", before->ran || !has_run(report) ? "Since the last save" : "Since it last ran",
                         name_compared(arena, report, before)));
    if (part.size > 0) text_add_n(out, part.data, part.size);
    if (changes.left_out > 0)
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ", arena_printf(arena, "and %zu more", changes.left_out));
    text_free(&part);
}

/* ---- the cause --------------------------------------------------------------------------------------------------- */

static void draw_first_finding(Text *out, const Style *style, const LaunchReport *report) {
    Result first = *report->result;
    LaunchReport one = *report;
    one.result = &first;
    if (first.finding_count > 1) first.finding_count = 1;
    report_findings(out, style, &one);
    size_t findings = result_findings(report->result, FINDING_ANY) - result_findings(&first, FINDING_ANY);
    size_t warnings = result_warnings(report->result) - result_warnings(&first);
    if (findings + warnings == 0) return;
    Arena *arena = arena_new();
    const char *more = findings > 0 ? draw_many(arena, (double)findings, "more finding", "more findings") : "";
    const char *warned = warnings > 0 ? draw_many(arena, (double)warnings, "warning", "warnings") : "";
    flow_paragraph(out, style, ROLE_DIM, "", "",
                   arena_printf(arena, "and %s%s%s", more, findings > 0 && warnings > 0 ? " and " : "", warned));
    arena_free(arena);
}

static void draw_launch(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    size_t planned = report->exercise != NULL ? report->exercise->launch_count : report->launch_count;
    if (planned > 1)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "launch %zu of %zu:", report->launch_count, planned));
    if (last->prepared != NULL) draw_head(out, style, arena, last);
    if (last->result == NULL) return;
    draw_status(out, style, arena, last);
    if (report->verdict != VERDICT_MISSED) draw_judgement(out, style, arena, last);
}

/* shown: the line that stands above already, or NULL. */
static void draw_missed_picture(Text *out, const Style *style, const CheckReport *report, const LineCounts *shown) {
    LaunchReport last = report->launches[report->launch_count - 1];
    PicturedLine pictured;
    Text picture = {0};
    if (report->verdict == VERDICT_MISSED && report_missed_line(&last, &pictured)) {
        if (pictured.at == shown) last.source = NULL;
        report_line_picture(&picture, style, &last, &pictured, report->recorded);
    }
    if (picture.size > 0) {
        text_add_char(out, '\n');
        text_add_n(out, picture.data, picture.size);
    }
    text_free(&picture);
}

/* In time, the race that stands above as the first finding. */
static void draw_raced(Text *out, const Style *style, const LaunchReport *last) {
    const Result *result = last->result;
    if (result == NULL || result->finding_count == 0 || result->findings[0].race == NULL) return;
    Text picture = {0};
    if (report_race(&picture, style, last, &result->findings[0])) {
        text_add_char(out, '\n');
        text_add_n(out, picture.data, picture.size);
    }
    text_free(&picture);
}

/* What decided, its line, what has changed, and the picture. Longest last: it may be below the screen's end. */
static void draw_deciding(Text *out, const Style *style, Arena *arena, const CheckReport *report,
                          const CheckPast *before) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    Metric metric = METRIC_NONE;
    const GoalOutcome *missed = report->verdict == VERDICT_PASSED ? NULL : draw_first_missed(last);
    const LineCounts *line = report->verdict == VERDICT_MISSED ? report_line_of_goal(last, missed, &metric) : NULL;
    if (report->verdict != VERDICT_PASSED) {
        text_add_char(out, '\n');
        draw_launch(out, style, arena, report);
    }
    if (last->result != NULL && last->result->finding_count > 0) {
        text_add_char(out, '\n');
        draw_first_finding(out, style, last);
    } else if (missed != NULL) {
        draw_goal(out, style, arena, missed);
    }
    if (line != NULL) draw_goal_line(out, style, arena, last, line, metric);
    draw_changes(out, style, arena, report, before);
    draw_missed_picture(out, style, report, line);
    draw_raced(out, style, last);
    if (last->result != NULL && last->result->printed != NULL && *last->result->printed != '\0') {
        text_add_char(out, '\n');
        draw_printed(out, style, arena, last->result);
    }
}

void report_watched(Text *out, const Style *style, const CheckReport *report, const CheckPast *before) {
    Arena *arena = arena_new();
    if (report->diags != NULL && report->diags->count > 0) {
        text_add_char(out, '\n');
        report_first_diags(out, style, report->diags, report->source);
    }
    if (report->launch_count > 0 && report->verdict != VERDICT_UNCOMPILED)
        draw_deciding(out, style, arena, report, before);
    else
        draw_changes(out, style, arena, report, before);
    draw_hidden(out, style, arena, report);
    arena_free(arena);
}

/* ---- in one line ------------------------------------------------------------------------------------------------- */

/* "no read has a conflict: shared.load.ways is 32", with the line it is on. */
static char *cause(Arena *arena, const CheckReport *report, Loc *loc) {
    const Diag *diag = report->diags != NULL ? report->diags->first : NULL;
    for (; diag != NULL; diag = diag->next)
        if (diag->severity == SEVERITY_ERROR) {
            *loc = diag->loc;
            return arena_string(arena, diag->message);
        }
    if (report->launch_count == 0 || report->verdict == VERDICT_PASSED) return NULL;
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    const Result *result = last->result;
    if (result != NULL && result->finding_count > 0 && !result->findings[0].warning) {
        *loc = result->findings[0].loc;
        return arena_string(arena, result->findings[0].message);
    }
    if (result != NULL && result->error != NULL) return arena_string(arena, result->error);
    if (wrong_elements(last) > 0)
        return arena_printf(arena, "%zu of %zu elements are wrong", last->judged->mismatch.count,
                            last->judged->mismatch.total);
    const GoalOutcome *missed = draw_first_missed(last);
    const char *hidden = draw_hidden_missed(report->hidden);
    if (missed == NULL) return hidden != NULL ? arena_string(arena, hidden) : NULL;
    Metric metric;
    const LineCounts *line = report_line_of_goal(last, missed, &metric);
    if (line != NULL) *loc = line->loc;
    const char *now = missed->evaluated ? missed->now : missed->error;
    const char *words = missed->goal != NULL ? words_of_goal(missed->goal) : missed->wanted;
    return arena_printf(arena, "goal missed: %s%s%s", words, now != NULL && *now ? "; " : "", now != NULL ? now : "");
}

void report_watched_line(Text *out, const Style *style, const CheckReport *report) {
    Arena *arena = arena_new();
    Loc loc = {0};
    const char *why = cause(arena, report, &loc);
    const char *place = loc.line > 0 ? arena_printf(arena, ":%d", loc.line) : "";
    bool good = report->verdict == VERDICT_PASSED;
    style_put(out, style, good ? ROLE_GOOD : ROLE_BAD, verdict_name[report->verdict]);
    text_add(out, style_format(arena, style, " %s%s", report->file, place));
    if (why != NULL) text_add(out, style_format(arena, style, ": %s", why));
    arena_free(arena);
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* The kept request with the most ways among those that are not in `drawn`. */
static const RequestSample *next_sample(const Result *result, const bool *drawn, size_t *index) {
    const RequestSample *worst = NULL;
    for (size_t i = 0; i < result->sample_count; i++)
        if (!drawn[i] && (worst == NULL || result->samples[i].ways > worst->ways)) {
            worst = &result->samples[i];
            *index = i;
        }
    return worst;
}

/* Over the sectors, of the line that was recorded for it. */
static void draw_recorded(Text *out, const Style *style, const CheckReport *report) {
    Text picture = {0};
    if (report->recorded != NULL)
        report_line_picture(&picture, style, &report->launches[report->launch_count - 1], &report->pictured,
                            report->recorded);
    if (picture.size > 0 && out->size > 0) text_add_char(out, '\n');
    if (picture.size > 0) text_add_n(out, picture.data, picture.size);
    text_free(&picture);
}

/* but: a line whose requests to shared memory are drawn already, or 0. */
static void draw_samples(Text *out, const Style *style, const LaunchReport *launch, int but) {
    const Result *result = launch->result;
    Arena *arena = arena_new();
    bool *drawn = arena_array(arena, bool, result->sample_count + 1);
    for (size_t i = 0; i < result->sample_count; i++) drawn[i] = but != 0 && result->samples[i].loc.line == but;
    for (int i = 0; i < PICTURES; i++) {
        size_t index;
        const RequestSample *sample = next_sample(result, drawn, &index);
        if (sample == NULL) break;
        drawn[index] = true;
        if (out->size > 0) text_add_char(out, '\n');
        report_banks(out, style, sample, launch->source);
    }
    arena_free(arena);
}

/* The line that the verdict's text is about comes first; that it has no picture is said. */
static void draw_deciding_line(Text *out, const Style *style, const CheckReport *report, const PicturedLine *deciding) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    if (report_line_picture(out, style, last, deciding, report->recorded)) return;
    Arena *arena = arena_new();
    flow_paragraph(out, style, ROLE_PLAIN, "", "",
                   arena_printf(arena, "There is no picture of line %d: no request of it was kept.",
                                deciding->at->loc.line));
    arena_free(arena);
}

/* Local and constant memory have no picture. */
static void draw_undrawn_line(Text *out, const Style *style, const PicturedLine *deciding) {
    Arena *arena = arena_new();
    flow_paragraph(out, style, ROLE_PLAIN, "", "",
                   arena_printf(arena, "Line %d uses neither shared nor global memory: there is no picture of it.",
                                deciding->at->loc.line));
    arena_free(arena);
}

static void draw_requests(Text *out, const Style *style, const CheckReport *report) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    PicturedLine deciding;
    Text others = {0};
    bool decided = report_deciding_line(last, report->verdict, &deciding);
    if (decided) draw_deciding_line(out, style, report, &deciding);
    if (!decided && deciding.at != NULL) draw_undrawn_line(out, style, &deciding);
    bool shared = decided && deciding.space == PICTURED_SHARED;
    draw_samples(&others, style, last, shared ? deciding.at->loc.line : 0);
    if (!decided || report->pictured.at != deciding.at || shared) draw_recorded(&others, style, report);
    if (out->size > 0 && others.size > 0) {
        text_add_char(out, '\n');
        flow_paragraph(out, style, ROLE_STRONG, "", "", "Other requests:");
    }
    if (others.size > 0) text_add_n(out, others.data, others.size);
    text_free(&others);
}

/* What each line asks for comes last. */
void report_pictures(Text *out, const Style *style, const CheckReport *report) {
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    Text part = {0}, lines = {0};
    if (last != NULL && last->result != NULL) {
        draw_requests(&part, style, report);
        report_lines(&lines, style, last, COSTLY_LINES);
    }
    if (lines.size > 0) {
        if (part.size > 0) text_add_char(&part, '\n');
        flow_paragraph(&part, style, ROLE_STRONG, "", "", "What each line asks of memory:");
        text_add_n(&part, lines.data, lines.size);
    }
    if (part.size == 0)
        flow_paragraph(&part, style, ROLE_PLAIN, "", "", "There is no picture: nothing ran that accessed memory.");
    text_add_n(out, part.data, part.size);
    text_free(&part);
    text_free(&lines);
}
