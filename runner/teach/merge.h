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
    const char **notes; /* sentences on where the two part */
    size_t note_count;
} Merged;

/* sim and gpu ran the same launch; gpu NULL: the simulator ended it, so that it was not handed on. arch: what the
 * simulator stood for. */
void runs_merge(const DeviceRun *sim, const DeviceRun *gpu, const char *arch, Arena *arena, Merged *merged);

#endif
