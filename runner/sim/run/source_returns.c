/* The returns and conditions of a source, as a barrier sees them.
 *
 * This is no C++ parser. Tokens are read without comments, strings and preprocessor lines; brackets are matched;
 * functions and lambdas are found by their braces, and in them the statements that have a condition: if, switch, for,
 * while, do. What this cannot see through is not guessed: then `sure` is false.
 *
 * Functions are those that the kernel mentions, directly or through others. A `return` in one of them leaves the kernel
 * only where nothing comes behind the call. The barrier's sites in a function are the tokens that name it on its line,
 * and calls of functions that hold it. */
#include "sim/run/source_returns.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/vec.h"

/* Beyond these nothing is looked at, so that no text takes long. */
enum { MOST_TOKENS = 50000, MOST_MACROS = 500, MOST_CONSTRUCTS = 2000, MOST_FUNCTIONS = 500, MOST_DEPTH = 100 };
enum { MOST_CONDITIONS = 1000 };
#define NOTHING UINT32_MAX

typedef enum TokenKind { TOKEN_SIGN, TOKEN_WORD, TOKEN_STRING } TokenKind;

typedef struct Token {
    const char *at;
    uint32_t size;
    int line;
    TokenKind kind;
    uint32_t partner;  /* of a bracket */
    uint32_t function; /* the innermost one around it, or NOTHING */
    int brings;        /* BRINGS_..., by itself or as a macro */
} Token;

/* A way out of the kernel that no `return` shows; words that steer; a barrier's name. */
enum { BRINGS_EXIT = 1, BRINGS_CONTROL = 2, BRINGS_BARRIER = 4, BRINGS_UNKNOWN = -1 };

typedef struct Macro {
    const char *name, *text;
    size_t name_size, text_size;
    int brings;
    bool expanded; /* functions that it mentions are reached */
} Macro;

typedef struct Function {
    const char *name; /* NULL: a lambda without one */
    size_t name_size;
    uint32_t open, close; /* its braces */
    bool kernel, reached;
    bool conditional; /* a preprocessor condition stands in it */
    bool looked_at;   /* for the functions that it mentions, and then for its callers */
    bool jumps;       /* it has a goto, or a macro that may hide a loop */
    size_t sites;     /* of the barrier */
    uint32_t last_site;
    int last; /* whether its call is the last thing that the kernel does: -1 unknown, -2 being found out */
} Function;

typedef enum ConstructKind { CONSTRUCT_ANY, CONSTRUCT_IF, CONSTRUCT_LOOP, CONSTRUCT_SWITCH } ConstructKind;

typedef struct Range {
    uint32_t first, end; /* tokens */
} Range;

/* A statement with a condition. */
typedef struct Construct {
    ConstructKind kind;
    Range head, side[2]; /* side[1]: of else, or nothing */
    bool has_site;
} Construct;

typedef struct Source {
    Arena *arena;
    VEC(Token) tokens;
    VEC(Macro) macros;
    VEC(Function) functions;
    VEC(Construct) constructs;
    VEC(int) condition_lines; /* of preprocessor conditions */
    bool *site;               /* by token */
    bool too_much;            /* more than is looked at, or brackets without a partner */
} Source;

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

static bool is_word_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool same(const char *at, size_t size, const char *word) {
    return strlen(word) == size && memcmp(at, word, size) == 0;
}

static bool is(const Source *source, uint32_t index, const char *word) {
    if (index >= source->tokens.count) return false;
    const Token *token = &source->tokens.at[index];
    return token->kind != TOKEN_STRING && same(token->at, token->size, word);
}

static bool holds_text(const char *at, size_t size, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(at + i, word, length) == 0) return true;
    return false;
}

static void add_token(Source *source, const char *at, const char *end, int line, TokenKind kind) {
    if (source->tokens.count >= MOST_TOKENS) {
        source->too_much = true;
        return;
    }
    Token token = {.at = at, .size = (uint32_t)(end - at), .line = line, .kind = kind, .partner = NOTHING};
    token.function = NOTHING;
    vec_push(source->arena, &source->tokens, token);
}

static const char *line_end(const char *at) {
    return at + strcspn(at, "\n");
}

