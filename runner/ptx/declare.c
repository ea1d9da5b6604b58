/* Variables of every state space, parameters, registers, initialisers. */
#include "base/bits.h"
#include "base/memory.h"
#include "ptx/mangle.h"
#include "ptx/parser.h"

#include <string.h>

typedef struct Declaration {
    PtxSpace space;
    PtxType type;
    uint64_t element; /* bytes, a .v2 or .v4 included */
    uint32_t align;
} Declaration;

static PtxSpace space_of(const PtxToken *token) {
    static const struct {
        const char *word;
        PtxSpace space;
    } spaces[] = {
        {".global", PTX_GLOBAL}, {".const", PTX_CONST}, {".shared", PTX_SHARED}, {".shared::cta", PTX_SHARED},
        {".local", PTX_LOCAL},   {".param", PTX_PARAM}, {".tex", PTX_TEX},
    };
    for (size_t i = 0; token->kind == PTX_TOKEN_DOT && i < sizeof spaces / sizeof spaces[0]; i++)
        if (strlen(spaces[i].word) == token->size && memcmp(spaces[i].word, token->text, token->size) == 0)
            return spaces[i].space;
    return PTX_GENERIC;
}

bool parser_at_variable(const Parser *parser) {
    return space_of(&parser->token) != PTX_GENERIC;
}

static PtxType type_of(const PtxToken *token) {
    for (int type = PTX_PRED; type < PTX_TYPE_COUNT; type++)
        if (strlen(ptx_type_name[type]) + 1 == token->size &&
            memcmp(ptx_type_name[type], token->text + 1, token->size - 1) == 0)
            return (PtxType)type;
    return PTX_NONE;
}

static uint32_t parse_align(Parser *parser) {
    uint64_t align = parser_integer(parser, "an alignment");
    if (align == 0 || align > 4096 || (align & (align - 1)) != 0)
        parser_fail(parser, "an alignment is a power of two up to 4096, not %llu", (unsigned long long)align);
    return (uint32_t)align;
}

/* .attribute(.managed), .attribute(.unified(1, 2)): where the bytes are allocated, which changes nothing that a
 * kernel computes. */
static void skip_parentheses(Parser *parser) {
    parser_expect(parser, '(', "after .attribute");
    for (int depth = 1; depth > 0; parser_next(parser)) {
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends inside .attribute(...)");
        if (parser_at(parser, '(')) depth++;
        if (parser_at(parser, ')')) depth--;
    }
}

static Declaration parse_declaration(Parser *parser) {
    Declaration declaration = {.space = space_of(&parser->token)};
    uint32_t vector = 1;
    bool handle = false;
    parser_next(parser);
    while (parser->token.kind == PTX_TOKEN_DOT) {
        PtxToken token = parser->token;
        parser_next(parser);
        PtxType type = type_of(&token);
        if (type != PTX_NONE) {
            declaration.type = type;
        } else if (token.size == 6 && memcmp(token.text, ".align", 6) == 0) {
            uint32_t align = parse_align(parser);
            if (!declaration.align) /* the second .align of a parameter is that of the memory that .ptr points to */
                declaration.align = align;
        } else if (token.size == 3 && (memcmp(token.text, ".v2", 3) == 0 || memcmp(token.text, ".v4", 3) == 0)) {
            vector = (uint32_t)(token.text[2] - '0');
        } else if (token.size == 10 && memcmp(token.text, ".attribute", 10) == 0) {
            skip_parentheses(parser);
        } else if (token.size == 4 && memcmp(token.text, ".ptr", 4) == 0) {
            /* .global .align 4 after .ptr describes the memory that it points to; only the parameter's own alignment
             * counts */
            if (!declaration.align) declaration.align = (uint32_t)ptx_type_bytes(declaration.type);
        } else if (token.text[token.size - 1] == 'f' && strncmp(token.text + token.size - 3, "ref", 3) == 0) {
            handle = true; /* .texref, .samplerref, .surfref */
        } else if (space_of(&token) == PTX_GENERIC) {
            parser_fail(parser, "'%.*s' is not understood in a declaration", (int)token.size, token.text);
        }
    }
    if (handle) declaration = (Declaration){PTX_TEX, PTX_U64, 0, 8};
    if (declaration.type == PTX_NONE || declaration.type == PTX_PRED)
        parser_fail(parser, "a variable's type was expected, such as .u32, before %s", parser_seen(parser));
    declaration.element = (uint64_t)ptx_type_bytes(declaration.type) * vector;
    if (!declaration.align) declaration.align = (uint32_t)declaration.element;
    return declaration;
}

