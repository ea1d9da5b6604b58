/* The program's side of a worker process: starts it, sends to it, waits for it, ends it. */
#ifndef WARPSCHOOL_CUDA_WORKER_PROCESS_H
#define WARPSCHOOL_CUDA_WORKER_PROCESS_H

#include <signal.h>
#include <sys/types.h>

#include "base/text.h"
#include "cuda/wire.h"
#include "cuda/worker.h"

typedef struct WorkerProcess {
    pid_t pid;                       /* 0: none runs */
    int socket, printed, complaints; /* ours of the socket pair, the reading ends of its standard output and error */
    Hello *hello;                    /* mapped by both */
} WorkerProcess;

/* Starts a worker. False with errno set. */
bool worker_start(WorkerProcess *process, const WorkerOptions *options);

/* Kills it and frees everything. Returns how it ended, as waitpid does; 0 where none ran. */
int worker_stop(WorkerProcess *process);

/* Whether it still runs: it may have been killed from outside. */
bool worker_is_alive(const WorkerProcess *process);

typedef enum WaitOutcome {
    WAIT_DONE,
    WAIT_DIED,        /* the other end was closed */
    WAIT_STUCK,       /* a stage took longer than its limit */
    WAIT_INTERRUPTED, /* the student's Ctrl-C */
} WaitOutcome;

/* What is waited for, and what the worker sent meanwhile. */
typedef struct Watch {
    MessageKind until;
    double limit_s[STAGE_COUNT];
    const volatile sig_atomic_t *interrupted; /* may be NULL */
    Stage stage;                              /* the stage that the worker is in */
    size_t printed_limit;                     /* bytes of standard output that are kept */
    Text printed, complaints;                 /* the caller frees them */
    bool printed_cut;
} Watch;

/* Waits for the message watch->until. Sends nothing and ends nothing. */
WaitOutcome worker_wait(const WorkerProcess *process, Watch *watch);

#endif
