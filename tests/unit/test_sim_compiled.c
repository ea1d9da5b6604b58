/* CUDA C++ through a real compiler and onto the simulator: what libraries' headers make of a few lines. By NVRTC and by
 * clang, with our headers; skipped where one is missing. */
#include "sim_testing.h"

#include <stdlib.h>

#include "compile/compile.h"

enum { THREADS = 64 };
static int32_t out[THREADS], in[THREADS];
static CompilerChoice compiler;

static int by_nvrtc(void **state) {
    (void)state;
    compiler = COMPILER_NVRTC;
    return 0;
}

static int by_clang(void **state) {
    (void)state;
    compiler = COMPILER_CLANG;
    return 0;
}

/* Runs kernel k(out, in) with one block of THREADS; in[i] = 3 i + 1. */
static void run_source(const char *source) {
    Arena *arena = arena_new();
    CompileRequest request = {
        .file = "test.cu", .source = source, .source_size = strlen(source), .arch = "sm_90", .compiler = compiler};
    CompileResult compiled;
    compile(&request, arena, &compiled);
    if (compiled.status == COMPILE_NO_COMPILER) {
        print_message("SKIP: %s was not found on this machine\n", compiler_choice_name[compiler]);
        skip();
    }
    if (compiled.status != COMPILE_DONE) print_error("%s\n", compiled.log != NULL ? compiled.log : "");
    assert_int_equal(compiled.status, COMPILE_DONE);
    for (int i = 0; i < THREADS; i++) {
        out[i] = -7777;
        in[i] = 3 * i + 1;
    }
    Buffer buffers[] = {{"out", SCALAR_I32, THREADS, out, true, NULL}, {"in", SCALAR_I32, THREADS, in, false, NULL}};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "out"},
                        {.kind = ARG_BUFFER, .buffer = 1, .name = "in"}};
    TestRun run = {.arena = arena, .image = *compiled.image};
    run.launch = (Launch){.kernel = "k",
                          .grid = {1, 1, 1},
                          .block = {THREADS, 1, 1},
                          .buffers = buffers,
                          .buffer_count = 2,
                          .args = args,
                          .arg_count = 2};
    test_expect(&run, RUN_FINISHED);
    arena_free(arena);
}

static void tiles_of_cooperative_groups_keep_to_themselves(void **state) {
    (void)state;
    run_source("#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
               "namespace cg = cooperative_groups;\n"
               "extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    cg::thread_block block = cg::this_thread_block();\n"
               "    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);\n"
               "    int value = in[block.thread_rank()], sum = value;\n"
               "    for (int step = tile.size() / 2; step > 0; step /= 2) sum += tile.shfl_down(sum, step);\n"
               "    sum = tile.shfl(sum, 0);\n"
               "    sum += 100000 * tile.any(value == 1) + 200000 * __popc(tile.ballot(value & 1));\n"
               "    sum += cg::reduce(tile, value, cg::greater<int>()) + cg::reduce(tile, value, cg::plus<int>());\n"
               "    block.sync();\n"
               "    out[block.thread_rank()] = sum;\n}\n");
    for (int i = 0; i < THREADS; i++) {
        int first = i / 8 * 8, sum = 0, odd = 0;
        for (int j = first; j < first + 8; j++) {
            sum += 3 * j + 1;
            odd += (3 * j + 1) & 1;
        }
        assert_int_equal(out[i], 2 * sum + (first == 0 ? 100000 : 0) + 200000 * odd + 3 * (first + 7) + 1);
    }
}

static void threads_that_took_a_branch_are_a_group(void **state) {
    (void)state;
    run_source("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
               "extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    int i = threadIdx.x, result = -1;\n"
               "    if (i % 3 == 1) {\n"
               "        cg::coalesced_group group = cg::coalesced_threads();\n"
               "        result = group.thread_rank() + 100 * group.size() + 10000 * group.all(in[i] > 2);\n"
               "    }\n    out[i] = result;\n}\n");
    for (int i = 0; i < THREADS; i++) {
        int rank = 0, size = 0;
        for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++)
            if (j % 3 == 1) {
                size++;
                rank += j < i;
            }
        assert_int_equal(out[i], i % 3 == 1 ? rank + 100 * size + 10000 : -1);
    }
}

static void asynchronous_copies_of_a_group_arrive(void **state) {
    (void)state;
    run_source("#include <cuda_pipeline.h>\n"
               "extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    __shared__ __align__(16) int tile[64];\n"
               "    int i = threadIdx.x;\n"
               "    if (i < 16) __pipeline_memcpy_async(&tile[4 * i], &in[4 * i], 16, i == 3 ? 8 : 0);\n"
               "    __pipeline_commit();\n    __pipeline_wait_prior(0);\n    __syncthreads();\n"
               "    out[i] = tile[63 - i];\n}\n");
    for (int i = 0; i < THREADS; i++) {
        int from = 63 - i;
        assert_int_equal(out[i], from == 14 || from == 15 ? 0 : 3 * from + 1);
    }
}

