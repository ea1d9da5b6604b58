/* Two devices, one result. */
#ifndef WARPSCHOOL_TEACH_MERGE_H
#define WARPSCHOOL_TEACH_MERGE_H

#include "course/course.h"
#include "device.h"

/* A launch on one device. */
typedef struct DeviceRun {
    Launch launch; /* with that device's own copies of the outputs */
    Result result;
    Judged judged;
} DeviceRun;

typedef struct Merged {
    Result result;
    Judged judged;
    const char **notes; /* sentences on the differences between the two */
    size_t note_count;
} Merged;

/* sim and gpu ran the same launch; gpu NULL: the simulator stopped it, so that it was not run on the GPU. arch: the
 * architecture that was simulated. */
void runs_merge(const DeviceRun *sim, const DeviceRun *gpu, const char *arch, Arena *arena, Merged *merged);

#endif
