/* Two launches side by side: a row for each metric that either of them counted, differences marked. */
#include <string.h>

#include "base/file.h"
#include "report/draw.h"

enum { COLUMNS = 4, CHANGE_WIDTH = 64, NAME_COLUMNS = 16 };

/* What heads a launch's column: its label, a file without its folder; A and B where that leaves no difference. */
static const char *column_name(Arena *arena, const Style *style, const char *const names[2], int side) {
    const char *a = path_base(names[0]), *b = path_base(names[1]);
    if (text_equal(a, b)) return side == 0 ? "A" : "B";
    return draw_cut(arena, style, style_clean_line(arena, style, side == 0 ? a : b), NAME_COLUMNS);
}

/* "A: old/k.cu" where the column's head is not the whole name, and the launch. */
static void add_side(Text *out, const Style *style, Arena *arena, const char *const names[2],
                     const LaunchReport *report, int side) {
    const char *column = column_name(arena, style, names, side);
    if (!text_equal(column, names[side]))
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "%s: %s", column, style_clean_line(arena, style, names[side])));
    draw_head(out, style, arena, report);
}

static bool counted(const Metrics *metrics, Metric metric) {
    return metrics->known[metric] && metrics->value[metric] != 0;
}

static bool same_value(const Metrics *metrics, Metric a, Metric b) {
    return metrics->known[a] == metrics->known[b] && (!metrics->known[a] || metrics->value[a] == metrics->value[b]);
}

/* Whether an assembled.* metric says the same as the one without that word, for both launches. */
static bool repeats(const LaunchReport *a, const LaunchReport *b, Metric metric) {
    static const char word[] = "assembled.";
    if (!text_starts(metric_info[metric].name, word)) return false;
    Metric written = metric_find(metric_info[metric].name + strlen(word));
    return written != METRIC_NONE && same_value(&a->result->metrics, metric, written) &&
           same_value(&b->result->metrics, metric, written);
}

/* Metrics that a report shows unasked; those of a GPU have names of their own, which would repeat them. */
static bool is_shown(const LaunchReport *a, const LaunchReport *b, Metric metric) {
    if (!metric_info[metric].unasked || text_starts(metric_info[metric].name, "gpu.")) return false;
    if (repeats(a, b, metric)) return false;
    return counted(&a->result->metrics, metric) || counted(&b->result->metrics, metric);
}

static const char *value_text(Arena *arena, const Metrics *metrics, Metric metric) {
    return metrics->known[metric] ? draw_metric(arena, metric, metrics->value[metric]) : "-";
}

static bool differs(const Metrics *a, const Metrics *b, Metric metric) {
    return a->known[metric] != b->known[metric] || (a->known[metric] && a->value[metric] != b->value[metric]);
}

/* "x 8" for eight times as much, "/ 8" for an eighth, "" where they are equal. */
static const char *change(Arena *arena, const Style *style, const Metrics *a, const Metrics *b, Metric metric) {
    if (!differs(a, b, metric)) return "";
    if (metric_info[metric].kind == METRIC_KIND_NAME || !a->known[metric] || !b->known[metric]) return "differs";
    double before = a->value[metric], now = b->value[metric];
    if (before == 0 || now == 0) return before == 0 ? "from 0" : "to 0";
    if (now > before)
        return arena_printf(arena, "%s %s", style_glyph(style, GLYPH_TIMES), draw_real(arena, now / before));
    return arena_printf(arena, style->plain ? "divided by %s" : "/ %s", draw_real(arena, before / now));
}

/* A metric's name with the mark of those that differ in front; read aloud, the change says so. */
static const char *marked(Arena *arena, const Style *style, bool other, const char *name) {
    return style->plain ? name : arena_printf(arena, "%s %s", other ? style_glyph(style, GLYPH_MARK) : " ", name);
}

