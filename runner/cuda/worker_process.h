/* The program's side of a worker process: start it, talk to it, watch it, end it. */
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

/* Ends it at once, whatever it does, and gives everything back. How it ended, as waitpid says; 0 where none ran. */
int worker_stop(WorkerProcess *process);

/* Whether it is still there to be asked: it may have been ended from outside while nobody looked. */
bool worker_is_alive(const WorkerProcess *process);

typedef enum WaitOutcome {
    WAIT_DONE,
    WAIT_DIED,        /* the other end was closed */
    WAIT_STUCK,       /* a stage took longer than its limit */
    WAIT_INTERRUPTED, /* the student's Ctrl-C */
} WaitOutcome;

/* What is being waited for and what was heard meanwhile. */
typedef struct Watch {
    MessageKind until;
    double limit_s[STAGE_COUNT];
    const volatile sig_atomic_t *interrupted; /* may be NULL */
    Stage stage;                              /* the one it is in */
    size_t printed_limit;                     /* bytes of standard output that are kept */
    Text printed, complaints;                 /* the caller frees them */
    bool printed_cut;
} Watch;

/* Waits for the message watch->until. Sends nothing and ends nothing. */
WaitOutcome worker_wait(const WorkerProcess *process, Watch *watch);

#endif
