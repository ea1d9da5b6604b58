/* The line that a picture is of: the one that wastes most, or the one that misses a goal. */
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { OPERATIONS = REQUEST_ATOMIC + 1 };

static const char *const operations[OPERATIONS] = {"load.", "store.", "atomic."};

/* What is counted of an operation on a space. */
typedef struct Counters {
    Metric requests;
    Metric cost;           /* wavefronts, sectors */
    Metric fewest, beyond; /* of the cost: what was needed, or what was not; METRIC_NONE: see the other one. Of global
                              atomics neither is known */
} Counters;

static const Counters counters[PICTURED_SPACES][OPERATIONS] = {
    [PICTURED_SHARED] =
        {
            {METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_NONE, METRIC_SHARED_LOAD_CONFLICTS},
            {METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_STORE_WAVEFRONTS, METRIC_NONE, METRIC_SHARED_STORE_CONFLICTS},
            {METRIC_SHARED_ATOMIC_REQUESTS, METRIC_SHARED_ATOMIC_WAVEFRONTS, METRIC_NONE,
             METRIC_SHARED_ATOMIC_CONFLICTS},
        },
    [PICTURED_GLOBAL] =
        {
            {METRIC_GLOBAL_LOAD_REQUESTS, METRIC_GLOBAL_LOAD_SECTORS, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, METRIC_NONE},
            {METRIC_GLOBAL_STORE_REQUESTS, METRIC_GLOBAL_STORE_SECTORS, METRIC_GLOBAL_STORE_IDEAL_SECTORS, METRIC_NONE},
            {METRIC_GLOBAL_ATOMIC_REQUESTS, METRIC_GLOBAL_ATOMIC_SECTORS, METRIC_NONE, METRIC_NONE},
        },
};

/* ---- what a line costs ------------------------------------------------------------------------------------------- */

static double value_of(const Metrics *metrics, Metric metric) {
    return metric != METRIC_NONE && metrics->known[metric] ? metrics->value[metric] : 0;
}

typedef struct LineCost {
    double requests, cost, waste;
} LineCost;

static LineCost cost_of(const Metrics *metrics, const PicturedLine *pictured) {
    LineCost sum = {0};
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) {
        const Counters *counter = &counters[pictured->space][op];
        if (pictured->one_op && op != pictured->op) continue;
        double cost = value_of(metrics, counter->cost);
        sum.requests += value_of(metrics, counter->requests);
        sum.cost += cost;
        sum.waste += value_of(metrics, counter->beyond);
        if (counter->fewest != METRIC_NONE) sum.waste += cost - value_of(metrics, counter->fewest);
    }
    return sum;
}

bool report_line_uses(const LaunchReport *report, const LineCounts *line, PicturedSpace space) {
    PicturedLine any = {.space = space, .metric = METRIC_NONE};
    return source_has(report, line->loc) && cost_of(&line->metrics, &any).requests > 0;
}

bool draw_shows_operation(const LaunchReport *report, PicturedSpace space, RequestOp op) {
    static const char *const spaces[] = {[PICTURED_SHARED] = "shared.", [PICTURED_GLOBAL] = "global."};
    for (size_t i = 0; i < report->show_count; i++) {
        const char *name = metric_info[report->show[i]].name;
        if (text_starts(name, spaces[space]) && text_starts(name + strlen(spaces[space]), operations[op])) return true;
    }
    return false;
}

/* Whether the line makes requests of an operation whose counts are shown. */
static bool is_shown(const LaunchReport *report, const LineCounts *line, const PicturedLine *pictured) {
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++)
        if (value_of(&line->metrics, counters[pictured->space][op].requests) > 0 &&
            draw_shows_operation(report, pictured->space, op))
            return true;
    return false;
}

/* Of lines that are equally bad one whose operation is shown, then the one that costs more at all: every line that
 * reads has some sectors. */
bool report_worst_line(const LaunchReport *report, PicturedLine *pictured) {
    enum { KEYS = 3 };
    double worst[KEYS] = {0};
    bool by_value = pictured->metric != METRIC_NONE && metric_info[pictured->metric].kind == METRIC_KIND_MAXIMUM;
    pictured->at = NULL;
    for (size_t i = 0; i < report->result->line_count; i++) {
        const LineCounts *line = &report->result->lines[i];
        LineCost cost = cost_of(&line->metrics, pictured);
        if (cost.requests == 0 || !source_has(report, line->loc)) continue;
        double badness = by_value ? value_of(&line->metrics, pictured->metric) : cost.waste;
        double keys[KEYS] = {badness, is_shown(report, line, pictured), cost.cost};
        int k = 0;
        while (k < KEYS - 1 && keys[k] == worst[k]) k++;
        if (pictured->at != NULL && keys[k] <= worst[k]) continue;
        pictured->at = line;
        memcpy(worst, keys, sizeof worst);
    }
    return pictured->at != NULL;
}

