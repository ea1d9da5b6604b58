/* Packs under git. */
#ifndef WARPSCHOOL_TEACH_CHECKOUT_H
#define WARPSCHOOL_TEACH_CHECKOUT_H

#include <stddef.h>

#include "base/arena.h"

/* The bytes of folder/file as the pack's authors committed them last, in arena; NULL: no checkout, no
 * git, not tracked. */
const void *checkout_read(Arena *arena, const char *folder, const char *file, size_t *size);

/* The same for many files of one folder, with three runs of git in the place of three a file. */
typedef struct Checkout Checkout;
/* In arena; NULL: no checkout, no git, or the commits of the folder are by the authors and by the user, so that each
 * file has to be asked for by itself. */
const Checkout *checkout_read_all(Arena *arena, const char *folder, const char *const *files, size_t count);
/* NULL: not one of them, or not tracked. checkout NULL: always. */
const void *checkout_find(const Checkout *checkout, const char *folder, const char *file, size_t *size);

#endif
