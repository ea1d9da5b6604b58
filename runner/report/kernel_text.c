/* A kernel's text with line numbers. Comments are dim, CUDA's own words are emphasised. */
#include <ctype.h>
#include <string.h>

#include "report/draw.h"

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Skips a comment, a string or a character constant that starts at text; text itself where none does. */
static const char *skip_quoted(const char *text) {
    if (text_starts(text, "//")) return text + strcspn(text, "\n");
    if (text_starts(text, "/*")) {
        const char *end = strstr(text + 2, "*/");
        return end != NULL ? end + 2 : text + strlen(text);
    }
    if (*text != '"' && *text != '\'') return text;
    const char *at = text + 1;
    while (*at && *at != *text && *at != '\n') at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at == *text ? at + 1 : at;
}

/* The name of a kernel where it is defined: followed by a parameter list and a body. NULL where there is none. */
static const char *find_definition(const char *source, const char *kernel) {
    size_t size = strlen(kernel);
    const char *at = source;
    while (*at && size > 0) {
        const char *after = skip_quoted(at);
        if (after != at) {
            at = after;
            continue;
        }
        bool starts_word = at == source || !in_word(at[-1]);
        if (starts_word && strncmp(at, kernel, size) == 0 && !in_word(at[size])) {
            const char *next = at + size + strspn(at + size, " \t\r\n");
            const char *stop = *next == '(' ? strpbrk(next, ";{") : NULL;
            if (stop != NULL && *stop == '{') return at;
        }
        at++;
    }
    return NULL;
}

int source_definition_line(const char *source, const char *kernel) {
    const char *found = find_definition(source, kernel);
    int line = found != NULL;
    for (const char *c = source; found != NULL && c < found; c++) line += *c == '\n';
    return line;
}

/* Just after the brace that closes the first one at or after text. */
static const char *body_end(const char *text) {
    int depth = 0;
    while (*text) {
        const char *after = skip_quoted(text);
        if (after != text) {
            text = after;
            continue;
        }
        depth += *text == '{' ? 1 : *text == '}' ? -1 : 0;
        text++;
        if (text[-1] == '}' && depth <= 0) break;
    }
    return text;
}

/* A definition starts where the blank line, brace or semicolon before it ends, so that comments and extern "C" above it
 * are part of it. */
static const char *definition_start(const char *source, const char *name) {
    const char *line = name;
    while (line > source && line[-1] != '\n') line--;
    while (line > source) {
        const char *previous = line - 1;
        while (previous > source && previous[-1] != '\n') previous--;
        size_t size = (size_t)(line - 1 - previous), blank = strspn(previous, " \t\r");
        bool ends = blank >= size || *previous == '}' || *previous == '#' || memchr(previous, ';', size) != NULL;
        if (ends && !text_starts(previous, "//")) break;
        line = previous;
    }
    return line;
}

static bool is_cuda_word(const char *word, size_t size) {
    static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == size && strncmp(words[i], word, size) == 0) return true;
    return size > 4 && word[0] == '_' && word[1] == '_';
}

static bool is_keyword(const char *word, size_t size) {
    static const char *const words[] = {
        "auto", "bool",    "break",    "case",  "char",     "class",  "const",  "constexpr", "continue", "default",
        "do",   "double",  "else",     "enum",  "extern",   "false",  "float",  "for",       "if",       "inline",
        "int",  "long",    "return",   "short", "signed",   "sizeof", "static", "struct",    "switch",   "template",
        "true", "typedef", "typename", "union", "unsigned", "using",  "void",   "volatile",  "while"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == size && strncmp(words[i], word, size) == 0) return true;
    return false;
}

size_t source_piece(const char *line, bool *in_comment, SourcePiece *kind) {
    size_t size = 1;
    *kind = SOURCE_PLAIN;
    if (*in_comment || text_starts(line, "/*")) {
        const char *end = strstr(line + (*in_comment ? 0 : 2), "*/");
        size = end != NULL ? (size_t)(end - line) + 2 : strlen(line);
        *in_comment = end == NULL;
        *kind = SOURCE_COMMENT;
    } else if (text_starts(line, "//")) {
        size = strlen(line);
        *kind = SOURCE_COMMENT;
    } else if (*line == '"' || *line == '\'') {
        size = (size_t)(skip_quoted(line) - line);
        *kind = SOURCE_STRING;
    } else if (in_word(*line)) {
        while (in_word(line[size])) size++;
        *kind = is_cuda_word(line, size)        ? SOURCE_CUDA
                : isdigit((unsigned char)*line) ? SOURCE_NUMBER
                : is_keyword(line, size)        ? SOURCE_KEYWORD
                                                : SOURCE_PLAIN;
    }
    return size;
}

void source_add_line(Flow *flow, Arena *arena, const char *line, bool *in_comment) {
    static const Role roles[] = {
        [SOURCE_PLAIN] = ROLE_PLAIN, [SOURCE_COMMENT] = ROLE_DIM,   [SOURCE_STRING] = ROLE_PLAIN,
        [SOURCE_CUDA] = ROLE_CODE,   [SOURCE_KEYWORD] = ROLE_PLAIN, [SOURCE_NUMBER] = ROLE_PLAIN};
    SourcePiece kind;
    for (size_t size; *line != '\0'; line += size) {
        size = source_piece(line, in_comment, &kind);
        flow_add(flow, roles[kind], arena_string_n(arena, line, size));
    }
}

const char *source_kernel(const char *source, const char *kernel, const char **end, int *line) {
    const char *name = kernel != NULL ? find_definition(source, kernel) : NULL;
    const char *at = name != NULL ? definition_start(source, name) : source;
    *end = name != NULL ? body_end(name) : source + strlen(source);
    *line = 1;
    for (const char *c = source; c < at; c++) *line += *c == '\n';
    return at;
}

bool report_source_defines(const char *source, const char *kernel) {
    return find_definition(source, kernel) != NULL;
}

void report_line(Text *out, const Style *style, const char *source, int line) {
    Arena *arena = arena_new();
    draw_excerpt(out, style, arena, source, line, false);
    arena_free(arena);
}

void report_source(Text *out, const Style *style, const char *source, const char *kernel) {
    if (source == NULL) return;
    Arena *arena = arena_new();
    const char *end;
    int line;
    const char *at = source_kernel(source, kernel, &end, &line);
    bool in_comment = false;
    Flow flow = {0};
    char *more = arena_printf(arena, "     %s       ", style_glyph(style, GLYPH_EDGE));
    for (; at < end; line++) {
        size_t size = strcspn(at, "\n");
        char *number = arena_printf(arena, "%4d %s ", line, style_glyph(style, GLYPH_EDGE));
        const char *clean = style_clean_source(arena, style, at, size);
        if (*clean) {
            source_add_line(&flow, arena, clean, &in_comment);
            flow_print(&flow, out, style, number, more);
        } else {
            number[strlen(number) - 1] = '\0';
            style_put(out, style, ROLE_DIM, number);
            text_add_char(out, '\n');
        }
        at += size + (at[size] == '\n');
    }
    flow_free(&flow);
    arena_free(arena);
}
