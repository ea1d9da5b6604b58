/* Files of NumPy: every type there and back, and headers that lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "course/npy.h"

enum { LIMIT = 1 << 20 };

typedef struct Fixture {
    Arena *arena;
    char path[64];
} Fixture;

static int set_up(void **state) {
    Fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    strcpy(fixture->path, "/tmp/warpschool-npy-XXXXXX");
    int file = mkstemp(fixture->path);
    if (file >= 0) close(file);
    *state = fixture;
    return file < 0;
}

static int tear_down(void **state) {
    Fixture *fixture = *state;
    unlink(fixture->path);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

/* A file of version 1 with that header, followed by size bytes of ones. */
static bool reads(Fixture *fixture, const char *header, size_t size, NpyArray *array, const char **why) {
    Text text = {0};
    text_add_n(&text, "\x93NUMPY\1\0", 8);
    text_add_char(&text, (char)strlen(header));
    text_add_n(&text, "\0", 1);
    text_add(&text, header);
    for (size_t i = 0; i < size; i++) text_add_char(&text, 1);
    assert_true(file_write(fixture->path, text.data, text.size));
    text_free(&text);
    return npy_read(fixture->arena, fixture->path, LIMIT, array, why);
}

static void every_type_comes_back(void **state) {
    Fixture *fixture = *state;
    double elements[3] = {1, 2, 3};
    for (Scalar type = 0; type < SCALAR_COUNT; type++) {
        NpyArray array = {.type = type, .count = 3, .bytes = elements}, back;
        size_t size;
        const char *why;
        void *content = npy_content(fixture->arena, &array, &size);
        assert_int_equal(size, 128 + 3 * scalar_size(type)); /* the header ends at a multiple of 64 */
        assert_true(file_write(fixture->path, content, size));
        assert_true(npy_read(fixture->arena, fixture->path, LIMIT, &back, &why));
        assert_int_equal(back.type, type);
        assert_int_equal(back.count, 3);
        assert_memory_equal(back.bytes, elements, 3 * scalar_size(type));
    }
}

static void shapes_are_multiplied(void **state) {
    NpyArray array;
    const char *why;
    assert_true(reads(*state, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", 48, &array, &why));
    assert_int_equal(array.count, 6);
    assert_true(reads(*state, "{\"descr\":\"|b1\",\"fortran_order\":True,\"shape\":(4,)}", 4, &array, &why));
    assert_int_equal(array.type, SCALAR_U8); /* in one dimension either order is the same */
    assert_true(reads(*state, "{'descr': '<i2', 'fortran_order': False, 'shape': ()}", 2, &array, &why));
    assert_int_equal(array.count, 1);
}

static void what_lies_is_refused(void **state) {
    static const char *const headers[] = {
        "",
        "{'descr': '<i4'}",
        "{'descr': '>i4', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '', 'fortran_order': False, 'shape': (2,)}",
        "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,)}",
        "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 1)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (-2,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2 2)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967297, 2)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (999999999999999999999,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (0, 2)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': 2}",
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        NpyArray array;
        const char *why = NULL;
        assert_false(reads(*state, headers[i], 8, &array, &why));
        assert_non_null(why);
    }
}

static void a_header_that_is_longer_than_the_file_is_refused(void **state) {
    Fixture *fixture = *state;
    NpyArray array;
    const char *why;
    static const char files[][16] = {"\x93NUMPY\1\0\xff\xff{", "\x93NUMPY\2\0\xff\xff\xff\xff", "\x93NUMPY\4\0\1\0{}"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(file_write(fixture->path, files[i], 14));
        assert_false(npy_read(fixture->arena, fixture->path, LIMIT, &array, &why));
        assert_string_equal(why, "is no .npy file of NumPy");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_type_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shapes_are_multiplied, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_lies_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_header_that_is_longer_than_the_file_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
