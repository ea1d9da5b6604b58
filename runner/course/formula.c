/* Formulas, compiled.
 *
 * Each node of the expression becomes one step with a lane for every element of a batch. Types are known when
 * compiling (parameters are whole, buffers have types), so a step is one loop over whole or real numbers. An
 * element's failure (a division by zero, an index outside its buffer) must count only where C would have evaluated
 * it: in `i > 0 ? in[i - 1] : 0` the index -1 is never used. So a failure is a value: each lane carries an error
 * code, operations pass it on, and `?:`, `&&` and `||` drop the code of the side that they do not take. */
#include "course/formula.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "course/elements.h"
#include "course/expr_tree.h"

typedef enum Fault { FAULT_NONE, FAULT_OVERFLOW, FAULT_ZERO, FAULT_SHIFT, FAULT_INDEX } Fault;

static const char *const fault_why[] = {
    [FAULT_NONE] = "",
    [FAULT_OVERFLOW] = "a result is too large for a 64-bit whole number",
    [FAULT_ZERO] = "it divides by zero",
    [FAULT_SHIFT] = "a shift must be by 0 to 63 bits",
    [FAULT_INDEX] = "an index lies outside its buffer",
};

typedef struct Lanes {
    union {
        int64_t integer[FORMULA_BATCH];
        double real[FORMULA_BATCH];
    } at;
    uint8_t fault[FORMULA_BATCH]; /* meaningful where faulty */
    bool faulty;                  /* some lane has a fault */
    bool real;
} Lanes;

typedef enum RunKind {
    RUN_INDEX_NUMBER, /* i */
    RUN_LOAD,         /* buffer[a] */
    RUN_TO_REAL,
    RUN_TRUTH, /* a real number to 0 or 1 */
    RUN_INTEGER,
    RUN_REAL,
    RUN_COMPARE_REAL,
    RUN_COMPARE_MIXED,
    RUN_LOGIC, /* && || ?: */
} RunKind;

typedef struct Operation {
    RunKind kind;
    ExprOp op;
    const Lanes *a, *b, *c;
    Lanes *out;
    const Buffer *buffer;
    const void *bytes;
} Operation;

struct Formula {
    VEC(Operation) operations;
    Lanes *result;
};

typedef struct Compiler {
    Formula *formula;
    const Binding *bindings;
    size_t binding_count;
    const Buffer *buffers;
    void *const *bytes;
    size_t buffer_count;
    Arena *arena;
    const char *why; /* NULL while all is well */
    Loc loc;
} Compiler;

/* ---- compiling --------------------------------------------------------------------------------------------------- */

static Lanes *lanes_for(Compiler *compiler, bool real) {
    Lanes *lanes = arena_make(compiler->arena, Lanes);
    lanes->real = real;
    return lanes;
}

static Lanes *fail(Compiler *compiler, const Expr *expr, const char *why) {
    if (compiler->why == NULL) compiler->why = why, compiler->loc = expr_loc(expr);
    return lanes_for(compiler, false);
}

static Lanes *emit(Compiler *compiler, Operation operation, bool real) {
    operation.out = lanes_for(compiler, real);
    vec_push(compiler->arena, &compiler->formula->operations, operation);
    return operation.out;
}

static Lanes *constant_integer(Compiler *compiler, int64_t value) {
    Lanes *lanes = lanes_for(compiler, false);
    for (size_t k = 0; k < FORMULA_BATCH; k++) lanes->at.integer[k] = value;
    return lanes;
}

static Lanes *constant_real(Compiler *compiler, double value) {
    Lanes *lanes = lanes_for(compiler, true);
    for (size_t k = 0; k < FORMULA_BATCH; k++) lanes->at.real[k] = value;
    return lanes;
}

static const Lanes *to_real(Compiler *compiler, const Lanes *a) {
    return a->real ? a : emit(compiler, (Operation){.kind = RUN_TO_REAL, .a = a}, true);
}

static const Lanes *to_truth(Compiler *compiler, const Lanes *a) {
    return a->real ? emit(compiler, (Operation){.kind = RUN_TRUTH, .a = a}, false) : a;
}

static Lanes *compile(Compiler *compiler, const Expr *expr);