static void add_row(Arena *arena, const Style *style, Cell *row, const LaunchReport *a, const LaunchReport *b,
                    Metric metric) {
    const Metrics *first = &a->result->metrics, *second = &b->result->metrics;
    bool other = differs(first, second, metric);
    row[0] = (Cell){marked(arena, style, other, metric_info[metric].name), other ? ROLE_STRONG : ROLE_DIM};
    row[1] = (Cell){value_text(arena, first, metric), other ? ROLE_PLAIN : ROLE_DIM};
    row[2] = (Cell){value_text(arena, second, metric), other ? ROLE_STRONG : ROLE_DIM};
    row[3] = (Cell){change(arena, style, first, second, metric), ROLE_PLAIN};
}

static void add_findings_row(Arena *arena, const Style *style, Cell *row, const LaunchReport *a,
                             const LaunchReport *b) {
    size_t first = result_findings(a->result, FINDING_ANY), second = result_findings(b->result, FINDING_ANY);
    row[0] = (Cell){marked(arena, style, first != second, "findings"), first != second ? ROLE_STRONG : ROLE_DIM};
    row[1] = (Cell){draw_count(arena, (double)first), first > 0 ? ROLE_BAD : ROLE_DIM};
    row[2] = (Cell){draw_count(arena, (double)second), second > 0 ? ROLE_BAD : ROLE_DIM};
    row[3] = (Cell){style->plain && first != second ? "differs" : "", ROLE_PLAIN};
}

static bool findings_differ(const LaunchReport reports[2]) {
    return result_findings(reports[0].result, FINDING_ANY) != result_findings(reports[1].result, FINDING_ANY);
}

/* The rows of the metrics that differ, or of those that do not; how many rows there are then. */
static size_t add_rows(Arena *arena, const Style *style, Cell *cells, size_t rows, const LaunchReport reports[2],
                       bool different) {
    for (Metric metric = 0; metric < metric_count; metric++)
        if (is_shown(&reports[0], &reports[1], metric) &&
            differs(&reports[0].result->metrics, &reports[1].result->metrics, metric) == different)
            add_row(arena, style, &cells[rows++ * COLUMNS], &reports[0], &reports[1], metric);
    return rows;
}

/* What differs comes first: the rest is long, and its first screen would show little of it. */
void report_comparison(Text *out, const Style *style, const char *const names[2], const LaunchReport reports[2]) {
    Arena *arena = arena_new();
    Cell *cells = arena_array(arena, Cell, (metric_count + 2) * COLUMNS);
    size_t rows = 1, different = 0;
    cells[0] = (Cell){style->plain ? "metric" : "  metric", ROLE_PLAIN};
    for (int i = 0; i < 2; i++) cells[i + 1] = (Cell){column_name(arena, style, names, i), ROLE_PLAIN};
    cells[3] = (Cell){"change", ROLE_PLAIN};
    rows = add_rows(arena, style, cells, rows, reports, true);
    different = rows - 1;
    if (findings_differ(reports)) add_findings_row(arena, style, &cells[rows++ * COLUMNS], &reports[0], &reports[1]);
    rows = add_rows(arena, style, cells, rows, reports, false);
    if (!findings_differ(reports)) add_findings_row(arena, style, &cells[rows++ * COLUMNS], &reports[0], &reports[1]);
    for (int i = 0; i < 2; i++) add_side(out, style, arena, names, &reports[i], i);
    text_add_char(out, '\n');
    static const bool right[COLUMNS] = {false, true, true, false};
    size_t columns = style->plain || style_width(style) >= CHANGE_WIDTH ? COLUMNS : COLUMNS - 1;
    for (size_t i = 0; columns < COLUMNS && i < rows; i++)
        memmove(&cells[i * columns], &cells[i * COLUMNS], columns * sizeof *cells);
    table_print(out, style, arena, cells, rows, columns, right, true, 0);
    if (columns < COLUMNS && different > 0)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "%d columns or more also show how many times as much that is.",
                                    CHANGE_WIDTH));
    flow_paragraph(out, style, ROLE_DIM, "", "",
                   different == 0
                       ? "Everything that is counted is equal."
                       : arena_printf(arena, "%s%s of %zu differ.",
                                      style->plain ? "" : arena_printf(arena, "%s ", style_glyph(style, GLYPH_MARK)),
                                      draw_many(arena, (double)different, "metric", "metrics"), rows - 2));
    arena_free(arena);
}
