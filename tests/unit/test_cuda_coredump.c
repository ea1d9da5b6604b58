/* Core dumps that an H200 wrote (tests/coredumps/): the line, the exception and the warp are those of the kernels in
 * the README beside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/line_table.h"
#include "cuda/coredump.h"

static Extent load(Arena *arena, const char *name) {
    const char *why = NULL;
    size_t size = 0;
    void *bytes = file_read(arena, arena_printf(arena, "tests/coredumps/%s.core", name), 1 << 20, &size, &why);
    if (bytes == NULL) fail_msg("%s.core %s", name, why);
    return (Extent){bytes, size};
}

typedef struct Expected {
    const char *name;
    uint32_t exception;
    int line;
    bool has_warp;
    uint32_t block, thread; /* x */
} Expected;

static const Expected dumps[] = {
    {"illegal", CORE_WARP_ILLEGAL_ADDRESS, 4, false, 0, 0}, /* its blocks had ended when the dump was written */
    {"shared", CORE_OUT_OF_RANGE, 5, true, 0, 0},
    {"misaligned", CORE_MISALIGNED, 6, true, 1, 0},
    {"inline", CORE_ADDRESS_SPACE, 2, true, 1, 0},
    {"trap", 0, 4, true, 0, 37},
    {"stack", CORE_OUT_OF_RANGE, 1, true, 0, 0},
};

static void dumps_name_line_exception_and_warp(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
        const Expected *expected = &dumps[i];
        Arena *arena = arena_new();
        CoreFault fault;
        print_message("%s\n", expected->name);
        assert_true(coredump_read(load(arena, expected->name), "kernel.cu", &fault));
        assert_int_equal(fault.exception, expected->exception);
        assert_int_equal(fault.line, expected->line);
        assert_int_equal(fault.has_warp, expected->has_warp);
        assert_int_equal(fault.block[0], expected->block);
        assert_int_equal(fault.thread[0], expected->thread);
        arena_free(arena);
    }
}

static void a_dump_cut_anywhere_is_read_without_harm(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Extent whole = load(arena, "shared");
    for (size_t size = 0; size < whole.size; size += 7) {
        unsigned char *copy = malloc(size + 1); /* so that AddressSanitizer sees what lies beyond */
        memcpy(copy, whole.bytes, size);
        CoreFault fault;
        coredump_read((Extent){copy, size}, "kernel.cu", &fault);
        free(copy);
    }
    arena_free(arena);
}

static void a_dump_with_a_changed_byte_is_read_without_harm(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Extent whole = load(arena, "trap");
    unsigned char *copy = malloc(whole.size);
    uint32_t random = 1;
    memcpy(copy, whole.bytes, whole.size);
    for (size_t i = 0; i < whole.size; i++) {
        random = random * 1664525 + 1013904223; /* Numerical Recipes' generator */
        copy[i] = (unsigned char)(random >> 24);
        CoreFault fault;
        coredump_read((Extent){copy, whole.size}, "kernel.cu", &fault);
        copy[i] = whole.bytes[i];
    }
    free(copy);
    arena_free(arena);
}

static void other_files_are_no_dumps(void **state) {
    (void)state;
    CoreFault fault;
    assert_false(coredump_read((Extent){(const unsigned char *)"", 0}, "kernel.cu", &fault));
    assert_false(
        coredump_read((Extent){(const unsigned char *)"no dump at all, but long enough to be one, if only it began "
                                                      "like one",
                               68},
                      "kernel.cu", &fault));
}

/* By hand: lines 3 and 9, for the addresses 0x1000 to 0x100f and 0x1010 to 0x101f; then a line of another file. */
static void lines_hold_until_the_next_row(void **state) {
    (void)state;
    static const unsigned char section[] = {
        67, 0,   0,   0,    2,    0, /* length, version */
        30, 0,   0,   0,    1,    1,   0xfb, 14, 10, 0, 1,   1, 1, 1, 0, 0,
        0,  1, /* header: line base -5, range 14, opcode base 10 */
        0,  '/', 'k', '.',  'c',  'u', 0,    0,  0,  0, 'h', 0, 0, 0, 0, 0, /* no directories, the files /k.cu and h */
        0,  9,   2,   0x00, 0x10, 0,   0,    0,  0,  0, 0,                  /* address 0x1000 */
        3,  2,   1,                                                         /* line 1 + 2, row */
        2,  16,  3,   6,    1,                                              /* 16 bytes and 6 lines on, row */
        2,  16,  4,   2,    1,                                              /* 16 bytes on, the file h, row */
        2,  16,  4,   1,    0,    1,   1,                                   /* 16 bytes on, end */
    };
    Extent extent = {section, sizeof section};
    assert_int_equal(line_table_find(extent, 0xfff, "x/k.cu"), 0);
    assert_int_equal(line_table_find(extent, 0x1000, "x/k.cu"), 3);
    assert_int_equal(line_table_find(extent, 0x100f, "x/k.cu"), 3);
    assert_int_equal(line_table_find(extent, 0x1010, "x/k.cu"), 9);
    assert_int_equal(line_table_find(extent, 0x101f, "x/k.cu"), 9);
    assert_int_equal(line_table_find(extent, 0x1020, "x/k.cu"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dumps_name_line_exception_and_warp),
        cmocka_unit_test(a_dump_cut_anywhere_is_read_without_harm),
        cmocka_unit_test(a_dump_with_a_changed_byte_is_read_without_harm),
        cmocka_unit_test(other_files_are_no_dumps),
        cmocka_unit_test(lines_hold_until_the_next_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
