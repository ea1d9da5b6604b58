/* Turns the compiler's text into diagnostics.
 *
 * The front end (EDG) writes file(line): severity: message, the source line with two blanks before it, and a caret
 * under the column, which is the only record of the column. CUDA 11 leaves the last two out. clang, which is told to
 * quote nothing, writes file:line:column: severity: message. The assembler names kernels and lines of PTX; the .loc
 * directives of the PTX give the source lines of those. */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "compile/parts.h"

typedef struct Reader {
    Arena *arena;
    const CompileRequest *request;
    const char *ptx;
    DiagList *diags;
} Reader;

/* Limits, because to find a column takes a pass over the source: errors must have room beside warnings, and a source
 * that raises a hundred thousand messages must not take long. */
enum { MOST_ERRORS = 60, MOST_OTHERS = 20 };

static bool has_enough(const DiagList *diags, Severity severity) {
    return severity == SEVERITY_ERROR ? diags->errors >= MOST_ERRORS : diags->count - diags->errors >= MOST_OTHERS;
}

/* One line, without its end. */
typedef struct Line {
    const char *at;
    size_t size;
} Line;

static Line line_at(const char *text) {
    Line line = {text, strcspn(text, "\n")};
    if (line.size > 0 && line.at[line.size - 1] == '\r') line.size--;
    return line;
}

