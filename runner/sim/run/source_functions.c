/* The functions of a source, and in them the statements that have a condition: if, switch, for, while, do.
 *
 * Functions and lambdas are found by their braces. Those that the kernel mentions, directly or through others, are
 * reached: only these are looked into. */
#include <string.h>

#include "sim/run/source_text.h"

enum { MOST_FUNCTIONS = 500, MOST_CONSTRUCTS = 2000 };

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool is_name_of(const Function *function, const char *at, size_t size) {
    return function->name != NULL && size == function->name_size && memcmp(at, function->name, size) == 0;
}

static bool add_function(SourceText *source, Function function) {
    if (source->functions.count >= MOST_FUNCTIONS) {
        source->too_much = true;
        return false;
    }
    function.last = -1;
    for (size_t i = 0; i < source->condition_lines.count; i++) {
        int line = source->condition_lines.at[i];
        function.conditional |=
            line >= source->tokens.at[function.open].line && line <= source->tokens.at[function.close].line;
    }
    uint32_t number = (uint32_t)source->functions.count;
    for (uint32_t i = function.open; i <= function.close; i++) source->tokens.at[i].function = number;
    vec_push(source->arena, &source->functions, function);
    return true;
}

/* The brace that opens the body of the lambda whose square brackets end at the token; NOTHING where it is none. */
static uint32_t lambda_body(const SourceText *source, uint32_t square) {
    uint32_t at = square + 1;
    if (token_is(source, at, "(")) at = source->tokens.at[at].partner + 1;
    while (at < source->tokens.count &&
           (source->tokens.at[at].kind == TOKEN_WORD || token_is_one_of(source, at, "- > * &")))
        at++;
    return token_is(source, at, "{") ? at : NOTHING;
}

static void find_lambdas(SourceText *source, uint32_t open, uint32_t close) {
    for (uint32_t i = open; i < close; i++) {
        uint32_t body = token_is(source, i, "]") ? lambda_body(source, i) : NOTHING;
        if (body == NOTHING || body >= close) continue;
        uint32_t square = source->tokens.at[i].partner;
        Function lambda = {.open = body, .close = source->tokens.at[body].partner};
        if (square >= 2 && token_is(source, square - 1, "=") && source->tokens.at[square - 2].kind == TOKEN_WORD) {
            lambda.name = source->tokens.at[square - 2].at;
            lambda.name_size = source->tokens.at[square - 2].size;
        }
        if (!add_function(source, lambda)) return;
    }
}

/* The brace that opens the body of the function whose parameters end at the token; NOTHING where there is none. */
static uint32_t function_body(const SourceText *source, uint32_t at) {
    for (at++; token_is_one_of(source, at, "const noexcept override volatile final");) at++;
    if (token_is(source, at, "-") && token_is(source, at + 1, ">"))
        while (at < source->tokens.count && !token_is(source, at, "{") && !token_is(source, at, ";")) at++;
    return token_is(source, at, "{") ? at : NOTHING;
}

/* A body is what stands in braces behind a closing parenthesis, outside of all other bodies. */
static void find_functions(SourceText *source, const char *kernel) {
    uint32_t name = NOTHING;
    for (uint32_t i = 0; i + 1 < source->tokens.count; i++) {
        uint32_t body = token_is(source, i, ")") && name != NOTHING ? function_body(source, i) : NOTHING;
        if (token_is_one_of(source, i, "; }")) name = NOTHING;
        if (source->tokens.at[i].kind == TOKEN_WORD && token_is(source, i + 1, "(")) {
            if (!token_is_one_of(source, i, "__launch_bounds__ __attribute__ __align__ noexcept alignas decltype"))
                name = i;
            i = source->tokens.at[i + 1].partner - 1;
        } else if (body != NOTHING) {
            Function function = {.name = source->tokens.at[name].at, .name_size = source->tokens.at[name].size};
            function.open = body;
            function.close = source->tokens.at[body].partner;
            function.kernel = function.reached = is_name_of(&function, kernel, strlen(kernel));
            if (!add_function(source, function)) return;
            find_lambdas(source, function.open, function.close);
            i = function.close;
            name = NOTHING;
        }
    }
}

bool token_mentions(const SourceText *source, uint32_t index, const Function *function) {
    const Token *token = &source->tokens.at[index];
    return token->kind == TOKEN_WORD && is_name_of(function, token->at, token->size);
}

static void reach_word(SourceText *source, const char *word, size_t size) {
    for (size_t i = 0; i < source->functions.count; i++)
        source->functions.at[i].reached |= is_name_of(&source->functions.at[i], word, size);
    Macro *macro = source_macro(source, word, size);
    if (macro == NULL || macro->expanded) return;
    macro->expanded = true;
    const char *at = macro->text;
    for (size_t length; (length = source_next_word(macro, &at)) != 0; at += length) reach_word(source, at, length);
}