/* The dimensions behind a name. *unsized: the first one is left open. */
static uint64_t parse_dimensions(Parser *parser, bool *unsized) {
    uint64_t count = 1;
    *unsized = false;
    for (bool first = true; parser_take(parser, '['); first = false) {
        if (first && parser_take(parser, ']')) {
            *unsized = true;
            continue;
        }
        uint64_t dimension = parser_constant(parser);
        if (dimension > PTX_LIMIT_VARIABLE || (dimension && count > PTX_LIMIT_VARIABLE / dimension))
            parser_fail(parser, "an array is larger than 1 TiB");
        count *= dimension;
        parser_expect(parser, ']', "after the size of an array");
    }
    return count;
}

/* ---- initialisers ------------------------------------------------------------------------------------------------ */

static uint8_t *element_at(Parser *parser, uint64_t offset, uint32_t bytes) {
    uint64_t end = offset + bytes;
    if (parser->initialised + end > PTX_LIMIT_INITIALISED)
        parser_fail(parser, "the initialised variables are larger than %d MiB", PTX_LIMIT_INITIALISED >> 20);
    if (end > parser->bytes.capacity) {
        uint32_t capacity = parser->bytes.capacity ? parser->bytes.capacity : 256;
        while (capacity < end) capacity *= 2;
        parser->bytes.at = memory_resize(parser->bytes.at, capacity, 1);
        parser->bytes.capacity = capacity;
    }
    if (end > parser->bytes.count) {
        memset(parser->bytes.at + parser->bytes.count, 0, (size_t)end - parser->bytes.count);
        parser->bytes.count = (uint32_t)end;
    }
    return parser->bytes.at + offset;
}

static void store_float(Parser *parser, PtxType type, uint8_t *at, PtxToken token, bool minus) {
    double value;
    float narrow;
    if (token.kind == PTX_TOKEN_F32) {
        narrow = bits_as_float((uint32_t)token.value);
        value = (double)narrow;
    } else {
        value = bits_as_double(token.value);
        narrow = (float)value;
    }
    if (type == PTX_F64) {
        value = minus ? -value : value;
        memcpy(at, &value, sizeof value);
    } else if (type == PTX_F32) {
        narrow = minus ? -narrow : narrow;
        memcpy(at, &narrow, sizeof narrow);
    } else {
        parser_fail(parser, "a variable of type .%s is initialised with a floating-point number", ptx_type_name[type]);
    }
}

/* symbol + 8, or generic(symbol) + 8; after a mask, 0xFF00(...), one byte of that address. Compilers write the masks
 * of an address in ascending order, one byte each, so they are joined into one relocation. */
