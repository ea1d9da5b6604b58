/* One table over several launches: a row each. The bar shows the first metric, scaled to the largest of the rows. */
#include <math.h>
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { METRICS_BY_DEFAULT = 4, HEAD_UNBROKEN = 12, BAR_MOST = 24, BAR_LEAST = 5, GAP = 2 };

/* Chooses the metrics that differ between the launches; where none does, the first ones that are not zero. */
static Metric *choose_metrics(Arena *arena, const LaunchReport *reports, size_t count, size_t *chosen) {
    Metric *show = arena_array(arena, Metric, METRICS_BY_DEFAULT);
    *chosen = 0;
    for (int differing = 1; differing >= 0 && *chosen == 0; differing--)
        for (Metric metric = 0; metric < metric_count && *chosen < METRICS_BY_DEFAULT; metric++) {
            bool differs = false, any = false;
            for (size_t i = 0; i < count; i++) {
                const Metrics *metrics = &reports[i].result->metrics;
                any = any || (metrics->known[metric] && metrics->value[metric] != 0);
                differs = differs || metrics->known[metric] != reports[0].result->metrics.known[metric] ||
                          metrics->value[metric] != reports[0].result->metrics.value[metric];
            }
            if (metric_info[metric].unasked && any && (differs || !differing)) show[(*chosen)++] = metric;
        }
    return show;
}

/* The remark of a row; "" where nothing went wrong. */
static const char *remark(Arena *arena, const LaunchReport *report) {
    const Result *result = report->result;
    size_t findings = 0;
    for (size_t i = 0; i < result->finding_count; i++) findings += !result->findings[i].warning;
    switch (result->status) {
    case RUN_REFUSED: return "refused";
    case RUN_UNSUPPORTED: return "unsupported";
    case RUN_INTERRUPTED: return "interrupted";
    case RUN_STOPPED:
    case RUN_FINISHED: break;
    }
    if (findings > 0)
        return arena_printf(arena, "%s%s", result->status == RUN_STOPPED ? "stopped: " : "",
                            finding_name[result->findings[0].kind]);
    if (result->status == RUN_STOPPED) return "stopped";
    return report->judged != NULL && report->judged->judged && !report->judged->correct ? "wrong output" : "";
}

/* value / largest of `columns` columns, in eighths of one where there are glyphs for them. */
static char *print_bar(Arena *arena, const Style *style, double value, double largest, int columns) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    Text bar = {0};
    text_add(&bar, "");
    int units = largest > 0 && value > 0 ? (int)lround(value / largest * columns * 8) : 0;
    if (value > 0 && units == 0) units = 1;
    if (style->unicode) {
        text_repeat(&bar, "█", units / 8);
        text_add(&bar, eighths[units % 8]);
    } else {
        text_repeat(&bar, "#", (units + 7) / 8);
    }
    return text_take(&bar, arena);
}

static bool has_value(const LaunchReport *report, Metric metric) {
    bool ran = report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED;
    return ran && report->result->metrics.known[metric];
}

const char *draw_metric_head(Arena *arena, Metric metric) {
    const char *name = metric_info[metric].name, *dot = strrchr(name, '.');
    return dot != NULL && strlen(name) > HEAD_UNBROKEN
               ? arena_printf(arena, "%.*s\n%s", (int)(dot + 1 - name), name, dot + 1)
               : name;
}

typedef struct Column {
    Cell *cells; /* the head, then one a row */
    bool right;
} Column;

static Column metric_column(Arena *arena, const LaunchReport *reports, size_t count, Metric metric) {
    Column column = {.cells = arena_array(arena, Cell, count + 1), .right = true};
    column.cells[0].text = draw_metric_head(arena, metric);
    for (size_t i = 0; i < count; i++)
        column.cells[i + 1].text =
            has_value(&reports[i], metric) ? draw_metric(arena, metric, reports[i].result->metrics.value[metric]) : "-";
    return column;
}

static Column text_column(Arena *arena, const Style *style, const char *head, const char *const *texts, size_t count) {
    Column column = {.cells = arena_array(arena, Cell, count + 1)};
    column.cells[0].text = style_clean_line(arena, style, head);
    column.right = count > 0;
    for (size_t i = 0; i < count; i++) {
        column.cells[i + 1].text = style_clean_line(arena, style, texts[i]);
        column.right = column.right && strspn(texts[i], "-0123456789") == strlen(texts[i]);
    }
    return column;
}

