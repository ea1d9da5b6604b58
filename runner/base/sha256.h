/* SHA-256 (FIPS 180-4): identifies a file's text, so that two people can compare which one was judged. sha256sum
 * prints the same. */
#ifndef WARPSCHOOL_BASE_SHA256_H
#define WARPSCHOOL_BASE_SHA256_H

#include <stddef.h>

#include "base/arena.h"

/* The digest of size bytes as 64 hexadecimal digits, in arena. */
char *sha256_text(Arena *arena, const void *bytes, size_t size);

#endif
