/* Tables of metrics. A step that lists metrics gets a line for each, with its meaning. Without a list, memory
 * accesses go into a grid, a row for "shared.load" and a column for "ways", so that row and column make up the name
 * of a number; the other metrics follow line by line. */
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { FAMILY_ROWS = 5, FAMILY_COLUMNS = 5, NARROW = 50, NO_MEANINGS = 60 };

typedef struct Family {
    const char *stems[FAMILY_ROWS], *tails[FAMILY_COLUMNS];
    const char *total; /* the stem that is the sum of the others: shown where there are two of them */
} Family;

static const Family families[] = {
    {{"shared.load", "shared.store", "shared.atomic", "shared"},
     {"requests", "wavefronts", "conflicts", "ways"},
     "shared"},
    {{"global.load", "global.store", "global.atomic", "local.load", "local.store"},
     {"requests", "sectors", "ideal_sectors", "sectors_per_request", "efficiency"},
     NULL},
};

/* The colour of a value, where the number itself decides whether it is good or bad. */
static Role value_role(Metric metric, double value) {
    switch (metric) {
    case METRIC_SHARED_CONFLICTS:
    case METRIC_SHARED_LOAD_CONFLICTS:
    case METRIC_SHARED_STORE_CONFLICTS:
    case METRIC_SHARED_ATOMIC_CONFLICTS: return value > 0 ? ROLE_WARNING : ROLE_GOOD;
    case METRIC_SHARED_LOAD_WAYS:
    case METRIC_SHARED_STORE_WAYS:
    case METRIC_SHARED_ATOMIC_WAYS: return value > 1 ? ROLE_WARNING : ROLE_GOOD;
    case METRIC_LAUNCH_SPILL_STORES:
    case METRIC_LAUNCH_SPILL_LOADS: return value > 0 ? ROLE_WARNING : ROLE_PLAIN;
    default: return ROLE_PLAIN;
    }
}

static Cell value_cell(Arena *arena, Metric metric, double value) {
    return (Cell){draw_metric(arena, metric, value), value_role(metric, value)};
}

/* ---- line by line ------------------------------------------------------------------------------------------------ */

/* The reason why a metric is unknown. For a ratio without any request it is not the device. */
static const char *unknown_reason(Arena *arena, const LaunchReport *report, Metric metric) {
    const Metrics *metrics = &report->result->metrics;
    const char *name = metric_info[metric].name, *dot = strrchr(name, '.');
    Metric requests = metric_find(arena_printf(arena, "%.*s.requests", dot != NULL ? (int)(dot - name) : 0, name));
    bool idle = requests != METRIC_NONE && metrics->known[requests] && metrics->value[requests] == 0;
    if (idle) return "no such request was made";
    if (metric_needs_gpu(metric)) return "measured only on a GPU";
    bool gpu_alone = report->gpu != NULL && !report->gpu->simulated;
    return gpu_alone ? "counted only by the simulator" : "not known on this device";
}

/* Whether a metric was measured by the GPU, which has a table of its own. */
static bool is_measured(const LaunchReport *report, Metric metric) {
    return report->gpu != NULL && metric_needs_gpu(metric) && report->result->metrics.known[metric];
}

static void print_list(Text *out, const Style *style, Arena *arena, const LaunchReport *report, const Metric *list,
                       size_t count) {
    const Metrics *metrics = &report->result->metrics;
    const bool right[3] = {false, true, false};
    size_t columns = style_width(style) < NO_MEANINGS ? 2 : 3;
    Cell *cells = arena_array(arena, Cell, 3 * count);
    size_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        if (is_measured(report, list[i])) continue;
        bool known = metrics->known[list[i]];
        if (!known && draw_shows_counter(arena, report, list[i])) continue;
        Cell *row = cells + columns * rows++;
        row[0] = (Cell){metric_info[list[i]].name, ROLE_PLAIN};
        row[1] = known ? value_cell(arena, list[i], metrics->value[list[i]]) : (Cell){"-", ROLE_DIM};
        if (columns < 3) continue;
        row[2].text = known ? metric_info[list[i]].meaning : unknown_reason(arena, report, list[i]);
        row[2].role = ROLE_DIM;
    }
    table_print(out, style, arena, cells, rows, columns, right, false, style_width(style) < NARROW ? 0 : 2);
}

/* ---- the grid ---------------------------------------------------------------------------------------------------- */

static Metric family_metric(Arena *arena, const char *stem, const char *tail) {
    return metric_find(arena_printf(arena, "%s.%s", stem, tail));
}

/* Fills one row where anything was requested and marks its metrics as shown. */
static bool fill_row(Arena *arena, const Metrics *metrics, const Family *family, const char *stem, Cell *row,
                     bool *shown) {
    Metric requests = family_metric(arena, stem, family->tails[0]);
    if (requests == METRIC_NONE || !metrics->known[requests] || metrics->value[requests] == 0) return false;
    row[0] = (Cell){stem, ROLE_PLAIN};
    for (size_t i = 0; i < FAMILY_COLUMNS; i++) {
        Metric metric = family->tails[i] != NULL ? family_metric(arena, stem, family->tails[i]) : METRIC_NONE;
        bool known = metric != METRIC_NONE && metrics->known[metric];
        row[i + 1] = known ? value_cell(arena, metric, metrics->value[metric]) : (Cell){"", ROLE_PLAIN};
        if (known) shown[metric] = true;
    }
    return true;
}

