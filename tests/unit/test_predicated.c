/* Memory instructions whose warps are off, or have lanes off, against an H200: tests/hardware/predicated.cu and what
 * Nsight Compute counted for its launches. An instruction that no lane executes is no request, whether a branch or a
 * predicate stands before it. */
#include "metric_names.h"
#include "sim_testing.h"

#include <stdlib.h>

#include "base/file.h"
#include "compile/compile.h"

enum { THREADS = 128, WORDS = 1 << 14, COUNTERS = 18 };

/* The table's columns after kernel, n and instruction. */
enum {
    COPY_REQUESTS,
    COPY_LOADS,
    COPY_WAVEFRONTS,
    COPY_BYPASS,
    COPY_SECTORS,
    EVENT_SECTORS,
    EVENT_L2,
    LOAD_REQUESTS,
    LOAD_SECTORS,
    STORE_REQUESTS,
    STORE_SECTORS,
    SHARED_LOADS,
    SHARED_LOAD_WAVEFRONTS,
    SHARED_STORES,
    SHARED_STORE_WAVEFRONTS,
    SHARED_ATOMICS,
    REDUCTIONS,
    REDUCTION_SECTORS
};

typedef struct Row {
    const char *kernel, *instruction;
    unsigned n;
    double counter[COUNTERS];
} Row;

static Row read_row(char *line) {
    Row row = {.kernel = strsep(&line, ",")};
    row.n = (unsigned)strtoul(strsep(&line, ","), NULL, 10);
    row.instruction = strsep(&line, ",");
    for (int i = 0; i < COUNTERS; i++) {
        assert_non_null(line);
        row.counter[i] = strtod(strsep(&line, ","), NULL);
    }
    assert_null(line);
    return row;
}

static Metrics run_row(const Image *image, const Row *row) {
    static int32_t out[WORDS], in[WORDS];
    Buffer buffers[] = {{"out", SCALAR_I32, WORDS, out, true, NULL}, {"in", SCALAR_I32, WORDS, in, false, NULL}};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "out"},
                        {.kind = ARG_BUFFER, .buffer = 1, .name = "in"},
                        {.kind = ARG_VALUE, .type = SCALAR_I32, .value = row->n, .name = "n"}};
    TestRun run = {.arena = arena_new(), .image = *image};
    run.launch = (Launch){.kernel = row->kernel,
                          .grid = {1, 1, 1},
                          .block = {THREADS, 1, 1},
                          .buffers = buffers,
                          .buffer_count = 2,
                          .args = args,
                          .arg_count = 3};
    test_expect(&run, RUN_FINISHED);
    Metrics metrics = run.result.metrics;
    arena_free(run.arena);
    return metrics;
}

static void check(const Row *row, const Metrics *metrics, Metric metric, double counted) {
    if (metrics->value[metric] != counted)
        fail_msg("%s, n = %u: %s is %g, the GPU counted %g", row->kernel, row->n, metric_info[metric].name,
                 metrics->value[metric], counted);
}

static void check_row(const Image *image, const Row *row) {
    const double *counter = row->counter;
    const Metrics metrics = run_row(image, row);
    check(row, &metrics, METRIC_GLOBAL_LOAD_REQUESTS, counter[LOAD_REQUESTS] + counter[COPY_LOADS]);
    check(row, &metrics, METRIC_GLOBAL_LOAD_SECTORS, counter[EVENT_SECTORS]);
    check(row, &metrics, METRIC_GLOBAL_STORE_REQUESTS, counter[STORE_REQUESTS]);
    check(row, &metrics, METRIC_GLOBAL_STORE_SECTORS, counter[STORE_SECTORS]);
    check(row, &metrics, METRIC_GLOBAL_ATOMIC_REQUESTS, counter[REDUCTIONS]);
    check(row, &metrics, METRIC_GLOBAL_ATOMIC_SECTORS, counter[REDUCTION_SECTORS]);
    check(row, &metrics, METRIC_SHARED_LOAD_REQUESTS, counter[SHARED_LOADS]);
    check(row, &metrics, METRIC_SHARED_LOAD_WAVEFRONTS, counter[SHARED_LOAD_WAVEFRONTS]);
    check(row, &metrics, METRIC_SHARED_ATOMIC_REQUESTS, counter[SHARED_ATOMICS]);
    check(row, &metrics, METRIC_SHARED_STORE_REQUESTS, counter[SHARED_STORES] + counter[COPY_REQUESTS]);
    bool wrong = counter[COPY_BYPASS] > 0 && counter[COPY_SECTORS] != counter[EVENT_SECTORS];
    if (wrong) return; /* the table says why */
    check(row, &metrics, METRIC_SHARED_STORE_WAVEFRONTS, counter[SHARED_STORE_WAVEFRONTS] + counter[COPY_WAVEFRONTS]);
}

static void lanes_that_are_off_cost_nothing(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t size, rows = 0;
    const char *why;
    char *source = file_read_text(arena, "tests/hardware/predicated.cu", &size, &why);
    CompileRequest request = {.file = "predicated.cu", .source = source, .source_size = size, .arch = "sm_90"};
    CompileResult compiled;
    compile(&request, arena, &compiled);
    if (compiled.status == COMPILE_NO_COMPILER) {
        arena_free(arena);
        skip();
    }
    if (compiled.status != COMPILE_DONE) fail_msg("%s", compiled.log != NULL ? compiled.log : "not compiled");
    char *text = file_read_text(arena, "tests/hardware/predicated_h200.csv", &size, &why);
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        if (*line == '#' || *line == '\0' || text_starts(line, "kernel,")) continue;
        const Row row = read_row(line);
        check_row(compiled.image, &row);
        rows++;
    }
    assert_int_equal(rows, 68);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lanes_that_are_off_cost_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
