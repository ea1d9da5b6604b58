/* The student's name is the last identifier of a mangled name, so only as much is parsed as is needed to find it:
 *
 *   _Z N 4demo 6reduce I..E E ...   nested:  the last identifier before the E that ends N
 *   _Z 1f ...                       plain:   the identifier
 *   _Z Z <function> E 4tile         local:   the identifier after the E that ends the function's encoding
 *
 * An operator has two letters in the place of an identifier: _ZNK1VplERKS_ is operator+ of V.
 *
 * A function's parameter types are before that E and may hold anything; so the E is searched from the end: local
 * names are written last, "E" <length> <identifier> with an optional "_0" discriminator after it. A variable of one
 * element, or one that the compiler split into its elements, has "_$_0" and so on after its name. */
#include "ptx/mangle.h"

#include <stdbool.h>
#include <stdint.h>
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

/* The Itanium C++ ABI, 5.1.3.1, less those that have a type or a name behind them. */
static const struct {
    const char code[3], *name;
} operators[] = {{"ps", "operator+"},   {"ng", "operator-"},   {"ad", "operator&"},  {"de", "operator*"},
                 {"co", "operator~"},   {"pl", "operator+"},   {"mi", "operator-"},  {"ml", "operator*"},
                 {"dv", "operator/"},   {"rm", "operator%"},   {"an", "operator&"},  {"or", "operator|"},
                 {"eo", "operator^"},   {"aS", "operator="},   {"pL", "operator+="}, {"mI", "operator-="},
                 {"mL", "operator*="},  {"dV", "operator/="},  {"rM", "operator%="}, {"aN", "operator&="},
                 {"oR", "operator|="},  {"eO", "operator^="},  {"ls", "operator<<"}, {"rs", "operator>>"},
                 {"lS", "operator<<="}, {"rS", "operator>>="}, {"eq", "operator=="}, {"ne", "operator!="},
                 {"lt", "operator<"},   {"gt", "operator>"},   {"le", "operator<="}, {"ge", "operator>="},
                 {"ss", "operator<=>"}, {"nt", "operator!"},   {"aa", "operator&&"}, {"oo", "operator||"},
                 {"pp", "operator++"},  {"mm", "operator--"},  {"cm", "operator,"},  {"pm", "operator->*"},
                 {"pt", "operator->"},  {"cl", "operator()"},  {"ix", "operator[]"}};

/* Two letters for an operator; returns what follows them, or NULL. */
static const char *operator_name(const char *at, const char **name, size_t *size) {
    if (*at < 'a' || *at > 'z') return NULL; /* what K, L and their like begin: most of what asks */
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (strncmp(at, operators[i].code, 2) != 0) continue;
        *name = operators[i].name;
        *size = strlen(*name);
        return at + 2;
    }
    return NULL;
}

/* What has digits that are no identifier's length, S2_ (what was said before), T0_ (a template's parameter), A4_ (an
 * array of four), DF16_ (a type of floating point): the place behind it, or at where nothing of this begins here. */
static const char *skip_reference(const char *at) {
    size_t words = strchr("STA", *at) != NULL ? 1 : at[0] == 'D' && at[1] == 'F' ? 2 : 0;
    if (words == 0) return at;
    const char *end = at + words;
    while (is_digit(*end) || (*at != 'D' && *at != 'A' && *end >= 'A' && *end <= 'Z')) end++;
    return *end == '_' || (*at == 'D' && *end == 'b') ? end + 1 : at;
}

/* The end of a balanced I...E or N...E list of template arguments. Identifiers are skipped whole, because they may
 * hold I or E. */
static const char *skip_template(const char *at) {
    int depth = 0;
    uint64_t lambdas = 0; /* a bit for each depth that a lambda's parameters began */
    const char *ignored;
    size_t ignored_size;
    while (*at) {
        const char *behind = skip_reference(at);
        if (behind != at) {
            at = behind;
        } else if (is_digit(*at)) {
            at = identifier(at, &ignored, &ignored_size);
            if (at == NULL) return NULL;
        } else if (*at == 'L' && at[1] && !is_digit(at[1]) && at[1] != '_') { /* a literal: L <type> <value> E */
            const char *end = strchr(at, 'E');
            if (end == NULL) return NULL;
            at = end + 1;
        } else if (*at == 'E') {
            bool lambda = depth < 64 && lambdas >> depth & 1;
            lambdas &= ~((uint64_t)lambda << (depth & 63));
            at++;
            if (lambda) at += strspn(at, "0123456789"); /* its number, and "_" behind it */
            if (lambda && *at++ != '_') return NULL;
            if (--depth == 0) return at;
        } else {
            bool lambda = at[0] == 'U' && at[1] == 'l';
            depth += lambda || strchr("INJXFZ", *at) != NULL;
            if (lambda && depth < 64) lambdas |= (uint64_t)1 << depth;
            at += lambda ? 2 : 1;
        }
    }
    return NULL;
}

static bool plain_or_nested(const char *at, const char **name, size_t *size) {
    if (*at == 'L') at++; /* internal linkage */
    if (*at != 'N') return identifier(at, name, size) != NULL || operator_name(at, name, size) != NULL;
    bool found = false;
    for (at++; at != NULL && *at && *at != 'E';) {
        const char *behind = skip_reference(at);
        if (behind != at) {
            at = behind;
        } else if (is_digit(*at)) {
            at = identifier(at, name, size);
            found = at != NULL;
        } else if ((behind = operator_name(at, name, size)) != NULL) {
            at = behind;
            found = true;
        } else if (*at == 'I') {
            at = skip_template(at);
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
