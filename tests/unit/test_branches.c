/* Branches that the assembler kept, against an H200: tests/hardware/branches.cu and what Nsight Compute counted for its
 * launches. Where the program says what the assembler left, it must be what the GPU counted; of which kernels it says
 * nothing is listed here. */
#include "metric_names.h"
#include "sim_testing.h"

#include <stdlib.h>

#include "base/file.h"
#include "compile/compile.h"

enum { BLOCKS = 2, THREADS = 96, WORDS = 4096, ROWS = 117 };

static Arena *arena;
static Image *image; /* NULL where there is no assembler, or another than the one that the table was made with */

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static int compile_kernels(void **state) {
    (void)state;
    arena = arena_new();
    size_t size;
    const char *why;
    char *source = file_read_text(arena, "tests/hardware/branches.cu", &size, &why);
    CompileRequest request = {.file = "branches.cu", .source = source, .source_size = size, .arch = "sm_90"};
    CompileResult compiled;
    Toolchain toolchain;
    compile_toolchain(arena, COMPILER_AUTO, &toolchain);
    if (toolchain.nvrtc_major != 13 || toolchain.nvrtc_minor != 0) return 0;
    compile(&request, arena, &compiled);
    if (compiled.status == COMPILE_DONE && compiled.image->cubin != NULL) image = compiled.image;
    return 0;
}

static int forget_kernels(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static void need_kernels(void) {
    if (image != NULL) return;
    print_message("SKIP: the table was made with CUDA 13.0, which is not here\n");
    skip();
}

static Metrics run_kernel(const Image *of, const char *kernel, unsigned n) {
    static int32_t words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = (i * 7919 + i / 7) % 211;
    Buffer buffer = {"a", SCALAR_I32, WORDS, words, true, NULL};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "a"},
                        {.kind = ARG_VALUE, .type = SCALAR_I32, .value = n, .name = "n"}};
    TestRun run = {.arena = arena_new(), .image = *of};
    run.launch = (Launch){.kernel = kernel,
                          .grid = {BLOCKS, 1, 1},
                          .block = {THREADS, 1, 1},
                          .buffers = &buffer,
                          .buffer_count = 1,
                          .args = args,
                          .arg_count = 2};
    test_expect(&run, RUN_FINISHED);
    Metrics metrics = run.result.metrics;
    arena_free(run.arena);
    return metrics;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* Launches of which nothing is said, and why; n is 0 for all of a kernel. */
static const struct {
    const char *kernel;
    unsigned n;
} untold[] = {
    {"either_or", 0},       /* lanes leave a meeting with BREAK */
    {"rounds_free", 0},     /* unrolled, with a remainder */
    {"in_place", 0},        /* likewise */
    {"barriers", 0},        /* likewise */
    {"found", 0},           /* a branch with two predicates */
    {"divide", 0},          /* calls a subroutine that is no PTX */
    {"rounds_in_turn", 12}, /* lanes leave a loop in turn and jump together: 186, where 188 would follow from the PTX */
};

static bool is_untold(const char *kernel, unsigned n) {
    for (size_t i = 0; i < sizeof untold / sizeof *untold; i++)
        if (strcmp(kernel, untold[i].kernel) == 0 && (untold[i].n == 0 || untold[i].n == n)) return true;
    return false;
}

typedef struct Row {
    const char *kernel;
    unsigned n;
    double executed, divergent;
} Row;

static bool read_row(char **text, Row *row) {
    char *line = strsep(text, "\n");
    if (line == NULL || *line == '\0') return false;
    row->kernel = strsep(&line, ",");
    row->n = (unsigned)strtoul(strsep(&line, ","), NULL, 10);
    row->executed = strtod(strsep(&line, ","), NULL);
    row->divergent = strtod(line, NULL);
    return true;
}

static void check_row(const Row *row) {
    const Metrics m = run_kernel(image, row->kernel, row->n);
    if (m.known[METRIC_ASSEMBLED_BRANCH_EXECUTED] != m.known[METRIC_ASSEMBLED_BRANCH_DIVERGENT])
        fail_msg("%s: only one of the two is known", row->kernel);
    bool known = m.known[METRIC_ASSEMBLED_BRANCH_EXECUTED];
    if (known == is_untold(row->kernel, row->n))
        fail_msg("%s, n = %u: the assembler's branches are %s", row->kernel, row->n, known ? "known" : "not known");
    if (known && (m.value[METRIC_ASSEMBLED_BRANCH_EXECUTED] != row->executed ||
                  m.value[METRIC_ASSEMBLED_BRANCH_DIVERGENT] != row->divergent))
        fail_msg("%s, n = %u: %g branches, %g divergent; the GPU counted %g and %g", row->kernel, row->n,
                 m.value[METRIC_ASSEMBLED_BRANCH_EXECUTED], m.value[METRIC_ASSEMBLED_BRANCH_DIVERGENT], row->executed,
                 row->divergent);
}

static void branches_are_those_that_a_gpu_counts(void **state) {
    (void)state;
    need_kernels();
    size_t size, rows = 0;
    const char *why;
    char *text = file_read_text(arena, "tests/hardware/branches_h200.csv", &size, &why);
    strsep(&text, "\n");
    for (Row row; read_row(&text, &row); rows++) check_row(&row);
    assert_int_equal(rows, ROWS);
}

/* ---- what is not there, or damaged ------------------------------------------------------------------------------- */

static void without_machine_code_nothing_is_said(void **state) {
    (void)state;
    need_kernels();
    Image other = *image;
    other.cubin = NULL;
    other.cubin_size = 0;
    assert_false(run_kernel(&other, "long_if", 3).known[METRIC_ASSEMBLED_BRANCH_EXECUTED]);
    other = *image;
    other.arch = "sm_80";
    assert_false(run_kernel(&other, "long_if", 3).known[METRIC_ASSEMBLED_BRANCH_DIVERGENT]);
}

/* Whatever a cubin holds, reading it ends and stays within its bytes; a sanitizer sees where it does not. */
static void a_damaged_cubin_does_no_harm(void **state) {
    (void)state;
    need_kernels();
    unsigned char *bytes = arena_copy(arena, image->cubin, image->cubin_size, 16);
    Image other = *image;
    other.cubin = bytes;
    for (size_t size = 0; size < image->cubin_size; size += image->cubin_size / 40 + 1) {
        other.cubin_size = size;
        run_kernel(&other, "in_loop", 3);
    }
    other.cubin_size = image->cubin_size;
    uint32_t random = 1;
    for (int round = 0; round < 60; round++) {
        memcpy(bytes, image->cubin, image->cubin_size);
        for (int i = 0; i < 200; i++) {
            random = random * 1664525 + 1013904223;
            bytes[random % image->cubin_size] = (unsigned char)(random >> 24);
        }
        run_kernel(&other, "in_loop", 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_those_that_a_gpu_counts),
        cmocka_unit_test(without_machine_code_nothing_is_said),
        cmocka_unit_test(a_damaged_cubin_does_no_harm),
    };
    return cmocka_run_group_tests(tests, compile_kernels, forget_kernels);
}
