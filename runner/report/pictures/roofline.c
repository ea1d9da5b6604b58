/* The roofline of a GPU, with the launches of a step on it.
 *
 * A launch that makes `flops` operations and moves `bytes` has the intensity flops / bytes. No launch makes more
 * operations in a second than the GPU's arithmetic allows, and none more than bandwidth x intensity where all of its
 * bytes come from DRAM: the roof is the lower of the two. Both axes are logarithmic, so that the bandwidth's part of
 * the roof is a straight line. The bytes are those of the sectors that the launch asks for. */
#include <math.h>

#include "metric_names.h"
#include "report/draw.h"

enum { LEAST_WIDTH = 40, MOST_COLUMNS = 60, MOST_LINES = 14, MARGIN = 9, MOST_POINTS = 26, SECTOR_BYTES = 32 };

typedef struct Point {
    const char *label;
    double intensity, speed, roof; /* operations a byte; GFLOP/s */
    bool measured;                 /* false: speed is the roof */
} Point;

typedef struct Picture {
    const Style *style;
    Arena *arena;
    const Roofline *roofline;
    const Point *points;
    size_t count;
    int left, right;         /* powers of ten at the ends of the axis of intensities */
    int bottom, top;         /* ... of speeds */
    int lines_each;          /* from one power of ten to the next */
    int columns, lines;      /* of the field between the axes */
    const char **characters; /* of the field, line by line from the top; NULL: blank */
} Picture;

static double roof_at(const Roofline *roofline, double intensity) {
    return fmin(roofline->bandwidth * intensity, roofline->throughput);
}

/* The sectors' bytes; 0 where they are not known. */
static double bytes_of(const LaunchReport *report) {
    const Metrics *metrics = &report->result->metrics;
    if (!metrics->known[METRIC_GLOBAL_LOAD_SECTORS] || !metrics->known[METRIC_GLOBAL_STORE_SECTORS]) return 0;
    return SECTOR_BYTES * (metrics->value[METRIC_GLOBAL_LOAD_SECTORS] + metrics->value[METRIC_GLOBAL_STORE_SECTORS]);
}

/* What was measured on the GPU of this roof: here, or in the lesson's recorded run. 0: nothing was. */
static double speed_of(const LaunchReport *reports, size_t i, const Roofline *roofline, const Recorded *recorded) {
    const Metrics *metrics = &reports[i].result->metrics;
    bool same = reports[i].gpu != NULL && text_equal(reports[i].gpu->name, roofline->gpu);
    if (same && metrics->known[METRIC_THROUGHPUT_GFLOPS]) return metrics->value[METRIC_THROUGHPUT_GFLOPS];
    if (recorded == NULL || !text_equal(recorded->gpu, roofline->gpu)) return 0;
    for (size_t m = 0; m < recorded->metric_count; m++)
        if (recorded->metrics[m].metric == METRIC_THROUGHPUT_GFLOPS) return recorded->metrics[m].values[i];
    return 0;
}

/* The launches that have operations and bytes, at most MOST_POINTS. */
static size_t find_points(Point *points, const char *const *labels, const LaunchReport *reports, size_t count,
                          const Roofline *roofline, const Recorded *recorded) {
    size_t found = 0;
    for (size_t i = 0; i < count && found < MOST_POINTS; i++) {
        double bytes = bytes_of(&reports[i]);
        if (bytes <= 0 || reports[i].prepared == NULL || reports[i].prepared->flops == 0) continue;
        Point point = {.label = labels[i], .intensity = (double)reports[i].prepared->flops / bytes};
        double speed = speed_of(reports, i, roofline, recorded);
        point.roof = roof_at(roofline, point.intensity);
        point.measured = speed > 0;
        point.speed = point.measured ? speed : point.roof;
        points[found++] = point;
    }
    return found;
}

/* ---- the field --------------------------------------------------------------------------------------------------- */

