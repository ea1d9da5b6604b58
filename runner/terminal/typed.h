/* What was typed before anybody asked for it: keys that ended a page and begin the next line. */
#ifndef WARPSCHOOL_TERMINAL_TYPED_H
#define WARPSCHOOL_TERMINAL_TYPED_H

#include <stdbool.h>
#include <stddef.h>

/* From now on lines are read with typed_take, so that keys may be kept for them. */
void typed_expect(void);
bool typed_is_expected(void);

/* Adds bytes for the next line, in the order in which they were typed. */
void typed_keep(const char *bytes, size_t size);
bool typed_take(char *byte); /* the first of them; false: there is none */
size_t typed_count(void);
void typed_drop(void);

#endif
