/* The student's name is the last identifier of a mangled name, so only as much is parsed as is needed to find it:
 *
 *   _Z N 4demo 6reduce I..E E ...   nested:  the last identifier before the E that ends N
 *   _Z 1f ...                       plain:   the identifier
 *   _Z Z <function> E 4tile         local:   the identifier after the E that ends the function's encoding
 *
 * A function's parameter types are before that E and may hold anything; so the E is searched from the end: local
 * names are written last, "E" <length> <identifier> with an optional "_0" discriminator after it. A variable of one
 * element, or one that the compiler split into its elements, has "_$_0" and so on after its name. */
#include "ptx/mangle.h"

#include <stdbool.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* <length> <identifier>; returns what follows it, or NULL. */
static const char *identifier(const char *at, const char **name, size_t *size) {
    size_t length = 0;
    if (!is_digit(*at)) return NULL;
    for (; is_digit(*at) && length < 100000; at++) length = length * 10 + (size_t)(*at - '0');
    if (length == 0 || strnlen(at, length) < length) return NULL;
    *name = at;
    *size = length;
    return at + length;
}

/* The end of a balanced I...E or N...E list of template arguments. Identifiers are skipped whole, because they may
 * hold I or E. */
static const char *skip_template(const char *at) {
    int depth = 0;
    const char *ignored;
    size_t ignored_size;
    while (*at) {
        if (is_digit(*at)) {
            at = identifier(at, &ignored, &ignored_size);
            if (at == NULL) return NULL;
            continue;
        }
        if (*at == 'L' && at[1] && !is_digit(at[1]) && at[1] != '_') { /* a literal: L <type> <value> E */
            const char *end = strchr(at, 'E');
            if (end == NULL) return NULL;
            at = end + 1;
            continue;
        }
        if (*at == 'I' || *at == 'N' || *at == 'J' || *at == 'X' || *at == 'F') depth++;
        if (*at == 'E' && --depth == 0) return at + 1;
        at++;
    }
    return NULL;
}

static bool plain_or_nested(const char *at, const char **name, size_t *size) {
    if (*at == 'L') at++; /* internal linkage */
    if (*at != 'N') return identifier(at, name, size) != NULL;
    bool found = false;
    for (at++; at != NULL && *at && *at != 'E';) {
        if (is_digit(*at)) {
            at = identifier(at, name, size);
            found = at != NULL;
        } else if (*at == 'I') {
            at = skip_template(at);
        } else if (*at == 'S' && at[1] && (at[2] == '_' || at[1] == '_')) { /* a substitution, S_ or S0_ */
            at += at[1] == '_' ? 2 : 3;
        } else if (*at == 'K' || *at == 'L' || *at == 'V' || *at == 'r') {
            at++;
        } else if (*at == 'S' && at[1]) { /* St, Sa... */
            at += 2;
        } else {
            return false;
        }
    }
    return found && at != NULL && *at == 'E';
}

/* "_0", "__12_"; and the suffixes of a variable that NVVM splits, "_$_0", "$1", ".2". */
static bool is_discriminator(const char *at) {
    while (*at) {
        size_t marks = strspn(at, "_$.");
        if (marks == 0) return false;
        at += marks;
        at += strspn(at, "0123456789");
    }
    return true;
}

static bool local(const char *at, const char **name, size_t *size) {
    for (const char *end = at + strlen(at) - 1; end > at; end--) {
        if (*end != 'E') continue;
        const char *after = identifier(end + 1, name, size);
        if (after != NULL && is_discriminator(after)) return true;
    }
    return false;
}

const char *ptx_source_name(Arena *arena, const char *mangled) {
    const char *name;
    size_t size;
    if (strncmp(mangled, "_Z", 2) != 0) return mangled;
    const char *at = mangled + 2;
    bool found = *at == 'Z' ? local(at + 1, &name, &size) : plain_or_nested(at, &name, &size);
    return found ? arena_string_n(arena, name, size) : mangled;
}