/* Whole powers of ten around all points and the ridge, where the two parts of the roof meet. */
static void scale(Picture *picture) {
    const Roofline *roofline = picture->roofline;
    double ridge = roofline->throughput / roofline->bandwidth, low = ridge, high = ridge, slow = roofline->throughput;
    for (size_t i = 0; i < picture->count; i++) {
        low = fmin(low, picture->points[i].intensity);
        high = fmax(high, picture->points[i].intensity);
        slow = fmin(slow, fmin(picture->points[i].speed, picture->points[i].roof));
    }
    picture->left = (int)floor(log10(low));
    picture->right = (int)ceil(log10(high) + 0.01);
    picture->bottom = (int)floor(log10(slow));
    picture->top = (int)ceil(log10(roofline->throughput) + 0.01);
    int powers = picture->top - picture->bottom;
    picture->lines_each = powers > MOST_LINES / 2 ? 2 : MOST_LINES / powers;
    picture->lines = powers * picture->lines_each;
    int room = style_width(picture->style) - MARGIN - 2;
    picture->columns = room > MOST_COLUMNS ? MOST_COLUMNS : room;
    picture->characters = arena_array(picture->arena, const char *, (size_t)picture->columns *(size_t)picture->lines);
}

/* The place of a character; NULL outside of the field. */
static const char **at(const Picture *picture, double column, double speed) {
    double height = (log10(speed) - picture->bottom) * picture->lines_each;
    int line = picture->lines - 1 - (int)floor(height + 1e-9), here = (int)lround(column);
    if (line < 0 || line >= picture->lines || here < 0 || here >= picture->columns) return NULL;
    return &picture->characters[line * picture->columns + here];
}

static double column_of(const Picture *picture, double intensity) {
    return (log10(intensity) - picture->left) / (picture->right - picture->left) * (picture->columns - 1);
}

static void draw_roof(const Picture *picture) {
    const Roofline *roofline = picture->roofline;
    for (int column = 0; column < picture->columns; column++) {
        double power = picture->left + (double)column * (picture->right - picture->left) / (picture->columns - 1);
        double intensity = pow(10, power), roof = roof_at(roofline, intensity);
        const char **place = at(picture, column, roof);
        if (place == NULL) continue;
        if (roof < roofline->throughput)
            *place = picture->style->unicode ? "·" : ".";
        else
            *place = style_glyph(picture->style, GLYPH_RULE);
    }
}