/* Behind what #if 0 leaves out. */
static const char *skip_left_out(const char *at, int *line) {
    for (int depth = 1; depth > 0;) {
        at = line_end(at);
        if (*at == 0) return at;
        at++;
        ++*line;
        const char *word = at + strspn(at, " \t");
        if (*word != '#') continue;
        word += 1 + strspn(word + 1, " \t");
        if (strncmp(word, "if", 2) == 0) depth++;
        if (strncmp(word, "endif", 5) == 0 || (depth == 1 && strncmp(word, "el", 2) == 0)) depth--;
    }
    return line_end(at);
}

static void add_macro(Source *source, const char *at, const char *end) {
    at += strspn(at, " \t");
    const char *name = at;
    while (at < end && is_word_part(*at)) at++;
    Macro macro = {.name = name, .name_size = (size_t)(at - name), .brings = BRINGS_UNKNOWN};
    if (at < end && *at == '(')
        while (at < end && *at != ')') at++;
    macro.text = at;
    macro.text_size = (size_t)(end - at);
    if (source->macros.count >= MOST_MACROS)
        source->too_much = true;
    else
        vec_push(source->arena, &source->macros, macro);
}

/* Behind a preprocessor line, with the lines that continue it. */
static const char *take_directive(Source *source, const char *at, int *line) {
    const char *word = at + 1 + strspn(at + 1, " \t"), *end = line_end(at);
    if (strncmp(word, "if 0", 4) == 0 && !is_word_part(word[4])) return skip_left_out(end, line);
    if (strncmp(word, "if", 2) == 0 || strncmp(word, "el", 2) == 0) {
        source->too_much |= source->condition_lines.count >= MOST_CONDITIONS;
        vec_push(source->arena, &source->condition_lines, *line);
    }
    for (; *end == '\n' && end[-1] == '\\'; end = line_end(end + 1)) ++*line;
    if (strncmp(word, "define", 6) == 0) add_macro(source, word + 6, end);
    return end;
}

static const char *quoted_end(const char *at) {
    char quote = *at++;
    while (*at != 0 && *at != quote && *at != '\n') at += at[0] == '\\' && at[1] != 0 ? 2 : 1;
    return at + (*at == quote);
}

static const char *take_token(Source *source, const char *at, int *line) {
    const char *end = at + 1;
    if (at[0] == '/' && at[1] == '/') return line_end(at);
    if (at[0] == '/' && at[1] == '*') {
        end = strstr(at + 2, "*/");
        end = end != NULL ? end + 2 : at + strlen(at);
        for (const char *c = at; c < end; c++) *line += *c == '\n';
        return end;
    }
    if (*at == '#') return take_directive(source, at, line);
    if (*at == '"' || *at == '\'') {
        end = quoted_end(at);
        add_token(source, at, end, *line, TOKEN_STRING);
    } else if (is_word_part(*at)) {
        while (is_word_part(*end) || (*end == '\'' && isdigit((unsigned char)*at) && is_word_part(end[1]))) end++;
        add_token(source, at, end, *line, TOKEN_WORD);
    } else if (isspace((unsigned char)*at)) {
        *line += *at == '\n';
    } else {
        add_token(source, at, end, *line, TOKEN_SIGN);
    }
    return end;
}

