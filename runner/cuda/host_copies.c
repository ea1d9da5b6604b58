/* The cost of copying the data: copies from and to pageable or pinned host memory, alone and around the kernel, in
 * one stream or cut into chunks whose copies and kernels overlap. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "cuda/worker.h"
#include "metric_names.h"

enum { REPETITIONS = 5, MOST_CHUNKS = 64 };

/* Host memory for one buffer: two parts, because the output must not overwrite the input. */
typedef struct HostBuffer {
    void *in, *out;
} HostBuffer;

typedef struct HostCopies {
    Job *job;
    HostBuffer *buffers;
    uint32_t chunks;
    CUstream streams[MOST_CHUNKS];
    CUevent done[MOST_CHUNKS];
} HostCopies;

static bool travels_in(const WireBuffer *buffer) {
    return buffer->symbol == 0 && buffer->input && buffer->size > 0;
}
static bool travels_out(const WireBuffer *buffer) {
    return buffer->symbol == 0 && buffer->output && buffer->size > 0;
}

/* ---- host memory ------------------------------------------------------------------------------------------------- */

/* Pageable memory is touched, so that no copy pays for pages that are not there yet. */
static void *host_allocate(const HostCopies *copies, size_t size) {
    void *bytes = NULL;
    if (copies->job->request->host == HOST_PINNED)
        return copies->job->cuda->cuMemHostAlloc(&bytes, size, 0) == CUDA_SUCCESS ? memset(bytes, 0, size) : NULL;
    bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return bytes != MAP_FAILED ? memset(bytes, 0, size) : NULL;
}

static void host_free(const HostCopies *copies, void *bytes, size_t size) {
    if (bytes == NULL) return;
    if (copies->job->request->host == HOST_PINNED)
        copies->job->cuda->cuMemFreeHost(bytes);
    else
        munmap(bytes, size);
}

static bool allocate_all(HostCopies *copies) {
    Job *job = copies->job;
    for (size_t i = 0; i < job->request->buffer_count; i++) {
        const WireBuffer *buffer = job_buffer(job, i);
        HostBuffer *host = &copies->buffers[i];
        if (travels_in(buffer) && (host->in = host_allocate(copies, buffer->size)) == NULL) return false;
        if (travels_out(buffer) && (host->out = host_allocate(copies, buffer->size)) == NULL) return false;
        if (host->in != NULL &&
            !job_ok(job, job->cuda->cuMemcpyDtoH(host->in, job->placed[i].pristine, buffer->size), "fill host memory"))
            return false;
    }
    return true;
}

