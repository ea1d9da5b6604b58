/* See reach.h. */
#include "teach/launch/reach.h"

#include <string.h>

#include "finding_kinds.h"
#include "metric_names.h"
#include "ptx/depends.h"

/* What runs tell of the elements of the outputs, one after another. */
typedef struct Elements {
    bool *changed; /* by element: one of the runs left another */
    size_t count;
    bool ended; /* one of the runs has come to its end, or the program itself ended it */
} Elements;

static Elements find_elements(const Trial *trial, Arena *arena) {
    const Launch *launch = &trial->outcome->prepared.launch;
    size_t count = 0;
    for (size_t b = 0; b < launch->buffer_count; b++)
        if (launch->buffers[b].output) count += launch->buffers[b].count;
    return (Elements){.changed = arena_array(arena, bool, count + 1), .count = count};
}

/* Marks the elements in which two runs differ. */
static void mark_changed(const Trial *trial, const Buffer *one, const Buffer *other, Elements *elements) {
    bool *changed = elements->changed;
    for (size_t b = 0; b < trial->outcome->prepared.launch.buffer_count; b++) {
        if (!one[b].output) continue;
        size_t size = scalar_size(one[b].type);
        const uint8_t *now = one[b].bytes, *first = other[b].bytes;
        for (size_t i = 0; i < one[b].count; i++) *changed++ |= memcmp(now + i * size, first + i * size, size) != 0;
    }
}

/* The share of the elements that changed, of 1. */
static double share_of(const Elements *elements) {
    size_t sum = 0;
    for (size_t i = 0; i < elements->count; i++) sum += elements->changed[i];
    return elements->count > 0 ? (double)sum / (double)elements->count : 0;
}

/* Chooses the sites of that kind of which `requests` counts some. False: there are none. */
static bool choose(const Trial *trial, PtxSiteKind kind, Metric requests, PtxChange change, PtxChange *changes) {
    bool any = false;
    for (size_t i = 0; i < trial->sites.count; i++) {
        if (trial->sites.sites[i].kind != kind || rerun_requests(trial, i, requests) == 0) continue;
        changes[i] = change;
        any = true;
    }
    return any;
}

/* ---- how much comes from there ----------------------------------------------------------------------------------- */

/* Marks what one run with such changes leaves another. A run that does not end tells nothing. */
static void mark_run(Trial *trial, const PtxChange *changes, PtxPattern pattern, Elements *elements,
                     bool *interrupted) {
    Arena *arena = arena_new();
    Result result;
    const Buffer *buffers =
        rerun(trial, ptx_sites_disturb(&trial->sites, changes, pattern, arena), (RunAs){0}, arena, &result);
    *interrupted = result.status == RUN_INTERRUPTED;
    if (result.status == RUN_FINISHED) mark_changed(trial, buffers, trial->outputs, elements);
    elements->ended |= result.status == RUN_FINISHED || result_findings(&result, FINDING_TRAP) > 0;
    arena_free(arena);
}

/* Of 1, the elements of the outputs that change where values do at all of those sites at once. A difference of two
 * equal values stays what it was, and a lane whose value is nobody's changes nothing, whatever other lanes do with
 * theirs. Values are changed by little, so that floats stay finite: in a product with 0 they are nobody's. Loads bring
 * one small number as well, and then another: the pattern of a copy of a copy is taken off again. Where no run ends it
 * is 1, unless the program itself ended all of them. */
static double reach_of(Trial *trial, PtxSiteKind kind, Metric requests, Arena *arena, bool *interrupted) {
    Elements elements = find_elements(trial, arena);
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    if (!choose(trial, kind, requests, PTX_CHANGE_XOR, changes)) return 0;
    for (PtxPattern pattern = 0; pattern <= PTX_PATTERN_LOW && !*interrupted; pattern++)
        mark_run(trial, changes, pattern, &elements, interrupted);
    static const PtxChange constants[] = {PTX_CHANGE_TO_ONE, PTX_CHANGE_TO_TWO};
    for (int i = 0; i < 2 && kind == PTX_SITE_LOAD && !*interrupted; i++) {
        choose(trial, kind, requests, constants[i], changes);
        mark_run(trial, changes, PTX_PATTERN_BIT_0, &elements, interrupted);
    }
    return elements.ended && elements.count > 0 ? share_of(&elements) : 1;
}

