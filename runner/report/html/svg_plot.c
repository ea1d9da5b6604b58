/* A metric over several launches as SVG: a bar for each, all as wide and from zero, so that a bar twice as high is
 * twice as much. */
#include <math.h>

#include "report/draw.h"
#include "report/html/html.h"

enum { MARGIN = 76, TOP = 36, HIGH = 200, BOTTOM = 44, BAR_WIDEST = 56, BAR_LEAST = 14, LABEL_WIDTH = 34, MARKS = 5 };

typedef struct Scale {
    double step;
    int marks;
} Scale;

static bool has_value(const LaunchReport *report, Metric metric) {
    bool ran = report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED;
    return ran && report->result->metrics.known[metric];
}

Metric svg_metric_to_plot(const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    for (size_t m = 0; m < show_count; m++) {
        if (metric_info[show[m]].kind == METRIC_KIND_NAME) continue;
        for (size_t i = 1; i < count; i++)
            if (has_value(&reports[i], show[m]) && has_value(&reports[0], show[m]) &&
                reports[i].result->metrics.value[show[m]] != reports[0].result->metrics.value[show[m]])
                return show[m];
    }
    return METRIC_NONE;
}

/* Steps of 1, 2 or 5 times a power of ten, at most MARKS of them up to the largest value. */
static Scale find_scale(double largest) {
    static const double factors[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(largest / MARKS)));
    Scale scale = {.step = 10 * power};
    for (size_t i = sizeof factors / sizeof *factors; i-- > 0;)
        if (ceil(largest / (factors[i] * power) - 1e-9) <= MARKS) scale.step = factors[i] * power;
    scale.marks = (int)ceil(largest / scale.step - 1e-9);
    return scale;
}

static double height_of(const Scale *scale, double value) {
    return value / (scale->step * scale->marks) * HIGH;
}

static void add_axis(Text *out, Arena *arena, const Scale *scale, int width) {
    for (int mark = 0; mark <= scale->marks; mark++) {
        double y = TOP + HIGH - height_of(scale, mark * scale->step);
        text_printf(out, "<line class=\"ws-line\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", MARGIN, width - 8,
                    y, y);
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n", MARGIN - 6,
                    y + 4, draw_real(arena, mark * scale->step));
    }
}

static void add_bars(Text *out, Arena *arena, const Scale *scale, const char *const *labels,
                     const LaunchReport *reports, size_t count, Metric metric, int column) {
    size_t every = (size_t)((LABEL_WIDTH + column - 1) / column); /* labels that would touch are left out */
    for (size_t i = 0; i < count; i++) {
        int x = MARGIN + (int)i * column, middle = x + column / 2;
        double value = has_value(&reports[i], metric) ? reports[i].result->metrics.value[metric] : 0;
        double high = isfinite(value) && value > 0 ? height_of(scale, value) : 0;
        text_printf(out, "<rect class=\"ws-once\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n", x + 2,
                    TOP + HIGH - high, column - 4, high);
        if (i % every != 0) continue;
        text_printf(out, "<text class=\"ws-ink\" text-anchor=\"middle\" x=\"%d\" y=\"%.1f\">", middle,
                    TOP + HIGH - high - 4);
        html_text(out, has_value(&reports[i], metric) ? draw_metric(arena, metric, value) : "-");
        text_printf(out, "</text>\n<text class=\"ws-dim\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">", middle,
                    TOP + HIGH + 16);
        html_text(out, labels[i]);
        text_add(out, "</text>\n");
    }
}

/* "1: 32, 2: 64": the bars in words. */
static const char *values_text(Arena *arena, const char *const *labels, const LaunchReport *reports, size_t count,
                               Metric metric) {
    Text text = {0};
    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%s%s: %s", i > 0 ? ", " : "", labels[i],
                    has_value(&reports[i], metric)
                        ? draw_metric(arena, metric, reports[i].result->metrics.value[metric])
                        : "not known");
    return text_take(&text, arena);
}

bool svg_plot(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports, size_t count,
              Metric metric, int number) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (has_value(&reports[i], metric)) largest = fmax(largest, reports[i].result->metrics.value[metric]);
    if (!isfinite(largest) || largest <= 0 || count > SWEEP_LIMIT) return false;
    Arena *arena = arena_new();
    Scale scale = find_scale(largest);
    int column = 640 / (int)count;
    column = column > BAR_WIDEST ? BAR_WIDEST : column < BAR_LEAST ? BAR_LEAST : column;
    int width = MARGIN + column * (int)count + 16;
    width = width < 320 ? 320 : width;
    bool named = label_head != NULL && *label_head != '\0';
    const char *title =
        arena_printf(arena, "%s%s%s", metric_info[metric].name, named ? " over " : "", named ? label_head : "");
    svg_begin(out, width, TOP + HIGH + BOTTOM, number, title, values_text(arena, labels, reports, count, metric));
    svg_heading(out, title);
    add_axis(out, arena, &scale, width);
    add_bars(out, arena, &scale, labels, reports, count, metric, column);
    if (named) {
        text_printf(out, "<text class=\"ws-dim\" x=\"%d\" y=\"%d\">", MARGIN, TOP + HIGH + 36);
        html_text(out, label_head);
        text_add(out, "</text>\n");
    }
    text_add(out, "</svg>\n");
    arena_free(arena);
    return true;
}
