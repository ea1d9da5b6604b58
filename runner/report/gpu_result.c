/* A GPU's results of a launch: times, rates that follow from them, and the hardware's own counters beside the
 * simulator's. Where the two counts differ, a sentence gives the reason, or states that none is known. No time is
 * printed that no clock measured: every number here is a metric of the GPU's result. */
#include <math.h>
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

enum { NO_MEANINGS = 60, NARROW = 50, ROWS_MOST = METRIC_CAPACITY };

static bool named(Metric metric, const char *start) {
    return text_starts(metric_info[metric].name, start);
}

static bool equal(double a, double b) {
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static const char *explain_time(Arena *arena, const Timing *timing) {
    if (timing->repetitions == 1) return "of one launch: it was not repeated";
    return arena_printf(arena, "the median of %u launches with a cold L2 cache; eight of ten took %s to %s",
                        timing->repetitions, draw_real(arena, timing->low_ms), draw_real(arena, timing->high_ms));
}

static const char *explain_measured(Arena *arena, const LaunchReport *report, Metric metric) {
    const Timing *timing = &report->gpu->result->timing;
    const Prepared *prepared = report->gpu->timed != NULL ? report->gpu->timed : report->prepared;
    switch (metric) {
    case METRIC_TIME_MS: return timing->repetitions > 0 ? explain_time(arena, timing) : metric_info[metric].meaning;
    case METRIC_BANDWIDTH_GBPS:
        if (prepared == NULL) break;
        return arena_printf(arena, "for the %s bytes that the kernel has to move",
                            text_grouped(arena, prepared->bytes));
    case METRIC_BANDWIDTH_OF_COPY:
        return arena_printf(arena, "of the GPU's own copy, which made %s GB/s in the same run",
                            draw_real(arena, timing->copy_gbps));
    case METRIC_THROUGHPUT_GFLOPS:
        if (prepared == NULL) break;
        return arena_printf(arena, "for the %s operations that it has to do", text_grouped(arena, prepared->flops));
    default: break;
    }
    return metric_info[metric].meaning;
}

/* Every time and rate that was measured; counters have a table of their own. */
static void print_measured(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    const Metrics *metrics = &report->gpu->result->metrics;
    const bool right[3] = {false, true, false};
    size_t columns = style_width(style) < NO_MEANINGS ? 2 : 3, rows = 0;
    Cell *cells = arena_array(arena, Cell, columns * ROWS_MOST);
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!metrics->known[metric] || !metric_needs_gpu(metric) || named(metric, "gpu.")) continue;
        Cell *row = cells + columns * rows++;
        row[0] = (Cell){metric_info[metric].name, ROLE_PLAIN};
        row[1] = (Cell){draw_metric(arena, metric, metrics->value[metric]), ROLE_PLAIN};
        if (columns == 3) row[2] = (Cell){explain_measured(arena, report, metric), ROLE_DIM};
    }
    table_print(out, style, arena, cells, rows, columns, right, false, style_width(style) < NARROW ? 0 : 2);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

typedef struct Counter {
    const char *tail;               /* "shared.load.wavefronts" */
    Metric written, assembled, gpu; /* METRIC_NONE: there is none */
} Counter;

/* Reasons why the hardware counts differently from the simulator. Each was seen on an H200: see
 * bench/results/README.md. */
typedef enum Difference {
    DIFFERENCE_NONE,
    DIFFERENCE_ASSEMBLED,
    DIFFERENCE_MACHINE_CODE,
    DIFFERENCE_LOADED,
    DIFFERENCE_LOCAL,
    DIFFERENCE_RETRIES,
    DIFFERENCE_PREDICATED,
    DIFFERENCE_STOPPED,
    DIFFERENCE_EMPTY_COPIES,
    DIFFERENCE_ARBITRATION,
    DIFFERENCE_UNEXPLAINED,
    DIFFERENCE_COUNT
} Difference;