/* Letters in the order of the table below; a star where two share a place. */
static void draw_points(const Picture *picture) {
    for (size_t i = 0; i < picture->count; i++) {
        const Point *point = &picture->points[i];
        const char **place = at(picture, column_of(picture, point->intensity), point->speed);
        if (place == NULL) continue;
        bool taken = *place != NULL && (**place == '*' || (**place >= 'a' && **place <= 'z'));
        *place = taken ? "*" : arena_printf(picture->arena, "%c", (int)('a' + i));
    }
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

/* A power of ten in at most MARGIN - 2 columns. */
static const char *mark_of(const Picture *picture, int power) {
    if (power < -3 || power > 5) return arena_printf(picture->arena, "1e%d", power);
    return power < 0 ? draw_real(picture->arena, pow(10, power)) : draw_count(picture->arena, pow(10, power));
}

static void print_line(const Picture *picture, Text *out, int line) {
    const Style *style = picture->style;
    int from_bottom = picture->lines - line; /* the mark stands where its power of ten begins */
    const char *mark = "";
    if (from_bottom % picture->lines_each == 1)
        mark = mark_of(picture, picture->bottom + from_bottom / picture->lines_each);
    text_repeat(out, " ", MARGIN - 1 - text_columns(mark));
    style_put(out, style, ROLE_DIM, mark);
    text_add_char(out, ' ');
    style_put(out, style, ROLE_DIM, style->unicode ? (*mark ? "┤" : "│") : *mark ? "+" : "|");
    const char *const *row = &picture->characters[line * picture->columns];
    int used = picture->columns;
    while (used > 0 && row[used - 1] == NULL) used--;
    for (int column = 0; column < used; column++) {
        bool point = row[column] != NULL && (*row[column] == '*' || (*row[column] >= 'a' && *row[column] <= 'z'));
        style_put(out, style, point ? ROLE_STRONG : ROLE_CODE, row[column] != NULL ? row[column] : " ");
    }
    text_add_char(out, '\n');
}

static void print_axis(const Picture *picture, Text *out) {
    const Style *style = picture->style;
    Text axis = {0}, marks = {0};
    text_add(&axis, style->unicode ? "└" : "+");
    text_repeat(&axis, style_glyph(style, GLYPH_RULE), picture->columns);
    text_repeat(out, " ", MARGIN);
    style_put(out, style, ROLE_DIM, axis.data);
    text_add(&marks, "");
    for (int power = picture->left; power <= picture->right; power++) {
        const char *mark = mark_of(picture, power);
        int column = (int)lround(column_of(picture, pow(10, power))) + 1, used = text_columns(marks.data);
        if (column + text_columns(mark) > picture->columns + 1) column = picture->columns + 1 - text_columns(mark);
        if (used > 0 && column <= used) continue; /* no room between its neighbours */
        text_repeat(&marks, " ", column - used);
        text_add(&marks, mark);
    }
    text_add_char(out, '\n');
    text_repeat(out, " ", MARGIN);
    style_put(out, style, ROLE_DIM, marks.data);
    text_add_char(out, '\n');
    text_repeat(out, " ", MARGIN + 1);
    const char *name = "operations for each byte of the sectors";
    style_put(out, style, ROLE_DIM, draw_cut(picture->arena, style, name, picture->columns));
    text_add(out, "\n\n");
    text_free(&axis);
    text_free(&marks);
}

static void print_title(const Picture *picture, Text *out) {
    Flow flow = {0};
    const Roofline *roofline = picture->roofline;
    flow_add(&flow, ROLE_STRONG, "GFLOP/s");
    flow_add(&flow, ROLE_DIM,
             style_format(picture->arena, picture->style, " below the roof of an %s: %s GB/s, and %s GFLOP/s",
                          roofline->gpu, draw_count(picture->arena, roofline->bandwidth),
                          draw_count(picture->arena, roofline->throughput)));
    flow_print(&flow, out, picture->style, "", "  ");
    flow_free(&flow);
}

/* The letters, and the numbers behind them. */
static void print_legend(const Picture *picture, Text *out) {
    enum { COLUMNS = 5 };
    const bool right[COLUMNS] = {false, false, true, true, true};
    static const char *const heads[COLUMNS] = {"", "", "FLOP/\nbyte", "roof\nGFLOP/s", "measured\nGFLOP/s"};
    Arena *arena = picture->arena;
    Cell *cells = arena_array(arena, Cell, (picture->count + 1) * COLUMNS);
    for (int i = 0; i < COLUMNS; i++) cells[i].text = heads[i];
    for (size_t i = 0; i < picture->count; i++) {
        const Point *point = &picture->points[i];
        Cell *row = &cells[(i + 1) * COLUMNS];
        row[0].text = arena_printf(arena, "%c", (int)('a' + i));
        row[1].text = style_clean_line(arena, picture->style, point->label);
        row[2].text = draw_real(arena, point->intensity);
        row[3].text = draw_count(arena, round(point->roof));
        row[4].text = point->measured ? draw_count(arena, round(point->speed)) : "-";
    }
    table_print(out, picture->style, arena, cells, picture->count + 1, COLUMNS, right, true, 0);
}

void report_roofline(Text *out, const Style *style, const char *const *labels, const LaunchReport *reports,
                     size_t count, const Roofline *roofline, const Recorded *recorded) {
    Arena *arena = arena_new();
    Point points[MOST_POINTS];
    Picture picture = {.style = style, .arena = arena, .roofline = roofline, .points = points};
    picture.count = find_points(points, labels, reports, count, roofline, recorded);
    if (picture.count > 0) {
        print_title(&picture, out);
        if (style_width(style) >= LEAST_WIDTH) {
            scale(&picture);
            draw_roof(&picture);
            draw_points(&picture);
            for (int line = 0; line < picture.lines; line++) print_line(&picture, out, line);
            print_axis(&picture, out);
        }
        print_legend(&picture, out);
    }
    arena_free(arena);
}
