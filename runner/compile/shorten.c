/* Shortens file names to those that the student knows: messages, and PTX that tests and caches compare, must not
 * depend on where the toolkit or the compiler's working folder is on this machine. */
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "compile/parts.h"

/* The header's name relative to the innermost include folder; NULL where path is not in one. A child whose root folder
 * holds the headers names them from there. */
static const char *header_name(Arena *arena, const char *path, const Toolkit *toolkit) {
    if (*path == '/' && toolkit->root != NULL) {
        const char *from_root = arena_printf(arena, "%s%s", toolkit->root, path);
        if (!text_starts(path, toolkit->root) && file_exists(from_root)) path = from_root;
    }
    for (size_t i = toolkit->include_count; i-- > 0;) {
        size_t size = strlen(toolkit->includes[i]);
        if (strncmp(path, toolkit->includes[i], size) != 0 || path[size] != '/') continue;
        return path + size + strspn(path + size, "/");
    }
    return NULL;
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* The size of the path that stands at line[i], 0 for none: before "(12)" at the start of a line, between quotes, or
 * after " of " at the end of a line. */
static size_t path_size(const char *line, size_t i, size_t line_size) {
    const char *at = line + i;
    size_t most = line_size - i, size = 0;
    if (i == 0) {
        while (size < most && at[size] != '(') size++;
        size_t digits = size < most ? strspn(at + size + 1, "0123456789") : 0;
        return digits > 0 && at[size + 1 + digits] == ')' ? size : 0;
    }
    if (line[i - 1] == '"') {
        while (size < most && at[size] != '"') size++;
        return size < most ? size : 0;
    }
    return i > 4 && memcmp(at - 4, " of ", 4) == 0 ? most : 0;
}

static void add_line(Text *out, Arena *arena, const char *line, size_t size, const Toolkit *toolkit) {
    /* the line quotes source */
    bool quoting = size > 1 && line[0] == ' ' && line[1] == ' ' && !(size > 2 && line[2] == ' ');
    for (size_t i = 0; i < size;) {
        size_t length = !quoting && line[i] == '/' ? path_size(line, i, size) : 0;
        const char *name = length > 0 ? header_name(arena, arena_string_n(arena, line + i, length), toolkit) : NULL;
        if (name != NULL) {
            text_add(out, name);
            i += length;
        } else {
            text_add_char(out, line[i++]);
        }
    }
    text_add_char(out, '\n');
}

static bool is_noise(const char *line, bool keep_report) {
    if (text_starts(line, "Remark: The warnings can be suppressed with")) return true;
    if (text_starts(line, "ptxas info    : Compile time")) return true;
    return !keep_report && (text_starts(line, "ptxas info ") || text_starts(line, "ptxas         ."));
}

char *shorten_log(Arena *arena, const char *log, const Toolkit *toolkit, bool keep_report) {
    Text text = {0};
    bool blank = true; /* true at first, so that leading blank lines are left out, as are those around removed lines */
    for (const char *line = log; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        bool empty = size == 0;
        if (!is_noise(line, keep_report) && !(empty && blank)) {
            add_line(&text, arena, line, size, toolkit);
            blank = empty;
        }
        line += size;
        line += *line == '\n';
    }
    return text.data != NULL ? text_take(&text, arena) : arena_string(arena, "");
}

/* ---- the PTX ----------------------------------------------------------------------------------------------------- */

/* The text between quotes, without its backslashes; NULL where there is none. *rest: after the closing quote. */
static char *unquote(Arena *arena, const char *at, const char *end, const char **rest) {
    if (at == end || *at != '"') return NULL;
    char *text = arena_alloc(arena, (size_t)(end - at) + 1, 1);
    size_t used = 0;
    for (at++; at < end && *at != '"'; at++) {
        if (*at == '\\' && at + 1 < end) at++;
        text[used++] = *at;
    }
    *rest = at + 1;
    return at < end ? text : NULL;
}

static void add_quoted(Text *out, const char *text) {
    text_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') text_add_char(out, '\\');
        text_add_char(out, *text);
    }
    text_add_char(out, '"');
}

/* NVRTC puts its working folder, for us "/", before relative names. */
static const char *student_name(Arena *arena, const char *path, const char *file, const Toolkit *toolkit) {
    if (text_equal(path, file) || (*path == '/' && text_equal(path + strspn(path, "/"), file))) return file;
    return header_name(arena, path, toolkit);
}

/* .file 1 "/exercises/05-banks.cu" */
static bool add_file_directive(Text *out, Arena *arena, const char *line, const char *end, const char *file,
                               const Toolkit *toolkit) {
    const char *at = line + strspn(line, " \t");
    if (!text_starts(at, ".file")) return false;
    at += strlen(".file");
    at += strspn(at, " \t");
    at += strspn(at, "0123456789");
    at += strspn(at, " \t");
    const char *rest;
    char *path = at < end ? unquote(arena, at, end, &rest) : NULL;
    const char *name = path != NULL ? student_name(arena, path, file, toolkit) : NULL;
    if (name == NULL) return false;
    text_add_n(out, line, (size_t)(at - line));
    add_quoted(out, name);
    text_add_n(out, rest, (size_t)(end - rest));
    return true;
}

char *shorten_rename_ptx_file(Arena *arena, const char *ptx, const char *from, const char *to, size_t *size) {
    Text text = {0};
    text_add(&text, "");
    for (const char *line = ptx; *line != '\0';) {
        const char *end = line + strcspn(line, "\n"), *rest;
        const char *open = memchr(line, '"', (size_t)(end - line));
        bool names = open != NULL && text_starts(line + strspn(line, " \t"), ".file");
        char *path = names ? unquote(arena, open, end, &rest) : NULL;
        if (path != NULL && text_equal(path, from)) {
            text_add_n(&text, line, (size_t)(open - line));
            add_quoted(&text, to);
            line = rest;
        }
        text_add_n(&text, line, (size_t)(end - line));
        if (*end == '\n') text_add_char(&text, '\n');
        line = end + (*end == '\n');
    }
    *size = text.size;
    return text_take(&text, arena);
}

char *shorten_ptx(Arena *arena, const char *ptx, const char *file, const Toolkit *toolkit, size_t *size) {
    Text text = {0};
    for (const char *line = ptx; *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        if (!add_file_directive(&text, arena, line, end, file, toolkit)) text_add_n(&text, line, (size_t)(end - line));
        if (*end == '\n') text_add_char(&text, '\n');
        line = end + (*end == '\n');
    }
    *size = text.size;
    return text.data != NULL ? text_take(&text, arena) : arena_string(arena, "");
}
