/* clang in the place of NVRTC: found where there is no toolkit, behind walls, with messages and line information in the
 * student's terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"
#include "ptx/ptx.h"

static Arena *arena;
static CompileSetup setup;
static char root[] = "/tmp/warpschool-no-toolkit-XXXXXX";

static int start(void **state) {
    (void)state;
    arena = arena_new();
    setup = compile_setup(arena);
    setup.cache = NULL;
    return mkdtemp(root) == NULL;
}

static int finish(void **state) {
    (void)state;
    arena_free(arena);
    return rmdir(root);
}

/* NULL where there is none. */
static const char *some_clang(void) {
    size_t count;
    const char *const *programs = clang_find(arena, "", &count);
    return count > 0 ? programs[0] : NULL;
}

static CompileResult compile_text(const char *source, CompilerChoice compiler) {
    if (some_clang() == NULL) {
        printf("skipped: no clang was found\n");
        skip();
    }
    CompileRequest request = {.file = "exercises/x.cu",
                              .source = source,
                              .source_size = strlen(source),
                              .arch = "sm_90",
                              .compiler = compiler};
    CompileResult result;
    compile_with(&setup, &request, arena, &result);
    return result;
}

static const Diag *first_error(const CompileResult *result) {
    const Diag *diag = result->diags.first;
    while (diag != NULL && diag->severity != SEVERITY_ERROR) diag = diag->next;
    assert_non_null(diag);
    return diag;
}

static void takes_over_where_no_toolkit_is_found(void **state) {
    (void)state;
    const char *clang = some_clang();
    if (clang == NULL) skip();
    const char *path = arena_string(arena, getenv("PATH"));
    setenv("PATH", path_parent(arena, clang), 1); /* no nvcc to find a toolkit by */
    unsetenv("CUDA_HOME"), unsetenv("CUDA_PATH"), unsetenv("LD_LIBRARY_PATH"), setenv("HOME", root, 1);
    setup.root = root;
    CompileResult result =
        compile_text("extern \"C\" __global__ void k(int *out) { out[threadIdx.x] = 1; }", COMPILER_AUTO);
    setup.root = "";
    setenv("PATH", path, 1);
    assert_int_equal(result.status, COMPILE_DONE);
    assert_string_equal(result.image->arch, "sm_90");
    assert_null(result.image->cubin);
    assert_non_null(strstr(result.image->ptx, ".entry k("));
}

static void charges_a_builtin_to_the_line_that_calls_it(void **state) {
    (void)state;
    CompileResult result = compile_text("extern \"C\" __global__ void k(int *p) {\n"
                                        "    __syncthreads();\n"
                                        "    atomicAdd(p, 1);\n"
                                        "}\n",
                                        COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_DONE);
    PtxModule *module = ptx_parse(result.image->ptx, result.image->ptx_size, arena, &result.diags);
    assert_non_null(module);
    assert_int_equal(module->function_count, 1);
    const PtxFunction *kernel = &module->functions[0];
    uint32_t barrier = 0, atomic = 0;
    for (uint32_t i = 0; i < kernel->instr_count; i++) {
        if (kernel->instrs[i].mode == PTX_BAR_SYNC) barrier = kernel->instrs[i].line;
        if (kernel->instrs[i].atomic == PTX_ATOM_ADD) atomic = kernel->instrs[i].line;
        if (kernel->instrs[i].line != 0) assert_string_equal(module->files[kernel->instrs[i].file], "exercises/x.cu");
    }
    assert_int_equal(barrier, 2);
    assert_int_equal(atomic, 3);
}

static void names_file_line_and_column_of_an_error(void **state) {
    (void)state;
    CompileResult result =
        compile_text("extern \"C\" __global__ void k(int *p) {\n    p[0] = nowhere;\n}\n", COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_FAILED);
    const Diag *error = first_error(&result);
    assert_string_equal(error->loc.file, "exercises/x.cu");
    assert_int_equal(error->loc.line, 2);
    assert_int_equal(error->loc.column, 12);
    assert_non_null(strstr(error->message, "'nowhere'"));
}

static void a_file_of_the_system_cannot_be_read(void **state) {
    (void)state;
    static const Isolation all[] = {ISOLATION_LANDLOCK, ISOLATION_SOURCE_CHECK};
    for (size_t i = 0; i < 2; i++) {
        setup.strongest = all[i];
        CompileResult result = compile_text("#include \"/etc/passwd\"\n", COMPILER_CLANG);
        assert_int_equal(result.status, COMPILE_FAILED);
        assert_null(strstr(result.log, "root:"));
        for (const Diag *diag = result.diags.first; diag != NULL; diag = diag->next) {
            assert_null(strstr(diag->message, "root"));
            assert_int_equal(diag->loc.line, 1);
        }
    }
    setup.strongest = ISOLATION_LANDLOCK;
}

