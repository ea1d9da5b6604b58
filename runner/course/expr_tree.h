/* The tree of an expression: shared by the parser (expr.c), the evaluator (expr_eval.c) and the compiler for
 * formulas (formula.c). No other file includes this. */
#ifndef WARPSCHOOL_COURSE_EXPR_TREE_H
#define WARPSCHOOL_COURSE_EXPR_TREE_H

#include "course/expr.h"

typedef enum ExprOp {
    EXPR_CONSTANT,
    EXPR_NAME,
    EXPR_INDEX, /* name[a] */
    EXPR_NOT,
    EXPR_NEGATE,
    EXPR_ABS,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_REMAINDER,
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_SHIFT_LEFT,
    EXPR_SHIFT_RIGHT,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_EQUAL,
    EXPR_NOT_EQUAL,
    EXPR_BIT_AND,
    EXPR_BIT_OR,
    EXPR_AND,
    EXPR_OR,
    EXPR_CHOOSE, /* a ? b : c */
    EXPR_MIN,
    EXPR_MAX,
    EXPR_CEIL_DIVIDE,
    EXPR_COUNTS, /* counts(a, b, ...): c is the rest, or NULL */
    EXPR_OP_COUNT
} ExprOp;

struct Expr {
    ExprOp op;
    Loc loc;
    const char *text; /* as written; of the whole, and of the sides of comparisons and && */
    const char *name; /* NAME, INDEX */
    Value value;      /* CONSTANT */
    const Expr *a, *b, *c;
};

/* The operators as messages name them: "+", "min"... */
extern const char *const expr_op_name[EXPR_OP_COUNT];

/* Applies one operation to two values, without short circuit: for the evaluator and for the tests of the compiler. b
 * is ignored by one-sided operators. False with *why. */
bool expr_apply(ExprOp op, Value a, Value b, Arena *arena, Value *value, const char **why);

#endif
