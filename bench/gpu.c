/* The ladders of lessons 12, 13 and 14 on this machine's GPU, beside the driver's own copy and cuBLAS, all in one run.
 * Every rung's output is compared with what plain C makes of the same input. Without a GPU it says that it was skipped,
 * and why. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/file.h"
#include "compile/compile.h"
#include "device.h"
#include "peers.h"

static _Noreturn void fail(const char *what, const char *why) {
    fflush(stdout);
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* A kernel of a ladder. Its block makes a tile of the output; lessons say the same in YAML. */
typedef struct Rung {
    const char *label, *kernel;
    unsigned columns, rows; /* of the tile; transposes: of the input */
    unsigned block[2];
    bool exchanged;         /* the grid's x axis runs along the rows of tiles */
    const char *block_size; /* the macro BLOCK_SIZE; NULL: not defined */
    unsigned shared;        /* dynamic bytes */
} Rung;

static const Rung transposes[] = {
    {"1 naive", "transpose_naive", 32, 32, {32, 32}, false, NULL, 0},
    {"2 tile", "transpose_tile", 32, 32, {32, 32}, false, NULL, 0},
    {"3 padded", "transpose_padded", 32, 32, {32, 32}, false, NULL, 0},
    {"4 four", "transpose_four", 32, 32, {32, 8}, false, NULL, 0},
    {"5 vector", "transpose_vector", 64, 64, {256, 1}, false, NULL, 0},
    {"6 swizzled", "transpose_swizzled", 64, 64, {256, 1}, false, NULL, 0},
    {"7 ordered", "transpose_ordered", 64, 64, {256, 1}, true, NULL, 0},
    {"wide", "transpose_wide", 64, 128, {512, 1}, true, NULL, 0},
};
static const Rung tiles[] = {
    {"naive", "matmul_naive", 32, 32, {32, 32}, false, "32", 0},
    {"tiles of 8", "matmul_tiled", 8, 8, {8, 8}, false, "8", 0},
    {"tiles of 16", "matmul_tiled", 16, 16, {16, 16}, false, "16", 0},
    {"tiles of 32", "matmul_tiled", 32, 32, {32, 32}, false, "32", 0},
    {"padded, 32", "matmul_padded", 32, 32, {32, 32}, false, "32", 0},
    {"dynamic, 32", "matmul_dynamic", 32, 32, {32, 32}, false, "32", 2 * 32 * 32 * 4},
};
static const Rung products[] = {
    {"1 naive", "matmul_naive", 32, 32, {32, 32}, false, NULL, 0},
    {"2 tiled", "matmul_tiled", 32, 32, {32, 32}, false, NULL, 0},
    {"3 column", "matmul_column", 64, 64, {64, 8}, false, NULL, 0},
    {"4 square", "matmul_square", 128, 128, {16, 16}, false, NULL, 0},
    {"5 vector", "matmul_vector", 128, 128, {256, 1}, false, NULL, 0},
    {"6 padded", "matmul_padded", 128, 128, {256, 1}, false, NULL, 0},
    {"7 warps", "matmul_warps", 128, 128, {256, 1}, false, NULL, 0},
    {"8 buffered", "matmul_buffered", 128, 128, {256, 1}, false, NULL, 0},
    {"9 reordered", "matmul_reordered", 128, 128, {256, 1}, false, NULL, 0},
    {"10 sliced", "matmul_sliced", 64, 64, {128, 1}, false, NULL, 0},
};
enum {
    LENGTH_TRANSPOSES = sizeof transposes / sizeof *transposes,
    LENGTH_TILES = sizeof tiles / sizeof *tiles,
    LENGTH_PRODUCTS = sizeof products / sizeof *products
};

static const Image *compiled(Arena *arena, const char *path, const char *arch, const char *block_size) {
    size_t size;
    const char *why;
    char *source = file_read_text(arena, path, &size, &why);
    if (source == NULL) fail(path, why);
    const Define define = {"BLOCK_SIZE", block_size};
    CompileRequest request = {.file = path,
                              .source = source,
                              .source_size = size,
                              .arch = arch,
                              .defines = &define,
                              .define_count = block_size != NULL};
    CompileResult result;
    compile(&request, arena, &result);
    if (result.status != COMPILE_DONE)
        fail(path, result.diags.first != NULL ? result.diags.first->message : "not compiled");
    return result.image;
}

static Arg whole_number(const char *name, int value) {
    return (Arg){.kind = ARG_VALUE, .type = SCALAR_I32, .value = (uint32_t)value, .name = name};
}

static unsigned tiles_for(int length, unsigned tile) {
    return ((unsigned)length + tile - 1) / tile;
}