static bool remark_column(Arena *arena, const LaunchReport *reports, size_t count, Column *column) {
    *column = (Column){.cells = arena_array(arena, Cell, count + 1)};
    column->cells[0].text = "";
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        column->cells[i + 1] = (Cell){remark(arena, &reports[i]), ROLE_BAD};
        any = any || *column->cells[i + 1].text;
    }
    return any;
}

static bool bar_column(Arena *arena, const Style *style, const LaunchReport *reports, size_t count, Metric metric,
                       int room, Column *column) {
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        if (has_value(&reports[i], metric)) largest = fmax(largest, reports[i].result->metrics.value[metric]);
    if (style->plain || room < BAR_LEAST || largest <= 0 || metric_info[metric].kind == METRIC_KIND_NAME) return false;
    *column = (Column){.cells = arena_array(arena, Cell, count + 1)};
    column->cells[0].text = "";
    for (size_t i = 0; i < count; i++) {
        double value = has_value(&reports[i], metric) ? reports[i].result->metrics.value[metric] : 0;
        column->cells[i + 1] =
            (Cell){print_bar(arena, style, value, largest, room < BAR_MOST ? room : BAR_MOST), ROLE_CODE};
    }
    return true;
}

static int columns_used(const Column *columns, size_t count, size_t rows) {
    int used = 0;
    for (size_t i = 0; i < count; i++) {
        int widest = 0;
        for (size_t row = 0; row < rows; row++) {
            int needed = draw_columns(columns[i].cells[row].text);
            widest = needed > widest ? needed : widest;
        }
        used += widest + GAP;
    }
    return used;
}

static void print_columns(Text *out, const Style *style, Arena *arena, const Column *columns, size_t count,
                          size_t rows) {
    Cell *cells = arena_array(arena, Cell, rows * count);
    bool *right = arena_array(arena, bool, count);
    for (size_t column = 0; column < count; column++) {
        right[column] = columns[column].right;
        for (size_t row = 0; row < rows; row++) cells[row * count + column] = columns[column].cells[row];
    }
    table_print(out, style, arena, cells, rows, count, right, true, 0);
}

/* Under the table: why a launch was refused or could not run. */
static void print_reasons(Text *out, const Style *style, Arena *arena, const char *const *labels,
                          const LaunchReport *reports, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const Result *result = reports[i].result;
        if (result->status != RUN_REFUSED && result->status != RUN_UNSUPPORTED) continue;
        Flow flow = {0};
        flow_add(&flow, ROLE_STRONG, style_clean_line(arena, style, labels[i]));
        flow_add(&flow, ROLE_BAD, result->status == RUN_REFUSED ? ": refused" : ": unsupported");
        if (result->error_code != NULL)
            flow_add(&flow, ROLE_CODE, style_format(arena, style, " %s", result->error_code));
        if (result->error != NULL) flow_add(&flow, ROLE_PLAIN, style_format(arena, style, ", %s", result->error));
        flow_print(&flow, out, style, "", "  ");
        flow_free(&flow);
    }
}

/* ---- where a GPU took part --------------------------------------------------------------------------------------- */

/* Whether no row has a value because the device that gives it ran none of them. */
static bool is_elsewhere(const LaunchReport *reports, size_t count, Metric metric) {
    bool on_gpu = false, simulated = false;
    for (size_t i = 0; i < count; i++) {
        if (has_value(&reports[i], metric)) return false;
        const GpuReport *gpu = reports[i].gpu;
        on_gpu = on_gpu || (gpu != NULL && gpu->result != NULL);
        simulated = simulated || gpu == NULL || gpu->simulated;
    }
    return metric_needs_gpu(metric) ? !on_gpu : !simulated;
}

/* Was a time measured that the author did not ask for? */
static bool has_time_besides(const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    for (size_t i = 0; i < show_count; i++)
        if (show[i] == METRIC_TIME_MS) return false;
    for (size_t i = 0; i < count; i++)
        if (has_value(&reports[i], METRIC_TIME_MS)) return true;
    return false;
}

