/* See unused.h. */
#include "teach/launch/unused.h"

#include <stdlib.h>
#include <string.h>

#include "course/names.h"
#include "finding_kinds.h"
#include "metric_names.h"
#include "ptx/depends.h"
#include "teach/launch/reach.h"
#include "teach/launch/rerun.h"
#include "terminal/terminal.h"

bool unused_is_next(const LaunchOutcome *outcome, Verdict verdict, const GoalOutcome *outcomes, size_t count) {
    bool later = false;
    for (size_t i = 0; i < count; i++) later |= outcomes[i].later;
    const Result *result = outcome->result.program != NULL ? &outcome->result : &outcome->sim.result;
    return later && verdict == VERDICT_PASSED && outcome->simulated && result->status == RUN_FINISHED;
}

/* ---- one site after another -------------------------------------------------------------------------------------- */

typedef char *Disturb(const PtxSites *sites, size_t site, PtxPattern pattern, Arena *arena);

/* The first pattern with which a run comes out differently; PTX_PATTERNS where none does, or without an answer. */
static PtxPattern first_difference(Trial *trial, size_t site, Disturb *disturb, bool *interrupted) {
    PtxPattern pattern = 0;
    for (; pattern < PTX_PATTERNS; pattern++) {
        Arena *arena = arena_new();
        bool same = rerun_is_the_same(trial, disturb(&trial->sites, site, pattern, arena), (RunAs){0}, interrupted);
        arena_free(arena);
        if (*interrupted) return PTX_PATTERNS;
        if (!same) break;
    }
    return pattern;
}

/* A barrier, or a wait for a barrier object, is left out, once, and races are looked for: what they lead to depends on
 * the order of the warps. */
static bool orders_nothing(Trial *trial, size_t site, bool *interrupted) {
    Arena *arena = arena_new();
    const char *without = ptx_site_leave_out(&trial->sites, site, arena);
    bool same = rerun_is_the_same(trial, without, (RunAs){.races = true}, interrupted);
    arena_free(arena);
    return same;
}

/* Of a store whose value makes no difference it may matter that it is there, as of the stores of a flag that is only
 * compared with 0. What it would have written is then unwritten, and findings that say so tell nothing. */
static bool leaves_the_same(Trial *trial, size_t site, bool *interrupted) {
    Arena *arena = arena_new();
    const char *without = ptx_site_leave_out(&trial->sites, site, arena);
    bool same = rerun_is_the_same(trial, without, (RunAs){.findings_aside = true}, interrupted);
    arena_free(arena);
    return same;
}

/* What the value at a site is good for. */
typedef enum SiteUse {
    USE_CARRIED, /* small changes show in what comes out; for barriers and atomics: any does */
    USE_BOUNDED, /* large changes alone do: it is only compared with what is far away */
    USE_NONE,
} SiteUse;

/* An atomic whose operand makes no difference may be there to read: then what it returns does. */
static SiteUse use_of(Trial *trial, size_t site, bool *interrupted) {
    PtxSiteKind kind = (PtxSiteKind)trial->sites.sites[site].kind;
    if (kind == PTX_SITE_BARRIER || kind == PTX_SITE_WAIT)
        return orders_nothing(trial, site, interrupted) ? USE_NONE : USE_CARRIED;
    PtxPattern first = first_difference(trial, site, ptx_site_disturb, interrupted);
    if (first == PTX_PATTERNS && !*interrupted && ptx_site_returns(&trial->sites, site))
        first = first_difference(trial, site, ptx_site_disturb_returned, interrupted);
    if (first == PTX_PATTERNS && kind == PTX_SITE_STORE && !*interrupted)
        return leaves_the_same(trial, site, interrupted) ? USE_NONE : USE_CARRIED;
    if (first == PTX_PATTERNS) return USE_NONE;
    return kind != PTX_SITE_LOAD || first < PTX_PATTERNS_SMALL ? USE_CARRIED : USE_BOUNDED;
}

/* ---- all sites --------------------------------------------------------------------------------------------------- */

