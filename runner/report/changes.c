/* What a launch counts otherwise than the one before it. */
#include "report/draw.h"

/* Whether both know the metric, and not the same value of it. */
static bool changed(const Metrics *before, const Metrics *after, Metric metric) {
    return before->known[metric] && after->known[metric] && before->value[metric] != after->value[metric];
}

static bool is_shown(const LaunchReport *report, Metric metric) {
    for (size_t i = 0; i < report->show_count; i++)
        if (report->show[i] == metric) return true;
    return report->show_count == 0 && metric_info[metric].unasked && !metric_needs_gpu(metric);
}

size_t report_changes(Text *out, const Style *style, const Metrics *before, const LaunchReport *report) {
    Arena *arena = arena_new();
    const Metrics *after = &report->result->metrics;
    Cell *cells = arena_array(arena, Cell, 4 * METRIC_CAPACITY);
    size_t rows = 0;
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!is_shown(report, metric) || !changed(before, after, metric)) continue;
        Cell *row = cells + 4 * rows++;
        row[0].text = metric_info[metric].name;
        row[1].text = draw_metric(arena, metric, before->value[metric]);
        row[2] = (Cell){style_glyph(style, GLYPH_ARROW), ROLE_DIM};
        row[3] = (Cell){draw_metric(arena, metric, after->value[metric]), ROLE_STRONG};
    }
    static const bool right[] = {false, true, false, true};
    if (rows > 0) {
        style_put(out, style, ROLE_DIM, "Changed since the run before:");
        text_add_char(out, '\n');
        table_print(out, style, arena, cells, rows, 4, right, false, 2);
    }
    arena_free(arena);
    return rows;
}