/* Small whole numbers are exact in half precision, and so are their sums and products here. */
static void halves_compute_and_compare_in_pairs(void **state) {
    (void)state;
    run_source("#include <cuda_fp16.h>\n"
               "extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    int i = threadIdx.x;\n"
               "    __half2 a = __floats2half2_rn(i, 2 * i), b = __float2half2_rn(20.0f);\n"
               "    __half2 c = __hfma2(a, __float2half2_rn(3.0f), b);\n"
               "    __half2 d = __hgt2(a, b);\n"
               "    int both = __hbgt2(a, b), sum = __half2int_rn(__low2half(c)) + __half2int_rn(__high2half(c));\n"
               "    out[i] = sum + 1000 * (int)__low2float(d) + 2000 * (int)__high2float(d) + 10000 * both +\n"
               "             100000 * (__hmin(__low2half(a), __float2half(5.0f)) == __float2half(5.0f));\n}\n");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(out[i],
                         9 * i + 40 + 1000 * (i > 20) + 2000 * (2 * i > 20) + 10000 * (i > 20) + 100000 * (i >= 5));
}

static int32_t bytes_added(int32_t a, int32_t b) {
    uint32_t sum = 0;
    for (int byte = 0; byte < 4; byte++)
        sum |= ((((uint32_t)a >> 8 * byte) + ((uint32_t)b >> 8 * byte)) & 255) << 8 * byte;
    return (int32_t)sum;
}

static void intrinsics_on_bytes_and_halves_of_words_work(void **state) {
    (void)state;
    run_source("extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    unsigned a = in[threadIdx.x] * 0x01030507u, b = threadIdx.x * 0x11071301u;\n"
               "    out[threadIdx.x] = __vadd4(a, b) ^ __vabsdiffu2(a, b) ^ __byte_perm(a, b, 0x5140) ^ __dp4a(a, b, "
               "9u);\n}\n");
    for (int i = 0; i < THREADS; i++) {
        uint32_t a = (uint32_t)in[i] * 0x01030507u, b = (uint32_t)i * 0x11071301u, difference = 0, dot = 9;
        for (int half = 0; half < 2; half++) {
            uint32_t x = a >> 16 * half & 0xffff, y = b >> 16 * half & 0xffff;
            difference |= (x > y ? x - y : y - x) << 16 * half;
        }
        for (int byte = 0; byte < 4; byte++) dot += (a >> 8 * byte & 255) * (b >> 8 * byte & 255);
        uint32_t mixed = (a & 255) | (b & 255) << 8 | (a >> 8 & 255) << 16 | (b >> 8 & 255) << 24;
        assert_int_equal((uint32_t)out[i], (uint32_t)bytes_added((int32_t)a, (int32_t)b) ^ difference ^ mixed ^ dot);
    }
}

static void virtual_functions_and_the_device_heap_work(void **state) {
    (void)state;
    run_source("struct Shape { __device__ virtual int area(int n) const = 0; };\n"
               "struct Square : Shape { __device__ int area(int n) const override { return n * n; } };\n"
               "struct Row : Shape { int width; __device__ Row(int w) : width(w) {} __device__ int area(int n) const "
               "override { return n * width; } };\n"
               "extern \"C\" __global__ void k(int *out, const int *in) {\n"
               "    Shape *shape = threadIdx.x % 2 ? (Shape *)new Square : (Shape *)new Row(in[threadIdx.x]);\n"
               "    out[threadIdx.x] = shape->area(threadIdx.x);\n    delete shape;\n}\n");
    for (int i = 0; i < THREADS; i++) assert_int_equal(out[i], i % 2 ? i * i : i * (3 * i + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_of_cooperative_groups_keep_to_themselves),
        cmocka_unit_test(threads_that_took_a_branch_are_a_group),
        cmocka_unit_test(asynchronous_copies_of_a_group_arrive),
        cmocka_unit_test(halves_compute_and_compare_in_pairs),
        cmocka_unit_test(intrinsics_on_bytes_and_halves_of_words_work),
        cmocka_unit_test(virtual_functions_and_the_device_heap_work),
    };
    int failed = cmocka_run_group_tests_name("by NVRTC", tests, by_nvrtc, NULL);
    return failed + cmocka_run_group_tests_name("by clang", tests, by_clang, NULL);
}
