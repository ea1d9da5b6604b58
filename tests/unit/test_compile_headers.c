/* The C library's headers in a kernel, for each compiler that is here and behind each kind of wall: what nvcc takes
 * compiles, its constants are this machine's own, and what a kernel cannot use is answered with what to do. */
#include "sim_testing.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "compile/parts.h"

static Arena *arena;
static CompileSetup setup;
static bool found[COMPILER_CHOICES];

static int start(void **state) {
    (void)state;
    arena = arena_new();
    setup = compile_setup(arena);
    setup.cache = NULL;
    Toolchain toolchain;
    compile_toolchain(arena, COMPILER_AUTO, &toolchain);
    found[COMPILER_NVRTC] = toolchain.nvrtc_major > 0;
    found[COMPILER_CLANG] = toolchain.clang_major > 0;
    return 0;
}

static int finish(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static CompileResult compile_text(const char *source, CompilerChoice compiler) {
    CompileRequest request = {.file = "exercises/x.cu",
                              .source = source,
                              .source_size = strlen(source),
                              .arch = "sm_90",
                              .compiler = compiler};
    CompileResult result;
    compile_with(&setup, &request, arena, &result);
    return result;
}

static void print_diags(const CompileResult *result) {
    for (const Diag *diag = result->diags.first; diag != NULL; diag = diag->next)
        print_error("%s:%d: %s\n", diag->loc.file, diag->loc.line, diag->message);
}

static const char everything[] =
    "#include <assert.h>\n#include <cassert>\n#include <float.h>\n#include <cfloat>\n#include <limits.h>\n#include "
    "<climits>\n"
    "#include <math.h>\n#include <cmath>\n#include <stdbool.h>\n#include <stddef.h>\n#include <cstddef>\n#include "
    "<stdint.h>\n"
    "#include <cstdint>\n#include <stdio.h>\n#include <cstdio>\n#include <stdlib.h>\n#include <cstdlib>\n#include "
    "<string.h>\n"
    "#include <cstring>\n#include <time.h>\n#include <ctime>\n#include <cuda.h>\n"
    "__constant__ float edges[4] = {INFINITY, -INFINITY, FLT_MAX, NAN};\n"
    "struct Pair { int first; double second; };\n"
    "extern \"C\" __global__ void k(double *out, int i, float f, double d) {\n"
    "    assert(i < INT_MAX);\n"
    "    static_assert(sizeof(std::sqrt(f)) == 4 && sizeof(std::sqrt(d)) == 8 && sizeof(std::abs(f)) == 4, \"\");\n"
    "    unsigned char bytes[8];\n"
    "    std::memcpy(bytes, &d, 8);\n"
    "    std::uint32_t narrow = bytes[i]; uint64_t wide = UINT64_MAX; std::size_t size = SIZE_MAX; CUdeviceptr address "
    "= 0;\n"
    "    out[0] = INT_MAX; out[1] = INT_MIN; out[2] = FLT_MAX; out[3] = DBL_MIN; out[4] = M_PI; out[5] = CHAR_BIT;\n"
    "    out[6] = edges[0]; out[7] = edges[3]; out[8] = (double)LLONG_MIN; out[9] = (double)wide; out[10] = "
    "offsetof(Pair, second);\n"
    "    out[11] = std::sqrt(f) + std::abs(-f) + std::abs(-i) + std::fmax(d, 1.0) + std::floor(f); out[12] = "
    "std::isnan(edges[3]);\n"
    "    out[13] = edges[1]; out[14] = (double)size; out[15] = DBL_EPSILON; out[16] = FLT_MIN; out[17] = narrow + "
    "(double)address;\n"
    "    out[18] = USHRT_MAX; out[19] = SCHAR_MIN; out[20] = UINT_MAX; out[21] = (double)INT64_MIN; out[22] = "
    "HUGE_VAL; out[23] = (double)LONG_MAX;\n"
    "    std::printf(\"%d\\n\", i);\n"
    "    std::free(std::malloc(8));\n"
    "}\n";

static const double expected[] = {
    INT_MAX,
    INT_MIN,
    FLT_MAX,
    DBL_MIN,
    3.14159265358979323846,
    CHAR_BIT,
    INFINITY,
    NAN,
    (double)LLONG_MIN,
    18446744073709551615.0,
    8,
    3.0f + 9.0f + 7.0f + 4.5 + 9.0f,
    1,
    -INFINITY,
    (double)SIZE_MAX,
    DBL_EPSILON,
    FLT_MIN,
    0x40,
    USHRT_MAX,
    SCHAR_MIN,
    UINT_MAX,
    (double)INT64_MIN,
    INFINITY,
    (double)LONG_MAX,
};
enum { VALUES = sizeof expected / sizeof *expected };

/* i = 7 (the highest byte of 4.5 is 0x40), f = 9, d = 4.5 */
static void the_c_library_s_headers_give_this_machine_s_constants(CompilerChoice compiler) {
    if (!found[compiler]) skip();
    CompileResult compiled = compile_text(everything, compiler);
    print_diags(&compiled);
    assert_int_equal(compiled.status, COMPILE_DONE);
    assert_int_equal(compiled.diags.count, 0);
    double out[VALUES];
    float f = 9;
    double d = 4.5;
    Buffer buffer = {"out", SCALAR_F64, VALUES, out, true, NULL};
    Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "out"},
                  {.kind = ARG_VALUE, .type = SCALAR_I32, .value = 7, .name = "i"},
                  {.kind = ARG_VALUE, .type = SCALAR_F32, .name = "f"},
                  {.kind = ARG_VALUE, .type = SCALAR_F64, .name = "d"}};
    memcpy(&args[2].value, &f, sizeof f);
    memcpy(&args[3].value, &d, sizeof d);
    TestRun run = {.arena = arena, .image = *compiled.image};
    run.launch = (Launch){.kernel = "k",
                          .grid = {1, 1, 1},
                          .block = {1, 1, 1},
                          .buffers = &buffer,
                          .buffer_count = 1,
                          .args = args,
                          .arg_count = 4};
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < VALUES; i++)
        if (!(isnan(expected[i]) ? isnan(out[i]) : out[i] == expected[i])) fail_msg("out[%d] is %g", i, out[i]);
    assert_string_equal(run.result.printed, "7\n");
}

