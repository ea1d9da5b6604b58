/* The walls around the compiler, tried from within by a child: each thing that it could do all the same is a letter in
 * its answer. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-isolate-XXXXXX";
static const char *include;

static int start(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0) return 1;
    include = path_join(arena, folder, "include");
    return !file_write(path_join(arena, include, "cuda_fp16.h"), "x", 1) ||
           !file_write(path_join(arena, folder, "secret"), "x", 1);
}

static int finish(void **state) {
    (void)state;
    int status = system(arena_printf(arena, "rm -rf %s", folder));
    arena_free(arena);
    return status;
}

static bool can_read(const char *path) {
    int file = open(path, O_RDONLY);
    char c;
    return file >= 0 && read(file, &c, 1) == 1;
}

static void say(int fd, const char *words) {
    if (write(fd, words, strlen(words)) < 0) _exit(9);
}

static void try_everything(void *context, int fd) {
    Toolkit toolkit = {.includes = {include}, .include_count = 1, .root = include};
    Isolation wanted = *(Isolation *)context;
    bool root_changed;
    Isolation got = isolate(&toolkit, wanted, &root_changed);
    say(fd, got == wanted ? "as wanted: " : "weaker: ");
    const char *header = path_join(arena, include, "cuda_fp16.h");
    if (can_read(root_changed ? "/cuda_fp16.h" : header)) say(fd, "header ");
    if (can_read("/etc/passwd") || can_read("../../../../etc/passwd")) say(fd, "passwd ");
    if (can_read("/proc/self/environ") || can_read("/proc/self/maps")) say(fd, "proc ");
    if (can_read(path_join(arena, folder, "secret")) || can_read("../secret")) say(fd, "secret ");
    if (open(path_join(arena, include, "new"), O_WRONLY | O_CREAT, 0600) >= 0) say(fd, "write ");
    if (socket(AF_INET, SOCK_DGRAM, 0) >= 0) say(fd, "network ");
    if (kill(getppid(), 0) == 0) say(fd, "kill ");
    if (chroot(".") == 0) say(fd, "root "); /* by which root would get out of another root folder */
    char *nothing[] = {NULL};
    execve("/bin/true", nothing, nothing); /* where it works, the rest of the answer is missing */
    say(fd, "end");
}

static const char *answer(Isolation wanted) {
    ChildLimits limits = {.seconds = 20, .patience = 60, .memory = (size_t)1 << 30, .output = 1000};
    Text output = {0};
    int signal_number;
    assert_int_equal(child_run(&limits, try_everything, &wanted, &output, &signal_number), CHILD_FINISHED);
    return text_take(&output, arena);
}

static void assert_only_headers(Isolation wanted) {
    const char *said = answer(wanted);
    if (text_starts(said, "weaker")) {
        print_message("SKIP: this system does not offer %s\n", isolation_name[wanted]);
        skip();
    }
    assert_string_equal(said, "as wanted: header end");
}

static void landlock_leaves_the_headers_and_nothing_else(void **state) {
    (void)state;
    assert_only_headers(ISOLATION_LANDLOCK);
}

static void a_changed_root_leaves_the_headers_and_nothing_else(void **state) {
    (void)state;
    const char *said = answer(ISOLATION_CHROOT);
    if (text_starts(said, "weaker")) {
        print_message("SKIP: this system does not offer %s\n", isolation_name[ISOLATION_CHROOT]);
        skip();
    }
    /* Root could make a file where the headers are; the size limit keeps it empty. */
    assert_true(text_equal(said, "as wanted: header end") || text_equal(said, "as wanted: header write end"));
}

static void a_weaker_isolation_is_never_taken_for_a_stronger_one(void **state) {
    (void)state;
    const char *said = answer(ISOLATION_SOURCE_CHECK);
    assert_non_null(strstr(said, "passwd")); /* it keeps nothing from the process: the source check must */
    assert_null(strstr(said, "network"));
    assert_non_null(strstr(said, "end"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(landlock_leaves_the_headers_and_nothing_else),
        cmocka_unit_test(a_changed_root_leaves_the_headers_and_nothing_else),
        cmocka_unit_test(a_weaker_isolation_is_never_taken_for_a_stronger_one),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
