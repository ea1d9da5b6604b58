/* The costliest source lines: what each one asked of shared, global, local and constant memory, worst first. */
#include <stdlib.h>
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"

typedef struct Ranked {
    const LineCounts *line;
    double conflicts, wasted, sectors; /* the line's rank, compared in this order */
} Ranked;

static double value_of(const Metrics *metrics, Metric metric) {
    return metrics->known[metric] ? metrics->value[metric] : 0;
}

static Ranked rank(const LineCounts *line) {
    const Metrics *m = &line->metrics;
    double load = value_of(m, METRIC_GLOBAL_LOAD_SECTORS), store = value_of(m, METRIC_GLOBAL_STORE_SECTORS);
    double local = value_of(m, METRIC_LOCAL_LOAD_SECTORS) + value_of(m, METRIC_LOCAL_STORE_SECTORS);
    double ideal = value_of(m, METRIC_GLOBAL_LOAD_IDEAL_SECTORS) + value_of(m, METRIC_GLOBAL_STORE_IDEAL_SECTORS);
    return (Ranked){
        .line = line,
        .conflicts = value_of(m, METRIC_SHARED_LOAD_CONFLICTS) + value_of(m, METRIC_SHARED_STORE_CONFLICTS) +
                     value_of(m, METRIC_SHARED_ATOMIC_CONFLICTS) + value_of(m, METRIC_CONSTANT_SERIALISED),
        .wasted = load + store - ideal + local,
        .sectors = load + store + local + value_of(m, METRIC_GLOBAL_ATOMIC_SECTORS),
    };
}

static int descending(double a, double b) {
    return a > b ? -1 : a < b;
}

static int by_cost(const void *left, const void *right) {
    const Ranked *a = left, *b = right;
    int order = descending(a->conflicts, b->conflicts);
    if (order == 0) order = descending(a->wasted, b->wasted);
    if (order == 0) order = descending(a->sectors, b->sectors);
    return order != 0 ? order : a->line->loc.line - b->line->loc.line;
}

/* ---- sentences --------------------------------------------------------------------------------------------------- */

static void add_item(Text *out, const Style *style, Arena *arena, Flow *flow) {
    char *bullet = arena_printf(arena, "         %s ", style_glyph(style, GLYPH_SEPARATOR));
    if (style_width(style) < 50) bullet = arena_printf(arena, "  %s ", style_glyph(style, GLYPH_SEPARATOR));
    flow_print(flow, out, style, bullet, arena_printf(arena, "%*s", text_columns(bullet), ""));
}

/* One kind of access and what is counted of it. */
typedef struct SharedKind {
    const char *what;
    Metric requests, wavefronts, conflicts, ways;
} SharedKind;
static const SharedKind shared_load = {"load", METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_WAVEFRONTS,
                                       METRIC_SHARED_LOAD_CONFLICTS, METRIC_SHARED_LOAD_WAYS};
static const SharedKind shared_store = {"store", METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_STORE_WAVEFRONTS,
                                        METRIC_SHARED_STORE_CONFLICTS, METRIC_SHARED_STORE_WAYS};
static const SharedKind shared_atomic = {"atomic", METRIC_SHARED_ATOMIC_REQUESTS, METRIC_SHARED_ATOMIC_WAVEFRONTS,
                                         METRIC_SHARED_ATOMIC_CONFLICTS, METRIC_SHARED_ATOMIC_WAYS};

typedef struct GlobalKind {
    const char *what;
    Metric requests, sectors, ideal_sectors;
} GlobalKind;
static const GlobalKind global_load = {"load", METRIC_GLOBAL_LOAD_REQUESTS, METRIC_GLOBAL_LOAD_SECTORS,
                                       METRIC_GLOBAL_LOAD_IDEAL_SECTORS};
