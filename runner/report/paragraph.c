/* Flow: paragraphs that wrap by display width, lines that are cut to it, and numbers as text.
 *
 * A line may break at a blank, and before or after a character two columns wide, as East Asian text does. A word
 * wider than a whole line is broken where the line ends. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/draw.h"

int draw_columns(const char *clean) {
    int widest = 0, used = 0;
    while (*clean) {
        int columns = 0;
        clean += draw_character_size(clean, &columns);
        used = clean[-1] == '\n' ? 0 : used + columns;
        widest = used > widest ? used : widest;
    }
    return widest;
}

char *draw_cut(Arena *arena, const Style *style, const char *clean, int columns) {
    if (text_columns(clean) <= columns) return arena_string(arena, clean);
    const char *ellipsis = style_glyph(style, GLYPH_ELLIPSIS);
    int room = columns - text_columns(ellipsis), used = 0, width = 0;
    size_t size = 0;
    if (room < 0) return arena_string_n(arena, "...", columns > 0 ? (size_t)columns : 0);
    for (size_t bytes; clean[size]; size += bytes, used += width) {
        bytes = draw_character_size(clean + size, &width);
        if (used + width > room) break;
    }
    return arena_printf(arena, "%.*s%s", (int)size, clean, ellipsis);
}

/* "#line 12" or "# 12": the number that the compiler gives the next line; 0 where there is none. *named: whether a file
 * is named as well. */
static int line_directive(const char *at, bool *named) {
    at += strspn(at, " \t");
    if (*at++ != '#') return 0;
    at += strspn(at, " \t");
    if (strncmp(at, "line", 4) == 0) at += 4;
    at += strspn(at, " \t");
    if (*at < '0' || *at > '9') return 0;
    char *end;
    long number = strtol(at, &end, 10);
    *named = end[strspn(end, " \t")] == '"';
    return number > 0 && number < INT_MAX ? (int)number : 0;
}

/* Lines are counted as the compiler does, which heeds #line. What follows a #line with a file's name is of another
 * file.
 */
