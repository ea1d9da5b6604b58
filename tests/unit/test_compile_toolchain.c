/* Finding NVRTC: made-up toolkits in a temporary folder, so that no test depends on what this machine has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

static Arena *arena;
static char folder[64];

/* A folder of its own, and an environment that points nowhere. */
static int start(void **state) {
    (void)state;
    arena = arena_new();
    strcpy(folder, "/tmp/warpschool-toolchain-XXXXXX");
    static const char *const variables[] = {"CUDA_HOME",    "CUDA_PATH", "LD_LIBRARY_PATH",  "VIRTUAL_ENV",
                                            "CONDA_PREFIX", "HOME",      "WARPSCHOOL_NVRTC", "WARPSCHOOL_CLANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) unsetenv(variables[i]);
    setenv("PATH", "/nowhere", 1);
    return mkdtemp(folder) == NULL;
}

static int finish(void **state) {
    (void)state;
    setenv("PATH", "/usr/bin:/bin", 1);
    int status = system(arena_printf(arena, "rm -rf %s", folder));
    arena_free(arena);
    return status;
}

static const char *in_folder(const char *path) {
    return arena_printf(arena, "%s/%s", folder, path);
}

static void make_file(const char *path) {
    assert_true(file_write(in_folder(path), "\n", 1));
}

static void make_toolkit(const char *home, const char *library, bool with_cccl) {
    make_file(arena_printf(arena, "%s/%s", home, library));
    make_file(arena_printf(arena, "%s/include/cuda_fp16.h", home));
    if (with_cccl) make_file(arena_printf(arena, "%s/include/cccl/cuda/std/atomic", home));
}

static void no_toolkit_is_found_where_there_is_none_and_every_place_is_named(void **state) {
    (void)state;
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_null(toolkit.library);
    assert_int_equal(toolkit.include_count, 0);
    static const char *const places[] = {"CUDA_HOME", "CUDA_PATH", "PATH",  "/usr/local/cuda",
                                         "/opt/cuda", "/usr/lib",  "Python"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) assert_non_null(strstr(toolkit.searched, places[i]));
}

static void cuda_home_comes_first_and_brings_its_headers(void **state) {
    (void)state;
    make_toolkit("mine", "lib64/libnvrtc.so.13", true);
    make_toolkit("usr/local/cuda", "lib64/libnvrtc.so.12", false);
    setenv("CUDA_HOME", in_folder("mine"), 1);
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_string_equal(toolkit.library, in_folder("mine/lib64/libnvrtc.so.13"));
    assert_int_equal(toolkit.include_count, 2);
    assert_string_equal(toolkit.includes[0], in_folder("mine/include"));
    assert_string_equal(toolkit.includes[1], in_folder("mine/include/cccl"));
}

static void a_cuda_home_without_a_compiler_is_passed_over(void **state) {
    (void)state;
    make_toolkit("usr/local/cuda", "targets/x86_64-linux/lib/libnvrtc.so.12", false);
    setenv("CUDA_HOME", in_folder("gone"), 1);
    assert_string_equal(toolkit_find(arena, folder).library,
                        in_folder("usr/local/cuda/targets/x86_64-linux/lib/libnvrtc.so.12"));
}

static void the_nvcc_on_path_leads_to_its_toolkit_through_links(void **state) {
    (void)state;
    make_toolkit("kit", "lib/libnvrtc.so.12", false);
    make_file("kit/bin/nvcc");
    make_file("bin/other");
    assert_int_equal(chmod(in_folder("kit/bin/nvcc"), 0755), 0);
    assert_int_equal(symlink("../kit/bin/nvcc", in_folder("bin/nvcc")), 0);
    setenv("PATH", arena_printf(arena, "/nowhere::%s", in_folder("bin")), 1);
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_string_equal(toolkit.library, in_folder("kit/lib/libnvrtc.so.12"));
    assert_string_equal(toolkit.includes[0], in_folder("kit/include"));
}

static void the_newest_version_is_taken_and_look_alikes_are_not(void **state) {
    (void)state;
    make_toolkit("usr/local/cuda-9.2", "lib64/libnvrtc.so.9.2", false);
    make_toolkit("usr/local/cuda-12.4", "lib64/libnvrtc.so.12", false);
    make_file("usr/local/cuda-12.4/lib64/libnvrtc.alt.so.12");
    make_file("usr/local/cuda-12.4/lib64/libnvrtc-builtins.so.12.4");
    make_file("usr/local/cuda-12.4/lib64/libnvrtc.so.12.backup");
    make_file("usr/local/cuda-12.4/lib64/libnvrtc.so.9");
    assert_string_equal(toolkit_find(arena, folder).library, in_folder("usr/local/cuda-12.4/lib64/libnvrtc.so.12"));
}

static void a_distribution_s_library_goes_with_its_headers(void **state) {
    (void)state;
    make_file("usr/lib/x86_64-linux-gnu/libnvrtc.so.11.2");
    make_file("usr/include/cuda_fp16.h");
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_string_equal(toolkit.library, in_folder("usr/lib/x86_64-linux-gnu/libnvrtc.so.11.2"));
    assert_string_equal(toolkit.includes[0], in_folder("usr/include"));
}

static void python_packages_are_found(void **state) {
    (void)state;
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h");
    setenv("VIRTUAL_ENV", in_folder("venv"), 1);
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_true(text_ends(toolkit.library, "cuda_nvrtc/lib/libnvrtc.so.12"));
    assert_int_equal(toolkit.include_count, 1);
    assert_true(text_ends(toolkit.includes[0], "cuda_runtime/include"));
    make_toolkit("venv/lib/python3.11/site-packages/nvidia/cu13", "lib/libnvrtc.so.13", true);
    toolkit = toolkit_find(arena, folder);
    assert_true(text_ends(toolkit.library, "cu13/lib/libnvrtc.so.13"));
    assert_int_equal(toolkit.include_count, 2);
}

static void packages_in_sibling_folders_give_all_their_headers_and_one_root_that_holds_them(void **state) {
    (void)state;
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h");
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_cccl/include/nv/target");
    setenv("VIRTUAL_ENV", in_folder("venv"), 1);
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_int_equal(toolkit.include_count, 2);
    assert_true(text_ends(toolkit.includes[1], "cuda_cccl/include"));
    assert_true(text_ends(toolkit.root, "site-packages/nvidia"));
}

static void an_active_environment_comes_before_the_usual_folders_where_it_has_headers(void **state) {
    (void)state;
    make_toolkit("usr/local/cuda", "lib64/libnvrtc.so.13", false);
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    setenv("VIRTUAL_ENV", in_folder("venv"), 1);
    assert_true(text_ends(toolkit_find(arena, folder).library, "libnvrtc.so.13"));
    make_file("venv/lib/python3.11/site-packages/nvidia/cuda_runtime/include/cuda_fp16.h");
    Toolkit toolkit = toolkit_find(arena, folder);
    assert_true(text_ends(toolkit.library, "libnvrtc.so.12"));
    assert_string_equal(toolkit_others(arena, folder, toolkit.library),
                        in_folder("usr/local/cuda/lib64/libnvrtc.so.13"));
}

static void a_variable_of_our_own_names_the_only_place(void **state) {
    (void)state;
    make_toolkit("usr/local/cuda", "lib64/libnvrtc.so.13", false);
    make_toolkit("elsewhere", "lib/libnvrtc.so.12", false);
    static const char *const names[] = {"elsewhere", "elsewhere/lib", "elsewhere/lib/libnvrtc.so.12"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv("WARPSCHOOL_NVRTC", in_folder(names[i]), 1);
        Toolkit toolkit = toolkit_find(arena, folder);
        assert_string_equal(toolkit.library, in_folder("elsewhere/lib/libnvrtc.so.12"));
        assert_string_equal(toolkit.includes[0], in_folder("elsewhere/include"));
    }
    setenv("WARPSCHOOL_NVRTC", in_folder("gone"), 1);
    assert_null(toolkit_find(arena, folder).library);
}

static void make_program(const char *path) {
    make_file(path);
    assert_int_equal(chmod(in_folder(path), 0755), 0);
}

static void path_s_plain_clang_is_preferred_then_the_newest_version(void **state) {
    (void)state;
    make_program("bin/clang-14");
    make_program("bin/clang-19");
    make_program("usr/lib/llvm-9/bin/clang");
    make_program("usr/lib/llvm-16/bin/clang");
    make_program("other/clang");
    setenv("PATH", arena_printf(arena, "%s:%s", in_folder("bin"), in_folder("other")), 1);
    static const char *const order[] = {"other/clang", "bin/clang-19", "bin/clang-14", "usr/lib/llvm-16/bin/clang",
                                        "usr/lib/llvm-9/bin/clang"};
    size_t count;
    const char *const *found = clang_find(arena, folder, &count);
    assert_true(count >= 5);
    for (size_t i = 0; i < 5; i++) assert_string_equal(found[i], in_folder(order[i]));
    setenv("WARPSCHOOL_CLANG", "clang-14", 1);
    found = clang_find(arena, folder, &count);
    assert_int_equal(count, 1);
    assert_string_equal(found[0], in_folder("bin/clang-14"));
}

static CompileResult compile_in(const char *root) {
    CompileSetup setup = compile_setup(arena);
    setup.root = root;
    setup.cache = in_folder("cache");
    const char *source = "extern \"C\" __global__ void k(int *p) { p[0] = 1; }\n";
    CompileRequest request = {
        .file = "exercises/x.cu", .source = source, .source_size = strlen(source), .arch = "sm_90"};
    CompileResult result;
    compile_with(&setup, &request, arena, &result);
    return result;
}

static void without_a_compiler_the_student_learns_what_to_do_and_what_still_works(void **state) {
    (void)state;
    CompileResult result = compile_in(folder);
    assert_int_equal(result.status, COMPILE_NO_COMPILER);
    assert_null(result.image);
    assert_int_equal(result.diags.errors, 1);
    Text text = {0};
    for (const Diag *diag = result.diags.first; diag != NULL; diag = diag->next) diag_line(&text, diag);
    static const char *const words[] = {"libnvrtc",  "nvidia-cuda-toolkit", "CUDA_HOME",
                                        "looked in", "/opt/cuda",           "still works"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text.data, words[i]) == NULL) fail_msg("nothing about %s in: %s", words[i], text.data);
    text_free(&text);
}