static void headers_of_the_toolkit_are_known_by_name(void **state) {
    (void)state;
    CompileResult result =
        compile_text("#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n#include <cuda_pipeline.h>\n"
                     "#include <cuda_awbarrier_primitives.h>\n"
                     "extern \"C\" __global__ void k(__half *p) {\n"
                     "    cooperative_groups::this_thread_block().sync();\n"
                     "    p[0] = p[1] * p[2] + __float2half(1.0f);\n}\n",
                     COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_DONE);
}

static void static_shared_memory_is_told_and_limited(void **state) {
    (void)state;
    CompileResult result =
        compile_text("extern \"C\" __global__ void k(int *p) {\n"
                     "    __shared__ int a[100]; a[threadIdx.x] = p[0]; __syncthreads(); p[1] = a[3];\n}\n",
                     COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_DONE);
    assert_int_equal(result.image->resource_count, 1);
    assert_int_equal(result.image->resources[0].shared_static, 400);
    assert_int_equal(result.image->resources[0].registers, -1);
    result = compile_text("extern \"C\" __global__ void k(int *p) {\n"
                          "    __shared__ int a[20000]; a[threadIdx.x] = p[0]; __syncthreads(); p[1] = a[3];\n}\n",
                          COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_non_null(strstr(first_error(&result)->message, "80,000 bytes of shared memory"));
}

static void a_function_without_a_body_is_an_error(void **state) {
    (void)state;
    CompileResult result = compile_text("__device__ int missing(int x);\n"
                                        "extern \"C\" __global__ void k(int *p) { p[0] = missing(1); }\n",
                                        COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_non_null(strstr(first_error(&result)->message, "'missing'"));
    assert_int_equal(first_error(&result)->loc.line, 1);
}

static void endless_work_is_stopped(void **state) {
    (void)state;
    setup.seconds = 1;
    CompileResult result =
        compile_text("template <int N> struct S { static constexpr long v = S<N - 1>::v + S<N - 2>::v; };\n"
                     "constexpr long f(long n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
                     "#define A(x) x x x x x x x x x x\n"
                     "int a[] = { A(A(A(A(A(A(A(A(1,)))))))) };\n",
                     COMPILER_CLANG);
    setup.seconds = 30;
    assert_int_equal(result.status, COMPILE_STUCK);
}

static void assembly_that_no_assembler_takes_is_an_error(void **state) {
    (void)state;
    static const struct {
        const char *statement, *says;
    } wrong[] = {
        {"asm volatile(\"frobnicate.u32 %0, 1;\" : \"=r\"(p[0]));", "this is no PTX instruction: frobnicate.u32"},
        {"asm volatile(\"add.u32 %0, 1;\" : \"=r\"(p[0]));", "this is no PTX instruction: add.u32"},
        {"asm volatile(\"add.u64 %0, %0, 1;\" : \"=r\"(p[0]));", "is 32 bits (.b32), and add.u64 takes 64 bits there"},
        {"asm volatile(\"} {\");", "a function, a variable or a directive was expected"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CompileResult result = compile_text(arena_printf(arena, "extern \"C\" __global__ void k(int *p) {\n    %s\n}\n",
                                                         wrong[i].statement),
                                            COMPILER_CLANG);
        assert_int_equal(result.status, COMPILE_FAILED);
        assert_non_null(strstr(first_error(&result)->message, wrong[i].says));
    }
    /* What there is, but not in the simulator, compiles. */
    CompileResult result = compile_text(
        "extern \"C\" __global__ void k(int *p) { asm volatile(\"wgmma.fence.sync.aligned;\"); }", COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_DONE);
}

static void a_file_that_crashes_the_compiler_is_no_error_of_ours(void **state) {
    (void)state;
    CompileResult result = compile_text(
        "#pragma clang __debug crash\nextern \"C\" __global__ void k(int *p) { p[0] = 1; }\n", COMPILER_CLANG);
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_string_equal(first_error(&result)->message, "the compiler crashes on this file, and compiles others");
    assert_string_equal(first_error(&result)->loc.file, "exercises/x.cu");
}

/* Whether a file is there cannot be told from the compiler's answer. */
static void a_file_of_the_system_cannot_be_asked_for(void **state) {
    (void)state;
    static const char *const questions[] = {
        "#include \"%s\"",
        "#include <%s>",
        "#if __has_include(\"%s\")\nint x[-1];\n#endif",
        "#embed \"%s\"",
        "#import \"%s\"",
        "#pragma GCC dependency \"%s\"",
        "#include_next <%s>",
        "#define N \"%s\"\n#include N",
    };
    static const char *const files[][2] = {{"/etc/passwd", "/etc/passwe"},
                                           {"etc/passwd", "etc/passwe"},
                                           {"/usr/lib", "/usr/lic"},
                                           {"/usr/lib/os-release", "/usr/lib/os-releasf"},
                                           {"../../etc/passwd", "../../etc/passwe"}};
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
        for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
            const char *said[2];
            CompileStatus status[2];
            for (int i = 0; i < 2; i++) {
                Text source = {0};
                const char *place = strstr(questions[q], "%s");
                text_add_n(&source, questions[q], (size_t)(place - questions[q]));
                text_printf(&source, "%s%s\nextern \"C\" __global__ void k(int *p) { p[0] = 1; }\n", files[f][i],
                            place + 2);
                CompileResult result = compile_text(text_take(&source, arena), COMPILER_CLANG);
                status[i] = result.status;
                char *message = arena_string(arena, result.diags.first != NULL ? result.diags.first->message : "");
                char *name = strstr(message, i == 0 ? files[f][0] : files[f][1]);
                if (name != NULL) memset(name, '*', strlen(files[f][i]));
                said[i] = message;
            }
            if (status[0] != status[1] || strcmp(said[0], said[1]) != 0)
                fail_msg("%s: %s is told from what is not there: %s, %s", questions[q], files[f][0], said[0], said[1]);
        }
}

static void a_name_may_hold_what_compilers_do_not_take(void **state) {
    (void)state;
    static const char source[] = "extern \"C\" __global__ void k(int *p) {\n    p[0] = 1;\n}\n";
    static const char *const names[] = {"a \"b\".cu", "-x.cu", "a\\b.cu", "a(1): error: b.cu"};
    static const CompilerChoice compilers[] = {COMPILER_CLANG, COMPILER_AUTO};
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        CompileRequest request = {.file = names[i / 2],
                                  .source = source,
                                  .source_size = sizeof source - 1,
                                  .arch = "sm_90",
                                  .compiler = compilers[i % 2]};
        CompileResult result;
        compile_with(&setup, &request, arena, &result);
        if (result.status == COMPILE_NO_COMPILER) skip();
        /* Under qemu-user the NVRTC that is found is another processor's. */
        if (request.compiler == COMPILER_AUTO && result.status == COMPILE_BROKEN && getenv("EMULATOR") != NULL)
            continue;
        assert_int_equal(result.status, COMPILE_DONE);
        assert_string_equal(result.image->file, names[i / 2]);
        DiagList diags = diag_list(arena);
        const PtxModule *module = ptx_parse(result.image->ptx, result.image->ptx_size, arena, &diags);
        assert_non_null(module);
        bool named = false;
        for (uint32_t f = 0; f < module->file_count; f++)
            named = named || (module->files[f] != NULL && text_equal(module->files[f], names[i / 2]));
        assert_true(named);
        request.source = "int x = nothing;\n";
        request.source_size = strlen(request.source);
        compile_with(&setup, &request, arena, &result);
        assert_int_equal(result.status, COMPILE_FAILED);
        assert_string_equal(first_error(&result)->loc.file, names[i / 2]);
    }
}

static void gives_atomics_and_barriers_of_libcuxx(void **state) {
    (void)state;
    CompileResult result = compile_text(
        "#include <cuda/atomic>\n#include <cuda/barrier>\n"
        "__device__ cuda::atomic<unsigned, cuda::thread_scope_device> ticket;\n"
        "extern \"C\" __global__ void k(int *out, float *sum) {\n"
        "    __shared__ cuda::barrier<cuda::thread_scope_block> meeting;\n"
        "    if (threadIdx.x == 0) init(&meeting, blockDim.x);\n"
        "    __syncthreads();\n"
        "    cuda::atomic_ref<float, cuda::thread_scope_block>(*sum).fetch_add(1.0f, cuda::memory_order_relaxed);\n"
        "    meeting.arrive_and_wait();\n"
        "    out[threadIdx.x] = (int)ticket.fetch_add(1u, cuda::memory_order_acq_rel) + (int)ticket;\n"
        "}\n",
        COMPILER_CLANG);
    if (result.status != COMPILE_DONE) fail_msg("%s", result.log);
    static const char *const wanted[] = {"atom.relaxed.cta.add.f32",   "atom.acq_rel.gpu.add.u32",
                                         "ld.acquire.gpu.b32",         "fence.sc.gpu",
                                         "mbarrier.arrive.shared.b64", "mbarrier.test_wait.shared.b64"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strstr(result.image->ptx, wanted[i]) == NULL) fail_msg("no %s in %s", wanted[i], result.image->ptx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_atomics_and_barriers_of_libcuxx),
        cmocka_unit_test(takes_over_where_no_toolkit_is_found),
        cmocka_unit_test(charges_a_builtin_to_the_line_that_calls_it),
        cmocka_unit_test(names_file_line_and_column_of_an_error),
        cmocka_unit_test(a_file_of_the_system_cannot_be_read),
        cmocka_unit_test(headers_of_the_toolkit_are_known_by_name),
        cmocka_unit_test(static_shared_memory_is_told_and_limited),
        cmocka_unit_test(a_function_without_a_body_is_an_error),
        cmocka_unit_test(endless_work_is_stopped),
        cmocka_unit_test(assembly_that_no_assembler_takes_is_an_error),
        cmocka_unit_test(a_file_that_crashes_the_compiler_is_no_error_of_ours),
        cmocka_unit_test(a_file_of_the_system_cannot_be_asked_for),
        cmocka_unit_test(a_name_may_hold_what_compilers_do_not_take),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
