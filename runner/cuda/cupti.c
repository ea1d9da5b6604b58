/* Finds and loads CUPTI, and explains its errors. */
#include "cuda/cupti.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "base/vec.h"

/* ---- where it may be --------------------------------------------------------------------------------------------- */

typedef struct Search {
    Arena *arena;
    const char *root;
    int cuda_major;
    const char **places;
    size_t count, capacity;
} Search;

/* Folders within a toolkit; toolkits from NVIDIA's installer have a copy or a link under extras. */
static const char *const folders[] = {
    "lib64",
    "lib",
    "extras/CUPTI/lib64",
    "targets/x86_64-linux/lib",
    "targets/sbsa-linux/lib",
    "targets/aarch64-linux/lib",
};

static void note(Search *search, const char *place) {
    for (size_t i = 0; i < search->count; i++)
        if (text_equal(search->places[i], place)) return;
    if (search->count == search->capacity) {
        search->capacity = search->capacity ? 2 * search->capacity : 16;
        const char **grown = arena_array(search->arena, const char *, search->capacity);
        if (search->count > 0) memcpy(grown, search->places, search->count * sizeof *grown);
        search->places = grown;
    }
    search->places[search->count++] = place;
}

static int newer_first(const void *a, const void *b) {
    return text_compare_versions(*(char *const *)b, *(char *const *)a);
}

/* Every libcupti.so.N that pattern's folders hold, newest first; libcupti.so.11.8 of old toolkits is no N of ours. */
static void note_libraries(Search *search, const char *pattern) {
    glob_t list = {0};
    if (glob(arena_printf(search->arena, "%s/libcupti.so.[0-9]*", pattern), GLOB_NOSORT, NULL, &list) == 0) {
        qsort(list.gl_pathv, list.gl_pathc, sizeof *list.gl_pathv, newer_first);
        for (size_t i = 0; i < list.gl_pathc; i++) {
            const char *version = path_base(list.gl_pathv[i]) + strlen("libcupti.so.");
            int64_t major;
            if (text_to_i64(version, &major) && major >= 12 && major <= search->cuda_major)
                note(search, arena_string(search->arena, list.gl_pathv[i]));
        }
    }
    globfree(&list);
}

static void note_toolkit(Search *search, const char *home) {
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        note_libraries(search, arena_printf(search->arena, "%s/%s", home, folders[i]));
}

static void note_variable(Search *search, const char *name) {
    const char *home = getenv(name);
    if (home != NULL && *home != '\0') note_toolkit(search, home);
}

/* The toolkit around the nvcc that a shell would run. */
static void note_path(Search *search) {
    const char *nvcc = system_find_program(search->arena, "nvcc");
    char *real = nvcc != NULL ? realpath(nvcc, NULL) : NULL;
    if (real != NULL) note_toolkit(search, path_parent(search->arena, path_parent(search->arena, real)));
    free(real);
}

/* nvidia-cuda-cupti-cu12 keeps it in nvidia/cuda_cupti/lib; since CUDA 13 it lies in nvidia/cu13/lib. */
static void note_packages(Search *search, const char *site) {
    note_libraries(search, arena_printf(search->arena, "%s/nvidia/cu[0-9]*/lib", site));
    note_libraries(search, arena_printf(search->arena, "%s/nvidia/cuda_cupti/lib", site));
}

static void note_python(Search *search) {
    static const char *const variables[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *prefix = getenv(variables[i]);
        if (prefix == NULL || *prefix == '\0') continue;
        note_packages(search, arena_printf(search->arena, "%s/lib/python3*/site-packages", prefix));
        note_toolkit(search, prefix);
    }
    const char *home = getenv("HOME");
    if (home != NULL && *home == '/')
        note_packages(search, arena_printf(search->arena, "%s/.local/lib/python3*/site-packages", home));
    note_packages(search, arena_printf(search->arena, "%s/usr/lib/python3*/dist-packages", search->root));
    note_packages(search, arena_printf(search->arena, "%s/usr/local/lib/python3*/*-packages", search->root));
}