/* "sectors_per_request" in two lines, so that the column stays as narrow as its numbers. */
static const char *column_head(Arena *arena, const char *tail) {
    const char *bar = strrchr(tail, '_');
    return bar != NULL ? arena_printf(arena, "%.*s\n%s", (int)(bar + 1 - tail), tail, bar + 1) : tail;
}

enum { GRID_WIDTH = FAMILY_COLUMNS + 1, GRID_HEIGHT = FAMILY_ROWS + 1 };

/* Fills in all rows with requests, under their heads; returns their number. */
static size_t fill_grid(Arena *arena, const Metrics *metrics, const Family *family, Cell *grid, bool *shown) {
    size_t rows = 1;
    for (size_t i = 0; i < GRID_WIDTH; i++)
        grid[i] =
            (Cell){i > 0 && family->tails[i - 1] != NULL ? column_head(arena, family->tails[i - 1]) : "", ROLE_PLAIN};
    for (size_t i = 0; i < FAMILY_ROWS && family->stems[i] != NULL; i++) {
        bool filled = fill_row(arena, metrics, family, family->stems[i], grid + rows * GRID_WIDTH, shown);
        bool repeats = text_equal(family->stems[i], family->total) && rows < 3; /* the sum of one row repeats it */
        if (filled && !repeats) rows++;
    }
    return rows;
}

static void print_family(Text *out, const Style *style, Arena *arena, const Metrics *metrics, const Family *family,
                         bool *shown) {
    Cell grid[GRID_HEIGHT * GRID_WIDTH], *cells = arena_array(arena, Cell, GRID_HEIGHT * GRID_WIDTH);
    size_t rows = fill_grid(arena, metrics, family, grid, shown), columns = 0, used[GRID_WIDTH];
    if (rows == 1) return;
    for (size_t i = 0; i < GRID_WIDTH; i++) {
        bool empty = i > 0;
        for (size_t row = 1; row < rows; row++) empty = empty && !*grid[row * GRID_WIDTH + i].text;
        if (!empty) used[columns++] = i;
    }
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++) cells[row * columns + i] = grid[row * GRID_WIDTH + used[i]];
    const bool right[GRID_WIDTH] = {false, true, true, true, true, true};
    table_print(out, style, arena, cells, rows, columns, right, true, style_width(style) < NARROW ? 0 : 2);
    text_add_char(out, '\n');
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static bool is_about_the_run(Metric metric) {
    const char *name = metric_info[metric].name;
    return metric_info[metric].unasked && !text_starts(name, "launch.") && !text_starts(name, "occupancy.");
}

/* Does the table of counters, as written, assembled and on the GPU, show it? */
static bool is_assembled_beside(Arena *arena, const LaunchReport *report, Metric metric) {
    return text_starts(metric_info[metric].name, "assembled.") && draw_shows_counter(arena, report, metric);
}

/* Leaves out the assembled.* metrics of an access that the assembler does not change. */
static void leave_out_repeated(const Metrics *metrics, bool *shown) {
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!text_starts(metric_info[metric].name, "assembled.")) continue;
        Metric written = metric_find(metric_info[metric].name + strlen("assembled."));
        shown[metric] = metrics->value[metric] == metrics->value[written];
    }
}

/* Leaves out the imbalance of work that is divided evenly. */
static void leave_out_even(const Metrics *metrics, bool *shown) {
    shown[METRIC_IMBALANCE_BLOCKS] = metrics->value[METRIC_IMBALANCE_BLOCKS] == 1;
    shown[METRIC_IMBALANCE_WARPS] = metrics->value[METRIC_IMBALANCE_WARPS] == 1;
    shown[METRIC_INSTRUCTIONS_ACTIVE_THREADS] = metrics->value[METRIC_INSTRUCTIONS_ACTIVE_THREADS] == 32;
}

void report_metrics_table(Text *out, const Style *style, const LaunchReport *report) {
    Arena *arena = arena_new();
    const Metrics *metrics = &report->result->metrics;
    Metric rest[METRIC_CAPACITY];
    bool shown[METRIC_CAPACITY] = {false};
    size_t count = 0, start = out->size;
    if (report->show_count > 0) {
        print_list(out, style, arena, report, report->show, report->show_count);
    } else {
        leave_out_repeated(metrics, shown);
        leave_out_even(metrics, shown);
        for (size_t i = 0; i < sizeof families / sizeof *families; i++)
            print_family(out, style, arena, metrics, &families[i], shown);
        for (Metric metric = 0; metric < metric_count; metric++)
            if (metrics->known[metric] && metrics->value[metric] != 0 && !shown[metric] && is_about_the_run(metric) &&
                !is_measured(report, metric) && !is_assembled_beside(arena, report, metric))
                rest[count++] = metric;
        if (count > 0)
            print_list(out, style, arena, report, rest, count);
        else if (out->size > start)
            out->data[--out->size] = '\0'; /* the blank line after the last grid */
    }
    arena_free(arena);
}
