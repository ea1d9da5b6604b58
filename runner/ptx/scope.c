/* Names and scopes: a chained hash table of every distinct word, each with its meaning in the innermost open scope.
 *
 * Opening a scope records the length of an undo list; closing it restores the meanings that the scope's declarations
 * replaced: the registers of an inline asm block shadow the kernel's. ".reg .b32 %r<9>" declares nine names at once:
 * the range is kept at the prefix "%r". A register gets its number when it is first used, so that a range of a
 * million registers, or one that no instruction names, costs nothing. */
#include "base/memory.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

static uint32_t hash_of(const Parser *parser, const char *text, size_t size) {
    uint64_t hash = parser->seed ^ size;
    for (; size >= 8; text += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    for (; size > 0; text++, size--) hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    hash *= UINT64_C(0xc4ceb9fe1a85ec53);
    return (uint32_t)(hash >> 32);
}

static void grow_buckets(Parser *parser) {
    uint32_t count = parser->bucket_count ? 4 * parser->bucket_count : 1024;
    Name **buckets = memory_zeroed(count, sizeof(Name *));
    for (uint32_t i = 0; i < parser->bucket_count; i++) {
        for (Name *name = parser->buckets[i], *next; name != NULL; name = next) {
            next = name->next;
            name->next = buckets[name->hash & (count - 1)];
            buckets[name->hash & (count - 1)] = name;
        }
    }
    free(parser->buckets);
    parser->buckets = buckets;
    parser->bucket_count = count;
}

/* Splits "%r12" into "%r" and 12. "%r012" and numbers of ten digits are no members of a range. */
static void split_number(Parser *parser, Name *name) {
    uint32_t digits = 0;
    while (digits < name->size && name->text[name->size - 1 - digits] >= '0' &&
           name->text[name->size - 1 - digits] <= '9')
        digits++;
    if (digits == 0 || digits > 9 || digits == name->size) return;
    const char *first = name->text + name->size - digits;
    if (*first == '0' && digits > 1) return;
    for (uint32_t i = 0; i < digits; i++) name->number = name->number * 10 + (uint32_t)(first[i] - '0');
    name->prefix = parser_intern(parser, name->text, name->size - digits);
}

Name *parser_intern(Parser *parser, const char *text, size_t size) {
    uint32_t hash = hash_of(parser, text, size);
    if (parser->name_count >= parser->bucket_count) grow_buckets(parser);
    for (Name *name = parser->buckets[hash & (parser->bucket_count - 1)]; name != NULL; name = name->next)
        if (name->hash == hash && name->size == size && memcmp(name->text, text, size) == 0) return name;
    Name *name = arena_make(parser->arena, Name);
    name->text = arena_string_n(parser->arena, text, size);
    name->size = (uint32_t)size;
    name->hash = hash;
    name->special = -1;
    name->next = parser->buckets[hash & (parser->bucket_count - 1)];
    parser->buckets[hash & (parser->bucket_count - 1)] = name;
    parser->name_count++;
    split_number(parser, name);
    return name;
}

Name *parser_name(Parser *parser, const char *what) {
    if (parser->token.kind != PTX_TOKEN_NAME) parser_fail(parser, "%s was expected, not %s", what, parser_seen(parser));
    Name *name = parser_intern(parser, parser->token.text, parser->token.size);
    parser_next(parser);
    return name;
}

static uint32_t current_scope(const Parser *parser) {
    return parser->scopes[parser->scope_count - 1].number;
}

static void remember(Parser *parser, Name *name) {
    *heap_push(&parser->undo) = (Undo){name, name->meaning};
}

void parser_bind(Parser *parser, Name *name, BindingKind kind, int32_t value) {
    remember(parser, name);
    name->meaning.kind = kind;
    name->meaning.value = value;
    name->meaning.scope = current_scope(parser);
}

void parser_bind_reg(Parser *parser, Name *name, PtxType type) {
    parser_bind(parser, name, BINDING_REG, -1);
    name->meaning.reg_type = type;
}

void parser_bind_range(Parser *parser, Name *prefix, uint32_t count, PtxType type) {
    uint32_t scope = current_scope(parser);
    if (prefix->meaning.range != NULL && prefix->meaning.range->scope == scope)
        parser_fail(parser, "the registers '%s<...>' are declared twice", prefix->text);
    remember(parser, prefix);
    Range *range = arena_make(parser->arena, Range);
    *range = (Range){scope, count, ++parser->range_serial, type, prefix->meaning.range};
    prefix->meaning.range = range;
}

void parser_bind_label(Parser *parser, Name *name, uint32_t instr) {
    if (name->meaning.label_scope == current_scope(parser))
        parser_fail(parser, "the label '%s' stands here twice", name->text);
    remember(parser, name);
    name->meaning.label_scope = current_scope(parser);
    name->meaning.label = instr;
}

static int32_t new_reg(Parser *parser, const Name *name, PtxType type) {
    *heap_push(&parser->regs) = (PtxReg){name->text, type};
    return (int32_t)parser->regs.count - 1;
}

/* The name's register in the innermost range that includes it. Registers of ranges with a higher serial are dropped:
 * if such a range were still in scope, it would be the innermost. */
static int32_t range_reg(Parser *parser, Name *name, const Range *range) {
    while (name->range_regs != NULL && name->range_regs->serial > range->serial)
        name->range_regs = name->range_regs->outer;
    if (name->range_regs == NULL || name->range_regs->serial != range->serial) {
        RangeReg *given = arena_make(parser->arena, RangeReg);
        *given = (RangeReg){range->serial, new_reg(parser, name, range->type), name->range_regs};
        name->range_regs = given;
    }
    return name->range_regs->reg;
}

int32_t parser_reg(Parser *parser, Name *name) {
    Meaning *own = &name->meaning;
    const Range *range = name->prefix != NULL ? name->prefix->meaning.range : NULL;
    while (range != NULL && name->number >= range->count) range = range->outer;
    if (range != NULL && range->scope > own->scope) return range_reg(parser, name, range);
    if (own->kind != BINDING_REG) return -1;
    if (own->value < 0) own->value = new_reg(parser, name, own->reg_type);
    return own->value;
}

void parser_open_scope(Parser *parser) {
    if (parser->scope_count == PTX_LIMIT_NESTING)
        parser_fail(parser, "scopes are nested more than %d deep", PTX_LIMIT_NESTING);
    parser->scopes[parser->scope_count++] = (Scope){++parser->scope_serial, parser->undo.count, parser->uses.count};
}

/* Labels may be used before their definition: a use waits until its scope closes, and is passed to the outer scope
 * if this one has no such label. */
static void resolve_labels(Parser *parser, const Scope *scope) {
    uint32_t kept = scope->uses;
    for (uint32_t i = scope->uses; i < parser->uses.count; i++) {
        LabelUse use = parser->uses.at[i];
        if (use.name->meaning.label_scope != scope->number) {
            parser->uses.at[kept++] = use;
            continue;
        }
        uint32_t target = use.name->meaning.label;
        if (use.slot != NULL)
            *use.slot = target;
        else
            parser->instrs.at[use.instr].operand[0].target = target;
    }
    parser->uses.count = kept;
}

void parser_close_scope(Parser *parser) {
    Scope scope = parser->scopes[--parser->scope_count];
    resolve_labels(parser, &scope);
    while (parser->undo.count > scope.undo) {
        Undo *undo = &parser->undo.at[--parser->undo.count];
        undo->name->meaning = undo->meaning;
    }
}

void parser_add_specials(Parser *parser) {
    for (int i = 0; i < PTX_SPECIAL_COUNT; i++) {
        char text[32] = "%";
        size_t size = strlen(ptx_special_name[i]), sign = i == PTX_WARP_SIZE ? 0 : 1;
        memcpy(text + sign, ptx_special_name[i], size);
        parser_intern(parser, text, sign + size)->special = i;
    }
}
