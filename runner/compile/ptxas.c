/* The assembler's report (ptxas -v), as CUDA 11, 12 and 13 word it:
 *
 *     ptxas info    : Compiling entry function 'k' for 'sm_90'
 *     ptxas info    : Function properties for k
 *     ptxas         .     160 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *     ptxas info    : Used 29 registers, used 1 barriers, 160 bytes cumulative stack size, 128 bytes smem
 *     ptxas info    : Function properties for _Z6helperi
 *     ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
 *
 * Functions that a kernel calls follow it with properties of their own, which are not the kernel's. CUDA 11 says
 * nothing of barriers and leaves out what is zero. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "compile/parts.h"

typedef VEC(KernelResources) Kernels;

/* The number before words, as "128" in "128 bytes smem"; absent where the line does not have them. */
static int number_before(const char *line, const char *words, int absent) {
    const char *found = strstr(line, words);
    if (found == NULL) return absent;
    const char *digit = found;
    while (digit > line && digit[-1] >= '0' && digit[-1] <= '9') digit--;
    return digit < found ? atoi(digit) : absent;
}

static const char *name_after(Arena *arena, const char *line, const char *words, const char *terminators) {
    const char *found = strstr(line, words);
    if (found == NULL) return NULL;
    found += strlen(words);
    return arena_string_n(arena, found, strcspn(found, terminators));
}

static void read_line(Arena *arena, const char *line, Kernels *kernels, const char **function) {
    const char *entry = name_after(arena, line, "Compiling entry function '", "'");
    if (entry != NULL) {
        vec_push(arena, kernels,
                 (KernelResources){.kernel = entry,
                                   .registers = -1,
                                   .shared_static = -1,
                                   .stack = -1,
                                   .spill_stores = -1,
                                   .spill_loads = -1,
                                   .barriers = -1});
        return;
    }
    if (kernels->count == 0) return;
    KernelResources *kernel = &kernels->at[kernels->count - 1];
    const char *properties = name_after(arena, line, "Function properties for ", " \r\n");
    if (properties != NULL) *function = properties;
    if (strstr(line, " bytes stack frame") != NULL && text_equal(*function, kernel->kernel)) {
        kernel->stack = number_before(line, " bytes stack frame", -1);
        kernel->spill_stores = number_before(line, " bytes spill stores", -1);
        kernel->spill_loads = number_before(line, " bytes spill loads", -1);
    }
    if (strstr(line, "Used ") != NULL && strstr(line, " registers") != NULL && kernel->registers < 0) {
        kernel->registers = number_before(line, " registers", -1);
        kernel->barriers = number_before(line, " barriers", -1);
        kernel->shared_static = number_before(line, " bytes smem", 0);
        kernel->stack = number_before(line, " bytes cumulative stack size", kernel->stack);
    }
}

KernelResources *ptxas_read(Arena *arena, const char *log, size_t *count) {
    Kernels kernels = {0};
    const char *function = NULL;
    for (const char *line = log; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        if (text_starts(line, "ptxas")) read_line(arena, arena_string_n(arena, line, size), &kernels, &function);
        line += size;
        line += *line == '\n';
    }
    *count = kernels.count;
    return kernels.at;
}
