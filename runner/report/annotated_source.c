/* A kernel's text with what was counted on each line in the margin: requests to memory, wavefronts of shared memory,
 * sectors of global and local memory, and the findings below their lines.
 *
 * With the counts of another version of the file each line that stands in both, found by their longest common
 * subsequence, shows what it cost there and what it costs here where the two differ. */
#include <stdio.h>
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { COUNTS = 3, LINES_COMPARED = 2000, NUMBER = 7, CODE_WANTED = 64, CODE_NEEDED = 52 };

/* Where the counts stand: in columns on the left, there with 262K for 262,144, or below their lines. */
typedef enum Layout { LAYOUT_EXACT, LAYOUT_SHORT, LAYOUT_BELOW } Layout;

typedef struct Cost {
    double count[COUNTS]; /* requests, wavefronts, sectors */
} Cost;

static const char *const heads[COUNTS] = {"requests", "waves", "sectors"};
static const char *const short_heads[COUNTS] = {"req", "wave", "sect"};

static const Metric parts[COUNTS][12] = {
    {METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_ATOMIC_REQUESTS,
     METRIC_GLOBAL_LOAD_REQUESTS, METRIC_GLOBAL_STORE_REQUESTS, METRIC_GLOBAL_ATOMIC_REQUESTS,
     METRIC_LOCAL_LOAD_REQUESTS, METRIC_LOCAL_STORE_REQUESTS, METRIC_NONE},
    {METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_SHARED_STORE_WAVEFRONTS, METRIC_SHARED_ATOMIC_WAVEFRONTS, METRIC_NONE},
    {METRIC_GLOBAL_LOAD_SECTORS, METRIC_GLOBAL_STORE_SECTORS, METRIC_GLOBAL_ATOMIC_SECTORS, METRIC_LOCAL_LOAD_SECTORS,
     METRIC_LOCAL_STORE_SECTORS, METRIC_NONE},
};

typedef struct Margin {
    const LaunchReport *report, *before; /* before may be NULL */
    int lines;                           /* of the source */
    Cost *cost, *was;                    /* by line, from 1 */
    bool *matched;                       /* by line: it stands in both versions, so that was[] is known */
    int hottest;                         /* 0: none */
    int columns[COUNTS];                 /* 0: nothing was counted */
    Layout layout;
} Margin;

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text != '\0'; text++) lines += *text == '\n' || text[1] == '\0';
    return lines;
}

static Cost *costs_of(Arena *arena, const LaunchReport *report, int lines) {
    Cost *cost = arena_array(arena, Cost, (size_t)lines + 1);
    const Result *result = report->result;
    for (size_t i = 0; i < result->line_count; i++) {
        const LineCounts *line = &result->lines[i];
        if (!source_has(report, line->loc) || line->loc.line > lines) continue;
        for (int c = 0; c < COUNTS; c++)
            for (const Metric *m = parts[c]; *m != METRIC_NONE; m++)
                cost[line->loc.line].count[c] += line->metrics.known[*m] ? line->metrics.value[*m] : 0;
    }
    return cost;
}

/* What a line keeps the memory busy with: a wavefront and a sector of 32 bytes take about as long. */
static double heat(const Cost *cost) {
    return cost->count[1] + cost->count[2];
}

static void find_hottest(Margin *margin) {
    for (int line = 1; line <= margin->lines; line++)
        if (heat(&margin->cost[line]) > 0 &&
            (margin->hottest == 0 || heat(&margin->cost[line]) > heat(&margin->cost[margin->hottest])))
            margin->hottest = line;
}

/* ---- two versions ------------------------------------------------------------------------------------------------ */

typedef struct Line {
    const char *text;
    size_t size;
} Line;

static Line *split(Arena *arena, const char *text, int lines) {
    Line *all = arena_array(arena, Line, (size_t)lines + 1);
    for (int i = 0; i < lines; i++) {
        size_t size = strcspn(text, "\n");
        all[i].text = text + strspn(text, " \t");
        all[i].size = (size_t)(text + size - all[i].text);
        if (all[i].text > text + size) all[i].size = 0;
        text += size + (text[size] == '\n');
    }
    return all;
}

