/* Filters of system calls, and the end of root's capabilities. Linux on x86-64 and ARM64 only. */
#ifndef WARPSCHOOL_COMPILE_SECCOMP_H
#define WARPSCHOOL_COMPILE_SECCOMP_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum SeccompKind {
    SECCOMP_PROGRAM, /* only calls that a program with threads needs; signals and limits for itself alone */
    SECCOMP_WRAPPED, /* the same in a namespace of processes, where a signal reaches nobody else */
    SECCOMP_TOOLS,   /* all but those that reach other processes, the network and the system's settings */
} SeccompKind;

enum { SECCOMP_CAPACITY = 512 };
typedef struct SeccompFilter {
    struct sock_filter at[SECCOMP_CAPACITY];
    size_t count;
} SeccompFilter;

/* SECCOMP_PROGRAM's filter is for the calling process, whose number it holds. */
void seccomp_filter(SeccompFilter *filter, SeccompKind kind);

/* Puts the filter into force for this process, for good; no_new_privs must be set. */
bool seccomp_raise(SeccompKind kind);

/* Takes every capability away, for good, also from programs that are started later and belong to root. */
bool seccomp_drop_capabilities(void);

#endif
