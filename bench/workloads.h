/* What is measured: kernels with their launches, their data, and the same work in plain C. */
#ifndef WARPSCHOOL_BENCH_WORKLOADS_H
#define WARPSCHOOL_BENCH_WORKLOADS_H

#include "base/arena.h"
#include "device.h"

typedef struct Workload Workload;
struct Workload {
    char name[24];
    Arena *arena; /* of the buffers and of what is expected */
    Launch launch;
    unsigned launches;                       /* in a row; they count as one run */
    void (*plain)(const Workload *workload); /* leaves in `expected` what the launches leave in the last buffer */
    void *expected;
    int size; /* of the matrices' sides; else of the first buffer */
    Buffer buffers[3];
    Arg args[6];
};

typedef enum WorkloadKind {
    TRANSPOSE_NAIVE,
    TRANSPOSE_SHARED,
    TRANSPOSE_PADDED,
    MATMUL_NAIVE,
    MATMUL_8,
    MATMUL_16,
    MATMUL_32,
    REDUCTION,
    HISTOGRAM,
    RUNNING_SUM,
    EXCHANGE,
    TINY_LAUNCHES
} WorkloadKind;

/* What is measured, by kind and size. The first WORKLOADS_LONG are one launch each; the last is many small ones. */
enum { WORKLOADS_LONG = 12, WORKLOADS };
typedef struct WorkloadSize {
    WorkloadKind kind;
    int size; /* as workload_make takes it */
} WorkloadSize;
extern const WorkloadSize workloads[WORKLOADS];

/* size: of a matrix's side, or how many elements. Compiles the kernel; ends the benchmark where that fails. */
void workload_make(Workload *workload, WorkloadKind kind, int size, Arena *arena);
void workload_free(Workload *workload);

#endif
