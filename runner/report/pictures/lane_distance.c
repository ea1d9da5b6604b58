/* What the addresses of a request show about its lanes: how far apart neighbours are, and whether that is the row
 * length that the source declares. Only measured facts are stated; where the lanes follow no single rule, two
 * colliding ones are named. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "course/expr.h"
#include "report/draw.h"

enum { CONSTANT_DEPTH = 4, NEIGHBOURS_NEEDED = 3 };

/* ---- the distance between neighbours ----------------------------------------------------------------------------- */

static bool active(const RequestSample *sample, int lane) {
    return sample->mask >> lane & 1;
}

bool lanes_distance(const RequestSample *sample, int64_t *bytes) {
    int pairs = 0;
    for (int lane = 0; lane + 1 < 32; lane++) {
        if (!active(sample, lane) || !active(sample, lane + 1)) continue;
        int64_t distance = (int64_t)sample->address[lane + 1] - (int64_t)sample->address[lane];
        if (pairs++ > 0 && distance != *bytes) return false;
        *bytes = distance;
    }
    return pairs >= NEIGHBOURS_NEEDED;
}

/* The first two lanes of one group that want different words of one bank. */
static bool colliding_lanes(const RequestSample *sample, int *first, int *second) {
    for (int b = 1; b < WARP_SIZE; b++)
        for (int a = 0; a < b; a++) {
            if (!active(sample, a) || !active(sample, b) || sample->group[a] != sample->group[b]) continue;
            uint32_t word_a = sample->address[a] / BANK_WORD, word_b = sample->address[b] / BANK_WORD;
            if (word_a == word_b || word_a % BANKS != word_b % BANKS) continue;
            *first = a;
            *second = b;
            return true;
        }
    return false;
}

/* ---- the declaration --------------------------------------------------------------------------------------------- */

static bool in_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* word as a whole word in text[0..size). */
static const char *find_word(const char *text, size_t size, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; length > 0 && (at = memmem(at, size - (size_t)(at - text), word, length)) != NULL;
         at++) {
        bool starts = at == text || !in_word(at[-1]), ends = at + length == text + size || !in_word(at[length]);
        if (starts && ends) return at;
    }
    return NULL;
}

/* Constants of a source: the launch's macros, #define NAME value, constexpr int NAME = value. */
typedef struct Constants {
    ExprEnv env;
    const LaunchReport *report;
    Arena *arena;
    int depth;
} Constants;

static bool evaluate(const Constants *constants, const char *text, int64_t *number);

static const char *definition_of(const Constants *constants, const char *name) {
    const Prepared *prepared = constants->report->prepared;
    for (size_t i = 0; prepared != NULL && i < prepared->define_count; i++)
        if (text_equal(prepared->define_names[i], name)) return prepared->define_values[i];
    for (const char *line = constants->report->source; *line; line += line[strcspn(line, "\n")] == '\n') {
        size_t size = strcspn(line, "\n");
        const char *at = find_word(line, size, name), *end = line + size;
        bool macro =
            text_starts(line, "#define ") && at == line + strlen("#define ") + strspn(line + strlen("#define "), " ");
        bool constant = at != NULL && !macro && find_word(line, (size_t)(at - line), "constexpr") != NULL;
        line = end;
        if (at == NULL || (!macro && !constant)) continue;
        at += strlen(name);
        at += strspn(at, constant ? " =" : " ");
        const char *comment = memmem(at, (size_t)(end - at), "//", 2);
        size_t length = strcspn(at, constant ? ";\n" : "\n");
        if (comment != NULL && comment < at + length) length = (size_t)(comment - at);
        return arena_string_n(constants->arena, at, length);
    }
    return NULL;
}

static bool lookup_constant(const ExprEnv *env, const char *name, Value *value, const char **why) {
    const Constants *constants = (const Constants *)(const void *)env;
    *why = "no constant";
    const char *text = constants->depth < CONSTANT_DEPTH ? definition_of(constants, name) : NULL;
    Constants deeper = *constants;
    deeper.depth++;
    *value = (Value){.kind = VALUE_INT};
    return text != NULL && evaluate(&deeper, text, &value->integer);
}

static bool evaluate(const Constants *constants, const char *text, int64_t *number) {
    DiagList quiet = diag_list(constants->arena);
    const Expr *expr = expr_parse(text, (Loc){0}, constants->arena, &quiet);
    Value value;
    const char *why;
    if (expr == NULL || !expr_eval(expr, &constants->env, constants->arena, &value, &why) || value.kind != VALUE_INT)
        return false;
    *number = value.integer;
    return true;
}

