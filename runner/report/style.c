/* Style: the look of each role, and how text from outside is made safe to print. */
#include <string.h>

#include <utf8proc.h>

#include "report/draw.h"

enum { MIN_WIDTH = 20, TAB_COLUMNS = 4 };

static const char *const role_code[ROLE_COUNT] = {
    [ROLE_PLAIN] = "",        [ROLE_TITLE] = "\x1b[1;36m",  [ROLE_STRONG] = "\x1b[1m", [ROLE_EMPHASIS] = "\x1b[3m",
    [ROLE_CODE] = "\x1b[36m", [ROLE_GOOD] = "\x1b[32m",     [ROLE_BAD] = "\x1b[1;31m", [ROLE_WARNING] = "\x1b[33m",
    [ROLE_DIM] = "\x1b[2m",   [ROLE_PROMPT] = "\x1b[1;32m",
};

static const struct {
    const char *unicode, *ascii, *plain; /* plain: as it is read aloud; NULL: like ascii */
} glyphs[GLYPH_COUNT] = {
    [GLYPH_TICK] = {"✓", "+", "ok,"},         [GLYPH_CROSS] = {"✗", "x", "not ok,"},
    [GLYPH_WARNING] = {"!", "!", "caution,"}, [GLYPH_SEPARATOR] = {"·", "-", NULL},
    [GLYPH_ELLIPSIS] = {"…", "...", NULL},    [GLYPH_RULE] = {"─", "-", ""},
    [GLYPH_DOUBLE_RULE] = {"═", "=", ""},     [GLYPH_EDGE] = {"│", "|", ":"},
    [GLYPH_BULLET] = {"•", "*", "-"},         [GLYPH_INNER_BULLET] = {"◦", "-", NULL},
    [GLYPH_ARROW] = {"→", "->", "to"},        [GLYPH_TIMES] = {"×", "x", "times"},
    [GLYPH_MARK] = {"▸", ">", "line"},        [GLYPH_WORD] = {"■", "#", NULL},
    [GLYPH_SHARED_WORD] = {"◆", "@", NULL},   [GLYPH_IDLE] = {"·", ".", NULL},
    [GLYPH_SAME_LANE] = {"━", "=", NULL},     [GLYPH_CONTINUED] = {"↪", "\\", ""},
};

const char *style_glyph(const Style *style, Glyph which) {
    static const bool on_pages[GLYPH_COUNT] = {
        [GLYPH_TICK] = true, [GLYPH_CROSS] = true, [GLYPH_SEPARATOR] = true, [GLYPH_ELLIPSIS] = true};
    if (style->page && on_pages[which]) return glyphs[which].unicode;
    if (style->plain) return glyphs[which].plain != NULL ? glyphs[which].plain : glyphs[which].ascii;
    return style->unicode ? glyphs[which].unicode : glyphs[which].ascii;
}

int style_width(const Style *style) {
    return style->width < MIN_WIDTH ? MIN_WIDTH : style->width;
}

/* ASCII for the characters beyond it that lessons use most; all others go by their compatibility decomposition. */
static const struct {
    utf8proc_int32_t code;
    const char *ascii;
} replacements[] = {
    {0x00A0, " "},  {0x00B7, "*"},  {0x00D7, "x"},   {0x00F7, "/"},  {0x2010, "-"},  {0x2011, "-"},  {0x2012, "-"},
    {0x2013, "-"},  {0x2014, "-"},  {0x2018, "'"},   {0x2019, "'"},  {0x201C, "\""}, {0x201D, "\""}, {0x2022, "*"},
    {0x2190, "<-"}, {0x2192, "->"}, {0x2194, "<->"}, {0x21D2, "=>"}, {0x2212, "-"},  {0x2248, "~"},  {0x2260, "!="},
    {0x2264, "<="}, {0x2265, ">="}, {0x00B5, "u"},   {0x03BC, "u"},  {0x207B, "-"},
};