static const char *const difference_text[DIFFERENCE_COUNT] = {
    [DIFFERENCE_ASSEMBLED] = "the assembler merged neighbouring accesses; what it left is what the GPU counted.",
    [DIFFERENCE_MACHINE_CODE] =
        "the GPU counts machine instructions and the simulator PTX, from which the assembler makes "
        "more or fewer.",
    [DIFFERENCE_LOADED] =
        "the driver assembled the kernel for this GPU itself, and came to other numbers than the toolkit.",
    [DIFFERENCE_LOCAL] = "the assembler decides what lies in local memory: it spills what finds no register, saves "
                         "registers for calls, and keeps small arrays in registers.",
    [DIFFERENCE_RETRIES] = "atomics that the hardware lacks are loops, which go round again where another thread came "
                           "first: how often depends on the time.",
    [DIFFERENCE_PREDICATED] =
        "behind a branch the assembler put predicated instructions, which this GPU's counters count "
        "for warps too whose lanes are all off.",
    [DIFFERENCE_STOPPED] = "the simulator stopped the kernel at the defect above; the GPU ran on.",
    [DIFFERENCE_EMPTY_COPIES] =
        "the profiler counts each cp.async, also those whose lanes take nothing from global memory "
        "(source size 0).",
    [DIFFERENCE_ARBITRATION] =
        "more passes than the addresses ask for: warps that want the banks at the same time make each "
        "other wait (arbitration). The kernel's own conflicts are the simulator's.",
    [DIFFERENCE_UNEXPLAINED] =
        "unexplained. Nothing that Warpschool knows of the assembler and the hardware accounts for "
        "this difference.",
};

static Metric counter_metric(Arena *arena, const char *start, const char *tail) {
    return metric_find(arena_printf(arena, "%s%s", start, tail));
}

static Counter counter_named(Arena *arena, const char *tail) {
    return (Counter){tail, metric_find(tail), counter_metric(arena, "assembled.", tail),
                     counter_metric(arena, "gpu.", tail)};
}

static bool knows(const Metrics *metrics, Metric metric) {
    return metric != METRIC_NONE && metrics->known[metric];
}

/* The simulator's metric that the hardware's counter should equal. */
static Metric expected(const Metrics *metrics, const Counter *counter) {
    return knows(metrics, counter->assembled) ? counter->assembled : counter->written;
}

/* How many more the GPU counted; 0 where one of the two is not known. */
static double surplus(const Metrics *metrics, const Counter *counter) {
    Metric ours = expected(metrics, counter);
    bool known = knows(metrics, ours) && knows(metrics, counter->gpu);
    return known ? metrics->value[counter->gpu] - metrics->value[ours] : 0;
}

/* Whether collisions of warps explain a difference. Only events include them; counts that were derived from
 * addresses do not. There is at most one for two requests, and the hardware's count is never lower: an H200 made 645
 * conflicts of 1,816 loads without any, and 31,340 of 524,288 in the padded transpose. */
static bool is_arbitration(Arena *arena, const Result *result, const Counter *counter) {
    const Metrics *metrics = &result->metrics;
    if (!result->from_events[counter->gpu]) return false;
    if (!text_ends(counter->tail, ".conflicts") && !text_ends(counter->tail, ".wavefronts")) return false;
    int stem = (int)(strrchr(counter->tail, '.') - counter->tail);
    Counter requests = counter_named(arena, arena_printf(arena, "%.*s.requests", stem, counter->tail));
    Metric ours = expected(metrics, &requests);
    double extra = surplus(metrics, counter);
    return knows(metrics, ours) && surplus(metrics, &requests) >= 0 && extra > 0 && extra <= 0.5 * metrics->value[ours];
}

/* Whether the counter describes the loaded kernel and not its run. */
static bool is_of_code(const Counter *counter) {
    bool named_so = text_starts(counter->tail, "launch.") || text_starts(counter->tail, "occupancy.");
    return named_so && counter->written != METRIC_NONE;
}

static bool is_retried(Arena *arena, const Metrics *metrics, const Counter *counter) {
    Counter atomics = counter_named(arena, "shared.atomic.requests");
    return text_starts(counter->tail, "shared.") && surplus(metrics, &atomics) != 0;
}

/* Whether predicates explain a difference: patched instructions are counted where a lane is active; an event of some
 * chips counts them always. */
