/* Expressions: what lessons compute with. C's operators and precedence over whole numbers, real numbers, truth values
 * and text; see docs/lesson-format.md. */
#ifndef WARPSCHOOL_COURSE_EXPR_H
#define WARPSCHOOL_COURSE_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

typedef enum ValueKind { VALUE_INT, VALUE_REAL, VALUE_BOOL, VALUE_TEXT } ValueKind;
typedef struct Value {
    ValueKind kind;
    int64_t integer;  /* INT; BOOL: 0 or 1 */
    double real;      /* REAL */
    const char *text; /* TEXT */
} Value;

/* The values of names. lookup gives a name's value (false and *why, a sentence, where it has none); index gives
 * name[at]. index may be NULL. */
typedef struct ExprEnv ExprEnv;
struct ExprEnv {
    bool (*lookup)(const ExprEnv *env, const char *name, Value *value, const char **why);
    bool (*index)(const ExprEnv *env, const char *name, int64_t at, Value *value, const char **why);
};

typedef struct Expr Expr; /* owned by the arena it was parsed into */

/* NULL with an error in diags; columns in messages count from loc. */
Expr *expr_parse(const char *text, Loc loc, Arena *arena, DiagList *diags);
const char *expr_text(const Expr *expr); /* as it was written */
Loc expr_loc(const Expr *expr);

/* False with *why set. Integer overflow, division by zero and an operation on the wrong kind are such failures. */
bool expr_eval(const Expr *expr, const ExprEnv *env, Arena *arena, Value *value, const char **why);

bool expr_names(const Expr *expr, const char *name); /* does it mention this name (or name.tail)? */
/* Calls visit for each name mentioned, with its position and whether it was written as name[...]; for checks at load
 * time. */
void expr_each_name(const Expr *expr, void (*visit)(void *context, const char *name, Loc loc, bool indexed),
                    void *context);
/* A constant that was not parsed: an answer that is a plain text. text is copied. */
Expr *expr_constant(Value value, const char *text, Loc loc, Arena *arena);
/* Where the top of expr is `a ? b : c`: the side that gives the value, and so on; else expr. A condition that cannot be
 * evaluated ends the way. */
const Expr *expr_chosen(const Expr *expr, const ExprEnv *env, Arena *arena);
/* For messages: where the top of expr is a comparison, its left side and right side; else NULL. */
const Expr *expr_left(const Expr *expr);
const Expr *expr_right(const Expr *expr);
/* Where the top of expr is `a && b`: sets its sides; false otherwise. */
bool expr_both(const Expr *expr, const Expr **a, const Expr **b);

double value_number(Value value); /* BOOL as 0 or 1; TEXT as NaN */
bool value_truth(Value value);
bool value_equal(Value a, Value b);
char *value_print(Arena *arena, Value value); /* 3, 0.5, true, text */
char *value_show(Arena *arena, Value value);  /* the same, with whole numbers as in the tables: 16,252,928 */
char *value_told(Arena *arena, Value value);  /* value_show, with two decimals at most from 1 on, for sentences */

#endif