/* Functions that the kernel may run: those that it mentions, in macros too, and its lambdas. */
static void find_reached(SourceText *source) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t f = 0; f < source->functions.count; f++) {
            Function *function = &source->functions.at[f];
            if (!function->reached || function->looked_at) continue;
            changed = function->looked_at = true;
            for (uint32_t i = function->open; i < function->close; i++) {
                Token *token = &source->tokens.at[i];
                source->functions.at[token->function].reached = true;
                if (token->kind == TOKEN_WORD) reach_word(source, token->at, token->size);
                if (token->function == f)
                    function->jumps |= token_is(source, i, "goto") || (token->brings & BRINGS_CONTROL);
            }
        }
    }
    for (size_t f = 0; f < source->functions.count; f++) source->functions.at[f].looked_at = false;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static uint32_t take_statement(SourceText *source, uint32_t at, uint32_t end, int depth);

static void take_block(SourceText *source, uint32_t open, int depth) {
    uint32_t close = source->tokens.at[open].partner;
    for (uint32_t at = open + 1; at < close;) at = take_statement(source, at, close, depth + 1);
}

/* To behind the next semicolon. Braces within, of a lambda or of a macro that hides a loop, are taken as blocks. */
static uint32_t take_expression(SourceText *source, uint32_t at, uint32_t end, int depth) {
    bool labelled = token_is(source, at, "case") || token_is(source, at, "default");
    for (uint32_t first = at; at < end; at++) {
        if (token_is(source, at, ";")) return at + 1;
        /* a statement begins behind a label, or a macro */
        if (at > first && token_is_one_of(source, at, "if else for while switch do")) return at;
        if (labelled && token_is(source, at, ":") && !token_is(source, at + 1, ":") && !token_is(source, at - 1, ":"))
            return at + 1;
        bool opens = token_is_one_of(source, at, "( [");
        if (!opens && !token_is(source, at, "{")) continue;
        uint32_t close = source->tokens.at[at].partner;
        for (uint32_t i = at; i < close && opens; i++) {
            if (!token_is(source, i, "{")) continue;
            take_block(source, i, depth);
            i = source->tokens.at[i].partner;
        }
        if (!opens) take_block(source, at, depth);
        at = close;
        if (!opens && !token_is_one_of(source, at + 1, "; , ) ( . [")) return at + 1;
    }
    return end;
}

/* The head, from the statement's word at `word` to behind its closing parenthesis. */
static Range head_of(const SourceText *source, uint32_t word, uint32_t end) {
    uint32_t at = word + 1 + token_is(source, word + 1, "constexpr");
    if (at >= end || !token_is(source, at, "(")) return (Range){word, word};
    return (Range){word, source->tokens.at[at].partner + 1};
}

static uint32_t take_condition(SourceText *source, uint32_t at, uint32_t end, int depth, ConstructKind kind) {
    Construct construct = {.kind = kind, .head = head_of(source, at, end)};
    if (construct.head.end == at) return at + 1;
    at = construct.head.end;
    construct.side[0].first = at;
    construct.side[0].end = at = take_statement(source, at, end, depth + 1);
    construct.side[1] = (Range){at, at};
    if (kind == CONSTRUCT_IF && at < end && token_is(source, at, "else")) {
        construct.side[1].first = at + 1;
        construct.side[1].end = at = take_statement(source, at + 1, end, depth + 1);
    }
    vec_push(source->arena, &source->constructs, construct);
    return at;
}

static uint32_t take_do(SourceText *source, uint32_t at, uint32_t end, int depth) {
    Construct construct = {.kind = CONSTRUCT_LOOP, .side[0].first = at + 1};
    construct.side[0].end = at = take_statement(source, at + 1, end, depth + 1);
    construct.side[1] = (Range){at, at};
    if (at >= end || !token_is(source, at, "while")) return at;
    construct.head = head_of(source, at, end);
    vec_push(source->arena, &source->constructs, construct);
    return construct.head.end > at ? construct.head.end : at + 1;
}

/* The token behind the statement. */
static uint32_t take_statement(SourceText *source, uint32_t at, uint32_t end, int depth) {
    if (at >= end) return end;
    if (depth > SOURCE_MOST_DEPTH || source->constructs.count >= MOST_CONSTRUCTS) {
        source->too_much = true;
        return end;
    }
    if (token_is(source, at, "{")) {
        take_block(source, at, depth);
        return source->tokens.at[at].partner + 1;
    }
    if (token_is(source, at, "if")) return take_condition(source, at, end, depth, CONSTRUCT_IF);
    if (token_is_one_of(source, at, "for while")) return take_condition(source, at, end, depth, CONSTRUCT_LOOP);
    if (token_is(source, at, "switch")) return take_condition(source, at, end, depth, CONSTRUCT_SWITCH);
    if (token_is(source, at, "do")) return take_do(source, at, end, depth);
    return take_expression(source, at, end, depth);
}

/* ------------------------------------------------------------------------------------------------------------------ */

bool source_read_functions(SourceText *source, const char *kernel) {
    bool known = false;
    find_functions(source, kernel);
    find_reached(source);
    for (size_t i = 0; i < source->functions.count; i++) {
        const Function *function = &source->functions.at[i];
        bool outermost = function->open > 0 && source->tokens.at[function->open - 1].function == NOTHING;
        known |= function->kernel;
        if (outermost && function->reached) take_block(source, function->open, 0);
    }
    return known && !source->too_much;
}