static void print_missing(Text *out, const Style *style, Arena *arena, const LaunchReport *reports, size_t count,
                          const Metric *show, size_t show_count) {
    for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
        const char *names = "";
        for (size_t m = 0; m < show_count; m++)
            if (metric_needs_gpu(show[m]) == on_gpu && is_elsewhere(reports, count, show[m]))
                names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", metric_info[show[m]].name);
        const char *where = on_gpu ? "Measured only on a GPU" : "Counted only by the simulator";
        if (*names) flow_paragraph(out, style, ROLE_DIM, "", "  ", arena_printf(arena, "%s: %s.", where, names));
    }
}

/* Rows that say the same are one sentence: "row, row: sentence". */
static void print_shared(Text *out, const Style *style, Arena *arena, const char *const *labels,
                         const char *const *sentences, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (sentences[i] == NULL) continue;
        const char *names = NULL;
        bool all = true, first = true;
        for (size_t j = 0; j < count; j++) {
            bool same = sentences[j] != NULL && text_equal(sentences[i], sentences[j]);
            all &= same;
            if (!same) continue;
            first &= j >= i;
            names = names == NULL ? labels[j] : arena_printf(arena, "%s, %s", names, labels[j]);
        }
        if (!first) continue;
        flow_paragraph(out, style, ROLE_DIM, "", "  ",
                       all ? style_format(arena, style, "%s", sentences[i])
                           : style_format(arena, style, "%s: %s", names, sentences[i]));
    }
}

/* Which launch the times are of, and why some are missing. */
static void print_timed(Text *out, const Style *style, Arena *arena, const char *const *labels,
                        const LaunchReport *reports, size_t count) {
    const char **sizes = arena_array(arena, const char *, count), **missing = arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const GpuReport *gpu = reports[i].gpu;
        if (gpu == NULL || gpu->result == NULL) continue;
        const char *with = draw_timed_sizes(arena, style, &reports[i]);
        if (gpu->result->untimed != NULL)
            missing[i] = arena_printf(arena, "Not timed: %s.", gpu->result->untimed);
        else if (with != NULL && gpu->result->timing.repetitions > 0)
            sizes[i] = arena_printf(arena, "Timed with %s%s.", with,
                                    gpu->judged->correct ? ", where the output is right too" : "");
    }
    print_shared(out, style, arena, labels, sizes, count);
    print_shared(out, style, arena, labels, missing, count);
}

/* Under the table: which device the numbers come from, and where the two devices differ. */
static void print_gpu_remarks(Text *out, const Style *style, Arena *arena, const char *const *labels,
                              const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    const GpuReport *gpu = NULL;
    for (size_t i = 0; i < count; i++) {
        if (reports[i].gpu == NULL) continue;
        if (reports[i].gpu->result != NULL) gpu = reports[i].gpu;
        for (size_t n = 0; n < reports[i].gpu->note_count; n++)
            flow_paragraph(out, style, ROLE_WARNING, "", "  ",
                           style_format(arena, style, "%s %s: %s", style_glyph(style, GLYPH_WARNING), labels[i],
                                        reports[i].gpu->notes[n]));
    }
    if (gpu != NULL && gpu->simulated)
        flow_paragraph(out, style, ROLE_DIM, "", "  ",
                       style_format(arena, style,
                                    "Counts are the simulator's; times and what follows from them were measured on "
                                    "the %s.",
                                    gpu->name));
    print_timed(out, style, arena, labels, reports, count);
    print_missing(out, style, arena, reports, count, show, show_count);
}

/* The metric that a plot would show: the first that is not the same everywhere. */
static Metric metric_to_plot(const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    for (size_t m = 0; m < show_count; m++)
        for (size_t i = 1; i < count; i++)
            if (has_value(&reports[i], show[m]) && has_value(&reports[0], show[m]) &&
                reports[i].result->metrics.value[show[m]] != reports[0].result->metrics.value[show[m]])
                return show[m];
    return METRIC_NONE;
}

/* A copy of show without the columns that would stay empty. */
static Metric *columns_to_show(Arena *arena, const LaunchReport *reports, size_t count, const Metric *show,
                               size_t *show_count) {
    Metric *kept = arena_array(arena, Metric, *show_count + 1); /* one more for the time */
    size_t used = 0;
    for (size_t i = 0; i < *show_count; i++)
        if (!is_elsewhere(reports, count, show[i])) kept[used++] = show[i];
    *show_count = used;
    return kept;
}

