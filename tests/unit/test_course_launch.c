/* Launches: prepared, filled, judged. Expected contents come from plain loops written here, not from the code under
 * test; the random numbers from splitmix64's published outputs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "course/course.h"
#include "course/elements.h"

static Arena *arena;
static DiagList diags;
static Lesson lesson;
static Prepared prepared;

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

static const char *messages(const DiagList *list) {
    Text out = {0};
    text_add(&out, "");
    for (const Diag *diag = list->first; diag != NULL; diag = diag->next) diag_line(&out, diag);
    return text_take(&out, arena);
}

/* Prepares the launch {kernel: k, grid: 1, block: 32, <more>} of a lesson with the parameters n (16, 1 to 1e9) and s
 * (1, 2 or 4). */
static bool prepare_with(const char *more, const Binding *overrides, size_t count) {
    const char *text =
        arena_printf(arena,
                     "format: 1\nid: x\ntitle: X\nsource: x.cu\nparams:\n"
                     "  n: {default: 16, min: 1, max: 1000000000}\n  s: {default: 1, values: [1, 2, 4]}\n"
                     "steps:\n  - launch: {<<: {grid: 1, block: 32}, kernel: k, %s}\n",
                     more);
    lesson_parse("x.yaml", text, strlen(text), arena, &lesson);
    if (!lesson.usable) fail_msg("%s", messages(&lesson.diags));
    diags = diag_list(arena);
    return launch_prepare(&lesson, lesson.steps[0].launch, overrides, count, arena, &diags, &prepared);
}

static void prepare(const char *more) {
    if (!prepare_with(more, NULL, 0)) fail_msg("%s", messages(&diags));
}

static void refuse(const char *more, const char *message) {
    assert_false(prepare_with(more, NULL, 0));
    if (strstr(messages(&diags), message) == NULL) fail_msg("'%s' lacks '%s'", messages(&diags), message);
}

static Judged judge(void *const *after) {
    Judged judged;
    diags = diag_list(arena);
    launch_judge(&prepared, after, arena, &diags, &judged);
    return judged;
}

/* ---- preparing --------------------------------------------------------------------------------------------------- */

static void textures_are_arguments_with_a_buffer_and_symbols_buffers_without_an_argument(void **state) {
    (void)state;
    prepare("args: [{symbol: weights, type: f32, count: 3, init: {fill: 0.5}}, "
            "{texture: image, type: u8, width: n, height: s + 2, channels: 4, init: iota, filter: linear, read: "
            "normalised, "
            "address: [wrap, border], normalised: true}, {value: n, type: i32}, "
            "{texture: line, type: f32, width: n, init: zero, address: border}, "
            "{symbol: total, type: u32, count: 1, output: true, reference: {formula: 7}}]");
    const Launch *launch = &prepared.launch;
    assert_int_equal(launch->buffer_count, 4);
    assert_int_equal(launch->arg_count, 3);
    assert_string_equal(launch->buffers[0].symbol, "weights");
    assert_null(launch->buffers[1].symbol);
    assert_string_equal(launch->buffers[3].symbol, "total");
    assert_true(launch->poisoned[3] && !launch->poisoned[0]);
    const Arg *image = &launch->args[0], *value = &launch->args[1], *line = &launch->args[2];
    assert_int_equal(image->kind, ARG_TEXTURE);
    assert_int_equal(image->buffer, 1);
    assert_int_equal(image->texture.width, 16);
    assert_int_equal(image->texture.height, 3);
    assert_int_equal(image->texture.channels, 4);
    assert_int_equal(image->texture.address[0], TEXTURE_WRAP);
    assert_int_equal(image->texture.address[1], TEXTURE_BORDER);
    assert_int_equal(image->texture.filter, TEXTURE_LINEAR);
    assert_true(image->texture.normalised_coordinates && image->texture.normalised_values);
    assert_int_equal(launch->buffers[1].count, 16 * 3 * 4);
    assert_int_equal(((const uint8_t *)launch->buffers[1].bytes)[100], 100);
    assert_int_equal(value->kind, ARG_VALUE);
    assert_int_equal(value->value, 16);
    assert_int_equal(line->texture.height, 0);
    assert_int_equal(line->texture.address[0], TEXTURE_BORDER);
    assert_int_equal(line->texture.address[1], TEXTURE_CLAMP); /* a line has no border above it */
    assert_true(launch_uses(prepared.spec, "s"));
    *(uint32_t *)launch->buffers[3].bytes = 7;
    assert_true(judge(NULL).correct);
    *(uint32_t *)launch->buffers[3].bytes = 8;
    Judged judged = judge(NULL);
    assert_false(judged.correct);
    assert_string_equal(judged.mismatch.buffer, "total");
}

