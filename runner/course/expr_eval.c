/* Expressions: tree to value.
 *
 * Whole numbers stay whole and are checked for overflow; a real number on either side makes the operation real. Truth
 * values count as 0 and 1 in arithmetic, as in C. A whole and a real number compare exactly: 2^53 + 1 is not 2^53. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "course/expr_tree.h"

static Value make_int(int64_t integer) {
    return (Value){.kind = VALUE_INT, .integer = integer};
}
static Value make_real(double real) {
    return (Value){.kind = VALUE_REAL, .real = real};
}
static Value make_bool(bool truth) {
    return (Value){.kind = VALUE_BOOL, .integer = truth};
}

double value_number(Value value) {
    if (value.kind == VALUE_TEXT) return NAN;
    return value.kind == VALUE_REAL ? value.real : (double)value.integer;
}

bool value_truth(Value value) {
    if (value.kind == VALUE_TEXT) return value.text[0] != 0;
    return value.kind == VALUE_REAL ? value.real != 0 : value.integer != 0;
}

/* -1, 0 or 1; 2 where real is not a number. */
static int compare_int_real(int64_t integer, double real) {
    if (isnan(real)) return 2;
    if (real >= 0x1p63) return -1;
    if (real < -0x1p63) return 1;
    int64_t whole = (int64_t)real;
    if (integer != whole) return integer < whole ? -1 : 1;
    double rest = real - (double)whole;
    return rest > 0 ? -1 : rest < 0;
}

/* -1, 0 or 1; 2 where the two have no order. */
static int compare(Value a, Value b) {
    if (a.kind == VALUE_TEXT && b.kind == VALUE_TEXT) {
        int order = strcmp(a.text, b.text);
        return order < 0 ? -1 : order > 0;
    }
    if (a.kind == VALUE_TEXT || b.kind == VALUE_TEXT) return 2;
    if (a.kind == VALUE_REAL && b.kind == VALUE_REAL) {
        if (isnan(a.real) || isnan(b.real)) return 2;
        return a.real < b.real ? -1 : a.real > b.real;
    }
    if (b.kind == VALUE_REAL) return compare_int_real(a.integer, b.real);
    if (a.kind == VALUE_REAL) {
        int order = compare_int_real(b.integer, a.real);
        return order == 2 ? 2 : -order;
    }
    return a.integer < b.integer ? -1 : a.integer > b.integer;
}

bool value_equal(Value a, Value b) {
    return compare(a, b) == 0;
}

char *value_print(Arena *arena, Value value) {
    if (value.kind == VALUE_TEXT) return arena_string(arena, value.text);
    if (value.kind == VALUE_BOOL) return arena_string(arena, value.integer ? "true" : "false");
    if (value.kind == VALUE_INT) return arena_printf(arena, "%lld", (long long)value.integer);
    if (fabs(value.real) >= 1e6 && fabs(value.real) < 1e15) return arena_printf(arena, "%.0f", value.real);
    return isnan(value.real) ? arena_string(arena, "no number") : arena_printf(arena, "%.6g", value.real);
}

char *value_show(Arena *arena, Value value) {
    bool whole = value.kind == VALUE_REAL && fabs(value.real) >= 1000 && fabs(value.real) < 1e15 &&
                 (value.real == floor(value.real) || fabs(value.real) >= 1e6);
    if (value.kind != VALUE_INT && !whole) return value_print(arena, value);
    int64_t number = whole ? (int64_t)round(value.real) : value.integer;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return arena_printf(arena, "%s%s", number < 0 ? "-" : "", text_grouped(arena, size));
}

/* 1.78082 as "1.78"; of a share of 1 three digits: 0.0123. */
char *value_told(Arena *arena, Value value) {
    double size = fabs(value.real);
    if (value.kind != VALUE_REAL || !(size >= 1e-4 && size < 1e6)) return value_show(arena, value);
    if (size < 1) return arena_printf(arena, "%.3g", value.real);
    double hundredths = round(100 * value.real);
    if (hundredths == 100 * round(value.real))
        return value_show(arena, (Value){.kind = VALUE_INT, .integer = (int64_t)round(value.real)});
    char *text = arena_printf(arena, "%.2f", hundredths / 100);
    if (text_ends(text, "0")) text[strlen(text) - 1] = '\0';
    return text;
}

/* ---- one operation ----------------------------------------------------------------------------------------------- */

static bool integer_only(ExprOp op) {
    return op == EXPR_REMAINDER || op == EXPR_SHIFT_LEFT || op == EXPR_SHIFT_RIGHT || op == EXPR_BIT_AND ||
           op == EXPR_BIT_OR || op == EXPR_CEIL_DIVIDE;
}

static const char *const overflow_why = "the result is too large for a 64-bit whole number";
static const char *const zero_why = "it divides by zero";

static bool shift_left(int64_t a, int64_t by, int64_t *value) {
    if (a < 0) return false;
    *value = (int64_t)((uint64_t)a << by);
    return (*value >> by) == a && *value >= 0;
}

