/* Sine and cosine of the headers that clang compiles against, run in the simulator, beside libm's in double precision.
 * Skipped where there is no clang. */
#include "sim_testing.h"

#include <math.h>

#include "compile/compile.h"

enum { COUNT = 8192, THREADS = 256 };
static float x[COUNT], s[COUNT], c[COUNT];

/* Numbers of every size, near multiples of pi/2 more often than chance has it, and some that go to either side of where
 * the reduction changes. */
static void fill(void) {
    uint32_t random = 1;
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        float sign = random >> 31 ? -1.0f : 1.0f, part = (float)(random >> 8 & 0x7fffff) / 8388608.0f;
        x[i] = i % 4 == 0   ? (float)((random >> 12) * 1.5707963267948966)
               : i % 4 == 1 ? part * 7
               : i % 4 == 2 ? 105500 + part * 230
                            : ldexpf(1 + part, (int)(random >> 5 & 255) % 250 - 122);
        x[i] *= sign;
    }
}

/* In units in the last place of the right answer; near 0, of 2^-24 of it all the same. */
static double units_off(float got, double right) {
    int exponent;
    frexp(right, &exponent);
    return fabs((double)got - right) / ldexp(1, exponent - 24);
}

static void sine_and_cosine_are_at_most_two_units_off_for_arguments_of_any_size(void **state) {
    (void)state;
    static const char source[] = "extern \"C\" __global__ void k(const float *x, float *s, float *c) {\n"
                                 "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                 "    s[i] = sinf(x[i]);\n    c[i] = cosf(x[i]);\n}\n";
    Arena *arena = arena_new();
    CompileRequest request = {.file = "test.cu",
                              .source = source,
                              .source_size = strlen(source),
                              .arch = "sm_90",
                              .compiler = COMPILER_CLANG};
    CompileResult compiled;
    compile(&request, arena, &compiled);
    if (compiled.status == COMPILE_NO_COMPILER) {
        print_message("SKIP: no clang was found on this machine\n");
        skip();
    }
    assert_int_equal(compiled.status, COMPILE_DONE);
    fill();
    Buffer buffers[] = {{"x", SCALAR_F32, COUNT, x, false, NULL},
                        {"s", SCALAR_F32, COUNT, s, true, NULL},
                        {"c", SCALAR_F32, COUNT, c, true, NULL}};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "x"},
                        {.kind = ARG_BUFFER, .buffer = 1, .name = "s"},
                        {.kind = ARG_BUFFER, .buffer = 2, .name = "c"}};
    TestRun run = {.arena = arena, .image = *compiled.image};
    run.launch = (Launch){.kernel = "k",
                          .grid = {COUNT / THREADS, 1, 1},
                          .block = {THREADS, 1, 1},
                          .buffers = buffers,
                          .buffer_count = 3,
                          .args = args,
                          .arg_count = 3};
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < COUNT; i++) {
        if (units_off(s[i], sin((double)x[i])) > 2)
            fail_msg("sinf(%.9g) is %.9g, not %.17g", (double)x[i], (double)s[i], sin((double)x[i]));
        if (units_off(c[i], cos((double)x[i])) > 2)
            fail_msg("cosf(%.9g) is %.9g, not %.17g", (double)x[i], (double)c[i], cos((double)x[i]));
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_are_at_most_two_units_off_for_arguments_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
