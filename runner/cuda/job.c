/* One launch in the worker: load, copy in, run once for the result, copy out; then the measurements that the request
 * asks for, on the same buffers, restored before each run. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cuda/worker.h"
#include "metric_names.h"

/* ---- the request and the reply ----------------------------------------------------------------------------------- */

const void *job_at(const Job *job, uint64_t offset) {
    return (const char *)job->worker->segment.bytes + offset;
}

const WireBuffer *job_buffer(const Job *job, size_t index) {
    return (const WireBuffer *)job_at(job, job->request->buffers) + index;
}

const WireArg *job_arg(const Job *job, size_t index) {
    return (const WireArg *)job_at(job, job->request->args) + index;
}

static void say(Job *job, ReplyOutcome outcome, const char *format, va_list args) {
    /* the first error is kept */
    if (job->reply->outcome != REPLY_NONE && job->reply->outcome != REPLY_FINISHED) return;
    job->reply->outcome = outcome;
    vsnprintf(job->reply->sentence, sizeof job->reply->sentence, format, args);
}

bool job_refuse(Job *job, const char *code, const char *format, ...) {
    snprintf(job->reply->error_name, sizeof job->reply->error_name, "%s", code);
    va_list args;
    va_start(args, format);
    say(job, REPLY_REFUSED, format, args);
    va_end(args);
    return false;
}

bool job_fail(Job *job, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(job, REPLY_FAILED, format, args);
    va_end(args);
    return false;
}

/* Errors that only a running kernel causes: whichever call reports them, the kernel failed. */
static bool is_fault(CUresult error) {
    switch (error) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED: return true;
    default: return false;
    }
}

bool job_ok(Job *job, CUresult error, const char *doing) {
    if (error == CUDA_SUCCESS) return true;
    Reply *reply = job->reply;
    if (reply->outcome == REPLY_FAULT || reply->outcome == REPLY_FAILED || reply->outcome == REPLY_REFUSED)
        return false;
    reply->error = (int32_t)error;
    snprintf(reply->error_name, sizeof reply->error_name, "%s", driver_error_name(job->cuda, error));
    snprintf(reply->error_text, sizeof reply->error_text, "%s", driver_error_text(job->cuda, error));
    if (is_fault(error)) {
        reply->outcome = REPLY_FAULT;
        return false;
    }
    Trouble trouble = trouble_of(error);
    if (trouble.problem != NULL) return job_fail(job, "%s: %s", trouble.problem, trouble.remedy);
    return job_fail(job, "the GPU's driver could not %s: %s (%s)", doing, reply->error_text, reply->error_name);
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

static void set_values(Job *job, uint32_t chunk, uint32_t chunks) {
    for (size_t i = 0; i < job->request->arg_count; i++) {
        const WireArg *arg = job_arg(job, i);
        switch ((ArgKind)arg->kind) {
        case ARG_VALUE: job->values[i] = arg->value; break;
        case ARG_TEXTURE: job->values[i] = job->textures[i].object; break;
        case ARG_BUFFER:
            job->values[i] = job->placed[arg->buffer].address + job_buffer(job, arg->buffer)->size / chunks * chunk;
            break;
        }
    }
}

CUresult job_launch(Job *job, CUstream stream, uint32_t chunk, uint32_t chunks) {
    const Request *request = job->request;
    set_values(job, chunk, chunks);
    return job->cuda->cuLaunchKernel(job->function, request->grid[0] / chunks, request->grid[1], request->grid[2],
                                     request->block[0], request->block[1], request->block[2],
                                     (unsigned)request->shared_dynamic, stream, job->params, NULL);
}

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