static bool ceil_divide(int64_t a, int64_t b, int64_t *value) {
    if (a == INT64_MIN && b == -1) return false;
    *value = a / b + (a % b != 0 && (a < 0) == (b < 0));
    return true;
}

static bool apply_int(ExprOp op, int64_t a, int64_t b, int64_t *value, const char **why) {
    bool divides = op == EXPR_DIVIDE || op == EXPR_REMAINDER || op == EXPR_CEIL_DIVIDE;
    if (divides && b == 0) return *why = zero_why, false;
    if ((op == EXPR_SHIFT_LEFT || op == EXPR_SHIFT_RIGHT) && (b < 0 || b > 63))
        return *why = "a shift must be by 0 to 63 bits", false;
    bool good = true;
    switch (op) {
    case EXPR_NEGATE: good = !__builtin_sub_overflow((int64_t)0, a, value); break;
    case EXPR_ABS: good = a < 0 ? !__builtin_sub_overflow((int64_t)0, a, value) : (*value = a, true); break;
    case EXPR_MULTIPLY: good = !__builtin_mul_overflow(a, b, value); break;
    case EXPR_ADD: good = !__builtin_add_overflow(a, b, value); break;
    case EXPR_SUBTRACT: good = !__builtin_sub_overflow(a, b, value); break;
    case EXPR_DIVIDE: good = a == INT64_MIN && b == -1 ? false : (*value = a / b, true); break;
    case EXPR_REMAINDER: *value = b == -1 ? 0 : a % b; break;
    case EXPR_CEIL_DIVIDE: good = ceil_divide(a, b, value); break;
    case EXPR_SHIFT_LEFT: good = shift_left(a, b, value); break;
    case EXPR_SHIFT_RIGHT: *value = a >> b; break;
    case EXPR_BIT_AND: *value = a & b; break;
    case EXPR_BIT_OR: *value = a | b; break;
    case EXPR_MIN: *value = a < b ? a : b; break;
    case EXPR_MAX: *value = a > b ? a : b; break;
    default: return *why = "this is no operation on whole numbers", false;
    }
    if (!good) *why = overflow_why;
    return good;
}

static bool apply_real(ExprOp op, double a, double b, double *value, const char **why) {
    switch (op) {
    case EXPR_NEGATE: *value = -a; break;
    case EXPR_ABS: *value = fabs(a); break;
    case EXPR_MULTIPLY: *value = a * b; break;
    case EXPR_ADD: *value = a + b; break;
    case EXPR_SUBTRACT: *value = a - b; break;
    case EXPR_DIVIDE:
        if (b == 0) return *why = zero_why, false;
        *value = a / b;
        break;
    case EXPR_MIN: *value = a < b ? a : b; break;
    case EXPR_MAX: *value = a > b ? a : b; break;
    default: return *why = "this is no operation on real numbers", false;
    }
    return true;
}

static bool apply_comparison(ExprOp op, Value a, Value b, Value *value, const char **why) {
    if ((a.kind == VALUE_TEXT) != (b.kind == VALUE_TEXT)) return *why = "it compares a text with a number", false;
    int order = compare(a, b);
    bool truth = op == EXPR_LESS            ? order == -1
                 : op == EXPR_LESS_EQUAL    ? order == -1 || order == 0
                 : op == EXPR_GREATER       ? order == 1
                 : op == EXPR_GREATER_EQUAL ? order == 1 || order == 0
                 : op == EXPR_EQUAL         ? order == 0
                                            : order != 0;
    *value = make_bool(truth);
    return true;
}

