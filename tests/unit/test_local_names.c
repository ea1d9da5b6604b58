/* The local array that a line of a kernel indexes, found in its text, or none where that is not clear. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/memory/local_names.h"

static void expect(const char *source, int line, const char *wanted, uint64_t count) {
    Arena *arena = arena_new();
    LocalName name = local_name(arena, source, line);
    if (wanted == NULL)
        assert_null(name.text);
    else {
        assert_non_null(name.text);
        assert_string_equal(name.text, wanted);
    }
    assert_int_equal(name.count, count);
    arena_free(arena);
}

static void the_one_array_that_the_line_indexes_is_named(void **state) {
    (void)state;
    expect("__global__ void k(int *p) {\n int own[8];\n own[p[0]] = 1;\n}\n", 3, "own", 8);
    expect("__global__ void k(int *p) {\n const unsigned int own[2][4] = {{1, 2}, {3}};\n p[0] = own[p[0]][p[1]];\n}\n",
           3, "own", 8);
    expect("__global__ void k(int *p) {\n float4 a[2], own[4];\n if (p[0])\n  own[p[0]].x = 1;\n}\n", 4, "own", 0);
    expect("__global__ void k(int *p) {\n int own[N];\n own[p[0]] = 1;\n}\n", 3, "own", 0);
    expect("template <int N> __device__ void f() {\n Pair<int, N> *own[3];\n own[N] = 0;\n}\n", 3, "own", 3);
    expect("__global__ void k(int *p) {\n for (int i = 0; i < 3; i++) { int own[3]; own[i] = 1; }\n}\n", 2, "own", 3);
}

static void what_is_no_local_array_is_not_named(void **state) {
    (void)state;
    expect("__global__ void k(int *p) {\n __shared__ int tile[8];\n tile[p[0]] = 1;\n}\n", 3, NULL, 0);
    expect("__device__ int table[8];\n__global__ void k(int *p) {\n table[p[0]] = 1;\n}\n", 3, NULL, 0);
    expect("__device__ void f() {\n int own[8];\n own[0] = 1;\n}\n__global__ void k(int *own) {\n own[1] = 2;\n}\n", 6,
           NULL, 0);
    expect("__global__ void k(int *p) {\n // int own[8];\n /* int own[8]; */\n const char *text = \"int own[8];\";\n "
           "own[p[0]] = 1;\n}\n",
           5, NULL, 0);
    expect("__global__ void k(int *p) {\n#define A int own[8];\n own[p[0]] = 1;\n}\n", 3, NULL, 0);
    expect("__global__ void k(int *p) {\n int own[8];\n p[0] = own - p;\n}\n", 3, NULL, 0);
}

static void two_arrays_in_one_line_leave_it_open(void **state) {
    (void)state;
    expect("__global__ void k(int *p) {\n int a[8], b[8];\n a[p[0]] = b[p[1]];\n}\n", 3, NULL, 0);
}

static void broken_text_makes_no_trouble(void **state) {
    (void)state;
    static const char *const texts[] = {"",       "{",        "}",         "}}}{{{",
                                        "int a[", "{ int a[", "{ int a[3", "{\n int a[3], b",
                                        "/* {",   "\"",       "{ x = {",   "#\\",
                                        "'\\"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int line = -1; line < 4; line++) expect(texts[i], line, NULL, 0);
    expect(NULL, 1, NULL, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_one_array_that_the_line_indexes_is_named),
        cmocka_unit_test(what_is_no_local_array_is_not_named),
        cmocka_unit_test(two_arrays_in_one_line_leave_it_open),
        cmocka_unit_test(broken_text_makes_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