static void measure_reach(Trial *trial, PtxSiteKind kind, Metric requests, Metric reach, Arena *arena,
                          bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, reach)) return;
    metrics_set(&trial->outcome->result.metrics, reach, reach_of(trial, kind, requests, arena, interrupted));
}

/* Textures bring texels in the place of means of texels. */
static void measure_filter(Trial *trial, Arena *arena, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, METRIC_TEXTURE_FILTER_REACH)) return;
    Elements elements = find_elements(trial, arena);
    Result result;
    const Buffer *buffers = rerun(trial, trial->sites.text, (RunAs){.unfiltered = true}, arena, &result);
    *interrupted = result.status == RUN_INTERRUPTED;
    if (result.status == RUN_FINISHED) mark_changed(trial, buffers, trial->outputs, &elements);
    if (!*interrupted) metrics_set(&trial->outcome->result.metrics, METRIC_TEXTURE_FILTER_REACH, share_of(&elements));
}

/* ---- how much comes past it -------------------------------------------------------------------------------------- */

/* Loads from shared memory bring constants, and those from global memory what they bring or, with a pattern, other
 * values. Returns the run's buffers; NULL: it did not end. */
static const Buffer *run_past(Trial *trial, PtxChange fixed, PtxChange global, PtxPattern pattern, Arena *arena,
                              bool *interrupted) {
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    Result result;
    choose(trial, PTX_SITE_LOAD, METRIC_GLOBAL_LOAD_REQUESTS, global, changes);
    choose(trial, PTX_SITE_LOAD, METRIC_SHARED_LOAD_REQUESTS, fixed, changes);
    const char *ptx = ptx_sites_disturb(&trial->sites, changes, pattern, arena);
    const Buffer *buffers = rerun(trial, ptx, (RunAs){0}, arena, &result);
    *interrupted |= result.status == RUN_INTERRUPTED;
    return result.status == RUN_FINISHED ? buffers : NULL;
}

/* What changes with the loads from global memory, while those from shared memory bring constants, does not come by way
 * of shared memory. */
static void mark_direct(Trial *trial, PtxChange fixed, Elements *elements, bool *interrupted) {
    Arena *arena = arena_new();
    const Buffer *before = run_past(trial, fixed, PTX_CHANGE_NONE, PTX_PATTERN_BIT_0, arena, interrupted);
    for (PtxPattern pattern = 0; pattern <= PTX_PATTERN_LOW && before != NULL && !*interrupted; pattern++) {
        Arena *own = arena_new();
        const Buffer *after = run_past(trial, fixed, PTX_CHANGE_XOR, pattern, own, interrupted);
        if (after != NULL) mark_changed(trial, after, before, elements);
        arena_free(own);
    }
    arena_free(arena);
}

/* One constant is a small whole number, with which indices stay what they may be; one is 1 as a float, in whose
 * products the other factor shows; and then each load brings another small number, so that what is loaded is not all
 * the same. Runs that do not end tell nothing. */
static void measure_direct(Trial *trial, Arena *arena, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, METRIC_GLOBAL_LOAD_DIRECT)) return;
    Elements elements = find_elements(trial, arena);
    static const PtxChange fixed[] = {PTX_CHANGE_TO_ONE, PTX_CHANGE_TO_FLOAT_ONE, PTX_CHANGE_TO_SMALL_OF_ITS};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed && !*interrupted; i++)
        mark_direct(trial, fixed[i], &elements, interrupted);
    if (!*interrupted) metrics_set(&trial->outcome->result.metrics, METRIC_GLOBAL_LOAD_DIRECT, share_of(&elements));
}

/* ---- what is stored in shared memory ----------------------------------------------------------------------------- */

static void run_for_sums(Trial *trial, const PtxChange *changes, Arena *arena, Result *result, bool *interrupted) {
    const char *ptx = ptx_sites_disturb(&trial->marked, changes, PTX_PATTERN_MIXED, arena);
    rerun(trial, ptx, (RunAs){.sums = true}, arena, result);
    *interrupted = result->status == RUN_INTERRUPTED;
}

/* Marks the stores that store something else in a run with these changes. */
static void mark_other_stores(Trial *trial, const PtxChange *changes, bool *other, bool *interrupted) {
    Arena *arena = arena_new();
    Result result;
    run_for_sums(trial, changes, arena, &result, interrupted);
    for (size_t i = 0; i < trial->sites.count; i++)
        other[i] |= trial->sites.sites[i].kind == PTX_SITE_STORE && rerun_summed_another(&trial->first, &result, i);
    arena_free(arena);
}

