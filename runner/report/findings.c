/* Findings: the defects that a device found, each with its source lines. */
#include <string.h>

#include "base/file.h"
#include "report/draw.h"

enum { FINDINGS_SHOWN = 10, EXCERPT_LINES = 5 };

void draw_excerpt(Text *out, const Style *style, Arena *arena, const char *source, int line, bool marked) {
    size_t size = 0;
    const char *text = source_line(source, line, &size);
    if (text == NULL) return;
    const char *edge = style_glyph(style, GLYPH_EDGE);
    char *number = arena_printf(arena, "%s %4d %s ", marked ? style_glyph(style, GLYPH_MARK) : " ", line, edge);
    char *more = arena_printf(arena, "       %s   ", edge);
    const char *clean = style_clean_source(arena, style, text, size);
    clean += strspn(clean, " "); /* a single line needs no indentation, which would take up columns */
    int room = EXCERPT_LINES * (style_width(style) - text_columns(more));
    flow_paragraph(out, style, ROLE_PLAIN, number, more, draw_cut(arena, style, *clean ? clean : " ", room));
}

bool source_has(const LaunchReport *report, Loc loc) {
    if (report->source == NULL || loc.line < 1) return false;
    return loc.file == NULL || report->source_file == NULL ||
           text_equal(path_base(loc.file), path_base(report->source_file));
}

const char *source_place(Arena *arena, const Style *style, const LaunchReport *report, Loc loc) {
    const char *file = loc.file != NULL ? loc.file : report->source_file;
    const char *column = loc.column > 0 ? arena_printf(arena, ":%d", loc.column) : "";
    return style_format(arena, style, "at %s:%d%s", file != NULL ? file : "line", loc.line, column);
}

static void print_lines(Text *out, const Style *style, Arena *arena, const LaunchReport *report,
                        const Finding *finding) {
    bool first = source_has(report, finding->loc), second = source_has(report, finding->other);
    if (first && second && finding->loc.line == finding->other.line) second = false;
    if (first && second && finding->other.line < finding->loc.line) {
        draw_excerpt(out, style, arena, report->source, finding->other.line, true);
        second = false;
    }
    if (first) draw_excerpt(out, style, arena, report->source, finding->loc.line, true);
    if (second) draw_excerpt(out, style, arena, report->source, finding->other.line, true);
}

static void print_finding(Text *out, const Style *style, Arena *arena, const LaunchReport *report,
                          const Finding *finding) {
    Role role = finding->warning ? ROLE_WARNING : ROLE_BAD;
    Flow flow = {0};
    flow_add(&flow, role, style_glyph(style, finding->warning ? GLYPH_WARNING : GLYPH_CROSS));
    flow_add(&flow, role,
             arena_printf(arena, " %s%s", finding->warning ? "warning: " : "", finding_info[finding->kind].title));
    if (finding->loc.line > 0)
        flow_add(&flow, ROLE_DIM, arena_printf(arena, " %s", source_place(arena, style, report, finding->loc)));
    if (finding->count > 1)
        flow_add(&flow, ROLE_DIM,
                 arena_printf(arena, " %s seen %s times", style_glyph(style, GLYPH_SEPARATOR),
                              draw_count(arena, (double)finding->count)));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
    Flow message = {0};
    flow_add_code(&message, style, ROLE_PLAIN, style_clean_line(arena, style, finding->message));
    flow_print(&message, out, style, "  ", "  ");
    flow_free(&message);
    print_lines(out, style, arena, report, finding);
}

void report_findings(Text *out, const Style *style, const LaunchReport *report) {
    Arena *arena = arena_new();
    const Result *result = report->result;
    size_t shown = result->finding_count < FINDINGS_SHOWN ? result->finding_count : FINDINGS_SHOWN;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0) text_add_char(out, '\n');
        print_finding(out, style, arena, report, &result->findings[i]);
    }
    if (shown < result->finding_count)
        flow_paragraph(
            out, style, ROLE_DIM, "", "",
            arena_printf(arena, "and %s",
                         draw_many(arena, (double)(result->finding_count - shown), "more finding", "more findings")));
    arena_free(arena);
}
