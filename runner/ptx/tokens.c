/* The current token, and the error that ends the parse: PTX comes from a compiler, and later errors would only follow
 * from the first. */
#include <stdarg.h>
#include <string.h>

#include "ptx/parser.h"

void parser_next(Parser *parser) {
    parser->token = lexer_next(&parser->lexer);
}

bool parser_at(const Parser *parser, int punct) {
    return parser->token.kind == PTX_TOKEN_PUNCT && parser->token.punct == punct;
}

bool parser_at_dot(const Parser *parser, const char *word) {
    size_t size = strlen(word);
    return parser->token.kind == PTX_TOKEN_DOT && parser->token.size == size &&
           memcmp(parser->token.text, word, size) == 0;
}

bool parser_take(Parser *parser, int punct) {
    if (!parser_at(parser, punct)) return false;
    parser_next(parser);
    return true;
}

const char *parser_seen(Parser *parser) {
    const PtxToken *token = &parser->token;
    if (token->kind == PTX_TOKEN_END) return "the end of the text";
    int size = token->size < 60 ? (int)token->size : 60;
    return arena_printf(parser->arena, "'%.*s'", size, token->text);
}

_Noreturn static void fail(Parser *parser, uint32_t line, const char *format, va_list args) {
    Loc loc = {.file = "PTX", .line = (int)line};
    const Place *place = &parser->place;
    uint32_t source_line = place->outer_line ? place->outer_line : place->line;
    uint32_t file = place->outer_line ? place->outer_file : place->file;
    const char *message = arena_vprintf(parser->arena, format, args);
    bool in_source = source_line != 0 && file < parser->files.count && parser->files.at[file][0] != 0;
    if (in_source) {
        loc = (Loc){.file = parser->files.at[file], .line = (int)source_line};
        if (!place->outer_line) loc.column = (int)place->column;
        message = arena_printf(parser->arena, "%s (line %u of the PTX)", message, line);
    }
    diag_add(parser->diags, SEVERITY_ERROR, loc,
             "the compiler's PTX is not understood here; this is not a mistake in the kernel", "%s", message);
    longjmp(parser->failed, 1);
}

_Noreturn void parser_fail(Parser *parser, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail(parser, parser->token.line, format, args);
}

_Noreturn void parser_fail_at(Parser *parser, uint32_t line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail(parser, line, format, args);
}

void parser_expect(Parser *parser, int punct, const char *where) {
    if (!parser_at(parser, punct))
        parser_fail(parser, "'%c' was expected %s, not %s", punct, where, parser_seen(parser));
    parser_next(parser);
}

uint64_t parser_integer(Parser *parser, const char *what) {
    if (parser->token.kind != PTX_TOKEN_INTEGER)
        parser_fail(parser, "%s was expected, not %s", what, parser_seen(parser));
    uint64_t value = parser->token.value;
    parser_next(parser);
    return value;
}