static void match_brackets(Source *source) {
    static const char opens[] = "({[", closes[] = ")}]";
    VEC(uint32_t) open = {0};
    for (uint32_t i = 0; i < source->tokens.count; i++) {
        Token *token = &source->tokens.at[i];
        const char *opening = token->kind == TOKEN_SIGN ? strchr(opens, *token->at) : NULL;
        const char *closing = token->kind == TOKEN_SIGN ? strchr(closes, *token->at) : NULL;
        if (opening != NULL) vec_push(source->arena, &open, i);
        if (closing == NULL) continue;
        uint32_t partner = open.count > 0 ? open.at[--open.count] : NOTHING;
        if (partner == NOTHING || *source->tokens.at[partner].at != opens[closing - closes]) {
            source->too_much = true;
            return;
        }
        token->partner = partner;
        source->tokens.at[partner].partner = i;
    }
    source->too_much |= open.count != 0;
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

static Macro *find_macro(const Source *source, const char *at, size_t size) {
    for (size_t i = 0; i < source->macros.count; i++) {
        Macro *macro = &source->macros.at[i];
        if (macro->name_size == size && memcmp(macro->name, at, size) == 0) return macro;
    }
    return NULL;
}

/* The next word of the macro's text from *at on; its size is 0 at the end. */
static size_t next_word(const Macro *macro, const char **at) {
    const char *end = macro->text + macro->text_size;
    while (*at < end && !is_word_part(**at)) ++*at;
    const char *word = *at;
    while (word < end && is_word_part(*word)) word++;
    return (size_t)(word - *at);
}

static int word_brings(const Source *source, const char *at, size_t size, int depth);

static int macro_brings(const Source *source, Macro *macro, int depth) {
    if (macro->brings != BRINGS_UNKNOWN) return macro->brings;
    if (depth > MOST_DEPTH) return BRINGS_CONTROL | BRINGS_EXIT;
    int brings = macro->brings = 0; /* a macro does not expand itself */
    if (memchr(macro->text, '{', macro->text_size) != NULL || memchr(macro->text, '}', macro->text_size) != NULL)
        brings |= BRINGS_CONTROL;
    if (holds_text(macro->text, macro->text_size, "exit")) brings |= BRINGS_EXIT;
    if (holds_text(macro->text, macro->text_size, "bar")) brings |= BRINGS_BARRIER;
    const char *at = macro->text;
    for (size_t size; (size = next_word(macro, &at)) != 0; at += size) brings |= word_brings(source, at, size, depth);
    return macro->brings = brings;
}

static int word_brings(const Source *source, const char *at, size_t size, int depth) {
    static const char *const controls[] = {"if", "else", "for", "while", "switch", "case", "do", "break", "continue"};
    int brings = holds_text(at, size, "sync") ? BRINGS_BARRIER : 0;
    if (same(at, size, "return") || same(at, size, "goto")) brings |= BRINGS_EXIT;
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (same(at, size, controls[i])) brings |= BRINGS_CONTROL;
    Macro *macro = find_macro(source, at, size);
    return macro != NULL ? brings | macro_brings(source, macro, depth + 1) : brings;
}

/* What each token brings that its own text does not show: `return` and `if` stand for themselves. */
static void find_what_tokens_bring(Source *source) {
    for (uint32_t i = 0; i < source->tokens.count; i++) {
        Token *token = &source->tokens.at[i];
        if (token->kind == TOKEN_WORD) {
            Macro *macro = find_macro(source, token->at, token->size);
            token->brings = macro != NULL ? macro_brings(source, macro, 0) : 0;
            if (holds_text(token->at, token->size, "sync")) token->brings |= BRINGS_BARRIER;
        } else if (token->kind == TOKEN_STRING) { /* of inline assembly, perhaps */
            bool leaves = holds_text(token->at, token->size, "exit") || holds_text(token->at, token->size, "ret;");
            bool waits = holds_text(token->at, token->size, "bar");
            token->brings = (leaves ? BRINGS_EXIT : 0) | (waits ? BRINGS_BARRIER : 0);
        }
    }
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool add_function(Source *source, Function function) {
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
static uint32_t lambda_body(const Source *source, uint32_t square) {
    uint32_t at = square + 1;
    if (is(source, at, "(")) at = source->tokens.at[at].partner + 1;
    while (at < source->tokens.count && (source->tokens.at[at].kind == TOKEN_WORD || is(source, at, "-") ||
                                         is(source, at, ">") || is(source, at, "*") || is(source, at, "&")))
        at++;
    return is(source, at, "{") ? at : NOTHING;
}

static void find_lambdas(Source *source, uint32_t open, uint32_t close) {
    for (uint32_t i = open; i < close; i++) {
        uint32_t body = is(source, i, "]") ? lambda_body(source, i) : NOTHING;
        if (body == NOTHING || body >= close) continue;
        uint32_t square = source->tokens.at[i].partner;
        Function lambda = {.open = body, .close = source->tokens.at[body].partner};
        if (square >= 2 && is(source, square - 1, "=") && source->tokens.at[square - 2].kind == TOKEN_WORD) {
            lambda.name = source->tokens.at[square - 2].at;
            lambda.name_size = source->tokens.at[square - 2].size;
        }
        if (!add_function(source, lambda)) return;
    }
}

static bool is_attribute(const Source *source, uint32_t index) {
    static const char *const words[] = {"__launch_bounds__", "__attribute__", "__align__",
                                        "noexcept",          "alignas",       "decltype"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(source, index, words[i])) return true;
    return false;
}

/* The brace that opens the body of the function whose parameters end at the token; NOTHING where there is none. */
static uint32_t function_body(const Source *source, uint32_t at) {
    static const char *const words[] = {"const", "noexcept", "override", "volatile", "final"};
    bool goes_on = true;
    for (at++; goes_on; at += goes_on) {
        goes_on = false;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) goes_on |= is(source, at, words[i]);
    }
    if (is(source, at, "-") && is(source, at + 1, ">"))
        while (at < source->tokens.count && !is(source, at, "{") && !is(source, at, ";")) at++;
    return is(source, at, "{") ? at : NOTHING;
}

/* A body is what stands in braces behind a closing parenthesis, outside of all other bodies. */
static void find_functions(Source *source, const char *kernel) {
    uint32_t name = NOTHING;
    for (uint32_t i = 0; i + 1 < source->tokens.count; i++) {
        uint32_t body = is(source, i, ")") && name != NOTHING ? function_body(source, i) : NOTHING;
        if (is(source, i, ";") || is(source, i, "}")) name = NOTHING;
        if (source->tokens.at[i].kind == TOKEN_WORD && is(source, i + 1, "(")) {
            if (!is_attribute(source, i)) name = i;
            i = source->tokens.at[i + 1].partner - 1;
        } else if (body != NOTHING) {
            Function function = {.name = source->tokens.at[name].at, .name_size = source->tokens.at[name].size};
            function.open = body;
            function.close = source->tokens.at[body].partner;
            function.kernel = function.reached = same(function.name, function.name_size, kernel);
            if (!add_function(source, function)) return;
            find_lambdas(source, function.open, function.close);
            i = function.close;
            name = NOTHING;
        }
    }
}

static bool is_name_of(const Function *function, const char *at, size_t size) {
    return function->name != NULL && size == function->name_size && memcmp(at, function->name, size) == 0;
}

static bool mentions(const Source *source, uint32_t index, const Function *function) {
    const Token *token = &source->tokens.at[index];
    return token->kind == TOKEN_WORD && is_name_of(function, token->at, token->size);
}

static void reach_word(Source *source, const char *word, size_t size) {
    for (size_t i = 0; i < source->functions.count; i++)
        source->functions.at[i].reached |= is_name_of(&source->functions.at[i], word, size);
    Macro *macro = find_macro(source, word, size);
    if (macro == NULL || macro->expanded) return;
    macro->expanded = true;
    const char *at = macro->text;
    for (size_t length; (length = next_word(macro, &at)) != 0; at += length) reach_word(source, at, length);
}

/* Functions that the kernel may run: those that it mentions, in macros too, and its lambdas. */
static void find_reached(Source *source) {
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
                if (token->function == f) function->jumps |= is(source, i, "goto") || (token->brings & BRINGS_CONTROL);
            }
        }
    }
    for (size_t f = 0; f < source->functions.count; f++) source->functions.at[f].looked_at = false;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static uint32_t take_statement(Source *source, uint32_t at, uint32_t end, int depth);

