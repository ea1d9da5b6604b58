/* A source as source_returns.c sees it: tokens, functions and the statements that have a condition. This is no C++
 * parser, and what it cannot see through is not guessed.
 *
 *   source_tokens.c     text to tokens, and what each of them brings by a macro or in inline assembly
 *   source_functions.c  which functions the kernel may run, and the statements in them
 *   source_returns.c    where a barrier stands among them, and which returns come before it */
#ifndef WARPSCHOOL_SIM_RUN_SOURCE_TEXT_H
#define WARPSCHOOL_SIM_RUN_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* Beyond so many blocks, macros in macros and so on nothing is looked at, so that no text takes long. */
enum { SOURCE_MOST_DEPTH = 100 };
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

typedef struct SourceText {
    Arena *arena;
    VEC(Token) tokens;
    VEC(Macro) macros;
    VEC(Function) functions;
    VEC(Construct) constructs;
    VEC(int) condition_lines; /* of preprocessor conditions */
    bool *site;               /* by token */
    bool too_much;            /* more than is looked at, or brackets without a partner */
} SourceText;

/* ---- source_tokens.c --------------------------------------------------------------------------------------------- */

/* Without comments, preprocessor lines and what #if 0 leaves out; brackets are matched. False where there is nothing,
 * or more than is looked at. */
bool source_read_tokens(SourceText *source, const char *text);
/* A string is no word. Behind the last token there is none. */
bool token_is(const SourceText *source, uint32_t index, const char *word);
/* words: with a space between each two. */
bool token_is_one_of(const SourceText *source, uint32_t index, const char *words);
/* NULL: no macro has the name. */
Macro *source_macro(const SourceText *source, const char *name, size_t size);
/* The next word of the macro's text from *at on; its size is 0 at the end. */
size_t source_next_word(const Macro *macro, const char **at);

/* ---- source_functions.c ------------------------------------------------------------------------------------------ */

/* Finds functions and lambdas, those that the kernel reaches, and the constructs in these. False where the kernel is
 * not found, or there is more than is looked at. */
bool source_read_functions(SourceText *source, const char *kernel);
/* Whether the token is the function's name. */
bool token_mentions(const SourceText *source, uint32_t index, const Function *function);

#endif
