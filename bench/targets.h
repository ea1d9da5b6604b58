/* What the design asks of the simulator's speed, and whether it is so. */
#ifndef WARPSCHOOL_BENCH_TARGETS_H
#define WARPSCHOOL_BENCH_TARGETS_H

#include "base/arena.h"
#include "workloads.h"

typedef struct Speed {
    double rate, rate_alone; /* thread-instructions per second of all cores, with counters; see Times.alone */
    double seconds, seconds_alone;
    double races;            /* times as long with race detection */
    double gain, gain_alone; /* all cores over one */
} Speed;

/* The worst of some kernels. */
typedef struct Worst {
    double value, alone;
    const char *kernel;
} Worst;

typedef struct Targets {
    long cores;
    Speed matmul; /* 1024, tiles of 32 */
    Worst transpose, transpose_seconds, races, gain;
    double matmul_avx2, transpose_avx2; /* per second of one core's CPU time; 0: unknown */
    double memory[2];                   /* MiB at the highest, with a small and a large grid over the same buffer */
    double check[2];                    /* seconds of `check`, cold and warm; 0: not measured */
} Targets;

void print_machine(void);
void targets_note(Targets *targets, const char *kernel, WorkloadKind kind, int size, Speed speed);
/* The resident memory of a process with the workload's buffers at its highest, MiB; launched: and with its launch. */
double peak_of(Workload *workload, bool launched);
/* How high memory rises for one buffer, with few blocks and with many. */
void measure_memory(Targets *targets, Arena *arena);
/* How long the program takes to judge an exercise, with an empty cache and with a filled one. program: its path. */
void measure_check(Targets *targets, const char *program);
void targets_print(const Targets *targets);

#endif