/* The median time of one rung in ms. width, height: of what its tiles cover. */
static double timed(Device *gpu, const Rung *rung, const char *path, int width, int height, Launch launch) {
    Arena *arena = arena_new();
    Result result = {0};
    unsigned across = tiles_for(width, rung->columns), down = tiles_for(height, rung->rows);
    launch.image = compiled(arena, path, gpu->arch, rung->block_size);
    launch.kernel = rung->kernel;
    launch.grid[0] = rung->exchanged ? down : across;
    launch.grid[1] = rung->exchanged ? across : down;
    launch.block[0] = rung->block[0];
    launch.block[1] = rung->block[1];
    launch.grid[2] = launch.block[2] = 1;
    launch.shared_dynamic = rung->shared;
    launch.timed = true;
    gpu->run(gpu, &launch, arena, &result);
    if (result.status != RUN_FINISHED || result.timing.repetitions == 0)
        fail(rung->kernel, result.error != NULL ? result.error : "it did not finish, or was not timed");
    double ms = result.timing.median_ms;
    arena_free(arena);
    return ms;
}

static uint32_t next_random(uint32_t *state) {
    return *state = *state * 1664525 + 1013904223;
}

/* ---- transposes -------------------------------------------------------------------------------------------------- */

/* Goes through both in squares, for the caches' sake. */
static bool is_transposed(const int32_t *in, const int32_t *out, size_t side) {
    enum { SQUARE = 64 };
    for (size_t top = 0; top < side; top += SQUARE)
        for (size_t left = 0; left < side; left += SQUARE)
            for (size_t y = top; y < top + SQUARE && y < side; y++)
                for (size_t x = left; x < left + SQUARE && x < side; x++)
                    if (out[x * side + y] != in[y * side + x]) return false;
    return true;
}

static void climb_transposes(Device *gpu, int side) {
    size_t count = (size_t)side * (size_t)side, bytes = count * sizeof(int32_t);
    int32_t *in = malloc(bytes), *out = malloc(bytes);
    if (in == NULL || out == NULL) fail("transposes", "this machine has too little memory");
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) in[i] = (int32_t)next_random(&state);

    PeerTime copy;
    bool copied = peer_copy(bytes, &copy);
    double most = copied ? 2e-6 * (double)bytes / copy.median_ms : 0;
    printf("\nTransposes of %d x %d ints\n", side, side);
    if (copied)
        printf("  %-14s %9.4f ms %8.1f GB/s\n", "the copy", copy.median_ms, most);
    else
        printf("  the copy was not measured: %s\n", copy.why);
    for (size_t i = 0; i < LENGTH_TRANSPOSES; i++) {
        memset(out, 0xdb, bytes);
        Buffer buffers[] = {{.name = "in", .type = SCALAR_I32, .count = count, .bytes = in},
                            {.name = "out", .type = SCALAR_I32, .count = count, .bytes = out, .output = true}};
        const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "in"},
                            {.kind = ARG_BUFFER, .buffer = 1, .name = "out"},
                            whole_number("width", side),
                            whole_number("height", side)};
        double ms = timed(gpu, &transposes[i], "kernels/12-transpose-ladder.cu", side, side,
                          (Launch){.buffers = buffers, .buffer_count = 2, .args = args, .arg_count = 4});
        if (!is_transposed(in, out, (size_t)side)) fail(transposes[i].kernel, "its output is wrong");
        double gbps = 2e-6 * (double)bytes / ms;
        printf("  %-14s %9.4f ms %8.1f GB/s", transposes[i].label, ms, gbps);
        if (copied) printf(" %6.1f %% of the copy", 100 * gbps / most);
        printf("\n");
        fflush(stdout);
    }
    free(in);
    free(out);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

typedef struct Product {
    int m, k, n;
    float *a, *b, *c;
} Product;

static Product product_new(int m, int k, int n) {
    Product product = {.m = m, .k = k, .n = n};
    size_t in_a = (size_t)m * (size_t)k, in_b = (size_t)k * (size_t)n, in_c = (size_t)m * (size_t)n;
    product.a = malloc(in_a * sizeof(float));
    product.b = malloc(in_b * sizeof(float));
    product.c = malloc(in_c * sizeof(float));
    if (product.a == NULL || product.b == NULL || product.c == NULL)
        fail("products", "this machine has too little memory");
    uint32_t state = 1;
    for (size_t i = 0; i < in_a; i++) product.a[i] = (float)(next_random(&state) >> 8) * 0x1p-23f - 1;
    for (size_t i = 0; i < in_b; i++) product.b[i] = (float)(next_random(&state) >> 8) * 0x1p-23f - 1;
    return product;
}

static void product_free(Product *product) {
    free(product->a);
    free(product->b);
    free(product->c);
}

/* Some elements of each row, in double precision. The sum of k products of numbers in [-1, 1) that are rounded to 24
 * bits each time is wrong by less than k x 2^-20. */
