/* Walls around a program, inside this room: program_walls.c raises them, program_watch.c stands beside the program
 * while it runs. */
#ifndef WARPSCHOOL_PROGRAM_PROGRAM_WALLS_H
#define WARPSCHOOL_PROGRAM_PROGRAM_WALLS_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "program/programs.h"

/* ---- program_walls.c: in a child process, which becomes the program or the tool --------------------------------- */

/* Both return only where that fails. variable, value: what the environment holds beside what every walled program gets.
 * kept: two descriptors. */
void program_walls_become(const ProgramWalls *walls, const char *program, char *const *words, const char *variable,
                          const char *value, const int *kept);
void program_walls_become_tool(const ProgramWalls *walls, const char *const *words);

/* ---- program_watch.c */
/* Threads that hand on what the program writes, and end the program where it takes more than it may. The program
 * has no descriptor of the user's: it could cut off the file behind one, or type into a terminal. */
typedef struct ProgramWatch {
    const ProgramWalls *walls;
    const volatile sig_atomic_t *interrupted; /* Ctrl-C; may be NULL */
    bool output_aside;
    bool captured; /* both streams go to the file `output` */
    int output;
    const atomic_int *waits; /* the server's, and its socket */
    int socket;
    pid_t process;
    int ends[2][2];              /* pipes from its standard output and standard error */
    volatile sig_atomic_t ended; /* non-zero: launches and calls come to an end too */
    const char *why;             /* after program_watch_end: why the watch ended the program; NULL: it did not */
    bool late;                   /* and whether that was because its time was over */
    atomic_size_t written;       /* bytes that the program wrote to both streams */
    atomic_bool gone;
    pthread_t hands_on, stands_by;
} ProgramWatch;

bool program_watch_open(ProgramWatch *watch);                 /* before the program is started; false with errno set */
void program_watch_close(ProgramWatch *watch);                /* what was opened, where nothing was begun */
void program_watch_child(const ProgramWatch *watch);          /* in its process: puts the streams into their places */
bool program_watch_begin(ProgramWatch *watch, pid_t process); /* false with errno set */
/* When the process is gone and before its number is given to another one by waiting for it: hands on the rest. */
void program_watch_end(ProgramWatch *watch);

#endif
