/* Expressions: text to tree.
 *
 * A hand-written lexer and precedence climbing over one table of binary operators. A lesson may be hostile: the
 * text's length and the depth of nesting are limited so that recursion stays bounded, and the first error ends the
 * parse. Every message has the column of the error. */
#include "course/expr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "course/expr_tree.h"

enum { TEXT_LIMIT = 1000, DEPTH_LIMIT = 50 };

typedef enum TokenKind { TOKEN_END, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_NAME, TOKEN_PUNCTUATION, TOKEN_ERROR } TokenKind;

typedef struct Token {
    TokenKind kind;
    size_t start, end; /* in the text */
    Value value;       /* NUMBER, TEXT */
} Token;

typedef struct Parser {
    const char *text;
    size_t size;
    Loc loc;
    Arena *arena;
    DiagList *diags;
    bool failed;
    int depth;
    Token token; /* the token not yet consumed */
    size_t last; /* end of the token before it */
} Parser;

const char *const expr_op_name[EXPR_OP_COUNT] = {
    [EXPR_CONSTANT] = "a constant",
    [EXPR_NAME] = "a name",
    [EXPR_INDEX] = "[]",
    [EXPR_NOT] = "!",
    [EXPR_NEGATE] = "-",
    [EXPR_ABS] = "abs",
    [EXPR_MULTIPLY] = "*",
    [EXPR_DIVIDE] = "/",
    [EXPR_REMAINDER] = "%",
    [EXPR_ADD] = "+",
    [EXPR_SUBTRACT] = "-",
    [EXPR_SHIFT_LEFT] = "<<",
    [EXPR_SHIFT_RIGHT] = ">>",
    [EXPR_LESS] = "<",
    [EXPR_LESS_EQUAL] = "<=",
    [EXPR_GREATER] = ">",
    [EXPR_GREATER_EQUAL] = ">=",
    [EXPR_EQUAL] = "==",
    [EXPR_NOT_EQUAL] = "!=",
    [EXPR_BIT_AND] = "&",
    [EXPR_BIT_OR] = "|",
    [EXPR_AND] = "&&",
    [EXPR_OR] = "||",
    [EXPR_CHOOSE] = "?:",
    [EXPR_MIN] = "min",
    [EXPR_MAX] = "max",
    [EXPR_CEIL_DIVIDE] = "ceil_div",
    [EXPR_COUNTS] = "counts",
};

/* C's binary operators; a higher level binds tighter. */
static const struct Binary {
    ExprOp op;
    int level;
} binaries[] = {
    {EXPR_OR, 1},         {EXPR_AND, 2},         {EXPR_BIT_OR, 3}, {EXPR_BIT_AND, 4},  {EXPR_EQUAL, 5},
    {EXPR_NOT_EQUAL, 5},  {EXPR_LESS_EQUAL, 6},  {EXPR_LESS, 6},   {EXPR_GREATER, 6},  {EXPR_GREATER_EQUAL, 6},
    {EXPR_SHIFT_LEFT, 7}, {EXPR_SHIFT_RIGHT, 7}, {EXPR_ADD, 8},    {EXPR_SUBTRACT, 8}, {EXPR_MULTIPLY, 9},
    {EXPR_DIVIDE, 9},     {EXPR_REMAINDER, 9},
};

static const struct Function {
    ExprOp op;
    int arity;
} functions[] = {{EXPR_MIN, 2}, {EXPR_MAX, 2}, {EXPR_ABS, 1}, {EXPR_CEIL_DIVIDE, 2}};

static Loc loc_at(const Parser *parser, size_t offset) {
    Loc loc = parser->loc;
    if (loc.column > 0) loc.column += (int)offset;
    return loc;
}

__attribute__((format(printf, 4, 5))) static void fail(Parser *parser, size_t offset, const char *hint,
                                                       const char *format, ...) {
    if (parser->failed) return;
    parser->failed = true;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(parser->arena, format, args);
    va_end(args);
    diag_add(parser->diags, SEVERITY_ERROR, loc_at(parser, offset), hint, "%s", message);
}

