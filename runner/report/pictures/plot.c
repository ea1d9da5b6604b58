/* A metric over a swept parameter, as columns over a labelled axis.
 *
 * Each value of the parameter gets the same width, so that 1, 2, 4, 8, 16 are as far apart as 1, 2, 3, 4, 5. The
 * vertical axis begins at zero, so that a bar twice as high is twice as much. Its steps are 1, 2 or 5 times a power
 * of ten, or quarters of a power of two (32 ways get marks at 8, 16 and 24), each two to four lines high. */
#include <math.h>
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { PLOT_LEAST_WIDTH = 40, PLOT_LEAST_POINTS = 4, COLUMN_MOST = 8, BAR_WIDEST = 4, INTERVALS_MOST = 5 };

typedef struct Plot {
    const Style *style;
    Arena *arena;
    const double *values; /* NaN: none */
    const char *const *labels;
    size_t count;
    double step; /* between two marks of the axis */
    int intervals, lines_each, lines;
    int margin;       /* columns left of the axis */
    int column, bar;  /* columns from point to point; of a bar */
    double reference; /* a level to compare with; 0: none */
} Plot;

/* The smallest of 1, 2, 5, 10... times a power of ten that needs at most INTERVALS_MOST steps to reach value. */
static double nice_step(double value) {
    double power = pow(10, floor(log10(value / INTERVALS_MOST)));
    static const double factors[] = {1, 2, 5, 10};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        if (ceil(value / (factors[i] * power) - 1e-9) <= INTERVALS_MOST) return factors[i] * power;
    return 10 * power;
}

