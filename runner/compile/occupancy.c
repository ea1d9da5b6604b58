/* Theoretical occupancy by CUDA's own calculator, the header cuda_occupancy.h of the toolkit, so that the result is
 * that of the driver and of Nsight Compute. Built without a toolkit, occupancy stays unknown.
 *
 * The result depends on the shared memory carve-out. The driver picks the largest for a kernel that states no
 * preference (which is what SHAREDMEM_CARVEOUT_DEFAULT means to the calculator): Nsight Compute's theoretical
 * occupancy on an H200, 39.06 % for 32 threads with 8 KiB and 20.31 % with 16 KiB of dynamic shared memory, follows
 * from all of the 228 KiB and from no smaller carve-out. */
#include "compile/compile.h"
#include "metric_names.h"

#if defined(__has_include)
#if __has_include(<cuda_occupancy.h>)
#define HAVE_CALCULATOR 1
#endif
#endif

#ifdef HAVE_CALCULATOR

#include <cuda_occupancy.h>

#include "arch.h"

enum { WARP = 32 };

static cudaOccDeviceProp properties_of(const Arch *arch) {
    return (cudaOccDeviceProp){
        .computeMajor = arch->major,
        .computeMinor = arch->minor,
        .maxThreadsPerBlock = ARCH_THREADS_PER_BLOCK,
        .maxThreadsPerMultiprocessor = arch->threads_per_sm,
        .regsPerBlock = arch->registers_per_sm,
        .regsPerMultiprocessor = arch->registers_per_sm,
        .warpSize = WARP,
        .sharedMemPerBlock = (size_t)arch->shared_per_block,
        .sharedMemPerMultiprocessor = (size_t)arch->shared_per_sm,
        .numSms = 1,
        .sharedMemPerBlockOptin = (size_t)arch->shared_per_block_optin,
        .reservedSharedMemPerBlock = (size_t)arch->shared_reserved,
    };
}

/* Do barriers allow fewer blocks than everything else does? From sm_90 on the calculator looks at them after the
 * others, whose marks among the limiting factors stay as they were. */
static bool barriers_limit(const cudaOccResult *result) {
    return result->blockLimitBarriers < result->blockLimitWarps &&
           result->blockLimitBarriers < result->blockLimitRegs &&
           result->blockLimitBarriers < result->blockLimitSharedMem &&
           result->blockLimitBarriers < result->blockLimitBlocks;
}

/* What limits the number of resident blocks. Where warps do, the SM is full, and no limiter is named, whatever else
 * has the same limit. */
static OccupancyLimiter limiter_of(const cudaOccResult *result) {
    unsigned factors = result->limitingFactors;
    if (barriers_limit(result)) return LIMITER_BARRIERS;
    if (factors & OCC_LIMIT_WARPS) return LIMITER_NONE;
    if (factors & OCC_LIMIT_REGISTERS) return LIMITER_REGISTERS;
    if (factors & OCC_LIMIT_SHARED_MEMORY) return LIMITER_SHARED;
    if (factors & OCC_LIMIT_BLOCKS) return LIMITER_BLOCKS;
    return LIMITER_NONE;
}

void occupancy_fill(const KernelResources *resources, const char *arch_name, int block_threads, size_t shared_dynamic,
                    Metrics *metrics) {
    const Arch *arch = arch_find(arch_name);
    if (arch == NULL || resources->registers < 0 || resources->shared_static < 0 || block_threads < 1) return;
    if (shared_dynamic > (size_t)arch->shared_per_sm || resources->shared_static > arch->shared_per_block) return;
    cudaOccDeviceProp properties = properties_of(arch);
    cudaOccFuncAttributes attributes = {
        .maxThreadsPerBlock = ARCH_THREADS_PER_BLOCK,
        .numRegs = resources->registers,
        .sharedSizeBytes = (size_t)resources->shared_static,
        .partitionedGCConfig = PARTITIONED_GC_OFF,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = (size_t)arch->shared_per_block_optin - (size_t)resources->shared_static,
        .numBlockBarriers = resources->barriers > 0 ? resources->barriers : 1,
    };
    cudaOccDeviceState state = {.cacheConfig = CACHE_PREFER_NONE, .carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT};
    cudaOccResult result;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, block_threads,
                                                shared_dynamic) != CUDA_OCC_SUCCESS)
        return;
    int warps = (block_threads + WARP - 1) / WARP * result.activeBlocksPerMultiprocessor;
    metrics_set(metrics, METRIC_OCCUPANCY_THEORETICAL, (double)warps / (arch->threads_per_sm / WARP));
    metrics_set(metrics, METRIC_OCCUPANCY_BLOCKS_PER_SM, result.activeBlocksPerMultiprocessor);
    metrics_set(metrics, METRIC_OCCUPANCY_LIMITER, limiter_of(&result));
}

bool occupancy_available(void) {
    return true;
}

#else

void occupancy_fill(const KernelResources *resources, const char *arch, int block_threads, size_t shared_dynamic,
                    Metrics *metrics) {
    (void)resources, (void)arch, (void)block_threads, (void)shared_dynamic, (void)metrics;
}

bool occupancy_available(void) {
    return false;
}

#endif