static void take_block(Source *source, uint32_t open, int depth) {
    uint32_t close = source->tokens.at[open].partner;
    for (uint32_t at = open + 1; at < close;) at = take_statement(source, at, close, depth + 1);
}

/* Behind a label, or a macro. */
static bool begins_statement(const Source *source, uint32_t at) {
    static const char *const words[] = {"if", "else", "for", "while", "switch", "do"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(source, at, words[i])) return true;
    return false;
}

/* To behind the next semicolon. Braces within, of a lambda or of a macro that hides a loop, are taken as blocks. */
static uint32_t take_expression(Source *source, uint32_t at, uint32_t end, int depth) {
    bool labelled = is(source, at, "case") || is(source, at, "default");
    for (uint32_t first = at; at < end; at++) {
        if (is(source, at, ";")) return at + 1;
        if (at > first && begins_statement(source, at)) return at;
        if (labelled && is(source, at, ":") && !is(source, at + 1, ":") && !is(source, at - 1, ":")) return at + 1;
        bool opens = is(source, at, "(") || is(source, at, "[");
        if (!opens && !is(source, at, "{")) continue;
        uint32_t close = source->tokens.at[at].partner;
        for (uint32_t i = at; i < close && opens; i++) {
            if (!is(source, i, "{")) continue;
            take_block(source, i, depth);
            i = source->tokens.at[i].partner;
        }
        if (!opens) take_block(source, at, depth);
        at = close;
        bool goes_on = opens || is(source, at + 1, ";") || is(source, at + 1, ",") || is(source, at + 1, ")") ||
                       is(source, at + 1, "(") || is(source, at + 1, ".") || is(source, at + 1, "[");
        if (!goes_on) return at + 1;
    }
    return end;
}