static const GlobalKind global_store = {"store", METRIC_GLOBAL_STORE_REQUESTS, METRIC_GLOBAL_STORE_SECTORS,
                                        METRIC_GLOBAL_STORE_IDEAL_SECTORS};

static void shared_item(Text *out, const Style *style, Arena *arena, const Metrics *m, const SharedKind *kind) {
    double requests = value_of(m, kind->requests), wavefronts = value_of(m, kind->wavefronts);
    double conflicts = value_of(m, kind->conflicts), ways = value_of(m, kind->ways);
    const char *what = kind->what;
    if (requests == 0) return;
    Flow flow = {0};
    if (conflicts > 0)
        flow_add(&flow, ROLE_WARNING, arena_printf(arena, "shared %s: %s-way conflict", what, draw_count(arena, ways)));
    else
        flow_add(&flow, ROLE_GOOD, arena_printf(arena, "shared %s: no conflict", what));
    flow_add(&flow, ROLE_PLAIN,
             arena_printf(arena, ", %s for %s", draw_many(arena, wavefronts, "wavefront", "wavefronts"),
                          draw_many(arena, requests, "request", "requests")));
    if (conflicts > 0)
        flow_add(&flow, ROLE_WARNING,
                 arena_printf(arena, ", +%s", draw_many(arena, conflicts, "conflict", "conflicts")));
    add_item(out, style, arena, &flow);
    flow_free(&flow);
}

static void global_item(Text *out, const Style *style, Arena *arena, const Metrics *m, const GlobalKind *kind) {
    double requests = value_of(m, kind->requests), sectors = value_of(m, kind->sectors);
    double ideal = value_of(m, kind->ideal_sectors);
    const char *what = kind->what;
    if (requests == 0) return;
    Flow flow = {0};
    const char *each = draw_real(arena, sectors / requests), *fewest = draw_real(arena, ideal / requests);
    bool wasteful = sectors > ideal && ideal > 0;
    const char *verb = sectors == requests ? "sector" : "sectors";
    flow_add(&flow, wasteful ? ROLE_WARNING : ROLE_GOOD,
             arena_printf(arena, "global %s: %s %s a request", what, each, verb));
    flow_add(&flow, wasteful ? ROLE_WARNING : ROLE_PLAIN,
             wasteful ? arena_printf(arena, ", %s would do", fewest) : ", the fewest possible");
    flow_add(&flow, ROLE_PLAIN,
             arena_printf(arena, ", %s for %s", draw_many(arena, sectors, "sector", "sectors"),
                          draw_many(arena, requests, "request", "requests")));
    add_item(out, style, arena, &flow);
    flow_free(&flow);
}

static void other_item(Text *out, const Style *style, Arena *arena, Role role, const char *text) {
    Flow flow = {0};
    flow_add_code(&flow, style, role, text);
    add_item(out, style, arena, &flow);
    flow_free(&flow);
}

/* How the lanes' addresses are spaced in the worst of a line's requests: where it conflicts, or always. */
static void lanes_item(Text *out, const Style *style, Arena *arena, const LaunchReport *report, Loc loc, RequestOp op,
                       bool always) {
    const RequestSample *sample = lanes_worst_on_line(report->result, loc, op);
    bool wanted = sample != NULL && (always || sample->conflicts > 0);
    const char *lanes = wanted ? lanes_sentence(arena, report, sample) : NULL;
    if (lanes != NULL) other_item(out, style, arena, ROLE_PLAIN, style_clean_line(arena, style, lanes));
}

