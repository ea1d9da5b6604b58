/* From a Launch to the Request that a worker reads. */
#ifndef WARPSCHOOL_CUDA_REQUEST_H
#define WARPSCHOOL_CUDA_REQUEST_H

#include "cuda/wire.h"
#include "ptx/ptx.h"

/* Facts about a kernel, from its PTX, that matter for running it. */
typedef struct KernelFacts {
    bool has_variables; /* the module has variables that kernels may write */
    bool uses_heap;     /* something in the module calls malloc */
    Loc entry;          /* the kernel's position in the source */
    const char *
        *symbols; /* for each of the launch's buffers: the name in the code of the variable that it is, or NULL */
} KernelFacts;

KernelFacts kernel_facts(const PtxModule *module, int32_t kernel, const Launch *launch, Arena *arena);
KernelFacts kernel_facts_unknown(const Launch *launch,
                                 Arena *arena); /* the worst of each; names are taken as written */

typedef struct RequestLayout {
    Request request;
    WireBuffer *buffers;
    WireArg *args;
    const char **symbols; /* as in KernelFacts */
    size_t size;          /* of everything, in bytes */
} RequestLayout;

/* timed, counted and host stay off: the caller sets what is to be measured. */
void request_lay_out(const Launch *launch, const KernelFacts *facts, Arena *arena, RequestLayout *layout);

/* Writes request, arrays, names, code and buffers' bytes to memory of at least layout->size bytes. */
void request_write(const Launch *launch, const RequestLayout *layout, void *memory);

#endif
