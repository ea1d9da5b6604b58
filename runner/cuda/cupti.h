/* CUPTI, NVIDIA's library for reading a GPU's counters, found at run time.
 *
 * It comes with the toolkit, not with the driver, and its headers are partly C++. So nothing is linked, no header of
 * it is needed, and the part of its binary interface that is used is declared here. Every function takes one struct
 * whose first member is the size of the part that the caller knows; newer libraries have only ever added members at
 * the end. (Compared: the headers of CUDA 12.4, 12.6, 12.8, 12.9, 13.0 and 13.5.) The names are CUPTI's own. */
#ifndef WARPSCHOOL_CUDA_CUPTI_H
#define WARPSCHOOL_CUDA_CUPTI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "cuda/driver.h"

typedef enum CUptiResult {
    CUPTI_SUCCESS = 0,
    CUPTI_ERROR_INVALID_PARAMETER = 1,
    CUPTI_ERROR_OUT_OF_MEMORY = 8,
    CUPTI_ERROR_NOT_COMPATIBLE = 14,
    CUPTI_ERROR_NOT_INITIALIZED = 15,
    CUPTI_ERROR_HARDWARE_BUSY = 26,
    CUPTI_ERROR_NOT_SUPPORTED = 27,
    CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED = 33,
    CUPTI_ERROR_INSUFFICIENT_PRIVILEGES = 35,
    CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED = 36,
    CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED = 39,
    CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES = 40,
    CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED = 41,
    CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED = 42,
    CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED = 43,
    CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED = 44,
    CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED = 45,
    CUPTI_ERROR_INVALID_CHIP_NAME = 46,
    CUPTI_ERROR_UNKNOWN = 999,
} CUptiResult;

/* The value of a struct's first member: the bytes up to the end of its last member without padding. */
#define CUPTI_SIZE(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

typedef struct CUpti_Profiler_Params { /* Initialize and DeInitialize */
    size_t structSize;
    void *pPriv;
} CUpti_Profiler_Params;

typedef struct CUpti_Device_GetChipName_Params {
    size_t structSize;
    void *pPriv;
    size_t deviceIndex;
    const char *pChipName; /* out */
} CUpti_Device_GetChipName_Params;

enum { /* CUpti_Profiler_Support_Level, CUpti_Profiler_API */
       CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED = 1,
       CUPTI_PROFILER_CONFIGURATION_DISABLED = 2,
       CUPTI_PROFILER_RANGE_PROFILING = 0,
};
typedef struct CUpti_Profiler_DeviceSupported_Params {
    size_t structSize;
    void *pPriv;
    CUdevice cuDevice;
    int isSupported, architecture, sli, vGpu, confidentialCompute, cmp, wsl; /* out */
    int api;
} CUpti_Profiler_DeviceSupported_Params;

/* ---- counters derived from the executed instructions' addresses (cupti_sass_metrics.h, since CUDA 12.4) ---------- */

typedef struct CUpti_SassMetrics_MetricDetails {
    uint64_t metricId;
    const char *pMetricName, *pMetricDescription;
} CUpti_SassMetrics_MetricDetails;

typedef struct CUpti_SassMetrics_GetProperties_Params {
    size_t structSize;
    void *pPriv;
    const char *pChipName, *pMetricName;
    CUpti_SassMetrics_MetricDetails metric; /* out */
} CUpti_SassMetrics_GetProperties_Params;

enum { CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU = 0 };
typedef struct CUpti_SassMetrics_Config {
    uint64_t metricId;
    uint8_t outputGranularity;
} CUpti_SassMetrics_Config;

typedef struct CUpti_SassMetricsSetConfig_Params {
    size_t structSize;
    void *pPriv;
    size_t numOfMetricConfig;
    CUpti_SassMetrics_Config *pConfigs;
    uint32_t deviceIndex;
} CUpti_SassMetricsSetConfig_Params;