static bool same_line(Line a, Line b) {
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

/* Matches the lines of the two versions and takes over what the matched ones cost before. */
static void match_lines(Margin *margin, Arena *arena) {
    const LaunchReport *before = margin->before;
    if (before == NULL || before->source == NULL) return;
    int old_lines = count_lines(before->source), lines = margin->lines;
    if (old_lines > LINES_COMPARED || lines > LINES_COMPARED) return;
    const Cost *old = costs_of(arena, before, old_lines);
    const Line *here = split(arena, margin->report->source, lines), *there = split(arena, before->source, old_lines);
    size_t row = (size_t)old_lines + 1;
    uint16_t *longest = arena_array(arena, uint16_t, ((size_t)lines + 1) * row); /* of the lines from i and k on */
    for (int i = lines - 1; i >= 0; i--)
        for (int k = old_lines - 1; k >= 0; k--) {
            uint16_t down = longest[(size_t)(i + 1) * row + (size_t)k],
                     right = longest[(size_t)i * row + (size_t)k + 1];
            uint16_t both = (uint16_t)(longest[(size_t)(i + 1) * row + (size_t)k + 1] + 1);
            longest[(size_t)i * row + (size_t)k] = same_line(here[i], there[k]) ? both : down > right ? down : right;
        }
    for (int i = 0, k = 0; i < lines && k < old_lines;) {
        if (same_line(here[i], there[k])) {
            margin->matched[i + 1] = true;
            margin->was[i + 1] = old[k + 1];
            i++;
            k++;
        } else if (longest[(size_t)(i + 1) * row + (size_t)k] >= longest[(size_t)i * row + (size_t)k + 1])
            i++;
        else
            k++;
    }
}

/* ---- the margin -------------------------------------------------------------------------------------------------- */

static char *count_text(const Margin *margin, Arena *arena, double count) {
    if (margin->layout != LAYOUT_SHORT || count < 10000) return draw_count(arena, count);
    static const char units[] = "KMGT";
    int unit = -1;
    for (; count >= 1000 && unit + 1 < (int)sizeof units - 1; unit++) count /= 1000;
    return arena_printf(arena, count < 10 ? "%.1f%c" : "%.0f%c", count, units[unit]);
}

/* The count, or what it was and what it is. */
static const char *cell(const Margin *margin, const Style *style, Arena *arena, int line, int c) {
    double now = margin->cost[line].count[c], was = margin->was[line].count[c];
    if (margin->matched[line] && now != was)
        return style->plain ? draw_change(arena, style, count_text(margin, arena, was), count_text(margin, arena, now))
                            : arena_printf(arena, "%s%s%s", count_text(margin, arena, was),
                                           style_glyph(style, GLYPH_ARROW), count_text(margin, arena, now));
    return now > 0 ? count_text(margin, arena, now) : "";
}

static const char *head_of(const Margin *margin, int c) {
    return margin->layout == LAYOUT_SHORT ? short_heads[c] : heads[c];
}

/* The columns that the margin takes. */
static int measure(Margin *margin, const Style *style, Arena *arena) {
    int total = 2;
    for (int c = 0; c < COUNTS; c++) {
        margin->columns[c] = 0;
        for (int line = 1; line <= margin->lines; line++) {
            int columns = text_columns(cell(margin, style, arena, line, c));
            margin->columns[c] = columns > margin->columns[c] ? columns : margin->columns[c];
        }
        int head = (int)strlen(head_of(margin, c));
        if (margin->columns[c] > 0 && margin->columns[c] < head) margin->columns[c] = head;
        total += margin->columns[c] > 0 ? margin->columns[c] + 1 : 0;
    }
    return total;
}

static void lay_out(Margin *margin, const Style *style, Arena *arena) {
    int width = style_width(style) - NUMBER;
    margin->layout = LAYOUT_EXACT;
    if (style->plain) width = 0;
    if (width - measure(margin, style, arena) >= CODE_WANTED) return;
    margin->layout = LAYOUT_SHORT;
    if (width - measure(margin, style, arena) >= CODE_NEEDED) return;
    margin->layout = LAYOUT_BELOW;
    measure(margin, style, arena);
}

static const char *mark_of(const Style *style) {
    return style->plain ? "costs most:" : style_glyph(style, GLYPH_MARK);
}

/* The margin of a line; line 0: its head. Without colours, because it stands before a paragraph. */
static char *margin_text(const Margin *margin, const Style *style, Arena *arena, int line) {
    Text out = {0};
    text_printf(&out, "%s ", line > 0 && line == margin->hottest ? mark_of(style) : " ");
    for (int c = 0; c < COUNTS && margin->layout != LAYOUT_BELOW; c++) {
        if (margin->columns[c] == 0) continue;
        const char *text = line == 0 ? head_of(margin, c) : cell(margin, style, arena, line, c);
        text_repeat(&out, " ", margin->columns[c] - text_columns(text));
        text_printf(&out, line == 0 && c + 1 == COUNTS ? "%s" : "%s ", text);
    }
    return text_take(&out, arena);
}

/* "66 requests, 33 waves" below a line that has any. */
static void add_counts(Text *out, const Style *style, Arena *arena, const Margin *margin, int line, const char *more) {
    Text counts = {0};
    for (int c = 0; c < COUNTS; c++) {
        const char *text = cell(margin, style, arena, line, c);
        if (*text != '\0') text_printf(&counts, "%s%s %s", counts.size > 0 ? ", " : "", text, heads[c]);
    }
    if (counts.size > 0)
        flow_paragraph(out, style, line == margin->hottest ? ROLE_WARNING : ROLE_DIM, more, more,
                       text_take(&counts, arena));
    text_free(&counts);
}

static void add_findings(Text *out, const Style *style, Arena *arena, const Margin *margin, int line,
                         const char *more) {
    const Result *result = margin->report->result;
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        if (finding->loc.line != line || !source_has(margin->report, finding->loc)) continue;
        Role role = finding->warning ? ROLE_WARNING : ROLE_BAD;
        Flow flow = {0};
        flow_add(&flow, role,
                 arena_printf(arena, "%s %s", style_glyph(style, finding->warning ? GLYPH_WARNING : GLYPH_CROSS),
                              finding_name[finding->kind]));
        if (finding->other.line > 0 && finding->other.line != line)
            flow_add(&flow, role, arena_printf(arena, " with line %d", finding->other.line));
        flow_print(&flow, out, style, more, more);
        flow_free(&flow);
    }
}

