/* Diagnostics: severity and message, where, the source line with a caret, and what to do. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "report/draw.h"

enum {
    CONTEXT_AFTER = 8, /* columns kept visible after the caret in a line that is cut */
    FIRST = 10,
};

static const char *const severity_name[] = {
    [SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
static const Role severity_role[] = {
    [SEVERITY_ERROR] = ROLE_BAD, [SEVERITY_WARNING] = ROLE_WARNING, [SEVERITY_NOTE] = ROLE_DIM};

/* The columns before a byte column (from 1) of a source line, as style_clean_source lays it out. */
static int columns_before(Arena *arena, const Style *style, const char *line, size_t size, int column) {
    size_t before = (size_t)(column - 1) < size ? (size_t)(column - 1) : size;
    char *start = arena_printf(arena, "%.*s|", (int)before, line); /* the mark keeps blanks before the caret */
    return text_columns(style_clean_source(arena, style, start, strlen(start))) - 1;
}

/* The columns of the word that begins at a byte column (from 1), 1 where none does. */
static int columns_of_word(Arena *arena, const Style *style, const char *line, size_t size, int column) {
    size_t end = (size_t)(column - 1);
    while (end < size && (isalnum((unsigned char)line[end]) || line[end] == '_' || (line[end] & 0x80) != 0)) end++;
    int columns =
        columns_before(arena, style, line, size, (int)end + 1) - columns_before(arena, style, line, size, column);
    return columns > 1 ? columns : 1;
}

/* The part of clean that starts at a column. */
static const char *skip_columns(const char *clean, int columns) {
    while (*clean && columns > 0) {
        int width = 0;
        clean += draw_character_size(clean, &width);
        columns -= width;
    }
    return clean;
}

static void print_caret_line(Text *out, const Style *style, Arena *arena, const Diag *diag, const char *source) {
    size_t size = 0;
    const char *line = source_line(source, diag->loc.line, &size);
    if (line == NULL) return;
    char *number = arena_printf(arena, "%5d %s ", diag->loc.line, style_glyph(style, GLYPH_EDGE));
    int room = style_width(style) - text_columns(number);
    const char *clean = style_clean_source(arena, style, line, size);
    int caret = diag->loc.column > 0 ? columns_before(arena, style, line, size, diag->loc.column) : -1;
    const char *ellipsis = style_glyph(style, GLYPH_ELLIPSIS);
    int after = caret < 0 ? 0 : columns_of_word(arena, style, line, size, diag->loc.column) + text_columns(ellipsis);
    if (after > room * 3 / 4) after = room * 3 / 4; /* a longer word is cut: what is before it is wanted, too */
    if (after < CONTEXT_AFTER) after = CONTEXT_AFTER;
    if (caret + after > room && text_columns(clean) > room) { /* keep the caret's surroundings in sight */
        int skipped = caret + after - room + text_columns(ellipsis);
        const char *rest = skip_columns(clean, skipped);
        int lead = text_columns(clean) - text_columns(rest);
        clean = arena_printf(arena, "%s%s", ellipsis, rest);
        caret += text_columns(ellipsis) - lead;
    }
    style_put(out, style, ROLE_DIM, number);
    text_add(out, draw_cut(arena, style, clean, room));
    text_add_char(out, '\n');
    if (caret < 0 || caret >= room) return;
    style_put(out, style, ROLE_DIM, arena_printf(arena, "      %s ", style_glyph(style, GLYPH_EDGE)));
    text_repeat(out, " ", caret);
    style_put(out, style, severity_role[diag->severity], "^");
    text_add_char(out, '\n');
}

static void report_some(Text *out, const Style *style, const DiagList *diags, const char *source, size_t most) {
    if (diags == NULL) return;
    Arena *arena = arena_new();
    const char *source_file = NULL; /* source is the text of the file that the first position names */
    size_t shown = 0;
    for (const Diag *diag = diags->first; diag != NULL && shown < most; diag = diag->next, shown++) {
        if (source_file == NULL && diag->loc.line > 0) source_file = diag->loc.file;
        Flow flow = {0};
        if (diag->loc.file != NULL) {
            char *where = arena_printf(arena, "%s", diag->loc.file);
            if (diag->loc.line > 0) where = arena_printf(arena, "%s:%d", where, diag->loc.line);
            if (diag->loc.line > 0 && diag->loc.column > 0)
                where = arena_printf(arena, "%s:%d", where, diag->loc.column);
            flow_add(&flow, ROLE_STRONG, style_format(arena, style, "%s: ", where));
        }
        flow_add(&flow, severity_role[diag->severity], severity_name[diag->severity]);
        flow_add(&flow, ROLE_PLAIN, style_format(arena, style, ": %s", diag->message));
        flow_print(&flow, out, style, "", "  ");
        if (source != NULL && diag->loc.line > 0 && text_equal(diag->loc.file, source_file))
            print_caret_line(out, style, arena, diag, source);
        if (diag->hint != NULL) {
            flow_add(&flow, ROLE_DIM, "help: ");
            flow_add(&flow, ROLE_PLAIN, style_clean_line(arena, style, diag->hint));
            flow_print(&flow, out, style, "  ", "        ");
        }
        flow_free(&flow);
    }
    if (shown < diags->count)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "and %s",
                                    draw_many(arena, (double)(diags->count - shown), "more message", "more messages")));
    arena_free(arena);
}

void report_diags(Text *out, const Style *style, const DiagList *diags, const char *source) {
    report_some(out, style, diags, source, SIZE_MAX);
}

void report_first_diags(Text *out, const Style *style, const DiagList *diags, const char *source) {
    report_some(out, style, diags, source, FIRST);
}