static Lanes *compile_name(Compiler *compiler, const Expr *expr) {
    if (strcmp(expr->name, "i") == 0) return emit(compiler, (Operation){.kind = RUN_INDEX_NUMBER}, false);
    for (size_t b = 0; b < compiler->binding_count; b++)
        if (strcmp(compiler->bindings[b].name, expr->name) == 0)
            return constant_integer(compiler, compiler->bindings[b].value);
    return fail(compiler, expr, arena_printf(compiler->arena, "'%s' is not known in a formula", expr->name));
}

static Lanes *compile_index(Compiler *compiler, const Expr *expr) {
    const Lanes *at = compile(compiler, expr->a);
    if (at->real) return fail(compiler, expr, "an index must be a whole number");
    for (size_t b = 0; b < compiler->buffer_count; b++) {
        const Buffer *buffer = &compiler->buffers[b];
        if (!text_equal(buffer->name, expr->name)) continue;
        Operation load = {.kind = RUN_LOAD, .a = at, .buffer = buffer, .bytes = compiler->bytes[b]};
        return emit(compiler, load, scalar_is_real(buffer->type));
    }
    return fail(compiler, expr, arena_printf(compiler->arena, "the launch has no buffer '%s'", expr->name));
}

static Lanes *compile_logic(Compiler *compiler, const Expr *expr) {
    const Lanes *a = to_truth(compiler, compile(compiler, expr->a));
    const Lanes *b = compile(compiler, expr->b), *c = NULL;
    bool real = false;
    if (expr->op == EXPR_CHOOSE) {
        c = compile(compiler, expr->c);
        real = b->real || c->real;
        if (real) b = to_real(compiler, b), c = to_real(compiler, c);
    } else {
        b = to_truth(compiler, b);
    }
    return emit(compiler, (Operation){.kind = RUN_LOGIC, .op = expr->op, .a = a, .b = b, .c = c}, real);
}

static bool needs_whole(ExprOp op) {
    return op == EXPR_REMAINDER || op == EXPR_SHIFT_LEFT || op == EXPR_SHIFT_RIGHT || op == EXPR_BIT_AND ||
           op == EXPR_BIT_OR || op == EXPR_CEIL_DIVIDE;
}

static Lanes *compile_operator(Compiler *compiler, const Expr *expr) {
    const Lanes *a = compile(compiler, expr->a), *b = expr->b != NULL ? compile(compiler, expr->b) : a;
    ExprOp op = expr->op;
    bool compares = op >= EXPR_LESS && op <= EXPR_NOT_EQUAL;
    if (op == EXPR_NOT) a = b = to_truth(compiler, a);
    if (!a->real && !b->real) return emit(compiler, (Operation){.kind = RUN_INTEGER, .op = op, .a = a, .b = b}, false);
    if (needs_whole(op))
        return fail(compiler, expr, arena_printf(compiler->arena, "'%s' needs whole numbers", expr_op_name[op]));
    if (compares) {
        RunKind kind = a->real && b->real ? RUN_COMPARE_REAL : RUN_COMPARE_MIXED;
        return emit(compiler, (Operation){.kind = kind, .op = op, .a = a, .b = b}, false);
    }
    a = to_real(compiler, a);
    b = to_real(compiler, b);
    return emit(compiler, (Operation){.kind = RUN_REAL, .op = op, .a = a, .b = b}, true);
}

static Lanes *compile(Compiler *compiler, const Expr *expr) {
    switch (expr->op) {
    case EXPR_CONSTANT:
        if (expr->value.kind == VALUE_TEXT) return fail(compiler, expr, "a formula works with numbers, not with texts");
        if (expr->value.kind == VALUE_REAL) return constant_real(compiler, expr->value.real);
        return constant_integer(compiler, expr->value.integer);
    case EXPR_NAME: return compile_name(compiler, expr);
    case EXPR_INDEX: return compile_index(compiler, expr);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_CHOOSE: return compile_logic(compiler, expr);
    default: return compile_operator(compiler, expr);
    }
}

Formula *formula_compile(const Expr *expr, const Binding *bindings, size_t binding_count, const Buffer *buffers,
                         void *const *bytes, size_t buffer_count, Arena *arena, DiagList *diags) {
    Formula *formula = arena_make(arena, Formula);
    Compiler compiler = {
        .formula = formula,
        .bindings = bindings,
        .binding_count = binding_count,
        .buffers = buffers,
        .bytes = bytes,
        .buffer_count = buffer_count,
        .arena = arena,
    };
    formula->result = compile(&compiler, expr);
    if (compiler.why == NULL) return formula;
    diag_add(diags, SEVERITY_ERROR, compiler.loc, NULL, "%s", compiler.why);
    return NULL;
}

