/* Functions that systems have under different names, or not at all. Only this file's, process.c, file_watch.c and
 * the walls (compile/isolate.c, landlock.c, seccomp.c, walls.c) depend on the system; the rest is C11 and POSIX. */
#ifndef WARPSCHOOL_BASE_SYSTEM_H
#define WARPSCHOOL_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

#include "base/arena.h"

/* A pipe, and a pair of connected sockets that carry messages. Closed where a program is started. False
 * with errno set. */
bool system_pipe(int ends[2]);
bool system_socket_pair(int ends[2]);

/* For recvmsg: descriptors that arrive are closed where a program is started. 0 where the system cannot say so. */
int system_receive_flags(void);

/* A file of size bytes without a name, to be mapped by several processes; -1 with errno set. */
int system_shared_file(size_t size);

/* A clock that nobody sets: seconds since some time in the past. Only differences mean something. */
double system_seconds(void);
long system_milliseconds(void);

/* Processors that are in use; 1 where the system does not say. */
unsigned system_cores(void);

/* No variable is set afterwards. */
void system_clear_environment(void);

struct timespec system_modified(const struct stat *info);

/* The folders of PATH that are absolute, in its order: what lies in the current folder is not for us to run. */
char **system_search_path(Arena *arena, size_t *count);
/* The file that a shell would run for a name; NULL: there is none. */
const char *system_find_program(Arena *arena, const char *name);

/* The path of this program's file, with all links followed; NULL where the system does not tell it. */
const char *system_program_path(Arena *arena);

#endif
