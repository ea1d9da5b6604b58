/* libFuzzer target: any bytes as an expression, evaluated, and as a formula, which must agree with the evaluator on
 * every element: they are two programs for one meaning. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course/formula.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ELEMENTS = 300 }; /* more than one batch */

static int32_t whole[ELEMENTS];
static float real[ELEMENTS];

typedef struct Env {
    ExprEnv env;
    int64_t i;
} Env;

static bool lookup(const ExprEnv *base, const char *name, Value *value, const char **why) {
    if (strcmp(name, "i") == 0) return *value = (Value){.kind = VALUE_INT, .integer = ((const Env *)base)->i}, true;
    if (strcmp(name, "n") == 0) return *value = (Value){.kind = VALUE_INT, .integer = 3}, true;
    *why = "unknown";
    return false;
}

static bool element(const ExprEnv *base, const char *name, int64_t at, Value *value, const char **why) {
    (void)base;
    *why = "outside";
    if (at < 0 || at >= ELEMENTS) return false;
    if (strcmp(name, "a") == 0) return *value = (Value){.kind = VALUE_INT, .integer = whole[at]}, true;
    if (strcmp(name, "f") == 0) return *value = (Value){.kind = VALUE_REAL, .real = (double)real[at]}, true;
    return false;
}

static bool same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* i, where a formula that fails stops, or ELEMENTS. */
static void compare(const Expr *expr, Formula *formula, Arena *arena) {
    for (size_t start = 0; start < ELEMENTS; start += FORMULA_BATCH) {
        size_t count = ELEMENTS - start < FORMULA_BATCH ? ELEMENTS - start : FORMULA_BATCH, failed_at = SIZE_MAX;
        const int64_t *integers;
        const double *reals;
        const char *why;
        formula_run(formula, start, count, &integers, &reals, &failed_at, &why);
        for (size_t k = 0; k < count && start + k <= failed_at; k++) {
            Env env = {{lookup, element}, (int64_t)(start + k)};
            Value value;
            bool good = expr_eval(expr, &env.env, arena, &value, &why);
            double got = formula_is_real(formula) ? reals[k] : (double)integers[k];
            if (good != (start + k != failed_at) || (good && !same(value_number(value), got))) {
                fprintf(stderr, "%s, i = %zu: the evaluator and the formula disagree\n", expr_text(expr), start + k);
                abort();
            }
        }
        if (failed_at != SIZE_MAX) return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (int k = 0; k < ELEMENTS; k++) whole[k] = k * 7919 % 301 - 150, real[k] = (float)k / 8 - 3;
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    Expr *expr = expr_parse(arena_string_n(arena, (const char *)data, size), (Loc){"x", 1, 1}, arena, &diags);
    if (expr != NULL) {
        const Buffer buffers[] = {{"a", SCALAR_I32, ELEMENTS, whole, false, NULL},
                                  {"f", SCALAR_F32, ELEMENTS, real, false, NULL}};
        void *const bytes[] = {whole, real};
        Binding n = {"n", 3, {"x", 1, 1}};
        Formula *formula = formula_compile(expr, &n, 1, buffers, bytes, 2, arena, &diags);
        if (formula != NULL) compare(expr, formula, arena);
        Env env = {{lookup, element}, 5};
        Value value;
        const char *why;
        if (expr_eval(expr, &env.env, arena, &value, &why)) value_print(arena, value);
    }
    arena_free(arena);
    return 0;
}
