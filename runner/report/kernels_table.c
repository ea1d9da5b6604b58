/* The kernels of a whole program, a row each, and what its host code did. */
#include "metric_names.h"
#include "program_seen.h"
#include "report/draw.h"

/* A choice of counts that says most of most kernels. */
static const Metric usual[] = {METRIC_INSTRUCTIONS_WARP, METRIC_GLOBAL_LOAD_SECTORS, METRIC_GLOBAL_STORE_SECTORS,
                               METRIC_SHARED_CONFLICTS};

const Metric *report_kernel_metrics(size_t *count) {
    *count = sizeof usual / sizeof *usual;
    return usual;
}

static const char *sizes(Arena *arena, const uint32_t size[3]) {
    if (size[2] > 1) return arena_printf(arena, "(%u, %u, %u)", size[0], size[1], size[2]);
    if (size[1] > 1) return arena_printf(arena, "(%u, %u)", size[0], size[1]);
    return arena_printf(arena, "%u", size[0]);
}

static const char *shape(Arena *arena, const KernelSeen *kernel) {
    if (kernel->launches == 0) return "never ran";
    return arena_printf(arena, "<<<%s, %s>>>%s", sizes(arena, kernel->grid), sizes(arena, kernel->block),
                        kernel->shapes ? " and others" : "");
}

static void fill_row(Cell *row, const Style *style, Arena *arena, const KernelSeen *kernel, const Metric *show,
                     size_t count) {
    row[0] = (Cell){style_clean_line(arena, style, kernel->name), ROLE_CODE};
    row[1] = (Cell){shape(arena, kernel), ROLE_PLAIN};
    row[2] = (Cell){draw_count(arena, (double)kernel->launches), ROLE_PLAIN};
    for (size_t i = 0; i < count; i++) {
        bool known = kernel->metrics.known[show[i]];
        row[3 + i] = (Cell){known ? draw_metric(arena, show[i], kernel->metrics.value[show[i]]) : "", ROLE_PLAIN};
    }
    row[3 + count] = (Cell){kernel->findings > 0 ? draw_count(arena, (double)kernel->findings) : "", ROLE_BAD};
}

void report_kernels(Text *out, const Style *style, const ProgramSeen *seen, const Metric *show, size_t count) {
    Arena *arena = arena_new();
    if (count == 0) show = report_kernel_metrics(&count);
    size_t columns = 4 + count, rows = seen->kernel_count + 1;
    Cell *cells = arena_array(arena, Cell, rows * columns);
    bool *right = arena_array(arena, bool, columns);
    const char *heads[] = {"kernel", "launched", "launches", "findings"};
    for (size_t i = 0; i < 3; i++) cells[i] = (Cell){heads[i], ROLE_STRONG};
    for (size_t i = 0; i < count; i++) cells[3 + i] = (Cell){draw_metric_head(arena, show[i]), ROLE_STRONG};
    cells[columns - 1] = (Cell){heads[3], ROLE_STRONG};
    for (size_t i = 2; i < columns; i++) right[i] = true;
    for (size_t k = 0; k < seen->kernel_count; k++)
        fill_row(&cells[(k + 1) * columns], style, arena, &seen->kernels[k], show, count);
    table_print(out, style, arena, cells, rows, columns, right, true, 0);
    arena_free(arena);
}

/* "2 copies of 8,192 bytes to the device": all of them together */
static const char *copies(Arena *arena, int64_t count, int64_t bytes, const char *where) {
    if (count == 0) return arena_printf(arena, "no copy to the %s", where);
    return arena_printf(arena, "%s of %s to the %s", draw_many(arena, (double)count, "copy", "copies"),
                        draw_many(arena, (double)bytes, "byte", "bytes"), where);
}

void report_host_code(Text *out, const Style *style, const ProgramSeen *seen) {
    Arena *arena = arena_new();
    char *line = arena_printf(arena, "Host code: %s, %s, %s, %s",
                              draw_many(arena, (double)seen->allocations, "allocation", "allocations"),
                              copies(arena, seen->copies_to_device, seen->bytes_to_device, "device"),
                              draw_many(arena, (double)seen->launches, "launch", "launches"),
                              copies(arena, seen->copies_to_host, seen->bytes_to_host, "host"));
    if (seen->streams > 0)
        line = arena_printf(arena, "%s; kernels ran in %s besides the default one", line,
                            draw_many(arena, (double)seen->streams, "stream", "streams"));
    flow_paragraph(out, style, ROLE_DIM, "", "", arena_printf(arena, "%s.", line));
    if (seen->timed)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       "Times from events are those that the simulation took on this machine: no GPU's.");
    arena_free(arena);
}
