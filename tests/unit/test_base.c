/* base: arenas, text, files, diagnostics. Expected values are written by hand or come from published test vectors. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/elf.h"
#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text.h"
#include "base/vec.h"

static void arena_memory_is_zeroed_and_aligned(void **state) {
    (void)state;
    Arena *arena = arena_new();
    for (size_t align = 1; align <= 4096; align *= 2) {
        unsigned char *bytes = arena_alloc(arena, 3000, align);
        assert_int_equal((uintptr_t)bytes % align, 0);
        for (int i = 0; i < 3000; i++) assert_int_equal(bytes[i], 0);
        memset(bytes, 0xff, 3000);
    }
    arena_free(arena);
}

static void vec_keeps_every_element_as_it_grows(void **state) {
    (void)state;
    Arena *arena = arena_new();
    VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++) vec_push(arena, &numbers, i * i);
    assert_int_equal(numbers.count, 1000);
    for (int i = 0; i < 1000; i++) assert_int_equal(numbers.at[i], i * i);
    arena_free(arena);
}

static void nearest_name_is_a_slip_of_the_keyboard_away(void **state) {
    (void)state;
    const char *const names[] = {"block", "grid", "kernel", "shared"};
    assert_string_equal(text_nearest("blok", names, 4), "block");
    assert_string_equal(text_nearest("gird", names, 4), "grid");
    assert_string_equal(text_nearest("kernle", names, 4), "kernel");
    assert_string_equal(text_nearest("ker", names, 4), "kernel"); /* a beginning, though half of it is missing */
    assert_null(text_nearest("tolerance", names, 4));
    assert_null(text_nearest("", names, 4));
    assert_null(text_nearest("x", names, 4));
}

static void whole_numbers_are_read_strictly(void **state) {
    (void)state;
    int64_t value;
    assert_true(text_to_i64("-9223372036854775808", &value) && value == INT64_MIN);
    assert_true(text_to_i64("0x1F", &value) && value == 31);
    assert_false(text_to_i64("9223372036854775808", &value));
    assert_false(text_to_i64("12 ", &value));
    assert_false(text_to_i64("", &value));
    assert_false(text_to_i64("0x", &value));
}

static void columns_follow_unicode_widths(void **state) {
    (void)state;
    assert_int_equal(text_columns("abc"), 3);
    assert_int_equal(text_columns("\xE2\x96\x88\xE2\x96\x88"), 2); /* two full blocks */
    assert_int_equal(text_columns("\xE8\xA8\x98\xE6\x86\xB6"), 4); /* two wide ideographs */
    assert_int_equal(text_columns("e\xCC\x81"), 1);                /* e and a combining accent */
    assert_int_equal(text_columns("\033[1;31mred\033[0m"), 3);
}

static void printable_text_cannot_drive_a_terminal(void **state) {
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(text_printable(arena, "a\033[2Jb", 6), "a\xEF\xBF\xBD[2Jb");
    assert_string_equal(text_printable(arena, "\xff\n\t", 3), "\xEF\xBF\xBD\n\t");
    assert_string_equal(text_printable(arena, "\xC2\x9B", 2), "\xEF\xBF\xBD"); /* C1 control sequence introducer */
    assert_string_equal(text_printable(arena,
                                       "a\xE2\x80\x8B"
                                       "b",
                                       5),
                        "a<U+200B>b"); /* zero width space */
    assert_string_equal(text_printable(arena, "\xEF\xBB\xBF", 3), "<U+FEFF>");
    assert_string_equal(text_printable(arena, "\xE2\x80\xAE", 3), "\xEF\xBF\xBD"); /* right-to-left override */
    arena_free(arena);
}

static void a_message_has_an_end(void **state) {
    (void)state;
    Arena *arena = arena_new();
    char *long_text = arena_alloc(arena, 6001, 1);
    for (size_t i = 0; i < 6000; i += 3) memcpy(long_text + i, "…", 3);
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){0}, NULL, "x%s", long_text);
    size_t size = strlen(diags.first->message);
    assert_in_range(size, 1900, 2000);
    assert_int_equal((size - 1) % 3, 0); /* no character was cut in two */
    assert_string_equal(diags.first->message + size - 3, "…");
    arena_free(arena);
}

