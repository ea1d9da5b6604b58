#include "program/gpus.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

#define GIB(count) ((uint64_t)(count) << 30)
#define MIB(count) ((uint64_t)(count) << 20)
#define KIB(count) ((uint64_t)(count) << 10)

/* name, architecture, multiprocessors, memory, L2, clock and memory clock in kHz, bits of the memory bus. Of one
 * architecture the GPU that --arch stands for comes first. The H200's are from cudaGetDeviceProperties on one. */
static const ProgramGpu gpus[] = {
    {"H200", "sm_90", 132, UINT64_C(150109880320), MIB(60), 1980000, 3201000, 6016},
    {"H100", "sm_90", 132, GIB(80), MIB(50), 1980000, 2619000, 5120},
    {"A100", "sm_80", 108, GIB(80), MIB(40), 1410000, 1593000, 5120},
    {"V100", "sm_70", 80, GIB(16), MIB(6), 1530000, 877000, 4096},
    {"T4", "sm_75", 40, GIB(15), MIB(4), 1590000, 5001000, 256},
    {"RTX 2080 Ti", "sm_75", 68, GIB(11), KIB(5632), 1545000, 7000000, 352},
    {"RTX 3090", "sm_86", 82, GIB(24), MIB(6), 1695000, 9751000, 384},
    {"RTX 4090", "sm_89", 128, GIB(24), MIB(72), 2520000, 10501000, 384},
    {"L4", "sm_89", 58, GIB(22), MIB(48), 2040000, 6251000, 192},
    {"L40S", "sm_89", 142, GIB(44), MIB(96), 2520000, 9001000, 384},
    {"RTX 5090", "sm_120", 170, GIB(31), MIB(96), 2407000, 14001000, 512},
};

/* The names without spaces, in any case. */
static bool is_called(const char *name, const char *asked) {
    for (;; name++, asked++) {
        while (*name == ' ') name++;
        while (*asked == ' ' || *asked == '-') asked++;
        if (tolower((unsigned char)*name) != tolower((unsigned char)*asked)) return false;
        if (*name == '\0') return true;
    }
}

const ProgramGpu *program_gpu_find(const char *name) {
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        if (is_called(gpus[i].name, name)) return &gpus[i];
    return NULL;
}

const ProgramGpu *program_gpu_of(const char *arch) {
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        if (strcmp(gpus[i].arch, arch) == 0) return &gpus[i];
    return &gpus[0];
}

const char *program_gpu_names(Arena *arena) {
    Text names = {0};
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        text_printf(&names, "%s%s", i == 0 ? "" : ", ", gpus[i].name);
    return text_take(&names, arena);
}