static void by_nvrtc(void **state) {
    (void)state;
    the_c_library_s_headers_give_this_machine_s_constants(COMPILER_NVRTC);
}

static void by_clang(void **state) {
    (void)state;
    the_c_library_s_headers_give_this_machine_s_constants(COMPILER_CLANG);
}

static void they_are_there_behind_every_wall(void **state) {
    (void)state;
    for (int compiler = COMPILER_NVRTC; compiler <= COMPILER_CLANG; compiler++)
        for (int wall = ISOLATION_SOURCE_CHECK; wall <= ISOLATION_LANDLOCK && found[compiler]; wall++) {
            setup.strongest = (Isolation)wall;
            CompileResult result = compile_text("#include <cstdio>\n#include <math.h>\n#include <cuda_runtime.h>\n"
                                                "extern \"C\" __global__ void k(float *p) { p[0] = M_PI; }\n",
                                                (CompilerChoice)compiler);
            setup.strongest = ISOLATION_LANDLOCK;
            if (result.status != COMPILE_DONE)
                fail_msg("%s, %s: status %d", compiler_choice_name[compiler], isolation_name[wall], result.status);
        }
}

/* libcu++ defines some of the same types and macros for NVRTC: both in one source, in either order, without a word. */
static void they_agree_with_the_toolkit_s_own_library(void **state) {
    (void)state;
    static const char *const sources[] = {
        "#include <stdint.h>\n#include <cmath>\n#include <cstddef>\n#include <cfloat>\n#include <cuda/std/cstdint>\n"
        "#include <cuda/std/cmath>\n#include <cuda/std/cstddef>\n#include <cuda/std/limits>\n",
        "#include <cuda/std/cstdint>\n#include <cuda/std/cmath>\n#include <cuda/std/cstddef>\n#include "
        "<cuda/std/limits>\n"
        "#include <stdint.h>\n#include <cmath>\n#include <cstddef>\n#include <cfloat>\n",
        "#include <climits>\n#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n#include <cstring>\n",
    };
    Toolkit toolkit = toolkit_find(arena, "");
    bool complete = toolkit.include_count > 0 && found[COMPILER_NVRTC];
    for (size_t i = 0; i < sizeof sources / sizeof *sources && complete; i++) {
        CompileResult result = compile_text(
            arena_printf(arena, "%sextern \"C\" __global__ void k(float *p, uint64_t n) { p[n] = NAN; }\n",
                         i == 2 ? arena_printf(arena, "%s#include <stdint.h>\n#include <math.h>\n", sources[i])
                                : sources[i]),
            COMPILER_NVRTC);
        if (result.diags.first != NULL && strstr(result.diags.first->message, "cannot open source file") != NULL)
            skip(); /* the Python packages have no libcu++ */
        print_diags(&result);
        assert_int_equal(result.status, COMPILE_DONE);
        assert_int_equal(result.diags.count, 0);
    }
}