/* The head, from the statement's word at `word` to behind its closing parenthesis. */
static Range head_of(const Source *source, uint32_t word, uint32_t end) {
    uint32_t at = word + 1 + is(source, word + 1, "constexpr");
    if (at >= end || !is(source, at, "(")) return (Range){word, word};
    return (Range){word, source->tokens.at[at].partner + 1};
}

static uint32_t take_condition(Source *source, uint32_t at, uint32_t end, int depth, ConstructKind kind) {
    Construct construct = {.kind = kind, .head = head_of(source, at, end)};
    if (construct.head.end == at) return at + 1;
    at = construct.head.end;
    construct.side[0].first = at;
    construct.side[0].end = at = take_statement(source, at, end, depth + 1);
    construct.side[1] = (Range){at, at};
    if (kind == CONSTRUCT_IF && at < end && is(source, at, "else")) {
        construct.side[1].first = at + 1;
        construct.side[1].end = at = take_statement(source, at + 1, end, depth + 1);
    }
    vec_push(source->arena, &source->constructs, construct);
    return at;
}

static uint32_t take_do(Source *source, uint32_t at, uint32_t end, int depth) {
    Construct construct = {.kind = CONSTRUCT_LOOP, .side[0].first = at + 1};
    construct.side[0].end = at = take_statement(source, at + 1, end, depth + 1);
    construct.side[1] = (Range){at, at};
    if (at >= end || !is(source, at, "while")) return at;
    construct.head = head_of(source, at, end);
    vec_push(source->arena, &source->constructs, construct);
    return construct.head.end > at ? construct.head.end : at + 1;
}

/* The token behind the statement. */
static uint32_t take_statement(Source *source, uint32_t at, uint32_t end, int depth) {
    if (at >= end) return end;
    if (depth > MOST_DEPTH || source->constructs.count >= MOST_CONSTRUCTS) {
        source->too_much = true;
        return end;
    }
    if (is(source, at, "{")) {
        take_block(source, at, depth);
        return source->tokens.at[at].partner + 1;
    }
    if (is(source, at, "if")) return take_condition(source, at, end, depth, CONSTRUCT_IF);
    if (is(source, at, "for") || is(source, at, "while")) return take_condition(source, at, end, depth, CONSTRUCT_LOOP);
    if (is(source, at, "switch")) return take_condition(source, at, end, depth, CONSTRUCT_SWITCH);
    if (is(source, at, "do")) return take_do(source, at, end, depth);
    return take_expression(source, at, end, depth);
}

/* ---- the barrier's sites ----------------------------------------------------------------------------------------- */

static void add_site(Source *source, uint32_t index) {
    if (source->site[index]) return;
    Function *function = &source->functions.at[source->tokens.at[index].function];
    source->site[index] = true;
    function->sites++;
    if (index > function->last_site) function->last_site = index;
}

