/* The pager: a program that shows what is longer than the screen. */
#ifndef WARPSCHOOL_TERMINAL_PAGER_H
#define WARPSCHOOL_TERMINAL_PAGER_H

#include <stdbool.h>
#include <stddef.h>

bool pager_found(void); /* there is one, and the environment does not decline it */

/* Waits until it has been read. False where it was not shown: it fits, or no pager could be started. */
bool pager_show(const char *text, size_t size);

#endif
