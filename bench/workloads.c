#include "workloads.h"

#include <stdio.h>

#include "base/file.h"
#include "compile/compile.h"
#include "measure.h"
#include "plain.h"

static const Image *compiled(Arena *arena, const char *path) {
    size_t size;
    const char *why;
    char *source = file_read_text(arena, path, &size, &why);
    if (source == NULL) fail(path, why);
    CompileRequest request = {.file = path, .source = source, .source_size = size, .arch = "sm_90"};
    CompileResult result;
    compile(&request, arena, &result);
    if (result.status != COMPILE_DONE)
        fail(path, result.diags.first != NULL ? result.diags.first->message : "not compiled");
    return result.image;
}

static void transpose(const Workload *workload) {
    plain_transpose(workload->buffers[0].bytes, workload->expected, workload->size, workload->size);
}

static void multiply(const Workload *workload) {
    int size = workload->size;
    plain_matmul(workload->buffers[0].bytes, workload->buffers[1].bytes, workload->expected, size, size, size);
}

static void add_up(const Workload *workload) {
    *(int32_t *)workload->expected = plain_sum(workload->buffers[0].bytes, workload->buffers[0].count);
}

static void count_values(const Workload *workload) {
    plain_histogram(workload->buffers[0].bytes, workload->expected, workload->buffers[0].count);
}

static void sum_in_place(const Workload *workload) {
    plain_running_sum(workload->buffers[0].bytes, workload->expected, workload->buffers[0].count);
}

static void exchange(const Workload *workload) {
    plain_exchange(workload->buffers[0].bytes, workload->expected, workload->buffers[0].count);
}

static void add_ones(const Workload *workload) {
    for (unsigned i = 0; i < workload->launches; i++) plain_add_one(workload->expected, workload->buffers[0].count);
}

typedef struct Version {
    const char *kernel, *source;
    unsigned tile;
} Version;

static const Version versions[] = {
    [TRANSPOSE_NAIVE] = {"transpose_naive", "tests/seeds/kernels/01-memory-kinds.cu", 32},
    [TRANSPOSE_SHARED] = {"transpose_shared", "tests/seeds/kernels/01-memory-kinds.cu", 32},
    [TRANSPOSE_PADDED] = {"transpose_padded", "tests/seeds/kernels/01-memory-kinds.cu", 32},
    [MATMUL_NAIVE] = {"matmul_naive", "tests/seeds/kernels/03-matmul.cu", 32},
    [MATMUL_8] = {"matmul_8", "tests/seeds/kernels/03-matmul.cu", 8},
    [MATMUL_16] = {"matmul_16", "tests/seeds/kernels/03-matmul.cu", 16},
    [MATMUL_32] = {"matmul_32", "tests/seeds/kernels/03-matmul.cu", 32},
    [REDUCTION] = {"reduce_sum", "bench/kernels.cu", 0},
    [HISTOGRAM] = {"histogram", "bench/kernels.cu", 0},
    [RUNNING_SUM] = {"running_sum", "bench/kernels.cu", 0},
    [EXCHANGE] = {"exchange", "bench/kernels.cu", 0},
    [TINY_LAUNCHES] = {"add_one", "bench/kernels.cu", 0},
};

static void add_buffer(Workload *workload, const char *name, Scalar type, size_t count) {
    void *bytes = arena_alloc(workload->arena, count * scalar_size(type), 256); /* as for a lesson's launch */
    workload->args[workload->launch.arg_count++] =
        (Arg){.kind = ARG_BUFFER, .buffer = workload->launch.buffer_count, .name = name};
    workload->buffers[workload->launch.buffer_count++] =
        (Buffer){.name = name, .type = type, .count = count, .bytes = bytes};
}

static void add_value(Workload *workload, int value) {
    workload->args[workload->launch.arg_count++] =
        (Arg){.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint64_t)value, .name = "size"};
}

