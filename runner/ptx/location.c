/* Source positions. ".loc 2 396 5, function_name F, inlined_at 1 12 5" says that the code comes from line 396 of
 * file 2, inlined at line 12 of file 1. That place may itself be inlined code; its own .loc came before, so the
 * table of all places that this function has named gives the whole chain of call sites. Of that chain the innermost
 * one in the file of the outermost is kept: the cost of a header of the toolkit is shown at the student's line that
 * calls it, even where that line is in a helper of the kernel. */
#include "base/memory.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

/* The slot of a place, empty or filled, in the open-addressed table. Entries of earlier functions count as empty: their
 * epoch is an older one. */
static Place *place_slot(const Parser *parser, Place *places, uint32_t capacity, uint32_t file, uint32_t line,
                         uint32_t column) {
    uint32_t epoch = parser->place_epoch;
    uint64_t hash = (parser->seed ^ ((uint64_t)file << 32 | line)) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32 ^ column) * UINT64_C(0xc4ceb9fe1a85ec53);
    for (uint32_t i = (uint32_t)(hash >> 32);; i++) {
        Place *place = &places[i & (capacity - 1)];
        if (place->epoch != epoch) return place;
        if (place->file == file && place->line == line && place->column == column) return place;
    }
}

static void grow_places(Parser *parser) {
    uint32_t capacity = parser->place_capacity ? 2 * parser->place_capacity : 256;
    Place *places = memory_zeroed(capacity, sizeof *places);
    for (uint32_t i = 0; i < parser->place_capacity; i++) {
        const Place *old = &parser->places[i];
        if (old->epoch == parser->place_epoch)
            *place_slot(parser, places, capacity, old->file, old->line, old->column) = *old;
    }
    free(parser->places);
    parser->places = places;
    parser->place_capacity = capacity;
}

void parser_reset_location(Parser *parser) {
    parser->place_epoch++;
    parser->place_count = 0;
    memset(&parser->place, 0, sizeof parser->place);
}

static Place *find_place(Parser *parser, uint32_t file, uint32_t line, uint32_t column) {
    if (2 * parser->place_count >= parser->place_capacity) grow_places(parser);
    return place_slot(parser, parser->places, parser->place_capacity, file, line, column);
}

static uint32_t file_number(Parser *parser) {
    uint64_t number = parser_integer(parser, "a file number");
    if (number >= PTX_LIMIT_FILES)
        parser_fail(parser, "the file number %llu is larger than %d", (unsigned long long)number, PTX_LIMIT_FILES - 1);
    while (parser->files.count <= number) *heap_push(&parser->files) = "";
    return (uint32_t)number;
}

static uint32_t small_integer(Parser *parser, const char *what) {
    uint64_t value = parser_integer(parser, what);
    return value > INT32_MAX ? INT32_MAX : (uint32_t)value;
}

static Place parse_place(Parser *parser) {
    Place place = {.file = file_number(parser)};
    place.line = small_integer(parser, "a line number");
    if (parser->token.kind == PTX_TOKEN_INTEGER) place.column = small_integer(parser, "a column number");
    return place;
}

static bool take_word(Parser *parser, const char *word) {
    size_t size = strlen(word);
    if (parser->token.kind != PTX_TOKEN_NAME || parser->token.size != size ||
        memcmp(parser->token.text, word, size) != 0)
        return false;
    parser_next(parser);
    return true;
}

static void parse_inlined_at(Parser *parser, Place *place) {
    Place call = parse_place(parser);
    const Place *known = find_place(parser, call.file, call.line, call.column);
    bool chained = known->epoch == parser->place_epoch && known->outer_line != 0;
    bool elsewhere = chained && call.file != known->outer_file;
    place->outer_file = elsewhere ? known->outer_file : call.file;
    place->outer_line = elsewhere ? known->outer_line : call.line;
}

void parser_loc(Parser *parser) {
    parser_next(parser);
    Place place = parse_place(parser);
    while (parser_take(parser, ',')) {
        if (take_word(parser, "function_name")) {
            parser_name(parser, "the label of a function's name");
            if (parser_take(parser, '+')) parser_constant(parser);
        } else if (take_word(parser, "inlined_at")) {
            parse_inlined_at(parser, &place);
        } else {
            parser_fail(parser, "function_name or inlined_at was expected in .loc, not %s", parser_seen(parser));
        }
    }
    place.epoch = parser->place_epoch;
    Place *slot = find_place(parser, place.file, place.line, place.column);
    if (slot->epoch != place.epoch) parser->place_count++;
    *slot = place;
    if (place.line != 0)
        parser->place = place;
    else if (place.outer_line != 0)
        parser->place = (Place){.file = place.outer_file, .line = place.outer_line};
    /* Line 0 keeps the line before: it is code that the compiler merged out of several lines, such as the stores of
     * an if and its else, and the line before is one of them or next to them. Without any line, counts and findings
     * would not be shown. */
}

/* A string without the backslashes that compilers write before " and \ in names. */
static const char *unescaped(Parser *parser, const char *text, size_t size) {
    char *plain = arena_string_n(parser->arena, text, size);
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '\\' && i + 1 < size) i++;
        plain[used++] = text[i];
    }
    plain[used] = '\0';
    return plain;
}

void parser_file(Parser *parser) {
    parser_next(parser);
    uint32_t number = file_number(parser);
    if (parser->token.kind != PTX_TOKEN_STRING)
        parser_fail(parser, "a file name was expected, not %s", parser_seen(parser));
    parser->files.at[number] = unescaped(parser, parser->token.text, parser->token.size);
    parser_next(parser);
    while (parser_take(parser, ',')) parser_integer(parser, "a file's time or size");
}
