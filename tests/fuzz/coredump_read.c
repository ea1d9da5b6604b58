/* libFuzzer target: any bytes as a GPU core dump, line tables included. What a student's kernel leaves there is
 * hostile. */
#include <stdint.h>

#include "cuda/coredump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    CoreFault fault;
    coredump_read((Extent){data, size}, "kernel.cu", &fault);
    return 0;
}
