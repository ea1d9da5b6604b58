/* Metrics: the names that lessons, goals, JSON and reports share. One table, metrics.c, is their only source:
 * `warpschool metrics` and docs/metrics.md are printed from it. */
#ifndef WARPSCHOOL_METRICS_H
#define WARPSCHOOL_METRICS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Metric {
    METRIC_SHARED_LOAD_REQUESTS,
    METRIC_SHARED_LOAD_WAVEFRONTS,
    METRIC_SHARED_LOAD_CONFLICTS,
    METRIC_SHARED_LOAD_WAYS,
    METRIC_SHARED_STORE_REQUESTS,
    METRIC_SHARED_STORE_WAVEFRONTS,
    METRIC_SHARED_STORE_CONFLICTS,
    METRIC_SHARED_STORE_WAYS,
    METRIC_SHARED_ATOMIC_REQUESTS,
    METRIC_SHARED_ATOMIC_WAVEFRONTS,
    METRIC_SHARED_ATOMIC_CONFLICTS,
    METRIC_SHARED_ATOMIC_WAYS,
    METRIC_SHARED_REQUESTS, /* derived: loads, stores and atomics together */
    METRIC_SHARED_WAVEFRONTS,
    METRIC_SHARED_CONFLICTS,
    METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS, /* the same three for each kind of access, after the assembler */
    METRIC_ASSEMBLED_SHARED_LOAD_WAVEFRONTS,
    METRIC_ASSEMBLED_SHARED_LOAD_CONFLICTS,
    METRIC_ASSEMBLED_SHARED_STORE_REQUESTS,
    METRIC_ASSEMBLED_SHARED_STORE_WAVEFRONTS,
    METRIC_ASSEMBLED_SHARED_STORE_CONFLICTS,
    METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS,
    METRIC_ASSEMBLED_SHARED_ATOMIC_WAVEFRONTS,
    METRIC_ASSEMBLED_SHARED_ATOMIC_CONFLICTS,
    METRIC_ASSEMBLED_SHARED_REQUESTS, /* derived: loads, stores and atomics together */
    METRIC_ASSEMBLED_SHARED_WAVEFRONTS,
    METRIC_ASSEMBLED_SHARED_CONFLICTS,
    METRIC_GLOBAL_LOAD_REQUESTS,
    METRIC_GLOBAL_LOAD_SECTORS,
    METRIC_GLOBAL_LOAD_IDEAL_SECTORS,
    METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST, /* derived */
    METRIC_GLOBAL_LOAD_EFFICIENCY,          /* derived: ideal / touched */
    METRIC_GLOBAL_STORE_REQUESTS,
    METRIC_GLOBAL_STORE_SECTORS,
    METRIC_GLOBAL_STORE_IDEAL_SECTORS,
    METRIC_GLOBAL_STORE_SECTORS_PER_REQUEST,
    METRIC_GLOBAL_STORE_EFFICIENCY,
    METRIC_GLOBAL_ATOMIC_REQUESTS,
    METRIC_GLOBAL_ATOMIC_SECTORS,
    METRIC_LOCAL_LOAD_REQUESTS,
    METRIC_LOCAL_LOAD_SECTORS,
    METRIC_LOCAL_STORE_REQUESTS,
    METRIC_LOCAL_STORE_SECTORS,
    METRIC_CONSTANT_REQUESTS,
    METRIC_CONSTANT_SERIALISED,
    METRIC_TEXTURE_REQUESTS,
    METRIC_BRANCH_EXECUTED,
    METRIC_BRANCH_DIVERGENT,
    METRIC_INSTRUCTIONS_WARP,
    METRIC_INSTRUCTIONS_THREAD,
    METRIC_BARRIERS,
    METRIC_ASYNC_REQUESTS,
    METRIC_ASYNC_AHEAD,
    METRIC_INSTRUCTIONS_SHUFFLE,
    METRIC_INSTRUCTIONS_PER_BLOCK_MAX,
    METRIC_INSTRUCTIONS_PER_WARP_MAX,
    METRIC_INSTRUCTIONS_ACTIVE_THREADS, /* derived: thread / warp */
    METRIC_IMBALANCE_BLOCKS,            /* derived by the device, which knows how many there are: most / mean */
    METRIC_IMBALANCE_WARPS,
    METRIC_LAUNCH_REGISTERS,
    METRIC_LAUNCH_SHARED_STATIC,
    METRIC_LAUNCH_SHARED_DYNAMIC,
    METRIC_LAUNCH_LOCAL,
    METRIC_LAUNCH_SPILL_STORES,
    METRIC_LAUNCH_SPILL_LOADS,
    METRIC_OCCUPANCY_THEORETICAL, /* 0..1 */
    METRIC_OCCUPANCY_BLOCKS_PER_SM,
    METRIC_OCCUPANCY_LIMITER, /* an OccupancyLimiter */
    METRIC_TIME_MS,
    METRIC_BANDWIDTH_GBPS,
    METRIC_BANDWIDTH_OF_COPY,
    METRIC_THROUGHPUT_GFLOPS,
    METRIC_HOST_COPY_IN_MS, /* between host and device, by the GPU's clock */
    METRIC_HOST_COPY_IN_GBPS,
    METRIC_HOST_COPY_OUT_MS,
    METRIC_HOST_COPY_OUT_GBPS,
    METRIC_HOST_TOTAL_MS,
    METRIC_GPU_LAUNCH_REGISTERS, /* what the driver says of the kernel that it loaded */
    METRIC_GPU_LAUNCH_SHARED_STATIC,
    METRIC_GPU_LAUNCH_LOCAL,
    METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM,
    METRIC_GPU_SHARED_LOAD_REQUESTS, /* the GPU's own counters: see cuda/counters_parts.h for where each comes from */
    METRIC_GPU_SHARED_LOAD_WAVEFRONTS,
    METRIC_GPU_SHARED_LOAD_CONFLICTS,
    METRIC_GPU_SHARED_STORE_REQUESTS,
    METRIC_GPU_SHARED_STORE_WAVEFRONTS,
    METRIC_GPU_SHARED_STORE_CONFLICTS,
    METRIC_GPU_SHARED_ATOMIC_REQUESTS,
    METRIC_GPU_SHARED_ATOMIC_WAVEFRONTS,
    METRIC_GPU_SHARED_ATOMIC_CONFLICTS,
    METRIC_GPU_SHARED_REQUESTS, /* derived, as the next two */
    METRIC_GPU_SHARED_WAVEFRONTS,
    METRIC_GPU_SHARED_CONFLICTS,
    METRIC_GPU_GLOBAL_LOAD_REQUESTS,
    METRIC_GPU_GLOBAL_LOAD_SECTORS,
    METRIC_GPU_GLOBAL_STORE_REQUESTS,
    METRIC_GPU_GLOBAL_STORE_SECTORS,
    METRIC_GPU_GLOBAL_ATOMIC_REQUESTS,
    METRIC_GPU_GLOBAL_ATOMIC_SECTORS,
    METRIC_GPU_LOCAL_LOAD_REQUESTS,
    METRIC_GPU_LOCAL_LOAD_SECTORS,
    METRIC_GPU_LOCAL_STORE_REQUESTS,
    METRIC_GPU_LOCAL_STORE_SECTORS,
    METRIC_GPU_TEXTURE_REQUESTS,
    METRIC_GPU_BRANCH_EXECUTED,
    METRIC_GPU_BRANCH_DIVERGENT,
    METRIC_GPU_INSTRUCTIONS_WARP,
    METRIC_GPU_INSTRUCTIONS_THREAD,
    METRIC_GPU_OCCUPANCY_ACHIEVED,
    METRIC_GPU_L2_BYTES,
    METRIC_GPU_DRAM_READ_BYTES,
    METRIC_GPU_DRAM_WRITE_BYTES,
    METRIC_COUNT
} Metric;

