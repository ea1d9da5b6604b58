/* libFuzzer target: any bytes as a fat binary, which a student's program hands over. The first byte chooses the
 * architecture; what was chosen has to be a text, and what was made of it has to be read back. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program/fatbin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    int arch = 50 + data[0] % 100;
    Arena *arena = arena_new();
    FatbinPtx ptx, again;
    FatbinStatus status = fatbin_read(data + 1, size - 1, arch, arena, &ptx);
    if (status == FATBIN_MALFORMED && ptx.problem == NULL) abort();
    if (status == FATBIN_FOUND) {
        size_t made_size;
        if (strlen(ptx.text) != ptx.size || ptx.arch > arch) abort();
        const void *made = fatbin_make(ptx.text, ptx.size, ptx.arch, arena, &made_size);
        if (fatbin_read(made, made_size, arch, arena, &again) != FATBIN_FOUND || strcmp(again.text, ptx.text) != 0)
            abort();
    }
    arena_free(arena);
    return 0;
}