typedef struct CUpti_SassMetricsUnsetConfig_Params {
    size_t structSize;
    void *pPriv;
    uint32_t deviceIndex;
} CUpti_SassMetricsUnsetConfig_Params;

typedef struct CUpti_SassMetricsEnable_Params {
    size_t structSize;
    void *pPriv;
    CUcontext ctx;
    uint8_t enableLazyPatching;
} CUpti_SassMetricsEnable_Params;

typedef struct CUpti_SassMetricsDisable_Params {
    size_t structSize;
    void *pPriv;
    CUcontext ctx;
    size_t numOfDroppedRecords; /* out */
} CUpti_SassMetricsDisable_Params;

typedef struct CUpti_SassMetricsGetDataProperties_Params {
    size_t structSize;
    void *pPriv;
    CUcontext ctx;
    size_t numOfPatchedInstructionRecords, numOfInstances; /* out */
} CUpti_SassMetricsGetDataProperties_Params;

typedef struct CUpti_SassMetrics_InstanceValue {
    uint64_t metricId, value;
} CUpti_SassMetrics_InstanceValue;

typedef struct CUpti_SassMetrics_Data { /* one metric of one instruction */
    size_t structSize;
    void *pPriv;
    uint32_t cubinCrc, functionIndex; /* out, as all below but the array's address */
    const char *functionName;
    uint32_t pcOffset;
    CUpti_SassMetrics_InstanceValue *pInstanceValues; /* numOfInstances */
} CUpti_SassMetrics_Data;

typedef struct CUpti_SassMetricsFlushData_Params {
    size_t structSize; /* up to and without pMetricsData: cupti_sass_metrics.h has it so, and refuses anything else */
    void *pPriv;
    CUcontext ctx;
    size_t numOfPatchedInstructionRecords, numOfInstances;
    CUpti_SassMetrics_Data *pMetricsData;
} CUpti_SassMetricsFlushData_Params;

/* ---- the hardware's own counters (cupti_profiler_host.h, cupti_range_profiler.h, since CUDA 12.6) ---------------- */

typedef struct CUpti_Profiler_Host_Object CUpti_Profiler_Host_Object;
typedef struct CUpti_RangeProfiler_Object CUpti_RangeProfiler_Object;

enum { CUPTI_PROFILER_TYPE_RANGE_PROFILER = 0 };
typedef struct CUpti_Profiler_Host_Initialize_Params {
    size_t structSize;
    void *pPriv;
    int profilerType;
    const char *pChipName;
    const uint8_t *pCounterAvailabilityImage;
    CUpti_Profiler_Host_Object *pHostObject; /* out */
} CUpti_Profiler_Host_Initialize_Params;

typedef struct CUpti_Profiler_Host_Deinitialize_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
} CUpti_Profiler_Host_Deinitialize_Params;

typedef struct CUpti_Profiler_Host_GetMetricProperties_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
    const char *pMetricName;
    const char *pDescription, *pHwUnit, *pDimUnit; /* out */
    int metricType;                                /* out */
} CUpti_Profiler_Host_GetMetricProperties_Params;

typedef struct CUpti_Profiler_Host_ConfigAddMetrics_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
    const char **ppMetricNames;
    size_t numMetrics;
} CUpti_Profiler_Host_ConfigAddMetrics_Params;

typedef struct CUpti_Profiler_Host_GetConfigImageSize_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
    size_t configImageSize; /* out */
} CUpti_Profiler_Host_GetConfigImageSize_Params;

typedef struct CUpti_Profiler_Host_GetConfigImage_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
    size_t configImageSize;
    uint8_t *pConfigImage; /* filled */
} CUpti_Profiler_Host_GetConfigImage_Params;

typedef struct CUpti_Profiler_Host_EvaluateToGpuValues_Params {
    size_t structSize;
    void *pPriv;
    CUpti_Profiler_Host_Object *pHostObject;
    const uint8_t *pCounterDataImage;
    size_t counterDataImageSize, rangeIndex;
    const char **ppMetricNames;
    size_t numMetrics;
    double *pMetricValues; /* filled */
} CUpti_Profiler_Host_EvaluateToGpuValues_Params;

