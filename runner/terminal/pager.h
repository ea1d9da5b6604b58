/* The pager: shows what is longer than the screen a page at a time. */
#ifndef WARPSCHOOL_TERMINAL_PAGER_H
#define WARPSCHOOL_TERMINAL_PAGER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* What is longer than a page by so little scrolls by: a page of one or two lines is worse. */
enum { PAGER_ROWS_OVER = 2 };

typedef void PagerWrite(const char *bytes, size_t size);

/* ---- pager.c: which one ------------------------------------------------------------------------------------------ */

bool pager_wanted(void); /* the environment does not decline one */

/* Waits until the text has been read. What begins at whole_from, a question, is not cut by the end of a page. False
 * where nothing was shown: it fits, or no pager could be started. *shown: the bytes of it that were shown, fewer than
 * size where the reader left before its end. */
bool pager_show(const char *text, size_t size, size_t whole_from, PagerWrite *write, size_t *shown);

/* ---- pages.c: the one of this program ---------------------------------------------------------------------------- */

/* Adds a line, without its newline, as it stands in a window of `columns`, which may be narrower than when it was laid
 * out: what is too wide goes on below, from the last blank that fits, under the line's own indent. Colours take no
 * column. The number of rows. */
size_t pages_fold(Text *out, const char *line, size_t size, size_t columns);

/* The bytes of text that fill `rows` rows of a window of `columns`, whole lines, at least one. */
size_t pages_fill(const char *text, size_t size, size_t columns, size_t rows);

/* Writes the text a page at a time and waits for a key after each but the last; the bytes that were shown. Enter,
 * space and Page Down go on, Down by a line, b and Page Up go back, q ends. Where lines are read next
 * (typed_is_expected), any other character ends it too and is kept as the beginning of that line; so is a word that
 * begins with b or q and is typed at once. */
size_t pages_show(const char *text, size_t size, size_t whole_from, PagerWrite *write);

#endif