static void textures_count_towards_the_limit_and_references_see_them(void **state) {
    (void)state;
    refuse("args: [{texture: image, type: f32, width: 1000000000, height: 1000000000, channels: 4, init: zero}]",
           "more than 1,073,741,824 bytes together");
    refuse("args: [{texture: image, type: f32, width: 20000, height: 20000, init: zero}]",
           "more than 1,073,741,824 bytes together");
    prepare(
        "args: [{texture: image, type: i16, width: n, init: iota}, {buffer: out, type: i32, count: n, output: true, "
        "reference: {formula: \"image[n - 1 - i]\"}}]");
    for (int i = 0; i < 16; i++) ((int32_t *)prepared.launch.buffers[1].bytes)[i] = 15 - i;
    assert_true(judge(NULL).correct);
}

static void parameters_come_from_defaults_then_with_then_overrides(void **state) {
    (void)state;
    Binding override = {.name = "n", .value = 99};
    assert_true(
        prepare_with("with: {n: 50, s: 2}, args: [{value: n, type: i32}, {value: s, type: i32}]", &override, 1));
    assert_int_equal(prepared.launch.args[0].value, 99);
    assert_int_equal(prepared.launch.args[1].value, 2);
    prepare("args: [{value: n, type: i32}, {value: s, type: i32}]");
    assert_int_equal(prepared.launch.args[0].value, 16);
    assert_int_equal(prepared.launch.args[1].value, 1);
    Binding unknown = {.name = "m", .value = 1}, outside = {.name = "n", .value = 0}, odd = {.name = "s", .value = 3};
    assert_false(prepare_with("args: []", &unknown, 1));
    assert_string_equal(diags.first->message, "lesson 'x' has no parameter 'm'");
    assert_false(prepare_with("args: []", &outside, 1));
    assert_string_equal(diags.first->message, "'n' must be between 1 and 1000000000, not 0");
    assert_false(prepare_with("args: []", &odd, 1));
    assert_string_equal(diags.first->message, "'s' must be one of 1, 2, 4, not 3");
}

static void a_launch_uses_the_parameters_that_its_expressions_name(void **state) {
    (void)state;
    prepare("args: [{value: 1, type: i32}]");
    assert_false(launch_uses(prepared.spec, "n"));
    prepare("shared: n * 4, args: [{buffer: a, type: f32, count: 2 * s, init: zero}]");
    assert_true(launch_uses(prepared.spec, "n"));
    assert_true(launch_uses(prepared.spec, "s"));
    prepare("defines: {TILE: s}, args: []");
    assert_true(launch_uses(prepared.spec, "s"));
    assert_false(launch_uses(prepared.spec, "n"));
}

