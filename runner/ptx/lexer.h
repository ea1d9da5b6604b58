/* The lexer: PTX text to tokens, one at a time, without copying. A token points into the text. */
#ifndef WARPSCHOOL_PTX_LEXER_H
#define WARPSCHOOL_PTX_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum PtxTokenKind {
    PTX_TOKEN_END,
    PTX_TOKEN_NAME,    /* add  %r1  $L__BB0_1  _Z1fi */
    PTX_TOKEN_DOT,     /* .u32  .2d  .L2::cache_hint: the whole word, with its dot */
    PTX_TOKEN_INTEGER, /* value; is_unsigned for a U suffix or a value above INT64_MAX */
    PTX_TOKEN_F32,     /* 0f3F800000: value holds the bits */
    PTX_TOKEN_F64,     /* 0d..., 1.5: value holds the bits */
    PTX_TOKEN_STRING,  /* the text between the quotes */
    PTX_TOKEN_PUNCT,   /* punct holds the character, or for << >> <= >= == != && || the code below */
    PTX_TOKEN_BAD      /* a character that PTX does not have, or a number out of range */
} PtxTokenKind;

enum {
    PTX_PUNCT_SHL = 256,
    PTX_PUNCT_SHR,
    PTX_PUNCT_LE,
    PTX_PUNCT_GE,
    PTX_PUNCT_EQ,
    PTX_PUNCT_NE,
    PTX_PUNCT_AND,
    PTX_PUNCT_OR
};

typedef struct PtxToken {
    PtxTokenKind kind;
    const char *text;
    uint32_t size;
    uint32_t line;
    int punct;
    bool is_unsigned;
    bool spaced; /* white space or a comment stands before it */
    uint64_t value;
} PtxToken;

typedef struct PtxLexer {
    const char *at, *end;
    uint32_t line;
} PtxLexer;

PtxToken lexer_next(PtxLexer *lexer);

/* name was just read: takes the ".word" parts that follow it without a gap into it, so that "ld.global.u32" and
 * "%tid.x" are one token. */
void lexer_extend(PtxLexer *lexer, PtxToken *name);

/* Passes over text up to the next brace outside of comments and strings, or up to its end. */
void lexer_skip_to_brace(PtxLexer *lexer);

#endif