typedef struct CUpti_RangeProfiler_Enable_Params {
    size_t structSize;
    void *pPriv;
    CUcontext ctx;
    CUpti_RangeProfiler_Object *pRangeProfilerObject; /* out */
} CUpti_RangeProfiler_Enable_Params;

typedef struct CUpti_RangeProfiler_Params { /* Disable, Start */
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
} CUpti_RangeProfiler_Params;

typedef struct CUpti_RangeProfiler_Stop_Params {
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
    size_t passIndex, targetNestingLevel; /* out */
    uint8_t isAllPassSubmitted;           /* out */
} CUpti_RangeProfiler_Stop_Params;

enum { /* CUpti_ProfilerRange, CUpti_ProfilerReplayMode */ CUPTI_AutoRange = 1, CUPTI_UserReplay = 3 };
typedef struct CUpti_RangeProfiler_SetConfig_Params {
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
    size_t configSize;
    const uint8_t *pConfig;
    size_t counterDataImageSize;
    uint8_t *pCounterDataImage;
    int range, replayMode;
    size_t maxRangesPerPass;
    uint16_t numNestingLevels, minNestingLevel;
    size_t passIndex;
    uint16_t targetNestingLevel;
} CUpti_RangeProfiler_SetConfig_Params;

typedef struct CUpti_RangeProfiler_DecodeData_Params {
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
    size_t numOfRangeDropped; /* out */
} CUpti_RangeProfiler_DecodeData_Params;

typedef struct CUpti_RangeProfiler_GetCounterDataSize_Params {
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
    const char **pMetricNames;
    size_t numMetrics, maxNumOfRanges;
    uint32_t maxNumRangeTreeNodes;
    size_t counterDataSize; /* out */
} CUpti_RangeProfiler_GetCounterDataSize_Params;

typedef struct CUpti_RangeProfiler_CounterDataImage_Initialize_Params {
    size_t structSize;
    void *pPriv;
    CUpti_RangeProfiler_Object *pRangeProfilerObject;
    size_t counterDataSize;
    uint8_t *pCounterData;
} CUpti_RangeProfiler_CounterDataImage_Initialize_Params;

typedef struct CUpti_RangeProfiler_GetCounterDataInfo_Params {
    size_t structSize;
    void *pPriv;
    const uint8_t *pCounterDataImage;
    size_t counterDataImageSize;
    size_t numTotalRanges; /* out */
} CUpti_RangeProfiler_GetCounterDataInfo_Params;