/* The tokens on the line that name a barrier; where none does, all its words. */
static void find_sites_on_line(Source *source, int line) {
    bool named = false;
    for (int pass = 0; pass < 2 && !named; pass++) {
        for (uint32_t i = 0; i < source->tokens.count; i++) {
            const Token *token = &source->tokens.at[i];
            if (token->line != line || token->function == NOTHING) continue;
            if (!source->functions.at[token->function].reached) continue;
            if (pass == 0 ? !(token->brings & BRINGS_BARRIER) : token->kind != TOKEN_WORD) continue;
            add_site(source, i);
            named = true;
        }
    }
}

/* Calls of functions that hold the barrier, until there are no more. */
static void find_sites(Source *source, int line) {
    if (line > 0) find_sites_on_line(source, line);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t f = 0; f < source->functions.count; f++) {
            Function *function = &source->functions.at[f];
            if (function->sites == 0 || function->kernel || function->looked_at) continue;
            changed = function->looked_at = true;
            for (uint32_t i = 0; i < source->tokens.count; i++) {
                uint32_t from = source->tokens.at[i].function;
                if (from == NOTHING || from == f || !source->functions.at[from].reached || source->site[i]) continue;
                if (!mentions(source, i, function) || !(is(source, i + 1, "(") || is(source, i + 1, "<"))) continue;
                add_site(source, i);
            }
        }
    }
    for (size_t i = 0; i < source->constructs.count; i++) {
        Construct *construct = &source->constructs.at[i];
        for (uint32_t j = construct->side[0].first; j < construct->side[1].end; j++)
            construct->has_site |= source->site[j];
    }
}

typedef enum Holds { HOLDS_NONE, HOLDS_SOME, HOLDS_ALL } Holds;

/* How many of the barrier's sites in its function the range holds. */
static Holds holds(const Source *source, Range range, const Function *function, uint32_t number) {
    size_t count = 0;
    for (uint32_t i = range.first; i < range.end; i++)
        count += source->site[i] && source->tokens.at[i].function == number;
    return count == 0 ? HOLDS_NONE : count == function->sites ? HOLDS_ALL : HOLDS_SOME;
}

/* ---- returns ----------------------------------------------------------------------------------------------------- */

static bool inside(Range range, uint32_t index) {
    return index >= range.first && index < range.end;
}

/* kind: CONSTRUCT_ANY, or the one that is looked for. */
static const Construct *innermost(const Source *source, uint32_t index, ConstructKind kind) {
    const Construct *found = NULL;
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *construct = &source->constructs.at[i];
        if (kind != CONSTRUCT_ANY && construct->kind != kind) continue;
        if (!inside(construct->side[0], index) && !inside(construct->side[1], index)) continue;
        if (found == NULL || construct->side[0].first > found->side[0].first) found = construct;
    }
    return found;
}

static bool is_last(Source *source, uint32_t number);

/* Whether a call at the token may be a statement of its own, so that nothing uses its result. */
static bool is_statement(const Source *source, uint32_t at) {
    static const char *const before[] = {";", "{", "}", ")", ":", "else", "return"};
    while (at >= 2 && (is(source, at - 1, ".") || (is(source, at - 1, ":") && is(source, at - 2, ":"))))
        at -= is(source, at - 1, ".") || at < 3 ? 2 : 3;
    for (size_t i = 0; at > 0 && i < sizeof before / sizeof *before; i++)
        if (is(source, at - 1, before[i])) return true;
    return false;
}

/* Whether the kernel ends with the call at the token: nothing comes behind it. */
static bool ends_kernel(Source *source, uint32_t call) {
    uint32_t caller = source->tokens.at[call].function, at = call + 1, behind;
    if (is(source, at, "<"))
        while (at < source->tokens.count && !is(source, at, "(") && !is(source, at, ";")) at++;
    if (!is(source, at, "(")) return true; /* it is handed on, to be called who knows where */
    const Construct *loop = innermost(source, call, CONSTRUCT_LOOP);
    if (loop != NULL && source->tokens.at[loop->head.first].function == caller) return false;
    if (!is_statement(source, call) || !is_last(source, caller)) return false;
    if (call > 0 && is(source, call - 1, "return")) return true;
    for (at = source->tokens.at[at].partner + 1; at < source->functions.at[caller].close; at = behind) {
        behind = at + 1;
        if (is(source, at, ";") || is(source, at, "}")) continue;
        if (is(source, at, "return") && is(source, at + 1, ";")) continue;
        const Construct *around = is(source, at, "break") ? innermost(source, at, CONSTRUCT_SWITCH) : NULL;
        for (size_t i = 0; i < source->constructs.count && is(source, at, "else"); i++)
            if (source->constructs.at[i].side[1].first == at + 1) around = &source->constructs.at[i];
        if (around == NULL) return false;
        behind = around->side[1].end;
    }
    return true;
}

