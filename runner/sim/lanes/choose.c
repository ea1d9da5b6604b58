/* Which variant of the lane operations this processor gets. */
#include "sim/lanes/lanes.h"

#include "base/text.h"

static bool runs_avx2(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

static bool runs_avx512(void) {
#if defined(__x86_64__)
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
#else
    return false;
#endif
}

const SimLanes *sim_lanes(const char *name) {
    const SimLanes *variant[] = {
        runs_avx512() ? sim_lanes_avx512() : NULL,
        runs_avx2() ? sim_lanes_avx2() : NULL,
        sim_lanes_plain(),
    };
    for (size_t i = 0; i < sizeof variant / sizeof *variant; i++)
        if (variant[i] != NULL && (name == NULL || text_equal(variant[i]->name, name))) return variant[i];
    return NULL;
}
