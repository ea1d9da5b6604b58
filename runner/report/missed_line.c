/* The request that a missed goal is about: the goal's own words say which memory and which operation it counts. */
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

/* What is counted of an operation: goals about the other metrics (requests, bytes) are about no single request. */
static bool is_cost(const char *tail) {
    static const char *const costs[] = {"ways",    "conflicts",           "wavefronts", "wavefronts_per_request",
                                        "sectors", "sectors_per_request", "efficiency", "ideal_sectors"};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (text_equal(tail, costs[i])) return true;
    return false;
}

static void take_name(void *context, const char *name, Loc loc, bool indexed) {
    static const char *const operations[] = {"load", "store", "atomic"};
    (void)loc, (void)indexed;
    MissedRequest *missed = context;
    bool shared = text_starts(name, "shared."), global = text_starts(name, "global.");
    const char *tail = strrchr(name, '.');
    if (missed->found || (!shared && !global) || !is_cost(tail + 1)) return;
    *missed = (MissedRequest){.found = true, .global = global, .any_op = true};
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++)
        if (text_starts(name + strlen("shared."), operations[op])) {
            missed->any_op = false;
            missed->op = op;
        }
}

static double value_of(const Metrics *metrics, Metric metric) {
    return metrics->known[metric] ? metrics->value[metric] : 0;
}

/* The line whose requests touch most sectors beyond the fewest; of equal ones, most sectors. */
static void find_global_line(const LaunchReport *report, MissedRequest *missed) {
    static const Metric sectors[] = {METRIC_GLOBAL_LOAD_SECTORS, METRIC_GLOBAL_STORE_SECTORS,
                                     METRIC_GLOBAL_ATOMIC_SECTORS};
    static const Metric ideal[] = {METRIC_GLOBAL_LOAD_IDEAL_SECTORS, METRIC_GLOBAL_STORE_IDEAL_SECTORS, METRIC_NONE};
    double most = -1, most_sectors = 0;
    for (size_t i = 0; i < report->result->line_count; i++) {
        const LineCounts *line = &report->result->lines[i];
        double here = 0, fewest = 0;
        for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) {
            if (!missed->any_op && op != missed->op) continue;
            here += value_of(&line->metrics, sectors[op]);
            fewest += value_of(&line->metrics, ideal[op] != METRIC_NONE ? ideal[op] : sectors[op]);
        }
        if (here == 0 || !source_has(report, line->loc)) continue;
        if (here - fewest < most || (here - fewest == most && here <= most_sectors)) continue;
        most = here - fewest;
        most_sectors = here;
        missed->line = line->loc.line;
    }
}

static void find_shared_request(const LaunchReport *report, MissedRequest *missed) {
    for (size_t i = 0; i < report->result->sample_count; i++) {
        const RequestSample *sample = &report->result->samples[i];
        if ((!missed->any_op && sample->op != missed->op) || !source_has(report, sample->loc)) continue;
        if (missed->sample != NULL && sample->conflicts <= missed->sample->conflicts) continue;
        missed->sample = sample;
        missed->line = sample->loc.line;
    }
}

bool report_missed_request(const LaunchReport *report, MissedRequest *missed) {
    *missed = (MissedRequest){0};
    for (size_t i = 0; i < report->outcome_count && !missed->found; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        if (!outcome->met && outcome->evaluated && outcome->goal != NULL)
            expr_each_name(outcome->goal->expr, take_name, missed);
    }
    if (!missed->found || report->result == NULL || report->result->status != RUN_FINISHED) return false;
    if (missed->global)
        find_global_line(report, missed);
    else
        find_shared_request(report, missed);
    return missed->line > 0;
}

/* ---- gains ------------------------------------------------------------------------------------------------------- */

enum { GAINS = 6 };

typedef struct Gains {
    const Metrics *before, *now;
    Metric metric[GAINS];
    size_t count;
} Gains;

static void take_gain(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Gains *gains = context;
    Metric metric = metric_find(name);
    if (metric == METRIC_NONE || gains->count == GAINS) return;
    if (!gains->before->known[metric] || !gains->now->known[metric]) return;
    if (gains->before->value[metric] == gains->now->value[metric]) return;
    for (size_t i = 0; i < gains->count; i++)
        if (gains->metric[i] == metric) return;
    gains->metric[gains->count++] = metric;
}

void report_gains(Text *out, const Style *style, const Exercise *exercise, const Metrics *before, const Metrics *now) {
    Gains gains = {.before = before, .now = now};
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (!exercise->goals[i].hidden) expr_each_name(exercise->goals[i].expr, take_gain, &gains);
    if (gains.count == 0) return;
    Arena *arena = arena_new();
    flow_paragraph(out, style, ROLE_DIM, "", "", "As shipped, and now:");
    for (size_t i = 0; i < gains.count; i++) {
        Metric metric = gains.metric[i];
        Flow flow = {0};
        flow_add(&flow, ROLE_PLAIN, arena_printf(arena, "%s ", metric_info[metric].name));
        flow_add(&flow, ROLE_STRONG,
                 arena_printf(arena, "%s %s %s", draw_metric(arena, metric, before->value[metric]),
                              style_glyph(style, GLYPH_ARROW), draw_metric(arena, metric, now->value[metric])));
        flow_print(&flow, out, style, "  ", "    ");
        flow_free(&flow);
    }
    arena_free(arena);
}
