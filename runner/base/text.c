#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/memory.h"

/* ---- a growing string -------------------------------------------------------------------------------------------- */

static void reserve(Text *text, size_t more) {
    size_t needed = text->size + more + 1;
    if (needed <= text->capacity) return;
    size_t capacity = text->capacity == 0 ? 64 : text->capacity;
    while (capacity < needed) capacity *= 2;
    text->data = memory_resize(text->data, capacity, 1);
    text->capacity = capacity;
}

void text_add_n(Text *text, const char *bytes, size_t size) {
    reserve(text, size);
    if (size != 0) memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void text_add(Text *text, const char *string) {
    text_add_n(text, string, strlen(string));
}

void text_add_char(Text *text, char c) {
    text_add_n(text, &c, 1);
}

void text_repeat(Text *text, const char *string, int times) {
    for (int i = 0; i < times; i++) text_add(text, string);
}

void text_vprintf(Text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size > 0) {
        reserve(text, (size_t)size);
        vsnprintf(text->data + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
}

void text_printf(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_free(Text *text) {
    free(text->data);
    *text = (Text){0};
}

char *text_take(Text *text, Arena *arena) {
    char *copy = arena_string_n(arena, text->data, text->size);
    text_free(text);
    return copy;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

bool text_equal(const char *a, const char *b) {
    if (a == NULL || b == NULL) return a == b;
    return strcmp(a, b) == 0;
}

bool text_starts(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

const char *text_after_number(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '-' ? text + digits + 1 : text;
}

bool text_ends(const char *text, const char *suffix) {
    size_t size = strlen(text), tail = strlen(suffix);
    return size >= tail && memcmp(text + size - tail, suffix, tail) == 0;
}

int text_compare_versions(const char *a, const char *b) {
    static const char digits[] = "0123456789";
    for (;;) {
        size_t in_a = strspn(a, digits), in_b = strspn(b, digits);
        if (in_a == 0 || in_b == 0) {
            if (*a != *b || *a == '\0') return (unsigned char)*a - (unsigned char)*b;
            a++, b++;
            continue;
        }
        while (in_a > 1 && *a == '0') a++, in_a--;
        while (in_b > 1 && *b == '0') b++, in_b--;
        int order = in_a != in_b ? (in_a < in_b ? -1 : 1) : memcmp(a, b, in_a);
        if (order != 0) return order;
        a += in_a, b += in_b;
    }
}

enum { NEAREST_WORD_LIMIT = 64 }; /* longer words are no typing mistakes of a name */

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Edits between two words of at most NEAREST_WORD_LIMIT bytes: optimal string alignment distance (insert, delete,
 * replace, swap neighbours), by the usual table. */
static int edits(const char *a, size_t a_size, const char *b, size_t b_size) {
    int table[NEAREST_WORD_LIMIT + 1][NEAREST_WORD_LIMIT + 1];
    for (size_t i = 0; i <= a_size; i++) table[i][0] = (int)i;
    for (size_t j = 0; j <= b_size; j++) table[0][j] = (int)j;
    for (size_t i = 1; i <= a_size; i++) {
        for (size_t j = 1; j <= b_size; j++) {
            int best = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = smaller(best, smaller(table[i - 1][j], table[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, table[i - 2][j - 2] + 1);
            table[i][j] = best;
        }
    }
    return table[a_size][b_size];
}

const char *text_nearest(const char *word, const char *const *candidates, size_t count) {
    size_t size = strlen(word);
    if (size == 0 || size > NEAREST_WORD_LIMIT) return NULL;
    const char *nearest = NULL;
    int fewest = (int)(size + 2) / 3 + 1; /* up to a third of the word, rounded up, is a slip */
    for (size_t i = 0; i < count; i++) {
        size_t candidate_size = strlen(candidates[i]);
        if (candidate_size > NEAREST_WORD_LIMIT) continue;
        int distance = edits(word, size, candidates[i], candidate_size);
        if (distance < fewest && distance < (int)candidate_size) {
            fewest = distance;
            nearest = candidates[i];
        }
    }
    for (size_t i = 0; nearest == NULL && size > 1 && i < count; i++)
        if (text_starts(candidates[i], word)) nearest = candidates[i];
    return nearest;
}

bool text_to_i64(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    int base = text_starts(digits, "0x") || text_starts(digits, "0X") ? 16 : 10;
    const char *first = base == 16 ? digits + 2 : digits;
    if (strspn(first, base == 16 ? "0123456789abcdefABCDEF" : "0123456789") != strlen(first) || *first == '\0')
        return false;
    errno = 0;
    long long parsed = strtoll(text, NULL, base);
    if (errno != 0) return false;
    *value = parsed;
    return true;
}

bool text_to_f64(const char *text, double *value) {
    if (*text == '\0' || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    char *end;
    double parsed = strtod(text, &end);
    if (*end != '\0') return false;
    *value = parsed;
    return true;
}

/* ---- terminals --------------------------------------------------------------------------------------------------- */

/* The length of the escape sequence that text starts with (ESC [ ... letter), or 0. */
static size_t escape_length(const char *text) {
    if (text[0] != '\033' || text[1] != '[') return 0;
    size_t i = 2;
    while (text[i] != '\0' && (text[i] < '@' || text[i] > '~')) i++;
    return text[i] == '\0' ? i : i + 1;
}

int text_columns(const char *text) {
    int columns = 0;
    while (*text != '\0') {
        size_t escape = escape_length(text);
        if (escape != 0) {
            text += escape;
            continue;
        }
        utf8proc_int32_t codepoint;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &codepoint);
        columns += size > 0 ? utf8proc_charwidth(codepoint) : 1;
        text += size > 0 ? size : 1;
    }
    return columns;
}

char *text_grouped(Arena *arena, uint64_t number) {
    char digits[24], grouped[32];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    int out = 0;
    for (int i = 0; i < size; i++) {
        if (i > 0 && (size - i) % 3 == 0) grouped[out++] = ',';
        grouped[out++] = digits[i];
    }
    return arena_string_n(arena, grouped, (size_t)out);
}

static bool is_grouped(const char *text) {
    size_t size = strspn(text, "0123456789");
    if (size == 0 || size > 3 || text[size] != ',') return false;
    for (text += size; *text == ',' && strspn(text + 1, "0123456789") == 3;) text += 4;
    return *text == '\0';
}

char *text_ungrouped(Arena *arena, const char *text) {
    char *result = arena_string(arena, text), *to = result;
    if (!is_grouped(text)) return result;
    for (; *text; text++)
        if (*text != ',') *to++ = *text;
    *to = '\0';
    return result;
}

static bool drives_terminal(utf8proc_int32_t codepoint) {
    if (codepoint == '\n' || codepoint == '\t') return false;
    bool control = codepoint < 0x20 || (codepoint >= 0x7f && codepoint < 0xa0);
    bool reorders = (codepoint >= 0x202a && codepoint <= 0x202e) || (codepoint >= 0x2066 && codepoint <= 0x2069);
    return control || reorders;
}

/* Format characters (Unicode's class Cf), fillers and line separators, which take no room or hide what they are: a name
 * with one in it looks like another name. */
static bool is_invisible(utf8proc_int32_t codepoint) {
    static const struct {
        utf8proc_int32_t first, last;
    } ranges[] = {{0x00ad, 0x00ad}, {0x034f, 0x034f}, {0x061c, 0x061c},  {0x115f, 0x1160}, {0x180e, 0x180e},
                  {0x200b, 0x200f}, {0x2028, 0x2029}, {0x2060, 0x2065},  {0x3164, 0x3164}, {0xfeff, 0xfeff},
                  {0xffa0, 0xffa0}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (codepoint >= ranges[i].first && codepoint <= ranges[i].last) return true;
    return false;
}

char *text_printable(Arena *arena, const char *text, size_t size) {
    Text out = {0};
    text_add(&out, "");
    for (size_t i = 0; i < size;) {
        utf8proc_int32_t codepoint;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(size - i), &codepoint);
        if (step <= 0 || drives_terminal(codepoint)) {
            text_add(&out, "\xEF\xBF\xBD");
            i += step > 0 ? (size_t)step : 1;
        } else if (is_invisible(codepoint)) {
            text_printf(&out, "<U+%04X>", (unsigned)codepoint);
            i += (size_t)step;
        } else {
            text_add_n(&out, text + i, (size_t)step);
            i += (size_t)step;
        }
    }
    return text_take(&out, arena);
}

char *text_shell_word(Arena *arena, const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/=:@,+";
    if (*text != '\0' && text[strspn(text, plain)] == '\0') return arena_string(arena, text);
    Text word = {0};
    text_add_char(&word, '\'');
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '\'')
            text_add(&word, "'\\''");
        else
            text_add_char(&word, *c);
    text_add_char(&word, '\'');
    return text_take(&word, arena);
}
