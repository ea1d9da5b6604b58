/* A GPU on another machine: the program's worker is then a process that starts `warpschool --gpu-relay` there, by the
 * words of --launch ("srun --gres=gpu:1"), and passes on what the two say (remote.c). The relay has the real worker,
 * which it talks to as a program does to its own. Both machines see the program by the same path. */
#ifndef WARPSCHOOL_CUDA_RELAY_H
#define WARPSCHOOL_CUDA_RELAY_H

#include "cuda/worker.h"

/* The program's first argument there; the driver's library ("": the system's) and the task (a WorkerTask) follow. */
#define RELAY_WORD "--gpu-relay"

/* The body of that process: ends when standard input does. */
_Noreturn void relay_main(const WorkerOptions *options);

/* The body of the child process that stands for a worker here, in the place of worker_main. */
_Noreturn void remote_main(const WorkerOptions *options, int socket, Hello *hello);

#endif
