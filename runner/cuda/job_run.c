/* One launch in the worker: load, copy in, run once for the result, copy out; then the measurements that the request
 * asks for, on the same buffers, restored before each run. */
#include <stdio.h>

#include "cuda/worker.h"
#include "metric_names.h"

/* ---- the launch whose result counts ------------------------------------------------------------------------------ */

static bool say_refusal(Job *job, CUresult error) {
    const char *text = driver_error_text(job->cuda, error);
    if (error == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)
        return job_refuse(job, "cudaErrorLaunchOutOfResources", "the driver refuses the launch: %s", text);
    if (error == CUDA_ERROR_INVALID_VALUE)
        return job_refuse(job, "cudaErrorInvalidValue", "the driver refuses the launch: %s", text);
    return job_ok(job, error, "launch the kernel");
}

static bool run_for_result(Job *job) {
    const CudaDriver *cuda = job->cuda;
    if (!job_ok(job, cuda->cuCtxSynchronize(), "copy the buffers to the GPU")) return false;
    job_stage(job, STAGE_RUNNING);
    if (!job_ok(job, cuda->cuEventRecord(job->worker->start, NULL), "record an event")) return false;
    CUresult error = job_launch(job, NULL, 0, 1);
    if (error != CUDA_SUCCESS) return say_refusal(job, error);
    if (!job_ok(job, cuda->cuEventRecord(job->worker->end, NULL), "record an event") ||
        !job_ok(job, cuda->cuCtxSynchronize(), "run the kernel"))
        return false;
    float ms = 0;
    if (!job_ok(job, cuda->cuEventElapsedTime(&ms, job->worker->start, job->worker->end), "read the clock"))
        return false;
    job->first_ms = ms;
    job->reply->spent = job->request->uses_heap;
    return true;
}

/* ---- the hardware's counters ------------------------------------------------------------------------------------- */

static CUresult counted_restore(void *closure) {
    Job *job = closure;
    if (place_restore(job) && time_flush_l2(job)) return job->cuda->cuCtxSynchronize();
    return job->reply->error != 0 ? (CUresult)job->reply->error : CUDA_ERROR_UNKNOWN;
}

static CUresult counted_launch(void *closure) {
    return job_launch(closure, NULL, 0, 1);
}

/* Counters can be opened once in a process: the program ends this worker after the launch. */
static bool count(Job *job) {
    Worker *worker = job->worker;
    Counters *counters = NULL;
    const char *why = NULL;
    job_stage(job, STAGE_COUNTING);
    const CountedLaunch launch = {.restore = counted_restore, .launch = counted_launch, .closure = job};
    bool open = counters_open(&counters, &worker->cuda, worker->context, worker->device, &why);
    job->reply->no_profiler = counters_absent(counters);
    if (open) counters_measure(counters, &launch, &job->reply->metrics, job->reply->from_events, &why);
    if (why != NULL) snprintf(job->reply->uncounted, sizeof job->reply->uncounted, "%s", why);
    return job_ok(job, job->cuda->cuCtxSynchronize(), "read the counters");
}

/* ---- one launch -------------------------------------------------------------------------------------------------- */

/* Limits of the context, in bytes. The heap is as large as in the simulator. The stack is larger than CUDA's default
 * of 1 KiB, for recursion whose depth the compiler does not know, as in the simulator; where the GPU has no room for
 * that, CUDA's own limit stays. */
enum { PRINT_BUFFER = 8 << 20, HEAP = 8 << 20, STACK = 8 << 10 };

static bool open_context(Job *job) {
    Worker *worker = job->worker;
    const CudaDriver *cuda = job->cuda;
    if (worker->context != NULL) return true;
    CUresult error = cuda->cuDevicePrimaryCtxRetain(&worker->context, worker->device);
    if (error == CUDA_SUCCESS) error = cuda->cuCtxSetCurrent(worker->context);
    if (error == CUDA_SUCCESS) error = cuda->cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, PRINT_BUFFER);
    if (error == CUDA_SUCCESS) error = cuda->cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, HEAP);
    if (error == CUDA_SUCCESS) (void)cuda->cuCtxSetLimit(CU_LIMIT_STACK_SIZE, STACK);
    if (error == CUDA_SUCCESS) error = cuda->cuEventCreate(&worker->start, 0);
    if (error == CUDA_SUCCESS) error = cuda->cuEventCreate(&worker->end, 0);
    return job_ok(job, error, "open the GPU");
}

static void time_first(Job *job) {
    metrics_set(&job->reply->metrics, METRIC_TIME_MS, job->first_ms);
    job->reply->timing = (Timing){.repetitions = 1,
                                  .median_ms = job->first_ms,
                                  .low_ms = job->first_ms,
                                  .high_ms = job->first_ms,
                                  .copy_gbps = job->worker->copy_gbps};
}

static bool is_measured(const Request *request) {
    return request->timed || request->counted || request->host != HOST_NONE;
}

/* A kernel that calls malloc runs once only, because its effect on the heap cannot be undone. */
static bool measure(Job *job) {
    const Request *request = job->request;
    if (!is_measured(request)) return true;
    if (request->uses_heap) {
        if (request->timed) time_first(job);
        snprintf(job->reply->untimed, sizeof job->reply->untimed,
                 "a kernel that calls malloc cannot be repeated on the same heap: it ran once");
        snprintf(job->reply->uncounted, sizeof job->reply->uncounted, "%s", job->reply->untimed);
        return true;
    }
    if (!job->has_pristine) {
        if (request->timed) time_first(job);
        snprintf(job->reply->untimed, sizeof job->reply->untimed,
                 "the GPU has no room for a second copy of the buffers, which repetitions need: it ran once");
        snprintf(job->reply->uncounted, sizeof job->reply->uncounted, "%s", job->reply->untimed);
        return true;
    }
    return (!request->timed || time_launches(job)) && (request->host == HOST_NONE || time_host_copies(job)) &&
           (!request->counted || count(job));
}

static bool prepare(Job *job) {
    job_stage(job, STAGE_LOADING);
    if (!open_context(job) || !code_load(job)) return false;
    job_stage(job, STAGE_COPYING);
    return place_all(job);
}

/* A failed measurement leaves the result of the launch as it is. */
static void measure_or_say_why(Job *job) {
    Reply *reply = job->reply;
    reply->outcome = REPLY_FINISHED;
    if (measure(job) || reply->outcome == REPLY_FAULT) return;
    reply->outcome = REPLY_FINISHED;
    reply->spent = true;
    snprintf(reply->untimed, sizeof reply->untimed, "%s", reply->sentence);
}

/* The launch for the result runs before anything else is allocated on the GPU, because a write outside its buffers
 * could hit another allocation unnoticed. */
void job_run(Job *job) {
    bool ran = prepare(job) && run_for_result(job);
    if (ran) job_stage(job, STAGE_COPYING);
    if (ran && is_measured(job->request)) place_keep_pristine(job);
    if (ran && place_collect(job)) measure_or_say_why(job);
    /* the context is lost: only the end of the process frees its memory */
    if (job->reply->outcome == REPLY_FAULT) return;
    place_free(job);
    time_free_flush(job);
}