static void print_items(Text *out, const Style *style, Arena *arena, const LaunchReport *report, const LineCounts *line,
                        bool shared_only) {
    const Metrics *m = &line->metrics;
    shared_item(out, style, arena, m, &shared_load);
    lanes_item(out, style, arena, report, line->loc, REQUEST_LOAD, shared_only);
    shared_item(out, style, arena, m, &shared_store);
    lanes_item(out, style, arena, report, line->loc, REQUEST_STORE, shared_only);
    shared_item(out, style, arena, m, &shared_atomic);
    if (shared_only) return;
    global_item(out, style, arena, m, &global_load);
    global_item(out, style, arena, m, &global_store);
    double atomics = value_of(m, METRIC_GLOBAL_ATOMIC_REQUESTS), local = value_of(m, METRIC_LOCAL_LOAD_SECTORS);
    local += value_of(m, METRIC_LOCAL_STORE_SECTORS);
    double serialised = value_of(m, METRIC_CONSTANT_SERIALISED), divergent = value_of(m, METRIC_BRANCH_DIVERGENT);
    if (atomics > 0)
        other_item(out, style, arena, ROLE_PLAIN,
                   arena_printf(arena, "global atomic: %s for %s",
                                draw_many(arena, value_of(m, METRIC_GLOBAL_ATOMIC_SECTORS), "sector", "sectors"),
                                draw_many(arena, atomics, "request", "requests")));
    if (local > 0)
        other_item(out, style, arena, ROLE_WARNING,
                   arena_printf(arena, "local memory: %s (arrays and variables that need an address)",
                                draw_many(arena, local, "sector", "sectors")));
    if (serialised > 0)
        other_item(out, style, arena, ROLE_WARNING,
                   arena_printf(arena, "constant memory: %s beyond one a request: its lanes read different words",
                                draw_many(arena, serialised, "word", "words")));
    if (divergent > 0)
        other_item(out, style, arena, ROLE_WARNING,
                   arena_printf(arena, "%s of %s divergent", draw_count(arena, divergent),
                                draw_many(arena, value_of(m, METRIC_BRANCH_EXECUTED), "branch", "branches")));
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static bool costs(const Ranked *ranked, Lines which) {
    const Metrics *m = &ranked->line->metrics;
    double shared = value_of(m, METRIC_SHARED_LOAD_REQUESTS) + value_of(m, METRIC_SHARED_STORE_REQUESTS);
    if (which == LINES_SHARED) return shared + value_of(m, METRIC_SHARED_ATOMIC_REQUESTS) > 0;
    if (which == LINES_WASTEFUL) return ranked->conflicts > 0 || ranked->wasted > 0;
    return ranked->conflicts > 0 || ranked->sectors > 0 || value_of(m, METRIC_BRANCH_DIVERGENT) > 0;
}

void draw_line_costs(Text *out, const Style *style, Arena *arena, const LaunchReport *report, const LineCounts *line,
                     bool shared_only) {
    print_items(out, style, arena, report, line, shared_only);
}

void draw_lines(Text *out, const Style *style, const LaunchReport *report, size_t most, Lines which) {
    const Result *result = report->result;
    Arena *arena = arena_new();
    Ranked *ranked = arena_array(arena, Ranked, result->line_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < result->line_count; i++) {
        ranked[count] = rank(&result->lines[i]);
        if (costs(&ranked[count], which)) count++;
    }
    qsort(ranked, count, sizeof *ranked, by_cost);
    for (size_t i = 0; i < count && i < most; i++) {
        const Loc *loc = &ranked[i].line->loc;
        size_t size = 0;
        if (source_has(report, *loc) && source_line(report->source, loc->line, &size) != NULL)
            draw_excerpt(out, style, arena, report->source, loc->line, false);
        else
            flow_paragraph(out, style, ROLE_DIM, "  ", "    ",
                           style_format(arena, style, "%s:%d", loc->file != NULL ? loc->file : "line", loc->line));
        print_items(out, style, arena, report, ranked[i].line, which == LINES_SHARED);
    }
    if (count > most)
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ",
                       arena_printf(arena, "and %s that cost less",
                                    draw_many(arena, (double)(count - most), "line", "lines")));
    arena_free(arena);
}

void report_lines(Text *out, const Style *style, const LaunchReport *report, size_t most) {
    draw_lines(out, style, report, most, LINES_COSTLY);
}
