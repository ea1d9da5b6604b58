/* The findings of `doctor`: one line for each thing that it tests, and what to do where something is wrong or
 * missing. */
#ifndef WARPSCHOOL_TEACH_EXAMINE_H
#define WARPSCHOOL_TEACH_EXAMINE_H

#include "base/arena.h"
#include "base/vec.h"
#include "compile/compile.h"
#include "device.h"

typedef enum Health {
    HEALTH_OK,
    HEALTH_LACK,    /* not needed: most machines have no GPU */
    HEALTH_PROBLEM, /* it does not work */
} Health;

typedef struct Examined {
    const char *name, *value;
    const char *mend; /* the command or action that helps; NULL where nothing is wrong */
    Health health;
} Examined;

typedef VEC(Examined) ExaminedList;

/* The driver, the GPUs, what the first of them and the compiler cannot do together, the hardware's counters. ncu:
 * Nsight Compute's command line, or NULL. A pure function: names and texts are put into arena. */
void examine_gpu(const GpuSurvey *survey, const Toolchain *toolchain, const char *ncu, Arena *arena,
                 ExaminedList *list);

#endif
