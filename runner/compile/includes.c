/* Reads the inclusions in a source, for systems where no isolation keeps the compiler from other files; and on every
 * system for clang, because isolation keeps it from reading files, but not from seeing that they exist.
 *
 * This is no preprocessor. Every # in the text, even in a string or a comment, is taken for the start of a directive
 * and read as a preprocessor would read it; an inclusion or embedding must be a plain #include <name> of a toolkit
 * header, or the source is refused. So it may refuse a harmless source and never accepts a harmful one.
 *
 * With isolation less is required: each name must be written out, as "name" or <name>, and lead only downwards from
 * the folder of our headers, which is clang's current folder. Then a missing file and one that exists but cannot be
 * read look the same, because no other folder is searched. */
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

/* The line, counted from 1, of a place in the text after continued lines were joined. */
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

/* Skips blanks and comments; line ends only within a comment. */
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
    if (toolkit == NULL) return true;
    if (text_starts(header, "thrust/") || text_starts(header, "cub/")) return false;
    for (size_t i = 0; i < header_count; i++)
        if (header_all[i].use != HEADER_CLANG && text_equal(header_all[i].name, header)) return true;
    for (size_t i = 0; i < toolkit->include_count; i++) {
        const char *path = path_join(arena, toolkit->includes[i], header);
        if (file_exists(path) && !file_is_directory(path)) return true;
    }
    return false;
}

/* Takes a name between < and >, or with isolation (toolkit NULL) between quotes; *scan is after it then. */
static bool take_name(Arena *arena, Scan *scan, const Toolkit *toolkit) {
    skip_blanks(scan);
    if (scan->at == scan->end || !(*scan->at == '<' || (toolkit == NULL && *scan->at == '"'))) return false;
    char closing = *scan->at == '<' ? '>' : '"';
    const char *name = ++scan->at;
    while (scan->at < scan->end && *scan->at != closing && *scan->at != '\n') scan->at++;
    if (scan->at == scan->end || *scan->at != closing) return false;
    bool known = header_is_known(arena, name, (size_t)(scan->at - name), toolkit);
    scan->at++;
    return known;
}

/* Whether the line has the word of #pragma GCC dependency, which tests whether a file exists and how old it is. */
static bool line_says_dependency(Scan scan) {
    const char *end = memchr(scan.at, '\n', (size_t)(scan.end - scan.at));
    if (end == NULL) end = scan.end;
    return memmem(scan.at, (size_t)(end - scan.at), "dependency", strlen("dependency")) != NULL;
}

/* scan stands after a #. */
static bool directive_is_harmless(Arena *arena, Scan scan, const Toolkit *toolkit) {
    static const char *const other_inclusions[] = {"include_next", "import", "embed", "using"};
    skip_blanks(&scan);
    if (scan.at < scan.end && *scan.at == '\\') return false; /* a letter may be written as its code */
    const char *word = scan.at;
    while (scan.at < scan.end && is_word(*scan.at)) scan.at++;
    size_t size = (size_t)(scan.at - word);
    for (size_t i = 0; i < sizeof other_inclusions / sizeof *other_inclusions; i++)
        if (word_is(word, size, other_inclusions[i])) return false;
    if (word_is(word, size, "pragma")) return !line_says_dependency(scan);
    if (!word_is(word, size, "include")) return true;
    if (!take_name(arena, &scan, toolkit)) return false;
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

static bool word_at(const char *at, const char *end, const char *word) {
    return (size_t)(end - at) >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

/* A test whether a file exists that is not written as __has_include("name") with isolation. */
static bool asks_for_file(Arena *arena, const char *at, const char *end, const Toolkit *toolkit) {
    static const char question[] = "__has_include";
    if (*at != '_') return false;
    if (word_at(at, end, "__has_embed")) return true;
    if (word_at(at, end, "_Pragma")) return memmem(at, (size_t)(end - at), "dependency", strlen("dependency")) != NULL;
    if (!word_at(at, end, question)) return false;
    Scan scan = {at + strlen(question), end};
    skip_blanks(&scan);
    if (toolkit != NULL || scan.at == scan.end || *scan.at != '(') return true;
    scan.at++;
    return !take_name(arena, &scan, toolkit);
}

static bool check(const char *source, size_t size, const Toolkit *toolkit, int *line) {
    Arena *arena = arena_new();
    size_t joined_size;
    const char *joined = join_lines(arena, source, size, &joined_size);
    const char *end = joined + joined_size;
    bool plain = true;
    for (const char *at = joined; at < end && plain; at++) {
        size_t hash = hash_at(at, end);
        plain = !asks_for_file(arena, at, end, toolkit) &&
                (hash == 0 || directive_is_harmless(arena, (Scan){at + hash, end}, toolkit));
        if (!plain) *line = line_of(source, size, (size_t)(at - joined));
    }
    arena_free(arena);
    return plain;
}

bool includes_are_plain(const char *source, size_t size, const Toolkit *toolkit, int *line) {
    return check(source, size, toolkit, line);
}

bool includes_stay_inside(const char *source, size_t size, int *line) {
    return check(source, size, NULL, line);
}
