/* Text: a growing string, and string functions that several parts use. */
#ifndef WARPSCHOOL_BASE_TEXT_H
#define WARPSCHOOL_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A growing string. data is always 0-terminated once something was added; {0} is the empty text. text_free gives it
 * back; text_take hands the bytes to an arena and frees the text. */
typedef struct Text {
    char *data;
    size_t size, capacity;
} Text;

void text_add(Text *text, const char *string);
void text_add_n(Text *text, const char *bytes, size_t size);
void text_add_char(Text *text, char c);
void text_repeat(Text *text, const char *string, int times);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list args);
void text_free(Text *text);
char *text_take(Text *text, Arena *arena);

bool text_equal(const char *a, const char *b); /* both may be NULL */
bool text_starts(const char *text, const char *prefix);
bool text_ends(const char *text, const char *suffix);
const char *text_after_number(const char *text); /* "padding.cu" of "07-padding.cu"; all of a text without a number */

/* Like strcmp, but a run of digits counts as the number that it is: "cuda-9.2" comes before "cuda-12.4". */
int text_compare_versions(const char *a, const char *b);

/* The candidate nearest to word by edits (insert, delete, replace, swap). Where none is near enough to be what was
 * meant (more than a third of the word differs), the first that begins with the word, or NULL. */
const char *text_nearest(const char *word, const char *const *candidates, size_t count);

/* A whole number written in decimal or 0x hexadecimal, nothing around it; false where it is not one or does not fit. */
bool text_to_i64(const char *text, int64_t *value);
bool text_to_f64(const char *text, double *value);

/* Columns that UTF-8 text takes in a terminal (utf8proc's widths; ANSI escape sequences take none). Invalid bytes count
 * one column each. */
int text_columns(const char *text);

/* A copy with thousands separated by commas: 16252928 becomes "16,252,928". */
char *text_grouped(Arena *arena, uint64_t number);
/* The same without commas where it is a grouped number, "65,536"; else a copy of it. */
char *text_ungrouped(Arena *arena, const char *text);

/* text with every byte that a terminal would act on (control characters but newline and tab, C1, invalid UTF-8)
 * replaced by U+FFFD, so that nothing a student or a lesson wrote can drive the terminal. */
char *text_printable(Arena *arena, const char *text, size_t size);
/* text as one word for a shell, quoted where it needs that. */
char *text_shell_word(Arena *arena, const char *text);

#endif