/* The metrics of a kind of site. Of barriers there is one of each: the block's memory is what they order. */
typedef struct SiteMetrics {
    Metric shared, global;                     /* all requests */
    Metric shared_unused, global_unused;       /* those of instructions whose value nobody uses */
    const char *noun, *where, *verb;           /* "4 loads from shared memory ... they read" */
    Metric shared_uncarried, global_uncarried; /* those, and those of instructions whose value is only compared */
} SiteMetrics;
static const SiteMetrics site_metrics[] = {
    [PTX_SITE_LOAD] = {METRIC_SHARED_LOAD_REQUESTS, METRIC_GLOBAL_LOAD_REQUESTS, METRIC_SHARED_LOAD_UNUSED,
                       METRIC_GLOBAL_LOAD_UNUSED, "load", "from", "read", METRIC_SHARED_LOAD_UNCARRIED,
                       METRIC_GLOBAL_LOAD_UNCARRIED},
    [PTX_SITE_STORE] = {METRIC_SHARED_STORE_REQUESTS, METRIC_GLOBAL_STORE_REQUESTS, METRIC_SHARED_STORE_UNUSED,
                        METRIC_GLOBAL_STORE_UNUSED, "store", "to", "store", METRIC_NONE, METRIC_NONE},
    [PTX_SITE_ATOMIC] = {METRIC_SHARED_ATOMIC_REQUESTS, METRIC_GLOBAL_ATOMIC_REQUESTS, METRIC_SHARED_ATOMIC_UNUSED,
                         METRIC_GLOBAL_ATOMIC_UNUSED, "atomic", "on", "add", METRIC_NONE, METRIC_NONE},
    [PTX_SITE_BARRIER] = {METRIC_BARRIERS, METRIC_NONE, METRIC_BARRIERS_UNUSED, METRIC_NONE, "barrier", NULL, NULL,
                          METRIC_NONE, METRIC_NONE},
    [PTX_SITE_WAIT] = {METRIC_MBARRIER_WAITS, METRIC_NONE, METRIC_MBARRIER_WAITS_UNUSED, METRIC_NONE,
                       "wait for a barrier object", NULL, NULL, METRIC_NONE, METRIC_NONE},
};
enum { SITE_KINDS = sizeof site_metrics / sizeof *site_metrics };

/* A site that was executed, and its requests. */
typedef struct Candidate {
    size_t site;
    uint64_t shared, global;
} Candidate;

static uint64_t requests_in_all(const Candidate *candidate) {
    return candidate->shared + candidate->global;
}

/* Those with the most requests first, so that the bound on runs leaves out what counts least. */
static int by_requests(const void *left, const void *right) {
    const Candidate *a = left, *b = right;
    uint64_t more = requests_in_all(a), less = requests_in_all(b);
    if (more != less) return more > less ? -1 : 1;
    return a->site < b->site ? -1 : 1;
}

/* Whether a goal names what a use of the site would add to. */
static bool is_asked_about(const Trial *trial, const Candidate *candidate) {
    const SiteMetrics *metrics = &site_metrics[trial->sites.sites[candidate->site].kind];
    return (candidate->shared > 0 &&
            (rerun_is_asked(trial, metrics->shared_unused) || rerun_is_asked(trial, metrics->shared_uncarried))) ||
           (candidate->shared > 0 && trial->computed[candidate->site] &&
            rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_UNUSED)) ||
           (candidate->global > 0 &&
            (rerun_is_asked(trial, metrics->global_unused) || rerun_is_asked(trial, metrics->global_uncarried)));
}

static Candidate *find_candidates(const Trial *trial, Arena *arena, size_t *count) {
    Candidate *candidates = arena_array(arena, Candidate, trial->sites.count + 1);
    *count = 0;
    for (size_t i = 0; i < trial->sites.count; i++) {
        const SiteMetrics *metrics = &site_metrics[trial->sites.sites[i].kind];
        Candidate candidate = {i, rerun_requests(trial, i, metrics->shared), rerun_requests(trial, i, metrics->global)};
        if (requests_in_all(&candidate) > 0) candidates[(*count)++] = candidate;
    }
    qsort(candidates, *count, sizeof *candidates, by_requests);
    return candidates;
}

