/* A source as tokens: text without comments, strings' contents and preprocessor lines; brackets are matched. And what a
 * token brings that its own text does not show, because it is a macro's name or inline assembly. */
#include <ctype.h>
#include <string.h>

#include "sim/run/source_text.h"

enum { MOST_TOKENS = 50000, MOST_MACROS = 500, MOST_CONDITIONS = 1000 };

/* ---- tokens ------------------------------------------------------------------------------------------------------ */

static bool is_word_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* words: with a space between each two. */
static bool same_as_one_of(const char *at, size_t size, const char *words) {
    for (size_t length; *words != 0; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        if (length == size && memcmp(at, words, size) == 0) return true;
    }
    return false;
}

bool token_is_one_of(const SourceText *source, uint32_t index, const char *words) {
    if (index >= source->tokens.count) return false;
    const Token *token = &source->tokens.at[index];
    return token->kind != TOKEN_STRING && same_as_one_of(token->at, token->size, words);
}

bool token_is(const SourceText *source, uint32_t index, const char *word) {
    if (index >= source->tokens.count) return false;
    const Token *token = &source->tokens.at[index];
    return token->kind != TOKEN_STRING && token->size == strlen(word) && memcmp(token->at, word, token->size) == 0;
}

static bool holds_text(const char *at, size_t size, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(at + i, word, length) == 0) return true;
    return false;
}

static void add_token(SourceText *source, const char *at, const char *end, int line, TokenKind kind) {
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

static void add_macro(SourceText *source, const char *at, const char *end) {
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
static const char *take_directive(SourceText *source, const char *at, int *line) {
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

static const char *take_token(SourceText *source, const char *at, int *line) {
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

static void match_brackets(SourceText *source) {
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

Macro *source_macro(const SourceText *source, const char *at, size_t size) {
    for (size_t i = 0; i < source->macros.count; i++) {
        Macro *macro = &source->macros.at[i];
        if (macro->name_size == size && memcmp(macro->name, at, size) == 0) return macro;
    }
    return NULL;
}

size_t source_next_word(const Macro *macro, const char **at) {
    const char *end = macro->text + macro->text_size;
    while (*at < end && !is_word_part(**at)) ++*at;
    const char *word = *at;
    while (word < end && is_word_part(*word)) word++;
    return (size_t)(word - *at);
}

static int word_brings(const SourceText *source, const char *at, size_t size, int depth);

static int macro_brings(const SourceText *source, Macro *macro, int depth) {
    if (macro->brings != BRINGS_UNKNOWN) return macro->brings;
    if (depth > SOURCE_MOST_DEPTH) return BRINGS_CONTROL | BRINGS_EXIT;
    int brings = macro->brings = 0; /* a macro does not expand itself */
    if (memchr(macro->text, '{', macro->text_size) != NULL || memchr(macro->text, '}', macro->text_size) != NULL)
        brings |= BRINGS_CONTROL;
    if (holds_text(macro->text, macro->text_size, "exit")) brings |= BRINGS_EXIT;
    if (holds_text(macro->text, macro->text_size, "bar")) brings |= BRINGS_BARRIER;
    const char *at = macro->text;
    for (size_t size; (size = source_next_word(macro, &at)) != 0; at += size)
        brings |= word_brings(source, at, size, depth);
    return macro->brings = brings;
}

static int word_brings(const SourceText *source, const char *at, size_t size, int depth) {
    int brings = holds_text(at, size, "sync") ? BRINGS_BARRIER : 0;
    if (same_as_one_of(at, size, "return goto")) brings |= BRINGS_EXIT;
    if (same_as_one_of(at, size, "if else for while switch case do break continue")) brings |= BRINGS_CONTROL;
    Macro *macro = source_macro(source, at, size);
    return macro != NULL ? brings | macro_brings(source, macro, depth + 1) : brings;
}

/* What each token brings that its own text does not show: `return` and `if` stand for themselves. */
static void find_what_tokens_bring(SourceText *source) {
    for (uint32_t i = 0; i < source->tokens.count; i++) {
        Token *token = &source->tokens.at[i];
        if (token->kind == TOKEN_WORD) {
            Macro *macro = source_macro(source, token->at, token->size);
            token->brings = macro != NULL ? macro_brings(source, macro, 0) : 0;
            if (holds_text(token->at, token->size, "sync")) token->brings |= BRINGS_BARRIER;
        } else if (token->kind == TOKEN_STRING) { /* of inline assembly, perhaps */
            bool leaves = holds_text(token->at, token->size, "exit") || holds_text(token->at, token->size, "ret;");
            bool waits = holds_text(token->at, token->size, "bar");
            token->brings = (leaves ? BRINGS_EXIT : 0) | (waits ? BRINGS_BARRIER : 0);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */

bool source_read_tokens(SourceText *source, const char *text) {
    int line = 1;
    for (const char *at = text; *at != 0 && !source->too_much;) at = take_token(source, at, &line);
    if (!source->too_much) match_brackets(source);
    if (source->too_much || source->tokens.count == 0) return false;
    find_what_tokens_bring(source);
    return true;
}
