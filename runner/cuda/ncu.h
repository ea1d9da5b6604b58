/* Nsight Compute's ncu, for machines that have it and no CUPTI. It runs this program as a worker with one launch,
 * repeats the kernel as often as necessary, and prints its counts as a table, from which the same metrics are made. */
#ifndef WARPSCHOOL_CUDA_NCU_H
#define WARPSCHOOL_CUDA_NCU_H

#include <signal.h>

#include "cuda/counters_parts.h"
#include "cuda/wire.h"

/* The ncu that a shell would run, or NULL. */
const char *ncu_find(Arena *arena);

/* Why this user may not read the counters, as far as the driver tells that without a kernel; else NULL. */
const char *ncu_forbidden(void);

/* The program's first argument where ncu started it as a worker; library ("": NULL), segment's path and its size
 * follow. */
#define NCU_WORKER_WORD "--gpu-worker"

typedef struct NcuRun {
    const char *ncu;        /* its path */
    const char *library;    /* libcuda, or NULL: see driver_load */
    const Segment *segment; /* holds the request, which asks for no measurements */
    double limit_s;
    const volatile sig_atomic_t *interrupted; /* may be NULL */
} NcuRun;

/* Counts the launch. As in counters_measure, *why is NULL or a sentence; here it is in arena, and is NULL after
 * Ctrl-C. The reply in the segment is the launch's. */
bool ncu_count(const NcuRun *run, Arena *arena, Metrics *metrics, bool from_events[METRIC_CAPACITY], const char **why);

/* ---- parts of it, for tests -------------------------------------------------------------------------------------- */

typedef struct NcuFigures {
    SassTotals sass;
    RangeValues range;
} NcuFigures;

/* The metrics to ask for, separated by commas. */
const char *ncu_metrics(Arena *arena);

/* Reads the table that `ncu --csv --page raw` prints. False where it holds no kernel with one of these metrics. */
bool ncu_read_table(const char *text, size_t size, NcuFigures *figures);

/* The cause behind ncu's messages, as a sentence. path: of ncu. */
const char *ncu_explain(Arena *arena, const char *path, const char *said);

#endif