static void sizes_are_computed_and_bounded(void **state) {
    (void)state;
    prepare("grid: [\"ceil_div(n, 3)\", 2], block: [n * s, 1, 4], shared: n * 8, bytes: 2 * n, budget: 77");
    assert_int_equal(prepared.launch.grid[0], 6);
    assert_int_equal(prepared.launch.grid[1], 2);
    assert_int_equal(prepared.launch.grid[2], 1);
    assert_int_equal(prepared.launch.block[0], 16);
    assert_int_equal(prepared.launch.block[2], 4);
    assert_int_equal(prepared.launch.shared_dynamic, 128);
    assert_int_equal(prepared.bytes, 32);
    assert_int_equal(prepared.launch.budget, 77);
    assert_false(prepared.launch.shared_optin);
    assert_int_equal(prepared.launch.schedule, SCHEDULE_LOCKSTEP);
    prepare("schedule: random, seed: 5");
    assert_int_equal(prepared.launch.schedule, SCHEDULE_RANDOM);
    assert_int_equal(prepared.launch.seed, 5);
    prepare("shared: 65536, shared_optin: true");
    assert_true(prepared.launch.shared_optin);
    prepare("block: 2000, shared: 1000000"); /* the device refuses this, not the course */
    refuse("grid: n - 16", "a grid's size must be a whole number from 1 to 4294967295, and 'n - 16' is 0");
    refuse("grid: n / 0", "'n / 0' has no value: it divides by zero");
    refuse("grid: [1000000, 1000000]", "more than 4,294,967,296 threads");
    refuse("shared: 0 - n", "dynamic shared memory must be");
    refuse("args: [{buffer: a, type: f64, count: n * n * n * n * n * n * n * n * n, init: zero}]", "and 'n * n * n");
    refuse("args: [{buffer: a, type: f64, count: 134217729, init: zero}]", "more than 1,073,741,824 bytes together");
    refuse("args: [{buffer: a, type: i8, count: 0, init: zero}]", "a buffer's count must be");
}

static void macros_are_written_as_the_compiler_reads_them(void **state) {
    (void)state;
    prepare("defines: {A: n * 2, B: 0 - n, C: float, D: 1.5}");
    const char *const expected[] = {"32", "(-16)", "float", "1.5"};
    for (size_t i = 0; i < 4; i++) assert_string_equal(prepared.define_values[i], expected[i]);
}

static void values_have_the_bytes_of_their_type(void **state) {
    (void)state;
    prepare(
        "args: [{value: 0 - 2, type: i8}, {value: 0 - 2, type: i64}, {value: 1.5, type: f32}, {value: 0.1, type: f64},"
        " {value: 1, type: f16}, {value: 65535, type: u16}]");
    const uint64_t expected[] = {0xfe,  UINT64_C(0xfffffffffffffffe), 0x3fc00000, UINT64_C(0x3fb999999999999a), 0x3c00,
                                 0xffff};
    for (size_t i = 0; i < 6; i++) assert_true(prepared.launch.args[i].value == expected[i]);
    refuse("args: [{value: 300, type: u8}]", "value '300' of type u8: 300 does not fit in u8");
    refuse("args: [{value: 0 - 1, type: u64}]", "does not fit in u64");
    refuse("args: [{value: 0.5, type: i32}]", "0.5 is no whole number that i32 holds");
}

static void buffers_hold_what_init_says(void **state) {
    (void)state;
    prepare("args: [{buffer: z, type: i32, count: 5, init: zero}, {buffer: k, type: u8, count: 300, init: iota},"
            " {buffer: f, type: f32, count: 3, init: {fill: n / 2.0}}, {buffer: v, type: i16, count: 7, init: {values: "
            "[1, -2, 3]}},"
            " {buffer: q, type: f64, count: 4, init: {formula: i * i - s}}, {buffer: o, type: i32, count: 2, output: "
            "true}]");
    const Buffer *buffers = prepared.launch.buffers;
    for (size_t i = 0; i < 300; i++) assert_int_equal(((uint8_t *)buffers[1].bytes)[i], i % 256);
    const int16_t repeated[] = {1, -2, 3, 1, -2, 3, 1};
    assert_memory_equal(buffers[3].bytes, repeated, sizeof repeated);
    for (int i = 0; i < 4; i++) assert_true(((double *)buffers[4].bytes)[i] == i * i - 1);
    for (int i = 0; i < 3; i++) assert_true(((float *)buffers[2].bytes)[i] == 8.0f);
    for (int i = 0; i < 5; i++) assert_int_equal(((int32_t *)buffers[0].bytes)[i], 0);
    for (size_t i = 0; i < 8; i++) assert_int_equal(((uint8_t *)buffers[5].bytes)[i], POISON_BYTE);
    for (size_t b = 0; b < 6; b++)
        assert_memory_equal(buffers[b].bytes, prepared.before[b], buffers[b].count * scalar_size(buffers[b].type));
    assert_ptr_not_equal(buffers[5].bytes, prepared.before[5]);
    refuse("args: [{buffer: v, type: u8, count: 2, init: {values: [256]}}]", "256 does not fit in u8");
    refuse("args: [{buffer: q, type: i32, count: 4, init: {formula: 6 / (2 - i)}}]",
           "fails for i = 2: it divides by zero");
    refuse("args: [{buffer: q, type: u8, count: 400, init: {formula: i}}]",
           "fails for i = 256: 256 does not fit in u8");
}