static void make_matrices(Workload *workload, unsigned tile, Scalar type, size_t inputs) {
    static const char *const names[] = {"A", "B", "C"};
    unsigned blocks = (unsigned)workload->size / tile;
    size_t count = (size_t)workload->size * (size_t)workload->size;
    for (size_t i = 0; i <= inputs; i++) add_buffer(workload, names[i], type, count);
    for (size_t i = 0; i <= inputs; i++) add_value(workload, workload->size);
    /* Small whole numbers: sums of their products are exact, in whatever order. */
    for (size_t i = 0; i < inputs; i++)
        for (size_t at = 0; at < count; at++)
            scalar_set(type, (char *)workload->buffers[i].bytes + 4 * at, (double)(at % 7) - 3);
    for (int i = 0; i < 2; i++) {
        workload->launch.grid[i] = blocks;
        workload->launch.block[i] = tile;
    }
}

static void make_stream(Workload *workload, Scalar type, Scalar out_type, size_t out_count) {
    add_buffer(workload, "in", type, (size_t)workload->size);
    add_buffer(workload, "out", out_type, out_count);
    add_value(workload, workload->size);
    uint64_t random = 4711;
    for (size_t i = 0; i < (size_t)workload->size; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        scalar_set(type, (char *)workload->buffers[0].bytes + i * scalar_size(type), (double)(random >> 56));
    }
    workload->launch.grid[0] = 512;
    workload->launch.block[0] = 256;
}

static void make_data(Workload *workload, WorkloadKind kind) {
    workload->launches = 1;
    switch (kind) {
    case REDUCTION:
        workload->plain = add_up;
        make_stream(workload, SCALAR_I32, SCALAR_I32, 1);
        break;
    case HISTOGRAM:
        workload->plain = count_values;
        make_stream(workload, SCALAR_U8, SCALAR_U32, 256);
        break;
    case RUNNING_SUM:
    case EXCHANGE:
        workload->plain = kind == EXCHANGE ? exchange : sum_in_place;
        make_stream(workload, SCALAR_I32, SCALAR_I32, (size_t)workload->size);
        workload->launch.grid[0] = (unsigned)workload->size / workload->launch.block[0];
        break;
    case TINY_LAUNCHES:
        workload->plain = add_ones;
        workload->launches = 64;
        add_buffer(workload, "data", SCALAR_I32, (size_t)workload->size);
        workload->launch.block[0] = (unsigned)workload->size;
        break;
    default:
        workload->plain = kind < MATMUL_NAIVE ? transpose : multiply;
        make_matrices(workload, versions[kind].tile, kind < MATMUL_NAIVE ? SCALAR_I32 : SCALAR_F32,
                      kind < MATMUL_NAIVE ? 1 : 2);
        break;
    }
}

const WorkloadSize workloads[WORKLOADS] = {
    {TRANSPOSE_NAIVE, 4096}, {TRANSPOSE_SHARED, 4096}, {TRANSPOSE_PADDED, 4096}, {MATMUL_NAIVE, 1024},
    {MATMUL_8, 1024},        {MATMUL_16, 1024},        {MATMUL_32, 1024},        {MATMUL_32, 512},
    {REDUCTION, 1 << 24},    {HISTOGRAM, 1 << 24},     {RUNNING_SUM, 1 << 20},   {EXCHANGE, 1 << 20},
    {TINY_LAUNCHES, 256},
};

void workload_make(Workload *workload, WorkloadKind kind, int size, Arena *arena) {
    *workload = (Workload){.arena = arena_new(), .size = size};
    workload->launch = (Launch){.image = compiled(arena, versions[kind].source),
                                .kernel = versions[kind].kernel,
                                .grid = {1, 1, 1},
                                .block = {1, 1, 1},
                                .buffers = workload->buffers,
                                .args = workload->args};
    snprintf(workload->name, sizeof workload->name, "%s %d", versions[kind].kernel, size);
    if (kind == TINY_LAUNCHES) snprintf(workload->name, sizeof workload->name, "64 tiny launches");
    make_data(workload, kind);
    Buffer *last = &workload->buffers[workload->launch.buffer_count - 1];
    last->output = true;
    workload->expected = arena_alloc(workload->arena, last->count * scalar_size(last->type), 256);
}

void workload_free(Workload *workload) {
    arena_free(workload->arena);
}
