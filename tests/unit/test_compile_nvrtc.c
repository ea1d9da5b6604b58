/* Real compiles with the toolkit of this machine; skipped where there is none. Every way of isolation that the system
 * offers must keep the same things from the compiler. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-nvrtc-XXXXXX";
static CompileSetup setup;
static bool found;

static const char file[] = "exercises/05-banks.cu";
static const char good[] = "extern \"C\" __global__ void k(int *out) {\n"
                           "    __shared__ int tile[32];\n"
                           "    tile[threadIdx.x] = out[threadIdx.x];\n"
                           "    __syncthreads();\n"
                           "    out[threadIdx.x] = tile[31 - threadIdx.x];\n"
                           "}\n";

static int start(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(folder) == NULL) return 1;
    const char *work = path_join(arena, folder, "work");
    if (!file_make_directories(work) || chdir(work) != 0) return 1;
    Toolchain toolchain;
    compile_toolchain(arena, COMPILER_AUTO, &toolchain);
    found = toolchain.nvrtc_major > 0;
    setup = compile_setup(arena);
    setup.cache = path_join(arena, folder, "cache");
    return 0;
}

static int finish(void **state) {
    (void)state;
    int status = chdir("/") | system(arena_printf(arena, "rm -rf %s", folder));
    arena_free(arena);
    return status;
}

static void need_toolkit(void) {
    if (found) return;
    print_message("SKIP: no CUDA Toolkit was found on this machine\n");
    skip();
}

static CompileResult compile_request(const char *source, const char *arch, int max_registers) {
    CompileRequest request = {
        .file = file, .source = source, .source_size = strlen(source), .arch = arch, .max_registers = max_registers};
    CompileResult result;
    compile_with(&setup, &request, arena, &result);
    return result;
}

static CompileResult compile_source(const char *source) {
    return compile_request(source, "sm_90", 0);
}

static const char *all_text(const CompileResult *result) {
    Text text = {0};
    for (const Diag *diag = result->diags.first; diag != NULL; diag = diag->next) diag_line(&text, diag);
    text_add(&text, result->log);
    return text_take(&text, arena);
}

static void a_kernel_gives_ptx_with_lines_a_cubin_and_its_resources(void **state) {
    (void)state;
    need_toolkit();
    CompileResult result = compile_source(good);
    assert_int_equal(result.status, COMPILE_DONE);
    assert_int_equal(result.diags.count, 0);
    const Image *image = result.image;
    assert_string_equal(image->file, file);
    assert_string_equal(image->arch, "sm_90");
    assert_int_equal(image->ptx_size, strlen(image->ptx));
    assert_non_null(strstr(image->ptx, ".target sm_90"));
    assert_non_null(strstr(image->ptx, ".file\t1 \"exercises/05-banks.cu\""));
    assert_non_null(strstr(image->ptx, ".loc\t1 5 "));
    assert_null(strstr(image->ptx, folder));
    assert_memory_equal(image->cubin, "\177ELF", 4);
    assert_int_equal(image->resource_count, 1);
    assert_string_equal(image->resources[0].kernel, "k");
    assert_in_range(image->resources[0].registers, 1, 32);
    assert_int_equal(image->resources[0].shared_static, 32 * sizeof(int));
    assert_int_equal(image->resources[0].spill_stores, 0);
}

static void an_error_is_at_the_line_and_column_of_the_student_s_file(void **state) {
    (void)state;
    need_toolkit();
    /* undefined_name begins in column 14 of line 2. */
    CompileResult result =
        compile_source("extern \"C\" __global__ void k(int *out) {\n    out[0] = undefined_name + 1;\n}\n");
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_null(result.image);
    assert_int_equal(result.diags.errors, 1);
    Text text = {0};
    diag_line(&text, result.diags.first);
    assert_string_equal(text.data, "exercises/05-banks.cu:2:14: error: identifier \"undefined_name\" is undefined\n");
    text_free(&text);
}

