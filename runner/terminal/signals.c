/* Signals. Their handlers only set flags: Ctrl-C is noticed by the code that polls (a launch, the compiler, the line
 * editor), a resize when the width is asked for next. */
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "terminal/terminal.h"

/* What runs looks at `interrupted` alone. asked: by the user, or by who wants this program to end, so that it is not
 * cleared when only the time was up. */
static volatile sig_atomic_t time_is_up, asked, interrupted, resized, continued, ended, keeps_running;

static void on_interrupt(int number) {
    /* A command that does not stop at the first Ctrl-C is ended by a second one. Two within half a second count as
     * one: some programs signal the process and then its group. */
    static struct timespec first;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!asked) first = now;
    long waited_ms = (long)(now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000;
    if (asked && !keeps_running && waited_ms > 500) _exit(128 + number);
    asked = interrupted = 1;
}

static void on_time(int number) {
    (void)number;
    time_is_up = interrupted = 1;
}

static void on_resize(int number) {
    (void)number;
    resized = 1;
}

static void on_continue(int number) {
    (void)number;
    continued = 1;
}

/* SIGTERM, or SIGHUP when the terminal is closed: the running work stops, and the program ends as at the end of its
 * input. */
static void on_end(int number) {
    asked = interrupted = 1;
    ended = number;
}

void terminal_catch_signals(void) {
    struct sigaction action = {.sa_handler = on_interrupt}; /* no SA_RESTART: a read has to end */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = on_resize;
    sigaction(SIGWINCH, &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = on_end;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = on_time;
    sigaction(SIGPROF, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL); /* seen as EFBIG */
    sigaction(SIGPIPE, &action, NULL); /* seen as EPIPE: progress is still saved */
}

void terminal_keep_running(void) {
    keeps_running = 1;
}

const volatile sig_atomic_t *terminal_interrupted(void) {
    return &interrupted;
}

bool terminal_limit_time(int seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
    bool was_up = time_is_up;
    time_is_up = 0;
    if (was_up) interrupted = 0;
    if (asked) interrupted = 1; /* a Ctrl-C that came meanwhile counts too */
    return was_up && !asked;
}

void terminal_clear_interrupt(void) {
    asked = interrupted = ended != 0;
}

void terminal_interrupt(void) {
    asked = interrupted = 1;
}

int terminal_ended(void) {
    return ended;
}

bool terminal_take_continue(void) {
    bool was = continued;
    continued = 0;
    return was;
}

bool terminal_take_resize(void) {
    bool was = resized;
    resized = 0;
    return was;
}
