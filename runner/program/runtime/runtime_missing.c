/* Functions that are refused by name: cuda_missing.def. */
#include <stdio.h>
#include <string.h>

#include "program/runtime/runtime_client.h"

cudaError_t runtime_refuse(const char *name, const char *what) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) runtime_ask(&call, PROGRAM_MISSING, what, what != NULL ? strlen(what) : 0);
    call.error = cudaErrorNotSupported;
    return runtime_finish(&call);
}

/* No prototypes: what these functions take does not matter. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define MISSING(name)                                                                                                  \
    cudaError_t name(void);                                                                                            \
    cudaError_t name(void) {                                                                                           \
        return runtime_refuse(#name, NULL);                                                                            \
    }
#include "program/runtime/cuda_missing.def"
