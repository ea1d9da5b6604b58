/* Whether every output equals its reference.
 *
 * Equal bytes decide most launches at once. Otherwise elements are compared in batches: whole numbers exactly (or
 * within a tolerance where the lesson gives one), real ones within tolerance * max(1, |expected|), which is relative
 * for large numbers and absolute near zero, where a sum's rounding errors have no relation to its size. NaN equals
 * NaN only. */
#include <math.h>
#include <string.h>

#include "course/course.h"
#include "course/elements.h"
#include "course/formula.h"
#include "course/reference.h"

enum { BATCH = FORMULA_BATCH };

/* One output's comparison so far. */
typedef struct Comparison {
    const Buffer *buffer;
    double tolerance;
    bool exact; /* whole numbers without tolerance */
    Mismatch mismatch;
} Comparison;

/* What must be in elements start .. start + count - 1. */
typedef struct Expected {
    bool real;
    const int64_t *integers;
    const double *reals;
} Expected;

static double default_tolerance(Scalar type) {
    return type == SCALAR_F16 ? 1e-3 : type == SCALAR_F32 ? 1e-5 : type == SCALAR_F64 ? 1e-12 : 0;
}

static bool near_enough(double expected, double got, double tolerance) {
    if (expected == got || (isnan(expected) && isnan(got))) return true;
    if (!isfinite(expected) || !isfinite(got)) return false;
    return fabs(expected - got) <= tolerance * fmax(1, fabs(expected));
}

static void differs(Comparison *comparison, size_t index, double expected, double got) {
    Mismatch *mismatch = &comparison->mismatch;
    if (mismatch->count++) return;
    mismatch->index = index;
    mismatch->expected = expected;
    mismatch->got = got;
}

static double rounded_to(Scalar type, double value) {
    unsigned char element[8];
    if (!scalar_is_real(type) || type == SCALAR_F64) return value;
    if (type == SCALAR_F32) return (double)(float)value;
    scalar_set(type, element, value);
    return scalar_get(type, element);
}

/* u64 elements above INT64_MAX read as negative numbers; as doubles they are right. */
static double element_real(const Buffer *buffer, size_t index) {
    return scalar_get(buffer->type, (const char *)buffer->bytes + index * scalar_size(buffer->type));
}

static void compare_integers(Comparison *comparison, size_t start, size_t count, const int64_t *expected) {
    const Buffer *buffer = comparison->buffer;
    int64_t got[BATCH];
    elements_integers(buffer->type, buffer->bytes, start, count, got);
    if (memcmp(got, expected, count * sizeof *got) == 0 && buffer->type != SCALAR_U64) return;
    for (size_t k = 0; k < count; k++) {
        bool beyond = buffer->type == SCALAR_U64 && got[k] < 0; /* above INT64_MAX: no expected value is */
        if (got[k] != expected[k] || beyond)
            differs(comparison, start + k, (double)expected[k], element_real(buffer, start + k));
    }
}

static void compare_reals(Comparison *comparison, size_t start, size_t count, const Expected *expected) {
    const Buffer *buffer = comparison->buffer;
    double got[BATCH];
    elements_reals(buffer->type, buffer->bytes, start, count, got);
    for (size_t k = 0; k < count; k++) {
        double wanted = expected->real ? expected->reals[k] : (double)expected->integers[k];
        wanted = rounded_to(buffer->type, wanted);
        if (!near_enough(wanted, got[k], comparison->tolerance)) differs(comparison, start + k, wanted, got[k]);
    }
}

static void compare_batch(Comparison *comparison, size_t start, size_t count, const Expected *expected) {
    if (comparison->exact && !expected->real)
        compare_integers(comparison, start, count, expected->integers);
    else
        compare_reals(comparison, start, count, expected);
}

/* expected: count elements of the buffer's own type. */
static void compare_bytes(Comparison *comparison, const void *expected, size_t count) {
    const Buffer *buffer = comparison->buffer;
    size_t size = scalar_size(buffer->type);
    for (size_t start = 0; start < count; start += BATCH) {
        size_t some = count - start < BATCH ? count - start : BATCH;
        const char *wanted = (const char *)expected + start * size;
        const char *got = (const char *)buffer->bytes + start * size;
        if (memcmp(wanted, got, some * size) == 0) continue;
        double reals[BATCH];
        elements_reals(buffer->type, expected, start, some, reals);
        Expected batch = {.real = true, .reals = reals};
        if (!comparison->exact) {
            compare_reals(comparison, start, some, &batch);
        } else {
            for (size_t k = 0; k < some; k++)
                if (memcmp(wanted + k * size, got + k * size, size) != 0)
                    differs(comparison, start + k, reals[k], element_real(buffer, start + k));
        }
    }
}