/* ---- the lexer --------------------------------------------------------------------------------------------------- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_word(char c) {
    return is_letter(c) || is_digit(c);
}

static void lex_name(Parser *parser, Token *token) {
    const char *text = parser->text;
    size_t at = token->start;
    while (is_word(text[at]) || (text[at] == '.' && is_letter(text[at + 1]))) at++;
    token->kind = TOKEN_NAME;
    token->end = at;
}

static size_t digits_end(const char *text, size_t at) {
    while (is_digit(text[at])) at++;
    return at;
}

static void lex_number(Parser *parser, Token *token) {
    const char *text = parser->text;
    size_t at = token->start;
    bool real = false, hexadecimal = text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X');
    if (hexadecimal) {
        for (at += 2; is_word(text[at]);) at++;
    } else {
        at = digits_end(text, at);
        if (text[at] == '.') real = true, at = digits_end(text, at + 1);
        if (text[at] == 'e' || text[at] == 'E') {
            size_t exponent = at + 1 + (text[at + 1] == '+' || text[at + 1] == '-');
            if (is_digit(text[exponent])) real = true, at = digits_end(text, exponent);
        }
        while (is_word(text[at])) at++;
    }
    token->end = at;
    token->kind = TOKEN_NUMBER;
    const char *digits = arena_string_n(parser->arena, text + token->start, at - token->start);
    bool good;
    if (real) {
        token->value.kind = VALUE_REAL;
        good = text_to_f64(digits, &token->value.real);
    } else {
        token->value.kind = VALUE_INT;
        good = text_to_i64(digits, &token->value.integer);
    }
    if (!good) {
        token->kind = TOKEN_ERROR;
        fail(parser, token->start, NULL, "'%.40s' is not a number, or too large for one", digits);
    }
}

static void lex_text(Parser *parser, Token *token) {
    const char *text = parser->text;
    char *out = arena_alloc(parser->arena, parser->size + 1, 1);
    size_t size = 0, at = token->start + 1;
    for (; text[at] && text[at] != '"'; at++) {
        if (text[at] == '\\' && (text[at + 1] == '"' || text[at + 1] == '\\')) at++;
        out[size++] = text[at];
    }
    if (!text[at]) {
        token->kind = TOKEN_ERROR;
        fail(parser, token->start, NULL, "a text begins here with '\"' and does not end");
        return;
    }
    token->kind = TOKEN_TEXT;
    token->end = at + 1;
    token->value.kind = VALUE_TEXT;
    token->value.text = out;
}

static void lex_punctuation(Parser *parser, Token *token) {
    const char *at = parser->text + token->start;
    static const char *const two[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    token->kind = TOKEN_PUNCTUATION;
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(at, two[i], 2) == 0) {
            token->end = token->start + 2;
            return;
        }
    token->end = token->start + 1;
    if (strchr("!-*/%+<>&|?:(),[]", *at) != NULL) return;
    token->kind = TOKEN_ERROR;
    if (*at == '=')
        fail(parser, token->start, "write '==' to compare", "'=' is not an operator here");
    else if (*at == '\'')
        fail(parser, token->start, "a text is written in double quotes: \"sim\"", "a quote is not expected here");
    else if (*at > ' ' && *at < 127)
        fail(parser, token->start, NULL, "'%c' is not an operator of expressions", *at);
    else
        fail(parser, token->start, NULL, "a character that no expression holds (byte 0x%02x)", (unsigned char)*at);
}

static void advance(Parser *parser) {
    Token *token = &parser->token;
    const char *text = parser->text;
    parser->last = token->end;
    *token = (Token){.start = token->end};
    while (text[token->start] == ' ' || text[token->start] == '\t' || text[token->start] == '\n' ||
           text[token->start] == '\r')
        token->start++;
    token->end = token->start;
    char c = text[token->start];
    if (!c)
        token->kind = TOKEN_END;
    else if (is_letter(c))
        lex_name(parser, token);
    else if (is_digit(c) || (c == '.' && is_digit(text[token->start + 1])))
        lex_number(parser, token);
    else if (c == '"')
        lex_text(parser, token);
    else
        lex_punctuation(parser, token);
}

static bool token_is(const Parser *parser, const char *spelling) {
    const Token *token = &parser->token;
    size_t size = strlen(spelling);
    return (token->kind == TOKEN_PUNCTUATION || token->kind == TOKEN_NAME) && token->end - token->start == size &&
           memcmp(parser->text + token->start, spelling, size) == 0;
}

static bool accept(Parser *parser, const char *spelling) {
    if (parser->failed || !token_is(parser, spelling)) return false;
    advance(parser);
    return true;
}

static const char *token_shown(const Parser *parser) {
    const Token *token = &parser->token;
    if (token->kind == TOKEN_END) return "the end";
    size_t size = token->end - token->start;
    return arena_printf(parser->arena, "'%.*s'", (int)(size < 40 ? size : 40), parser->text + token->start);
}

static void expect(Parser *parser, const char *spelling, const char *after) {
    if (parser->failed || accept(parser, spelling)) return;
    bool cut = spelling[0] == ',' && parser->token.kind == TOKEN_END; /* by YAML, at the comma */
    const char *hint = cut ? "in YAML, inside [ ] or { }, an expression that holds a comma needs quotes" : NULL;
    fail(parser, parser->token.start, hint, "expected '%s' %s, found %s", spelling, after, token_shown(parser));
}

/* ---- the parser -------------------------------------------------------------------------------------------------- */