static bool is_predicated(const Result *result, const Counter *counter) {
    return result->from_events[counter->gpu] && text_ends(counter->tail, ".requests") &&
           surplus(&result->metrics, counter) > 0;
}

static bool is_empty_copies(const Metrics *metrics, const Counter *counter) {
    return counter->written == METRIC_GLOBAL_LOAD_REQUESTS && surplus(metrics, counter) > 0 &&
           knows(metrics, METRIC_ASYNC_REQUESTS) && surplus(metrics, counter) <= metrics->value[METRIC_ASYNC_REQUESTS];
}

static Difference difference(Arena *arena, const Result *result, const Counter *counter) {
    const Metrics *metrics = &result->metrics;
    double gpu = metrics->value[counter->gpu];
    if (!knows(metrics, counter->written) || equal(gpu, metrics->value[counter->written])) return DIFFERENCE_NONE;
    if (knows(metrics, counter->assembled) && equal(gpu, metrics->value[counter->assembled]))
        return DIFFERENCE_ASSEMBLED;
    if (result->status != RUN_FINISHED && !is_of_code(counter)) return DIFFERENCE_STOPPED;
    if (text_starts(counter->tail, "instructions.") || text_starts(counter->tail, "branch."))
        return DIFFERENCE_MACHINE_CODE;
    if (is_of_code(counter)) return DIFFERENCE_LOADED;
    if (text_starts(counter->tail, "local.")) return DIFFERENCE_LOCAL;
    if (is_retried(arena, metrics, counter)) return DIFFERENCE_RETRIES;
    if (is_empty_copies(metrics, counter)) return DIFFERENCE_EMPTY_COPIES;
    if (is_predicated(result, counter)) return DIFFERENCE_PREDICATED;
    return is_arbitration(arena, result, counter) ? DIFFERENCE_ARBITRATION : DIFFERENCE_UNEXPLAINED;
}

static bool is_shown(const LaunchReport *report, const Counter *counter) {
    const Metrics *metrics = &report->result->metrics;
    for (size_t i = 0; i < report->show_count; i++)
        if (report->show[i] == counter->written || report->show[i] == counter->gpu ||
            report->show[i] == counter->assembled)
            return true;
    if (is_of_code(counter))
        return report->show_count == 0 && knows(metrics, counter->written) &&
               metrics->value[counter->written] != metrics->value[counter->gpu];
    bool any = metrics->value[counter->gpu] != 0 ||
               (knows(metrics, counter->written) && metrics->value[counter->written] != 0);
    return report->show_count == 0 && any;
}

static Cell number_cell(Arena *arena, const Metrics *metrics, Metric metric) {
    if (!knows(metrics, metric)) return (Cell){"", ROLE_PLAIN};
    return (Cell){draw_metric(arena, metric, metrics->value[metric]), ROLE_PLAIN};
}

enum { WRITTEN, ASSEMBLED, ON_GPU, COLUMNS };

static void print_counter_table(Text *out, const Style *style, Arena *arena, const Metrics *metrics,
                                const Counter *counters, size_t count) {
    static const char *const heads[COLUMNS] = {"as written", "assembled", "GPU"};
    bool used[COLUMNS] = {false, false, true};
    for (size_t i = 0; i < count; i++) {
        used[WRITTEN] |= knows(metrics, counters[i].written);
        used[ASSEMBLED] |= knows(metrics, counters[i].assembled) && knows(metrics, counters[i].written) &&
                           !equal(metrics->value[counters[i].assembled], metrics->value[counters[i].written]);
    }
    const bool right[COLUMNS + 1] = {false, true, true, true};
    size_t columns = 1;
    Cell *cells = arena_array(arena, Cell, (count + 1) * (COLUMNS + 1));
    for (int c = 0; c < COLUMNS; c++) columns += used[c];
    for (size_t row = 0; row <= count; row++) {
        Cell *cell = cells + row * columns;
        const Counter *counter = row > 0 ? &counters[row - 1] : NULL;
        *cell++ = (Cell){counter != NULL ? counter->tail : "", ROLE_PLAIN};
        const Metric metric[COLUMNS] = {counter != NULL ? counter->written : 0,
                                        counter != NULL ? counter->assembled : 0, counter != NULL ? counter->gpu : 0};
        for (int c = 0; c < COLUMNS; c++)
            if (used[c])
                *cell++ = counter != NULL ? number_cell(arena, metrics, metric[c]) : (Cell){heads[c], ROLE_PLAIN};
    }
    table_print(out, style, arena, cells, count + 1, columns, right, true, style_width(style) < NARROW ? 0 : 2);
}

