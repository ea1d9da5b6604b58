#include "terminal/attendant.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/system.h"
#include "terminal/terminal.h"

enum { TICK_MS = 100, SHOWN_AFTER_MS = 1000 };

static bool attends; /* there is one */

struct Attendant {
    AttendantSetup setup;
    Attended attended;
    pthread_t thread;
    bool quiet, shown; /* of a launch: the echo is off; a line was written, which must be cleared again */
    struct termios settings;
    int stop[2]; /* a pipe; a byte in it ends the thread */
};

static void take_keys(Attendant *attendant) {
    char keys[256];
    ssize_t got = read(STDIN_FILENO, keys, sizeof keys);
    if (got <= 0) attendant->setup.keys = false; /* the terminal is gone, which the next one who reads will see */
    if (got != 1 || keys[0] != 'q') return;
    attendant->attended.quit = true;
    terminal_interrupt();
}

static void look_at_file(Attendant *attendant) {
    if (!file_watch_changed(attendant->setup.watch)) return;
    attendant->attended.saved = true;
    if (attendant->setup.cancel) terminal_interrupt();
}

static void *attend(void *context) {
    Attendant *attendant = context;
    const AttendantSetup *setup = &attendant->setup;
    long start = system_milliseconds(), asked = start;
    for (;;) {
        struct pollfd inputs[3] = {{.fd = attendant->stop[0], .events = POLLIN},
                                   {.fd = setup->keys ? STDIN_FILENO : -1, .events = POLLIN},
                                   {.fd = file_watch_descriptor(setup->watch), .events = POLLIN}};
        if (poll(inputs, 3, TICK_MS) < 0 || inputs[0].revents != 0) return NULL;
        if (inputs[1].revents != 0) take_keys(attendant);
        bool due = setup->watch != NULL && system_milliseconds() - asked >= file_watch_interval(setup->watch);
        if (inputs[2].revents != 0 || due) {
            look_at_file(attendant);
            asked = system_milliseconds();
        }
        if (setup->tick != NULL)
            setup->tick(setup->context != NULL ? setup->context : attendant, system_milliseconds() - start);
    }
}

Attendant *attendant_start(const AttendantSetup *setup) {
    Attendant *attendant = memory_zeroed(1, sizeof *attendant);
    attendant->setup = *setup;
    bool piped = system_pipe(attendant->stop);
    sigset_t all, before;
    sigfillset(&all); /* signals are for the thread that runs the launch */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = piped && pthread_create(&attendant->thread, NULL, attend, attendant) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    attends = attends || started;
    if (started) return attendant;
    if (piped) close(attendant->stop[0]);
    if (piped) close(attendant->stop[1]);
    free(attendant);
    return NULL;
}

static void write_line(const char *line) {
    if (write(STDOUT_FILENO, line, strlen(line)) < 0) return; /* who writes the output will see it */
}

static void say_how_long(void *context, long ms) {
    Attendant *attendant = context;
    if (ms < SHOWN_AFTER_MS) return;
    char line[80];
    snprintf(line, sizeof line, "\r\x1b[Krunning, %ld s; Ctrl-C stops it", ms / 1000);
    attendant->shown = true;
    write_line(line);
}

/* Who runs behind the shell's prompt would be stopped for touching the terminal. */
static bool in_foreground(void) {
    return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

Attendant *attendant_of_launch(void) {
    if (attends || !terminal_edits() || !in_foreground()) return NULL;
    AttendantSetup setup = {.tick = say_how_long};
    Attendant *attendant = attendant_start(&setup);
    if (attendant == NULL || tcgetattr(STDIN_FILENO, &attendant->settings) != 0) return attendant;
    struct termios quiet = attendant->settings;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    attendant->quiet = tcsetattr(STDIN_FILENO, TCSANOW, &quiet) == 0;
    return attendant;
}

Attended attendant_stop(Attendant *attendant) {
    if (attendant == NULL) return (Attended){0};
    while (write(attendant->stop[1], "", 1) < 0 && errno == EINTR) {} /* a child may still have the pipe's end */
    close(attendant->stop[1]);
    pthread_join(attendant->thread, NULL);
    close(attendant->stop[0]);
    if (attendant->quiet && in_foreground()) tcsetattr(STDIN_FILENO, TCSANOW, &attendant->settings);
    if (attendant->shown && in_foreground()) write_line("\r\x1b[K");
    attends = false;
    Attended attended = attendant->attended;
    free(attendant);
    return attended;
}
