/* The Makefile compiles this file for AVX2 and FMA where the machine is an x86-64. */
#include "sim/lanes/lanes.h"

#if defined(__AVX2__) && defined(__FMA__)
#define LANES_NAME "avx2"
#include "sim/lanes/body.h"

const SimLanes *sim_lanes_avx2(void) {
    return &lanes;
}
#else
const SimLanes *sim_lanes_avx2(void) {
    return NULL;
}
#endif