typedef enum MetricKind {
    METRIC_KIND_COUNT,   /* a whole number, added up over warps and blocks */
    METRIC_KIND_MAXIMUM, /* a whole number, the largest over warps and blocks */
    METRIC_KIND_RATIO,   /* derived, real */
    METRIC_KIND_NAME,    /* occupancy.limiter: prints as a word */
} MetricKind;

typedef struct MetricInfo {
    const char *name; /* "shared.load.wavefronts" */
    const char *unit; /* "wavefronts" */
    MetricKind kind;
    bool per_line;       /* also kept for each source line */
    const char *nsight;  /* the Nsight Compute metric that it equals, or NULL */
    const char *meaning; /* one plain sentence without a full stop */
} MetricInfo;

extern const MetricInfo metric_info[METRIC_COUNT];

/* The metric of that name, or METRIC_COUNT. */
Metric metric_find(const char *name);

/* Can only a GPU give it: its clock (time, bandwidth, throughput, host) or its counters (gpu)? */
bool metric_needs_gpu(Metric metric);

/* Does it come from the assembler's report (registers, spills), or follow from it (occupancy)? clang alone has none. */
bool metric_needs_assembler(Metric metric);

/* What limits the number of resident blocks; the value of occupancy.limiter. */
typedef enum OccupancyLimiter {
    LIMITER_NONE, /* the warps an SM can hold */
    LIMITER_REGISTERS,
    LIMITER_SHARED,
    LIMITER_BLOCKS,
    LIMITER_COUNT
} OccupancyLimiter;
extern const char *const limiter_name[LIMITER_COUNT]; /* "warps", "registers", "shared", "blocks" */

/* A set of values, some of them known. Counts are exact up to 2^53. */
typedef struct Metrics {
    double value[METRIC_COUNT];
    bool known[METRIC_COUNT];
} Metrics;

void metrics_set(Metrics *metrics, Metric metric, double value);

/* Fills in the derived metrics whose parts are known: sums over kinds, sectors per request, efficiency. Where no
 * request was made, ratios stay unknown. */
void metrics_derive(Metrics *metrics);

#endif
