/* Host functions that compute the expected contents of an output.
 *
 * copy, gather, reverse and transpose only move elements: where input and output have one type they move its bytes.
 * matmul and sum add in double precision (whole numbers in 64 bits, wrapped to the output's type as the kernel's own
 * arithmetic would), so that they are more exact than the kernel that they judge. */
#include "course/reference.h"

#include <math.h>
#include <string.h>

#include "course/elements.h"

/* The launch for which a reference is computed. */
typedef struct Setting {
    const Prepared *prepared;
    size_t output; /* its buffer's index */
    Arena *arena;
    const char *why;
} Setting;

static const Buffer *output_buffer(const Setting *setting) {
    return &setting->prepared->launch.buffers[setting->output];
}

static void *misfit(Setting *setting, const char *why) {
    if (setting->why == NULL) setting->why = why;
    return NULL;
}

/* The n-th buffer besides the output itself, NULL where there is none. */
static const Buffer *input_buffer(const Setting *setting, size_t n, const void **bytes) {
    const Launch *launch = &setting->prepared->launch;
    for (size_t b = 0; b < launch->buffer_count; b++) {
        if (b == setting->output || n-- > 0) continue;
        *bytes = setting->prepared->before[b];
        return &launch->buffers[b];
    }
    return NULL;
}

/* The n-th value argument as a whole number; fallback where there is none. */
static int64_t value_argument(const Setting *setting, size_t n, int64_t fallback) {
    const Launch *launch = &setting->prepared->launch;
    for (size_t i = 0; i < launch->arg_count; i++) {
        const Arg *arg = &launch->args[i];
        if (arg->kind != ARG_VALUE || arg->bytes != NULL || n-- > 0) continue;
        int64_t whole;
        if (!scalar_is_real(arg->type)) return elements_integers(arg->type, &arg->value, 0, 1, &whole), whole;
        double real = scalar_get(arg->type, &arg->value);
        return fabs(real) < 0x1p62 ? (int64_t)real : fallback;
    }
    return fallback;
}

/* count elements of bytes as elements of another type. */
static const void *converted(Scalar from, const void *bytes, size_t count, Scalar to, Arena *arena) {
    if (from == to) return bytes;
    size_t size = scalar_size(to);
    char *out = arena_alloc(arena, count * size, 64);
    for (size_t i = 0; i < count; i++) {
        int64_t whole;
        if (scalar_is_real(from) || scalar_is_real(to)) {
            scalar_set(to, out + i * size, scalar_get(from, (const char *)bytes + i * scalar_size(from)));
        } else {
            elements_integers(from, bytes, i, 1, &whole);
            memcpy(out + i * size, &whole, size);
        }
    }
    return out;
}

/* ---- functions that move elements -------------------------------------------------------------------------------- */

static const void *only_input(Setting *setting, size_t *count) {
    const void *bytes;
    const Buffer *in = input_buffer(setting, 0, &bytes);
    if (in == NULL) return misfit(setting, "it needs an input buffer");
    *count = in->count;
    return converted(in->type, bytes, in->count, output_buffer(setting)->type, setting->arena);
}

static void *compute_copy(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting);
    size_t in_count;
    const void *in = only_input(setting, &in_count);
    if (in == NULL) return NULL;
    if (in_count < out->count) return misfit(setting, "the output has more elements than the input");
    *count = out->count;
    return arena_copy(setting->arena, in, out->count * scalar_size(out->type), 64);
}

#define MOVE_ALL(type, from)                                                                                           \
    do {                                                                                                               \
        const type *source = in;                                                                                       \
        type *target = expected;                                                                                       \
        for (size_t i = 0; i < out->count; i++) target[i] = source[from];                                              \
    } while (0)

#define MOVE_BY_SIZE(from)                                                                                             \
    switch (scalar_size(out->type)) {                                                                                  \
    case 1: MOVE_ALL(uint8_t, from); break;                                                                            \
    case 2: MOVE_ALL(uint16_t, from); break;                                                                           \
    case 4: MOVE_ALL(uint32_t, from); break;                                                                           \
    default: MOVE_ALL(uint64_t, from); break;                                                                          \
    }