/* ---- the three kinds of reference -------------------------------------------------------------------------------- */

static bool judge_formula(Comparison *comparison, const Prepared *prepared, const ArgSpec *spec, Arena *arena,
                          DiagList *diags) {
    const Launch *launch = &prepared->launch;
    Formula *formula = formula_compile(spec->reference_formula, prepared->bindings, prepared->binding_count,
                                       launch->buffers, prepared->before, launch->buffer_count, arena, diags);
    if (formula == NULL) return false;
    Expected expected = {.real = formula_is_real(formula)};
    for (size_t start = 0; start < comparison->buffer->count; start += BATCH) {
        size_t left = comparison->buffer->count - start, failed_at;
        size_t count = left < BATCH ? left : BATCH;
        const char *why;
        if (!formula_run(formula, start, count, &expected.integers, &expected.reals, &failed_at, &why)) {
            diag_add(diags, SEVERITY_ERROR, expr_loc(spec->reference_formula), NULL,
                     "the reference formula of '%s' fails for i = %zu: %s", spec->name, failed_at, why);
            return false;
        }
        compare_batch(comparison, start, count, &expected);
    }
    return true;
}

static bool judge_host(Comparison *comparison, const Prepared *prepared, const ArgSpec *spec, size_t index,
                       Arena *arena, DiagList *diags) {
    size_t count;
    const char *why;
    const void *expected = reference_compute(spec->reference_name, prepared, index, arena, &count, &why);
    if (expected != NULL)
        compare_bytes(comparison, expected, count);
    else
        diag_add(diags, SEVERITY_ERROR, spec->loc, "docs/lesson-format.md says what it works on",
                 "the reference '%s' does not fit this launch: %s", spec->reference_name, why);
    return expected != NULL;
}

static bool judge_kernel(Comparison *comparison, const ArgSpec *spec, const void *after, DiagList *diags) {
    if (after != NULL)
        compare_bytes(comparison, after, comparison->buffer->count);
    else
        diag_add(diags, SEVERITY_ERROR, spec->loc, NULL, "the reference kernel '%s' has not run", spec->reference_name);
    return after != NULL;
}

static bool is_poisoned(const Buffer *buffer, size_t index) {
    const unsigned char *bytes = (const unsigned char *)buffer->bytes + index * scalar_size(buffer->type);
    for (size_t i = 0; i < scalar_size(buffer->type); i++)
        if (bytes[i] != POISON_BYTE) return false;
    return true;
}

/* False where the output could not be judged; the reason is in diags. */
static bool judge_output(const Prepared *prepared, const ArgSpec *spec, size_t index, const void *after,
                         Mismatch *mismatch, DiagList *diags) {
    const Buffer *buffer = &prepared->launch.buffers[index];
    Arena *arena = arena_new(); /* references are as large as the outputs */
    Comparison comparison = {.buffer = buffer};
    comparison.tolerance = spec->tolerance >= 0 ? spec->tolerance : default_tolerance(buffer->type);
    comparison.exact = !scalar_is_real(buffer->type) && comparison.tolerance == 0;
    bool judged = spec->reference == REFERENCE_HOST      ? judge_host(&comparison, prepared, spec, index, arena, diags)
                  : spec->reference == REFERENCE_FORMULA ? judge_formula(&comparison, prepared, spec, arena, diags)
                                                         : judge_kernel(&comparison, spec, after, diags);
    *mismatch = comparison.mismatch;
    mismatch->buffer = buffer->name;
    mismatch->type = buffer->type;
    mismatch->total = buffer->count;
    mismatch->secret = spec->secret;
    mismatch->poisoned = mismatch->count && spec->init == INIT_POISON && is_poisoned(buffer, mismatch->index);
    arena_free(arena);
    return judged;
}

void launch_judge(const Prepared *prepared, void *const *reference_after, Arena *arena, DiagList *diags,
                  Judged *judged) {
    (void)arena; /* everything in judged belongs to prepared */
    const LaunchSpec *spec = prepared->spec;
    *judged = (Judged){.correct = true};
    size_t index = 0;
    for (size_t i = 0; i < spec->arg_count; i++) {
        const ArgSpec *arg = &spec->args[i];
        if (!arg_has_buffer(arg)) continue;
        size_t b = index++;
        if (arg->reference == REFERENCE_NONE) continue;
        Mismatch mismatch;
        const void *after = reference_after != NULL ? reference_after[b] : NULL;
        bool could = judge_output(prepared, arg, b, after, &mismatch, diags);
        judged->judged = true;
        if (could && !mismatch.count) continue;
        if (judged->correct) judged->mismatch = mismatch;
        judged->correct = false;
    }
}
