/* CUDA arrays: memory of the device whose rows and slices follow each other without a gap. */
#ifndef WARPSCHOOL_RUNTIME_ARRAYS_H
#define WARPSCHOOL_RUNTIME_ARRAYS_H

#include "program/runtime/runtime_graph.h"

/* Flags of cudaMallocArray and cudaMalloc3DArray. */
enum {
    ARRAY_LAYERED = 1,
    ARRAY_SURFACE = 2, /* surface objects may be made of it */
    ARRAY_CUBEMAP = 4,
    ARRAY_GATHER = 8
};

struct CudaArray {
    void *memory;
    size_t width, height,
        depth; /* texels; height 0: one dimension; depth 0: two at most; layered: depth counts layers */
    cudaChannelFormatDesc format;
    unsigned flags;
};

size_t runtime_texel_bytes(const cudaChannelFormatDesc *format);
size_t runtime_array_row(const struct CudaArray *array);   /* bytes of a row */
size_t runtime_array_slice(const struct CudaArray *array); /* bytes of all rows of a slice or layer */

#endif