/* Prints each reason once, with the names of the counters that it explains. */
static void print_differences(Text *out, const Style *style, Arena *arena, const Result *result,
                              const Counter *counters, size_t count) {
    Text names[DIFFERENCE_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        Text *list = &names[difference(arena, result, &counters[i])];
        text_printf(list, "%s%s", list->size > 0 ? ", " : "", counters[i].tail);
    }
    for (int d = DIFFERENCE_NONE + 1; d < DIFFERENCE_COUNT; d++) {
        if (names[d].size == 0) continue;
        Flow flow = {0};
        flow_add(&flow, ROLE_CODE, names[d].data);
        flow_add(&flow, d == DIFFERENCE_UNEXPLAINED ? ROLE_WARNING : ROLE_DIM,
                 style_format(arena, style, ": %s", difference_text[d]));
        flow_print(&flow, out, style, "  ", "  ");
        flow_free(&flow);
    }
    for (int d = 0; d < DIFFERENCE_COUNT; d++) text_free(&names[d]);
}

static void print_counters(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    const Metrics *metrics = &report->result->metrics;
    Counter *counters = arena_array(arena, Counter, metric_count);
    size_t count = 0;
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!named(metric, "gpu.") || !metrics->known[metric]) continue;
        counters[count] = counter_named(arena, metric_info[metric].name + strlen("gpu."));
        count += is_shown(report, &counters[count]);
    }
    if (count > 0) {
        if (out->size > 0) text_add_char(out, '\n');
        print_counter_table(out, style, arena, metrics, counters, count);
        print_differences(out, style, arena, report->result, counters, count);
    }
    const char *why = report->gpu->result->uncounted;
    const char *untimed = report->gpu->result->untimed;
    if (untimed != NULL)
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ", style_format(arena, style, "Not timed: %s.", untimed));
    if (why != NULL && !report->gpu->quiet)
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ", style_format(arena, style, "Hardware counters: %s", why));
}

bool draw_shows_counter(Arena *arena, const LaunchReport *report, Metric metric) {
    if (report->gpu == NULL) return false;
    const char *name = metric_info[metric].name;
    const char *tail = text_starts(name, "assembled.") ? name + strlen("assembled.") : name;
    return knows(&report->result->metrics, counter_metric(arena, "gpu.", tail));
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

void report_gpu(Text *out, const Style *style, const LaunchReport *report) {
    const GpuReport *gpu = report->gpu;
    if (gpu == NULL || gpu->result == NULL) return;
    Arena *arena = arena_new();
    Text part = {0};
    print_measured(&part, style, arena, report);
    print_counters(&part, style, arena, report);
    if (part.size > 0) {
        const char *sizes = gpu->result->timing.repetitions > 0 ? draw_timed_sizes(arena, style, report) : NULL;
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       style_format(arena, style, "Measured on the %s%s%s:", gpu->name,
                                    sizes != NULL ? ", the time with " : "", sizes != NULL ? sizes : ""));
        text_add_n(out, part.data, part.size);
    }
    text_free(&part);
    arena_free(arena);
}

void draw_gpu_notes(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    for (size_t i = 0; report->gpu != NULL && i < report->gpu->note_count; i++)
        flow_paragraph(out, style, ROLE_WARNING, "", "  ",
                       style_format(arena, style, "%s %s", style_glyph(style, GLYPH_WARNING), report->gpu->notes[i]));
    bool copies = report->prepared != NULL && report->prepared->launch.host != HOST_NONE;
    if (copies && (report->gpu == NULL || report->gpu->result == NULL))
        flow_paragraph(out, style, ROLE_DIM, "", "  ",
                       "The copies between host and GPU are measured only on a GPU; the kernel runs all the same.");
}