/* ---- the line of a goal ------------------------------------------------------------------------------------------ */

/* What is counted of a request: goals about the other metrics (requests, bytes) are about no single one. */
static bool is_cost(const char *tail) {
    static const char *const costs[] = {"ways",    "conflicts",           "wavefronts", "wavefronts_per_request",
                                        "sectors", "sectors_per_request", "efficiency", "ideal_sectors"};
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (text_equal(tail, costs[i])) return true;
    return false;
}

/* Which requests a metric is about; false: about none that has a picture. */
static bool pictured_by(Metric metric, PicturedLine *pictured) {
    const char *name = metric_info[metric].name;
    bool shared = text_starts(name, "shared."), global = text_starts(name, "global.");
    if ((!shared && !global) || !is_cost(strrchr(name, '.') + 1)) return false;
    *pictured = (PicturedLine){.space = global ? PICTURED_GLOBAL : PICTURED_SHARED, .metric = metric};
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++)
        if (text_starts(name + strlen("shared."), operations[op])) {
            pictured->one_op = true;
            pictured->op = op;
        }
    return true;
}

typedef struct Search {
    const LaunchReport *report;
    const LineCounts *line; /* the first that a name leads to */
    PicturedLine pictured;
    bool only_pictured;
} Search;

static const LineCounts *largest_line(const Result *result, Metric metric) {
    const LineCounts *largest = NULL;
    for (size_t i = 0; i < result->line_count; i++) {
        double value = value_of(&result->lines[i].metrics, metric);
        if (value > (largest != NULL ? value_of(&largest->metrics, metric) : 0)) largest = &result->lines[i];
    }
    return largest;
}

static void take_name(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Search *search = context;
    PicturedLine pictured;
    Metric metric = metric_find(name);
    if (search->line != NULL || metric == METRIC_NONE) return;
    if (pictured_by(metric, &pictured)) {
        if (report_worst_line(search->report, &pictured)) search->line = pictured.at;
    } else if (!search->only_pictured && metric_info[metric].per_line) {
        pictured = (PicturedLine){.metric = metric};
        pictured.at = search->line = largest_line(search->report->result, metric);
    }
    if (search->line != NULL) search->pictured = pictured;
}

const LineCounts *report_line_of_goal(const LaunchReport *report, const GoalOutcome *outcome, Metric *metric) {
    Search search = {.report = report, .pictured = {.metric = METRIC_NONE}};
    if (outcome == NULL || outcome->goal == NULL || report->result == NULL) return NULL;
    expr_each_name(outcome->goal->expr, take_name, &search);
    *metric = search.pictured.metric;
    return search.line;
}

bool report_missed_line(const LaunchReport *report, PicturedLine *pictured) {
    Search search = {.report = report, .only_pictured = true};
    if (report->result == NULL || report->result->status != RUN_FINISHED) return false;
    for (size_t i = 0; i < report->outcome_count && search.line == NULL; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        if (!outcome->met && outcome->evaluated && outcome->goal != NULL)
            expr_each_name(outcome->goal->expr, take_name, &search);
    }
    *pictured = search.pictured;
    return search.line != NULL;
}

static const LineCounts *line_at(const LaunchReport *report, Loc loc) {
    for (size_t i = 0; i < report->result->line_count; i++)
        if (report->result->lines[i].loc.line == loc.line && text_equal(report->result->lines[i].loc.file, loc.file))
            return &report->result->lines[i];
    return NULL;
}

/* What the line asks for: of shared memory, unless it asks for none. */
static bool take_space(const LaunchReport *report, PicturedLine *pictured) {
    bool shared = report_line_uses(report, pictured->at, PICTURED_SHARED);
    pictured->space = shared ? PICTURED_SHARED : PICTURED_GLOBAL;
    return shared || report_line_uses(report, pictured->at, PICTURED_GLOBAL);
}

/* The memory that the metric counts, where the line uses it; else what the line asks for. */
static bool take_space_of_metric(const LaunchReport *report, PicturedLine *pictured) {
    const char *name = pictured->metric != METRIC_NONE ? metric_info[pictured->metric].name : "";
    if (!text_starts(name, "global.") || !report_line_uses(report, pictured->at, PICTURED_GLOBAL))
        return take_space(report, pictured);
    pictured->space = PICTURED_GLOBAL;
    return true;
}

