/* From the launch's image to a loaded kernel.
 *
 * A cubin runs on devices of its own major architecture and no older minor one; for others the driver's compiler
 * makes one from the PTX, which is kept. Loaded modules are kept as well, by the hash of the image, so that a sweep
 * loads its kernel once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "base/memory.h"
#include "cuda/worker.h"
#include "metric_names.h"

static bool cubin_fits(const Job *job) {
    int made_for = arch_number(job->request->arch), have = job->worker->capability;
    return job->request->cubin_size > 0 && made_for / 10 == have / 10 && made_for <= have;
}

static bool too_old(Job *job) {
    return job_fail(job,
                    "the code was compiled for %s, this GPU is an sm_%d: an older GPU cannot run it. Choose its own "
                    "architecture with --arch sm_%d",
                    job->request->arch, job->worker->capability, job->worker->capability);
}

static bool say_link_failure(Job *job, CUresult error) {
    if (job->reply->log[0] == '\0')
        snprintf(job->reply->log, sizeof job->reply->log, "%s", driver_error_text(job->cuda, error));
    if (error == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
        return job_fail(job,
                        "the compiler's PTX is newer than this GPU's driver can read: update the driver, or use an "
                        "older CUDA toolkit (%s)",
                        job->reply->log);
    if (error == CUDA_ERROR_JIT_COMPILER_NOT_FOUND)
        return job_fail(job, "the driver's PTX compiler is missing (libnvidia-ptxjitcompiler.so): install the driver's "
                             "package that holds it");
    return job_fail(job, "the driver could not compile the PTX for this GPU: %s", job->reply->log);
}

/* The driver returns the cubin in memory that it frees with the link: it is copied. */
static bool link_ptx(Job *job, Code *code) {
    const Request *request = job->request;
    if (request->ptx_size == 0)
        return job_fail(job, "there is no code for this GPU, an sm_%d", job->worker->capability);
    if (arch_number(request->arch) > job->worker->capability) return too_old(job);
    int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_GENERATE_LINE_INFO};
    void *values[] = {job->reply->log, (void *)(uintptr_t)(sizeof job->reply->log - 1), (void *)(uintptr_t)1};
    CUlinkState link = NULL;
    void *cubin = NULL;
    size_t size = 0;
    CUresult error = job->cuda->cuLinkCreate(sizeof options / sizeof *options, options, values, &link);
    if (error == CUDA_SUCCESS)
        error = job->cuda->cuLinkAddData(link, CU_JIT_INPUT_PTX, (void *)(uintptr_t)job_at(job, request->ptx),
                                         request->ptx_size, "kernel.ptx", 0, NULL, NULL);
    if (error == CUDA_SUCCESS) error = job->cuda->cuLinkComplete(link, &cubin, &size);
    if (error == CUDA_SUCCESS && size > 0) {
        code->linked = memory_zeroed(1, size);
        memcpy(code->linked, cubin, size);
    }
    if (link != NULL) job->cuda->cuLinkDestroy(link);
    return error == CUDA_SUCCESS || say_link_failure(job, error);
}

static void unload(Job *job, Code *code) {
    if (code->module != NULL) job->cuda->cuModuleUnload(code->module);
    free(code->linked);
    *code = (Code){0};
}

/* The cache entry of this image, or else the one that was not used for the longest time, emptied. */
static Code *find_place(Job *job) {
    Worker *worker = job->worker;
    Code *oldest = &worker->codes[0];
    for (size_t i = 0; i < WORKER_CODES; i++) {
        Code *code = &worker->codes[i];
        if (code->hash == job->request->image_hash) return code;
        if (code->used < oldest->used) oldest = code;
    }
    unload(job, oldest);
    return oldest;
}

static bool load_module(Job *job, Code *code) {
    const void *image = code->linked != NULL ? code->linked : job_at(job, job->request->cubin);
    CUresult error = job->cuda->cuModuleLoadData(&code->module, image);
    bool mismatch = error == CUDA_ERROR_NO_BINARY_FOR_GPU || error == CUDA_ERROR_INVALID_IMAGE;
    if (mismatch && code->linked == NULL) {
        if (!link_ptx(job, code)) return false;
        error = job->cuda->cuModuleLoadData(&code->module, code->linked);
    }
    if (error == CUDA_SUCCESS) return true;
    code->module = NULL;
    return job_ok(job, error, "load the kernel's code");
}

