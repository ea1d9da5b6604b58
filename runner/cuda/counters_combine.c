/* Makes metrics of what was read: see counters_parts.h for the two sources and how exact each is. */
#include <stdlib.h>
#include <string.h>

#include "cuda/counters_parts.h"
#include "device.h"
#include "metric_names.h"

const char *const counters_sass_name[SASS_METRIC_COUNT] = {
    [SASS_SHARED_LOAD] = "smsp__sass_inst_executed_op_shared_ld",
    [SASS_SHARED_STORE] = "smsp__sass_inst_executed_op_shared_st",
    [SASS_SHARED_ATOMIC] = "smsp__sass_inst_executed_op_shared_atom",
    [SASS_GLOBAL_LOAD] = "smsp__sass_inst_executed_op_global_ld",
    [SASS_GLOBAL_STORE] = "smsp__sass_inst_executed_op_global_st",
    [SASS_GLOBAL_ATOMIC] = "smsp__sass_inst_executed_op_global_atom",
    [SASS_GLOBAL_REDUCTION] = "smsp__sass_inst_executed_op_global_red",
    [SASS_LOCAL_LOAD] = "smsp__sass_inst_executed_op_local_ld",
    [SASS_LOCAL_STORE] = "smsp__sass_inst_executed_op_local_st",
    [SASS_COPY] = "smsp__sass_inst_executed_op_ldgsts",
    [SASS_WAVEFRONTS] = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
    [SASS_IDEAL_WAVEFRONTS] = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
    [SASS_GLOBAL_SECTORS] = "smsp__sass_sectors_mem_global",
    [SASS_LOCAL_SECTORS] = "smsp__sass_sectors_mem_local",
    [SASS_8_BYTES] = "smsp__sass_inst_executed_op_memory_64b",
    [SASS_16_BYTES] = "smsp__sass_inst_executed_op_memory_128b",
    [SASS_BRANCHES] = "smsp__sass_inst_executed_op_branch",
    [SASS_DIVERGENT] = "smsp__sass_branch_targets_threads_divergent",
    [SASS_TEXTURE] = "smsp__sass_inst_executed_op_texture",
    [SASS_INSTRUCTIONS] = "smsp__sass_inst_executed",
    [SASS_THREAD_INSTRUCTIONS] = "smsp__sass_thread_inst_executed",
};