static void add_use(Trial *trial, const Candidate *candidate, SiteUse use) {
    LaunchOutcome *outcome = trial->outcome;
    const PtxSite *site = &trial->sites.sites[candidate->site];
    const SiteMetrics *metrics = &site_metrics[site->kind];
    double *value = outcome->result.metrics.value;
    if (use == USE_CARRIED) return;
    if (metrics->shared_uncarried != METRIC_NONE) value[metrics->shared_uncarried] += (double)candidate->shared;
    if (metrics->global_uncarried != METRIC_NONE) value[metrics->global_uncarried] += (double)candidate->global;
    if (use == USE_NONE) value[metrics->shared_unused] += (double)candidate->shared;
    if (use == USE_NONE && trial->computed[candidate->site])
        value[METRIC_SHARED_STORE_COMPUTED_UNUSED] += (double)candidate->shared;
    if (use == USE_NONE && candidate->global > 0) value[metrics->global_unused] += (double)candidate->global;
    UnusedAccess unused = {site->line, site->kind, use == USE_BOUNDED, candidate->shared, candidate->global};
    vec_push(outcome->arena, &outcome->unused, unused);
}

/* Takes the stores off that store something else when another value is loaded at a site. Returns how many are left. */
static size_t take_off_varying(Trial *trial, size_t load, PtxPattern pattern, bool *steady, bool *interrupted) {
    Arena *arena = arena_new();
    Result result;
    size_t left = 0;
    rerun(trial, ptx_site_disturb(&trial->marked, load, pattern, arena), (RunAs){.sums = true}, arena, &result);
    *interrupted = result.status == RUN_INTERRUPTED;
    for (size_t i = 0; i < trial->sites.count; i++) {
        if (steady[i] && rerun_summed_another(&trial->first, &result, i)) steady[i] = false;
        left += steady[i];
    }
    arena_free(arena);
    return left;
}

/* For each site whether it is a store to which loads lead and which stores the same whatever they bring, as one of
 * n + word * 0, where 0 is computed. Where runs or time are spent before that is known, none. */
static const bool *find_steady(Trial *trial, const Candidate *candidates, size_t count, const bool *constant,
                               Arena *arena, bool *interrupted) {
    const bool *loaded = ptx_loaded_stores(&trial->sites, arena);
    bool *steady = arena_array(arena, bool, trial->sites.count + 1);
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        size_t site = candidates[i].site;
        steady[site] = loaded[site] && !constant[site];
        left += steady[site];
    }
    for (PtxPattern pattern = 0; pattern < PTX_PATTERNS; pattern++)
        for (size_t i = 0; i < count && left > 0; i++) {
            if (trial->sites.sites[candidates[i].site].kind != PTX_SITE_LOAD) continue;
            if (rerun_may_go_on(trial))
                left = take_off_varying(trial, candidates[i].site, pattern, steady, interrupted);
            if (*interrupted || !rerun_may_go_on(trial)) return arena_array(arena, bool, trial->sites.count + 1);
        }
    return steady;
}

/* What is stored whatever is loaded. */
static void add_constant_stores(Trial *trial, const Candidate *candidates, size_t count, Arena *arena,
                                bool *interrupted) {
    bool asks_shared = rerun_is_asked(trial, METRIC_SHARED_STORE_CONSTANT);
    bool asks_global = rerun_is_asked(trial, METRIC_GLOBAL_STORE_CONSTANT);
    if (!asks_shared && !asks_global) return;
    const bool *constant = ptx_constant_stores(&trial->sites, arena);
    const bool *steady = find_steady(trial, candidates, count, constant, arena, interrupted);
    double shared = 0, global = 0;
    for (size_t i = 0; i < count; i++) {
        if (!constant[candidates[i].site] && !steady[candidates[i].site]) continue;
        shared += (double)candidates[i].shared;
        global += (double)candidates[i].global;
    }
    if (asks_shared) metrics_set(&trial->outcome->result.metrics, METRIC_SHARED_STORE_CONSTANT, shared);
    if (asks_global) metrics_set(&trial->outcome->result.metrics, METRIC_GLOBAL_STORE_CONSTANT, global);
}

static void try_sites(Trial *trial, Arena *arena, bool *interrupted) {
    size_t count;
    const Candidate *candidates = find_candidates(trial, arena, &count);
    add_constant_stores(trial, candidates, count, arena, interrupted);
    for (size_t i = 0; i < count && rerun_may_go_on(trial) && !*interrupted; i++) {
        if (!is_asked_about(trial, &candidates[i])) continue;
        SiteUse use = use_of(trial, candidates[i].site, interrupted);
        if (!*interrupted) add_use(trial, &candidates[i], use);
    }
}

/* ---- other orders ------------------------------------------------------------------------------------------------ */

