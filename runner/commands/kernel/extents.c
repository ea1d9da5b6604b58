#include "commands/kernel/extents.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

static bool is_listed(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (text_equal(name, list[i])) return true;
    return false;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

bool extents_counts(const char *name) {
    static const char *const whole[] = {"n", "N", "len", "total"}, *const parts[] = {"count", "size", "length", "num"};
    static const char *const ends[] = {"_n", "_N", "_len"};
    if (is_listed(name, whole, sizeof whole / sizeof *whole)) return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends(name, ends[i])) return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i]) != NULL) return true;
    return false;
}

/* In lower case. The letter m is that of a matrix product. */
static bool names_rows(const char *name) {
    static const char *const whole[] = {"m", "h", "ny", "ydim", "dimy", "dim_y", "size_y"};
    return is_listed(name, whole, sizeof whole / sizeof *whole) || strstr(name, "height") != NULL ||
           strstr(name, "row") != NULL;
}

static bool names_columns(const char *name) {
    static const char *const whole[] = {"w", "nx", "ld", "lda", "ldb", "ldc", "xdim", "dimx", "dim_x", "size_x"};
    static const char *const parts[] = {"width", "col", "pitch", "stride"};
    if (is_listed(name, whole, sizeof whole / sizeof *whole)) return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(name, parts[i]) != NULL) return true;
    return false;
}

static Extent named_extent(const char *name) {
    char lower[32];
    size_t size = strlen(name);
    if (size >= sizeof lower) return EXTENT_NONE;
    for (size_t i = 0; i <= size; i++) lower[i] = (char)tolower((unsigned char)name[i]);
    if (names_columns(lower)) return EXTENT_COLUMNS;
    if (names_rows(lower)) return EXTENT_ROWS;
    if (text_equal(lower, "k")) return EXTENT_INNER;
    return extents_counts(lower) || text_equal(lower, "dim") || text_equal(lower, "side") ? EXTENT_SIDE : EXTENT_NONE;
}

Extent extents_of(const Signature *signature, const Parameter *parameter) {
    bool real = parameter->type == SCALAR_F16 || parameter->type == SCALAR_F32 || parameter->type == SCALAR_F64;
    if (parameter->pointer || !parameter->known || real || parameter->lanes > 1 || scalar_size(parameter->type) == 1)
        return EXTENT_NONE;
    Extent extent = named_extent(parameter->name);
    /* beside m, n counts the columns */
    bool letter_n = text_equal(parameter->name, "n") || text_equal(parameter->name, "N");
    for (size_t i = 0; letter_n && i < signature->count; i++) {
        const char *name = signature->parameters[i].name;
        if (text_equal(name, "m") || text_equal(name, "M")) return EXTENT_COLUMNS;
    }
    return extent;
}

bool extents_oblong(const Signature *signature) {
    bool rows = false, columns = false;
    for (size_t i = 0; i < signature->count; i++) {
        Extent extent = extents_of(signature, &signature->parameters[i]);
        rows |= extent == EXTENT_ROWS;
        columns |= extent == EXTENT_COLUMNS;
    }
    return rows && columns;
}

/* ---- the text ---------------------------------------------------------------------------------------------------- */

bool extents_two(const Signature *signature) {
    static const char *const words[] = {"threadIdx.y", "blockIdx.y", "thread_index().y", "group_index().y"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(signature->body, words[i]) != NULL) return true;
    return false;
}

static const char *after_blanks(const char *at) {
    return at + strspn(at, " \t\r\n(");
}

/* The literal of "#define NAME 32", "constexpr int NAME = 32" and the like; 0: there is none. */
static int64_t defined(Arena *arena, const char *source, const char *name) {
    int64_t value;
    size_t size = strlen(name);
    for (const char *at = source; (at = strstr(at, name)) != NULL; at += size) {
        if ((at > source && in_word(at[-1])) || in_word(at[size])) continue;
        const char *line = at;
        while (line > source && line[-1] != '\n') line--;
        const char *number = after_blanks(at + size);
        if (*number == '=')
            number = after_blanks(number + 1);
        else if (*line != '#')
            continue;
        if (text_to_i64(arena_string_n(arena, number, strspn(number, "0123456789")), &value)) return value;
    }
    return 0;
}

/* A literal, or a name for one, of the word from..end. */
static int64_t number_of(Arena *arena, const char *source, const char *from, const char *end) {
    int64_t value;
    const char *word = arena_string_n(arena, from, (size_t)(end - from));
    if (*word == '\0') return 0;
    if (text_to_i64(word, &value)) return value;
    return isdigit((unsigned char)*word) ? 0 : defined(arena, source, word);
}

int extents_threads(Arena *arena, const Signature *signature, const char *source, char axis) {
    enum { MOST = 1024 };
    const char *body = signature->body, *block = arena_printf(arena, "blockIdx.%c", axis);
    for (const char *at = body; (at = strstr(at, block)) != NULL; at++) {
        int64_t value = 0;
        const char *end = after_blanks(at + strlen(block)), *from = at;
        while (from > body && strchr(" \t\r\n(", from[-1]) != NULL) from--;
        if (*end == '*') {
            from = end = after_blanks(end + 1);
            while (in_word(*end)) end++;
            if (*end != '.') value = number_of(arena, source, from, end);
        } else if (from > body && from[-1] == '*') {
            end = from - 1;
            while (end > body && isspace((unsigned char)end[-1])) end--;
            for (from = end; from > body && in_word(from[-1]);) from--;
            if (from == body || from[-1] != '.') value = number_of(arena, source, from, end);
        }
        if (value >= 1 && value <= MOST) return (int)value;
    }
    return 0;
}