static const char *next_line(const char *text) {
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* The line of a text, counted from 1; empty beyond its end. */
static Line nth_line(const char *text, int number) {
    for (int i = 1; i < number && *text != '\0'; i++) text = next_line(text);
    return line_at(text);
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The first place of word in line where it is not part of a longer name; NULL where there is none. */
static const char *find_word(Line line, const char *word, size_t size) {
    for (const char *at = line.at; size > 0 && at + size <= line.at + line.size; at++) {
        if (memcmp(at, word, size) != 0) continue;
        bool starts = at == line.at || !is_name(at[-1]) || !is_name(*at);
        bool ends = at + size == line.at + line.size || !is_name(at[size]) || !is_name(at[size - 1]);
        if (starts && ends) return at;
    }
    return NULL;
}

/* ---- severities -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    Severity severity;
} severities[] = {
    {"error", SEVERITY_ERROR},       {"catastrophic error", SEVERITY_ERROR},
    {"fatal error", SEVERITY_ERROR}, {"internal error", SEVERITY_ERROR},
    {"fatal", SEVERITY_ERROR},       {"warning", SEVERITY_WARNING},
    {"remark", SEVERITY_NOTE},       {"note", SEVERITY_NOTE},
    {"info", SEVERITY_NOTE},
};

/* "error: text", "warning #177-D: text", "error   : text"; NULL where at does not begin so, else the text. */
static const char *read_severity(const char *at, Severity *severity) {
    for (size_t i = 0; i < sizeof severities / sizeof *severities; i++) {
        size_t size = strlen(severities[i].word);
        if (strncasecmp(at, severities[i].word, size) != 0) continue;
        const char *rest = at + size + strspn(at + size, " ");
        if (*rest == '#') rest += strcspn(rest, ":\n");
        if (*rest != ':') continue;
        *severity = severities[i].severity;
        rest++;
        return rest + strspn(rest, " ");
    }
    return NULL;
}

static bool was_said(const DiagList *diags, const char *hint) {
    const Diag *diag = diags->first;
    while (diag != NULL && (diag->hint == NULL || !text_equal(diag->hint, hint))) diag = diag->next;
    return diag != NULL;
}

static bool is_known(const DiagList *diags, Loc loc, const char *message) {
    const Diag *diag = diags->first;
    while (diag != NULL && !(diag->loc.line == loc.line && diag->loc.column == loc.column &&
                             text_equal(diag->loc.file, loc.file) && text_equal(diag->message, message)))
        diag = diag->next;
    return diag != NULL;
}

/* Adds a diagnostic, unless it was added before: one line can raise the same message a hundred times, and nvcc reads a
 * file twice, for the device and for the host. */
static void add(const Reader *reader, Severity severity, Loc loc, const char *hint, const char *message) {
    if (is_known(reader->diags, loc, message)) return;
    /* a program full of host code would get the same hint many times */
    if (hint != NULL && was_said(reader->diags, hint)) hint = NULL;
    diag_add(reader->diags, severity, loc, hint, "%s", message);
}

/* ---- the front end ----------------------------------------------------------------------------------------------- */

/* The column that the caret marks, in bytes from 1; 0 where no caret follows. text: after the message's line. */
static int caret_column(const Reader *reader, const char *text, bool own_file, int line) {
    enum { INDENT = 2 };
    Line quoted = line_at(text), caret = line_at(next_line(text));
    size_t blanks = strspn(caret.at, " \t");
    if (blanks < INDENT || blanks + 1 != caret.size || caret.at[blanks] != '^' || quoted.size < INDENT) return 0;
    if (own_file) { /* a caret under a macro's expansion, or under a shortened line, is not the student's column */
        Line source = nth_line(reader->request->source, line);
        if (quoted.size - INDENT > source.size || memcmp(quoted.at + INDENT, source.at, quoted.size - INDENT) != 0)
            return 0;
    }
    return (int)(blanks - INDENT) + 1;
}

/* Where there is no caret: the column at which the line has the text that the message quotes, if it is there only
 * once. */
static int quoted_column(const Reader *reader, const char *message, int line) {
    const char *open = strchr(message, '"'), *close = open != NULL ? strchr(open + 1, '"') : NULL;
    if (close == NULL) return 0;
    Line source = nth_line(reader->request->source, line);
    size_t size = (size_t)(close - open) - 1;
    const char *found = find_word(source, open + 1, size);
    if (found == NULL) return 0;
    Line rest = {found + size, (size_t)(source.at + source.size - found) - size};
    return find_word(rest, open + 1, size) == NULL ? (int)(found - source.at) + 1 : 0;
}

static const char *own_hint(const Reader *reader, const char *message, int line) {
    Line source = nth_line(reader->request->source, line);
    return hint_for(message, arena_string_n(reader->arena, source.at, source.size));
}

/* The message without advice on compiler options, which a student cannot give, and without "Permission denied", which
 * is about the child process and not about the student's files. */
static const char *tidy(const Reader *reader, const char *message) {
    static const char *const ends[] = {". Consider using -default-device", ": Permission denied"};
    size_t size = line_at(message).size;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = strstr(message, ends[i]);
        if (end != NULL && (size_t)(end - message) < size) size = (size_t)(end - message);
    }
    while (size > 0 && (message[size - 1] == ' ' || message[size - 1] == '.')) size--;
    return arena_string_n(reader->arena, message, size);
}

/* The student's line that a message in a header goes back to, the last one named before the next message:
 *     "            instantiation of class ... at line 7 of exercises/05-banks.cu", and for CUDA 11
 *     "exercises/05-banks.cu(7): here". text: after the message's line. */
static void add_origin(const Reader *reader, const char *text) {
    const char *file = reader->request->file;
    size_t file_size = strlen(file);
    Loc origin = {file, 0, 0};
    for (; *text != '\0' && *text != '\n'; text = next_line(text)) {
        Line line = line_at(text);
        const char *copy = arena_string_n(reader->arena, line.at, line.size), *at = strstr(copy, " at line ");
        const char *of = at != NULL ? strstr(at, " of ") : NULL;
        if (of != NULL && text_equal(of + strlen(" of "), file)) origin.line = atoi(at + strlen(" at line "));
        if (text_starts(copy, file) && copy[file_size] == '(' && text_ends(copy, "): here"))
            origin.line = atoi(copy + file_size + 1);
    }
    if (origin.line > 0) add(reader, SEVERITY_NOTE, origin, NULL, "this line is what led there");
}

/* "          operand types are: const S + const S" stands between a message and the line that it quotes. */
static const char *after_details(const char *text) {
    return text_starts(text, "            operand types are: ") ? next_line(text) : text;
}

/* file(line): severity: message */
static bool read_front_end(const Reader *reader, const char *text) {
    Line line = line_at(text);
    const char *copy = arena_string_n(reader->arena, line.at, line.size);
    for (const char *close = strstr(copy, "): "); close != NULL; close = strstr(close + 1, "): ")) {
        const char *open = close;
        while (open > copy && isdigit((unsigned char)open[-1])) open--;
        if (open == close || open - 1 <= copy || open[-1] != '(') continue;
        Severity severity;
        const char *message = read_severity(close + strlen("): "), &severity);
        if (message == NULL) continue;
        if (has_enough(reader->diags, severity)) return true;
        Loc loc = {arena_string_n(reader->arena, copy, (size_t)(open - 1 - copy)), atoi(open), 0};
        bool own_file = text_equal(loc.file, reader->request->file);
        loc.column = caret_column(reader, after_details(next_line(text)), own_file, loc.line);
        if (own_file && (loc.column == 0 || hint_is_missing_file(message)))
            loc.column = quoted_column(reader, message, loc.line);
        if (severity != SEVERITY_ERROR && !own_file)
            return true; /* notes about candidates in a header, and between headers */
        add(reader, severity, loc, own_file ? own_hint(reader, message, loc.line) : NULL, tidy(reader, message));
        if (severity == SEVERITY_ERROR && !own_file) add_origin(reader, next_line(text));
        return true;
    }
    return false;
}

/* ---- clang ------------------------------------------------------------------------------------------------------- */

/* The message without the name of the option that silences it ("[-Wunused]"), which a student cannot give. */
static const char *without_option(const Reader *reader, const char *message) {
    size_t size = line_at(message).size;
    const char *copy = arena_string_n(reader->arena, message, size), *option = strstr(copy, " [-W");
    return option != NULL && text_ends(copy, "]") ? arena_string_n(reader->arena, copy, (size_t)(option - copy)) : copy;
}

/* Reads "file:line:column: "; returns the text after it, or NULL where copy does not begin so. Names may hold
 * colons. */
static const char *read_place(const Reader *reader, const char *copy, Loc *loc) {
    for (const char *colon = strchr(copy, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        char *end;
        if (!isdigit((unsigned char)colon[1])) continue;
        long line = strtol(colon + 1, &end, 10);
        if (*end != ':' || !isdigit((unsigned char)end[1])) continue;
        long column = strtol(end + 1, &end, 10);
        if (end[0] != ':' || end[1] != ' ' || line > INT_MAX || column > INT_MAX) continue;
        *loc = (Loc){arena_string_n(reader->arena, copy, (size_t)(colon - copy)), (int)line, (int)column};
        return end + strlen(": ");
    }
    return NULL;
}

/* Notes in our headers list candidates and are left out; those in the student's file tell what led to an error. */
static bool read_clang(const Reader *reader, const char *text) {
    Line line = line_at(text);
    Loc loc;
    Severity severity;
    const char *rest = read_place(reader, arena_string_n(reader->arena, line.at, line.size), &loc);
    const char *message = rest != NULL ? read_severity(rest, &severity) : NULL;
    if (message == NULL) return false;
    bool own_file = text_equal(loc.file, reader->request->file);
    if (has_enough(reader->diags, severity) || (severity != SEVERITY_ERROR && !own_file)) return true;
    message = without_option(reader, message);
    add(reader, severity, loc, own_file ? own_hint(reader, message, loc.line) : NULL, message);
    return true;
}

/* ---- the assembler ----------------------------------------------------------------------------------------------- */

static const char *ptx_file_name(const Reader *reader, int number) {
    for (const char *text = reader->ptx; *text != '\0'; text = next_line(text)) {
        const char *at = text + strspn(text, " \t");
        if (!text_starts(at, ".file") || atoi(at + strlen(".file")) != number) continue;
        const char *open = strchr(at, '"');
        if (open != NULL) return arena_string_n(reader->arena, open + 1, strcspn(open + 1, "\"\n"));
    }
    return NULL;
}

/* The source position of a line of PTX: the .loc before it, within the same function. */
static Loc ptx_position(const Reader *reader, int number) {
    Loc loc = {reader->request->file, 0, 0};
    if (reader->ptx == NULL) return loc;
    int file = 0, line = 0, column = 0;
    const char *text = reader->ptx;
    for (int i = 1; i <= number && *text != '\0'; i++, text = next_line(text)) {
        const char *at = text + strspn(text, " \t");
        if (*text == '}') line = 0;
        if (!text_starts(at, ".loc")) continue;
        char *end;
        file = (int)strtol(at + strlen(".loc"), &end, 10);
        line = (int)strtol(end, &end, 10);
        column = (int)strtol(end, &end, 10);
    }
    const char *name = line > 0 ? ptx_file_name(reader, file) : NULL;
    return name != NULL ? (Loc){name, line, column} : loc;
}

/* The position of a kernel's definition: of its name after a __global__, with no ; or { on a line between them. */
static Loc kernel_position(const Reader *reader, const char *kernel) {
    Loc loc = {reader->request->file, 0, 0};
    bool declaring = false;
    int number = 1;
    for (const char *text = reader->request->source; *text != '\0'; text = next_line(text), number++) {
        Line line = line_at(text);
        const char *global = find_word(line, "__global__", strlen("__global__"));
        declaring = declaring || global != NULL;
        const char *name = declaring ? find_word(line, kernel, strlen(kernel)) : NULL;
        if (name != NULL) return (Loc){reader->request->file, number, (int)(name - line.at) + 1};
        if (memchr(line.at, '{', line.size) != NULL || memchr(line.at, ';', line.size) != NULL) declaring = false;
    }
    return loc;
}

/* "... (0x13880 bytes, 0xc000 max)": 80,000 and 49,152. */
static void read_amounts(const Reader *reader, const char *message, const char **used, const char **most) {
    const char *open = strstr(message, "(0x"), *comma = open != NULL ? strchr(open, ',') : NULL;
    *used = text_grouped(reader->arena, open != NULL ? strtoull(open + 1, NULL, 16) : 0);
    *most = text_grouped(reader->arena, comma != NULL ? strtoull(comma + 1, NULL, 16) : 0);
}

/* Entry function 'k' uses too much shared data (0x13880 bytes, 0xc000 max) */
static bool read_too_much_shared(const Reader *reader, const char *message) {
    const char *name = strstr(message, "Entry function '");
    if (name == NULL || strstr(message, "uses too much shared data (0x") == NULL) return false;
    name += strlen("Entry function '");
    const char *kernel = arena_string_n(reader->arena, name, strcspn(name, "'")), *used, *most;
    read_amounts(reader, message, &used, &most);
    diag_add(reader->diags, SEVERITY_ERROR, kernel_position(reader, kernel),
             "make its __shared__ arrays smaller, or use one dynamic array (extern __shared__), which may be larger",
             "kernel '%s' declares %s bytes of shared memory, and a block may declare at most %s", kernel, used, most);
    return true;
}

/* File uses too much global constant data (0x13880 bytes, 0x10000 max) */
static bool read_too_much_constant(const Reader *reader, const char *message) {
    if (strstr(message, "uses too much global constant data (0x") == NULL) return false;
    const char *used, *most;
    read_amounts(reader, message, &used, &most);
    diag_add(reader->diags, SEVERITY_ERROR, (Loc){reader->request->file, 0, 0},
             "make the __constant__ arrays smaller, or read from global memory",
             "the file declares %s bytes of __constant__ memory, and there are %s", used, most);
    return true;
}

/* Unresolved extern function '_Z3fooi': a mangled name is _Z, the length of the name, the name, its parameters. */
static bool read_undefined_function(const Reader *reader, const char *message) {
    static const char words[] = "Unresolved extern function '";
    if (!text_starts(message, words)) return false;
    const char *name = message + strlen(words);
    size_t size = strcspn(name, "'");
    if (text_starts(name, "_Z") && isdigit((unsigned char)name[2])) {
        char *start;
        unsigned long length = strtoul(name + 2, &start, 10);
        if (length <= size - (size_t)(start - name)) {
            name = start;
            size = length;
        }
    }
    Loc loc = {reader->request->file, 0, 0};
    int number = 1;
    for (const char *text = reader->request->source; *text != '\0' && loc.line == 0; text = next_line(text), number++) {
        const char *found = find_word(line_at(text), name, size);
        if (found != NULL) loc = (Loc){loc.file, number, (int)(found - text) + 1};
    }
    diag_add(reader->diags, SEVERITY_ERROR, loc, "write its body in this file",
             "the function '%.*s' is declared and called, but has no body", (int)size, name);
    return true;
}

/* ptxas error   : message
 * ptxas application ptx input, line 28; error   : message */
static bool read_assembler(const Reader *reader, const char *text) {
    if (!text_starts(text, "ptxas ")) return false;
    Line line = line_at(text);
    const char *copy = arena_string_n(reader->arena, line.at, line.size);
    const char *place = strstr(copy, ", line "), *after = place != NULL ? strchr(place, ';') : NULL;
    const char *at = after != NULL ? after + 1 + strspn(after + 1, " ") : copy + strlen("ptxas ");
    Severity severity;
    const char *message = read_severity(at, &severity);
    if (message == NULL || severity == SEVERITY_NOTE || has_enough(reader->diags, severity)) return true;
    /* only repeats that there were errors */
    if (strstr(message, "Ptx assembly aborted due to errors") != NULL) return true;
    if (read_too_much_shared(reader, message) || read_too_much_constant(reader, message) ||
        read_undefined_function(reader, message))
        return true;
    Loc loc =
        after != NULL ? ptx_position(reader, atoi(place + strlen(", line "))) : (Loc){reader->request->file, 0, 0};
    add(reader, severity, loc, NULL, arena_printf(reader->arena, "the assembler says: %s", tidy(reader, message)));
    return true;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static int last_line(const char *source) {
    int line = 1;
    for (const char *at = strchr(source, '\n'); at != NULL && at[1] != '\0'; at = strchr(at + 1, '\n')) line++;
    return line;
}

/* At end of source: error: message, nvrtc: error: message, and the code generator's error: message */
static void read_unplaced(const Reader *reader, const char *text) {
    static const char at_end[] = "At end of source: ", nvrtc[] = "nvrtc: ";
    Loc loc = {reader->request->file, 0, 0};
    if (text_starts(text, nvrtc)) text += strlen(nvrtc);
    if (text_starts(text, at_end)) {
        text += strlen(at_end);
        loc.line = last_line(reader->request->source);
    }
    Severity severity;
    const char *message = read_severity(text, &severity);
    if (message != NULL && !has_enough(reader->diags, severity))
        add(reader, severity, loc, NULL, tidy(reader, message));
}

void messages_read(const char *log, const CompileRequest *request, const char *ptx, DiagList *diags) {
    Reader reader = {arena_new(), request, ptx, diags};
    for (const char *text = log; *text != '\0'; text = next_line(text)) {
        if (*text == ' ') continue; /* quoted source, carets, contexts */
        if (!read_front_end(&reader, text) && !read_clang(&reader, text) && !read_assembler(&reader, text))
            read_unplaced(&reader, text);
    }
    arena_free(reader.arena);
}