/* The metric is the requests of those stores to shared memory. */
static void count_stores(Trial *trial, Metric metric, const bool *counted) {
    double requests = 0;
    for (size_t i = 0; i < trial->sites.count; i++)
        if (counted[i]) requests += (double)rerun_requests(trial, i, METRIC_SHARED_STORE_REQUESTS);
    metrics_set(&trial->outcome->result.metrics, metric, requests);
}

/* Loads from global memory bring other values, and stores to shared memory take the change off again. A store of what
 * was loaded then stores what it did at first, and one of anything else another value; but a 0 stays what it is, as
 * beyond an edge, and is read as a 0. What else comes out of shared memory is changed again, so that a copy of a copy
 * is one. Values are changed by exclusive or, and then by a sum: what one of them does not tell from a copy, such as
 * the exclusive or of three numbers, the other does. */
static void measure_computed(Trial *trial, Arena *arena, bool *interrupted) {
    trial->computed = arena_array(arena, bool, trial->sites.count + 1);
    if (*interrupted || (!rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED) &&
                         !rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_UNUSED) &&
                         !rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_DIRECT) &&
                         !rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_LOADED) &&
                         !rerun_is_asked(trial, METRIC_SHARED_STORE_FRESH)))
        return;
    static const struct {
        PtxChange load, load_shared, store;
    } ways[] = {{PTX_CHANGE_XOR, PTX_CHANGE_XOR_BUT_0, PTX_CHANGE_XOR_BUT_0},
                {PTX_CHANGE_ADD, PTX_CHANGE_ADD_BUT_0, PTX_CHANGE_SUBTRACT_BUT_0}};
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !*interrupted; i++) {
        choose(trial, PTX_SITE_LOAD, METRIC_GLOBAL_LOAD_REQUESTS, ways[i].load, changes);
        choose(trial, PTX_SITE_LOAD, METRIC_SHARED_LOAD_REQUESTS, ways[i].load_shared, changes);
        choose(trial, PTX_SITE_STORE, METRIC_SHARED_STORE_REQUESTS, ways[i].store, changes);
        mark_other_stores(trial, changes, trial->computed, interrupted);
    }
    if (!*interrupted) count_stores(trial, METRIC_SHARED_STORE_COMPUTED, trial->computed);
}

/* Those of them that are no constants: constant memory is a memory, too. */
static void measure_computed_loaded(Trial *trial, Arena *arena, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_LOADED)) return;
    const bool *constant = ptx_constant_stores(&trial->sites, arena);
    bool *loaded = arena_array(arena, bool, trial->sites.count + 1);
    for (size_t i = 0; i < trial->sites.count; i++) loaded[i] = trial->computed[i] && !constant[i];
    count_stores(trial, METRIC_SHARED_STORE_COMPUTED_LOADED, loaded);
}

/* Loads from shared memory bring a constant, and those from global memory what they bring and then other values: a
 * count that is raised in shared memory is the same, wherever it lies, and one that was made in registers is not.
 * Plain copies are left out. */
static void measure_computed_direct(Trial *trial, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, METRIC_SHARED_STORE_COMPUTED_DIRECT)) return;
    Arena *arena = arena_new();
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    bool *direct = arena_array(arena, bool, trial->sites.count + 1);
    Result before, after;
    choose(trial, PTX_SITE_LOAD, METRIC_SHARED_LOAD_REQUESTS, PTX_CHANGE_TO_ONE, changes);
    run_for_sums(trial, changes, arena, &before, interrupted);
    choose(trial, PTX_SITE_LOAD, METRIC_GLOBAL_LOAD_REQUESTS, PTX_CHANGE_XOR, changes);
    if (!*interrupted) run_for_sums(trial, changes, arena, &after, interrupted);
    for (size_t i = 0; i < trial->sites.count && !*interrupted; i++)
        direct[i] = trial->computed[i] && rerun_summed_another(&before, &after, i);
    if (!*interrupted) count_stores(trial, METRIC_SHARED_STORE_COMPUTED_DIRECT, direct);
    arena_free(arena);
}

/* Loads from shared memory bring other values: a count that is raised there is another one, and a copy of what came
 * from global memory is not. What is computed and neither that nor a constant has been made elsewhere. */