/* Gets the function and sets its attribute for shared memory, without which 48 KiB are the limit. */
static bool get_function(Job *job) {
    const CudaDriver *cuda = job->cuda;
    const char *name = job_at(job, job->request->kernel);
    CUresult error = cuda->cuModuleGetFunction(&job->function, job->code->module, name);
    if (error == CUDA_ERROR_NOT_FOUND)
        return job_refuse(job, "cudaErrorInvalidDeviceFunction", "the code has no kernel %s", name);
    if (!job_ok(job, error, "find the kernel")) return false;
    if (job->request->shared_dynamic == 0) return true;
    error = cuda->cuFuncSetAttribute(job->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                     (int)job->request->shared_dynamic);
    if (error != CUDA_ERROR_INVALID_VALUE) return job_ok(job, error, "set the kernel's shared memory");
    return job_refuse(job, "cudaErrorInvalidValue", "the GPU has no %llu bytes of dynamic shared memory for a block",
                      (unsigned long long)job->request->shared_dynamic);
}

static void set_attribute(Job *job, Metric metric, int attribute) {
    int value;
    if (job->cuda->cuFuncGetAttribute(&value, attribute, job->function) == CUDA_SUCCESS)
        metrics_set(&job->reply->metrics, metric, value);
}

static void set_metrics(Job *job) {
    const uint32_t *block = job->request->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    set_attribute(job, METRIC_GPU_LAUNCH_REGISTERS, CU_FUNC_ATTRIBUTE_NUM_REGS);
    set_attribute(job, METRIC_GPU_LAUNCH_SHARED_STATIC, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    set_attribute(job, METRIC_GPU_LAUNCH_LOCAL, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    int blocks;
    if (threads <= 1024 && job->cuda->cuOccupancyMaxActiveBlocksPerMultiprocessor(
                               &blocks, job->function, (int)threads, job->request->shared_dynamic) == CUDA_SUCCESS)
        metrics_set(&job->reply->metrics, METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM, blocks);
}

/* cuLaunchKernel reads as many bytes for each argument as the kernel declares. */
static bool check_arguments(Job *job) {
    if (job->cuda->cuFuncGetParamInfo == NULL) return true;
    for (uint32_t i = 0;; i++) {
        size_t offset, size;
        bool has = job->cuda->cuFuncGetParamInfo(job->function, i, &offset, &size) == CUDA_SUCCESS;
        if (!has && i == job->request->arg_count) return true;
        if (!has || i == job->request->arg_count)
            return job_refuse(job, "cudaErrorInvalidValue", "the kernel takes %s arguments than the launch gives, %u",
                              has ? "more" : "fewer", job->request->arg_count);
        if (size != job_arg(job, i)->size)
            return job_refuse(job, "cudaErrorInvalidValue",
                              "argument %u has %llu bytes, the kernel's parameter has %zu", i + 1,
                              (unsigned long long)job_arg(job, i)->size, size);
    }
}

bool code_load(Job *job) {
    Code *code = find_place(job);
    if (code->module == NULL) {
        if (!cubin_fits(job) && !link_ptx(job, code)) return false;
        if (!load_module(job, code)) return unload(job, code), false;
        code->hash = job->request->image_hash;
    } else if (job->request->has_variables && !(job->code = code, code_renew(job)))
        return false;
    code->used = ++job->worker->launches;
    job->code = code;
    if (!get_function(job) || !check_arguments(job)) return false;
    set_metrics(job);
    return true;
}

bool code_renew(Job *job) {
    Code *code = job->code;
    CUresult error = job->cuda->cuModuleUnload(code->module);
    code->module = NULL;
    if (!job_ok(job, error, "unload the kernel's code") || !load_module(job, code)) return unload(job, code), false;
    return get_function(job);
}