const char **cupti_places(Arena *arena, const char *root, int cuda_major, size_t *count) {
    Search search = {.arena = arena, .root = root, .cuda_major = cuda_major};
    note_variable(&search, "CUDA_HOME");
    note_variable(&search, "CUDA_PATH");
    for (int major = cuda_major; major >= 12; major--) note(&search, arena_printf(arena, "libcupti.so.%d", major));
    note_path(&search);
    note_toolkit(&search, arena_printf(arena, "%s/usr/local/cuda", root));
    note_toolkit(&search, arena_printf(arena, "%s/usr/local/cuda-*", root));
    note_toolkit(&search, arena_printf(arena, "%s/opt/cuda", root));
    note_python(&search);
    *count = search.count;
    return search.places;
}

/* ---- loading ----------------------------------------------------------------------------------------------------- */

typedef enum Group { GROUP_NEEDED, GROUP_SASS, GROUP_RANGES, GROUP_COUNT } Group;

#define FUNCTION(name, group)                                                                                          \
    { #name, offsetof(Cupti, name), group }
static const struct {
    const char *name;
    size_t offset;
    Group group;
} functions[] = {
    FUNCTION(cuptiGetVersion, GROUP_NEEDED),
    FUNCTION(cuptiGetResultString, GROUP_NEEDED),
    FUNCTION(cuptiProfilerInitialize, GROUP_NEEDED),
    FUNCTION(cuptiProfilerDeInitialize, GROUP_NEEDED),
    FUNCTION(cuptiProfilerDeviceSupported, GROUP_NEEDED),
    FUNCTION(cuptiDeviceGetChipName, GROUP_NEEDED),
    FUNCTION(cuptiSassMetricsGetProperties, GROUP_SASS),
    FUNCTION(cuptiSassMetricsSetConfig, GROUP_SASS),
    FUNCTION(cuptiSassMetricsUnsetConfig, GROUP_SASS),
    FUNCTION(cuptiSassMetricsEnable, GROUP_SASS),
    FUNCTION(cuptiSassMetricsDisable, GROUP_SASS),
    FUNCTION(cuptiSassMetricsGetDataProperties, GROUP_SASS),
    FUNCTION(cuptiSassMetricsFlushData, GROUP_SASS),
    FUNCTION(cuptiProfilerHostInitialize, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostDeinitialize, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostGetMetricProperties, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostConfigAddMetrics, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostGetConfigImageSize, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostGetConfigImage, GROUP_RANGES),
    FUNCTION(cuptiProfilerHostEvaluateToGpuValues, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerEnable, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerDisable, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerStart, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerStop, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerSetConfig, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerDecodeData, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerGetCounterDataSize, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerCounterDataImageInitialize, GROUP_RANGES),
    FUNCTION(cuptiRangeProfilerGetCounterDataInfo, GROUP_RANGES),
};
#undef FUNCTION
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void bind(Cupti *cupti, size_t function, void *symbol) {
    memcpy((char *)cupti + functions[function].offset, &symbol, sizeof symbol);
}

/* False where a needed function is missing, or both groups of functions that count are incomplete. */
static bool bind_all(Cupti *cupti) {
    void *symbols[FUNCTIONS];
    bool whole[GROUP_COUNT] = {true, true, true};
    for (size_t i = 0; i < FUNCTIONS; i++) {
        symbols[i] = dlsym(cupti->library, functions[i].name);
        if (symbols[i] == NULL) whole[functions[i].group] = false;
    }
    for (size_t i = 0; i < FUNCTIONS; i++) bind(cupti, i, whole[functions[i].group] ? symbols[i] : NULL);
    return whole[GROUP_NEEDED] && (whole[GROUP_SASS] || whole[GROUP_RANGES]);
}

bool cupti_load(Cupti *cupti, Arena *arena, const char *const *places, size_t count, const char **why) {
    *cupti = (Cupti){0};
    const char *old = NULL;
    for (size_t i = 0; i < count; i++) {
        void *library = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) continue;
        *cupti = (Cupti){.library = library, .path = places[i]};
        if (bind_all(cupti)) return true;
        old = places[i];
        dlclose(library);
        *cupti = (Cupti){0};
    }
    if (old != NULL)
        *why = arena_printf(
            arena,
            "the CUPTI that was found (%s) is too old to read the hardware's counters: install that of CUDA "
            "12.6 or newer (the package cuda-cupti of your toolkit's version, or pip install "
            "nvidia-cuda-cupti-cu12)",
            old);
    else
        *why = "NVIDIA's CUPTI library, which reads the hardware's counters, was not found: it comes with the CUDA "
               "toolkit "
               "(package cuda-cupti of your driver's CUDA version, or pip install nvidia-cuda-cupti-cu12); set "
               "CUDA_HOME if "
               "the toolkit lies in an unusual place. Nsight Compute on the PATH (ncu) does as well";
    return false;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

const char *cupti_known_reason(CUptiResult result) {
    switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "the driver lets only administrators read the hardware's counters (ERR_NVGPUCTRPERM): an administrator "
               "can "
               "open them to everybody with the line `options nvidia NVreg_RestrictProfilingToAdminUsers=0` in a file "
               "in "
               "/etc/modprobe.d and a restart of the machine, or run this program as root (in a container with "
               "--cap-add=SYS_ADMIN)";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return "this is a virtual GPU, and its host keeps the hardware's counters from its guests: the host's "
               "administrator "
               "can allow them with the vGPU parameter enable_profiling=1";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
        return "this is a virtual GPU of a kind that has no hardware counters for its guests: nobody can change that "
               "here, "
               "another machine or a GPU passed through whole has them";
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
        return "this GPU runs in confidential computing mode, which hides the hardware's counters: the machine's "
               "administrator can turn that mode off";
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
        return "this GPU is divided into MIG instances whose counters cannot be read: an administrator can give this "
               "program "
               "a whole GPU instance, or turn MIG off";
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
        return "this GPU is a mining processor (CMP), whose counters NVIDIA has closed: nobody can change that, "
               "another GPU "
               "has them";
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
        return "this GPU is joined to another by SLI, which closes its counters: whoever manages the machine can turn "
               "SLI off";
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
        return "Windows keeps the hardware's counters from programs under WSL: allow them in the NVIDIA Control Panel "
               "(Developer, Manage GPU Performance Counters), as the administrator of Windows, or use Linux itself";
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED:
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "another profiler holds this GPU's counters: end it (ncu, nsys, dcgm or a debugger), or wait for it";
    default: return NULL;
    }
}

