/* The first steps of every forked child process: it is a copy of the program and must not act like it. */
#ifndef WARPSCHOOL_BASE_PROCESS_H
#define WARPSCHOOL_BASE_PROCESS_H

#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

/* The parent's handlers mean nothing in a child, and a Ctrl-C is the parent's to act on: signals go back to their
 * defaults, none is blocked, and SIGINT, SIGQUIT and SIGXFSZ are ignored. */
void process_reset_signals(void);

/* Closes every file above standard error but the count ones in kept, which must ascend. */
void process_close_files(const int *kept, size_t count);

/* Makes this process end when parent ends; ends it at once where that happened already. */
void process_follow(pid_t parent);
/* The same, but asks it to end (SIGTERM), so that it can end what it started. */
void process_follow_gently(pid_t parent);

/* Limits this process as setrlimit does, to value or to a lower limit that holds already. */
void process_limit(int resource, rlim_t value);
/* Of processor time: the soft limit sends SIGXCPU, by which a parent knows the cause; who ignores it is killed two
 * seconds later. */
void process_limit_time(rlim_t seconds);

/* The most bytes of memory that a process has used. */
size_t process_peak_memory(const struct rusage *usage);

#endif
