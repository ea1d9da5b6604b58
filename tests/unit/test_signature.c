/* The kernels of a source and their parameters, read from its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile/signature.h"

static void expect(const Parameter *parameter, const char *name, bool pointer, bool readonly, Scalar type, int lanes) {
    assert_string_equal(parameter->name, name);
    assert_true(parameter->known);
    assert_int_equal(parameter->pointer, pointer);
    assert_int_equal(parameter->readonly, readonly);
    assert_int_equal(parameter->type, type);
    assert_int_equal(parameter->lanes, lanes);
}

static void kernels_are_found_among_other_code(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t count;
    const Signature *all = signatures_read(arena,
                                           "// __global__ void commented(int *a) {}\n"
                                           "#define KERNEL __global__ void macro(int *a) {}\n"
                                           "const char *s = \"__global__ void quoted() {}\";\n"
                                           "__global__ void declared(int *a);\n"
                                           "template <typename T> __global__ void generic(T *a) {}\n"
                                           "extern \"C\" __global__ void first(int *a) { }\n"
                                           "__global__ void __launch_bounds__(256, 2)\nsecond (void)\n{ }\n"
                                           "__device__ int __global__x(int a) { return a; }\n",
                                           &count);
    assert_int_equal(count, 2);
    assert_string_equal(all[0].kernel, "first");
    assert_string_equal(all[1].kernel, "second");
    assert_int_equal(all[1].count, 0);
    arena_free(arena);
}

static void types_are_those_of_c_and_cuda(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t count;
    const Signature *all =
        signatures_read(arena,
                        "__global__ void k(const float *__restrict__ a, float4* b, unsigned long long int c,\n"
                        "    int /* how many */ n, uchar4 const *d, float const *const e, double f[], size_t g,\n"
                        "    std::uint16_t *h, signed char i, unsigned j, float *const l) {}",
                        &count);
    assert_int_equal(count, 1);
    assert_int_equal(all->count, 12);
    const Parameter *p = all->parameters;
    expect(&p[0], "a", true, true, SCALAR_F32, 1);
    expect(&p[1], "b", true, false, SCALAR_F32, 4);
    expect(&p[2], "c", false, false, SCALAR_U64, 1);
    expect(&p[3], "n", false, false, SCALAR_I32, 1);
    expect(&p[4], "d", true, true, SCALAR_U8, 4);
    expect(&p[5], "e", true, true, SCALAR_F32, 1);
    expect(&p[6], "f", true, false, SCALAR_F64, 1);
    expect(&p[7], "g", false, false, SCALAR_U64, 1);
    expect(&p[8], "h", true, false, SCALAR_U16, 1);
    expect(&p[9], "i", false, false, SCALAR_I8, 1);
    expect(&p[10], "j", false, false, SCALAR_U32, 1);
    expect(&p[11], "l", true, false, SCALAR_F32, 1); /* the pointer is constant, what it points to is not */
    arena_free(arena);
}

static void what_is_not_built_in_is_not_guessed(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t count;
    const Signature *all = signatures_read(
        arena, "__global__ void k(Node *a, void *b, float **c, int (*d)(int), Grid<int, 3> e, int &f) {}", &count);
    assert_int_equal(count, 1);
    assert_int_equal(all->count, 6);
    for (size_t i = 0; i < all->count; i++) assert_false(all->parameters[i].known);
    arena_free(arena);
}

static void any_text_is_taken(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "__global__",
                                        "__global__ (",
                                        "__global__ void k(",
                                        "__global__ void k() ",
                                        "__global__ void k(,,) {",
                                        "\"",
                                        "/*",
                                        "'\\",
                                        "__global__ void (int a) {}",
                                        "template __global__ void k(]) {}",
                                        "__global__ void k([]) {}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Arena *arena = arena_new();
        size_t count;
        signatures_read(arena, texts[i], &count);
        arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_found_among_other_code),
        cmocka_unit_test(types_are_those_of_c_and_cuda),
        cmocka_unit_test(what_is_not_built_in_is_not_guessed),
        cmocka_unit_test(any_text_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