bool formula_is_real(const Formula *formula) {
    return formula->result->real;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

/* Loops over lanes; `a` and `b` are the operands, `out` and `fault` what is computed. */
#define INTEGER_LOOP(body)                                                                                             \
    for (size_t k = 0; k < count; k++) {                                                                               \
        int64_t a = left[k], b = right[k];                                                                             \
        body;                                                                                                          \
    }                                                                                                                  \
    break
#define PLAIN(expression) INTEGER_LOOP((void)a; (void)b; out[k] = (expression))
#define CHECKED(condition, code, expression)                                                                           \
    INTEGER_LOOP((void)a; (void)b; fault[k] = (condition) ? (code) : FAULT_NONE; out[k] = fault[k] ? 0 : (expression); \
                 any |= fault[k])
#define BUILTIN(function)                                                                                              \
    INTEGER_LOOP(fault[k] = function(a, b, &out[k]) ? FAULT_OVERFLOW : FAULT_NONE; any |= fault[k])

static Fault divide_fault(int64_t a, int64_t b) {
    return b == 0 ? FAULT_ZERO : a == INT64_MIN && b == -1 ? FAULT_OVERFLOW : FAULT_NONE;
}

static Fault shift_fault(int64_t a, int64_t b) {
    if (b < 0 || b > 63) return FAULT_SHIFT;
    return a < 0 || (b > 0 && a >> (63 - b)) ? FAULT_OVERFLOW : FAULT_NONE;
}

static uint8_t run_integer(const Operation *operation, size_t count) {
    const int64_t *left = operation->a->at.integer, *right = operation->b->at.integer;
    int64_t *out = operation->out->at.integer;
    uint8_t *fault = operation->out->fault, any = 0;
    switch (operation->op) {
    case EXPR_NOT: PLAIN(!a);
    case EXPR_NEGATE: CHECKED(a == INT64_MIN, FAULT_OVERFLOW, -a);
    case EXPR_ABS: CHECKED(a == INT64_MIN, FAULT_OVERFLOW, a < 0 ? -a : a);
    case EXPR_MULTIPLY: BUILTIN(__builtin_mul_overflow);
    case EXPR_ADD: BUILTIN(__builtin_add_overflow);
    case EXPR_SUBTRACT: BUILTIN(__builtin_sub_overflow);
    case EXPR_DIVIDE: CHECKED(divide_fault(a, b), (uint8_t)divide_fault(a, b), a / b);
    case EXPR_REMAINDER: CHECKED(b == 0, FAULT_ZERO, b == -1 ? 0 : a % b);
    case EXPR_CEIL_DIVIDE:
        CHECKED(divide_fault(a, b), (uint8_t)divide_fault(a, b), a / b + (a % b != 0 && (a < 0) == (b < 0)));
    case EXPR_SHIFT_LEFT: CHECKED(shift_fault(a, b), (uint8_t)shift_fault(a, b), (int64_t)((uint64_t)a << b));
    case EXPR_SHIFT_RIGHT: CHECKED(b < 0 || b > 63, FAULT_SHIFT, a >> b);
    case EXPR_LESS: PLAIN(a < b);
    case EXPR_LESS_EQUAL: PLAIN(a <= b);
    case EXPR_GREATER: PLAIN(a > b);
    case EXPR_GREATER_EQUAL: PLAIN(a >= b);
    case EXPR_EQUAL: PLAIN(a == b);
    case EXPR_NOT_EQUAL: PLAIN(a != b);
    case EXPR_BIT_AND: PLAIN(a & b);
    case EXPR_BIT_OR: PLAIN(a | b);
    case EXPR_MIN: PLAIN(a < b ? a : b);
    case EXPR_MAX: PLAIN(a > b ? a : b);
    default: break;
    }
    return any;
}

#define REAL_LOOP(target, expression)                                                                                  \
    for (size_t k = 0; k < count; k++) {                                                                               \
        double a = left[k], b = right[k];                                                                              \
        (void)b;                                                                                                       \
        (target)[k] = (expression);                                                                                    \
    }                                                                                                                  \
    break

static uint8_t run_real(const Operation *operation, size_t count) {
    const double *left = operation->a->at.real, *right = operation->b->at.real;
    double *out = operation->out->at.real;
    uint8_t *fault = operation->out->fault, any = 0;
    switch (operation->op) {
    case EXPR_NEGATE: REAL_LOOP(out, -a);
    case EXPR_ABS: REAL_LOOP(out, fabs(a));
    case EXPR_MULTIPLY: REAL_LOOP(out, a * b);
    case EXPR_ADD: REAL_LOOP(out, a + b);
    case EXPR_SUBTRACT: REAL_LOOP(out, a - b);
    case EXPR_MIN: REAL_LOOP(out, a < b ? a : b);
    case EXPR_MAX: REAL_LOOP(out, a > b ? a : b);
    case EXPR_DIVIDE:
        for (size_t k = 0; k < count; k++) {
            fault[k] = right[k] == 0 ? FAULT_ZERO : FAULT_NONE;
            out[k] = fault[k] ? 0 : left[k] / right[k];
            any |= fault[k];
        }
        break;
    default: break;
    }
    return any;
}

static void compare_real(const Operation *operation, size_t count) {
    const double *left = operation->a->at.real, *right = operation->b->at.real;
    int64_t *out = operation->out->at.integer;
    switch (operation->op) {
    case EXPR_LESS: REAL_LOOP(out, a < b);
    case EXPR_LESS_EQUAL: REAL_LOOP(out, a <= b);
    case EXPR_GREATER: REAL_LOOP(out, a > b);
    case EXPR_GREATER_EQUAL: REAL_LOOP(out, a >= b);
    case EXPR_EQUAL: REAL_LOOP(out, a == b);
    default: REAL_LOOP(out, a != b);
    }
}

static Value lane_value(const Lanes *lanes, size_t k) {
    if (lanes->real) return (Value){.kind = VALUE_REAL, .real = lanes->at.real[k]};
    return (Value){.kind = VALUE_INT, .integer = lanes->at.integer[k]};
}

/* A whole number against a real one: rare enough to be left to the evaluator, which compares them exactly. */
static void compare_mixed(const Operation *operation, size_t count) {
    for (size_t k = 0; k < count; k++) {
        Value value;
        const char *why;
        expr_apply(operation->op, lane_value(operation->a, k), lane_value(operation->b, k), NULL, &value, &why);
        operation->out->at.integer[k] = value.integer;
    }
}

#define LOAD_LOOP(type, target, convert)                                                                               \
    for (size_t k = 0; k < count; k++) {                                                                               \
        fault[k] = (uint64_t)at[k] < size ? FAULT_NONE : FAULT_INDEX;                                                  \
        any |= fault[k];                                                                                               \
        (target)[k] = (convert)((const type *)operation->bytes)[fault[k] ? 0 : at[k]];                                 \
    }                                                                                                                  \
    break

static uint8_t run_load(const Operation *operation, size_t count) {
    const int64_t *at = operation->a->at.integer;
    uint64_t size = operation->buffer->count;
    Lanes *out = operation->out;
    uint8_t *fault = out->fault, any = 0;
    switch (operation->buffer->type) {
    case SCALAR_I8: LOAD_LOOP(int8_t, out->at.integer, int64_t);
    case SCALAR_U8: LOAD_LOOP(uint8_t, out->at.integer, int64_t);
    case SCALAR_I16: LOAD_LOOP(int16_t, out->at.integer, int64_t);
    case SCALAR_U16: LOAD_LOOP(uint16_t, out->at.integer, int64_t);
    case SCALAR_I32: LOAD_LOOP(int32_t, out->at.integer, int64_t);
    case SCALAR_U32: LOAD_LOOP(uint32_t, out->at.integer, int64_t);
    case SCALAR_I64: LOAD_LOOP(int64_t, out->at.integer, int64_t);
    case SCALAR_F32: LOAD_LOOP(float, out->at.real, double);
    case SCALAR_F64: LOAD_LOOP(double, out->at.real, double);
    case SCALAR_U64:
        for (size_t k = 0; k < count; k++) {
            bool inside = (uint64_t)at[k] < size;
            uint64_t value = inside ? ((const uint64_t *)operation->bytes)[at[k]] : 0;
            fault[k] = !inside ? FAULT_INDEX : value > INT64_MAX ? FAULT_OVERFLOW : FAULT_NONE;
            any |= fault[k];
            out->at.integer[k] = (int64_t)value;
        }
        break;
    default:
        for (size_t k = 0; k < count; k++) {
            fault[k] = (uint64_t)at[k] < size ? FAULT_NONE : FAULT_INDEX;
            any |= fault[k];
            size_t element = fault[k] ? 0 : (size_t)at[k];
            out->at.real[k] = scalar_get(SCALAR_F16, (const uint16_t *)operation->bytes + element);
        }
    }
    return any;
}

/* Each lane gets the fault of its first operand, else of its second, else the operation's own, as they happen in this
 * order. any: not 0 where some lane has a fault of the operation's own. */
static void pass_on_faults(const Operation *operation, size_t count, uint8_t any) {
    const Lanes *a = operation->a, *b = operation->b;
    Lanes *out = operation->out;
    bool a_faulty = a != NULL && a->faulty, b_faulty = b != NULL && b->faulty;
    out->faulty = any != 0 || a_faulty || b_faulty;
    if (!a_faulty && !b_faulty) return;
    if (!any) memset(out->fault, FAULT_NONE, count);
    for (size_t k = 0; k < count; k++) {
        if (b_faulty && b->fault[k]) out->fault[k] = b->fault[k];
        if (a_faulty && a->fault[k]) out->fault[k] = a->fault[k];
    }
}

static uint8_t fault_of(const Lanes *lanes, size_t k) {
    return lanes->faulty ? lanes->fault[k] : FAULT_NONE;
}

/* Only the side that is taken may fail. */
static void run_logic(const Operation *operation, size_t count) {
    const Lanes *a = operation->a, *b = operation->b, *c = operation->c;
    Lanes *out = operation->out;
    uint8_t any = 0;
    for (size_t k = 0; k < count; k++) {
        bool truth = a->at.integer[k] != 0;
        const Lanes *taken = operation->op == EXPR_CHOOSE           ? (truth ? b : c)
                             : truth == (operation->op == EXPR_AND) ? b
                                                                    : NULL;
        uint8_t first = fault_of(a, k);
        out->fault[k] = first ? first : taken != NULL ? fault_of(taken, k) : FAULT_NONE;
        any |= out->fault[k];
        if (operation->op != EXPR_CHOOSE)
            out->at.integer[k] = taken != NULL ? taken->at.integer[k] != 0 : truth;
        else if (out->real)
            out->at.real[k] = taken->at.real[k];
        else
            out->at.integer[k] = taken->at.integer[k];
    }
    out->faulty = any != 0;
}

static void run_operation(const Operation *operation, size_t start, size_t count) {
    Lanes *out = operation->out;
    uint8_t any = 0;
    switch (operation->kind) {
    case RUN_INDEX_NUMBER:
        for (size_t k = 0; k < count; k++) out->at.integer[k] = (int64_t)(start + k);
        return;
    case RUN_LOGIC: run_logic(operation, count); return;
    case RUN_TO_REAL:
        for (size_t k = 0; k < count; k++) out->at.real[k] = (double)operation->a->at.integer[k];
        break;
    case RUN_TRUTH:
        for (size_t k = 0; k < count; k++) out->at.integer[k] = operation->a->at.real[k] != 0;
        break;
    case RUN_LOAD: any = run_load(operation, count); break;
    case RUN_INTEGER: any = run_integer(operation, count); break;
    case RUN_REAL: any = run_real(operation, count); break;
    case RUN_COMPARE_REAL: compare_real(operation, count); break;
    case RUN_COMPARE_MIXED: compare_mixed(operation, count); break;
    }
    pass_on_faults(operation, count, any);
}

bool formula_run(Formula *formula, size_t start, size_t count, const int64_t **integers, const double **reals,
                 size_t *failed_at, const char **why) {
    for (size_t i = 0; i < formula->operations.count; i++) run_operation(&formula->operations.at[i], start, count);
    const Lanes *result = formula->result;
    *integers = result->at.integer;
    *reals = result->at.real;
    if (!result->faulty) return true;
    for (size_t k = 0; k < count; k++)
        if (result->fault[k]) {
            *failed_at = start + k;
            *why = fault_why[result->fault[k]];
            return false;
        }
    return true;
}