static void parse_relocation(Parser *parser, uint64_t offset, uint32_t bytes, uint64_t mask) {
    PtxReloc reloc = {.offset = (uint32_t)offset, .bytes = (uint8_t)bytes, .variable = -1, .function = -1};
    Name *name = parser_name(parser, "the name of a variable or function");
    if (strcmp(name->text, "generic") == 0 && parser_take(parser, '(')) {
        reloc.generic = true;
        name = parser_name(parser, "a variable");
        parser_expect(parser, ')', "after the name in generic(...)");
    }
    if (name->meaning.kind == BINDING_VARIABLE)
        reloc.variable = name->meaning.value;
    else if (name->meaning.kind == BINDING_FUNCTION)
        reloc.function = name->meaning.value;
    else
        parser_fail(parser, "'%s' is not declared", name->text);
    if (parser_take(parser, '+'))
        reloc.addend = (int64_t)parser_constant(parser);
    else if (parser_at(parser, '-'))
        reloc.addend = (int64_t)parser_constant(parser);
    PtxReloc *last = parser->relocs.count ? &parser->relocs.at[parser->relocs.count - 1] : NULL;
    if (mask && mask != 0xff) {
        bool joins = last != NULL && last->offset + last->bytes == offset && last->bytes < 8 &&
                     mask == UINT64_C(0xff) << (8 * last->bytes) && last->variable == reloc.variable &&
                     last->function == reloc.function && last->addend == reloc.addend && last->generic == reloc.generic;
        if (!joins) parser_fail(parser, "the bytes of the address of '%s' are not in ascending order", name->text);
        last->bytes++;
        return;
    }
    if (!mask && bytes != 4 && bytes != 8)
        parser_fail(parser, "the address of '%s' does not fit into %u bytes", name->text, bytes);
    if (mask) reloc.bytes = 1;
    *heap_push(&parser->relocs) = reloc;
}

static void parse_element(Parser *parser, PtxType type, uint64_t offset) {
    uint32_t bytes = (uint32_t)ptx_type_bytes(type);
    PtxToken token = parser->token;
    uint8_t *at = element_at(parser, offset, bytes);
    bool minus = parser_at(parser, '-');
    if (minus) {
        PtxLexer after = parser->lexer;
        token = lexer_next(&after);
    }
    if (token.kind == PTX_TOKEN_F32 || token.kind == PTX_TOKEN_F64) {
        if (minus) parser_next(parser);
        parser_next(parser);
        store_float(parser, type, at, token, minus);
        return;
    }
    if (token.kind == PTX_TOKEN_NAME && !minus) {
        parse_relocation(parser, offset, bytes, 0);
        return;
    }
    uint64_t value = parser_constant(parser);
    if (parser_take(parser, '(')) {
        if (value == 0) parser_fail(parser, "a mask of an address is zero");
        parse_relocation(parser, offset, bytes, value);
        parser_expect(parser, ')', "after a masked address");
        return;
    }
    if (type == PTX_F64 || type == PTX_F32) {
        double number = (double)(int64_t)value;
        token = (PtxToken){.kind = PTX_TOKEN_F64};
        memcpy(&token.value, &number, sizeof number);
        store_float(parser, type, at, token, false);
        return;
    }
    uint64_t low[2] = {value, (int64_t)value < 0 ? UINT64_MAX : 0}; /* .b128 is sign-extended */
    memcpy(at, low, bytes);
}

/* Fills elements from offset on. Nested braces are rows, whose size is not known here: compilers write either a flat
 * list or complete rows, so the elements simply follow one another. */
static uint64_t parse_list(Parser *parser, PtxType type, uint64_t offset, int depth) {
    if (depth > PTX_LIMIT_NESTING) parser_fail(parser, "an initialiser is nested more than %d deep", PTX_LIMIT_NESTING);
    if (parser_take(parser, '}')) return offset;
    do {
        if (parser_take(parser, '{')) {
            offset = parse_list(parser, type, offset, depth + 1);
        } else {
            parse_element(parser, type, offset);
            offset += (uint32_t)ptx_type_bytes(type);
        }
    } while (parser_take(parser, ','));
    parser_expect(parser, '}', "at the end of an initialiser");
    return offset;
}