static void thousands_are_grouped(void **state) {
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(text_ungrouped(arena, "16,252,928"), "16252928");
    assert_string_equal(text_ungrouped(arena, "512"), "512");
    assert_string_equal(text_ungrouped(arena, "1,2"), "1,2");
    assert_string_equal(text_ungrouped(arena, "1234,567"), "1234,567");
    assert_string_equal(text_ungrouped(arena, "yes, 100,000"), "yes, 100,000");
    assert_string_equal(text_grouped(arena, 0), "0");
    assert_string_equal(text_grouped(arena, 999), "999");
    assert_string_equal(text_grouped(arena, 16252928), "16,252,928");
    assert_string_equal(text_grouped(arena, UINT64_MAX), "18,446,744,073,709,551,615");
    arena_free(arena);
}

static void diagnostics_name_place_and_remedy(void **state) {
    (void)state;
    Arena *arena = arena_new();
    DiagList list = diag_list(arena);
    diag_add(&list, SEVERITY_ERROR, (Loc){"a.yaml", 2, 3}, "did you mean 'block'?", "unknown key '%s'", "blok");
    Text out = {0};
    diag_line(&out, list.first);
    assert_string_equal(out.data, "a.yaml:2:3: error: unknown key 'blok'; did you mean 'block'?\n");
    assert_int_equal(list.errors, 1);
    text_free(&out);
    arena_free(arena);
}

static void diagnostics_are_bounded(void **state) {
    (void)state;
    Arena *arena = arena_new();
    DiagList list = diag_list(arena);
    for (int i = 0; i < 5000; i++) diag_add(&list, SEVERITY_ERROR, (Loc){0}, NULL, "error %d", i);
    size_t kept = 0;
    for (const Diag *diag = list.first; diag != NULL; diag = diag->next) kept++;
    assert_int_equal(kept, 100);
    assert_int_equal(list.errors, 5000);
    arena_free(arena);
}

static void joined_paths_begin_where_the_first_does(void **state) {
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(path_join(arena, "a", "b"), "a/b");
    assert_string_equal(path_join(arena, "/", "b"), "/b");
    assert_string_equal(path_join(arena, "a", "/b"), "/b");
    assert_string_equal(path_join(arena, "", "b"), "b");
    arena_free(arena);
}

static void written_files_are_whole_or_untouched(void **state) {
    (void)state;
    Arena *arena = arena_new();
    char folder[] = "/tmp/warpschool-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = path_join(arena, folder, "new/deep/file");
    assert_true(file_write(path, "one", 3));
    assert_true(file_write(path, "three", 5));
    size_t size;
    const char *why;
    assert_string_equal(file_read_text(arena, path, &size, &why), "three");
    assert_int_equal(size, 5);
    size_t entries; /* no temporary file stays behind */
    path_list(arena, path_parent(arena, path), "", &entries, &why);
    assert_int_equal(entries, 1);
    assert_false(file_write(path_join(arena, path, "below-a-file"), "x", 1));
    assert_int_equal(errno, ENOTDIR);
    assert_int_equal(system(arena_printf(arena, "rm -r %s", folder)), 0);
    arena_free(arena);
}