static Expr *parse_choose(Parser *parser);

static Expr *node(Parser *parser, ExprOp op, size_t start, const Expr *a, const Expr *b, const Expr *c) {
    Expr *expr = arena_make(parser->arena, Expr);
    *expr = (Expr){.op = op, .loc = loc_at(parser, start), .text = "", .a = a, .b = b, .c = c};
    return expr;
}

/* The text from start to the last token read, kept where a message will want to quote it. */
static void keep_text(Parser *parser, Expr *expr, size_t start) {
    if (!parser->failed && parser->last > start)
        expr->text = arena_string_n(parser->arena, parser->text + start, parser->last - start);
}

static bool enter(Parser *parser) {
    if (++parser->depth <= DEPTH_LIMIT) return true;
    fail(parser, parser->token.start, "split it into simpler ones", "an expression nests more than %d levels deep",
         DEPTH_LIMIT);
    return false;
}

/* counts(a, "loads", b, "stores"): a node for each number with its words, and what follows as its third side. */
static Expr *parse_counts(Parser *parser, size_t start) {
    Expr *number = parse_choose(parser), *rest = NULL;
    expect(parser, ",", "between a number and the words for what it counts");
    Expr *words = parse_choose(parser);
    if (accept(parser, ","))
        rest = parse_counts(parser, start);
    else
        expect(parser, ")", "after the function's values");
    return node(parser, EXPR_COUNTS, start, number, words, rest);
}

static Expr *parse_call(Parser *parser, const char *name, size_t start) {
    if (text_equal(name, expr_op_name[EXPR_COUNTS])) return parse_counts(parser, start);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        ExprOp op = functions[i].op;
        if (!text_equal(name, expr_op_name[op])) continue;
        Expr *a = parse_choose(parser), *b = NULL;
        if (functions[i].arity == 2) {
            expect(parser, ",", "between the two values of the function");
            b = parse_choose(parser);
        }
        expect(parser, ")", "after the function's values");
        return node(parser, op, start, a, b, NULL);
    }
    static const char *const names[] = {"min", "max", "abs", "ceil_div", "counts"};
    const char *near = text_nearest(name, names, sizeof names / sizeof *names);
    const char *hint = near != NULL ? arena_printf(parser->arena, "did you mean '%s'?", near)
                                    : "the functions are min(a, b), max(a, b), abs(x), ceil_div(a, b) and, in texts, "
                                      "counts(a, \"loads\", ...)";
    fail(parser, start, hint, "unknown function '%.40s'", name);
    return node(parser, EXPR_CONSTANT, start, NULL, NULL, NULL);
}

static Expr *parse_name(Parser *parser) {
    Token token = parser->token;
    const char *name = arena_string_n(parser->arena, parser->text + token.start, token.end - token.start);
    advance(parser);
    if (accept(parser, "(")) return parse_call(parser, name, token.start);
    Expr *expr = node(parser, EXPR_NAME, token.start, NULL, NULL, NULL);
    expr->name = name;
    if (text_equal(name, "true") || text_equal(name, "false")) {
        expr->op = EXPR_CONSTANT;
        expr->value = (Value){.kind = VALUE_BOOL, .integer = name[0] == 't'};
    } else if (accept(parser, "[")) {
        expr->op = EXPR_INDEX;
        expr->a = parse_choose(parser);
        expect(parser, "]", "after the index");
    }
    return expr;
}

static Expr *parse_primary(Parser *parser) {
    Token token = parser->token;
    if (!parser->failed && token.kind == TOKEN_NAME) return parse_name(parser);
    Expr *expr = node(parser, EXPR_CONSTANT, token.start, NULL, NULL, NULL);
    if (token.kind == TOKEN_NUMBER || token.kind == TOKEN_TEXT) {
        expr->value = token.value;
        advance(parser);
    } else if (accept(parser, "(")) {
        expr = parse_choose(parser);
        expect(parser, ")", "to close the '('");
    } else {
        fail(parser, token.start, NULL, "expected a number, a name or '(', found %s", token_shown(parser));
    }
    return expr;
}

static Expr *parse_unary(Parser *parser) {
    size_t start = parser->token.start;
    ExprOp op = token_is(parser, "!") ? EXPR_NOT : EXPR_NEGATE;
    if (parser->failed || (!token_is(parser, "!") && !token_is(parser, "-"))) return parse_primary(parser);
    if (!enter(parser)) return node(parser, EXPR_CONSTANT, start, NULL, NULL, NULL);
    advance(parser);
    const Expr *a = parse_unary(parser);
    parser->depth--;
    return node(parser, op, start, a, NULL, NULL);
}

static const struct Binary *binary_here(const Parser *parser, int level) {
    if (parser->failed || parser->token.kind != TOKEN_PUNCTUATION) return NULL;
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (binaries[i].level >= level && token_is(parser, expr_op_name[binaries[i].op])) return &binaries[i];
    return NULL;
}

