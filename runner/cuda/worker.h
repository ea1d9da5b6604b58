/* The worker process: the only one that calls the driver. It opens the device, then runs one launch after the other
 * until the program closes the socket or a kernel breaks the context; then the process ends, which frees all that it
 * had on the GPU. In the program's own process only worker_main is called, after the fork. */
#ifndef WARPSCHOOL_CUDA_WORKER_H
#define WARPSCHOOL_CUDA_WORKER_H

#include "cuda/counters.h"
#include "cuda/driver.h"
#include "cuda/wire.h"

typedef enum WorkerTask {
    WORKER_RUNS,    /* launches */
    WORKER_SURVEYS, /* fills in Hello, counters included, and ends */
} WorkerTask;

typedef struct WorkerOptions {
    const char *library; /* libcuda, or NULL: see driver_load */
    WorkerTask task;
    const char *launch;   /* words that start the worker on another machine; NULL: it runs here */
    const char *coredump; /* where a kernel that faults leaves its core dump; NULL: it leaves none */
} WorkerOptions;

/* The body of the child process. Never returns. */
_Noreturn void worker_main(const WorkerOptions *options, int socket, Hello *hello);

/* The body of a process that ncu started: runs the one launch in the segment at path. */
_Noreturn void worker_profiled(const char *library, const char *path, size_t size);

/* ---- between the worker's files ---------------------------------------------------------------------------------- */

/* A module by the hash of what it was made from. */
typedef struct Code {
    uint64_t hash; /* 0: unused */
    CUmodule module;
    void *linked;  /* the cubin that the driver made from PTX, from malloc; NULL where the launch's own cubin fits */
    uint64_t used; /* when it was used last; the oldest entry is replaced */
} Code;

enum { WORKER_CODES = 16 };

typedef struct Worker {
    CudaDriver cuda;
    int socket;
    CUdevice device;
    int capability; /* 90 for sm_90 */
    CUcontext context;
    Segment segment;
    Code codes[WORKER_CODES];
    uint64_t launches;
    CUdeviceptr flush; /* larger than the L2 cache */
    size_t flush_size;
    double copy_gbps;
    CUevent start, end;
} Worker;

/* A buffer on the device, with guards around it. */
typedef struct Placed {
    CUdeviceptr allocation; /* 0 for a module's variable */
    CUdeviceptr address;
    CUdeviceptr pristine; /* a copy of what it held before the launch; 0: none */
} Placed;

typedef struct PlacedTexture {
    CUarray array;
    CUtexObject object;
} PlacedTexture;

/* One launch, from message to reply. The request lies in the segment. */
typedef struct Job {
    Worker *worker;
    const CudaDriver *cuda;
    Request *request;
    Reply *reply;
    Code *code;
    CUfunction function;
    Placed *placed;          /* for each buffer */
    PlacedTexture *textures; /* for each argument */
    uint64_t *values;        /* the value that is passed to the kernel */
    void **params;           /* their addresses */
    bool has_pristine;
    double first_ms;
} Job;

/* job.c */
const void *job_at(const Job *job, uint64_t offset);
const WireBuffer *job_buffer(const Job *job, size_t index);
const WireArg *job_arg(const Job *job, size_t index);

/* True for CUDA_SUCCESS. Else writes the error's meaning into the reply, unless one is there already. doing: what
 * was tried, such as "copy the buffers". */
bool job_ok(Job *job, CUresult error, const char *doing);
bool job_refuse(Job *job, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4))); /* false */
bool job_fail(Job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));                     /* false */
void worker_send(const Worker *worker, MessageKind kind, Stage stage); /* ends the process where nobody listens */
void job_stage(const Job *job, Stage stage);
/* Starts the kernel once in stream, on buffers shifted by chunk of chunks. */
CUresult job_launch(Job *job, CUstream stream, uint32_t chunk, uint32_t chunks);

void job_run(Job *job); /* job_run.c */

/* code.c: finds or makes the module, the function and its metrics. code_renew loads the module again, so that its
 * variables are as the source initialises them. */
bool code_load(Job *job);
bool code_renew(Job *job);

/* place.c: everything that the kernel reads and writes. */
bool place_all(Job *job); /* allocates and fills */
/* to be called before place_collect. False, with no error in the reply, where memory is short */
bool place_keep_pristine(Job *job);
bool place_restore(Job *job); /* as before the launch; does not wait */
bool place_collect(Job *job); /* copies outputs into the segment; checks the guards */
void place_free(Job *job);

/* time.c, host_copies.c */
bool time_flush_l2(Job *job);                     /* writes a buffer larger than the L2 cache, allocated once */
void time_free_flush(Job *job);                   /* frees that buffer */
bool time_launches(Job *job);                     /* the kernel, in ms, into the reply */
bool time_host_copies(Job *job);                  /* copies and kernel together, in ms, into the reply */
double time_median(double *values, size_t count); /* sorts them */

/* hello.c */
void hello_fill(const CudaDriver *cuda, Hello *hello);
void hello_counters(const CudaDriver *cuda, Hello *hello);

/* An error of the machine, as a sentence, and what to do about it. */
typedef struct Trouble {
    const char *problem, *remedy;
} Trouble;
Trouble trouble_of(CUresult error); /* {NULL, NULL} where the driver's own text is as good */

#endif