const char *source_line(const char *source, int line, size_t *size) {
    bool elsewhere = false;
    if (source == NULL || line < 1) return NULL;
    for (int at = 1; *source != 0; at++) {
        bool named = false;
        int next = line_directive(source, &named);
        *size = strcspn(source, "\n");
        if (at == line && !elsewhere && next == 0) return source;
        elsewhere |= named;
        if (next != 0) at = next - 1;
        source += *size;
        if (*source == 0) return NULL;
        source++;
    }
    return NULL;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

char *draw_count(Arena *arena, double value) {
    if (!(value >= 0 && value < 18446744073709551616.0)) return arena_printf(arena, "%.0f", value);
    return text_grouped(arena, (uint64_t)value);
}

char *draw_real(Arena *arena, double value) {
    if (isfinite(value) && value == floor(value) && value >= 0 && value < 1e15) return draw_count(arena, value);
    if (value >= 1000 && value < 1e15) return draw_count(arena, round(value));
    return arena_printf(arena, fabs(value) >= 100 && fabs(value) < 1e9 ? "%.1f" : "%.4g", value);
}

char *draw_metric(Arena *arena, Metric metric, double value) {
    switch (metric_info[metric].kind) {
    case METRIC_KIND_NAME:
        return arena_string(arena, value >= 0 && value < LIMITER_COUNT ? limiter_name[(int)value] : "?");
    case METRIC_KIND_RATIO:
        if (text_equal(metric_info[metric].unit, "of 1"))
            return arena_printf(arena, value == floor(value) ? "%.0f%%" : "%.1f%%", value * 100);
        return draw_real(arena, value);
    case METRIC_KIND_COUNT:
    case METRIC_KIND_MAXIMUM: break;
    }
    return value == floor(value) ? draw_count(arena, value) : draw_real(arena, value);
}

char *draw_scalar(Arena *arena, Scalar type, double value) {
    bool real = type == SCALAR_F16 || type == SCALAR_F32 || type == SCALAR_F64;
    bool whole = value == floor(value) && fabs(value) < 1e10; /* 100000008 must not look like 100000000 */
    if (real && !whole) return arena_printf(arena, "%.*g", type == SCALAR_F64 ? 10 : type == SCALAR_F32 ? 7 : 4, value);
    return arena_printf(arena, "%.0f", value);
}

char *draw_many(Arena *arena, double value, const char *one, const char *many) {
    return arena_printf(arena, "%s %s", draw_count(arena, value), value == 1 ? one : many);
}

/* ---- paragraphs -------------------------------------------------------------------------------------------------- */

void flow_add(Flow *flow, Role role, const char *clean) {
    size_t size = strlen(clean);
    text_add_n(&flow->text, clean, size);
    for (size_t i = 0; i < size; i++) text_add_char(&flow->roles, (char)role);
}

void flow_add_code(Flow *flow, const Style *style, Role role, const char *clean) {
    const char *opens = strchr(clean, '`'), *closes = opens != NULL ? strchr(opens + 1, '`') : NULL;
    if (!style->colour || closes == NULL) {
        flow_add(flow, role, clean);
        return;
    }
    Arena *arena = arena_new();
    flow_add(flow, role, arena_string_n(arena, clean, (size_t)(opens - clean)));
    flow_add(flow, ROLE_CODE, arena_string_n(arena, opens + 1, (size_t)(closes - opens - 1)));
    flow_add_code(flow, style, role, closes + 1);
    arena_free(arena);
}

/* The end of the line that starts at start: *next is where the following one starts. */
static size_t line_end(const Flow *flow, size_t start, int room, size_t *next) {
    const char *text = flow->text.data;
    size_t break_end = 0, break_next = 0, at = start;
    bool broken = false;
    int used = 0;
    while (at < flow->text.size && text[at] != '\n') {
        int columns = 0;
        size_t bytes = draw_character_size(text + at, &columns);
        if (text[at] == ' ') {
            if (!broken || break_next != at) break_end = at;
            break_next = at + 1;
            broken = true;
        } else if (columns == 2 && at > start && break_next != at) {
            break_end = break_next = at;
            broken = true;
        }
        if (used + columns > room && text[at] != ' ' && at > start) {
            *next = broken ? break_next : at;
            return broken ? break_end : at;
        }
        used += columns;
        at += bytes;
        if (columns == 2 && at < flow->text.size && text[at] != ' ') {
            break_end = break_next = at;
            broken = true;
        }
    }
    *next = at < flow->text.size ? at + 1 : at;
    return at;
}

static void put_range(const Flow *flow, Text *out, const Style *style, size_t start, size_t end) {
    while (end > start && flow->text.data[end - 1] == ' ') end--;
    Text run = {0};
    for (size_t at = start; at < end;) {
        size_t stop = at + 1;
        while (stop < end && flow->roles.data[stop] == flow->roles.data[at]) stop++;
        run.size = 0;
        text_add_n(&run, flow->text.data + at, stop - at);
        for (size_t i = 0; i < run.size; i++)
            if (run.data[i] == DRAW_HELD_BLANK) run.data[i] = ' ';
        style_put(out, style, (Role)flow->roles.data[at], run.data);
        at = stop;
    }
    text_free(&run);
}

void flow_print(Flow *flow, Text *out, const Style *style, const char *first, const char *rest) {
    const char *prefix = first;
    for (size_t at = 0, next = 0; at < flow->text.size; at = next, prefix = rest) {
        int room = style_width(style) - text_columns(prefix);
        size_t end = line_end(flow, at, room > 1 ? room : 1, &next);
        style_put(out, style, ROLE_DIM, prefix);
        put_range(flow, out, style, at, end);
        text_add_char(out, '\n');
    }
    flow->text.size = flow->roles.size = 0;
}

void flow_free(Flow *flow) {
    text_free(&flow->text);
    text_free(&flow->roles);
}

void flow_paragraph(Text *out, const Style *style, Role role, const char *first, const char *rest, const char *clean) {
    Flow flow = {0};
    flow_add(&flow, role, clean);
    flow_print(&flow, out, style, first, rest);
    flow_free(&flow);
}
