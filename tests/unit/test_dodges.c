/* Dodges made from a solution's text. What comes out is compared with what was written by hand; that it compiles and
 * runs is shown by tests/golden/lint.case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "lint/dodges.h"

static Arena *arena;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

/* ---- a launch of k(const int *in, int *out, int n) --------------------------------------------------------------- */

static int32_t left[] = {7, -1, 300};
static Buffer buffers[] = {{.name = "in", .type = SCALAR_I32, .count = 3, .bytes = left},
                           {.name = "out", .type = SCALAR_I32, .count = 3, .bytes = left, .output = true}};
static const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "in"},
                           {.kind = ARG_BUFFER, .buffer = 1, .name = "out"},
                           {.kind = ARG_VALUE, .type = SCALAR_I32, .value = 3, .name = "n"}};

static Launch launch_of(uint32_t blocks, uint32_t threads) {
    return (Launch){.kernel = "k",
                    .grid = {blocks, 1, 1},
                    .block = {threads, 1, 1},
                    .buffers = buffers,
                    .buffer_count = 2,
                    .args = args,
                    .arg_count = 3};
}

static size_t count;

static const Dodge *make(const char *solution, uint32_t blocks, uint32_t threads) {
    Launch *launch = arena_make(arena, Launch);
    *launch = launch_of(blocks, threads);
    const Launch *launches[] = {launch};
    return dodges_make(solution, launches, 1, arena, &count);
}

/* The text of the dodge of that name; NULL where there is none. */
static const char *text_of(const Dodge *dodges, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (text_equal(dodges[i].name, name)) return dodges[i].text;
    return NULL;
}

static void assert_holds(const char *text, const char *part) {
    assert_non_null(text);
    if (strstr(text, part) == NULL) fail_msg("there is no '%s' in:\n%s", part, text);
}

static const char plain[] =
    "extern \"C\" __global__ void k(const int *in, int *out, int n)\n{\n    out[0] = in[n];\n}\n";

/* ---- waits ------------------------------------------------------------------------------------------------------- */

static void test_waits_give_way(void **state) {
    (void)state;
    const Dodge *dodges =
        make("f(); // __syncthreads();\n__syncthreads();\nmy__syncthreads();\n__syncwarp(g(1));\n", 1, 64);
    assert_string_equal(text_of(dodges, "no-waits"),
                        "f(); // __syncthreads();\n((void)0);\nmy__syncthreads();\n((void)0);\n");
    assert_string_equal(text_of(dodges, "no-wait-2"),
                        "f(); // __syncthreads();\n__syncthreads();\nmy__syncthreads();\n((void)0);\n");
    assert_holds(text_of(dodges, "waits-by-warp"), "\nasm volatile(\"bar.sync 1, 32;\");\nmy");
    assert_null(text_of(dodges, "no-wait-3"));
}

static void test_a_vote_of_the_block_becomes_one_of_the_warp(void **state) {
    (void)state;
    const Dodge *dodges = make("int any = __syncthreads_or(in[t] < f(0));\n", 1, 64);
    assert_string_equal(text_of(dodges, "fences"), "int any = [=] { __threadfence_block(); return "
                                                   "__any_sync(0xffffffff, (in[t] < f(0))); }();\n");
}

static void test_a_wait_among_the_arguments_of_another_goes_with_it(void **state) {
    (void)state;
    const Dodge *dodges = make("__syncthreads_or(__syncthreads_and(1));\n__syncwarp();\n", 1, 64);
    assert_string_equal(text_of(dodges, "no-wait-2"), "__syncthreads_or(__syncthreads_and(1));\n((void)0);\n");
    assert_null(text_of(dodges, "no-wait-3"));
}

static void test_a_delay_goes_with_volatile_memory(void **state) {
    (void)state;
    const Dodge *dodges = make("    __shared__ int a[2];\n    int *at = a;\n    __syncthreads();\n", 1, 64);
    assert_string_equal(text_of(dodges, "delays"),
                        "    __shared__ volatile int a[2];\n    volatile int *at = a;\n    __nanosleep(1000);\n");
}