static void add_ascii(Text *out, utf8proc_int32_t code) {
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
        if (replacements[i].code == code) {
            text_add(out, replacements[i].ascii);
            return;
        }
    utf8proc_int32_t parts[32];
    int boundary = 0;
    utf8proc_ssize_t count = utf8proc_decompose_char(code, parts, 32, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, &boundary);
    bool any = false;
    for (utf8proc_ssize_t i = 0; i < count && i < 32; i++)
        if (parts[i] >= ' ' && parts[i] < 0x7F) {
            text_add_char(out, (char)parts[i]);
            any = true;
        }
    if (!any && utf8proc_charwidth(code) > 0) text_add_char(out, '?');
}

/* Digits and signs of exponents: 2²⁶ is 2^26, and not 226. */
static bool is_raised(utf8proc_int32_t code) {
    return code == 0x00B2 || code == 0x00B3 || code == 0x00B9 || code == 0x2070 || (code >= 0x2074 && code <= 0x207B);
}

static char *clean(Arena *arena, const Style *style, const char *text, size_t size) {
    const char *safe = text_printable(arena, text, size);
    Text out = {0};
    bool raised = false;
    for (size_t length = strlen(safe), at = 0; at < length;) {
        utf8proc_int32_t code = 0xFFFD;
        utf8proc_ssize_t bytes =
            utf8proc_iterate((const utf8proc_uint8_t *)safe + at, (utf8proc_ssize_t)(length - at), &code);
        if (!raised && is_raised(code) && !style->unicode) text_add_char(&out, '^');
        raised = is_raised(code);
        if (code >= 0x80 && !style->unicode)
            add_ascii(&out, code);
        else
            text_add_n(&out, safe + at, (size_t)bytes);
        at += bytes < 1 ? 1 : (size_t)bytes;
    }
    return text_take(&out, arena);
}

char *style_clean(Arena *arena, const Style *style, const char *text) {
    return clean(arena, style, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}

char *style_clean_line(Arena *arena, const Style *style, const char *text) {
    char *line = style_clean(arena, style, text);
    for (char *c = line; *c; c++)
        if (*c == '\n' || *c == '\t') *c = ' ';
    return line;
}

size_t draw_character_size(const char *clean, int *columns) {
    if (*clean == DRAW_HELD_BLANK) return *columns = 1, 1;
    utf8proc_int32_t code = 0;
    utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)clean, -1, &code);
    if (bytes < 1) {
        *columns = 1;
        return 1;
    }
    *columns = utf8proc_charwidth(code);
    return (size_t)bytes;
}

char *style_clean_source(Arena *arena, const Style *style, const char *text, size_t size) {
    while (size > 0 && (text[size - 1] == '\r' || text[size - 1] == '\n' || text[size - 1] == ' ')) size--;
    const char *line = clean(arena, style, text, size);
    Text out = {0};
    int column = 0;
    while (*line) {
        int columns = 0;
        size_t bytes = draw_character_size(line, &columns);
        if (*line == '\t' || *line == '\n') {
            columns = TAB_COLUMNS - column % TAB_COLUMNS;
            text_repeat(&out, " ", columns);
        } else {
            text_add_n(&out, line, bytes);
        }
        column += columns;
        line += bytes;
    }
    return text_take(&out, arena);
}

char *style_format(Arena *arena, const Style *style, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return style_clean_line(arena, style, text);
}

void style_put(Text *out, const Style *style, Role role, const char *clean_text) {
    bool looks = style->colour && *role_code[role] && *clean_text;
    if (looks) text_add(out, role_code[role]);
    text_add(out, clean_text);
    if (looks) text_add(out, "\x1b[0m");
}

void style_add(Text *out, const Style *style, Role role, const char *text) {
    Arena *arena = arena_new();
    style_put(out, style, role, style_clean(arena, style, text));
    arena_free(arena);
}