/* Requests without an active lane are left out, as the other source and the simulator do. */
const char *const counters_range_name[RANGE_METRIC_COUNT][RANGE_SPELLINGS] = {
    [RANGE_SHARED_LOAD_WAVEFRONTS] = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    [RANGE_SHARED_STORE_WAVEFRONTS] = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    [RANGE_SHARED_ATOMIC_WAVEFRONTS] = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
    [RANGE_SHARED_LOAD_CONFLICTS] = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    [RANGE_SHARED_STORE_CONFLICTS] = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    [RANGE_SHARED_ATOMIC_CONFLICTS] = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
    [RANGE_WARPS_ACTIVE] = {"sm__warps_active.avg.pct_of_peak_sustained_active"},
    [RANGE_L2_SECTORS] = {"lts__t_sectors_srcunit_tex.sum"},
    [RANGE_DRAM_READ] = {"dram__bytes_read.sum", "dram__bytes_op_read.sum"},
    [RANGE_DRAM_WRITE] = {"dram__bytes_write.sum", "dram__bytes_op_write.sum"},
    [RANGE_SHARED_LOAD] = {"smsp__inst_executed_op_shared_ld_pred_on_any.sum", "smsp__inst_executed_op_shared_ld.sum"},
    [RANGE_SHARED_STORE] = {"smsp__inst_executed_op_shared_st_pred_on_any.sum", "smsp__inst_executed_op_shared_st.sum"},
    [RANGE_SHARED_ATOMIC] = {"smsp__inst_executed_op_shared_atom_pred_on_any.sum",
                             "smsp__inst_executed_op_shared_atom.sum"},
    [RANGE_GLOBAL_LOAD] = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    [RANGE_GLOBAL_STORE] = {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    [RANGE_GLOBAL_ATOMIC] = {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
    [RANGE_GLOBAL_REDUCTION] = {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    [RANGE_GLOBAL_LOAD_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    [RANGE_GLOBAL_STORE_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    [RANGE_GLOBAL_ATOMIC_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
    [RANGE_GLOBAL_REDUCTION_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
    [RANGE_LOCAL_LOAD] = {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"},
    [RANGE_LOCAL_STORE] = {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"},
    [RANGE_LOCAL_LOAD_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"},
    [RANGE_LOCAL_STORE_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"},
    [RANGE_TEXTURE] = {"smsp__inst_executed_op_texture.sum"},
    [RANGE_INSTRUCTIONS] = {"smsp__inst_executed.sum"},
    [RANGE_THREAD_INSTRUCTIONS] = {"smsp__thread_inst_executed.sum"},
};

/* Accesses to shared memory by RequestOp: the metrics, and the figures from which they are computed. */
typedef struct SharedFigures {
    Metric requests, wavefronts, conflicts;
    SassMetric sass_requests;
    RangeMetric range_requests, range_wavefronts, range_conflicts;
} SharedFigures;
static const SharedFigures shared_figures[] = {
    [REQUEST_LOAD] = {METRIC_GPU_SHARED_LOAD_REQUESTS, METRIC_GPU_SHARED_LOAD_WAVEFRONTS,
                      METRIC_GPU_SHARED_LOAD_CONFLICTS, SASS_SHARED_LOAD, RANGE_SHARED_LOAD,
                      RANGE_SHARED_LOAD_WAVEFRONTS, RANGE_SHARED_LOAD_CONFLICTS},
    [REQUEST_STORE] = {METRIC_GPU_SHARED_STORE_REQUESTS, METRIC_GPU_SHARED_STORE_WAVEFRONTS,
                       METRIC_GPU_SHARED_STORE_CONFLICTS, SASS_SHARED_STORE, RANGE_SHARED_STORE,
                       RANGE_SHARED_STORE_WAVEFRONTS, RANGE_SHARED_STORE_CONFLICTS},
    [REQUEST_ATOMIC] = {METRIC_GPU_SHARED_ATOMIC_REQUESTS, METRIC_GPU_SHARED_ATOMIC_WAVEFRONTS,
                        METRIC_GPU_SHARED_ATOMIC_CONFLICTS, SASS_SHARED_ATOMIC, RANGE_SHARED_ATOMIC,
                        RANGE_SHARED_ATOMIC_WAVEFRONTS, RANGE_SHARED_ATOMIC_CONFLICTS},
};

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static int by_instruction(const void *a, const void *b) {
    const SassRecord *left = a, *right = b;
    if (left->cubin != right->cubin) return left->cubin < right->cubin ? -1 : 1;
    if (left->function != right->function) return left->function < right->function ? -1 : 1;
    if (left->offset != right->offset) return left->offset < right->offset ? -1 : 1;
    return 0;
}

/* The kind of an instruction, from the counters that it has. A generic load has those of all three spaces, most of
 * them 0. */
static RequestOp op_of(const bool has[SASS_METRIC_COUNT]) {
    if (has[SASS_SHARED_ATOMIC] || has[SASS_GLOBAL_ATOMIC] || has[SASS_GLOBAL_REDUCTION]) return REQUEST_ATOMIC;
    if (has[SASS_SHARED_STORE] || has[SASS_GLOBAL_STORE] || has[SASS_LOCAL_STORE]) return REQUEST_STORE;
    return REQUEST_LOAD;
}

static void add_instruction(const SassRecord *records, size_t count, SassTotals *totals) {
    bool has[SASS_METRIC_COUNT] = {false};
    uint64_t value[SASS_METRIC_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        has[records[i].metric] = true;
        value[records[i].metric] += records[i].value;
    }
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++) totals->value[metric] += value[metric];
    RequestOp op = op_of(has);
    totals->global_sectors[op] += value[SASS_GLOBAL_SECTORS];
    totals->local_sectors[op] += value[SASS_LOCAL_SECTORS];
    if (has[SASS_COPY]) {
        totals->copy_wavefronts += value[SASS_WAVEFRONTS];
        totals->copy_ideal_wavefronts += value[SASS_IDEAL_WAVEFRONTS];
        return;
    }
    totals->wavefronts[op] += value[SASS_WAVEFRONTS];
    totals->ideal_wavefronts[op] += value[SASS_IDEAL_WAVEFRONTS];
    if (value[SASS_8_BYTES] > 0 || value[SASS_16_BYTES] > 0)
        totals->wide_requests[op] += value[shared_figures[op].sass_requests];
}

void counters_sass_total(SassRecord *records, size_t count, const bool known[SASS_METRIC_COUNT], SassTotals *totals) {
    *totals = (SassTotals){0};
    memcpy(totals->known, known, sizeof totals->known);
    if (count > 0) qsort(records, count, sizeof *records, by_instruction);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && by_instruction(&records[i], &records[end]) == 0;) end++;
        add_instruction(records + i, end - i, totals);
    }
}

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

typedef struct Sources {
    const SassTotals *sass; /* or NULL */
    const RangeValues *range;
    Metrics *metrics;
    bool *from_events; /* by Metric */
} Sources;

static bool has_sass(const Sources *sources, SassMetric metric) {
    return sources->sass != NULL && sources->sass->known[metric];
}

static void set_event(const Sources *sources, Metric metric, RangeMetric range, double scale) {
    if (!sources->range->known[range]) return;
    metrics_set(sources->metrics, metric, sources->range->value[range] * scale);
    sources->from_events[metric] = true;
}

/* Sets a metric from the instructions' figures if they have it, else from the hardware's counter. */
static void set_either(const Sources *sources, Metric metric, SassMetric sass, RangeMetric range) {
    if (has_sass(sources, sass))
        metrics_set(sources->metrics, metric, (double)sources->sass->value[sass]);
    else
        set_event(sources, metric, range, 1);
}

static void add_to(Metrics *metrics, Metric metric, double value) {
    if (metrics->known[metric]) metrics->value[metric] += value;
}

static bool has_groups(const RangeValues *range, RequestOp op) {
    const SharedFigures *figures = &shared_figures[op];
    return range->known[figures->range_wavefronts] && range->known[figures->range_conflicts];
}

/* The number of groups of lanes that the requests of one kind needed: one each, but up to four where a lane accesses
 * 16 bytes. The hardware's counters give it, unless the counted launch made another number of requests than the one
 * whose instructions were counted, as a loop around an atomic does. Then it is Nsight's ideal, which is lower where
 * lanes are inactive. */
static double groups_needed(const Sources *sources, RequestOp op) {
    const SassTotals *sass = sources->sass;
    const RangeValues *range = sources->range;
    const SharedFigures *figures = &shared_figures[op];
    double requests = (double)sass->value[figures->sass_requests], wide = (double)sass->wide_requests[op];
    if (wide == 0) return requests;
    double groups = range->value[figures->range_wavefronts] - range->value[figures->range_conflicts];
    bool fits = has_groups(range, op) && groups >= requests && groups <= requests + 3 * wide;
    return fits ? groups : (double)sass->ideal_wavefronts[op];
}

/* Wavefronts by addresses, except for loads of 8 and 16 bytes where the hardware proves that figure wrong: it is
 * lower than the number of groups, or higher than the hardware's count, collisions of warps included. Of 59 wrong
 * ones among 320 patterns this misses two, by one wavefront in five. */
static double wavefronts_of(const Sources *sources, RequestOp op, double groups) {
    double exact = (double)sources->sass->wavefronts[op];
    if (op != REQUEST_LOAD || sources->sass->wide_requests[op] == 0 || !has_groups(sources->range, op)) return exact;
    double counted = sources->range->value[RANGE_SHARED_LOAD_WAVEFRONTS];
    return exact < groups || exact > counted ? counted : exact;
}

static void set_shared(const Sources *sources, RequestOp op) {
    const SharedFigures *figures = &shared_figures[op];
    set_either(sources, figures->requests, figures->sass_requests, figures->range_requests);
    if (has_sass(sources, SASS_WAVEFRONTS) && has_sass(sources, figures->sass_requests)) {
        double groups = groups_needed(sources, op), wavefronts = wavefronts_of(sources, op, groups);
        metrics_set(sources->metrics, figures->wavefronts, wavefronts);
        metrics_set(sources->metrics, figures->conflicts, wavefronts > groups ? wavefronts - groups : 0);
        bool counted = wavefronts != (double)sources->sass->wavefronts[op];
        sources->from_events[figures->wavefronts] = sources->from_events[figures->conflicts] = counted;
    } else if (has_groups(sources->range, op)) {
        set_event(sources, figures->wavefronts, figures->range_wavefronts, 1);
        set_event(sources, figures->conflicts, figures->range_conflicts, 1);
    }
}

/* cp.async is counted as a load from global and a store to shared memory, as the simulator does. */
static void add_copies(const Sources *sources) {
    if (!has_sass(sources, SASS_COPY) || sources->sass->value[SASS_COPY] == 0) return;
    const SassTotals *sass = sources->sass;
    add_to(sources->metrics, METRIC_GPU_GLOBAL_LOAD_REQUESTS, (double)sass->value[SASS_COPY]);
    add_to(sources->metrics, METRIC_GPU_SHARED_STORE_REQUESTS, (double)sass->value[SASS_COPY]);
    add_to(sources->metrics, METRIC_GPU_SHARED_STORE_WAVEFRONTS, (double)sass->copy_wavefronts);
    add_to(sources->metrics, METRIC_GPU_SHARED_STORE_CONFLICTS,
           (double)sass->copy_wavefronts - (double)sass->copy_ideal_wavefronts);
}

static void set_sectors(const Sources *sources, Metric metric, SassMetric sass, const uint64_t *sectors,
                        RangeMetric range) {
    if (has_sass(sources, sass))
        metrics_set(sources->metrics, metric, (double)*sectors);
    else
        set_event(sources, metric, range, 1);
}

static void set_global_and_local(const Sources *sources) {
    static const SassTotals none;
    const SassTotals *sass = sources->sass != NULL ? sources->sass : &none;
    Metrics *metrics = sources->metrics;
    const RangeValues *range = sources->range;
    set_either(sources, METRIC_GPU_GLOBAL_LOAD_REQUESTS, SASS_GLOBAL_LOAD, RANGE_GLOBAL_LOAD);
    set_either(sources, METRIC_GPU_GLOBAL_STORE_REQUESTS, SASS_GLOBAL_STORE, RANGE_GLOBAL_STORE);
    set_either(sources, METRIC_GPU_GLOBAL_ATOMIC_REQUESTS, SASS_GLOBAL_ATOMIC, RANGE_GLOBAL_ATOMIC);
    if (has_sass(sources, SASS_GLOBAL_REDUCTION))
        add_to(metrics, METRIC_GPU_GLOBAL_ATOMIC_REQUESTS, (double)sass->value[SASS_GLOBAL_REDUCTION]);
    else if (range->known[RANGE_GLOBAL_REDUCTION])
        add_to(metrics, METRIC_GPU_GLOBAL_ATOMIC_REQUESTS, range->value[RANGE_GLOBAL_REDUCTION]);
    set_sectors(sources, METRIC_GPU_GLOBAL_LOAD_SECTORS, SASS_GLOBAL_SECTORS, &sass->global_sectors[REQUEST_LOAD],
                RANGE_GLOBAL_LOAD_SECTORS);
    set_sectors(sources, METRIC_GPU_GLOBAL_STORE_SECTORS, SASS_GLOBAL_SECTORS, &sass->global_sectors[REQUEST_STORE],
                RANGE_GLOBAL_STORE_SECTORS);
    set_sectors(sources, METRIC_GPU_GLOBAL_ATOMIC_SECTORS, SASS_GLOBAL_SECTORS, &sass->global_sectors[REQUEST_ATOMIC],
                RANGE_GLOBAL_ATOMIC_SECTORS);
    if (!has_sass(sources, SASS_GLOBAL_SECTORS) && range->known[RANGE_GLOBAL_REDUCTION_SECTORS])
        add_to(metrics, METRIC_GPU_GLOBAL_ATOMIC_SECTORS, range->value[RANGE_GLOBAL_REDUCTION_SECTORS]);
    set_either(sources, METRIC_GPU_LOCAL_LOAD_REQUESTS, SASS_LOCAL_LOAD, RANGE_LOCAL_LOAD);
    set_either(sources, METRIC_GPU_LOCAL_STORE_REQUESTS, SASS_LOCAL_STORE, RANGE_LOCAL_STORE);
    set_sectors(sources, METRIC_GPU_LOCAL_LOAD_SECTORS, SASS_LOCAL_SECTORS, &sass->local_sectors[REQUEST_LOAD],
                RANGE_LOCAL_LOAD_SECTORS);
    set_sectors(sources, METRIC_GPU_LOCAL_STORE_SECTORS, SASS_LOCAL_SECTORS, &sass->local_sectors[REQUEST_STORE],
                RANGE_LOCAL_STORE_SECTORS);
}

/* Where the event counts other sectors for cp.async than the instructions' figures, lanes whose predicate is off
 * were included (see counters_parts.h). Then the event's sectors are taken, and the copies' wavefronts, and every
 * sum that includes them, stay unknown. */
static const char *mend_copies(const Sources *sources) {
    const RangeValues *range = sources->range;
    if (!has_sass(sources, SASS_COPY) || sources->sass->value[SASS_COPY] == 0 ||
        !range->known[RANGE_GLOBAL_LOAD_SECTORS] ||
        range->value[RANGE_GLOBAL_LOAD_SECTORS] == (double)sources->sass->global_sectors[REQUEST_LOAD])
        return NULL;
    set_event(sources, METRIC_GPU_GLOBAL_LOAD_SECTORS, RANGE_GLOBAL_LOAD_SECTORS, 1);
    sources->metrics->known[METRIC_GPU_SHARED_STORE_WAVEFRONTS] =
        sources->metrics->known[METRIC_GPU_SHARED_STORE_CONFLICTS] = false;
    return "shared.store.wavefronts and its conflicts are left out: of 16-byte cp.async behind a predicate the "
           "profiler "
           "counts the lanes that are off too, though they copy nothing";
}

/* A sum counts as coming from events where one of its parts does. */
static void sum_up(const Sources *sources) {
    metrics_derive(sources->metrics);
    for (Metric metric = 0; metric < metric_count; metric++) {
        const MetricInfo *info = &metric_info[metric];
        if (info->source != METRIC_SOURCE_SUM) continue;
        for (size_t i = 0; i < info->part_count; i++)
            sources->from_events[metric] |= sources->from_events[info->part[i]];
    }
}

const char *counters_combine(const SassTotals *sass, const RangeValues *range, Metrics *metrics,
                             bool from_events[METRIC_CAPACITY]) {
    const Sources sources = {sass, range, metrics, from_events};
    enum { SECTOR = 32 }; /* bytes */
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) set_shared(&sources, op);
    set_global_and_local(&sources);
    add_copies(&sources);
    set_either(&sources, METRIC_GPU_TEXTURE_REQUESTS, SASS_TEXTURE, RANGE_TEXTURE);
    if (has_sass(&sources, SASS_BRANCHES)) /* the hardware's counter takes EXIT for a branch */
        metrics_set(metrics, METRIC_GPU_BRANCH_EXECUTED, (double)sass->value[SASS_BRANCHES]);
    if (has_sass(&sources, SASS_DIVERGENT))
        metrics_set(metrics, METRIC_GPU_BRANCH_DIVERGENT, (double)sass->value[SASS_DIVERGENT]);
    set_either(&sources, METRIC_GPU_INSTRUCTIONS_WARP, SASS_INSTRUCTIONS, RANGE_INSTRUCTIONS);
    set_either(&sources, METRIC_GPU_INSTRUCTIONS_THREAD, SASS_THREAD_INSTRUCTIONS, RANGE_THREAD_INSTRUCTIONS);
    set_event(&sources, METRIC_GPU_OCCUPANCY_ACHIEVED, RANGE_WARPS_ACTIVE, 0.01);
    set_event(&sources, METRIC_GPU_L2_BYTES, RANGE_L2_SECTORS, SECTOR);
    set_event(&sources, METRIC_GPU_DRAM_READ_BYTES, RANGE_DRAM_READ, 1);
    set_event(&sources, METRIC_GPU_DRAM_WRITE_BYTES, RANGE_DRAM_WRITE, 1);
    const char *left_out = mend_copies(&sources);
    sum_up(&sources);
    return left_out;
}
