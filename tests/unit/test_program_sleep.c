/* What counts as sleep is what the system says of every thread, whatever else the machine has to do. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/process.h"
#include "program/program_sleep.h"

static void wait_for(long milliseconds) {
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}, NULL);
}

static void *spin(void *context) {
    (void)context;
    for (volatile unsigned i = 0;; i = i + 1) continue;
    return NULL;
}

static void *sleep_on(void *context) {
    (void)context;
    for (;;) pause();
    return NULL;
}

/* A process whose main thread does one thing and whose second thread does the other. */
static pid_t start(void *first(void *), void *second(void *)) {
    pid_t parent = getpid(), process = fork();
    if (process == 0) {
        pthread_t thread;
        process_follow(parent);
        if (second == NULL || pthread_create(&thread, NULL, second, NULL) == 0) first(NULL);
        _exit(1);
    }
    wait_for(100);
    return process;
}

static void end(pid_t process) {
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

static void every_thread_must_sleep(void **state) {
    (void)state;
    pid_t sleeper = start(sleep_on, NULL), spinner = start(spin, NULL), both = start(sleep_on, spin);
    assert_true(program_sleeps(sleeper));
    assert_false(program_sleeps(spinner));
    assert_false(program_sleeps(both));
    end(sleeper);
    end(spinner);
    end(both);
}

static void a_stopped_program_sleeps(void **state) {
    (void)state;
    pid_t process = start(spin, NULL);
    kill(process, SIGSTOP);
    waitpid(process, NULL, WUNTRACED);
    assert_true(program_sleeps(process));
    end(process);
}

static double slept(pid_t process) {
    ProgramSleep sleep = {0};
    for (int look = 0; look < 5; look++) {
        program_sleep_add(&sleep, process);
        wait_for(20);
    }
    return sleep.slept;
}

static void time_counts_only_while_it_sleeps(void **state) {
    (void)state;
    pid_t sleeper = start(sleep_on, NULL), spinner = start(spin, NULL);
    assert_true(slept(sleeper) >= 0.08);
    assert_true(slept(spinner) == 0);
    end(sleeper);
    end(spinner);
}

/* Whoever looks may have waited for a processor himself. */
static void a_late_look_adds_a_second_at_most(void **state) {
    (void)state;
    pid_t process = start(sleep_on, NULL);
    ProgramSleep sleep = {0};
    program_sleep_add(&sleep, process);
    sleep.looked -= 100;
    program_sleep_add(&sleep, process);
    assert_true(sleep.slept <= 1);
    program_sleep_skip(&sleep);
    assert_true(sleep.slept <= 1);
    end(process);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_must_sleep),
        cmocka_unit_test(a_stopped_program_sleeps),
        cmocka_unit_test(time_counts_only_while_it_sleeps),
        cmocka_unit_test(a_late_look_adds_a_second_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
