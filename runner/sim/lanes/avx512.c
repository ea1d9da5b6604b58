/* The Makefile compiles this file for AVX-512 where the machine is an x86-64. */
#include "sim/lanes/lanes.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#define LANES_NAME "avx512"
#include "sim/lanes/body.h"

const SimLanes *sim_lanes_avx512(void) {
    return &lanes;
}
#else
const SimLanes *sim_lanes_avx512(void) {
    return NULL;
}
#endif