/* The metric is 1 where one of the orders brings out something else, else 0. */
static void try_orders(Trial *trial, Metric metric, const RunAs *orders, size_t count, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, metric)) return;
    bool same = true;
    for (size_t i = 0; i < count && same && !*interrupted; i++)
        same = rerun_is_the_same(trial, trial->outcome->prepared.launch.image->ptx, orders[i], interrupted);
    if (!*interrupted) metrics_set(&trial->outcome->result.metrics, metric, same ? 0 : 1);
}

/* CUDA promises no order in which blocks begin: a block that waits for one which begins later waits for ever, and the
 * first one to come tells nothing of the next. Nor does it promise one in which the lanes of a warp get at an
 * atomic. */
static void try_other_orders(Trial *trial, bool *interrupted) {
    static const RunAs of_blocks[] = {{.blocks = BLOCKS_DESCENDING}, {.blocks = BLOCKS_SHUFFLED}};
    static const RunAs of_lanes[] = {{.lanes_descending = true}};
    try_orders(trial, METRIC_ORDER_BLOCKS, of_blocks, sizeof of_blocks / sizeof *of_blocks, interrupted);
    try_orders(trial, METRIC_ORDER_LANES, of_lanes, sizeof of_lanes / sizeof *of_lanes, interrupted);
}

/* What is read off the PTX, and then counted in a run, if there is any of it. */
static void count_idle(Trial *trial, Arena *arena, bool *interrupted) {
    Metrics *metrics = &trial->outcome->result.metrics;
    const Image *image = trial->outcome->prepared.launch.image;
    bool asks_idle = rerun_is_asked(trial, METRIC_INSTRUCTIONS_UNUSED);
    bool asks_unchecked = rerun_is_asked(trial, METRIC_GLOBAL_ATOMIC_UNCHECKED);
    double idle = 0, unchecked = 0;
    PtxSites sites;
    Result result = {0};
    if (*interrupted || (!asks_idle && !asks_unchecked)) return;
    if (!ptx_sites_find_idle(image->ptx, image->ptx_size, arena, &sites)) return;
    if (sites.count > 0) rerun(trial, ptx_sites_mark(&sites, arena), (RunAs){0}, arena, &result);
    *interrupted = sites.count > 0 && result.status == RUN_INTERRUPTED;
    for (size_t i = 0; i < sites.count; i++)
        if (sites.sites[i].kind == PTX_SITE_IDLE)
            idle += (double)rerun_count(&result, i, METRIC_INSTRUCTIONS_WARP);
        else
            unchecked += (double)rerun_count(&result, i, METRIC_GLOBAL_ATOMIC_REQUESTS);
    if (asks_idle) metrics_set(metrics, METRIC_INSTRUCTIONS_UNUSED, idle);
    if (asks_unchecked) metrics_set(metrics, METRIC_GLOBAL_ATOMIC_UNCHECKED, unchecked);
}

static void measure(Trial *trial, Arena *arena, bool *interrupted) {
    if (!rerun_begin(trial, arena, interrupted)) return;
    static const Metric written[] = {METRIC_SHARED_LOAD_OWN,       METRIC_SHARED_LOAD_OWN_WARP,
                                     METRIC_GLOBAL_LOAD_COMMON,    METRIC_SHARED_STORE_DISTINCT,
                                     METRIC_SHARED_STORE_REPEATED, METRIC_SHARED_STORE_REPEATED_WARP,
                                     METRIC_SHARED_UNWRITTEN,      METRIC_GLOBAL_LOAD_LINES,
                                     METRIC_GLOBAL_STORE_LINES,    METRIC_SHARED_STORE_LINES,
                                     METRIC_IMBALANCE_LOADS,       METRIC_IMBALANCE_BLOCK_LOADS};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        metrics_set(&trial->outcome->result.metrics, written[i], trial->first.metrics.value[written[i]]);
    count_idle(trial, arena, interrupted);
    reach_measure(trial, arena, interrupted);
    try_other_orders(trial, interrupted);
    if (!*interrupted) try_sites(trial, arena, interrupted);
}