/* Whether a return from the function leaves the kernel, or may do so. */
static bool is_last(Source *source, uint32_t number) {
    Function *function = &source->functions.at[number];
    if (function->kernel) return true;
    if (function->last == -2) return true; /* it calls itself */
    if (function->last >= 0) return function->last;
    bool mentioned = false, last = false;
    function->last = -2;
    for (uint32_t i = 0; i < source->tokens.count && !last; i++) {
        uint32_t from = source->tokens.at[i].function;
        if (from == NOTHING || from == number || !source->functions.at[from].reached) continue;
        if (!mentions(source, i, function)) continue;
        if (is(source, i + 1, "=")) continue; /* the name of a lambda, where it is made */
        mentioned = true;
        last = ends_kernel(source, i);
    }
    last |= !mentioned;
    function->last = last;
    return last;
}

/* Whether threads may leave the kernel at the token. */
static bool leaves(Source *source, uint32_t index) {
    uint32_t number = source->tokens.at[index].function;
    if (number == NOTHING || !source->functions.at[number].reached) return false;
    if (is(source, index, "return")) return is_last(source, number);
    return (source->tokens.at[index].brings & BRINGS_EXIT) != 0;
}

static bool range_leaves(Source *source, Range range) {
    for (uint32_t i = range.first; i < range.end; i++)
        if (leaves(source, i)) return true;
    return false;
}

/* Whether the range has a jump, or a macro that may hide one. */
static bool jumps(const Source *source, Range range) {
    for (uint32_t i = range.first; i < range.end; i++)
        if (is(source, i, "goto") || (source->tokens.at[i].brings & (BRINGS_CONTROL | BRINGS_EXIT)) != 0) return true;
    return false;
}

/* Whether a thread may have left at the token instead of coming to the barrier: not where the kernel only comes to it
 * behind the barrier, and does not go back. */
static bool is_before(const Source *source, uint32_t index) {
    const Function *function = &source->functions.at[source->tokens.at[index].function];
    if (!function->kernel || function->sites == 0 || function->jumps) return true;
    const Token *last = &source->tokens.at[function->last_site];
    if (index < function->last_site || source->tokens.at[index].line <= last->line) return true;
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *around = &source->constructs.at[i];
        bool comes_back = around->kind == CONSTRUCT_LOOP && inside(around->side[0], index);
        if (around->has_site && (comes_back || inside(around->side[1], index))) return true;
    }
    return false;
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

/* What became of a thread that the condition kept from the barrier. */
static SimWay way_of(Source *source, const Construct *construct) {
    uint32_t number = source->tokens.at[construct->head.first].function;
    if (number == NOTHING || !source->functions.at[number].reached) return SIM_WAY_UNKNOWN;
    const Function *function = &source->functions.at[number];
    Holds held[2];
    for (int i = 0; i < 2; i++) {
        held[i] = holds(source, construct->side[i], function, number);
        if (held[i] != HOLDS_ALL && range_leaves(source, construct->side[i])) return SIM_WAY_RETURN;
    }
    if (held[0] == HOLDS_SOME || held[1] == HOLDS_SOME || construct->kind == CONSTRUCT_SWITCH) return SIM_WAY_UNKNOWN;
    if (construct->kind == CONSTRUCT_LOOP) {
        bool clear = held[0] == HOLDS_ALL && !range_leaves(source, construct->side[0]);
        return clear && !jumps(source, construct->side[0]) ? SIM_WAY_AROUND : SIM_WAY_UNKNOWN;
    }
    if (held[0] != held[1])
        return jumps(source, construct->side[held[0] == HOLDS_ALL]) ? SIM_WAY_UNKNOWN : SIM_WAY_AROUND;
    bool returns = false; /* from a function behind which the kernel goes on */
    for (uint32_t i = construct->side[0].first; i < construct->side[1].end; i++)
        returns |= is(source, i, "return") && source->tokens.at[i].function == number;
    return returns && function->sites > 0 && !function->kernel ? SIM_WAY_AROUND : SIM_WAY_UNKNOWN;
}