/* The functions by CUPTI's names. Those of the last two groups are all there or all NULL. */
typedef struct Cupti {
    void *library;
    const char *path;
    CUptiResult (*cuptiGetVersion)(uint32_t *version);
    CUptiResult (*cuptiGetResultString)(CUptiResult result, const char **text);
    CUptiResult (*cuptiProfilerInitialize)(CUpti_Profiler_Params *params);
    CUptiResult (*cuptiProfilerDeInitialize)(CUpti_Profiler_Params *params);
    CUptiResult (*cuptiProfilerDeviceSupported)(CUpti_Profiler_DeviceSupported_Params *params);
    CUptiResult (*cuptiDeviceGetChipName)(CUpti_Device_GetChipName_Params *params);

    CUptiResult (*cuptiSassMetricsGetProperties)(CUpti_SassMetrics_GetProperties_Params *params);
    CUptiResult (*cuptiSassMetricsSetConfig)(CUpti_SassMetricsSetConfig_Params *params);
    CUptiResult (*cuptiSassMetricsUnsetConfig)(CUpti_SassMetricsUnsetConfig_Params *params);
    CUptiResult (*cuptiSassMetricsEnable)(CUpti_SassMetricsEnable_Params *params);
    CUptiResult (*cuptiSassMetricsDisable)(CUpti_SassMetricsDisable_Params *params);
    CUptiResult (*cuptiSassMetricsGetDataProperties)(CUpti_SassMetricsGetDataProperties_Params *params);
    CUptiResult (*cuptiSassMetricsFlushData)(CUpti_SassMetricsFlushData_Params *params);

    CUptiResult (*cuptiProfilerHostInitialize)(CUpti_Profiler_Host_Initialize_Params *params);
    CUptiResult (*cuptiProfilerHostDeinitialize)(CUpti_Profiler_Host_Deinitialize_Params *params);
    CUptiResult (*cuptiProfilerHostGetMetricProperties)(CUpti_Profiler_Host_GetMetricProperties_Params *params);
    CUptiResult (*cuptiProfilerHostConfigAddMetrics)(CUpti_Profiler_Host_ConfigAddMetrics_Params *params);
    CUptiResult (*cuptiProfilerHostGetConfigImageSize)(CUpti_Profiler_Host_GetConfigImageSize_Params *params);
    CUptiResult (*cuptiProfilerHostGetConfigImage)(CUpti_Profiler_Host_GetConfigImage_Params *params);
    CUptiResult (*cuptiProfilerHostEvaluateToGpuValues)(CUpti_Profiler_Host_EvaluateToGpuValues_Params *params);
    CUptiResult (*cuptiRangeProfilerEnable)(CUpti_RangeProfiler_Enable_Params *params);
    CUptiResult (*cuptiRangeProfilerDisable)(CUpti_RangeProfiler_Params *params);
    CUptiResult (*cuptiRangeProfilerStart)(CUpti_RangeProfiler_Params *params);
    CUptiResult (*cuptiRangeProfilerStop)(CUpti_RangeProfiler_Stop_Params *params);
    CUptiResult (*cuptiRangeProfilerSetConfig)(CUpti_RangeProfiler_SetConfig_Params *params);
    CUptiResult (*cuptiRangeProfilerDecodeData)(CUpti_RangeProfiler_DecodeData_Params *params);
    CUptiResult (*cuptiRangeProfilerGetCounterDataSize)(CUpti_RangeProfiler_GetCounterDataSize_Params *params);
    CUptiResult (*cuptiRangeProfilerCounterDataImageInitialize)(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params *params);
    CUptiResult (*cuptiRangeProfilerGetCounterDataInfo)(CUpti_RangeProfiler_GetCounterDataInfo_Params *params);
} Cupti;

static inline bool cupti_has_sass(const Cupti *cupti) {
    return cupti->cuptiSassMetricsSetConfig != NULL;
}
static inline bool cupti_has_ranges(const Cupti *cupti) {
    return cupti->cuptiRangeProfilerSetConfig != NULL;
}

/* The paths under which CUPTI may be loaded, the likeliest first: beneath CUDA_HOME and CUDA_PATH, what the system's
 * loader finds, around the nvcc that PATH finds, in the usual folders, in Python packages. Libraries of a CUDA newer
 * than cuda_major are left out: a driver refuses them. root is put before every system folder; "" outside of tests.
 * Names without a slash are for the loader. */
const char **cupti_places(Arena *arena, const char *root, int cuda_major, size_t *count);

/* Loads the first of places that loads and has the functions that every use needs. False: *why says in one sentence of
 * arena what is missing. The library stays loaded until the process ends. */
bool cupti_load(Cupti *cupti, Arena *arena, const char *const *places, size_t count, const char **why);

/* A sentence for each result that a person can do something about, else NULL. */
const char *cupti_known_reason(CUptiResult result);

/* Why the counters cannot be read, who can change that and how: one sentence in arena. what: what was being done,
 * such as "the profiler was started"; it is named where the result alone explains nothing. */
const char *cupti_explain(const Cupti *cupti, Arena *arena, CUptiResult result, const char *what);

#endif