/* From which add_use() counts. What no goal names stays unknown. */
static void start_at_0(const Trial *trial) {
    for (size_t kind = 0; kind < SITE_KINDS; kind++) {
        const SiteMetrics *metrics = &site_metrics[kind];
        Metric counted[] = {metrics->shared_unused, metrics->global_unused, metrics->shared_uncarried,
                            metrics->global_uncarried};
        for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
            if (rerun_is_asked(trial, counted[i])) metrics_set(&trial->outcome->result.metrics, counted[i], 0);
    }
    if (rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_UNUSED))
        metrics_set(&trial->outcome->result.metrics, METRIC_SHARED_STORE_COMPUTED_UNUSED, 0);
}

void unused_measure(Session *session, LaunchOutcome *outcome, const GoalOutcome *outcomes, size_t outcome_count) {
    Trial trial = {.session = session,
                   .outcome = outcome,
                   .outcomes = outcomes,
                   .outcome_count = outcome_count,
                   .cost = (uint64_t)outcome->sim.result.metrics.value[METRIC_INSTRUCTIONS_WARP]};
    Arena *arena = arena_new();
    bool interrupted = false;
    start_at_0(&trial);
    terminal_limit_time(session->options.timeout);
    measure(&trial, arena, &interrupted);
    bool late = terminal_limit_time(0);
    outcome->interrupted = interrupted && !late;
    arena_free(arena);
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

/* Whether the goal names the metric that the access belongs to. */
static bool is_about(const Goal *goal, const UnusedAccess *unused) {
    const SiteMetrics *metrics = &site_metrics[unused->kind];
    bool shared = unused->shared > 0, carried = metrics->shared_uncarried != METRIC_NONE;
    Metric uncarried = shared ? metrics->shared_uncarried : metrics->global_uncarried;
    if (carried && names_mention(goal->expr, metric_info[uncarried].name)) return true;
    if (unused->bounded) return false;
    return (shared && names_mention(goal->expr, metric_info[metrics->shared_unused].name)) ||
           (unused->global > 0 && names_mention(goal->expr, metric_info[metrics->global_unused].name));
}

static bool is_alike(const UnusedAccess *one, const UnusedAccess *other) {
    return one->line == other->line && one->kind == other->kind && one->bounded == other->bounded &&
           (one->shared > 0) == (other->shared > 0);
}

/* Instructions that the compiler made of one line are told together. */
static void explain(Text *out, const LaunchOutcome *outcome, size_t at) {
    const UnusedAccess *first = &outcome->unused.at[at];
    uint64_t count = 0;
    for (size_t i = 0; i < outcome->unused.count; i++)
        if (is_alike(first, &outcome->unused.at[i]))
            count += outcome->unused.at[i].shared + outcome->unused.at[i].global;
    const SiteMetrics *words = &site_metrics[first->kind];
    bool one = count == 1;
    if (first->kind == PTX_SITE_BARRIER || first->kind == PTX_SITE_WAIT) {
        const char *what = first->kind == PTX_SITE_WAIT ? "wait" : "barrier", *of = words->noun + strlen(what);
        text_printf(out, "Line %u: %llu %s%s%s; without %s the output is the same, and there is no race. ", first->line,
                    (unsigned long long)count, what, one ? "" : "s", of, one ? "it" : "them");
        return;
    }
    text_printf(out, "Line %u: %llu %s%s %s %s memory; the output is the same whatever %s%s %s%s. ", first->line,
                (unsigned long long)count, words->noun, one ? "" : "s", words->where,
                first->shared > 0 ? "shared" : "global", first->bounded ? "the lowest bits are of what " : "",
                one ? "it" : "they", words->verb, one ? "s" : "");
}

static bool told_before(const LaunchOutcome *outcome, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (is_alike(&outcome->unused.at[i], &outcome->unused.at[at])) return true;
    return false;
}

enum { LINES_NAMED = 3 };

void unused_explain(const LaunchOutcome *outcome, GoalOutcome *outcomes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].met || !outcomes[i].evaluated || !names_need_repetition(outcomes[i].goal->expr)) continue;
        Text say = {0};
        size_t named = 0;
        for (size_t u = 0; u < outcome->unused.count && named < LINES_NAMED; u++) {
            if (!is_about(outcomes[i].goal, &outcome->unused.at[u]) || told_before(outcome, u)) continue;
            explain(&say, outcome, u);
            named++;
        }
        if (named == 0) continue;
        if (outcomes[i].say != NULL) text_add(&say, outcomes[i].say);
        outcomes[i].say = text_take(&say, outcome->arena);
    }
}