static uint64_t splitmix64(uint64_t *state) { /* as in its authors' paper, one state at a time */
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void random_contents_are_splitmix64_in_the_promised_range(void **state) {
    (void)state;
    uint64_t first = 1234567; /* a published test vector of splitmix64 */
    assert_true(splitmix64(&first) == UINT64_C(6457827717110365317));
    assert_true(splitmix64(&first) == UINT64_C(3203168211198807973));
    prepare("seed: 7, args: [{buffer: a, type: i32, count: 1000, init: random}, {buffer: b, type: f32, count: 1000, "
            "init: random},"
            " {buffer: c, type: u8, count: 1000, init: random}, {buffer: d, type: f16, count: 1000, init: random}]");
    uint64_t hashed = 7, zero = splitmix64(&hashed) ^ 0; /* buffer 0: its number changes nothing */
    uint64_t sequence = zero - UINT64_C(0x9e3779b97f4a7c15);
    sequence = splitmix64(&sequence);
    double sum = 0;
    for (size_t i = 0; i < 1000; i++) {
        int64_t expected = (int64_t)((splitmix64(&sequence) >> 32) * 2000 >> 32) - 1000;
        int32_t whole = ((int32_t *)prepared.launch.buffers[0].bytes)[i];
        float real = ((float *)prepared.launch.buffers[1].bytes)[i];
        assert_int_equal(whole, expected);
        assert_true(real >= -1 && real < 1);
        assert_true(((uint8_t *)prepared.launch.buffers[2].bytes)[i] < 100);
        double half = scalar_get(SCALAR_F16, (uint16_t *)prepared.launch.buffers[3].bytes + i);
        assert_true(half >= -1 && half < 1);
        sum += real;
    }
    assert_true(fabs(sum / 1000) < 0.1); /* 5 standard deviations of a mean of 1000 */
    int32_t before[4];
    memcpy(before, prepared.launch.buffers[0].bytes, sizeof before);
    prepare("seed: 8, args: [{buffer: a, type: i32, count: 4, init: random}]");
    assert_memory_not_equal(before, prepared.launch.buffers[0].bytes, sizeof before);
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

#define IN(type) ((type *)prepared.before[0])
#define OUT(type, b) ((type *)prepared.launch.buffers[b].bytes)

static void right(void) {
    Judged judged = judge(NULL);
    assert_string_equal(messages(&diags), "");
    assert_true(judged.judged);
    if (!judged.correct)
        fail_msg("element %zu: expected %g, got %g", judged.mismatch.index, judged.mismatch.expected,
                 judged.mismatch.got);
}

static Mismatch wrong(void) {
    Judged judged = judge(NULL);
    assert_string_equal(messages(&diags), "");
    assert_false(judged.correct);
    return judged.mismatch;
}

static void a_mismatch_says_where_and_what(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: i32, count: n, init: iota}, {buffer: out, type: i32, count: n, output: true, "
            "reference: copy}]");
    Mismatch never = wrong();
    assert_int_equal(never.index, 0);
    assert_int_equal(never.count, 16);
    assert_int_equal(never.total, 16);
    assert_true(never.poisoned);
    for (int i = 0; i < 16; i++) OUT(int32_t, 1)[i] = i;
    right();
    OUT(int32_t, 1)[5] = -1;
    OUT(int32_t, 1)[9] = 0;
    Mismatch two = wrong();
    assert_string_equal(two.buffer, "out");
    assert_int_equal(two.index, 5);
    assert_int_equal(two.count, 2);
    assert_true(two.expected == 5 && two.got == -1);
    assert_false(two.poisoned);
}

static void gather_and_reverse_follow_their_definitions(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: f32, count: 33, init: random}, {buffer: out, type: f32, count: 40, output: true,"
            " reference: gather}, {value: 7, type: i32}]");
    for (int i = 0; i < 40; i++) OUT(float, 1)[i] = IN(float)[i * 7 % 33];
    right();
    OUT(float, 1)[39] += 1;
    assert_int_equal(wrong().index, 39);
    prepare("args: [{buffer: in, type: i16, count: n, init: random}, {buffer: out, type: i16, count: n, output: true, "
            "reference: reverse}]");
    for (int i = 0; i < 16; i++) OUT(int16_t, 1)[i] = IN(int16_t)[15 - i];
    right();
}