/* The columns of a table: labels, metrics, remarks; the number of them. There is room for one more. */
static size_t make_columns(Arena *arena, const Style *style, const char *label_head, const char *const *labels,
                           const LaunchReport *reports, size_t count, const Metric *show, size_t show_count,
                           Column **columns) {
    size_t used = 0;
    *columns = arena_array(arena, Column, show_count + 3);
    (*columns)[used++] = text_column(arena, style, label_head, labels, count);
    for (size_t i = 0; i < show_count; i++) (*columns)[used++] = metric_column(arena, reports, count, show[i]);
    used += remark_column(arena, reports, count, &(*columns)[used]);
    return used;
}

/* bar: whether the first metric that varies gets one where there is room. The rows' names alone are no table. */
static void print_metrics(Text *out, const Style *style, Arena *arena, const char *label_head,
                          const char *const *labels, const LaunchReport *reports, size_t count, const Metric *show,
                          size_t show_count, bool bar) {
    Column *columns, beside;
    size_t rows = count + 1;
    size_t used = make_columns(arena, style, label_head, labels, reports, count, show, show_count, &columns);
    if (used == 1) return;
    int room = style_width(style) - columns_used(columns, used, rows);
    size_t at = 0;
    Metric varies = metric_to_plot(reports, count, show, show_count);
    while (at < show_count && show[at] != varies) at++;
    if (bar && at < show_count && bar_column(arena, style, reports, count, show[at], room, &beside)) {
        Column *after = columns + at + 2; /* the bar is placed beside its metric, after the column of labels */
        memmove(after + 1, after, (used - at - 2) * sizeof *columns);
        *after = beside;
        used++;
    }
    print_columns(out, style, arena, columns, used, rows);
}

/* Prints measured times and rates for which the table had no column. */
static void print_times(Text *out, const Style *style, Arena *arena, const char *label_head, const char *const *labels,
                        const LaunchReport *reports, size_t count, const Metric *asked, size_t asked_count) {
    static const Metric all[] = {METRIC_TIME_MS, METRIC_BANDWIDTH_GBPS, METRIC_BANDWIDTH_OF_COPY,
                                 METRIC_THROUGHPUT_GFLOPS};
    Metric show[sizeof all / sizeof *all];
    size_t used = 0;
    for (size_t m = 0; m < sizeof all / sizeof *all; m++) {
        bool wanted = false;
        for (size_t i = 0; i < count; i++) wanted = wanted || has_value(&reports[i], all[m]);
        for (size_t i = 0; i < asked_count; i++) wanted = wanted && asked[i] != all[m];
        if (wanted) show[used++] = all[m];
    }
    text_add_char(out, '\n');
    print_metrics(out, style, arena, label_head, labels, reports, count, show, used, true);
}

void report_rows(Text *out, const Style *style, const char *label_head, const char *const *labels,
                 const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    if (count == 0) return;
    Arena *arena = arena_new();
    if (show_count == 0) show = choose_metrics(arena, reports, count, &show_count);
    size_t shown_count = show_count;
    Metric *shown = columns_to_show(arena, reports, count, show, &shown_count);
    bool timed = has_time_besides(reports, count, show, show_count), fits = false;
    if (timed) {
        Column *columns;
        shown[shown_count] = METRIC_TIME_MS;
        size_t used = make_columns(arena, style, label_head, labels, reports, count, shown, shown_count + 1, &columns);
        fits = columns_used(columns, used, count + 1) <= style_width(style) + GAP || shown_count == 0;
        shown_count += fits;
    }
    Metric plotted_metric = *label_head ? metric_to_plot(reports, count, shown, shown_count) : METRIC_NONE;
    bool plotted = plotted_metric != METRIC_NONE && plot_fits(style, labels, reports, count, plotted_metric);
    print_metrics(out, style, arena, label_head, labels, reports, count, shown, shown_count, !plotted);
    print_reasons(out, style, arena, labels, reports, count);
    if (timed && !fits) print_times(out, style, arena, label_head, labels, reports, count, show, show_count);
    print_gpu_remarks(out, style, arena, labels, reports, count, show, show_count);
    if (plotted) plot_draw(out, style, arena, label_head, labels, reports, count, plotted_metric);
    arena_free(arena);
}