static void measure_derived(Trial *trial, Arena *arena, bool *interrupted) {
    if (*interrupted ||
        (!rerun_is_asked(trial, METRIC_SHARED_STORE_DERIVED) && !rerun_is_asked(trial, METRIC_SHARED_STORE_FRESH)))
        return;
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    bool *other = arena_array(arena, bool, trial->sites.count + 1);
    choose(trial, PTX_SITE_LOAD, METRIC_SHARED_LOAD_REQUESTS, PTX_CHANGE_XOR, changes);
    mark_other_stores(trial, changes, other, interrupted);
    if (*interrupted) return;
    count_stores(trial, METRIC_SHARED_STORE_DERIVED, other);
    if (!rerun_is_asked(trial, METRIC_SHARED_STORE_FRESH)) return;
    const bool *constant = ptx_constant_stores(&trial->sites, arena);
    bool *fresh = arena_array(arena, bool, trial->sites.count + 1);
    for (size_t i = 0; i < trial->sites.count; i++) fresh[i] = trial->computed[i] && !other[i] && !constant[i];
    count_stores(trial, METRIC_SHARED_STORE_FRESH, fresh);
}

/* ---- where atomics add ------------------------------------------------------------------------------------------- */

/* Takes the atomics off whose addresses are others in a run with such values from global memory. A run that does not
 * end tells nothing of the others. */
static void take_off_moving(Trial *trial, PtxPattern pattern, bool *fixed, bool *ended, bool *interrupted) {
    Arena *arena = arena_new();
    PtxChange *changes = arena_array(arena, PtxChange, trial->sites.count + 1);
    Result result;
    choose(trial, PTX_SITE_LOAD, METRIC_GLOBAL_LOAD_REQUESTS, PTX_CHANGE_XOR, changes);
    rerun(trial, ptx_sites_disturb(&trial->marked, changes, pattern, arena), (RunAs){.sums = true}, arena, &result);
    *interrupted = result.status == RUN_INTERRUPTED;
    *ended |= result.status == RUN_FINISHED;
    for (size_t i = 0; i < trial->sites.count; i++)
        if (fixed[i] && rerun_summed_another(&trial->first, &result, i)) fixed[i] = false;
    arena_free(arena);
}

/* Atomics on shared memory whose addresses are the same whatever is loaded from global memory: what a number decides
 * is not where they add. Where no run ends, none. */
static void measure_fixed(Trial *trial, Arena *arena, bool *interrupted) {
    if (*interrupted || !rerun_is_asked(trial, METRIC_SHARED_ATOMIC_FIXED)) return;
    bool *fixed = arena_array(arena, bool, trial->sites.count + 1), ended = false;
    double requests = 0;
    for (size_t i = 0; i < trial->sites.count; i++) fixed[i] = trial->sites.sites[i].kind == PTX_SITE_ATOMIC;
    for (PtxPattern pattern = 0; pattern <= PTX_PATTERN_MIXED && !*interrupted; pattern++)
        take_off_moving(trial, pattern, fixed, &ended, interrupted);
    for (size_t i = 0; i < trial->sites.count && ended; i++)
        if (fixed[i]) requests += (double)rerun_requests(trial, i, METRIC_SHARED_ATOMIC_REQUESTS);
    if (!*interrupted) metrics_set(&trial->outcome->result.metrics, METRIC_SHARED_ATOMIC_FIXED, requests);
}

void reach_measure(Trial *trial, Arena *arena, bool *interrupted) {
    measure_reach(trial, PTX_SITE_LOAD, METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_REACH, arena, interrupted);
    measure_reach(trial, PTX_SITE_ATOMIC, METRIC_SHARED_ATOMIC_REQUESTS, METRIC_SHARED_ATOMIC_REACH, arena,
                  interrupted);
    measure_reach(trial, PTX_SITE_LOAD, METRIC_HEAP_LOAD_REQUESTS, METRIC_HEAP_LOAD_REACH, arena, interrupted);
    measure_filter(trial, arena, interrupted);
    measure_direct(trial, arena, interrupted);
    measure_computed(trial, arena, interrupted);
    measure_computed_direct(trial, interrupted);
    measure_computed_loaded(trial, arena, interrupted);
    measure_derived(trial, arena, interrupted);
    measure_fixed(trial, arena, interrupted);
}