static void transpose_follows_its_definition(void **state) {
    (void)state;
    prepare("args: [{buffer: out, type: i32, count: 35 * 70, output: true, reference: transpose},"
            " {buffer: in, type: i32, count: 35 * 70, init: random}, {value: 70, type: i32}, {value: 35, type: u64}]");
    const int32_t *in = prepared.before[1];
    for (int y = 0; y < 35; y++)
        for (int x = 0; x < 70; x++) OUT(int32_t, 0)[x * 35 + y] = in[y * 70 + x];
    right();
    OUT(int32_t, 0)[35 * 70 - 1] ^= 1;
    assert_int_equal(wrong().index, 35 * 70 - 1);
}

static void matmul_follows_its_definition(void **state) {
    (void)state;
    const char *args = "args: [{buffer: a, type: %1$s, count: 5 * 70, init: random}, {buffer: b, type: %1$s, count: 70 "
                       "* 3, init: random},"
                       " {buffer: c, type: %1$s, count: 15, output: true, reference: matmul}, {value: 5, type: i32},"
                       " {value: 70, type: i32}, {value: 3, type: i32}]";
    prepare(arena_printf(arena, args, "f32"));
    const float *a = prepared.before[0], *b = prepared.before[1];
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) {
            float sum = 0; /* in single precision, as a kernel would */
            for (int p = 0; p < 70; p++) sum += a[i * 70 + p] * b[p * 3 + j];
            OUT(float, 2)[i * 3 + j] = sum;
        }
    right();
    OUT(float, 2)[14] += 0.001f;
    assert_int_equal(wrong().index, 14);
    prepare(arena_printf(arena, args, "i8"));
    const int8_t *x = prepared.before[0], *y = prepared.before[1];
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 3; j++) {
            int sum = 0;
            for (int p = 0; p < 70; p++) sum += x[i * 70 + p] * y[p * 3 + j];
            OUT(int8_t, 2)[i * 3 + j] = (int8_t)(sum & 0xff); /* wrapped to the type */
        }
    right();
}

static void sum_looks_at_one_element(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: i32, count: 1000, init: random}, {buffer: out, type: i32, count: 4, output: "
            "true, reference: sum}]");
    int32_t sum = 0;
    for (int i = 0; i < 1000; i++) sum += IN(int32_t)[i];
    OUT(int32_t, 1)[0] = sum;
    right();
    OUT(int32_t, 1)[0]++;
    assert_int_equal(wrong().count, 1);
    prepare("args: [{buffer: in, type: i32, count: 10, init: random}, {buffer: out, type: f64, count: 1, output: true, "
            "reference: sum}]");
    OUT(double, 1)[0] = 0;
    for (int i = 0; i < 10; i++) OUT(double, 1)[0] += IN(int32_t)[i];
    right();
}

static void formulas_see_i_parameters_and_buffers_as_they_were(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: i32, count: 1056, init: random}, {buffer: out, type: i32, count: 700, init: "
            "iota, output: true,"
            " reference: {formula: \"i > 0 ? in[i * n % 1056] + out[i - 1] : 0 - s\"}}]");
    OUT(int32_t, 1)[0] = -1;
    for (int i = 1; i < 700; i++) OUT(int32_t, 1)[i] = IN(int32_t)[i * 16 % 1056] + i - 1;
    right();
    OUT(int32_t, 1)[699]++;
    assert_int_equal(wrong().index, 699);
    prepare("args: [{buffer: out, type: f32, count: 300, output: true, reference: {formula: i / 3.0}}]");
    for (int i = 0; i < 300; i++) OUT(float, 0)[i] = (float)i / 3.0f;
    right();
}

