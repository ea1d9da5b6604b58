/* What the lessons' kernels are compared with on a GPU: the driver's own copy, and cuBLAS. Each is measured in a
 * process of its own, which ends with it: a library that fails takes nobody along, and this process
 * stays free to fork. */
#ifndef WARPSCHOOL_BENCH_PEERS_H
#define WARPSCHOOL_BENCH_PEERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PeerTime {
    double median_ms; /* of 20 repetitions after warm-up, each with a cold L2 cache */
    char why[256];    /* where there is no time: one sentence; else "" */
} PeerTime;

/* A copy of so many bytes from one part of the GPU's memory to another. */
bool peer_copy(size_t bytes, PeerTime *time);

/* cuBLAS: C = A B in 32-bit floats, no TF32; A has m rows of k, B has k rows of n, by rows. */
bool peer_product(int m, int k, int n, PeerTime *time);

#endif