static void a_library_that_is_none_is_our_trouble_and_is_named(void **state) {
    (void)state;
    make_toolkit("usr/local/cuda", "lib64/libnvrtc.so.13", false);
    CompileResult result = compile_in(folder);
    assert_int_equal(result.status, COMPILE_BROKEN);
    assert_non_null(strstr(result.diags.first->message, in_folder("usr/local/cuda/lib64/libnvrtc.so.13")));
    assert_non_null(result.diags.first->hint);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_toolkit_is_found_where_there_is_none_and_every_place_is_named, start,
                                        finish),
        cmocka_unit_test_setup_teardown(cuda_home_comes_first_and_brings_its_headers, start, finish),
        cmocka_unit_test_setup_teardown(a_cuda_home_without_a_compiler_is_passed_over, start, finish),
        cmocka_unit_test_setup_teardown(the_nvcc_on_path_leads_to_its_toolkit_through_links, start, finish),
        cmocka_unit_test_setup_teardown(the_newest_version_is_taken_and_look_alikes_are_not, start, finish),
        cmocka_unit_test_setup_teardown(a_distribution_s_library_goes_with_its_headers, start, finish),
        cmocka_unit_test_setup_teardown(python_packages_are_found, start, finish),
        cmocka_unit_test_setup_teardown(packages_in_sibling_folders_give_all_their_headers_and_one_root_that_holds_them,
                                        start, finish),
        cmocka_unit_test_setup_teardown(an_active_environment_comes_before_the_usual_folders_where_it_has_headers,
                                        start, finish),
        cmocka_unit_test_setup_teardown(a_variable_of_our_own_names_the_only_place, start, finish),
        cmocka_unit_test_setup_teardown(path_s_plain_clang_is_preferred_then_the_newest_version, start, finish),
        cmocka_unit_test_setup_teardown(without_a_compiler_the_student_learns_what_to_do_and_what_still_works, start,
                                        finish),
        cmocka_unit_test_setup_teardown(a_library_that_is_none_is_our_trouble_and_is_named, start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