/* The one whose words the student is shown. */
static const Goal *first_missed_goal(const LaunchReport *report) {
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        if (!outcome->met && !outcome->unassembled && !outcome->later && outcome->goal != NULL) return outcome->goal;
    }
    return NULL;
}

bool report_deciding_line(const LaunchReport *report, Verdict verdict, PicturedLine *pictured) {
    *pictured = (PicturedLine){.metric = METRIC_NONE};
    const Result *result = report->result;
    if (result == NULL || verdict == VERDICT_PASSED) return false;
    if (result->finding_count > 0) {
        pictured->at = line_at(report, result->findings[0].loc);
        return pictured->at != NULL && take_space(report, pictured);
    }
    if (verdict != VERDICT_MISSED) return false;
    Search search = {.report = report};
    const Goal *missed = first_missed_goal(report);
    if (missed != NULL) expr_each_name(missed->expr, take_name, &search);
    *pictured = search.pictured;
    if (search.line == NULL) return report_missed_line(report, pictured);
    bool about_requests =
        pictured->metric != METRIC_NONE && is_cost(strrchr(metric_info[pictured->metric].name, '.') + 1);
    return about_requests || take_space_of_metric(report, pictured);
}

/* ---- its picture ------------------------------------------------------------------------------------------------- */

static const RequestSample *worst_sample(const Result *result, const PicturedLine *pictured) {
    const RequestSample *worst = NULL;
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) {
        if (pictured->one_op && op != pictured->op) continue;
        const RequestSample *sample = lanes_worst_on_line(result, pictured->at->loc, op);
        if (sample != NULL && (worst == NULL || sample->ways > worst->ways)) worst = sample;
    }
    return worst;
}

const SectorSample *report_worst_sectors(const PicturedLine *pictured, const Result *recorded) {
    for (size_t i = 0; recorded != NULL && i < recorded->recorded_sector_count; i++) {
        const SectorSample *sample = &recorded->recorded_sectors[i];
        if (sample->loc.line == pictured->at->loc.line && (!pictured->one_op || sample->op == pictured->op))
            return sample;
    }
    return NULL;
}

bool report_line_picture(Text *out, const Style *style, const LaunchReport *report, const PicturedLine *pictured,
                         const Result *recorded) {
    bool shared = pictured->space == PICTURED_SHARED;
    const RequestSample *sample = shared ? worst_sample(report->result, pictured) : NULL;
    const SectorSample *sectors = shared ? NULL : report_worst_sectors(pictured, recorded);
    if (sample != NULL) report_banks(out, style, sample, report->source);
    if (sectors != NULL) report_sectors(out, style, sectors, report->source);
    return sample != NULL || sectors != NULL;
}

/* Bytes between a request's lowest and highest address. */
static uint32_t span(const RequestSample *sample) {
    uint32_t lowest = UINT32_MAX, highest = 0;
    for (int lane = 0; lane < 32; lane++) {
        if (!(sample->mask >> lane & 1)) continue;
        if (sample->address[lane] < lowest) lowest = sample->address[lane];
        if (sample->address[lane] > highest) highest = sample->address[lane];
    }
    return highest >= lowest ? highest - lowest : 0;
}

/* The request with the most conflicts. Of equal ones the one of an operation whose counts are shown, then the one with
 * the widest range of addresses: where a padded tile is written by rows and read by columns, neither conflicts, and the
 * column shows more. */
const RequestSample *report_worst_request(const LaunchReport *report) {
    const Result *result = report->result;
    const RequestSample *worst = NULL;
    for (size_t i = 0; i < result->sample_count; i++) {
        const RequestSample *sample = &result->samples[i];
        int more = worst == NULL ? 1 : sample->conflicts - worst->conflicts;
        if (more == 0)
            more = draw_shows_operation(report, PICTURED_SHARED, sample->op) -
                   draw_shows_operation(report, PICTURED_SHARED, worst->op);
        if (more > 0 || (more == 0 && span(sample) > span(worst))) worst = sample;
    }
    return worst;
}

const RequestSample *report_request_of_check(const CheckReport *report) {
    PicturedLine missed;
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    if (last == NULL || last->result == NULL) return NULL;
    bool shared =
        report->verdict == VERDICT_MISSED && report_missed_line(last, &missed) && missed.space == PICTURED_SHARED;
    const RequestSample *sample = shared ? worst_sample(last->result, &missed) : NULL;
    return sample != NULL ? sample : report_worst_request(last);
}
