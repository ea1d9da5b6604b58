/* How fast the simulator runs, with all counters on: thread-instructions per second, and the time as a ratio of plain C
 * doing the same work on one thread of the same machine in the same run. Each figure is the median of several runs;
 * times of one machine compare with nothing, ratios do. Prints one row a kernel. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "compile/compile.h"
#include "device.h"
#include "plain.h"

enum { RUNS = 5, SIDE = 4096 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times) {
    qsort(times, RUNS, sizeof *times, by_value);
    return times[RUNS / 2];
}

_Noreturn static void fail(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static const Image *compiled(Arena *arena, const char *path) {
    size_t size;
    const char *why;
    char *source = file_read_text(arena, path, &size, &why);
    if (source == NULL) fail(path, why);
    CompileRequest request = {.file = path, .source = source, .source_size = size, .arch = "sm_90"};
    CompileResult result;
    compile(&request, arena, &result);
    if (result.status != COMPILE_DONE) fail(path, result.diags.first != NULL ? result.diags.first->message : "not compiled");
    return result.image;
}

typedef struct Sample {
    double median_seconds, thread_instructions;
} Sample;

static Sample simulated(Launch *launch, unsigned threads, bool races) {
    Device *device = device_open_sim();
    Sample sample = {0};
    double times[RUNS];
    launch->threads = threads;
    launch->skip_races = !races;
    for (int run = 0; run < RUNS; run++) {
        Arena *arena = arena_new();
        Result result = {0};
        double start = seconds();
        device->run(device, launch, arena, &result);
        times[run] = seconds() - start;
        if (result.status != RUN_FINISHED) fail(launch->kernel, result.error != NULL ? result.error : "did not finish");
        sample.thread_instructions = result.metrics.value[METRIC_INSTRUCTIONS_THREAD];
        arena_free(arena);
    }
    device->close(device);
    sample.median_seconds = median(times);
    return sample;
}

static void print_row(Launch *launch, const char *name, double plain_seconds) {
    Sample bare = simulated(launch, 0, false), watched = simulated(launch, 0, true), single = simulated(launch, 1, true);
    printf("%-18s %8.1f ms %7.2f G/s %7.1f x C %8.2f x %8.2f x\n", name, 1e3 * watched.median_seconds,
           1e-9 * watched.thread_instructions / watched.median_seconds, watched.median_seconds / plain_seconds,
           watched.median_seconds / bare.median_seconds, single.median_seconds / watched.median_seconds);
    fflush(stdout);
}

static void transposes(const Image *image) {
    size_t bytes = sizeof(int32_t) * SIDE * SIDE;
    int32_t *in = malloc(bytes), *out = malloc(bytes);
    if (in == NULL || out == NULL) fail("transposes", "out of memory");
    for (int i = 0; i < SIDE * SIDE; i++) in[i] = i;
    double times[RUNS];
    for (int run = 0; run < RUNS; run++) {
        double start = seconds();
        plain_transpose(in, out, SIDE, SIDE);
        times[run] = seconds() - start;
    }
    double plain = median(times);
    Buffer buffers[] = {{"in", SCALAR_I32, SIDE * SIDE, in, false, NULL}, {"out", SCALAR_I32, SIDE * SIDE, out, true, NULL}};
    Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "in"}, {.kind = ARG_BUFFER, .buffer = 1, .name = "out"},
                  {.kind = ARG_VALUE, .type = SCALAR_I32, .value = SIDE, .name = "width"}, {.kind = ARG_VALUE, .type = SCALAR_I32, .value = SIDE, .name = "height"}};
    Launch launch = {.image = image, .grid = {SIDE / 32, SIDE / 32, 1}, .block = {32, 32, 1},
                     .buffers = buffers, .buffer_count = 2, .args = args, .arg_count = 4};
    static const char *const kernels[] = {"transpose_naive", "transpose_shared", "transpose_padded"};
    for (size_t i = 0; i < 3; i++) {
        launch.kernel = kernels[i];
        memset(out, 0, bytes);
        print_row(&launch, kernels[i], plain);
    }
    free(in);
    free(out);
}

static void matmuls(const Image *image, int size) {
    size_t count = (size_t)size * (size_t)size;
    float *A = malloc(4 * count), *B = malloc(4 * count), *C = malloc(4 * count);
    if (A == NULL || B == NULL || C == NULL) fail("matmul", "out of memory");
    for (size_t i = 0; i < count; i++) A[i] = B[i] = (float)(i % 7) - 3;
    double times[RUNS];
    for (int run = 0; run < RUNS; run++) {
        double start = seconds();
        plain_matmul(A, B, C, size, size, size);
        times[run] = seconds() - start;
    }
    double plain = median(times);
    Buffer buffers[] = {{"A", SCALAR_F32, count, A, false, NULL}, {"B", SCALAR_F32, count, B, false, NULL}, {"C", SCALAR_F32, count, C, true, NULL}};
    Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "A"}, {.kind = ARG_BUFFER, .buffer = 1, .name = "B"}, {.kind = ARG_BUFFER, .buffer = 2, .name = "C"},
                  {.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint64_t)size, .name = "m"}, {.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint64_t)size, .name = "k"},
                  {.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint64_t)size, .name = "n"}};
    static const struct {
        const char *kernel;
        unsigned tile;
    } versions[] = {{"matmul_naive", 32}, {"matmul_8", 8}, {"matmul_16", 16}, {"matmul_32", 32}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        unsigned tile = versions[i].tile, blocks = (unsigned)size / tile;
        Launch launch = {.image = image, .kernel = versions[i].kernel, .grid = {blocks, blocks, 1}, .block = {tile, tile, 1},
                         .buffers = buffers, .buffer_count = 3, .args = args, .arg_count = 6};
        char name[32];
        snprintf(name, sizeof name, "%s %d", versions[i].kernel, size);
        print_row(&launch, name, plain);
    }
    free(A);
    free(B);
    free(C);
}

int main(void) {
    Arena *arena = arena_new();
    printf("simulator, %ld cores; median of %d runs, counters and race detection on\n", sysconf(_SC_NPROCESSORS_ONLN), RUNS);
    printf("%-18s %11s %11s %11s %10s %10s\n", "kernel", "time", "threads", "plain C", "races cost", "cores gain");
    transposes(compiled(arena, "tests/seeds/kernels/01-memory-kinds.cu"));
    matmuls(compiled(arena, "tests/seeds/kernels/03-matmul.cu"), 512);
    arena_free(arena);
    return 0;
}
