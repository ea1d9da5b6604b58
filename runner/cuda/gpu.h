/* The GPU as a Device. What device.h declares opens it with the defaults; tests open it with others. */
#ifndef WARPSCHOOL_CUDA_GPU_H
#define WARPSCHOOL_CUDA_GPU_H

#include "device.h"

typedef struct GpuOptions {
    const char *library; /* the driver's library; NULL: the system's */
    const char *launch;  /* words that start the worker on the GPU's machine: "srun --gres=gpu:1"; NULL: it is here */
    const volatile sig_atomic_t *interrupted; /* ends the wait for the GPU when it is opened; may be NULL */
    double launch_s;                          /* how long a kernel may run; 0: GPU_LAUNCH_SECONDS */
    double start_s;                           /* how long the driver may take to start; 0: GPU_START_SECONDS */
    double count_s;                           /* how long reading the counters may take; 0: GPU_COUNT_SECONDS */
} GpuOptions;

enum { GPU_LAUNCH_SECONDS = 10, GPU_START_SECONDS = 60, GPU_COUNT_SECONDS = 60 };
enum { GPU_QUEUE_SECONDS = 3600 }; /* in the place of GPU_START_SECONDS where words start it: a GPU may be waited for */

/* ncu profiles a program that it starts itself: this one, as a worker; and a GPU on another machine is asked by this
 * one there. main calls this first; it returns if the program was not started as such a worker. */
void gpu_be_worker(int argc, char **argv);

Device *gpu_open(const GpuOptions *options, Arena *arena, const char **why);
void gpu_survey(const GpuOptions *options, Arena *arena, GpuSurvey *survey);

#endif