static void parse_initialiser(Parser *parser, PtxVariable *variable, bool unsized) {
    parser->bytes.count = 0;
    parser->relocs.count = 0;
    if (parser_take(parser, '{'))
        parse_list(parser, variable->type, 0, 0);
    else
        parse_element(parser, variable->type, 0);
    if (unsized) variable->size = parser->bytes.count;
    if (parser->bytes.count > variable->size)
        parser_fail(parser, "the initialiser of '%s' is longer than the variable", variable->name);
    if (variable->size > PTX_LIMIT_INITIALISED - parser->initialised)
        parser_fail(parser, "the initialised variables are larger than %d MiB", PTX_LIMIT_INITIALISED >> 20);
    parser->initialised += variable->size;
    for (uint32_t i = 0; i < parser->relocs.count; i++)
        if (parser->relocs.at[i].bytes != 4 && parser->relocs.at[i].bytes != 8)
            parser_fail(parser, "only part of an address stands in the initialiser of '%s'", variable->name);
    uint8_t *init = arena_alloc(parser->arena, (size_t)variable->size, 16);
    if (parser->bytes.count) memcpy(init, parser->bytes.at, parser->bytes.count);
    variable->init = init;
    variable->reloc_count = parser->relocs.count;
    variable->relocs =
        arena_copy(parser->arena, parser->relocs.at, parser->relocs.count * sizeof(PtxReloc), _Alignof(PtxReloc));
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

/* Adds a variable. A variable of the module that was declared extern and is defined now is the same one. */
static int32_t add_variable(Parser *parser, Name *name, PtxVariable variable) {
    bool module_level = parser->function < 0;
    if (module_level && name->meaning.kind == BINDING_VARIABLE) {
        PtxVariable *old = &parser->variables.at[name->meaning.value];
        if (!variable.is_extern || old->is_extern) *old = variable;
        return name->meaning.value;
    }
    int32_t index = (int32_t)parser->variables.count;
    *heap_push(&parser->variables) = variable;
    if (!module_level) *heap_push(&parser->owned) = index;
    parser_bind(parser, name, BINDING_VARIABLE, index);
    return index;
}

static int32_t parse_variable(Parser *parser, const Declaration *declaration, bool is_extern) {
    Name *name = parser_name(parser, "the name of a variable");
    bool unsized;
    uint64_t count = parse_dimensions(parser, &unsized);
    if (declaration->element && count > PTX_LIMIT_VARIABLE / declaration->element)
        parser_fail(parser, "'%s' is larger than 1 TiB", name->text);
    PtxVariable variable = {
        .name = name->text,
        .space = declaration->space,
        .type = declaration->type,
        .align = declaration->align,
        .size = unsized ? 0 : count * declaration->element,
        .is_extern = is_extern,
        .owner = parser->function,
    };
    /* The name of a parameter is that of its function plus a number: demangled, it would be the function's name. */
    bool parameter = declaration->space == PTX_PARAM;
    variable.source_name = parameter ? name->text : ptx_source_name(parser->arena, name->text);
    int32_t index = add_variable(parser, name, variable);
    if (parser_take(parser, '=')) { /* after it is bound: an initialiser may hold the variable's own address */
        parse_initialiser(parser, &variable, unsized);
        parser->variables.at[index] = variable;
    }
    return index;
}

void parser_variables(Parser *parser, bool is_extern) {
    Declaration declaration = parse_declaration(parser);
    do parse_variable(parser, &declaration, is_extern);
    while (parser_take(parser, ','));
    parser_expect(parser, ';', "after the declaration of a variable");
}

int32_t parser_parameter(Parser *parser) {
    if (space_of(&parser->token) != PTX_PARAM)
        parser_fail(parser, "a .param was expected, not %s", parser_seen(parser));
    Declaration declaration = parse_declaration(parser);
    declaration.space = PTX_PARAM;
    return parse_variable(parser, &declaration, false);
}

/* .reg .b32 %r<9>, a, b; */
void parser_registers(Parser *parser) {
    parser_next(parser);
    if (parser->token.kind != PTX_TOKEN_DOT)
        parser_fail(parser, "a register's type was expected, not %s", parser_seen(parser));
    PtxType type = type_of(&parser->token);
    if (type == PTX_NONE) parser_fail(parser, "registers of the type %s are not supported", parser_seen(parser));
    parser_next(parser);
    do {
        Name *name = parser_name(parser, "the name of a register");
        if (parser_take(parser, '<')) {
            uint64_t count = parser_integer(parser, "a number of registers");
            parser_bind_range(parser, name, count < UINT32_MAX ? (uint32_t)count : UINT32_MAX, type);
            parser_expect(parser, '>', "after the number of registers");
        } else {
            parser_bind_reg(parser, name, type);
        }
    } while (parser_take(parser, ','));
    parser_expect(parser, ';', "after the declaration of registers");
}