static void defines_and_a_register_limit_reach_the_compiler(void **state) {
    (void)state;
    need_toolkit();
    const char *source = "extern \"C\" __global__ void k(float *p) {\n"
                         "    float v[COUNT];\n"
                         "    #pragma unroll\n"
                         "    for (int i = 0; i < COUNT; i++) v[i] = p[i * 32 + threadIdx.x];\n"
                         "    __syncthreads();\n"
                         "    #pragma unroll\n"
                         "    for (int i = 0; i < COUNT; i++) p[i * 32 + threadIdx.x] = v[i] * v[(i + 1) % COUNT];\n"
                         "}\n";
    Define defines[] = {{"COUNT", "64"}};
    CompileRequest request = {.file = file,
                              .source = source,
                              .source_size = strlen(source),
                              .arch = "sm_90",
                              .defines = defines,
                              .define_count = 1};
    CompileResult free_choice, limited;
    compile_with(&setup, &request, arena, &free_choice);
    assert_int_equal(free_choice.status, COMPILE_DONE);
    assert_true(free_choice.image->resources[0].registers > 64); /* 64 values are alive at the barrier */
    assert_int_equal(free_choice.image->resources[0].spill_stores, 0);
    request.max_registers = 32;
    compile_with(&setup, &request, arena, &limited);
    assert_int_equal(limited.status, COMPILE_DONE);
    assert_true(limited.image->resources[0].registers <= 32);
    assert_true(limited.image->resources[0].spill_stores > 0);
    assert_true(limited.image->resources[0].spill_loads > 0);
    assert_true(limited.image->resources[0].stack > 0);
}

static void a_define_that_is_no_macro_is_refused(void **state) {
    (void)state;
    static const Define bad[] = {
        {"A B", "1"}, {"", "1"}, {"1A", "1"}, {"A=1 -include", "1"}, {"A", "1\n#include \"/etc/passwd\""}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CompileRequest request = {.file = file,
                                  .source = good,
                                  .source_size = strlen(good),
                                  .arch = "sm_90",
                                  .defines = &bad[i],
                                  .define_count = 1};
        CompileResult result;
        compile_with(&setup, &request, arena, &result);
        assert_int_equal(result.status, COMPILE_FAILED);
        assert_int_equal(result.diags.errors, 1);
    }
}

static void an_architecture_that_this_compiler_does_not_know_is_named_with_those_it_knows(void **state) {
    (void)state;
    need_toolkit();
    CompileResult result = compile_request(good, "sm_20", 0);
    assert_int_equal(result.status, COMPILE_NO_COMPILER);
    assert_non_null(strstr(all_text(&result), "sm_20"));
    assert_non_null(strstr(all_text(&result), "sm_80 "));
    result = compile_request(good, "banana", 0);
    assert_int_equal(result.status, COMPILE_NO_COMPILER);
    assert_non_null(strstr(all_text(&result), "'banana' is not an architecture"));
}

static void too_much_static_shared_memory_fails_in_plain_words(void **state) {
    (void)state;
    need_toolkit();
    CompileResult result = compile_source("extern \"C\" __global__ void big(int *p) {\n"
                                          "    __shared__ int tile[20000];\n"
                                          "    tile[threadIdx.x] = p[threadIdx.x];\n"
                                          "    __syncthreads();\n"
                                          "    p[threadIdx.x] = tile[31 - threadIdx.x];\n"
                                          "}\n");
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_int_equal(result.diags.errors, 1);
    assert_int_equal(result.diags.first->loc.line, 1);
    assert_non_null(strstr(result.diags.first->message, "'big' declares 80,000 bytes")); /* 20000 ints */
}

static void bad_inline_assembly_is_at_the_student_s_line(void **state) {
    (void)state;
    need_toolkit();
    CompileResult result = compile_source("extern \"C\" __global__ void k(int *p) {\n"
                                          "    int v;\n"
                                          "    asm volatile(\"mov.u32 %0, %%no_such_register;\" : \"=r\"(v));\n"
                                          "    p[0] = v;\n"
                                          "}\n");
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_true(result.diags.errors >= 1);
    assert_int_equal(result.diags.first->loc.line, 3);
}

static void integers_of_128_bits_compile_as_with_nvcc(void **state) {
    (void)state;
    need_toolkit();
    CompileResult result = compile_source("extern \"C\" __global__ void k(long long *p) {\n"
                                          "    __int128 product = (__int128)p[0] * p[1];\n"
                                          "    p[2] = (long long)(product / p[3]);\n"
                                          "}\n");
    assert_int_equal(result.status, COMPILE_DONE);
}

