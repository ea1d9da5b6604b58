/* What a lesson has recorded on a GPU, for machines without one: in a table of its own, with the GPU's name above it,
 * so that nobody takes it for a measurement of this machine. */
#include "metric_names.h"
#include "report/draw.h"

/* Has none of the launches a value of its own? */
static bool is_missing(const LaunchReport *reports, size_t count, Metric metric) {
    for (size_t i = 0; i < count; i++)
        if (reports[i].result->metrics.known[metric]) return false;
    return true;
}

/* A line for each metric, beside its name. */
static void print_one(Text *out, const Style *style, Arena *arena, const RecordedMetric *const *metrics, size_t count) {
    const bool right[2] = {false, true};
    Cell *cells = arena_array(arena, Cell, 2 * count);
    for (size_t i = 0; i < count; i++) {
        cells[2 * i].text = metrics[i]->name;
        cells[2 * i + 1].text = draw_metric(arena, metrics[i]->metric, metrics[i]->values[0]);
    }
    table_print(out, style, arena, cells, count, 2, right, false, 2);
}

/* A row for each launch, a column for each metric. */
static void print_rows(Text *out, const Style *style, Arena *arena, const char *label_head, const char *const *labels,
                       size_t launches, const RecordedMetric *const *metrics, size_t count) {
    size_t columns = count + 1;
    Cell *cells = arena_array(arena, Cell, (launches + 1) * columns);
    bool *right = arena_array(arena, bool, columns);
    cells[0].text = style_clean_line(arena, style, label_head);
    for (size_t i = 0; i < launches; i++) cells[(i + 1) * columns].text = style_clean_line(arena, style, labels[i]);
    for (size_t m = 0; m < count; m++) {
        right[m + 1] = true;
        cells[m + 1].text = draw_metric_head(arena, metrics[m]->metric);
        for (size_t i = 0; i < launches; i++)
            cells[(i + 1) * columns + m + 1].text = draw_metric(arena, metrics[m]->metric, metrics[m]->values[i]);
    }
    table_print(out, style, arena, cells, launches + 1, columns, right, true, 0);
}

void report_recorded(Text *out, const Style *style, const char *label_head, const char *const *labels,
                     const LaunchReport *reports, size_t count, const Recorded *recorded) {
    Arena *arena = arena_new();
    const RecordedMetric **metrics = arena_array(arena, const RecordedMetric *, recorded->metric_count + 1);
    size_t used = 0;
    for (size_t i = 0; i < recorded->metric_count; i++)
        if (is_missing(reports, count, recorded->metrics[i].metric)) metrics[used++] = &recorded->metrics[i];
    if (used > 0) {
        const char *comma = recorded->size != NULL ? ", " : "", *size = recorded->size != NULL ? recorded->size : "";
        flow_paragraph(out, style, ROLE_DIM, "", "  ",
                       style_format(arena, style, "Recorded on a GPU (%s%s%s):", recorded->gpu, comma, size));
        if (labels == NULL)
            print_one(out, style, arena, metrics, used);
        else
            print_rows(out, style, arena, label_head, labels, count, metrics, used);
    }
    arena_free(arena);
}
