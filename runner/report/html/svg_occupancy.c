/* The picture of occupancy as SVG: a bar for each resource of a multiprocessor (SM), cut into the blocks that fit. What
 * limits their number has another colour and says so. */
#include "report/draw.h"
#include "report/html/html.h"
#include "report/pictures/occupancy_shares.h"

enum { NAME_AT = 4, BAR_AT = 84, BAR_WIDTH = 320, BAR_HEIGHT = 16, NUMBERS_AT = 412, WIDTH = 640, TOP = 30, ROW = 26 };

/* A block is told from the next one by a gap, where there is room for one. */
static void add_blocks(Text *out, const Occupancy *occupancy, const OccupancyShare *share, bool limits, int y) {
    double each = (double)share->block * BAR_WIDTH / (double)share->total, gap = each >= 4 ? 1 : 0;
    for (int64_t i = 0; i < occupancy->blocks && each > 0; i++)
        text_printf(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"/>\n",
                    limits ? "ws-again" : "ws-once", BAR_AT + (double)i * each, y, each - gap, BAR_HEIGHT);
}

static void add_row(Text *out, Arena *arena, const Occupancy *occupancy, Resource resource) {
    const OccupancyShare *share = &occupancy->share[resource];
    bool limits = occupancy_limiter(occupancy) == resource;
    bool full = share->block * occupancy->blocks == share->total; /* of warps: nothing is left to limit */
    int y = TOP + (int)resource * ROW, base = y + BAR_HEIGHT - 4;
    text_printf(out, "<text class=\"ws-ink\" x=\"%d\" y=\"%d\"%s>%s</text>\n", NAME_AT, base,
                limits ? " font-weight=\"bold\"" : "", occupancy_resource[resource]);
    text_printf(out, "<rect class=\"ws-paper ws-line\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", BAR_AT, y,
                BAR_WIDTH, BAR_HEIGHT);
    if (share->known) add_blocks(out, occupancy, share, limits, y);
    text_printf(out, "<text class=\"ws-ink\" x=\"%d\" y=\"%d\">", NUMBERS_AT, base);
    if (share->known)
        text_printf(out, "%s, %s%s</text>\n", occupancy_used(occupancy, arena, resource),
                    occupancy_room(occupancy, arena, resource),
                    limits && !(full && resource == RESOURCE_WARPS) ? ": limits" : "");
    else
        text_add(out, "unknown without the assembler</text>\n");
}

bool svg_occupancy(Text *out, const LaunchReport *report, const KernelResources *resources, int number) {
    Occupancy occupancy;
    if (!occupancy_find(&occupancy, report, resources)) return false;
    Arena *arena = arena_new();
    const int height =
        TOP + (occupancy_drawn(&occupancy, RESOURCE_BARRIERS) ? RESOURCE_COUNT : RESOURCE_BARRIERS) * ROW + 12;
    svg_begin(out, WIDTH, height, number, "Occupancy of one multiprocessor",
              arena_printf(arena, "%s %s %s", occupancy_block(&occupancy, arena), occupancy_fits(&occupancy, arena),
                           occupancy_limits(&occupancy, arena)));
    svg_heading(out, occupancy_fits(&occupancy, arena));
    for (Resource r = 0; r < RESOURCE_COUNT; r++)
        if (occupancy_drawn(&occupancy, r)) add_row(out, arena, &occupancy, r);
    text_add(out, "</svg>\n");
    arena_free(arena);
    return true;
}