const char *cupti_explain(const Cupti *cupti, Arena *arena, CUptiResult result, const char *what) {
    const char *reason = cupti_known_reason(result), *name = NULL;
    if (reason != NULL) return reason;
    uint32_t version = 0;
    if (cupti->cuptiGetVersion != NULL) cupti->cuptiGetVersion(&version);
    if (cupti->cuptiGetResultString != NULL) cupti->cuptiGetResultString(result, &name);
    if (result == CUPTI_ERROR_NOT_COMPATIBLE || result == CUPTI_ERROR_NOT_INITIALIZED)
        return arena_printf(arena,
                            "this CUPTI (version %u, %s) and this driver do not fit together: install the CUPTI of the "
                            "driver's CUDA version, or a newer driver",
                            version, cupti->path);
    if (result == CUPTI_ERROR_INVALID_CHIP_NAME || result == CUPTI_ERROR_NOT_SUPPORTED)
        return arena_printf(
            arena,
            "this CUPTI (version %u, %s) cannot read this GPU's counters: it takes compute capability 7.5 or "
            "newer, and a GPU newer than CUPTI takes the CUPTI of a newer toolkit",
            version, cupti->path);
    return arena_printf(
        arena, "CUPTI (version %u, %s) failed with %s when %s: try the CUPTI of another toolkit version, or ncu",
        version, cupti->path, name != NULL ? name : "an error that it does not name", what);
}