static void a_formula_that_fails_names_the_element(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: i32, count: n, init: zero}, {buffer: out, type: i32, count: 20, output: true,"
            " reference: {formula: \"in[i]\"}}]");
    Judged judged = judge(NULL);
    assert_false(judged.correct);
    assert_non_null(strstr(messages(&diags), "fails for i = 16: an index lies outside its buffer"));
}

static void reference_kernels_are_compared_with_what_they_left(void **state) {
    (void)state;
    prepare("args: [{buffer: out, type: f64, count: 3, output: true, reference: {kernel: other}}]");
    double after[3] = {1, NAN, 3};
    void *const all[] = {after};
    memcpy(OUT(double, 0), after, sizeof after);
    assert_true(judge(all).correct);
    OUT(double, 0)[1] = 2;
    Judged judged = judge(all);
    assert_int_equal(judged.mismatch.index, 1);
    assert_true(isnan(judged.mismatch.expected));
    assert_false(judge(NULL).correct); /* it has not run */
    assert_int_equal(diags.errors, 1);
}

static void tolerance_is_relative_and_absolute_near_zero(void **state) {
    (void)state;
    const char *args = "args: [{buffer: in, type: %1$s, count: 1, init: {fill: %2$s}}, {buffer: out, type: %1$s, "
                       "count: 1, init: {fill: %3$s},"
                       " output: true, reference: copy%4$s}]";
    const struct {
        const char *type, *expected, *got, *tolerance;
        bool correct;
    } cases[] = {
        {"f32", "1000", "1000.009", "", true},
        {"f32", "1000", "1000.02", "", false},
        {"f32", "0", "0.000009", "", true},
        {"f32", "0", "0.00002", "", false},
        {"f64", "1", "1.00000000001", "", false},
        {"f16", "1", "1.0009765625", "", true},
        {"f16", "1", "1.001953125", "", false},
        {"f64", "100", "109", ", tolerance: 0.1", true},
        {"f64", "100", "111", ", tolerance: 0.1", false},
        {"f32", "1", "1.0000001", ", tolerance: 0", false},
        {"i32", "100", "101", "", false},
        {"i32", "100", "101", ", tolerance: 0.01", true},
        {"i64", "9007199254740993", "9007199254740992", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepare(arena_printf(arena, args, cases[i].type, cases[i].expected, cases[i].got, cases[i].tolerance));
        if (judge(NULL).correct != cases[i].correct) fail_msg("%s, %s", cases[i].expected, cases[i].got);
    }
}

static void not_a_number_equals_only_itself(void **state) {
    (void)state;
    prepare("args: [{buffer: in, type: f32, count: 2, init: zero}, {buffer: out, type: f32, count: 2, output: true, "
            "init: zero, reference: copy}]");
    float *in = prepared.before[0], *out = prepared.launch.buffers[1].bytes;
    in[0] = out[0] = INFINITY;
    in[1] = NAN;
    out[1] = -NAN;
    right();
    out[1] = 0;
    assert_int_equal(wrong().index, 1);
    in[1] = 0;
    out[1] = NAN;
    assert_int_equal(wrong().index, 1);
    out[0] = -INFINITY;
    assert_int_equal(wrong().index, 0);
}

static void a_reference_that_does_not_fit_is_the_authors_mistake(void **state) {
    (void)state;
    const char *const cases[][2] = {
        {"args: [{buffer: out, type: i32, count: 4, output: true, reference: copy}]", "it needs an input buffer"},
        {"args: [{buffer: in, type: i32, count: 3, init: zero}, {buffer: out, type: i32, count: 4, output: true, "
         "reference: copy}]",
         "more elements than the input"},
        {"args: [{buffer: in, type: i32, count: 3, init: zero}, {buffer: out, type: i32, count: 4, output: true, "
         "reference: transpose}]",
         "width and height"},
        {"args: [{buffer: in, type: i32, count: 3, init: zero}, {buffer: out, type: i32, count: 4, output: true, "
         "reference: transpose},"
         " {value: 2, type: i32}, {value: 2, type: i32}]",
         "width times height is more"},
        {"args: [{buffer: in, type: i32, count: 3, init: zero}, {buffer: out, type: i32, count: 4, output: true, "
         "reference: matmul}]",
         "two input buffers"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepare(cases[i][0]);
        assert_false(judge(NULL).correct);
        if (strstr(messages(&diags), cases[i][1]) == NULL) fail_msg("%s", messages(&diags));
    }
}

/* ---- what only a GPU measures ------------------------------------------------------------------------------------ */

static void work_to_do_may_be_an_expression(void **state) {
    (void)state;
    prepare("bytes: 8 * n, flops: 2 * n * n");
    assert_int_equal(prepared.bytes, 128);
    assert_int_equal(prepared.flops, 512);
    assert_true(launch_uses(prepared.spec, "n"));
    assert_false(launch_uses(prepared.spec, "s"));
    refuse("flops: 0 - n", "`flops` must be a whole number from 0");
}

static void copies_from_the_host_are_cut_into_equal_chunks(void **state) {
    (void)state;
    prepare("host: {memory: pageable}");
    assert_int_equal(prepared.launch.host, HOST_PAGEABLE);
    assert_int_equal(prepared.launch.chunks, 1);
    prepare("grid: 8, host: {memory: pinned, chunks: 4 * s}, args: [{buffer: a, type: f32, count: n, init: zero}]");
    assert_int_equal(prepared.launch.host, HOST_PINNED);
    assert_int_equal(prepared.launch.chunks, 4);
    assert_true(launch_uses(prepared.spec, "s"));
    refuse("grid: 6, host: {memory: pinned, chunks: 4}", "a grid of 6 blocks does not fall into 4 equal chunks");
    refuse("grid: 4, host: {memory: pinned, chunks: 4}, args: [{buffer: a, type: f32, count: n + 1, init: zero}]",
           "the 17 elements of buffer 'a' do not fall into 4 equal chunks");
    refuse("host: {memory: pinned, chunks: 0}", "`chunks` must be a whole number from 1 to 64");
    prepare("args: [{buffer: a, type: f32, count: n, init: zero}]");
    assert_int_equal(prepared.launch.host, HOST_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_are_arguments_with_a_buffer_and_symbols_buffers_without_an_argument),
        cmocka_unit_test(textures_count_towards_the_limit_and_references_see_them),
        cmocka_unit_test(parameters_come_from_defaults_then_with_then_overrides),
        cmocka_unit_test(a_launch_uses_the_parameters_that_its_expressions_name),
        cmocka_unit_test(sizes_are_computed_and_bounded),
        cmocka_unit_test(macros_are_written_as_the_compiler_reads_them),
        cmocka_unit_test(values_have_the_bytes_of_their_type),
        cmocka_unit_test(buffers_hold_what_init_says),
        cmocka_unit_test(random_contents_are_splitmix64_in_the_promised_range),
        cmocka_unit_test(a_mismatch_says_where_and_what),
        cmocka_unit_test(gather_and_reverse_follow_their_definitions),
        cmocka_unit_test(transpose_follows_its_definition),
        cmocka_unit_test(matmul_follows_its_definition),
        cmocka_unit_test(sum_looks_at_one_element),
        cmocka_unit_test(formulas_see_i_parameters_and_buffers_as_they_were),
        cmocka_unit_test(a_formula_that_fails_names_the_element),
        cmocka_unit_test(reference_kernels_are_compared_with_what_they_left),
        cmocka_unit_test(tolerance_is_relative_and_absolute_near_zero),
        cmocka_unit_test(not_a_number_equals_only_itself),
        cmocka_unit_test(a_reference_that_does_not_fit_is_the_authors_mistake),
        cmocka_unit_test(work_to_do_may_be_an_expression),
        cmocka_unit_test(copies_from_the_host_are_cut_into_equal_chunks),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
