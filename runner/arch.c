#include "arch.h"

#include <stdlib.h>
#include <string.h>

enum { KB = 1024 };

/* name, major, minor, threads and blocks per SM, registers per SM, shared memory: per SM, per block, per block after
 * opting in, reserved by CUDA for each block */
static const Arch archs[] = {
    {"sm_50", 5, 0, 2048, 32, 65536, 64 * KB, 48 * KB, 48 * KB, 0},
    {"sm_52", 5, 2, 2048, 32, 65536, 96 * KB, 48 * KB, 48 * KB, 0},
    {"sm_60", 6, 0, 2048, 32, 65536, 64 * KB, 48 * KB, 48 * KB, 0},
    {"sm_61", 6, 1, 2048, 32, 65536, 96 * KB, 48 * KB, 48 * KB, 0},
    {"sm_70", 7, 0, 2048, 32, 65536, 96 * KB, 48 * KB, 96 * KB, 0},
    {"sm_75", 7, 5, 1024, 16, 65536, 64 * KB, 48 * KB, 64 * KB, 0},
    {"sm_80", 8, 0, 2048, 32, 65536, 164 * KB, 48 * KB, 163 * KB, 1 * KB},
    {"sm_86", 8, 6, 1536, 16, 65536, 100 * KB, 48 * KB, 99 * KB, 1 * KB},
    {"sm_87", 8, 7, 1536, 16, 65536, 164 * KB, 48 * KB, 163 * KB, 1 * KB},
    {"sm_89", 8, 9, 1536, 24, 65536, 100 * KB, 48 * KB, 99 * KB, 1 * KB},
    {"sm_90", 9, 0, 2048, 32, 65536, 228 * KB, 48 * KB, 227 * KB, 1 * KB},
    {"sm_100", 10, 0, 2048, 32, 65536, 228 * KB, 48 * KB, 227 * KB, 1 * KB},
    {"sm_103", 10, 3, 2048, 32, 65536, 228 * KB, 48 * KB, 227 * KB, 1 * KB},
    {"sm_110", 11, 0, 1536, 24, 65536, 228 * KB, 48 * KB, 227 * KB, 1 * KB},
    {"sm_120", 12, 0, 1536, 24, 65536, 100 * KB, 48 * KB, 99 * KB, 1 * KB},
    {"sm_121", 12, 1, 1536, 24, 65536, 100 * KB, 48 * KB, 99 * KB, 1 * KB},
};

const Arch *arch_all(size_t *count) {
    *count = sizeof archs / sizeof *archs;
    return archs;
}

const Arch *arch_find(const char *name) {
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        if (strcmp(archs[i].name, name) == 0) return &archs[i];
    return NULL;
}

int arch_number(const char *name) {
    return name != NULL && strncmp(name, "sm_", strlen("sm_")) == 0 ? atoi(name + strlen("sm_")) : 0;
}
