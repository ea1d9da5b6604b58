/* Files of NumPy (.npy): one array of numbers and its shape. NumPy's manual describes the format ("numpy.lib.format"):
 * versions 1.0 to 3.0, with little-endian elements of the types that buffers have, in C order. */
#ifndef WARPSCHOOL_COURSE_NPY_H
#define WARPSCHOOL_COURSE_NPY_H

#include "device.h"

/* The bytes that every such file begins with. */
extern const char npy_mark[];

typedef struct NpyArray {
    Scalar type;       /* of an array of bool: u8 */
    size_t count;      /* elements, of all dimensions together; at least 1 */
    const void *bytes; /* count * scalar_size(type), aligned for any type */
} NpyArray;

/* Reads a file whose elements take at most limit bytes, into arena. False with *why set to a sentence without its
 * subject ("holds elements of type '<c8'"). */
bool npy_read(Arena *arena, const char *path, size_t limit, NpyArray *array, const char **why);
/* The content of a file with an array of one dimension, in arena; *size is its length in bytes. */
void *npy_content(Arena *arena, const NpyArray *array, size_t *size);

#endif
