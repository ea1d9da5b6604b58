/* What was seen of a whole program beside the counts and findings of its kernels. Every number is the server's own: the
 * program asks it for each thing that it does, and cannot write here (program/programs.h). */
#ifndef WARPSCHOOL_PROGRAM_SEEN_H
#define WARPSCHOOL_PROGRAM_SEEN_H

#include "device.h"

/* One kernel over all its launches. */
typedef struct KernelSeen {
    const char *name; /* as the source writes it */
    uint64_t launches, refused;
    uint32_t grid[3], block[3]; /* of the last launch */
    bool shapes;                /* it was launched in several shapes */
    Metrics metrics;            /* of all launches, added up; maxima of maxima */
    size_t findings;
} KernelSeen;

/* How often the program called a function of CUDA's runtime. */
typedef struct CallSeen {
    const char *name; /* "cudaMalloc" */
    uint64_t count;
} CallSeen;

typedef struct ProgramSeen {
    const KernelSeen *kernels;
    size_t kernel_count;
    const CallSeen *calls;
    size_t call_count;
    int signal; /* that ended it, or 0 */
    bool timed; /* it asked for times of events */
    int64_t exit_code, launches, streams;
    int64_t allocations, most_alive, bytes_allocated, most_allocated, written_allocated;
    int64_t copies_to_device, bytes_to_device, copies_to_host, bytes_to_host, copies_asynchronous, copies_waited;
    int64_t chain, waits, all_waits;
    int64_t largest_copy;   /* bytes, between host and device */
    int64_t largest_stored; /* bytes that one launch stored to global memory */
    int64_t looks, sends;   /* waits for memory of both sides and copies to the host's own; copies to the device */
    int64_t read, sent;     /* of these those that the answer needs, as whole_program.c tries; -1: it was not asked */
    int64_t needed;         /* launches that it needs, likewise */
    int64_t failable;       /* allocations, copies, memsets, launches, waits and creations that did not fail */
    int64_t unnoticed;      /* those of them whose error the program does not notice, likewise */
    int64_t inputs;         /* the lesson's inputs that kernels which stored something found in memory */
    int64_t rewritten;      /* outputs whose memory something else has changed after the last kernel that did */
} ProgramSeen;

/* The names by which goals ask for the numbers. */
typedef struct ProgramName {
    const char *name;    /* "program.launches" */
    size_t offset;       /* of an int64_t in ProgramSeen */
    const char *meaning; /* docs/lesson-format.md has it as the beginning of the name's row */
} ProgramName;
extern const ProgramName program_names[];
extern const size_t program_name_count;

/* "kernel.NAME.launches", "kernel.NAME.findings" or "kernel.NAME.METRIC", of the kernels that the source calls NAME:
 * instances of a template, and kernels of several namespaces, are added up. */
typedef struct KernelName {
    const char *kernel; /* NAME, of so many bytes */
    size_t size;
    Metric metric; /* METRIC_NONE: launches or findings */
    bool findings;
} KernelName;
bool program_kernel_name(const char *name, KernelName *asked); /* false: it is no such name */
/* What those kernels did together; launches 0: none ran. */
KernelSeen program_kernel(const ProgramSeen *seen, const KernelName *asked);

/* Whether a name is one of the above, or "calls.FUNCTION". */
bool program_is_name(const char *name);
/* Whether further runs of the program tell its value. */
bool program_needs_repetition(const char *name);
/* The value of one that is about no kernel; false: it is no such name, or nobody has asked for it. */
bool program_value(const ProgramSeen *seen, const char *name, int64_t *value);

#endif
