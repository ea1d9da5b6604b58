/* Packs under git. */
#ifndef WARPSCHOOL_TEACH_CHECKOUT_H
#define WARPSCHOOL_TEACH_CHECKOUT_H

#include <stddef.h>

#include "base/arena.h"

/* The bytes of folder/file as the pack's authors committed them last, in arena; NULL: no checkout, no
 * git, not tracked. */
const void *checkout_read(Arena *arena, const char *folder, const char *file, size_t *size);

#endif