static void unreadable_files_say_why(void **state) {
    (void)state;
    Arena *arena = arena_new();
    char folder[] = "/tmp/warpschool-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    size_t size;
    const char *why;
    assert_null(file_read_text(arena, folder, &size, &why));
    assert_string_equal(why, "is a directory");
    assert_null(file_read_text(arena, path_join(arena, folder, "none"), &size, &why));
    assert_string_equal(why, "does not exist");
    char *path = path_join(arena, folder, "empty");
    assert_true(file_write(path, "", 0));
    assert_null(file_read_text(arena, path, &size, &why));
    assert_string_equal(why, "is empty");
    assert_true(file_write(path, "ab\0c", 4));
    assert_null(file_read_text(arena, path, &size, &why));
    assert_string_equal(why, "looks like a binary file (a 0 byte at offset 2)");
    static const char wide[] = {'\xff', '\xfe', 'a', '\0'}; /* as Windows PowerShell writes what > takes */
    assert_true(file_write(path_join(arena, folder, "wide"), wide, sizeof wide));
    assert_null(file_read_text(arena, path_join(arena, folder, "wide"), &size, &why));
    assert_string_equal(why, "is text in UTF-16; save it as UTF-8");
    assert_null(file_read(arena, path, 3, &size, &why));
    assert_string_equal(why, "is larger than 3 bytes");
    char *pipe_path = path_join(arena, folder, "pipe");
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_null(file_read_text(arena, pipe_path, &size, &why)); /* and does not wait for a writer */
    assert_string_equal(why, "is not a regular file");
    assert_true(file_begins(arena, path, "ab", &why));
    assert_false(file_begins(arena, path, "abc", &why)); /* it can be read, and has other bytes */
    assert_null(why);
    assert_false(file_begins(arena, path, "ab\x01 longer", &why));
    assert_null(why);
    assert_false(file_begins(arena, pipe_path, "ab", &why));
    assert_string_equal(why, "is not a regular file");
    assert_int_equal(system(arena_printf(arena, "rm -r %s", folder)), 0);
    arena_free(arena);
}