/* ---- what a kernel cannot use ------------------------------------------------------------------------------------ */

static void expect_hint(const char *source, int line, const char *words) {
    for (int compiler = COMPILER_NVRTC; compiler <= COMPILER_CLANG; compiler++) {
        if (!found[compiler]) continue;
        CompileResult result = compile_text(source, (CompilerChoice)compiler);
        assert_int_equal(result.status, COMPILE_FAILED);
        const Diag *diag = result.diags.first;
        while (diag != NULL && (diag->loc.line != line || diag->hint == NULL || strstr(diag->hint, words) == NULL))
            diag = diag->next;
        if (diag == NULL) {
            print_diags(&result);
            fail_msg("%s: line %d of \"%s\" without the hint \"%s\"", compiler_choice_name[compiler], line, source,
                     words);
        }
    }
}

static void what_a_kernel_cannot_call_is_answered_with_what_to_do(void **state) {
    (void)state;
    static const struct {
        const char *statement, *words;
    } cases[] = {
        {"fopen(\"a\", \"r\");", "printf"},
        {"std::cout << 3;", "for the host"},
        {"std::vector<int> v;", "plain arrays"},
        {"p[0] = std::min(1, 2);", "without std::"},
        {"p[0] = rand();", "the thread's index"},
        {"p[0] = strlen(\"abc\");", "memcpy and memset"},
        {"exit(1);", "__trap()"},
        {"p[0] = FLT_MAX;", "#include <cfloat>"},
        {"p[0] = INT_MAX;", "#include <climits>"},
        {"p[0] = M_PI;", "#include <cmath>"},
        {"cudaDeviceSynchronize();", "Warpschool launches the kernel itself"},
        {"syncthreads();", "__syncthreads()"},
        {"k<<<1, 1>>>(p);", "cannot launch another"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_hint(arena_printf(arena, "#include <cstdio>\n__global__ void k(float *p) {\n    %s\n}\n",
                                 cases[i].statement),
                    3, cases[i].words);
}

static void headers_for_the_host_are_answered_with_what_to_do(void **state) {
    (void)state;
    expect_hint("#include <cstdio>\n#include <iostream>\n", 2, "containers and streams are for the host");
    expect_hint("#include <algorithm>\n", 1, "min, max and abs");
    expect_hint("#include <limits>\n", 1, "cuda/std");
    expect_hint("#include \"helper_cuda.h\"\n", 1, "copy into this file");
}

/* NVRTC stops at the function, clang at the launch in it. */
static void host_code_is_told_that_warpschool_launches(void **state) {
    (void)state;
    expect_hint("__global__ void k(int *p) { p[0] = 1; }\nint main() { k<<<1, 1>>>(0); }\n", 2,
                "Warpschool launches the kernel itself");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_nvrtc),
        cmocka_unit_test(by_clang),
        cmocka_unit_test(they_are_there_behind_every_wall),
        cmocka_unit_test(they_agree_with_the_toolkit_s_own_library),
        cmocka_unit_test(what_a_kernel_cannot_call_is_answered_with_what_to_do),
        cmocka_unit_test(headers_for_the_host_are_answered_with_what_to_do),
        cmocka_unit_test(host_code_is_told_that_warpschool_launches),
    };
    return cmocka_run_group_tests_name("headers of the C library in kernels", tests, start, finish);
}