/* One line with its margin. at: its text. */
static void add_line(Text *out, const Style *style, Arena *arena, const Margin *margin, int line, const char *at,
                     bool *in_comment) {
    const char *edge = style_glyph(style, GLYPH_EDGE), *left = margin_text(margin, style, arena, line);
    char *number = arena_printf(arena, "%s%4d %s ", left, line, edge);
    char *more = arena_printf(arena, "%*s%s   ", text_columns(left) + 5, "", edge);
    const char *clean = style_clean_source(arena, style, at, strcspn(at, "\n"));
    Flow flow = {0};
    if (*clean != '\0') {
        if (line == margin->hottest) flow_add(&flow, ROLE_WARNING, clean);
        if (line != margin->hottest) source_add_line(&flow, arena, clean, in_comment);
        flow_print(&flow, out, style, number, more);
    } else {
        number[strlen(number) - 1] = '\0';
        style_put(out, style, ROLE_DIM, number);
        text_add_char(out, '\n');
    }
    flow_free(&flow);
    if (margin->layout == LAYOUT_BELOW) add_counts(out, style, arena, margin, line, more);
    add_findings(out, style, arena, margin, line, more);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool counts(const Cost *cost) {
    return cost->count[0] + cost->count[1] + cost->count[2] > 0;
}

/* Counted lines outside the kernel: of the functions that it calls. */
static void add_lines_elsewhere(Text *out, const Style *style, Arena *arena, const Margin *margin, int first, int end) {
    bool any = false, in_comment = false;
    const char *at = margin->report->source;
    for (int line = 1; line <= margin->lines; line++) {
        bool outside = line < first || line >= end;
        if (outside && counts(&margin->cost[line])) {
            if (!any) flow_paragraph(out, style, ROLE_DIM, "", "", "Elsewhere in the file:");
            any = true;
            in_comment = false;
            add_line(out, style, arena, margin, line, at, &in_comment);
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

/* "requests 65 -> 33, sectors 256" for the whole launch. */
static void add_totals(Text *out, const Style *style, Arena *arena, const Margin *margin) {
    if (margin->before == NULL || margin->before->result == NULL) return;
    Cost now = {0}, was = {0};
    int old_lines = count_lines(margin->before->source != NULL ? margin->before->source : "");
    const Cost *old = costs_of(arena, margin->before, old_lines);
    for (int line = 1; line <= margin->lines; line++)
        for (int c = 0; c < COUNTS; c++) now.count[c] += margin->cost[line].count[c];
    for (int line = 1; line <= old_lines; line++)
        for (int c = 0; c < COUNTS; c++) was.count[c] += old[line].count[c];
    Flow flow = {0};
    flow_add(&flow, ROLE_PLAIN, "As shipped and now:");
    for (int c = 0; c < COUNTS; c++) {
        if (was.count[c] == 0 && now.count[c] == 0) continue;
        bool changed = was.count[c] != now.count[c];
        Role role = !changed ? ROLE_DIM : now.count[c] < was.count[c] ? ROLE_GOOD : ROLE_WARNING;
        const char *change =
            changed ? draw_change(arena, style, draw_count(arena, was.count[c]), draw_count(arena, now.count[c]))
                    : arena_printf(arena, "%s, unchanged", draw_count(arena, now.count[c]));
        flow_add(&flow, role, arena_printf(arena, " %s %s;", c == 1 ? "wavefronts" : heads[c], change));
    }
    flow.text.data[flow.text.size - 1] = '.';
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

static void add_legend(Text *out, const Style *style, Arena *arena, const Margin *margin) {
    Text legend = {0};
    static const char *const means[COUNTS] = {"to memory, by warps", "wavefronts of shared memory",
                                              "of global and local memory"};
    for (int c = 0; c < COUNTS; c++)
        if (margin->columns[c] > 0)
            text_printf(&legend, "%s%s: %s", legend.size > 0 ? "; " : "", head_of(margin, c), means[c]);
    if (margin->hottest > 0 && !style->plain) text_printf(&legend, "; %s the line that costs most", mark_of(style));
    if (legend.size > 0) flow_paragraph(out, style, ROLE_DIM, "", "  ", text_take(&legend, arena));
    text_free(&legend);
}

void report_annotated(Text *out, const Style *style, const LaunchReport *report, const char *kernel,
                      const LaunchReport *before) {
    if (report->source == NULL || report->result == NULL) return;
    Arena *arena = arena_new();
    Margin margin = {.report = report, .before = before, .lines = count_lines(report->source)};
    margin.cost = costs_of(arena, report, margin.lines);
    margin.was = arena_array(arena, Cost, (size_t)margin.lines + 1);
    margin.matched = arena_array(arena, bool, (size_t)margin.lines + 1);
    find_hottest(&margin);
    match_lines(&margin, arena);
    lay_out(&margin, style, arena);
    const char *end;
    int line, first;
    const char *at = source_kernel(report->source, kernel, &end, &line);
    first = line;
    bool in_comment = false;
    if (margin.layout != LAYOUT_BELOW) {
        style_put(out, style, ROLE_DIM, margin_text(&margin, style, arena, 0));
        text_add_char(out, '\n');
    }
    for (; at < end; line++) {
        add_line(out, style, arena, &margin, line, at, &in_comment);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    add_lines_elsewhere(out, style, arena, &margin, first, line);
    add_legend(out, style, arena, &margin);
    add_totals(out, style, arena, &margin);
    arena_free(arena);
}
