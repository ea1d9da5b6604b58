/* The picture of occupancy in characters: a bar for each resource of a multiprocessor (SM). */
#include "report/draw.h"
#include "report/pictures/occupancy_shares.h"

enum { NAME = 12, BAR = 40 };

static void add_bar(Flow *flow, const Style *style, Role role, int64_t used, int64_t total, int columns) {
    int full = total > 0 ? (int)(used * columns / total) : 0;
    if (full == 0 && used > 0) full = 1;
    for (int i = 0; i < columns; i++)
        flow_add(flow, i < full ? role : ROLE_DIM, style_glyph(style, i < full ? GLYPH_WORD : GLYPH_IDLE));
}

typedef struct Columns {
    int numbers, room; /* of "32 of 64" and "room for 8" */
} Columns;

static Columns lay_out(const Occupancy *occupancy, Arena *arena) {
    Columns columns = {0};
    for (Resource r = 0; r < RESOURCE_COUNT; r++) {
        if (!occupancy->share[r].known) continue;
        int numbers = text_columns(occupancy_used(occupancy, arena, r));
        int room = text_columns(occupancy_room(occupancy, arena, r));
        columns.numbers = numbers > columns.numbers ? numbers : columns.numbers;
        columns.room = room > columns.room ? room : columns.room;
    }
    return columns;
}

static void add_row(Text *out, const Style *style, Arena *arena, const Occupancy *occupancy, Columns wide,
                    Resource resource) {
    const OccupancyShare *share = &occupancy->share[resource];
    bool decides = occupancy_limiter(occupancy) == resource;
    Role role = decides ? ROLE_WARNING : ROLE_GOOD;
    int columns = style_width(style) - NAME - wide.numbers - wide.room - 3;
    Flow flow = {0};
    flow_add(&flow, role, !decides ? " " : style->plain ? "this limits:" : style_glyph(style, GLYPH_MARK));
    flow_add(&flow, decides ? ROLE_STRONG : ROLE_PLAIN,
             arena_printf(arena, " %-*s", NAME - 2, occupancy_resource[resource]));
    if (!share->known) {
        flow_add(&flow, ROLE_DIM, "unknown without the CUDA Toolkit's assembler");
        flow_print(&flow, out, style, "", "  ");
        flow_free(&flow);
        return;
    }
    int64_t used = share->block * occupancy->blocks;
    if (columns >= 8 && !style->plain) add_bar(&flow, style, role, used, share->total, columns > BAR ? BAR : columns);
    flow_add(&flow, ROLE_PLAIN, arena_printf(arena, " %*s", wide.numbers, occupancy_used(occupancy, arena, resource)));
    flow_add(&flow, decides ? ROLE_WARNING : ROLE_DIM,
             arena_printf(arena, "  %s", occupancy_room(occupancy, arena, resource)));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

void report_occupancy(Text *out, const Style *style, const LaunchReport *report, const KernelResources *resources) {
    Arena *arena = arena_new();
    Occupancy occupancy;
    if (!occupancy_find(&occupancy, report, resources)) {
        flow_paragraph(out, style, ROLE_PLAIN, "", "", "No block of this size fits on a multiprocessor.");
        arena_free(arena);
        return;
    }
    draw_head(out, style, arena, report);
    flow_paragraph(out, style, ROLE_DIM, "", "", occupancy_block(&occupancy, arena));
    text_add_char(out, '\n');
    Columns columns = lay_out(&occupancy, arena);
    for (Resource r = 0; r < RESOURCE_COUNT; r++)
        if (occupancy_drawn(&occupancy, r)) add_row(out, style, arena, &occupancy, columns, r);
    text_add_char(out, '\n');
    flow_paragraph(out, style, ROLE_STRONG, "", "", occupancy_fits(&occupancy, arena));
    flow_paragraph(out, style, ROLE_PLAIN, "", "", occupancy_limits(&occupancy, arena));
    arena_free(arena);
}