static void free_all(const HostCopies *copies) {
    for (size_t i = 0; i < copies->job->request->buffer_count; i++) {
        const WireBuffer *buffer = job_buffer(copies->job, i);
        host_free(copies, copies->buffers[i].in, buffer->size);
        host_free(copies, copies->buffers[i].out, buffer->size);
    }
    free(copies->buffers);
    for (uint32_t c = 0; c < copies->chunks; c++) {
        if (copies->streams[c] != NULL) copies->job->cuda->cuStreamDestroy(copies->streams[c]);
        if (copies->done[c] != NULL) copies->job->cuda->cuEventDestroy(copies->done[c]);
    }
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static CUresult copy_in(const HostCopies *copies, uint32_t chunk, uint32_t chunks) {
    CUresult error = CUDA_SUCCESS;
    for (size_t i = 0; i < copies->job->request->buffer_count && error == CUDA_SUCCESS; i++) {
        const WireBuffer *buffer = job_buffer(copies->job, i);
        size_t part = buffer->size / chunks, from = part * chunk;
        if (travels_in(buffer))
            error = copies->job->cuda->cuMemcpyHtoDAsync(copies->job->placed[i].address + from,
                                                         (char *)copies->buffers[i].in + from, part,
                                                         copies->streams[chunk]);
    }
    return error;
}

static CUresult copy_out(const HostCopies *copies, uint32_t chunk, uint32_t chunks) {
    CUresult error = CUDA_SUCCESS;
    for (size_t i = 0; i < copies->job->request->buffer_count && error == CUDA_SUCCESS; i++) {
        const WireBuffer *buffer = job_buffer(copies->job, i);
        size_t part = buffer->size / chunks, from = part * chunk;
        if (travels_out(buffer))
            error = copies->job->cuda->cuMemcpyDtoHAsync((char *)copies->buffers[i].out + from,
                                                         copies->job->placed[i].address + from, part,
                                                         copies->streams[chunk]);
    }
    return error;
}

static CUresult run_whole_in(const HostCopies *copies) {
    return copy_in(copies, 0, 1);
}
static CUresult run_whole_out(const HostCopies *copies) {
    return copy_out(copies, 0, 1);
}

/* Every stream begins after the start event, and the first stream waits for all others, so that its end is the end
 * of all. */
static CUresult run_everything(const HostCopies *copies) {
    const CudaDriver *cuda = copies->job->cuda;
    CUresult error = CUDA_SUCCESS;
    for (uint32_t c = 0; c < copies->chunks && error == CUDA_SUCCESS; c++) {
        if (c > 0) error = cuda->cuStreamWaitEvent(copies->streams[c], copies->job->worker->start, 0);
        if (error == CUDA_SUCCESS) error = copy_in(copies, c, copies->chunks);
        if (error == CUDA_SUCCESS) error = job_launch(copies->job, copies->streams[c], c, copies->chunks);
        if (error == CUDA_SUCCESS) error = copy_out(copies, c, copies->chunks);
        if (error == CUDA_SUCCESS) error = cuda->cuEventRecord(copies->done[c], copies->streams[c]);
    }
    for (uint32_t c = 1; c < copies->chunks && error == CUDA_SUCCESS; c++)
        error = cuda->cuStreamWaitEvent(copies->streams[0], copies->done[c], 0);
    return error;
}

/* The median of some repetitions after one that warms up. */
static bool time_work(const HostCopies *copies, CUresult (*work)(const HostCopies *), double *ms) {
    Job *job = copies->job;
    Worker *worker = job->worker;
    double values[REPETITIONS];
    for (int i = -1; i < REPETITIONS; i++) {
        float single = 0;
        if (!place_restore(job) || !job_ok(job, job->cuda->cuCtxSynchronize(), "restore the buffers")) return false;
        CUresult error = job->cuda->cuEventRecord(worker->start, copies->streams[0]);
        if (error == CUDA_SUCCESS) error = work(copies);
        if (error == CUDA_SUCCESS) error = job->cuda->cuEventRecord(worker->end, copies->streams[0]);
        if (error == CUDA_SUCCESS) error = job->cuda->cuCtxSynchronize();
        if (error == CUDA_SUCCESS) error = job->cuda->cuEventElapsedTime(&single, worker->start, worker->end);
        if (!job_ok(job, error, "copy between host and GPU")) return false;
        if (i >= 0) values[i] = single;
    }
    *ms = time_median(values, REPETITIONS);
    return true;
}

/* ---- the measurement --------------------------------------------------------------------------------------------- */

/* Why the launch cannot be cut into so many parts; NULL where it can. */
static const char *uneven(const Job *job, uint32_t chunks, char *sentence, size_t size) {
    if (chunks > MOST_CHUNKS) {
        snprintf(sentence, size, "%u chunks are too many: the most is %d", chunks, MOST_CHUNKS);
        return sentence;
    }
    if (job->request->grid[0] % chunks != 0) {
        snprintf(sentence, size, "a grid of %u blocks in dimension x cannot be cut into %u equal parts",
                 job->request->grid[0], chunks);
        return sentence;
    }
    for (size_t i = 0; i < job->request->buffer_count; i++) {
        const WireBuffer *buffer = job_buffer(job, i);
        uint64_t count = buffer->size / scalar_size((Scalar)buffer->type);
        if (buffer->symbol != 0 || count % chunks == 0) continue;
        snprintf(sentence, size, "a buffer of %llu elements cannot be cut into %u equal parts",
                 (unsigned long long)count, chunks);
        return sentence;
    }
    return NULL;
}

static void set_copy(Job *job, Metric time, Metric rate, double ms, uint64_t bytes) {
    if (bytes == 0) return;
    metrics_set(&job->reply->metrics, time, ms);
    if (ms > 0) metrics_set(&job->reply->metrics, rate, (double)bytes / (ms * 1e6));
}

static bool measure(HostCopies *copies) {
    Job *job = copies->job;
    uint64_t in = 0, out = 0;
    double in_ms, out_ms, total_ms;
    for (size_t i = 0; i < job->request->buffer_count; i++) {
        const WireBuffer *buffer = job_buffer(job, i);
        in += travels_in(buffer) ? buffer->size : 0;
        out += travels_out(buffer) ? buffer->size : 0;
    }
    if (!time_work(copies, run_whole_in, &in_ms) || !time_work(copies, run_whole_out, &out_ms) ||
        !time_work(copies, run_everything, &total_ms))
        return false;
    set_copy(job, METRIC_HOST_COPY_IN_MS, METRIC_HOST_COPY_IN_GBPS, in_ms, in);
    set_copy(job, METRIC_HOST_COPY_OUT_MS, METRIC_HOST_COPY_OUT_GBPS, out_ms, out);
    metrics_set(&job->reply->metrics, METRIC_HOST_TOTAL_MS, total_ms);
    return true;
}

static bool make_streams(HostCopies *copies) {
    CUresult error = CUDA_SUCCESS;
    for (uint32_t c = 0; c < copies->chunks && error == CUDA_SUCCESS; c++) {
        error = copies->job->cuda->cuStreamCreate(&copies->streams[c], CU_STREAM_NON_BLOCKING);
        if (error == CUDA_SUCCESS) error = copies->job->cuda->cuEventCreate(&copies->done[c], 0);
    }
    return job_ok(copies->job, error, "make a stream");
}

bool time_host_copies(Job *job) {
    uint32_t chunks = job->request->chunks > 1 ? job->request->chunks : 1;
    if (uneven(job, chunks, job->reply->untimed, sizeof job->reply->untimed) != NULL) return true;
    job_stage(job, STAGE_TIMING);
    HostCopies copies = {
        .job = job, .chunks = chunks, .buffers = memory_zeroed(job->request->buffer_count + 1, sizeof *copies.buffers)};
    bool done = make_streams(&copies), allocated = done && allocate_all(&copies);
    if (done && !allocated && job->reply->outcome == REPLY_FINISHED)
        snprintf(job->reply->untimed, sizeof job->reply->untimed,
                 "this machine has no room for the buffers in %s memory",
                 job->request->host == HOST_PINNED ? "pinned" : "pageable");
    else
        done = done && measure(&copies);
    free_all(&copies);
    return done;
}