static void set_way(SimReturns *returns, int first, int last, SimWay way) {
    for (int line = first; line <= last && line < returns->line_count; line++)
        if (way > returns->way[line]) returns->way[line] = way;
}

static void find_ways(Source *source, SimReturns *returns) {
    returns->line_count = source->tokens.at[source->tokens.count - 1].line + 1;
    returns->way = arena_array(source->arena, SimWay, (size_t)returns->line_count);
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *construct = &source->constructs.at[i];
        if (construct->head.end <= construct->head.first) continue;
        int first = source->tokens.at[construct->head.first].line;
        int last = source->tokens.at[construct->head.end - 1].line;
        set_way(returns, first, last, way_of(source, construct));
    }
}

/* Every return that may have been taken, with the lines of its condition; one that all threads take is none. */
static void find_returns(Source *source, SimReturns *returns) {
    VEC(SimReturnLines) found = {0};
    for (uint32_t i = 0; i < source->tokens.count; i++) {
        if (!leaves(source, i) || !is_before(source, i)) continue;
        int line = source->tokens.at[i].line;
        bool hidden = !is(source, i, "return"); /* a macro may hold the condition */
        const Construct *condition = innermost(source, i, CONSTRUCT_ANY);
        bool within =
            condition != NULL && source->tokens.at[condition->head.first].function == source->tokens.at[i].function;
        if (!within && !hidden) continue;
        SimReturnLines lines = {line, line};
        if (within) {
            lines.first = source->tokens.at[condition->head.first].line;
            lines.last = hidden ? line : source->tokens.at[condition->head.end - 1].line;
        }
        if (hidden) set_way(returns, line, line, SIM_WAY_RETURN);
        vec_push(source->arena, &found, lines);
    }
    returns->before = found.at;
    returns->before_count = found.count;
}

/* Whether conditions may be hidden in what the kernel runs. */
static bool is_sure(const Source *source) {
    for (size_t i = 0; i < source->functions.count; i++)
        if (source->functions.at[i].reached && source->functions.at[i].conditional) return false;
    for (uint32_t i = 0; i + 1 < source->tokens.count; i++) {
        uint32_t number = source->tokens.at[i].function;
        if (number == NOTHING || !source->functions.at[number].reached) continue;
        bool type = is(source, i, "struct") || is(source, i, "class");
        if (is(source, i, "goto") || (type && is(source, i + 2, "{"))) return false;
        if ((source->tokens.at[i].brings & (BRINGS_CONTROL | BRINGS_EXIT)) == BRINGS_CONTROL) return false;
    }
    return true;
}

SimReturns *sim_read_returns(const char *text, const char *kernel, int line, Arena *arena) {
    SimReturns *returns = arena_make(arena, SimReturns);
    Source source = {.arena = arena};
    int number = 1;
    for (const char *at = text; *at != 0 && !source.too_much;) at = take_token(&source, at, &number);
    if (!source.too_much) match_brackets(&source);
    if (source.too_much || source.tokens.count == 0) return returns;
    find_what_tokens_bring(&source);
    find_functions(&source, kernel);
    find_reached(&source);
    for (size_t i = 0; i < source.functions.count; i++) {
        const Function *function = &source.functions.at[i];
        bool outermost = function->open > 0 && source.tokens.at[function->open - 1].function == NOTHING;
        returns->known |= function->kernel;
        if (outermost && function->reached) take_block(&source, function->open, 0);
    }
    returns->known &= !source.too_much;
    if (!returns->known) return returns;
    source.site = arena_array(arena, bool, source.tokens.count + 1);
    find_sites(&source, line);
    find_ways(&source, returns);
    find_returns(&source, returns);
    returns->sure = is_sure(&source);
    return returns;
}
