/* Whether a program sleeps. A limit of the clock that holds only while it does is the same on a busy machine: there a
 * program waits for a processor, which is no sleep. */
#ifndef WARPSCHOOL_PROGRAM_PROGRAM_SLEEP_H
#define WARPSCHOOL_PROGRAM_PROGRAM_SLEEP_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether none of the process's threads runs, waits for a processor or for a disk; true, too, where the system does not
 * tell. */
bool program_sleeps(pid_t process);

/* For how long a process has slept, as far as one who looks now and then can tell. */
typedef struct ProgramSleep {
    double looked; /* on the clock; 0: not yet */
    double slept;  /* seconds */
} ProgramSleep;
/* Adds the time since the last look if the process sleeps now. A look that comes late adds a second at most. */
void program_sleep_add(ProgramSleep *sleep, pid_t process);
/* The same where it does not sleep for certain. */
void program_sleep_skip(ProgramSleep *sleep);

#endif
