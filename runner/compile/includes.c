/* Reading inclusions from the source, for systems where nothing else keeps the compiler from other files.
 *
 * It does not try to be a preprocessor. Every # in the text, in a string or a comment too, is taken for the start of a
 * directive and read on as a preprocessor would read one; what then includes or embeds must be a plain #include <name>
 * of a toolkit header, or the source is refused. So it may refuse what is harmless and never passes what is not. */
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

typedef struct Scan {
    const char *at, *end;
} Scan;

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/* A backslash, or its trigraph ??/, at the end of a line glues the next line on. Compilers allow blanks after it. */
static size_t splice(const char *at, const char *end) {
    size_t size = (size_t)(end - at);
    size_t mark = size > 0 && *at == '\\' ? 1
                  : size > 2 && memcmp(at,
                                       "?"
                                       "?/",
                                       3) == 0
                      ? 3
                      : 0;
    if (mark == 0) return 0;
    while (mark < size &&
           (at[mark] == ' ' || at[mark] == '\t' || at[mark] == '\r' || at[mark] == '\v' || at[mark] == '\f'))
        mark++;
    return mark < size && at[mark] == '\n' ? mark + 1 : 0;
}

static char *join_lines(Arena *arena, const char *source, size_t size, size_t *joined_size) {
    char *joined = arena_alloc(arena, size + 1, 1);
    size_t used = 0;
    for (const char *at = source, *end = source + size; at < end;) {
        size_t skipped = splice(at, end);
        if (skipped == 0) joined[used++] = *at++;
        at += skipped;
    }
    *joined_size = used;
    return joined;
}

/* The line, counted from 1, that a place in the joined text comes from. */
static int line_of(const char *source, size_t size, size_t place) {
    int line = 1;
    size_t used = 0;
    for (const char *at = source, *end = source + size; at < end && used < place;) {
        size_t skipped = splice(at, end);
        line += skipped > 0 || *at == '\n';
        used += skipped == 0;
        at += skipped > 0 ? skipped : 1;
    }
    return line;
}

/* Blanks and comments; line ends only within a comment. */
static void skip_blanks(Scan *scan) {
    while (scan->at < scan->end) {
        if (strchr(" \t\v\f\r", *scan->at) != NULL && *scan->at != '\0') {
            scan->at++;
        } else if (scan->end - scan->at > 1 && scan->at[0] == '/' && scan->at[1] == '*') {
            scan->at += 2;
            while (scan->end - scan->at > 1 && !(scan->at[0] == '*' && scan->at[1] == '/')) scan->at++;
            scan->at = scan->end - scan->at > 1 ? scan->at + 2 : scan->end;
        } else {
            return;
        }
    }
}

static bool word_is(const char *word, size_t size, const char *wanted) {
    return size == strlen(wanted) && memcmp(word, wanted, size) == 0;
}

/* Thrust and CUB include names that are made of macros, which a source could define. */
static bool header_is_known(Arena *arena, const char *name, size_t size, const Toolkit *toolkit) {
    for (size_t i = 0; i < size; i++)
        if (!is_word(name[i]) && strchr("./-+", name[i]) == NULL) return false;
    const char *header = arena_string_n(arena, name, size);
    if (size == 0 || *header == '/' || strstr(header, "..") != NULL) return false;
    if (text_starts(header, "thrust/") || text_starts(header, "cub/")) return false;
    for (size_t i = 0; i < header_count; i++)
        if (header_all[i].use != HEADER_CLANG && text_equal(header_all[i].name, header)) return true;
    for (size_t i = 0; i < toolkit->include_count; i++) {
        const char *path = path_join(arena, toolkit->includes[i], header);
        if (file_exists(path) && !file_is_directory(path)) return true;
    }
    return false;
}

/* scan stands after a #. */
static bool directive_is_harmless(Arena *arena, Scan scan, const Toolkit *toolkit) {
    static const char *const other_inclusions[] = {"include_next", "import", "embed", "using"};
    skip_blanks(&scan);
    if (scan.at < scan.end && *scan.at == '\\') return false; /* a letter written as its code */
    const char *word = scan.at;
    while (scan.at < scan.end && is_word(*scan.at)) scan.at++;
    size_t size = (size_t)(scan.at - word);
    for (size_t i = 0; i < sizeof other_inclusions / sizeof *other_inclusions; i++)
        if (word_is(word, size, other_inclusions[i])) return false;
    if (!word_is(word, size, "include")) return true;
    skip_blanks(&scan);
    if (scan.at == scan.end || *scan.at != '<') return false;
    const char *name = ++scan.at;
    while (scan.at < scan.end && *scan.at != '>' && *scan.at != '\n') scan.at++;
    if (scan.at == scan.end || *scan.at != '>') return false;
    if (!header_is_known(arena, name, (size_t)(scan.at - name), toolkit)) return false;
    scan.at++;
    skip_blanks(&scan);
    return scan.at == scan.end || *scan.at == '\n' || *scan.at == '/';
}

/* The size of a # at this place, in any of its spellings, or 0. */
static size_t hash_at(const char *at, const char *end) {
    size_t size = (size_t)(end - at);
    if (*at == '#') return 1;
    if (size > 1 && memcmp(at, "%:", 2) == 0) return 2;
    return size > 2 && memcmp(at,
                              "?"
                              "?=",
                              3) == 0
               ? 3
               : 0;
}

static bool asks_for_file(const char *at, const char *end) {
    static const char *const questions[] = {"__has_include", "__has_embed"};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if ((size_t)(end - at) >= strlen(questions[i]) && memcmp(at, questions[i], strlen(questions[i])) == 0)
            return true;
    return false;
}

bool includes_are_plain(const char *source, size_t size, const Toolkit *toolkit, int *line) {
    Arena *arena = arena_new();
    size_t joined_size;
    const char *joined = join_lines(arena, source, size, &joined_size);
    const char *end = joined + joined_size;
    bool plain = true;
    for (const char *at = joined; at < end && plain; at++) {
        size_t hash = hash_at(at, end);
        plain = !asks_for_file(at, end) && (hash == 0 || directive_is_harmless(arena, (Scan){at + hash, end}, toolkit));
        if (!plain) *line = line_of(source, size, (size_t)(at - joined));
    }
    arena_free(arena);
    return plain;
}