static bool is_power_of_two(double value) {
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

static void scale(Plot *plot, double largest, bool whole) {
    plot->step = nice_step(largest);
    if (whole && plot->step < 1) plot->step = 1;
    if (whole && largest >= 4 && is_power_of_two(largest)) plot->step = largest / 4;
    plot->intervals = (int)ceil(largest / plot->step - 1e-9);
    if (plot->intervals < 1) plot->intervals = 1;
    plot->lines_each = plot->intervals <= 2 ? 4 : plot->intervals == 3 ? 3 : 2;
    plot->lines = plot->intervals * plot->lines_each;
    for (int i = 0; i <= plot->intervals; i++) {
        int columns = text_columns(draw_real(plot->arena, i * plot->step));
        plot->margin = columns > plot->margin ? columns : plot->margin;
    }
    int room = style_width(plot->style) - plot->margin - 4;
    plot->column = room / (int)plot->count;
    if (plot->column > COLUMN_MOST) plot->column = COLUMN_MOST;
    plot->bar = plot->column > BAR_WIDEST ? BAR_WIDEST : plot->column > 1 ? plot->column - 1 : 1;
}

/* The part of a bar that falls into one line: `filled` eighths of it. A value too small to see still leaves a mark. */
static const char *cell(const Plot *plot, int filled, bool lowest, bool any) {
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    if (lowest && any && filled < 1) filled = 1;
    if (plot->style->unicode) return eighths[filled < 0 ? 0 : filled > 8 ? 8 : filled];
    return filled >= 4 ? "#" : filled >= 1 && lowest ? "." : " ";
}

static void add_bar(const Plot *plot, Text *bars, double value, int line, bool referenced) {
    double units = isnan(value) ? 0 : value / plot->step * plot->lines_each * 8; /* eighths of a line */
    int filled = (int)lround(units) - 8 * (line - 1);
    const char *piece = cell(plot, filled, line == 1, value > 0);
    const char *gap = referenced ? (plot->style->unicode ? "╌" : "-") : " ";
    bool empty = *piece == ' ';
    text_repeat(bars, empty ? gap : piece, plot->bar);
    text_repeat(bars, gap, plot->column - plot->bar);
}

/* Prints a line of the plot; line 1 is the one above the axis. */
static void print_line(const Plot *plot, Text *out, int line) {
    const char *mark = "";
    if (line % plot->lines_each == 0) mark = draw_real(plot->arena, line / plot->lines_each * plot->step);
    int level = plot->reference > 0 ? (int)ceil(plot->reference / plot->step * plot->lines_each - 1e-9) : 0;
    bool referenced = line == level;
    text_repeat(out, " ", plot->margin - text_columns(mark) + 1);
    style_put(out, plot->style, ROLE_DIM, mark);
    text_add_char(out, ' ');
    style_put(out, plot->style, ROLE_DIM, plot->style->unicode ? (*mark ? "┤" : "│") : *mark ? "+" : "|");
    Text bars = {0};
    text_add(&bars, "");
    for (size_t i = 0; i < plot->count; i++) add_bar(plot, &bars, plot->values[i], line, referenced);
    while (bars.size > 0 && bars.data[bars.size - 1] == ' ') bars.data[--bars.size] = '\0';
    if (bars.size > 0) {
        text_add_char(out, ' ');
        style_put(out, plot->style, ROLE_CODE, bars.data);
    }
    text_free(&bars);
    text_add_char(out, '\n');
}

/* The labels that find room between their neighbours. */
static void print_labels(const Plot *plot, Text *out) {
    Text line = {0};
    text_add(&line, "");
    int start = plot->margin + 4;
    for (size_t i = 0; i < plot->count; i++) {
        int at = start + (int)i * plot->column, width = text_columns(plot->labels[i]);
        int before = text_columns(line.data);
        if (before > 0 && at < before + 1) continue;
        if (at + width > style_width(plot->style)) break;
        text_repeat(&line, " ", at - before);
        text_add(&line, plot->labels[i]);
    }
    style_put(out, plot->style, ROLE_DIM, line.data);
    text_add_char(out, '\n');
    text_free(&line);
}

static void print_axis(const Plot *plot, Text *out, const char *name) {
    const Style *style = plot->style;
    text_repeat(out, " ", plot->margin);
    style_put(out, style, ROLE_DIM, "0 ");
    Text axis = {0};
    text_add(&axis, style->unicode ? "└" : "+");
    text_repeat(&axis, style_glyph(style, GLYPH_RULE), (int)plot->count * plot->column + 1);
    style_put(out, style, ROLE_DIM, axis.data);
    text_add_char(out, '\n');
    text_free(&axis);
    print_labels(plot, out);
    text_repeat(out, " ", plot->margin + 4);
    style_put(out, style, ROLE_DIM, draw_cut(plot->arena, style, name, style_width(style) - plot->margin - 4));
    text_add_char(out, '\n');
}

static void print_title(const Plot *plot, Text *out, Metric metric) {
    const char *unit = metric_info[metric].unit;
    Flow flow = {0};
    flow_add(&flow, ROLE_STRONG, metric_info[metric].name);
    if (*unit) flow_add(&flow, ROLE_DIM, arena_printf(plot->arena, ", %s", unit));
    if (plot->reference > 0)
        flow_add(&flow, ROLE_DIM,
                 arena_printf(plot->arena, "; the broken line is the GPU's own copy, %s",
                              draw_real(plot->arena, plot->reference)));
    flow_print(&flow, out, plot->style, "", "  ");
    flow_free(&flow);
}

static bool is_number(const char *text) {
    return *text && strspn(text, "-0123456789") == strlen(text);
}

static bool has_value(const LaunchReport *report, Metric metric) {
    bool ran = report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED;
    return ran && report->result->metrics.known[metric] && report->result->metrics.value[metric] >= 0;
}

bool plot_fits(const Style *style, const char *const *labels, const LaunchReport *reports, size_t count,
               Metric metric) {
    if (style->plain || count < PLOT_LEAST_POINTS || style_width(style) < PLOT_LEAST_WIDTH) return false;
    if ((int)count > style_width(style) / 2 || metric_info[metric].kind == METRIC_KIND_NAME) return false;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!is_number(labels[i])) return false;
        any = any || (has_value(&reports[i], metric) && reports[i].result->metrics.value[metric] > 0);
    }
    return any;
}

void plot_draw(Text *out, const Style *style, Arena *arena, const char *name, const char *const *labels,
               const LaunchReport *reports, size_t count, Metric metric) {
    double *values = arena_array(arena, double, count), largest = 0, reference = 0;
    for (size_t i = 0; i < count; i++) {
        values[i] = has_value(&reports[i], metric) ? reports[i].result->metrics.value[metric] : NAN;
        if (!isnan(values[i])) largest = fmax(largest, values[i]);
        if (metric == METRIC_BANDWIDTH_GBPS) reference = fmax(reference, reports[i].result->timing.copy_gbps);
    }
    Plot plot = {
        .style = style, .arena = arena, .values = values, .labels = labels, .count = count, .reference = reference};
    scale(&plot, fmax(largest, reference), metric_info[metric].kind != METRIC_KIND_RATIO);
    text_add_char(out, '\n');
    print_title(&plot, out, metric);
    for (int line = plot.lines; line >= 1; line--) print_line(&plot, out, line);
    print_axis(&plot, out, style_clean_line(arena, style, name));
}
