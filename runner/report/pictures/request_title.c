#include "report/pictures/request_title.h"

static const char *const names[] = {
    [REQUEST_LOAD] = "A load from ", [REQUEST_STORE] = "A store to ", [REQUEST_ATOMIC] = "An atomic on "};

char *draw_request(Arena *arena, RequestOp op, const char *variable, const char *memory) {
    return arena_printf(arena, "%s%s", names[op], variable != NULL ? variable : memory);
}

void draw_request_title(Text *out, const Style *style, const RequestTitle *title) {
    Arena *arena = arena_new();
    Flow flow = {0};
    flow_add(&flow, ROLE_PLAIN, names[title->op]);
    if (title->variable != NULL)
        flow_add(&flow, ROLE_CODE, style_clean_line(arena, style, title->variable));
    else
        flow_add(&flow, ROLE_PLAIN, title->memory);
    flow_add(&flow, ROLE_PLAIN, arena_printf(arena, ", %s a lane", draw_many(arena, title->width, "byte", "bytes")));
    flow_add(&flow, ROLE_DIM,
             arena_printf(arena, " %s block (%u, %u, %u), warp %u", style_glyph(style, GLYPH_SEPARATOR),
                          title->block[0], title->block[1], title->block[2], title->warp));
    if (title->request > 0)
        flow_add(&flow, ROLE_DIM, arena_printf(arena, ", request %llu", (unsigned long long)title->request + 1));
    if (title->line > 0) flow_add(&flow, ROLE_DIM, arena_printf(arena, ", line %d", title->line));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
    arena_free(arena);
}
