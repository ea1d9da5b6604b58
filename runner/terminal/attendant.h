/* An attendant: looks after the terminal while a launch runs, on a thread of its own. What is typed is taken and
 * dropped, a file that is saved meanwhile is noticed, and whoever waits can be told how long it has been. */
#ifndef WARPSCHOOL_TERMINAL_ATTENDANT_H
#define WARPSCHOOL_TERMINAL_ATTENDANT_H

#include <stdbool.h>

#include "base/file_watch.h"

typedef struct AttendantSetup {
    bool keys;        /* standard input is a terminal: take what is typed there */
    FileWatch *watch; /* or NULL; nobody else may use it until attendant_stop */
    bool cancel;      /* a save stops what runs; else it is only noted */
    /* Called on the attendant's thread every tenth of a second with the milliseconds since the start; may be NULL. It
     * may write to the terminal, and nothing else that the program's other thread uses. */
    void (*tick)(void *context, long ms);
    void *context;
} AttendantSetup;

/* What happened until attendant_stop. */
typedef struct Attended {
    bool saved; /* the file changed */
    bool quit;  /* q was typed, which stopped what ran */
} Attended;

typedef struct Attendant Attendant;
Attendant *attendant_start(const AttendantSetup *setup); /* NULL: no thread could be made; all goes on without */
/* The attendant of a launch at the prompt or on the command line: what is typed meanwhile is not echoed and stays for
 * the prompt, and a launch that lasts says for how long. NULL where the terminal cannot do so, or has an attendant. */
Attendant *attendant_of_launch(void);
Attended attendant_stop(Attendant *attendant); /* NULL is allowed */

#endif
