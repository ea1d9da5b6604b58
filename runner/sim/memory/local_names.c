/* Names of local arrays. The compiler puts all of a function's local arrays into one piece of local memory and does
 * not record where each lies, so the name is taken from the source: an array that is declared in the function around
 * a line, and the only one that the line indexes, is the one that is meant. In any other case there is no name.
 *
 * This is no C++ parser. Comments, strings and preprocessor lines are left out; a statement that begins with the
 * words of a type declares the names after them. Where that is misread, the line seems to index no array, or two, and
 * gets no name. */
#include "sim/memory/local_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

typedef struct Token {
    const char *at;
    size_t size;
    int line;
} Token;

typedef VEC(Token) Tokens;

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

static bool starts_name(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_name(const Token *token) {
    return starts_name(*token->at);
}

static bool is(const Token *token, const char *text) {
    return token->size == strlen(text) && memcmp(token->at, text, token->size) == 0;
}

/* The position after one thing that is no token (blank, comment, preprocessor line, string); at itself where a token
 * begins. */
static const char *skip(const char *at, int *line, bool *line_begins) {
    const char *begin = at;
    if (*at == '\n' || isspace((unsigned char)*at)) {
        at++;
    } else if (at[0] == '/' && at[1] == '/') {
        at += strcspn(at, "\n");
    } else if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        at = end != NULL ? end + 2 : at + strlen(at);
    } else if (*at == '#' && *line_begins) {
        while (*at != '\0' && !(*at == '\n' && at[-1] != '\\')) at++;
    } else if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at != '\0' && *at != quote && *at != '\n') at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
        at += *at == quote;
    }
    for (const char *c = begin; c < at; c++) *line += *c == '\n';
    if (at != begin) *line_begins = at[-1] == '\n' || (*line_begins && isspace((unsigned char)*begin));
    return at;
}

static Tokens read_tokens(Arena *arena, const char *source) {
    Tokens tokens = {0};
    int line = 1;
    bool line_begins = true;
    for (const char *at = source; *at != '\0';) {
        const char *after = skip(at, &line, &line_begins);
        if (after != at) {
            at = after;
            continue;
        }
        size_t size = 1;
        if (isalnum((unsigned char)*at) || *at == '_')
            while (isalnum((unsigned char)at[size]) || at[size] == '_') size++;
        vec_push(arena, &tokens, ((Token){at, size, line}));
        at += size;
        line_begins = false;
    }
    return tokens;
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/* The tokens between the outermost braces around the line, which are mostly a function's body. */
static bool find_body(const Tokens *tokens, int line, size_t *first, size_t *last) {
    size_t depth = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const Token *token = &tokens->at[i];
        if (is(token, "{") && depth++ == 0) *first = i;
        if (!is(token, "}") || depth == 0 || --depth > 0) continue;
        *last = i;
        if (tokens->at[*first].line <= line && line <= token->line) return true;
    }
    return false;
}

static bool declares_other_memory(const Token *token) {
    static const char *const words[] = {"__shared__", "__constant__", "__device__", "extern", "static",
                                        "return",     "else",         "case",       "goto",   "delete",
                                        "throw",      "using",        "typedef"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(token, words[i])) return true;
    return false;
}

/* Whether the token may be part of the type before a declared name. */
static bool is_part_of_type(const Token *token) {
    return is_name(token) || isdigit((unsigned char)*token->at) || strchr(":<>,*", *token->at) != NULL;
}

/* The arrays that the statement from first on declares. */
static void read_statement(Arena *arena, const Tokens *tokens, size_t first, size_t last, Tokens *arrays) {
    size_t name = first;
    while (name < last && is_part_of_type(&tokens->at[name])) {
        if (declares_other_memory(&tokens->at[name])) return;
        name++;
    }
    if (name == last || name < first + 2 || !is(&tokens->at[name], "[") || !is_name(&tokens->at[name - 1])) return;
    vec_push(arena, arrays, tokens->at[name - 1]);
    int depth = 0;
    for (size_t i = name; i + 2 < last; i++) {
        depth += is(&tokens->at[i], "[") || is(&tokens->at[i], "(") || is(&tokens->at[i], "{");
        depth -= is(&tokens->at[i], "]") || is(&tokens->at[i], ")") || is(&tokens->at[i], "}");
        if (depth == 0 && is(&tokens->at[i], ",") && is_name(&tokens->at[i + 1]) && is(&tokens->at[i + 2], "["))
            vec_push(arena, arrays, tokens->at[i + 1]);
    }
}

static Tokens read_arrays(Arena *arena, const Tokens *tokens, size_t first, size_t last) {
    Tokens arrays = {0};
    for (size_t begin = first + 1; begin < last;) {
        size_t end = begin, depth = 0; /* braces of an initialiser belong to the statement */
        while (end < last &&
               !(depth == 0 && (is(&tokens->at[end], ";") || is(&tokens->at[end], "{") || is(&tokens->at[end], "}")))) {
            bool opens = is(&tokens->at[end], "=") && is(&tokens->at[end + 1], "{");
            if (opens || (depth > 0 && is(&tokens->at[end], "{"))) depth++;
            if (depth > 0 && is(&tokens->at[end], "}")) depth--;
            end += opens ? 2 : 1;
        }
        read_statement(arena, tokens, begin, end < last ? end : last, &arrays);
        begin = end + 1;
    }
    return arrays;
}

static bool same(const Token *a, const Token *b) {
    return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

/* The one array that the line indexes; NULL where it is none, or more than one. */
static const Token *indexed_on(const Tokens *tokens, const Tokens *arrays, int line) {
    const Token *found = NULL;
    for (size_t i = 0; i + 1 < tokens->count; i++) {
        if (tokens->at[i].line != line || !is(&tokens->at[i + 1], "[")) continue;
        for (size_t j = 0; j < arrays->count; j++) {
            if (!same(&arrays->at[j], &tokens->at[i])) continue;
            if (found != NULL && !same(found, &arrays->at[j])) return NULL;
            found = &arrays->at[j];
        }
    }
    return found;
}

/* "[8][4]" after the declared name: 32; 0 where it is not written in numbers. */
static uint64_t count_elements(const Tokens *tokens, const Token *declared) {
    uint64_t count = 1;
    size_t i = 0;
    while (tokens->at[i].at != declared->at) i++;
    for (i++; i + 2 < tokens->count && is(&tokens->at[i], "["); i += 3) {
        char *end;
        unsigned long size = strtoul(tokens->at[i + 1].at, &end, 0);
        if (end != tokens->at[i + 1].at + tokens->at[i + 1].size || !is(&tokens->at[i + 2], "]") || size > UINT32_MAX)
            return 0;
        count *= size;
    }
    return count;
}

LocalName local_name(Arena *arena, const char *source, int line) {
    LocalName name = {NULL, 0};
    if (source == NULL || line <= 0) return name;
    Tokens tokens = read_tokens(arena, source);
    size_t first = 0, last = 0;
    if (!find_body(&tokens, line, &first, &last)) return name;
    Tokens arrays = read_arrays(arena, &tokens, first, last);
    const Token *found = indexed_on(&tokens, &arrays, line);
    if (found == NULL) return name;
    name.text = arena_string_n(arena, found->at, found->size);
    name.count = arrays.count == 1 ? count_elements(&tokens, found) : 0;
    return name;
}