bool expr_apply(ExprOp op, Value a, Value b, Arena *arena, Value *value, const char **why) {
    bool one_sided = op == EXPR_NOT || op == EXPR_NEGATE || op == EXPR_ABS;
    if (one_sided) b = make_int(0);
    if (op >= EXPR_LESS && op <= EXPR_NOT_EQUAL) return apply_comparison(op, a, b, value, why);
    if (a.kind == VALUE_TEXT || b.kind == VALUE_TEXT) {
        *why = arena_printf(arena, "'%s' needs numbers, and this is a text", expr_op_name[op]);
        return false;
    }
    if (op == EXPR_NOT) return *value = make_bool(!value_truth(a)), true;
    if (a.kind != VALUE_REAL && b.kind != VALUE_REAL) {
        value->kind = VALUE_INT;
        return apply_int(op, a.integer, b.integer, &value->integer, why);
    }
    if (integer_only(op)) {
        *why = arena_printf(arena, "'%s' needs whole numbers", expr_op_name[op]);
        return false;
    }
    *value = make_real(0);
    return apply_real(op, value_number(a), value_number(b), &value->real, why);
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

static bool truth_of(const Expr *expr, const ExprEnv *env, Arena *arena, bool *truth, const char **why) {
    Value value;
    if (!expr_eval(expr, env, arena, &value, why)) return false;
    if (value.kind == VALUE_TEXT) return *why = "a text is neither true nor false", false;
    *truth = value_truth(value);
    return true;
}

static bool eval_index(const Expr *expr, const ExprEnv *env, Arena *arena, Value *value, const char **why) {
    Value at;
    if (!expr_eval(expr->a, env, arena, &at, why)) return false;
    if (at.kind == VALUE_REAL || at.kind == VALUE_TEXT) return *why = "an index must be a whole number", false;
    if (env->index == NULL) {
        *why = arena_printf(arena, "'%s' has no elements here", expr->name);
        return false;
    }
    return env->index(env, expr->name, at.integer, value, why);
}

/* Whether the value is a real number, whatever sides its conditions take. Elements of a buffer have one type, so its
 * first one tells; what has no value is none. */
static bool is_real(const Expr *expr, const ExprEnv *env) {
    Value value;
    const char *why;
    switch (expr->op) {
    case EXPR_CONSTANT: return expr->value.kind == VALUE_REAL;
    case EXPR_NAME: return env->lookup(env, expr->name, &value, &why) && value.kind == VALUE_REAL;
    case EXPR_INDEX:
        return env->index != NULL && env->index(env, expr->name, 0, &value, &why) && value.kind == VALUE_REAL;
    case EXPR_CHOOSE: return is_real(expr->b, env) || is_real(expr->c, env);
    case EXPR_NEGATE:
    case EXPR_ABS: return is_real(expr->a, env);
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MIN:
    case EXPR_MAX: return is_real(expr->a, env) || is_real(expr->b, env);
    default: return false;
    }
}

/* As in C both sides have one type, also the one that is not taken: 7 / (true ? 2 : 0.5) is 3.5. */
static bool eval_choice(const Expr *taken, const Expr *other, const ExprEnv *env, Arena *arena, Value *value,
                        const char **why) {
    if (!expr_eval(taken, env, arena, value, why)) return false;
    if ((value->kind == VALUE_INT || value->kind == VALUE_BOOL) && is_real(other, env))
        *value = make_real((double)value->integer);
    return true;
}

static bool eval_logic(const Expr *expr, const ExprEnv *env, Arena *arena, Value *value, const char **why) {
    bool a, b;
    if (!truth_of(expr->a, env, arena, &a, why)) return false;
    if (expr->op == EXPR_CHOOSE)
        return eval_choice(a ? expr->b : expr->c, a ? expr->c : expr->b, env, arena, value, why);
    *value = make_bool(a);
    if (a == (expr->op == EXPR_OR)) return true;
    if (!truth_of(expr->b, env, arena, &b, why)) return false;
    *value = make_bool(b);
    return true;
}

/* "3 loads and 1 store": what is not 0. Where all are 0, the last. */
static bool eval_counts(const Expr *expr, const ExprEnv *env, Arena *arena, Value *value, const char **why) {
    const char *before = NULL, *last = NULL;
    for (const Expr *at = expr; at != NULL; at = at->c) {
        Value number, words;
        if (!expr_eval(at->a, env, arena, &number, why) || !expr_eval(at->b, env, arena, &words, why)) return false;
        if (number.kind == VALUE_TEXT || words.kind != VALUE_TEXT)
            return *why = "'counts' needs a number, and then a text that says what it counts", false;
        if (!value_truth(number) && (last != NULL || at->c != NULL)) continue;
        if (last != NULL) before = before != NULL ? arena_printf(arena, "%s, %s", before, last) : last;
        last = arena_printf(arena, "%s %s", value_told(arena, number), words.text);
    }
    const char *text = before != NULL ? arena_printf(arena, "%s and %s", before, last) : last;
    *value = (Value){.kind = VALUE_TEXT, .text = text};
    return true;
}

bool expr_eval(const Expr *expr, const ExprEnv *env, Arena *arena, Value *value, const char **why) {
    switch (expr->op) {
    case EXPR_CONSTANT: return *value = expr->value, true;
    case EXPR_NAME: return env->lookup(env, expr->name, value, why);
    case EXPR_INDEX: return eval_index(expr, env, arena, value, why);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_CHOOSE: return eval_logic(expr, env, arena, value, why);
    case EXPR_COUNTS: return eval_counts(expr, env, arena, value, why);
    default: break;
    }
    Value a, b = make_int(0);
    if (!expr_eval(expr->a, env, arena, &a, why)) return false;
    if (expr->b != NULL && !expr_eval(expr->b, env, arena, &b, why)) return false;
    return expr_apply(expr->op, a, b, arena, value, why);
}

const Expr *expr_chosen(const Expr *expr, const ExprEnv *env, Arena *arena) {
    Value condition;
    const char *why;
    while (expr->op == EXPR_CHOOSE && expr_eval(expr->a, env, arena, &condition, &why))
        expr = value_truth(condition) ? expr->b : expr->c;
    return expr;
}
