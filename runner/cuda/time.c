/* Times by events on the GPU's own clock.
 *
 * Before each repetition the buffers are restored, so that a kernel that works in place, or counts up, does the same
 * work every time; and a buffer larger than the L2 cache is written, so that no repetition finds its data there.
 * This leaves lines in the cache that are not yet written to memory, as a kernel in the middle of a program finds
 * them. Bandwidths are compared with the driver's own copy, timed in the same process on data that is in no cache. */
#include <stdlib.h>

#include "cuda/worker.h"
#include "metric_names.h"

enum { WANTED = 20, LEAST = 3, WARM_LEAST = 2, WARM_MOST = 50, COPIES = 11 };
static const double together_ms = 300, warm_ms = 10, once_ms = 1000;

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double time_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
    return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

void time_free_flush(Job *job) {
    if (job->worker->flush != 0) job->cuda->cuMemFree(job->worker->flush);
    job->worker->flush = 0;
}

/* Twice the L2 cache, allocated at its first use in a launch. */
bool time_flush_l2(Job *job) {
    Worker *worker = job->worker;
    if (worker->flush == 0) {
        int l2 = 0;
        job->cuda->cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, worker->device);
        worker->flush_size = l2 > 0 ? (size_t)l2 * 2 : (size_t)64 << 20;
        if (!job_ok(job, job->cuda->cuMemAlloc(&worker->flush, worker->flush_size),
                    "allocate the buffer that flushes L2"))
            return worker->flush = 0, false;
    }
    return job_ok(job, job->cuda->cuMemsetD8Async(worker->flush, 0, worker->flush_size, NULL), "flush the L2 cache");
}

static bool elapsed(Job *job, double *ms) {
    float single = 0;
    if (!job_ok(job, job->cuda->cuCtxSynchronize(), "run the kernel again") ||
        !job_ok(job, job->cuda->cuEventElapsedTime(&single, job->worker->start, job->worker->end), "read the clock"))
        return false;
    *ms = single;
    return true;
}

static bool time_once(Job *job, double *ms) {
    const CudaDriver *cuda = job->cuda;
    return place_restore(job) && time_flush_l2(job) &&
           job_ok(job, cuda->cuEventRecord(job->worker->start, NULL), "record an event") &&
           job_ok(job, job_launch(job, NULL, 0, 1), "launch the kernel again") &&
           job_ok(job, cuda->cuEventRecord(job->worker->end, NULL), "record an event") && elapsed(job, ms);
}

/* The clocks of an idle GPU are low: it takes some milliseconds of work to raise them. */
static bool warm_up(Job *job, double *typical_ms) {
    double spent = 0;
    for (int i = 0; i < WARM_LEAST || (i < WARM_MOST && spent < warm_ms); i++) {
        if (!time_once(job, typical_ms)) return false;
        spent += *typical_ms;
    }
    return true;
}

/* ---- the device's own copy --------------------------------------------------------------------------------------- */

/* Two buffers of up to 1 GiB, smaller where memory is short, but never so small that the L2 cache matters. */
static size_t allocate_pair(Job *job, CUdeviceptr pair[2]) {
    for (size_t size = (size_t)1 << 30; size >= job->worker->flush_size; size /= 2) {
        if (job->cuda->cuMemAlloc(&pair[0], size) != CUDA_SUCCESS) continue;
        if (job->cuda->cuMemAlloc(&pair[1], size) == CUDA_SUCCESS) return size;
        job->cuda->cuMemFree(pair[0]);
    }
    return 0;
}

static bool time_copies(Job *job, const CUdeviceptr pair[2], size_t size, double *gbps) {
    const CudaDriver *cuda = job->cuda;
    double ms[COPIES];
    CUresult error = cuda->cuMemsetD8Async(pair[0], 1, size, NULL);
    if (error == CUDA_SUCCESS) error = cuda->cuMemsetD8Async(pair[1], 2, size, NULL);
    for (size_t i = 0; i < COPIES; i++) {
        if (error == CUDA_SUCCESS) error = cuda->cuEventRecord(job->worker->start, NULL);
        if (error == CUDA_SUCCESS) error = cuda->cuMemcpyDtoDAsync(pair[1], pair[0], size, NULL);
        if (error == CUDA_SUCCESS) error = cuda->cuEventRecord(job->worker->end, NULL);
        if (!job_ok(job, error, "measure the device's own copy") || !elapsed(job, &ms[i])) return false;
    }
    double typical = time_median(ms, COPIES);
    *gbps = typical > 0 ? 2 * (double)size / (typical * 1e6) : 0;
    return true;
}

static bool measure_copy(Job *job) {
    CUdeviceptr pair[2];
    if (!time_flush_l2(job)) return false; /* worker->flush_size is the least size of the copy */
    size_t size = job->worker->copy_gbps > 0 ? 0 : allocate_pair(job, pair);
    if (size == 0) return true; /* measured already, or no memory for it: the time is reported without a comparison */
    bool done = time_copies(job, pair, size, &job->worker->copy_gbps);
    job->cuda->cuMemFree(pair[0]);
    job->cuda->cuMemFree(pair[1]);
    return done;
}

/* ---- repetitions ------------------------------------------------------------------------------------------------- */

static size_t repetitions_for(double ms) {
    double fit = ms > 0 ? together_ms / ms : WANTED;
    return fit >= WANTED ? WANTED : fit <= LEAST ? LEAST : (size_t)fit;
}

/* The value below which `part` of the sorted values lie, interpolated between neighbours. */
static double percentile(const double *sorted, size_t count, double part) {
    double at = part * (double)(count - 1);
    size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

bool time_launches(Job *job) {
    double ms[WANTED], typical = job->first_ms;
    job_stage(job, STAGE_TIMING);
    if (!measure_copy(job)) return false;
    size_t count = 1;
    ms[0] = job->first_ms;
    if (job->first_ms < once_ms) {
        if (!warm_up(job, &typical)) return false;
        count = repetitions_for(typical);
        for (size_t i = 0; i < count; i++)
            if (!time_once(job, &ms[i])) return false;
    }
    double median = time_median(ms, count);
    job->reply->timing = (Timing){.repetitions = (unsigned)count,
                                  .median_ms = median,
                                  .low_ms = percentile(ms, count, 0.1),
                                  .high_ms = percentile(ms, count, 0.9),
                                  .copy_gbps = job->worker->copy_gbps};
    metrics_set(&job->reply->metrics, METRIC_TIME_MS, median);
    return true;
}
