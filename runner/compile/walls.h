/* What other rooms take of the compiler's walls: a limited child process, its isolation from all files, and walls
 * around programs that somebody else wrote. */
#ifndef WARPSCHOOL_COMPILE_WALLS_H
#define WARPSCHOOL_COMPILE_WALLS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/text.h"

/* child.c: runs work in a limited child process and collects what it writes to fd. */
typedef enum ChildStatus {
    CHILD_FINISHED, /* work returned */
    CHILD_TIMEOUT,  /* its processor time is used up */
    CHILD_STALLED,  /* the limit of wall-clock time was reached first, which is no fault of the work */
    CHILD_MEMORY,   /* died, most likely for want of memory */
    CHILD_INTERRUPTED,
    CHILD_CRASHED,   /* signal says how, or 0 */
    CHILD_FLOODED,   /* wrote more than output_limit */
    CHILD_UNSTARTED, /* pipe or fork failed: errno */
} ChildStatus;
/* Processor time gives the same result on a busy machine as on an idle one; the limit of wall-clock time is for a
 * child that waits for ever. */
typedef struct ChildLimits {
    int seconds, patience; /* seconds of processor time; of wall-clock time */
    size_t memory, output;
    bool writes;                              /* it may write files, as a check does to the cache */
    const volatile sig_atomic_t *interrupted; /* may be NULL */
} ChildLimits;
typedef void ChildWork(void *context, int fd);
ChildStatus child_run(const ChildLimits *limits, ChildWork *work, void *context, Text *output, int *signal_number);
/* The same in two steps. A child that was started must be finished, which waits for it, or stopped. start is false
 * with errno set where no child was started. */
typedef struct Child {
    pid_t process;
    int output;
} Child;
bool child_start(const ChildLimits *limits, ChildWork *work, void *context, Child *child);
ChildStatus child_finish(const ChildLimits *limits, const Child *child, Text *output, int *signal_number);
void child_stop(const ChildLimits *limits, const Child *child);

/* isolate.c: takes from the calling process, for good, access to every file, to programs and to the network. empty:
 * an empty folder, which becomes the root folder where the system has no Landlock. False where neither is possible:
 * then only programs and the network are denied. */
bool isolate_from_files(const char *empty);

/* walls.c: a program that is not to be trusted. It may read and start what is listed here, beside the system's
 * libraries, may write in one folder, and reaches no network, no other process and nothing of the user's. */
typedef struct Walls {
    const char *const *readable; /* files, and folders with all beneath them; ended by NULL */
    const char *const *runnable; /* the same, and may be started */
    const char *writable;        /* a folder, with all beneath it; NULL: none */
    const char *folder;          /* where it begins; one of the above */
    bool tools;                  /* it is a compiler of the system's: it may start other programs, and read what the
                                    system installs below /usr */
    unsigned seconds;            /* of processor time a process, after which SIGXCPU ends it */
    size_t file;                 /* bytes that a file which it writes may have */
    const char *bubblewrap;      /* from walls_kind */
    const int *kept;             /* descriptors above standard error that stay open, ascending */
    size_t kept_count;
} Walls;

typedef enum WallKind {
    WALLS_NONE,       /* the system offers none: nothing that is walled may be started */
    WALLS_LANDLOCK,   /* the kernel's Landlock, with a filter of system calls */
    WALLS_BUBBLEWRAP, /* bwrap's namespaces, with the same filter */
} WallKind;
extern const char *const wall_kind_name[];
/* The best kind that this system has; each is tried before it is relied on. *bubblewrap: its program, in arena, or
 * NULL. */
WallKind walls_kind(Arena *arena, const char **bubblewrap);

/* In a child process: raises the walls and becomes the program. words: its argv, ended by NULL. Returns only where that
 * fails, with errno set; the process must end then. The environment is that of the process. */
void walls_start(WallKind kind, const Walls *walls, const char *program, char *const *words);

/* nvrtc.c: loads the compiler's library into this process, so that its children need not: to load it takes longer
 * than to compile a small kernel. Nothing happens where there is none. */
void compile_load_library(void);

#endif