static bool is_product(const Product *product) {
    enum { SAMPLES = 4 };
    size_t m = (size_t)product->m, k = (size_t)product->k, n = (size_t)product->n;
    uint32_t state = 7;
    for (size_t row = 0; row < m; row++)
        for (int sample = 0; sample < SAMPLES; sample++) {
            size_t column = next_random(&state) % n;
            double sum = 0;
            for (size_t i = 0; i < k; i++) sum += (double)product->a[row * k + i] * (double)product->b[i * n + column];
            if (!(fabs(sum - (double)product->c[row * n + column]) <= 0x1p-20 * (double)k)) return false;
        }
    return true;
}

/* The three loops of lesson 13, on one core. */
static double host_ms(Product *product) {
    struct timespec start, end;
    size_t m = (size_t)product->m, k = (size_t)product->k, n = (size_t)product->n;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (size_t row = 0; row < m; row++)
        for (size_t column = 0; column < n; column++) {
            float sum = 0;
            for (size_t i = 0; i < k; i++) sum += product->a[row * k + i] * product->b[i * n + column];
            product->c[row * n + column] = sum;
        }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return 1e3 * (double)(end.tv_sec - start.tv_sec) + 1e-6 * (double)(end.tv_nsec - start.tv_nsec);
}

static void print_product(const char *label, const Product *product, double ms, double most) {
    double tflops = 2e-9 * product->m * product->k * product->n / ms;
    printf("  %-14s %9.4f ms %8.3f TFLOP/s", label, ms, tflops);
    if (most > 0) printf(" %6.1f %% of cuBLAS", 100 * tflops / most);
    printf("\n");
    fflush(stdout);
}

static void climb_products(Device *gpu, const Rung *rungs, size_t count, const char *path, int m, int k, int n,
                           bool host) {
    Product product = product_new(m, k, n);
    PeerTime cublas;
    double most = 0;
    printf("\nProducts of %d x %d and %d x %d floats (%s)\n", m, k, k, n, path);
    if (peer_product(m, k, n, &cublas)) {
        most = 2e-9 * m * k * n / cublas.median_ms;
        print_product("cuBLAS", &product, cublas.median_ms, 0);
    } else
        printf("  cuBLAS was not measured: %s\n", cublas.why);
    if (host) print_product("host, one core", &product, host_ms(&product), most);
    for (size_t i = 0; i < count; i++) {
        size_t in_a = (size_t)m * (size_t)k, in_b = (size_t)k * (size_t)n, in_c = (size_t)m * (size_t)n;
        memset(product.c, 0xdb, in_c * sizeof(float));
        Buffer buffers[] = {{.name = "A", .type = SCALAR_F32, .count = in_a, .bytes = product.a},
                            {.name = "B", .type = SCALAR_F32, .count = in_b, .bytes = product.b},
                            {.name = "C", .type = SCALAR_F32, .count = in_c, .bytes = product.c, .output = true}};
        const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "A"},
                            {.kind = ARG_BUFFER, .buffer = 1, .name = "B"},
                            {.kind = ARG_BUFFER, .buffer = 2, .name = "C"},
                            whole_number("m", m),
                            whole_number("k", k),
                            whole_number("n", n)};
        double ms = timed(gpu, &rungs[i], path, n, m,
                          (Launch){.buffers = buffers, .buffer_count = 3, .args = args, .arg_count = 6});
        if (!is_product(&product)) fail(rungs[i].kernel, "its output is wrong");
        print_product(rungs[i].label, &product, ms, most);
    }
    product_free(&product);
}

int main(void) {
    Arena *arena = arena_new();
    const char *why = "there is none";
    Device *gpu = device_open_gpu(&(GpuPlace){0}, arena, &why);
    if (gpu == NULL) {
        printf("The ladders on a GPU: skipped, %s\n", why);
        return EXIT_SUCCESS;
    }
    time_t now = time(NULL);
    char day[32];
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    printf("%s, %s, %s. Medians of up to 20 launches after warm-up, each with a cold L2 cache.\n", gpu->about,
           gpu->arch, day);
    for (int side = 4096; side <= 16384; side *= 2) climb_transposes(gpu, side);
    climb_transposes(gpu, 16380);
    climb_products(gpu, tiles, LENGTH_TILES, "kernels/13-tiled-matmul.cu", 1024, 1024, 1024, true);
    climb_products(gpu, products, LENGTH_PRODUCTS, "kernels/14-matmul-ladder.cu", 228, 240, 112, false);
    climb_products(gpu, products, LENGTH_PRODUCTS, "kernels/14-matmul-ladder.cu", 1024, 1024, 1024, false);
    climb_products(gpu, products, LENGTH_PRODUCTS, "kernels/14-matmul-ladder.cu", 4096, 4096, 4096, false);
    gpu->close(gpu);
    arena_free(arena);
    return EXIT_SUCCESS;
}
