/* The picture of a race: a time-line of the two accesses, each in its thread's column, with what is missing between
 * them. Time runs down. In a narrow terminal the threads' columns are left out and each access names its thread. */
#include <string.h>

#include "report/draw.h"

enum { ROWS = 3, FURTHER = 2, EDGE = 3, COLUMN = 34, COLUMN_MOST = 60, SIDE_BY_SIDE = EDGE + 2 * COLUMN, ROOMY = 96 };

/* The columns of a thread: wider where the terminal is. */
static int thread_columns(const Style *style) {
    int half = (style_width(style) - EDGE) / 2;
    if (style_width(style) < ROOMY) return COLUMN;
    return half < COLUMN_MOST ? half : COLUMN_MOST;
}

static const char *did(RequestOp op) {
    static const char *const verbs[] = {
        [REQUEST_LOAD] = "reads", [REQUEST_STORE] = "writes", [REQUEST_ATOMIC] = "updates", [REQUEST_FREE] = "frees"};
    return verbs[op];
}

/* "words[3]" for "`words`, element 3"; any other place without its backticks. */
static char *place_of(Arena *arena, const Style *style, const RacePair *pair) {
    static const char element[] = "`, element ";
    char *place = style_clean_line(arena, style, pair->place);
    char *at = strstr(place, element), *end = at != NULL ? at + strlen(element) : NULL;
    if (*place == '`' && at != NULL && end[strspn(end, "0123456789")] == '\0')
        return arena_printf(arena, "%.*s[%s]", (int)(at - place - 1), place + 1, end);
    char *to = place;
    for (const char *from = place; *from != '\0'; from++)
        if (*from != '`') *to++ = *from;
    *to = '\0';
    return place;
}

/* A line of the drawing: the axis, then clean from the left or from the right column on. What is longer goes on below,
 * for a few rows. */
static void add_line(Text *out, const Style *style, Arena *arena, Role role, bool right, const char *clean) {
    bool wide = style_width(style) >= SIDE_BY_SIDE;
    int indent = right && wide ? thread_columns(style) : 0, room = style_width(style) - EDGE - indent;
    const char *edge = style_glyph(style, GLYPH_EDGE);
    if (*clean == '\0') {
        style_put(out, style, ROLE_DIM, edge);
        text_add_char(out, '\n');
        return;
    }
    Flow flow = {0};
    flow_add(&flow, role, draw_cut(arena, style, clean, ROWS * (room - FURTHER)));
    flow_print(&flow, out, style, arena_printf(arena, "%s  %*s", edge, indent, ""),
               arena_printf(arena, "%s  %*s", edge, indent + FURTHER, ""));
    flow_free(&flow);
}

static const char *line_of(Arena *arena, const Style *style, const LaunchReport *report, Loc loc) {
    size_t size = 0;
    const char *text = source_has(report, loc) ? source_line(report->source, loc.line, &size) : NULL;
    if (text == NULL) return arena_printf(arena, "line %d", loc.line);
    const char *clean = style_clean_source(arena, style, text, size);
    while (*clean == ' ') clean++;
    return arena_printf(arena, "line %d: %s", loc.line, clean);
}

static void add_access(Text *out, const Style *style, Arena *arena, const LaunchReport *report, const RacePair *pair,
                       const RaceAccess *access, Loc loc, bool right) {
    bool wide = style_width(style) >= SIDE_BY_SIDE;
    const char *place = place_of(arena, style, pair);
    const char *what = arena_printf(arena, "%s %s", did(access->op), place);
    if (!wide) what = arena_printf(arena, "thread %s %s", access->thread, what);
    add_line(out, style, arena, access->op == REQUEST_LOAD ? ROLE_STRONG : ROLE_WARNING, right, what);
    add_line(out, style, arena, ROLE_PLAIN, right, line_of(arena, style, report, loc));
}

static void add_threads(Text *out, const Style *style, Arena *arena, const RacePair *pair) {
    if (style_width(style) < SIDE_BY_SIDE) return;
    const char *first = arena_printf(arena, "thread %s", pair->first.thread);
    text_repeat(out, " ", EDGE);
    style_put(out, style, ROLE_TITLE, first);
    int gap = thread_columns(style) - text_columns(first);
    text_repeat(out, " ", gap > 1 ? gap : 1);
    style_put(out, style, ROLE_TITLE, arena_printf(arena, "thread %s", pair->second.thread));
    text_add_char(out, '\n');
}

/* What the other order would give. */
static const char *outcome_of(const RacePair *pair) {
    if (pair->second.op == REQUEST_FREE)
        return "Nothing keeps this order: the memory may be freed first, and then the other thread uses what belongs "
               "to "
               "nobody.";
    bool first_reads = pair->first.op == REQUEST_LOAD, second_reads = pair->second.op == REQUEST_LOAD;
    if (second_reads)
        return "Nothing keeps this order: the read may come first, and then it finds what was there before.";
    if (first_reads)
        return "Nothing keeps this order: the write may come first, and then the read finds the new value.";
    return "Nothing keeps this order: the other one may come last, and then its value stays.";
}

/* The same in words. */
static void add_sentences(Text *out, const Style *style, Arena *arena, const LaunchReport *report,
                          const Finding *finding) {
    const RacePair *pair = finding->race;
    const char *place = place_of(arena, style, pair);
    flow_paragraph(out, style, ROLE_PLAIN, "", "",
                   arena_printf(arena, "First, thread %s %s %s, %s", pair->first.thread, did(pair->first.op), place,
                                line_of(arena, style, report, finding->other)));
    flow_paragraph(out, style, ROLE_PLAIN, "", "",
                   arena_printf(arena, "Then, %s, thread %s %s %s, %s", pair->missing, pair->second.thread,
                                did(pair->second.op), place, line_of(arena, style, report, finding->loc)));
    flow_paragraph(out, style, ROLE_PLAIN, "", "", outcome_of(pair));
}

static void add_drawing(Text *out, const Style *style, Arena *arena, const LaunchReport *report,
                        const Finding *finding) {
    const RacePair *pair = finding->race;
    bool missing = pair->missing != NULL && text_starts(pair->missing, "with ");
    add_threads(out, style, arena, pair);
    add_access(out, style, arena, report, pair, &pair->first, finding->other, false);
    add_line(out, style, arena, ROLE_BAD, false, "");
    Flow flow = {0};
    flow_add(&flow, ROLE_BAD, style_glyph(style, GLYPH_CROSS));
    flow_add(&flow, ROLE_BAD, arena_printf(arena, " %s", missing ? pair->missing + strlen("with ") : pair->missing));
    const char *edge = arena_printf(arena, "%s  ", style_glyph(style, GLYPH_EDGE));
    flow_print(&flow, out, style, edge, edge);
    flow_free(&flow);
    add_line(out, style, arena, ROLE_BAD, false, "");
    add_access(out, style, arena, report, pair, &pair->second, finding->loc, true);
    style_put(out, style, ROLE_DIM, style->unicode ? "▼ time" : "v time");
    text_add(out, "\n\n");
    flow_paragraph(out, style, ROLE_PLAIN, "", "", outcome_of(pair));
}

bool report_race(Text *out, const Style *style, const LaunchReport *report, const Finding *finding) {
    if (finding->race == NULL) return false;
    Arena *arena = arena_new();
    if (style->plain)
        add_sentences(out, style, arena, report, finding);
    else
        add_drawing(out, style, arena, report, finding);
    arena_free(arena);
    return true;
}