static void *compute_gather(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting);
    size_t in_count;
    const void *in = only_input(setting, &in_count);
    if (in == NULL) return NULL;
    int64_t given = value_argument(setting, 0, 1);
    if (given < 0) return misfit(setting, "its stride must not be negative");
    uint64_t stride = (uint64_t)given % in_count; /* so that i * stride cannot overflow: both are below 2^30 */
    void *expected = arena_alloc(setting->arena, out->count * scalar_size(out->type), 64);
    MOVE_BY_SIZE(i * stride % in_count)
    *count = out->count;
    return expected;
}

static void *compute_reverse(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting);
    size_t in_count;
    const void *in = only_input(setting, &in_count);
    if (in == NULL) return NULL;
    if (in_count < out->count) return misfit(setting, "the output has more elements than the input");
    void *expected = arena_alloc(setting->arena, out->count * scalar_size(out->type), 64);
    MOVE_BY_SIZE(out->count - 1 - i)
    *count = out->count;
    return expected;
}

enum { TRANSPOSE_TILE = 32 }; /* so that a tile's rows and columns both stay in the cache */

#define TRANSPOSE(type)                                                                                                \
    do {                                                                                                               \
        const type *source = in;                                                                                       \
        type *target = expected;                                                                                       \
        for (size_t y0 = 0; y0 < height; y0 += TRANSPOSE_TILE)                                                         \
            for (size_t x0 = 0; x0 < width; x0 += TRANSPOSE_TILE)                                                      \
                for (size_t x = x0; x < width && x < x0 + TRANSPOSE_TILE; x++)                                         \
                    for (size_t y = y0; y < height && y < y0 + TRANSPOSE_TILE; y++)                                    \
                        target[x * height + y] = source[y * width + x];                                                \
    } while (0)

static void *compute_transpose(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting);
    size_t in_count;
    const void *in = only_input(setting, &in_count);
    if (in == NULL) return NULL;
    int64_t given_width = value_argument(setting, 0, 0), given_height = value_argument(setting, 1, 0);
    if (given_width < 1 || given_height < 1)
        return misfit(setting, "its first two value arguments are width and height, and both are at least 1");
    size_t width = (size_t)given_width, height = (size_t)given_height;
    if (width > in_count / height || width > out->count / height)
        return misfit(setting, "width times height is more than the input or the output has elements");
    size_t size = scalar_size(out->type);
    void *expected = arena_alloc(setting->arena, width * height * size, 64);
    if (size == 1)
        TRANSPOSE(uint8_t);
    else if (size == 2)
        TRANSPOSE(uint16_t);
    else if (size == 4)
        TRANSPOSE(uint32_t);
    else
        TRANSPOSE(uint64_t);
    *count = width * height;
    return expected;
}

/* ---- functions that compute -------------------------------------------------------------------------------------- */

static double *as_reals(const Buffer *buffer, const void *bytes, Arena *arena) {
    double *reals = arena_array(arena, double, buffer->count);
    elements_reals(buffer->type, bytes, 0, buffer->count, reals);
    return reals;
}

static int64_t *as_integers(const Buffer *buffer, const void *bytes, Arena *arena) {
    int64_t *integers = arena_array(arena, int64_t, buffer->count);
    elements_integers(buffer->type, bytes, 0, buffer->count, integers);
    return integers;
}

enum { MATMUL_ROWS = 64 }; /* of B at a time: with 1024 columns of doubles, half a megabyte, it stays in the cache */

/* c += a * b, row by row of b, so that the innermost loop is over neighbours. Whole numbers are added as unsigned ones:
 * they may wrap. */
#define MULTIPLY(type, a, b, c)                                                                                        \
    for (size_t p0 = 0; p0 < k; p0 += MATMUL_ROWS)                                                                     \
        for (size_t i = 0; i < m; i++)                                                                                 \
            for (size_t p = p0; p < k && p < p0 + MATMUL_ROWS; p++) {                                                  \
                type factor = (a)[i * k + p];                                                                          \
                const type *restrict row = (b) + p * n;                                                                \
                type *restrict sum = (c) + i * n;                                                                      \
                for (size_t j = 0; j < n; j++) sum[j] += factor * row[j];                                              \
            }

