/* The runtime libraries (runtime/), as the Makefile puts them into the program: one for each major version of CUDA,
 * by the name that programs ask for. They travel inside the program, so that they are there however it was
 * installed. */
#ifndef WARPSCHOOL_PROGRAM_RUNTIME_FILES_H
#define WARPSCHOOL_PROGRAM_RUNTIME_FILES_H

#include <stddef.h>

typedef struct RuntimeFile {
    const char *name; /* "libcudart.so.13" */
    const unsigned char *bytes;
    size_t size;
} RuntimeFile;

extern const RuntimeFile runtime_files[];
extern const size_t runtime_file_count;

/* headers/, for programs that are compiled without a toolkit: CUDA's headers of the host's side. */
extern const RuntimeFile program_headers[];
extern const size_t program_header_count;

#endif
