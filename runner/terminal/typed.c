#include "terminal/typed.h"

#include <string.h>

enum { KEPT_MOST = 4096 }; /* bytes; a terminal itself keeps no more of a line */

static char kept[KEPT_MOST];
static size_t first, end;
static bool expected;

void typed_expect(void) {
    expected = true;
}

bool typed_is_expected(void) {
    return expected;
}

void typed_keep(const char *bytes, size_t size) {
    memmove(kept, kept + first, end - first);
    end -= first;
    first = 0;
    if (size > KEPT_MOST - end) size = KEPT_MOST - end;
    memcpy(kept + end, bytes, size);
    end += size;
}

bool typed_take(char *byte) {
    if (first == end) return false;
    *byte = kept[first++];
    return true;
}

size_t typed_count(void) {
    return end - first;
}

void typed_drop(void) {
    first = end = 0;
}