static void toolkit_headers_can_be_included_and_are_named_without_their_place(void **state) {
    (void)state;
    need_toolkit();
    Toolkit toolkit = toolkit_find(arena, "");
    if (toolkit.include_count == 0) skip();
    CompileResult result = compile_source("#include <cuda_fp16.h>\n"
                                          "extern \"C\" __global__ void k(__half *p) { p[0] = __hadd(p[1], p[2]); }\n");
    assert_int_equal(result.status, COMPILE_DONE);
    assert_null(strstr(result.image->ptx, toolkit.includes[0]));
    result =
        compile_source("#include <cuda_fp16.h>\nextern \"C\" __global__ void k(__half *p) { p[0] = __hadd(p[1]); }\n");
    assert_int_equal(result.status, COMPILE_FAILED);
    assert_null(strstr(all_text(&result), toolkit.includes[0]));
}

/* ---- what the compiler may not read ------------------------------------------------------------------------------ */

static const char secret[] = "int the_secret_word_is_swordfish = ;\n";

/* Everything that a source could try; each must fail or go without, and quote nothing. */
static void nothing_but_toolkit_headers_can_be_read(void **state) {
    (void)state;
    need_toolkit();
    static const char *const attempts[] = {
        "#include \"/etc/passwd\"\n",
        "#include </etc/passwd>\n",
        "#include \"secret.h\"\n",
        "#include \"../secret.h\"\n",
        "#include \"exercises/secret.h\"\n",
        "#include \"../../../../../../../../../../etc/passwd\"\n",
        "#include <../../../../../../../../../../../etc/passwd>\n",
        "#include \"/proc/self/environ\"\n",
        "#include \"/proc/self/cwd/secret.h\"\n",
        "#include \"/proc/self/maps\"\n",
        "#include \"/proc/1/environ\"\n",
        "#include \"/dev/stdin\"\n",
        "#define WHERE \"secret.h\"\n#include WHERE\n",
        "#inc\\\nlude \"secret.h\"\n",
        "%:include \"secret.h\"\n",
        "#include_next \"secret.h\"\n",
        "#line 1 \"secret.h\"\n#include \"secret.h\"\n",
    };
    const char *absolute = arena_printf(arena, "#include \"%s/secret.h\"\n", folder);
    static const char *const places[] = {"secret.h", "exercises/secret.h", "../secret.h"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        assert_true(file_write(places[i], secret, strlen(secret)));
    setenv("THE_SECRET", "swordfish", 1);
    for (int strongest = ISOLATION_SOURCE_CHECK; strongest <= ISOLATION_LANDLOCK; strongest++) {
        setup.strongest = (Isolation)strongest;
        for (size_t i = 0; i <= sizeof attempts / sizeof *attempts; i++) {
            const char *attempt = i < sizeof attempts / sizeof *attempts ? attempts[i] : absolute;
            CompileResult result = compile_source(arena_printf(arena, "%s%s", attempt, good));
            const char *text = all_text(&result);
            if (result.status != COMPILE_FAILED)
                fail_msg("%s: status %d of %s", isolation_name[strongest], result.status, attempt);
            assert_null(strstr(text, "swordfish"));
            assert_null(strstr(text, "root:"));
        }
    }
    setup.strongest = ISOLATION_LANDLOCK;
}

static void whether_another_file_exists_cannot_be_asked(void **state) {
    (void)state;
    need_toolkit();
    for (int strongest = ISOLATION_SOURCE_CHECK; strongest <= ISOLATION_LANDLOCK; strongest++) {
        setup.strongest = (Isolation)strongest;
        CompileResult result = compile_source("#if __has_include(\"/etc/passwd\")\nit is there\n#endif\n");
        assert_null(strstr(all_text(&result), "it is there"));
    }
    setup.strongest = ISOLATION_LANDLOCK;
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

static CompileStatus compile_without_end(const char *source) {
    CompileSetup before = setup;
    setup.seconds = 3;
    CompileResult result = compile_source(source);
    assert_int_equal(result.diags.errors >= 1, true);
    setup = before;
    return result.status;
}

static void templates_and_macros_without_end_are_stopped(void **state) {
    (void)state;
    need_toolkit();
    assert_int_equal(compile_without_end("template <int N> struct A { static constexpr int v = A<N + 1>::v; };\n"
                                         "extern \"C\" __global__ void k(int *p) { p[0] = A<0>::v; }\n"),
                     COMPILE_FAILED); /* NVRTC has a limit of its own */
    assert_int_equal(compile_without_end(
                         "#define A(x) x x x x x x x x x x x x x x x x\n"
                         "extern \"C\" __global__ void k(int *p) { A(A(A(A(A(A(A(A(p[0]++;)))))))) }\n"),
                     COMPILE_STUCK); /* 16 to the eighth statements: out of time or of memory */
}

static void an_interrupted_compile_says_so(void **state) {
    (void)state;
    need_toolkit();
    static const volatile sig_atomic_t interrupted = 1;
    CompileRequest request = {
        .file = file, .source = "int never_seen;\n", .source_size = 16, .arch = "sm_90", .interrupted = &interrupted};
    CompileResult result;
    compile_with(&setup, &request, arena, &result);
    assert_int_equal(result.status, COMPILE_INTERRUPTED);
    assert_int_equal(result.diags.errors, 0);
}

/* ---- the cache --------------------------------------------------------------------------------------------------- */

static void assert_same_image(const Image *a, const Image *b) {
    assert_string_equal(a->ptx, b->ptx);
    assert_int_equal(a->cubin_size, b->cubin_size);
    assert_memory_equal(a->cubin, b->cubin, a->cubin_size);
    assert_int_equal(a->resource_count, b->resource_count);
    assert_int_equal(a->resources[0].registers, b->resources[0].registers);
}

static void use_new_cache(const char *name) {
    setup.cache = path_join(arena, folder, name);
}

static void a_second_compile_comes_from_the_cache_and_is_the_same(void **state) {
    (void)state;
    need_toolkit();
    use_new_cache("again");
    CompileResult first = compile_source(good), second = compile_source(good);
    assert_false(first.cached);
    assert_true(second.cached);
    assert_same_image(first.image, second.image);
    assert_string_equal(first.log, second.log);
    assert_false(compile_request(good, "sm_80", 0).cached);
    assert_false(compile_request(good, "sm_90", 64).cached);
    char *other = arena_string(arena, good);
    strstr(other, "31")[1] = '0'; /* of the same length */
    assert_false(compile_source(other).cached);
    CompileResult failed = compile_source("int x = y;\n"), failed_again = compile_source("int x = y;\n");
    assert_true(failed_again.cached);
    assert_string_equal(all_text(&failed), all_text(&failed_again));
}

static void a_spoilt_cache_entry_is_compiled_anew(void **state) {
    (void)state;
    need_toolkit();
    use_new_cache("spoilt");
    CompileResult first = compile_source(good);
    size_t count, size;
    const char *why;
    char **names = path_list(arena, setup.cache, ".entry", &count, &why);
    assert_int_equal(count, 1);
    const char *path = path_join(arena, setup.cache, names[0]);
    char *entry = file_read(arena, path, 1 << 20, &size, &why);
    char *ptx = entry;
    while (memcmp(ptx, ".target", 7) != 0) ptx++;
    memcpy(ptx, ".TARGET", 7);
    assert_true(file_write(path, entry, size));
    CompileResult second = compile_source(good), third = compile_source(good);
    assert_false(second.cached);
    assert_same_image(first.image, second.image);
    assert_true(third.cached);
}

static void compiles_at_once_share_a_cache(void **state) {
    (void)state;
    need_toolkit();
    use_new_cache("shared");
    enum { PROGRAMS = 2 };
    pid_t programs[PROGRAMS];
    for (int i = 0; i < PROGRAMS; i++) {
        programs[i] = fork();
        assert_true(programs[i] >= 0);
        if (programs[i] == 0) _exit(compile_source(good).status == COMPILE_DONE ? 0 : 1);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status;
        assert_int_equal(waitpid(programs[i], &status, 0), programs[i]);
        assert_int_equal(status, 0);
    }
    CompileResult after = compile_source(good);
    assert_true(after.cached);
    assert_int_equal(after.status, COMPILE_DONE);
}

static CompileRequest unassembled(void) {
    return (CompileRequest){
        .file = file, .source = good, .source_size = strlen(good), .arch = "sm_90", .unassembled = true};
}

static void new_cache(const char *name) {
    setup.cache = path_join(arena, folder, name);
}

static void ptx_alone_is_the_same_ptx_without_what_the_assembler_says(void **state) {
    (void)state;
    need_toolkit();
    new_cache("ptx");
    CompileRequest request = unassembled();
    CompileResult alone, again;
    compile_with(&setup, &request, arena, &alone);
    assert_int_equal(alone.status, COMPILE_DONE);
    assert_false(alone.cached);
    assert_null(alone.image->cubin);
    assert_int_equal(alone.image->resource_count, 1);
    assert_int_equal(alone.image->resources[0].registers, -1);
    assert_int_equal(alone.image->resources[0].shared_static, 32 * sizeof(int));
    CompileResult whole = compile_source(good);
    assert_false(whole.cached); /* it has more to say */
    assert_string_equal(alone.image->ptx, whole.image->ptx);
    new_cache("whole");
    compile_source(good);
    compile_with(&setup, &request, arena, &again);
    assert_true(again.cached); /* and so it is enough for who wants less */
    assert_string_equal(alone.image->ptx, again.image->ptx);
}

static bool no_child_is_left(void) {
    errno = 0;
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void a_compile_ahead_is_in_the_cache_once_it_was_waited_for(void **state) {
    (void)state;
    need_toolkit();
    new_cache("ahead");
    CompileRequest request = unassembled();
    CompileResult result;
    CompileAhead *ahead = compile_ahead_with(&setup, &request, arena);
    assert_non_null(ahead);
    compile_ahead_wait(ahead);
    assert_true(no_child_is_left());
    compile_with(&setup, &request, arena, &result);
    assert_true(result.cached);
    assert_null(compile_ahead_with(&setup, &request, arena)); /* nothing is left to do */
    compile_ahead_stop(ahead);                                /* nor to stop */
}

static void a_compile_ahead_that_nobody_wants_leaves_nothing(void **state) {
    (void)state;
    need_toolkit();
    new_cache("stopped");
    CompileRequest request = unassembled();
    CompileResult result;
    compile_ahead_stop(compile_ahead_with(&setup, &request, arena));
    assert_true(no_child_is_left());
    compile_with(&setup, &request, arena, &result);
    assert_false(result.cached);
    compile_ahead_wait(NULL);
    compile_ahead_stop(NULL);
}

static void without_a_usable_cache_it_compiles_all_the_same(void **state) {
    (void)state;
    need_toolkit();
    setup.cache = "/dev/null/cache";
    assert_int_equal(compile_source(good).status, COMPILE_DONE);
    setup.cache = NULL;
    assert_int_equal(compile_source(good).status, COMPILE_DONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_gives_ptx_with_lines_a_cubin_and_its_resources),
        cmocka_unit_test(an_error_is_at_the_line_and_column_of_the_student_s_file),
        cmocka_unit_test(defines_and_a_register_limit_reach_the_compiler),
        cmocka_unit_test(a_define_that_is_no_macro_is_refused),
        cmocka_unit_test(an_architecture_that_this_compiler_does_not_know_is_named_with_those_it_knows),
        cmocka_unit_test(too_much_static_shared_memory_fails_in_plain_words),
        cmocka_unit_test(bad_inline_assembly_is_at_the_student_s_line),
        cmocka_unit_test(integers_of_128_bits_compile_as_with_nvcc),
        cmocka_unit_test(toolkit_headers_can_be_included_and_are_named_without_their_place),
        cmocka_unit_test(nothing_but_toolkit_headers_can_be_read),
        cmocka_unit_test(whether_another_file_exists_cannot_be_asked),
        cmocka_unit_test(templates_and_macros_without_end_are_stopped),
        cmocka_unit_test(an_interrupted_compile_says_so),
        cmocka_unit_test(a_second_compile_comes_from_the_cache_and_is_the_same),
        cmocka_unit_test(a_spoilt_cache_entry_is_compiled_anew),
        cmocka_unit_test(compiles_at_once_share_a_cache),
        cmocka_unit_test(ptx_alone_is_the_same_ptx_without_what_the_assembler_says),
        cmocka_unit_test(a_compile_ahead_is_in_the_cache_once_it_was_waited_for),
        cmocka_unit_test(a_compile_ahead_that_nobody_wants_leaves_nothing),
        cmocka_unit_test(without_a_usable_cache_it_compiles_all_the_same),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
