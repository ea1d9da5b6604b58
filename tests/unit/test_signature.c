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

static void elements_that_are_read_are_told_from_sums_and_addresses(void **state) {
    (void)state;
    static const struct {
        const char *body;
        bool read;
    } uses[] = {{"b = p[i];", true},
                {"p[i] *= 2;", true},
                {"p[i].x = p[i].y;", true},
                {"if (n && p[i]) n = 1;", true},
                {"p[p[i]] = 1;", true},
                {"p[i] = 1;", false},
                {"p[i].x = 1;", false},
                {"p[i] += 1;", false},
                {"p[i]++; --p[i];", false},
                {"q = &p[i]; b = p[i];", false},
                {"f(p); b = p[i];", false},
                {"b = *p;", false},
                {"b = q.p[i] + q->p[i];", false},
                {"b = pp[i];", false},
                {"if (p[i] == 1) n = 1;", true}};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        Arena *arena = arena_new();
        size_t count;
        const char *text = arena_printf(arena, "__global__ void k(float *p) { %s }", uses[i].body);
        const Signature *kernel = signatures_read(arena, text, &count);
        assert_int_equal(count, 1);
        if (kernel->parameters->read != uses[i].read) fail_msg("%s", uses[i].body);
        arena_free(arena);
    }
}

static void a_template_with_its_arguments_is_a_kernel(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Signature made;
    const char *line;
    static const char source[] =
        "template <class Type, int N = 4>\n__global__ void fill(const Type *in, int n)\n"
        "{ int i = blockIdx.x * N; }\ntemplate __global__ void fill<int, 8>(const int *, int);\n";
    assert_true(signatures_instance(arena, source, "fill< float >", &made, &line));
    assert_string_equal(made.kernel, "fill<float,4>");
    assert_string_equal(line, "\ntemplate __global__ void fill<float,4>(const float *in,int n);\n");
    assert_string_equal(made.body, "{ int i = blockIdx.x * 4; }");
    expect(&made.parameters[0], "in", true, true, SCALAR_F32, 1);
    assert_true(signatures_instance(arena, source, "fill<int,8>", &made, &line));
    assert_string_equal(line, ""); /* the file asks for that one itself */
    assert_false(signatures_instance(arena, source, "fill<>", &made, &line));
    assert_false(signatures_instance(arena, source, "fill<int,8,9>", &made, &line));
    assert_false(signatures_instance(arena, source, "fell<int,8>", &made, &line));
    assert_string_equal(signatures_template(arena, source, NULL), "fill<float>");
    arena_free(arena);
}

static void a_main_is_one_of_code(void **state) {
    (void)state;
    Arena *arena = arena_new();
    assert_true(signatures_has_main(arena, "int n;\nint main (void) {}"));
    assert_false(
        signatures_has_main(arena, "// main()\nint domain() {} int mains(); int main_(); const char *s = \"main()\";"));
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
                                        "__global__ void k([]) {}",
                                        "__global__ void k(int *a) { a[",
                                        "template <",
                                        "template < > __global__ void k() {}",
                                        "template <typename T __global__ void k(T a) {}",
                                        "template <,,=> __global__ void k(int *) {}",
                                        "main"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Arena *arena = arena_new();
        size_t count;
        signatures_read(arena, texts[i], &count);
        static const char *const names[] = {"k<>", "k<,>", "k<int", "k", "<>", ">k<", "k<(>"};
        Signature instance;
        const char *line;
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            signatures_instance(arena, texts[i], names[n], &instance, &line);
        signatures_template(arena, texts[i], NULL);
        signatures_has_main(arena, texts[i]);
        arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_found_among_other_code),
        cmocka_unit_test(types_are_those_of_c_and_cuda),
        cmocka_unit_test(what_is_not_built_in_is_not_guessed),
        cmocka_unit_test(elements_that_are_read_are_told_from_sums_and_addresses),
        cmocka_unit_test(a_template_with_its_arguments_is_a_kernel),
        cmocka_unit_test(a_main_is_one_of_code),
        cmocka_unit_test(any_text_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