/* Bytes of an element of the type that a declaration names; 0 where we do not know it. */
static int element_size(const char *declaration, size_t size) {
    static const struct {
        const char *word;
        int bytes;
    } types[] = {{"float2", 8},   {"float4", 16}, {"int2", 8},    {"int4", 16}, {"double", 8},
                 {"long", 8},     {"short", 2},   {"char", 1},    {"float", 4}, {"int", 4},
                 {"unsigned", 4}, {"int32_t", 4}, {"uint32_t", 4}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (find_word(declaration, size, types[i].word) != NULL) return types[i].bytes;
    return 0;
}

/* The last pair of brackets after a name, where there are at least two; NULL otherwise. */
static char *last_dimension(Arena *arena, const char *after) {
    char *last = NULL;
    int dimensions = 0;
    for (const char *at = after; *(at += strspn(at, " \t\n")) == '[';) {
        const char *end = strchr(at, ']');
        if (end == NULL) return NULL;
        last = arena_string_n(arena, at + 1, (size_t)(end - at - 1));
        dimensions++;
        at = end + 1;
    }
    return dimensions >= 2 ? last : NULL;
}

/* The length in bytes of a row of the shared array `variable`, from its declaration in the source. False where that is
 * no array of two or more dimensions, or its size is no constant that we can read. */
static bool declared_row(const LaunchReport *report, Arena *arena, const char *variable, int64_t *bytes) {
    static const char word[] = "__shared__";
    Constants constants = {.env = {lookup_constant, NULL}, .report = report, .arena = arena};
    for (const char *at = report->source; at != NULL && (at = strstr(at, word)) != NULL;) {
        at += strlen(word);
        size_t size = strcspn(at, ";{");
        const char *name = find_word(at, size, variable),
                   *text = name != NULL ? last_dimension(arena, name + strlen(variable)) : NULL;
        int64_t count, element = element_size(at, strcspn(at, "[,;"));
        if (text == NULL || element == 0 || !evaluate(&constants, text, &count) || count <= 0 || count > 1 << 20)
            continue;
        *bytes = count * element;
        return true;
    }
    return false;
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

static char *distance_in_words(Arena *arena, int64_t bytes) {
    if (bytes % 4 == 0) return arena_printf(arena, "%lld %s", (long long)bytes / 4, bytes == 4 ? "word" : "words");
    return arena_printf(arena, "%lld %s", (long long)bytes, bytes == 1 ? "byte" : "bytes");
}

/* A distance of about one row, but not one: probably the index and the declaration were not changed together. */
static bool row_was_meant(int64_t distance, int64_t row) {
    return distance != row && distance > row / 2 && distance < 2 * row;
}

char *lanes_sentence(Arena *arena, const LaunchReport *report, const RequestSample *sample) {
    int64_t distance = 0, row = 0;
    if (!lanes_distance(sample, &distance)) {
        int a, b;
        if (!colliding_lanes(sample, &a, &b)) return NULL;
        return arena_printf(arena, "lanes %d and %d want different words of bank %u", a, b,
                            sample->address[a] / BANK_WORD % BANKS);
    }
    int64_t size = distance < 0 ? -distance : distance;
    if (size == 0) return NULL;
    char *text = arena_printf(arena, "neighbouring lanes are %s apart", distance_in_words(arena, size));
    if (report->source == NULL || sample->variable == NULL) return text;
    if (!declared_row(report, arena, sample->variable, &row)) return text;
    if (size == row) return arena_printf(arena, "%s, which is a row of `%s`", text, sample->variable);
    if (!row_was_meant(size, row)) return text;
    return arena_printf(arena, "%s, but `%s` is declared with rows of %s", text, sample->variable,
                        distance_in_words(arena, row));
}

const RequestSample *lanes_worst_on_line(const Result *result, Loc loc, RequestOp op) {
    const RequestSample *worst = NULL;
    for (size_t i = 0; i < result->sample_count; i++) {
        const RequestSample *sample = &result->samples[i];
        bool here = sample->op == op && sample->loc.line == loc.line && text_equal(sample->loc.file, loc.file);
        if (here && (worst == NULL || sample->ways > worst->ways)) worst = sample;
    }
    return worst;
}