static void store_reals(Scalar type, const double *values, size_t count, void *out) {
    for (size_t i = 0; i < count; i++) scalar_set(type, (char *)out + i * scalar_size(type), values[i]);
}

static void store_integers(Scalar type, const uint64_t *values, size_t count, void *out) {
    size_t size = scalar_size(type); /* the low bytes: wrapped, as two's complement does */
    for (size_t i = 0; i < count; i++) memcpy((char *)out + i * size, &values[i], size);
}

static void *compute_matmul(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting), *a, *b;
    const void *a_bytes, *b_bytes;
    if ((a = input_buffer(setting, 0, &a_bytes)) == NULL || (b = input_buffer(setting, 1, &b_bytes)) == NULL)
        return misfit(setting, "it needs two input buffers, A and B");
    int64_t sizes[3];
    for (size_t s = 0; s < 3; s++)
        if ((sizes[s] = value_argument(setting, s, 0)) < 1 || sizes[s] > PREPARED_BYTES_LIMIT)
            return misfit(setting, "its first three value arguments are m, k and n, and all are at least 1");
    size_t m = (size_t)sizes[0], k = (size_t)sizes[1], n = (size_t)sizes[2];
    if (m > a->count / k || k > b->count / n || m > out->count / n)
        return misfit(setting, "A, B or C has fewer elements than m, k and n ask for");
    if ((double)m * (double)k * (double)n > 1e11) return misfit(setting, "the matrices are too large to check");
    *count = m * n;
    void *expected = arena_alloc(setting->arena, *count * scalar_size(out->type), 64);
    if (scalar_is_real(out->type) || scalar_is_real(a->type) || scalar_is_real(b->type)) {
        const double *a_reals = as_reals(a, a_bytes, setting->arena), *b_reals = as_reals(b, b_bytes, setting->arena);
        double *sums = arena_array(setting->arena, double, *count);
        MULTIPLY(double, a_reals, b_reals, sums)
        store_reals(out->type, sums, *count, expected);
    } else {
        const uint64_t *a_whole = (const uint64_t *)as_integers(a, a_bytes, setting->arena);
        const uint64_t *b_whole = (const uint64_t *)as_integers(b, b_bytes, setting->arena);
        uint64_t *sums = arena_array(setting->arena, uint64_t, *count);
        MULTIPLY(uint64_t, a_whole, b_whole, sums)
        store_integers(out->type, sums, *count, expected);
    }
    return expected;
}

static void *compute_sum(Setting *setting, size_t *count) {
    const Buffer *out = output_buffer(setting);
    const void *bytes;
    const Buffer *in = input_buffer(setting, 0, &bytes);
    if (in == NULL) return misfit(setting, "it needs an input buffer");
    void *expected = arena_alloc(setting->arena, scalar_size(out->type), 64);
    *count = 1;
    if (scalar_is_real(in->type)) {
        const double *values = as_reals(in, bytes, setting->arena);
        double sum = 0;
        for (size_t i = 0; i < in->count; i++) sum += values[i];
        store_reals(out->type, &sum, 1, expected);
    } else {
        const int64_t *values = as_integers(in, bytes, setting->arena);
        uint64_t sum = 0;
        for (size_t i = 0; i < in->count; i++) sum += (uint64_t)values[i];
        if (scalar_is_real(out->type))
            store_reals(out->type, &(double){(double)(int64_t)sum}, 1, expected);
        else
            store_integers(out->type, &sum, 1, expected);
    }
    return expected;
}

/* ---- by name ----------------------------------------------------------------------------------------------------- */

static const char *const names[] = {"copy", "gather", "transpose", "matmul", "reverse", "sum"};

static void *(*const functions[])(Setting *setting, size_t *count) = {
    compute_copy, compute_gather, compute_transpose, compute_matmul, compute_reverse, compute_sum,
};

const char *const *reference_names(size_t *count) {
    *count = sizeof names / sizeof *names;
    return names;
}

void *reference_compute(const char *name, const Prepared *prepared, size_t output, Arena *arena, size_t *count,
                        const char **why) {
    Setting setting = {prepared, output, arena, NULL};
    void *expected = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) expected = functions[i](&setting, count);
    *why = setting.why != NULL ? setting.why : "there is no such host function";
    return expected;
}
