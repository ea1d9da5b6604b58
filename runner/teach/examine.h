/* What `doctor` finds: one line for each thing looked at, and what to do where something is wrong or missing. */
#ifndef WARPSCHOOL_TEACH_EXAMINE_H
#define WARPSCHOOL_TEACH_EXAMINE_H

#include "base/arena.h"
#include "base/vec.h"
#include "compile/compile.h"
#include "device.h"

typedef enum Health {
    HEALTH_OK,
    HEALTH_LACK,    /* Warpschool teaches without it: most machines have no GPU */
    HEALTH_PROBLEM, /* it cannot do what it is for */
} Health;

typedef struct Examined {
    const char *name, *value;
    const char *mend; /* the one command or act that helps; NULL where all is well */
    Health health;
} Examined;

typedef VEC(Examined) ExaminedList;

/* The driver, the GPUs, what the first of them and the compiler cannot do together, the hardware's counters. ncu:
 * Nsight Compute's command line, or NULL. A pure function: names and texts are put into arena. */
void examine_gpu(const GpuSurvey *survey, const Toolchain *toolchain, const char *ncu, Arena *arena,
                 ExaminedList *list);

#endif