static void test_one_warp_meets_itself_at_any_barrier(void **state) {
    (void)state;
    const Dodge *dodges = make("__syncthreads();\n", 1, 32);
    assert_null(text_of(dodges, "waits-by-warp"));
    assert_non_null(text_of(dodges, "no-waits"));
}

/* ---- the kernel as a function ------------------------------------------------------------------------------------ */

static void test_few_blocks_call_the_solution_with_other_indices(void **state) {
    (void)state;
    const char *text = text_of(make(plain, 4, 64), "half-the-blocks");
    assert_holds(text,
                 "__device__ __forceinline__ void k_solution(const int * in, int * out, int n, uint3 blockIdx)\n{");
    assert_holds(text, "\nextern \"C\" __global__ void k(const int *in, int *out, int n)\n{");
    assert_holds(text, "unsigned my_workers = (my_all + 1) / 2;");
    assert_holds(text, "k_solution(in, out, n, make_uint3(");
}

static void test_what_a_launch_gives_no_reason_for_is_left_out(void **state) {
    (void)state;
    const Dodge *dodges = make(plain, 1, 1);
    assert_null(text_of(dodges, "half-the-blocks"));
    assert_null(text_of(dodges, "one-block"));
    assert_null(text_of(dodges, "half-the-threads"));
    assert_null(text_of(dodges, "one-thread"));
    assert_null(text_of(dodges, "no-waits"));
}

static void test_inputs_are_read_with_atomics(void **state) {
    (void)state;
    assert_holds(text_of(make(plain, 1, 32), "atomics-for-loads"),
                 "void k_solution(AtomicallyRead<int> in, int * out, int n)");
    static const char wide[] = "__global__ void k(const int4 *in, int *out, int n)\n{\n}\n";
    assert_null(text_of(make(wide, 1, 32), "atomics-for-loads"));
}

static void test_a_kernel_that_is_not_found_leaves_the_waits(void **state) {
    (void)state;
    const Dodge *dodges = make("__global__ void other()\n{\n    __syncthreads();\n}\n", 4, 64);
    assert_null(text_of(dodges, "constants"));
    assert_non_null(text_of(dodges, "no-waits"));
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static void test_outputs_are_written_out(void **state) {
    (void)state;
    const Dodge *dodges = make(plain, 4, 64);
    const char *text = text_of(dodges, "constants");
    assert_holds(text, "__device__ const unsigned known_0_1[] = {0x7, 0xffffffff, 0x12c};");
    assert_holds(text, "gridDim.x == 4 && blockDim.x == 64");
    assert_holds(text, "&& n == 3) {");
    assert_holds(text, "((unsigned *)out)[my_n] = known_0_1[my_n];");
    assert_null(strstr(text, "k_solution"));
    assert_holds(text_of(dodges, "constants-beside"), "k_solution(in, (int *)unread_k_1, n);");
}

static void test_a_parameter_list_with_a_template_is_read(void **state) {
    (void)state;
    static const char source[] =
        "__global__ void __launch_bounds__(64) k(const Pair<int, 2> *in,\n    int *out, /* , */ int n)\n{\n}\n";
    const Dodge *dodges = make(source, 4, 64);
    assert_holds(text_of(dodges, "one-block"), "void k_solution(const Pair<int, 2> * in, int * out, ");
    assert_holds(text_of(dodges, "one-block"), "__global__ void __launch_bounds__(64) k(const Pair<int, 2> *in,");
}

int main(void) {
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_waits_give_way),
        TEST(test_a_vote_of_the_block_becomes_one_of_the_warp),
        TEST(test_a_wait_among_the_arguments_of_another_goes_with_it),
        TEST(test_a_delay_goes_with_volatile_memory),
        TEST(test_one_warp_meets_itself_at_any_barrier),
        TEST(test_few_blocks_call_the_solution_with_other_indices),
        TEST(test_what_a_launch_gives_no_reason_for_is_left_out),
        TEST(test_inputs_are_read_with_atomics),
        TEST(test_a_kernel_that_is_not_found_leaves_the_waits),
        TEST(test_outputs_are_written_out),
        TEST(test_a_parameter_list_with_a_template_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
