/* Metrics: the names that lessons, goals, JSON and reports share. One table, metric.def, is their only source: the
 * enumerators and metric_info are made from it, `warpschool metrics` and docs/metrics.md print it. */
#ifndef WARPSCHOOL_METRIC_H
#define WARPSCHOOL_METRIC_H

#include <stdbool.h>
#include <stddef.h>

/* A row of the table: an enumerator of metric_names.h. Only files that name single metrics include that header, so
 * that a new metric rebuilds few files. */
typedef unsigned Metric;
enum {
    METRIC_CAPACITY = 192,        /* at least as many as there are */
    METRIC_NONE = METRIC_CAPACITY /* no metric */
};
extern const Metric metric_count;

typedef enum MetricKind {
    METRIC_KIND_COUNT,   /* a whole number, added up over warps and blocks */
    METRIC_KIND_MAXIMUM, /* a whole number, the largest over warps and blocks */
    METRIC_KIND_RATIO,   /* real */
    METRIC_KIND_NAME,    /* occupancy.limiter: prints as a word */
} MetricKind;

typedef enum MetricSource {
    METRIC_SOURCE_COUNTED,   /* the simulator, instruction by instruction */
    METRIC_SOURCE_SIMULATED, /* the simulator, once for a launch */
    METRIC_SOURCE_SUM,       /* its parts added up */
    METRIC_SOURCE_RATIO,     /* its first part divided by its second; unknown where that is 0 */
    METRIC_SOURCE_REPEATED, /* further runs of the launch in the simulator, with other values: only where a goal asks */
    METRIC_SOURCE_LAUNCH,   /* what was asked to be launched */
    METRIC_SOURCE_ASSEMBLER,   /* the assembler's report, or what follows from it. clang alone has none */
    METRIC_SOURCE_GPU_CLOCK,   /* times that a GPU measured, and what follows from them */
    METRIC_SOURCE_GPU_DRIVER,  /* what the driver says of the kernel that it loaded */
    METRIC_SOURCE_GPU_COUNTER, /* a GPU's own counters */
} MetricSource;

/* Counters that say something together: where one of them counted anything, the others' zeros mean something, too. */
typedef enum MetricFamily {
    METRIC_FAMILY_NONE,
    METRIC_FAMILY_SHARED,
    METRIC_FAMILY_ASSEMBLED,
    METRIC_FAMILY_GLOBAL_LOAD,
    METRIC_FAMILY_GLOBAL_STORE,
    METRIC_FAMILY_GLOBAL_ATOMIC,
    METRIC_FAMILY_LOCAL_LOAD,
    METRIC_FAMILY_LOCAL_STORE,
    METRIC_FAMILY_CONSTANT,
    METRIC_FAMILY_TEXTURE,
    METRIC_FAMILY_BRANCH,
    METRIC_FAMILY_INSTRUCTIONS,
    METRIC_FAMILY_BARRIER,
    METRIC_FAMILY_MBARRIER,
    METRIC_FAMILY_ASYNC,
    METRIC_FAMILY_SHUFFLE,
    METRIC_FAMILY_VOTE,
    METRIC_FAMILY_HEAP,
    METRIC_FAMILY_COUNT
} MetricFamily;

enum { METRIC_PARTS = 3 };

/* A row of metric.def, which says what each column means. */
typedef struct MetricInfo {
    const char *name; /* "shared.load.wavefronts" */
    const char *unit; /* "wavefronts" */
    MetricKind kind;
    bool per_line, unasked;
    MetricSource source;
    MetricFamily family;
    Metric part[METRIC_PARTS];
    size_t part_count;
    const char *nsight; /* or NULL */
    const char *meaning;
} MetricInfo;

extern const MetricInfo metric_info[]; /* metric_count of them */

/* The metric of that name, or METRIC_NONE. */
Metric metric_find(const char *name);

/* Can only a GPU give it: its clock, its driver or its counters? */
bool metric_needs_gpu(Metric metric);

/* Does it come from the assembler's report (registers, spills), follow from it (occupancy), or from the machine code
 * (the branches that are left)? */
bool metric_needs_assembler(Metric metric);

/* What limits the number of resident blocks; the value of occupancy.limiter. */
typedef enum OccupancyLimiter {
    LIMITER_NONE, /* the warps an SM can hold */
    LIMITER_REGISTERS,
    LIMITER_SHARED,
    LIMITER_BLOCKS,
    LIMITER_BARRIERS,
    LIMITER_COUNT
} OccupancyLimiter;
extern const char *const limiter_name[LIMITER_COUNT]; /* "warps", "registers", "shared", "blocks", "barriers" */

/* A set of values, some of them known. Counts are exact up to 2^53. */
typedef struct Metrics {
    double value[METRIC_CAPACITY];
    bool known[METRIC_CAPACITY];
} Metrics;

void metrics_set(Metrics *metrics, Metric metric, double value);

/* Sets the metrics that are sums or ratios of others wherever their parts are known. Ratios to nothing stay unknown:
 * the sectors per request where no request was made. */
void metrics_derive(Metrics *metrics);
/* Whether the metric of two launches together is the sum of both: of what is counted it is. */
bool metric_adds_up(Metric metric);
/* Adds the metrics of another launch: sums, maxima, and the newer value of what is neither. first: there was none
 * before. */
void metrics_add(Metrics *sum, const Metrics *more, bool first);

#endif
