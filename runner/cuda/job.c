/* What the parts of one launch in the worker share: the request and the reply, what an error of the driver means, the
 * start of the kernel. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cuda/worker.h"

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

void worker_send(const Worker *worker, MessageKind kind, Stage stage) {
    if (worker->socket >= 0 && !message_send(worker->socket, &(Message){.kind = kind, .stage = stage}, -1))
        _exit(0); /* the program has closed the socket */
}

void job_stage(const Job *job, Stage stage) {
    fflush(NULL); /* text printed so far belongs to the stage before */
    worker_send(job->worker, MESSAGE_STAGE, stage);
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
