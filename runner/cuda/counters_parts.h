/* What the counters' files share; counters.h is the contract with the worker process.
 *
 * There are two sources. CUPTI's SASS metrics patch the kernel so that every memory instruction records the cost of
 * its addresses, one figure for each instruction and metric: requests, sectors, wavefronts, without collisions of
 * warps in the cache (counters_sass.c). The range profiler reads the hardware's own counters (counters_range.c).
 * Which metric comes from which, and what is done where one is missing, is in counters_combine.c, which does not
 * call CUPTI.
 *
 * Seen on an H200 with CUDA 12.8, 13.0 and 13.5:
 * - SASS metrics can be configured once in a process. The range profiler works any number of times.
 * - Wavefronts by addresses are exact for stores, atomics and loads of up to 4 bytes a lane. For loads of 8 and 16
 *   bytes whose lanes share some addresses, but irregularly, they are too high or too low (59 of 320 such patterns).
 * - A cp.async that bypasses L1 (16 bytes, .cg) and is turned off by a predicate is still counted in wavefronts and
 *   sectors, in each warp with a lane that is off: from whatever addresses those lanes' registers hold, one
 *   wavefront and one sector where they are equal, up to 32 where they are not. No data move, the requests are
 *   right, and so are other copies, loads, stores and atomics (tests/hardware/predicated_h200.csv). The event for
 *   sectors of loads, which includes the copies', is always right.
 * - The hardware's wavefronts include collisions of warps: up to 6 in 100 loads and 16 in 100 stores more in full
 *   grids. The difference of wavefronts and bank conflicts, read in one pass, is free of them: it is the number of
 *   groups of lanes that the requests needed, which for 8 and 16 bytes depends on the addresses. */
#ifndef WARPSCHOOL_CUDA_COUNTERS_PARTS_H
#define WARPSCHOOL_CUDA_COUNTERS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/counters.h"
#include "cuda/cupti.h"
#include "metric.h"

/* ---- figures from executed instructions -------------------------------------------------------------------------- */

typedef enum SassMetric {
    SASS_SHARED_LOAD, /* requests: warp instructions with an active lane */
    SASS_SHARED_STORE,
    SASS_SHARED_ATOMIC,
    SASS_GLOBAL_LOAD,
    SASS_GLOBAL_STORE,
    SASS_GLOBAL_ATOMIC,
    SASS_GLOBAL_REDUCTION, /* an atomic without a result */
    SASS_LOCAL_LOAD,
    SASS_LOCAL_STORE,
    SASS_COPY, /* cp.async: a load from global and a store to shared memory in one */
    SASS_WAVEFRONTS,
    SASS_IDEAL_WAVEFRONTS,
    SASS_GLOBAL_SECTORS,
    SASS_LOCAL_SECTORS,
    SASS_8_BYTES, /* warp instructions of that width */
    SASS_16_BYTES,
    SASS_BRANCHES,
    SASS_DIVERGENT,
    SASS_TEXTURE,
    SASS_INSTRUCTIONS,
    SASS_THREAD_INSTRUCTIONS,
    SASS_METRIC_COUNT
} SassMetric;
extern const char *const counters_sass_name[SASS_METRIC_COUNT]; /* CUPTI's: "smsp__sass_inst_executed_op_shared_ld" */

/* One metric of one instruction, added up over the launch. */
typedef struct SassRecord {
    uint32_t cubin, function, offset; /* the instruction */
    SassMetric metric;
    uint64_t value;
} SassRecord;

/* The launch's figures; wavefronts and sectors are divided among the kinds of instruction. */
typedef struct SassTotals {
    bool known[SASS_METRIC_COUNT];
    uint64_t value[SASS_METRIC_COUNT];           /* over all instructions */
    uint64_t wavefronts[3], ideal_wavefronts[3]; /* by RequestOp, without copies */
    uint64_t wide_requests[3];                   /* those of 8 and 16 bytes a lane */
    uint64_t copy_wavefronts, copy_ideal_wavefronts;
    uint64_t global_sectors[3], local_sectors[3]; /* by RequestOp; those of copies are among the loads */
} SassTotals;