static bool quoted_in_messages(ExprOp op) {
    return (op >= EXPR_LESS && op <= EXPR_NOT_EQUAL) || op == EXPR_AND;
}

static Expr *parse_binary(Parser *parser, int level) {
    size_t start = parser->token.start;
    Expr *a = parse_unary(parser);
    const struct Binary *binary;
    while (((binary = binary_here(parser, level)) != NULL)) {
        if (quoted_in_messages(binary->op)) keep_text(parser, a, start);
        advance(parser);
        size_t right = parser->token.start;
        Expr *b = parse_binary(parser, binary->level + 1);
        if (quoted_in_messages(binary->op)) keep_text(parser, b, right);
        a = node(parser, binary->op, start, a, b, NULL);
    }
    return a;
}

static Expr *parse_choose(Parser *parser) {
    size_t start = parser->token.start;
    if (!enter(parser)) return node(parser, EXPR_CONSTANT, start, NULL, NULL, NULL);
    Expr *expr = parse_binary(parser, 1);
    if (accept(parser, "?")) {
        const Expr *b = parse_choose(parser);
        expect(parser, ":", "between the two values of '?'");
        const Expr *c = parse_choose(parser);
        expr = node(parser, EXPR_CHOOSE, start, expr, b, c);
    }
    parser->depth--;
    return expr;
}

/* Operators of Python or SQL, for a hint. */
static const char *word_operator_hint(const Parser *parser) {
    if (token_is(parser, "and")) return "write '&&' for 'and'";
    if (token_is(parser, "or")) return "write '||' for 'or'";
    if (token_is(parser, "is")) return "write '==' for 'is'";
    return NULL;
}

Expr *expr_parse(const char *text, Loc loc, Arena *arena, DiagList *diags) {
    Parser parser = {.text = text, .size = strlen(text), .loc = loc, .arena = arena, .diags = diags};
    if (parser.size > TEXT_LIMIT) {
        fail(&parser, 0, "split it into simpler ones", "an expression is longer than %d bytes", TEXT_LIMIT);
        return NULL;
    }
    advance(&parser);
    if (parser.token.kind == TOKEN_END) fail(&parser, 0, NULL, "expected an expression, found nothing");
    size_t start = parser.token.start;
    Expr *expr = parse_choose(&parser);
    if (!parser.failed && parser.token.kind != TOKEN_END)
        fail(&parser, parser.token.start, word_operator_hint(&parser), "expected an operator or the end, found %s",
             token_shown(&parser));
    keep_text(&parser, expr, start);
    return parser.failed ? NULL : expr;
}

/* ---- questions about a tree -------------------------------------------------------------------------------------- */

Expr *expr_constant(Value value, const char *text, Loc loc, Arena *arena) {
    Expr *expr = arena_make(arena, Expr);
    *expr = (Expr){.op = EXPR_CONSTANT, .loc = loc, .text = arena_string(arena, text), .value = value};
    if (value.kind == VALUE_TEXT) expr->value.text = arena_string(arena, value.text);
    return expr;
}

const char *expr_text(const Expr *expr) {
    return expr->text;
}
Loc expr_loc(const Expr *expr) {
    return expr->loc;
}

bool expr_names(const Expr *expr, const char *name) {
    if (expr == NULL) return false;
    if ((expr->op == EXPR_NAME || expr->op == EXPR_INDEX) && text_starts(expr->name, name)) {
        char next = expr->name[strlen(name)];
        if (next == 0 || next == '.') return true;
    }
    return expr_names(expr->a, name) || expr_names(expr->b, name) || expr_names(expr->c, name);
}

void expr_each_name(const Expr *expr, void (*visit)(void *context, const char *name, Loc loc, bool indexed),
                    void *context) {
    if (expr == NULL) return;
    if (expr->op == EXPR_NAME || expr->op == EXPR_INDEX) visit(context, expr->name, expr->loc, expr->op == EXPR_INDEX);
    expr_each_name(expr->a, visit, context);
    expr_each_name(expr->b, visit, context);
    expr_each_name(expr->c, visit, context);
}

static bool is_comparison(const Expr *expr) {
    return expr->op >= EXPR_LESS && expr->op <= EXPR_NOT_EQUAL;
}
const Expr *expr_left(const Expr *expr) {
    return is_comparison(expr) ? expr->a : NULL;
}
const Expr *expr_right(const Expr *expr) {
    return is_comparison(expr) ? expr->b : NULL;
}

bool expr_both(const Expr *expr, const Expr **a, const Expr **b) {
    if (expr->op != EXPR_AND) return false;
    *a = expr->a;
    *b = expr->b;
    return true;
}
