/* Waiting for a save. A name in another folder stands for a file system of which inotify tells nothing (a Windows drive
 * in WSL, NFS): what is written by that name is no event in the folder that is watched. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file_watch.h"
#include "base/system.h"

static char folder[] = "/tmp/warpschool-watch-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0 || mkdir("here", 0700) != 0 || mkdir("there", 0700) != 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink("here/answer.cu");
    unlink("there/answer.cu");
    return rmdir("here") != 0 || rmdir("there") != 0 || rmdir(folder) != 0;
}

static void append(const char *path, const char *text) {
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Asks as `watch` does: when it is told, and after each interval. Returns the milliseconds until it has changed. */
static long changed_after(FileWatch *watch) {
    long start = system_milliseconds();
    while (system_milliseconds() - start < 10000) {
        struct pollfd told = {.fd = file_watch_descriptor(watch), .events = POLLIN};
        poll(&told, 1, file_watch_interval(watch));
        if (file_watch_changed(watch)) return system_milliseconds() - start;
    }
    return -1;
}

/* A save of which inotify says nothing is seen all the same, by looking. */
static void test_save_that_nobody_tells_of(void **state) {
    (void)state;
    append("here/answer.cu", "one\n");
    assert_int_equal(link("here/answer.cu", "there/answer.cu"), 0);
    FileWatch *watch = file_watch_open("here/answer.cu", false);
    append("there/answer.cu", "two\n");
    struct pollfd told = {.fd = file_watch_descriptor(watch), .events = POLLIN};
    assert_int_equal(poll(&told, 1, 100), 0); /* else this test proves nothing */
    long waited = changed_after(watch);
    assert_true(waited >= 0);
    assert_false(file_watch_changed(watch));
    file_watch_close(watch);
}

/* Without inotify it is asked more often, and a save in place and one by renaming are both seen. */
static void test_by_asking(void **state) {
    (void)state;
    append("here/answer.cu", "three\n");
    FileWatch *asking = file_watch_open("here/answer.cu", true), *told = file_watch_open("here/answer.cu", false);
    assert_true(file_watch_interval(asking) < file_watch_interval(told) || file_watch_descriptor(told) < 0);
    assert_int_equal(file_watch_descriptor(asking), -1);
    append("here/answer.cu", "four\n");
    assert_true(changed_after(asking) >= 0);
    append("here/answer.new", "another\n");
    assert_int_equal(rename("here/answer.new", "here/answer.cu"), 0);
    assert_true(changed_after(asking) >= 0);
    assert_true(changed_after(told) >= 0);
    file_watch_close(asking);
    file_watch_close(told);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_save_that_nobody_tells_of),
        cmocka_unit_test(test_by_asking),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