static void hash_agrees_with_the_published_vectors(void **state) {
    (void)state; /* Fowler, Noll, Vo: test vectors of FNV-1a, 64 bits */
    assert_true(hash_fnv1a64("", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_fnv1a64("a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_fnv1a64("foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void xdg_folders_ignore_relative_values(void **state) {
    (void)state;
    Arena *arena = arena_new();
    setenv("XDG_STATE_HOME", "/x/state", 1);
    assert_string_equal(path_state_home(arena), "/x/state/warpschool");
    setenv("XDG_STATE_HOME", "relative", 1);
    setenv("HOME", "/home/someone", 1);
    assert_string_equal(path_state_home(arena), "/home/someone/.local/state/warpschool");
    arena_free(arena);
}

static void a_folder_is_removed_with_all_in_it_and_no_link_is_followed(void **state) {
    (void)state;
    Arena *arena = arena_new();
    char folder[] = "/tmp/warpschool-remove-XXXXXX", kept[] = "/tmp/warpschool-kept-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_non_null(mkdtemp(kept));
    const char *deep = path_join(arena, folder, "a/b/c.txt"), *outside = path_join(arena, kept, "kept.txt");
    assert_true(file_write(deep, "x", 1) && file_write(outside, "x", 1));
    assert_int_equal(symlink(kept, path_join(arena, folder, "a/link")), 0);
    file_remove_folder(folder);
    assert_false(file_exists(folder));
    assert_true(file_exists(outside));
    file_remove_folder(kept);
    assert_false(file_exists(kept));
    arena_free(arena);
}

/* 0: it is what was asked for. In a child, because a limit that is lower stays. */
static int limits_of_child(void) {
    struct rlimit time;
    setrlimit(RLIMIT_CPU, &(struct rlimit){.rlim_cur = 5, .rlim_max = 7});
    process_limit_time(60);
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_cur != 7 || time.rlim_max != 7) return 1;
    process_limit_time(2);
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_cur != 2 || time.rlim_max != 4) return 2;
    process_limit(RLIMIT_NOFILE, 20);
    process_limit(RLIMIT_NOFILE, 30);
    if (getrlimit(RLIMIT_NOFILE, &time) != 0 || time.rlim_cur != 20 || time.rlim_max != 20) return 3;
    return 0;
}

static void a_limit_that_is_lower_stays(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) _exit(limits_of_child());
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void make_program(Arena *arena, const char *folder, const char *name, mode_t mode) {
    const char *path = path_join(arena, folder, name);
    assert_true(file_write(path, "#!/bin/sh\n", 10));
    assert_int_equal(chmod(path, mode), 0);
}

static void a_program_is_found_in_absolute_folders_alone(void **state) {
    (void)state;
    Arena *arena = arena_new();
    char folder[] = "/tmp/warpschool-base-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *first = path_join(arena, folder, "first"), *second = path_join(arena, folder, "second");
    assert_true(file_make_directories(path_join(arena, first, "tool-b"))); /* a folder is no program */
    assert_true(file_make_directories(second));
    make_program(arena, first, "tool-a", 0600); /* nor is what may not be run */
    make_program(arena, second, "tool-a", 0700);
    make_program(arena, second, "tool-b", 0700);
    assert_int_equal(chdir(second), 0);
    char *before = arena_string(arena, getenv("PATH"));
    size_t count;
    setenv("PATH", arena_printf(arena, ".::bin:%s:%s", first, second), 1);
    char **folders = system_search_path(arena, &count);
    assert_int_equal(count, 2);
    assert_string_equal(folders[0], first);
    assert_string_equal(system_find_program(arena, "tool-a"), path_join(arena, second, "tool-a"));
    assert_string_equal(system_find_program(arena, "tool-b"), path_join(arena, second, "tool-b"));
    setenv("PATH", ".:", 1);
    assert_null(system_find_program(arena, "tool-a"));
    setenv("PATH", before, 1);
    assert_int_equal(chdir("/"), 0);
    file_remove_folder(folder);
    arena_free(arena);
}

/* The machines' numbers are those of the System V ABI: 62 x86-64, 183 AArch64, 243 RISC-V. */
static void a_library_of_another_processor_is_told(void **state) {
    (void)state;
    unsigned char head[64] = "\x7f"
                             "ELF\2\1\1";
    char folder[] = "/tmp/warpschool-elf-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/library.so", folder);
    static const struct {
        unsigned char machine;
        bool foreign;
    } rows[] = {{243, true},
#ifdef __aarch64__
                {183, false},
                {62, true}
#else
                {62, false},
                {183, true}
#endif
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        head[18] = rows[i].machine;
        assert_true(file_write(path, head, sizeof head));
        assert_int_equal(elf_is_foreign(path), rows[i].foreign);
    }
    assert_true(file_write(path, head, 19)); /* cut off */
    assert_false(elf_is_foreign(path));
    head[1] = 'e'; /* no ELF file */
    assert_true(file_write(path, head, sizeof head));
    assert_false(elf_is_foreign(path));
    file_remove_folder(folder);
    assert_false(elf_is_foreign(path));
    assert_false(elf_is_foreign("/proc/self/exe"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
        cmocka_unit_test(vec_keeps_every_element_as_it_grows),
        cmocka_unit_test(nearest_name_is_a_slip_of_the_keyboard_away),
        cmocka_unit_test(whole_numbers_are_read_strictly),
        cmocka_unit_test(columns_follow_unicode_widths),
        cmocka_unit_test(printable_text_cannot_drive_a_terminal),
        cmocka_unit_test(a_message_has_an_end),
        cmocka_unit_test(thousands_are_grouped),
        cmocka_unit_test(diagnostics_name_place_and_remedy),
        cmocka_unit_test(diagnostics_are_bounded),
        cmocka_unit_test(joined_paths_begin_where_the_first_does),
        cmocka_unit_test(written_files_are_whole_or_untouched),
        cmocka_unit_test(unreadable_files_say_why),
        cmocka_unit_test(hash_agrees_with_the_published_vectors),
        cmocka_unit_test(xdg_folders_ignore_relative_values),
        cmocka_unit_test(a_limit_that_is_lower_stays),
        cmocka_unit_test(a_program_is_found_in_absolute_folders_alone),
        cmocka_unit_test(a_folder_is_removed_with_all_in_it_and_no_link_is_followed),
        cmocka_unit_test(a_library_of_another_processor_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