/* Adds up records, which it sorts. known says which metrics were asked for. */
void counters_sass_total(SassRecord *records, size_t count, const bool known[SASS_METRIC_COUNT], SassTotals *totals);

/* ---- the hardware's counters ------------------------------------------------------------------------------------- */

typedef enum RangeMetric {
    RANGE_SHARED_LOAD_WAVEFRONTS,
    RANGE_SHARED_STORE_WAVEFRONTS,
    RANGE_SHARED_ATOMIC_WAVEFRONTS,
    RANGE_SHARED_LOAD_CONFLICTS,
    RANGE_SHARED_STORE_CONFLICTS,
    RANGE_SHARED_ATOMIC_CONFLICTS,
    RANGE_WARPS_ACTIVE,
    RANGE_L2_SECTORS,
    RANGE_DRAM_READ,
    RANGE_DRAM_WRITE,
    RANGE_ALWAYS, /* the metrics above are always read, those below only where there are no figures from instructions */
    RANGE_SHARED_LOAD = RANGE_ALWAYS,
    RANGE_SHARED_STORE,
    RANGE_SHARED_ATOMIC,
    RANGE_GLOBAL_LOAD,
    RANGE_GLOBAL_STORE,
    RANGE_GLOBAL_ATOMIC,
    RANGE_GLOBAL_REDUCTION,
    RANGE_GLOBAL_LOAD_SECTORS,
    RANGE_GLOBAL_STORE_SECTORS,
    RANGE_GLOBAL_ATOMIC_SECTORS,
    RANGE_GLOBAL_REDUCTION_SECTORS,
    RANGE_LOCAL_LOAD,
    RANGE_LOCAL_STORE,
    RANGE_LOCAL_LOAD_SECTORS,
    RANGE_LOCAL_STORE_SECTORS,
    RANGE_TEXTURE,
    RANGE_INSTRUCTIONS,
    RANGE_THREAD_INSTRUCTIONS,
    RANGE_METRIC_COUNT
} RangeMetric;
enum { RANGE_SPELLINGS = 2 };
extern const char
    *const counters_range_name[RANGE_METRIC_COUNT][RANGE_SPELLINGS]; /* [1]: the name on other chips, or NULL */

typedef struct RangeValues {
    bool known[RANGE_METRIC_COUNT];
    double value[RANGE_METRIC_COUNT];
} RangeValues;

/* ---- both together ----------------------------------------------------------------------------------------------- */

/* Sets the metrics that begin with gpu. from what was read, and from_events for those that the hardware's own
 * counters gave; sass may be NULL. Returns NULL, or a sentence on what is left out, and why. */
const char *counters_combine(const SassTotals *sass, const RangeValues *range, Metrics *metrics,
                             bool from_events[METRIC_CAPACITY]);

/* ---- reading, with an open context ------------------------------------------------------------------------------- */

struct Counters {
    Arena *arena; /* everything below, and every sentence */
    const CudaDriver *driver;
    Cupti cupti;
    CUcontext context;
    CUdevice device;
    const char *chip; /* "GH100" */
    bool sass_spent;  /* SASS metrics were configured in this process and cannot be again */
};

/* Both measure one launch. False with *why where they could not, or where the kernel itself failed. */
bool counters_read_sass(Counters *counters, const CountedLaunch *launch, SassTotals *totals, const char **why);
/* Metrics from first up to before end. */
bool counters_read_range(Counters *counters, const CountedLaunch *launch, RangeMetric first, RangeMetric end,
                         RangeValues *values, const char **why);
/* Does all steps of a measurement but the launch, because missing permission shows at different steps on different
 * systems. False with *why where one failed. */
bool counters_try_range(Counters *counters, const char **why);

#endif
