/* What a launch counts otherwise than another: than the one before it, or than the same one of the shipped file. */
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

char *draw_change(Arena *arena, const Style *style, const char *was, const char *now) {
    if (style->plain) return arena_printf(arena, "before: %s, now: %s", was, now);
    return arena_printf(arena, "%s %s %s", was, style_glyph(style, GLYPH_ARROW), now);
}

/* In words: each metric a sentence of its own. */
static void say_changes(Text *out, const Style *style, Arena *arena, const Cell *cells, size_t rows) {
    for (size_t i = 0; i < rows; i++) {
        const Cell *row = cells + 4 * i;
        flow_paragraph(out, style, ROLE_PLAIN, "  ", "    ",
                       arena_printf(arena, "%s, %s", row[0].text, draw_change(arena, style, row[1].text, row[3].text)));
    }
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
        if (style->plain)
            say_changes(out, style, arena, cells, rows);
        else
            table_print(out, style, arena, cells, rows, 4, right, false, 2);
    }
    arena_free(arena);
    return rows;
}

/* ---- of what goals name ------------------------------------------------------------------------------------------ */

enum { GAINS = 6 };

typedef struct Gains {
    const Metrics *before, *now;
    Metric metric[GAINS];
    size_t count;
} Gains;

static void take_gain(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Gains *gains = context;
    Metric metric = metric_find(name);
    if (metric == METRIC_NONE || gains->count == GAINS) return;
    if (!gains->before->known[metric] || !gains->now->known[metric]) return;
    if (gains->before->value[metric] == gains->now->value[metric]) return;
    for (size_t i = 0; i < gains->count; i++)
        if (gains->metric[i] == metric) return;
    gains->metric[gains->count++] = metric;
}

void report_gains(Text *out, const Style *style, const Exercise *exercise, const Metrics *before, const Metrics *now) {
    Gains gains = {.before = before, .now = now};
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (!exercise->goals[i].hidden) expr_each_name(exercise->goals[i].expr, take_gain, &gains);
    if (gains.count == 0) return;
    Arena *arena = arena_new();
    flow_paragraph(out, style, ROLE_DIM, "", "", "As shipped, and now:");
    for (size_t i = 0; i < gains.count; i++) {
        Metric metric = gains.metric[i];
        Flow flow = {0};
        flow_add(&flow, ROLE_PLAIN, arena_printf(arena, "%s%s ", metric_info[metric].name, style->plain ? "," : ""));
        flow_add(&flow, ROLE_STRONG,
                 draw_change(arena, style, draw_metric(arena, metric, before->value[metric]),
                             draw_metric(arena, metric, now->value[metric])));
        flow_print(&flow, out, style, "  ", "    ");
        flow_free(&flow);
    }
    arena_free(arena);
}
