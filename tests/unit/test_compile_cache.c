/* The compile cache: bytes come back or do not come back, and nothing else happens. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-cache-XXXXXX";
static const char *cache;

static int make_folder(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(folder) == NULL) return 1;
    cache = path_join(arena, folder, "made/when/needed");
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    int status = system(arena_printf(arena, "rm -rf %s", folder));
    arena_free(arena);
    return status;
}

static void put(const char *key, const char *bytes) {
    cache_put(arena, cache, key, strlen(key), bytes, strlen(bytes));
}

static const char *get(const char *key) {
    size_t size;
    const char *bytes = cache_get(arena, cache, key, strlen(key), &size);
    return bytes != NULL ? arena_string_n(arena, bytes, size) : NULL;
}

static char *entry_path(const char *key) {
    return cache_entry_path(arena, cache, key, strlen(key));
}

static char *read_entry(const char *key, size_t *size) {
    const char *why;
    return file_read(arena, entry_path(key), 1 << 20, size, &why);
}

static void what_was_put_comes_back_and_nothing_else_does(void **state) {
    (void)state;
    assert_null(get("first"));
    put("first", "one");
    put("second", "two");
    put("first", "uno");
    assert_string_equal(get("first"), "uno");
    assert_string_equal(get("second"), "two");
    assert_null(get("firs"));
    assert_null(get("first "));
    put("empty", "");
    assert_string_equal(get("empty"), "");
    const char zeros[] = {0, 1, 0, 2};
    cache_put(arena, cache, zeros, sizeof zeros, zeros, sizeof zeros);
    size_t size;
    assert_memory_equal(cache_get(arena, cache, zeros, sizeof zeros, &size), zeros, sizeof zeros);
    assert_int_equal(size, sizeof zeros);
}

static void an_entry_of_another_key_with_the_same_hash_is_no_answer(void **state) {
    (void)state;
    put("our_key", "wrong");
    put("one_key", "right");
    assert_int_equal(rename(entry_path("our_key"), entry_path("one_key")), 0); /* as if both had one hash */
    assert_null(get("one_key"));
    put("one_key", "right");
    assert_string_equal(get("one_key"), "right");
}

static void a_damaged_or_truncated_entry_is_no_answer_and_is_replaced(void **state) {
    (void)state;
    put("key", "some bytes worth keeping");
    size_t size;
    char *whole = read_entry("key", &size);
    assert_non_null(whole);
    for (size_t i = 0; i < size; i++) {
        whole[i] ^= 4;
        assert_true(file_write(entry_path("key"), whole, size));
        whole[i] ^= 4;
        if (get("key") != NULL) fail_msg("took an entry with byte %zu of %zu damaged", i, size);
        assert_true(file_write(entry_path("key"), whole, i));
        if (get("key") != NULL) fail_msg("took %zu bytes of an entry of %zu", i, size);
    }
    put("key", "some bytes worth keeping");
    assert_string_equal(get("key"), "some bytes worth keeping");
}

static void an_entry_that_others_may_write_is_no_answer(void **state) {
    (void)state;
    put("open", "bytes");
    assert_int_equal(chmod(entry_path("open"), 0666), 0);
    assert_null(get("open"));
    put("open", "bytes");
    assert_string_equal(get("open"), "bytes");
}

static void a_folder_that_cannot_be_used_means_no_cache(void **state) {
    (void)state;
    size_t size;
    cache_put(arena, "/dev/null/cache", "key", 3, "x", 1);
    assert_null(cache_get(arena, "/dev/null/cache", "key", 3, &size));
    cache_trim(arena, "/dev/null/cache", 0);
}

static void writers_at_once_leave_a_whole_entry(void **state) {
    (void)state;
    enum { WRITERS = 2, ROUNDS = 50, SIZE = 20000 };
    char *bytes[WRITERS];
    for (int w = 0; w < WRITERS; w++) {
        bytes[w] = arena_alloc(arena, SIZE + 1, 1);
        memset(bytes[w], 'a' + w, SIZE);
    }
    put("shared", bytes[0]);
    pid_t writers[WRITERS];
    for (int w = 0; w < WRITERS; w++) {
        writers[w] = fork();
        assert_true(writers[w] >= 0);
        if (writers[w] == 0) {
            for (int i = 0; i < ROUNDS; i++) put("shared", bytes[w]);
            _exit(0);
        }
    }
    for (int i = 0; i < ROUNDS; i++) {
        const char *got = get("shared");
        assert_non_null(got);
        assert_true(strcmp(got, bytes[0]) == 0 || strcmp(got, bytes[1]) == 0);
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        assert_int_equal(waitpid(writers[w], &status, 0), writers[w]);
        assert_int_equal(status, 0);
    }
    size_t count;
    const char *why;
    char **names = path_list(arena, cache, "", &count, &why);
    for (size_t i = 0; i < count; i++)
        assert_true(text_ends(names[i], ".entry")); /* and nothing half-written beside it */
}

static void set_age(const char *key, time_t seconds) {
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, entry_path(key), times, 0), 0);
}

static void trimming_removes_what_was_used_longest_ago(void **state) {
    (void)state;
    cache = path_join(arena, folder, "trimmed");
    char *bytes = arena_alloc(arena, 1001, 1);
    memset(bytes, 'x', 1000);
    static const char *const keys[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++) {
        put(keys[i], bytes);
        set_age(keys[i], 1000 + i);
    }
    assert_non_null(get("a")); /* used now: the youngest */
    size_t entry_size;
    assert_non_null(read_entry("a", &entry_size));
    cache_trim(arena, cache, 4 * entry_size);
    assert_non_null(read_entry("b", &entry_size));
    cache_trim(arena, cache, 4 * entry_size - 1); /* down to three quarters, so that not every write must trim */
    assert_null(get("b"));
    assert_null(get("c"));
    assert_non_null(get("a"));
    assert_non_null(get("d"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_comes_back_and_nothing_else_does),
        cmocka_unit_test(an_entry_of_another_key_with_the_same_hash_is_no_answer),
        cmocka_unit_test(a_damaged_or_truncated_entry_is_no_answer_and_is_replaced),
        cmocka_unit_test(an_entry_that_others_may_write_is_no_answer),
        cmocka_unit_test(a_folder_that_cannot_be_used_means_no_cache),
        cmocka_unit_test(writers_at_once_leave_a_whole_entry),
        cmocka_unit_test(trimming_removes_what_was_used_longest_ago),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
