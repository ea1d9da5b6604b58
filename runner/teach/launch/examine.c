/* What a machine's GPU, its driver and the CUDA compiler can do together.
 *
 * Warpschool gives the driver machine code for the GPU's own architecture, and PTX where the compiler cannot make
 * that. A driver loads machine code of its own CUDA major version and older ones, and assembles PTX that is no newer
 * than itself. A toolkit drops old architectures and does not know those that came after it. Source: CUDA
 * Compatibility, and the release notes of CUDA 12.0 and 13.0. */
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "base/text.h"
#include "teach/launch/devices.h"
#include "teach/launch/examine.h"

typedef struct Examination {
    const GpuSurvey *survey;
    const Toolchain *toolchain;
    Arena *arena;
    ExaminedList *list;
} Examination;

static void add(Examination *examination, Health health, const char *name, const char *mend, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

static void add(Examination *examination, Health health, const char *name, const char *mend, const char *format, ...) {
    va_list args;
    va_start(args, format);
    Examined examined = {.name = name, .mend = health != HEALTH_OK ? mend : NULL, .health = health};
    examined.value = arena_vprintf(examination->arena, format, args);
    va_end(args);
    vec_push(examination->arena, examination->list, examined);
}

/* ---- the driver and the GPUs ------------------------------------------------------------------------------------- */

static const char without[] = "Kernels run in the simulator, which knows neither times nor caches";

static void examine_driver(Examination *examination) {
    const GpuSurvey *survey = examination->survey;
    if (survey->driver_path != NULL)
        add(examination, HEALTH_OK, "driver", NULL, "CUDA %d.%d, %s", survey->cuda_version / 1000,
            survey->cuda_version % 1000 / 10, survey->driver_path);
    if (survey->count > 0) return;
    const char *remedy =
        survey->remedy != NULL ? survey->remedy
        : survey->driver_path != NULL
            ? "check that nvidia-smi lists a GPU"
            : "on a machine with an NVIDIA GPU: install its driver (on Debian: apt-get install nvidia-driver)";
    add(examination, HEALTH_LACK, "gpu", remedy, "%s. %s",
        survey->problem != NULL ? survey->problem : "no GPU was found", without);
}

static const char *kib(Arena *arena, int bytes) {
    return arena_printf(arena, "%d KiB", bytes / 1024);
}

static void examine_limits(Examination *examination, const GpuInfo *gpu) {
    Arena *arena = examination->arena;
    Text value = {0};
    text_printf(&value, "%s, %s, %d SMs, %.0f GiB", gpu->name, gpu->arch, gpu->multiprocessors,
                (double)gpu->memory / (1 << 30));
    text_printf(&value, ", shared memory %s a block (%s by opting in), %s registers a block",
                kib(arena, gpu->shared_per_block), kib(arena, gpu->shared_per_block_optin),
                text_grouped(arena, (uint64_t)gpu->registers_per_block));
    if (gpu->l2 > 0) text_printf(&value, ", L2 %.0f MiB", (double)gpu->l2 / (1 << 20));
    if (gpu->clock_khz > 0) text_printf(&value, ", %s MHz", text_grouped(arena, (uint64_t)gpu->clock_khz / 1000));
    uint64_t bits = 2 * (uint64_t)gpu->memory_clock_khz *
                    (uint64_t)gpu->memory_bus_bits; /* in a millisecond: two transfers in a clock cycle */
    if (gpu->memory_clock_khz > 0 && gpu->memory_bus_bits > 0)
        text_printf(&value, ", memory at most %s GB/s", text_grouped(arena, bits / 8 / 1000000));
    add(examination, HEALTH_OK, "gpu", NULL, "%s", value.data);
    text_free(&value);
}

/* ---- the pair ---------------------------------------------------------------------------------------------------- */

static void examine_versions(Examination *examination) {
    const Toolchain *toolchain = examination->toolchain;
    int driver_major = examination->survey->cuda_version / 1000,
        driver_minor = examination->survey->cuda_version % 1000 / 10;
    int major = toolchain->nvrtc_major, minor = toolchain->nvrtc_minor;
    Arena *arena = examination->arena;
    if (driver_major == 0) return;
    if (major > driver_major)
        add(examination, HEALTH_LACK, "versions",
            arena_printf(arena, "update the driver to one for CUDA %d.%d, or export CUDA_HOME=/where/a/toolkit/%d.x/is",
                         major, minor, driver_major),
            "NVRTC %d.%d makes code that a driver for CUDA %d.%d does not load", major, minor, driver_major,
            driver_minor);
    else if (major == driver_major && minor > driver_minor)
        add(examination, HEALTH_LACK, "versions",
            arena_printf(arena, "update the driver to one for CUDA %d.%d", major, minor),
            "the PTX of NVRTC %d.%d is newer than the driver's CUDA %d.%d: code for the GPU's own architecture runs, "
            "code for another (--arch) does not",
            major, minor, driver_major, driver_minor);
    else
        add(examination, HEALTH_OK, "versions", NULL, "NVRTC %d.%d and the driver's CUDA %d.%d fit together", major,
            minor, driver_major, driver_minor);
}

/* The last toolkit that compiles for an architecture that later ones dropped. */
static const char *last_toolkit_for(const char *arch) {
    int number = arch_number(arch);
    return number < 50 ? "11.8" : number < 75 ? "12.9" : "13.0";
}

static void examine_arch(Examination *examination, const GpuInfo *gpu) {
    const Toolchain *toolchain = examination->toolchain;
    Arena *arena = examination->arena;
    int major = toolchain->nvrtc_major, minor = toolchain->nvrtc_minor;
    const char *best = arch_for_gpu(gpu->arch, toolchain->archs, arena);
    if (best == NULL) {
        const char *last = last_toolkit_for(gpu->arch);
        add(examination, HEALTH_LACK, "gpu code",
            arena_printf(arena,
                         "install the CUDA Toolkit %s, the last one for %s, and export CUDA_HOME=/usr/local/cuda-%s",
                         last, gpu->arch, last),
            "NVRTC %d.%d makes no code for %s any more, so the GPU is not used. %s", major, minor, gpu->arch, without);
    } else if (!text_equal(best, gpu->arch)) {
        add(examination, HEALTH_LACK, "gpu code", "install a newer CUDA Toolkit",
            "NVRTC %d.%d does not know %s: it compiles for %s, and the driver assembles that", major, minor, gpu->arch,
            best);
    } else {
        add(examination, HEALTH_OK, "gpu code", NULL, "NVRTC %d.%d compiles for %s", major, minor, gpu->arch);
    }
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static const char need_none[] = "the simulator's counts need no permission";

static void examine_counters(Examination *examination) {
    const char *counters = examination->survey->counters;
    if (counters == NULL) {
        add(examination, HEALTH_LACK, "counters", "start the program again; `nvidia-smi` says whether the GPU is well",
            "nothing is known of the hardware's counters; %s", need_none);
    } else if (text_equal(counters, "allowed")) {
        const char *by = examination->survey->counters_by;
        add(examination, HEALTH_OK, "counters", NULL, "the hardware's own counters can be read%s%s",
            by != NULL ? ", by " : "", by != NULL ? by : "");
    } else if (strstr(counters, "ERR_NVGPUCTRPERM") != NULL) {
        add(examination, HEALTH_LACK, "counters",
            "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | sudo tee "
            "/etc/modprobe.d/nvidia-counters.conf, then restart the machine",
            "the driver lets only administrators read the hardware's counters (ERR_NVGPUCTRPERM), because they tell "
            "something of what other users run; %s",
            need_none);
    } else {
        add(examination, HEALTH_LACK, "counters", "do what it says, then run doctor again", "%s; %s", counters,
            need_none);
    }
}

static void examine_ncu(Examination *examination, const char *ncu) {
    if (ncu != NULL)
        add(examination, HEALTH_OK, "ncu", NULL, "%s", ncu);
    else
        add(examination, HEALTH_LACK, "ncu",
            "install NVIDIA Nsight Compute, or put the toolkit's bin folder on the PATH",
            "Nsight Compute was not found: Warpschool does not need it, but it is the next tool to learn");
}

void examine_gpu(const GpuSurvey *survey, const Toolchain *toolchain, const char *ncu, Arena *arena,
                 ExaminedList *list) {
    Examination examination = {survey, toolchain, arena, list};
    examine_driver(&examination);
    if (survey->count == 0) return;
    for (size_t i = 0; i < survey->count; i++) examine_limits(&examination, &survey->gpus[i]);
    if (toolchain->nvrtc_path != NULL) examine_versions(&examination);
    if (toolchain->nvrtc_path != NULL && toolchain->archs != NULL) examine_arch(&examination, &survey->gpus[0]);
    examine_counters(&examination);
    examine_ncu(&examination, ncu);
}
