#include "ptx/lexer.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}
static bool is_name_start(char c) {
    return is_letter(c) || c == '_' || c == '$' || c == '%';
}

static int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Skips white space, comments and the preprocessor's line marks. */
static void skip_space(PtxLexer *lexer) {
    const char *at = lexer->at, *end = lexer->end;
    while (at < end) {
        if (*at == '\n') {
            lexer->line++;
            at++;
        } else if (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\f' || *at == '\v') {
            at++;
        } else if (*at == '#' || (*at == '/' && end - at > 1 && at[1] == '/')) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            at = newline != NULL ? newline : end;
        } else if (*at == '/' && end - at > 1 && at[1] == '*') {
            for (at += 2; at < end && !(*at == '*' && end - at > 1 && at[1] == '/'); at++)
                if (*at == '\n') lexer->line++;
            at = end - at >= 2 ? at + 2 : end;
        } else {
            break;
        }
    }
    lexer->at = at;
}

/* Whether a brace, a string, a comment or a line's end may begin here. */
static bool is_landmark(char c) {
    return c == '{' || c == '}' || c == '"' || c == '/' || c == '#' || c == '\n';
}

void lexer_skip_to_brace(PtxLexer *lexer) {
    for (;;) {
        skip_space(lexer);
        if (lexer->at == lexer->end || *lexer->at == '{' || *lexer->at == '}') return;
        if (*lexer->at == '"')
            lexer_next(lexer);
        else
            lexer->at++;
        while (lexer->at < lexer->end && !is_landmark(*lexer->at)) lexer->at++;
    }
}

/* 0f and 0d: the bits of a float or a double in exactly 8 or 16 hexadecimal digits. */
static const char *lex_float_bits(const char *at, const char *end, int digits, uint64_t *bits) {
    *bits = 0;
    for (int i = 0; i < digits; i++, at++) {
        int digit = at < end ? hex_value(*at) : -1;
        if (digit < 0) return NULL;
        *bits = *bits << 4 | (unsigned)digit;
    }
    return at;
}

static const char *lex_decimal_float(const char *at, const char *end, uint64_t *bits) {
    char copy[64];
    size_t size = 0;
    const char *scan = at;
    while (scan < end && size < sizeof copy - 1 &&
           (is_digit(*scan) || *scan == '.' || ((*scan | 32) == 'e' && size > 0) ||
            ((*scan == '+' || *scan == '-') && (scan[-1] | 32) == 'e')))
        copy[size++] = *scan++;
    copy[size] = 0;
    char *rest;
    double value = strtod(copy, &rest);
    memcpy(bits, &value, sizeof value);
    return rest == copy ? NULL : at + (rest - copy);
}

static bool is_decimal_float(const char *at, const char *end) {
    while (at < end && is_digit(*at)) at++;
    return end - at > 1 && *at == '.' && is_digit(at[1]);
}

static const char *lex_integer(const char *at, const char *end, PtxToken *token) {
    unsigned base = 10;
    if (*at == '0' && end - at > 1) {
        char prefix = (char)(at[1] | 32);
        base = prefix == 'x' ? 16 : prefix == 'b' ? 2 : is_digit(at[1]) ? 8 : 10;
        if (base == 16 || base == 2) at += 2;
    }
    const char *first = at;
    bool fits = true;
    uint64_t value = 0;
    for (; at < end; at++) {
        int digit = hex_value(*at);
        if (digit < 0 || (unsigned)digit >= base) break;
        fits = fits && value <= (UINT64_MAX - (unsigned)digit) / base;
        value = value * base + (unsigned)digit;
    }
    token->is_unsigned = value > INT64_MAX;
    if (at == first || !fits) return NULL;
    if (at < end && *at == 'U') {
        token->is_unsigned = true;
        at++;
    }
    token->value = value;
    return at < end && is_name_part(*at) ? NULL : at;
}

