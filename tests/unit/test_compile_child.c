/* The limited child: what it hands back, and that nothing it does reaches or outlives its parent. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "compile/parts.h"

static ChildLimits limits(void) {
    return (ChildLimits){.seconds = 20, .patience = 60, .memory = (size_t)2 << 30, .output = 1 << 20};
}

static ChildStatus run_child(const ChildLimits *given, ChildWork *work, void *context, Text *output) {
    int signal_number;
    *output = (Text){0};
    ChildStatus status = child_run(given, work, context, output, &signal_number);
    errno = 0;
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD); /* nobody is left behind */
    return status;
}

static void say(int fd, const char *words) {
    if (write(fd, words, strlen(words)) < 0) _exit(9);
}

static void write_much(void *context, int fd) {
    char line[1000];
    memset(line, 'x', sizeof line);
    for (int i = 0; i < *(int *)context; i++)
        if (write(fd, line, sizeof line) < 0) _exit(9);
}

static void output_of_any_size_comes_back(void **state) {
    (void)state;
    Text output;
    int lines = 500; /* more than a pipe holds */
    ChildLimits given = limits();
    assert_int_equal(run_child(&given, write_much, &lines, &output), CHILD_FINISHED);
    assert_int_equal(output.size, 500000);
    text_free(&output);
}

static void more_output_than_allowed_ends_it(void **state) {
    (void)state;
    Text output;
    int lines = 100000;
    ChildLimits given = limits();
    assert_int_equal(run_child(&given, write_much, &lines, &output), CHILD_FLOODED);
    assert_true(output.size < 3 << 20);
    text_free(&output);
}

static void spin(void *context, int fd) {
    (void)context, (void)fd;
    for (volatile unsigned i = 0;; i = i + 1) {}
}

static void sleep_on(void *context, int fd) {
    (void)context, (void)fd;
    for (;;) pause();
}

static void time_runs_out_for_one_that_works_and_one_that_waits(void **state) {
    (void)state;
    Text output;
    ChildLimits given = limits();
    given.seconds = 1;
    assert_int_equal(run_child(&given, spin, NULL, &output), CHILD_TIMEOUT);
    given.patience = 1;
    assert_int_equal(run_child(&given, sleep_on, NULL, &output), CHILD_STALLED);
}

static void an_interrupt_ends_it(void **state) {
    (void)state;
    Text output;
    static const volatile sig_atomic_t interrupted = 1;
    ChildLimits given = limits();
    given.interrupted = &interrupted;
    assert_int_equal(run_child(&given, sleep_on, NULL, &output), CHILD_INTERRUPTED);
}

static void die(void *context, int fd) {
    (void)context;
    say(fd, "half");
    signal(SIGABRT, SIG_DFL);
    abort();
}

static void a_crash_is_told_with_its_signal(void **state) {
    (void)state;
    Text output = {0};
    int signal_number;
    ChildLimits given = limits();
    assert_int_equal(child_run(&given, die, NULL, &output, &signal_number), CHILD_CRASHED);
    assert_int_equal(signal_number, SIGABRT);
    text_free(&output);
}

/* What a child must not be able to do: each letter is something that it could do all the same. */
static void try_everything(void *context, int fd) {
    int inherited = *(int *)context;
    if (write(inherited, "x", 1) == 1) say(fd, "i");
    char c;
    if (read(0, &c, 1) > 0) say(fd, "r");
    char name[] = "/tmp/warpschool-child-XXXXXX";
    int file = mkstemp(name);
    if (file >= 0 && write(file, "x", 1) == 1) say(fd, "w");
    if (file >= 0) unlink(name);
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_cur != 0) say(fd, "c");
    char here[16];
    if (getcwd(here, sizeof here) == NULL || strcmp(here, "/") != 0) say(fd, "d");
    say(fd, ".");
}

static void it_has_neither_the_parent_s_files_nor_files_of_its_own(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Text output;
    ChildLimits given = limits();
    assert_int_equal(run_child(&given, try_everything, &ends[1], &output), CHILD_FINISHED);
    assert_string_equal(output.data, ".");
    text_free(&output);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_of_any_size_comes_back),
        cmocka_unit_test(more_output_than_allowed_ends_it),
        cmocka_unit_test(time_runs_out_for_one_that_works_and_one_that_waits),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(a_crash_is_told_with_its_signal),
        cmocka_unit_test(it_has_neither_the_parent_s_files_nor_files_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