static void lex_number(PtxLexer *lexer, PtxToken *token) {
    const char *at = lexer->at, *end = lexer->end, *after;
    char prefix = end - at > 1 && *at == '0' ? (char)(at[1] | 32) : 0;
    if (prefix == 'f') {
        token->kind = PTX_TOKEN_F32;
        after = lex_float_bits(at + 2, end, 8, &token->value);
    } else if (prefix == 'd') {
        token->kind = PTX_TOKEN_F64;
        after = lex_float_bits(at + 2, end, 16, &token->value);
    } else if (is_decimal_float(at, end)) {
        token->kind = PTX_TOKEN_F64;
        after = lex_decimal_float(at, end, &token->value);
    } else {
        token->kind = PTX_TOKEN_INTEGER;
        after = lex_integer(at, end, token);
    }
    if (after == NULL) {
        token->kind = PTX_TOKEN_BAD;
        for (after = at; after < end && is_name_part(*after); after++) continue;
    }
    lexer->at = after;
}

/* NVRTC writes the name of a file as it is, so that a string may go over several lines. */
static void lex_string(PtxLexer *lexer, PtxToken *token) {
    const char *at = lexer->at + 1;
    while (at < lexer->end && *at != '"') {
        lexer->line += *at == '\n';
        at += *at == '\\' && lexer->end - at > 1 && at[1] != '\n' ? 2 : 1;
    }
    bool closed = at < lexer->end && *at == '"';
    token->kind = closed ? PTX_TOKEN_STRING : PTX_TOKEN_BAD;
    token->text = lexer->at + 1;
    token->size = (uint32_t)(at - token->text);
    lexer->at = closed ? at + 1 : at;
}

static void lex_punct(PtxLexer *lexer, PtxToken *token) {
    static const struct {
        char text[3];
        int punct;
    } pairs[] = {
        {"<<", PTX_PUNCT_SHL}, {">>", PTX_PUNCT_SHR}, {"<=", PTX_PUNCT_LE},  {">=", PTX_PUNCT_GE},
        {"==", PTX_PUNCT_EQ},  {"!=", PTX_PUNCT_NE},  {"&&", PTX_PUNCT_AND}, {"||", PTX_PUNCT_OR},
    };
    char c = *lexer->at;
    token->kind = strchr("(){}[]<>,;:@!|&^~+-*/%?=", c) != NULL && c ? PTX_TOKEN_PUNCT : PTX_TOKEN_BAD;
    token->punct = c;
    lexer->at++;
    if (lexer->at == lexer->end) return;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i].text[0] != c || pairs[i].text[1] != *lexer->at) continue;
        token->punct = pairs[i].punct;
        lexer->at++;
        return;
    }
}

static const char *skip_word(const char *at, const char *end) {
    while (at < end && (is_name_part(*at) || (*at == ':' && end - at > 2 && at[1] == ':' && is_name_part(at[2]))))
        at += *at == ':' ? 2 : 1;
    return at;
}

void lexer_extend(PtxLexer *lexer, PtxToken *name) {
    const char *at = lexer->at, *end = lexer->end;
    while (end - at > 1 && *at == '.' && is_name_part(at[1])) at = skip_word(at + 1, end);
    lexer->at = at;
    name->size = (uint32_t)(at - name->text);
}

PtxToken lexer_next(PtxLexer *lexer) {
    const char *before = lexer->at;
    skip_space(lexer);
    PtxToken token = {.kind = PTX_TOKEN_END, .text = lexer->at, .line = lexer->line, .spaced = lexer->at != before};
    const char *at = lexer->at, *end = lexer->end;
    if (at == end) return token;
    char next = end - at > 1 ? at[1] : 0;
    if (is_name_start(*at) && (*at != '%' || is_name_part(next))) {
        for (at++; at < end && is_name_part(*at); at++) continue;
        token.kind = PTX_TOKEN_NAME;
        lexer->at = at;
    } else if (*at == '.' && is_name_part(next)) {
        token.kind = PTX_TOKEN_DOT;
        lexer->at = skip_word(at + 1, end);
    } else if (is_digit(*at)) {
        lex_number(lexer, &token);
    } else if (*at == '"') {
        lex_string(lexer, &token);
        return token;
    } else {
        lex_punct(lexer, &token);
    }
    token.size = (uint32_t)(lexer->at - token.text);
    return token;
}
