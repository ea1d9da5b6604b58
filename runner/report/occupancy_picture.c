/* The picture of occupancy: what one multiprocessor (SM) has of each resource, and what the blocks that fit on it take.
 *
 * A block needs all of its warps, registers and shared memory at once, so that the resource with room for the fewest
 * blocks decides. The rules are those of CUDA's occupancy calculator (cuda_occupancy.h): registers are given to a warp
 * in units of 256 and lie in four parts of the SM, none of which lends to another; shared memory is given to a block in
 * units of 128 bytes (256 before sm_80), with what CUDA keeps for itself. */
#include "arch.h"
#include "metric_names.h"
#include "report/draw.h"

enum { REGISTER_UNIT = 256, SM_PARTS = 4, NAME = 12, BAR = 40 };

typedef enum Resource { RESOURCE_WARPS, RESOURCE_REGISTERS, RESOURCE_SHARED, RESOURCE_BLOCKS, RESOURCE_COUNT } Resource;

typedef struct Share {
    bool known;
    int64_t block, total; /* what a block takes and what the SM has */
    int64_t blocks;       /* that fit by this resource alone */
} Share;

typedef struct Picture {
    const Arch *arch;
    int threads, warps, registers; /* of a block, of a thread; registers -1: unknown */
    int64_t shared;                /* bytes of a block as written */
    Share share[RESOURCE_COUNT];
    int64_t blocks;    /* that fit */
    int numbers, room; /* columns of "32 of 64" and "room for 8" */
} Picture;

static int64_t round_up(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* ---- what fits --------------------------------------------------------------------------------------------------- */

static int64_t blocks_by_registers(const Picture *picture, int registers) {
    int64_t a_warp = round_up((int64_t)registers * WARP_SIZE, REGISTER_UNIT);
    if (a_warp == 0) return picture->arch->blocks_per_sm;
    return picture->arch->registers_per_sm / SM_PARTS / a_warp * SM_PARTS / picture->warps;
}

static int64_t shared_unit(const Arch *arch) {
    return arch->major >= 8 ? 128 : 256;
}

static void find_shares(Picture *picture) {
    const Arch *arch = picture->arch;
    int64_t shared = round_up(picture->shared + arch->shared_reserved, shared_unit(arch));
    int64_t registers = round_up((int64_t)picture->registers * WARP_SIZE, REGISTER_UNIT) * picture->warps;
    picture->share[RESOURCE_WARPS] = (Share){true, picture->warps, arch->threads_per_sm / WARP_SIZE,
                                             arch->threads_per_sm / WARP_SIZE / picture->warps};
    picture->share[RESOURCE_SHARED] =
        (Share){true, shared, arch->shared_per_sm, shared > 0 ? arch->shared_per_sm / shared : arch->blocks_per_sm};
    picture->share[RESOURCE_BLOCKS] = (Share){true, 1, arch->blocks_per_sm, arch->blocks_per_sm};
    if (picture->registers >= 0)
        picture->share[RESOURCE_REGISTERS] =
            (Share){true, registers, arch->registers_per_sm, blocks_by_registers(picture, picture->registers)};
    picture->blocks = INT64_MAX;
    for (Resource r = 0; r < RESOURCE_COUNT; r++)
        if (picture->share[r].known && picture->share[r].blocks < picture->blocks)
            picture->blocks = picture->share[r].blocks;
}

/* The resource that decides; of several the first in the order of the rows. */
static Resource limiter(const Picture *picture) {
    Resource r = 0;
    while (!picture->share[r].known || picture->share[r].blocks != picture->blocks) r++;
    return r;
}

/* ---- the bars ---------------------------------------------------------------------------------------------------- */

static void add_bar(Flow *flow, const Style *style, Role role, int64_t used, int64_t total, int columns) {
    int full = total > 0 ? (int)(used * columns / total) : 0;
    if (full == 0 && used > 0) full = 1;
    for (int i = 0; i < columns; i++)
        flow_add(flow, i < full ? role : ROLE_DIM, style_glyph(style, i < full ? GLYPH_WORD : GLYPH_IDLE));
}

static char *numbers_of(const Picture *picture, Arena *arena, const Share *share) {
    return arena_printf(arena, "%s of %s", draw_count(arena, (double)(share->block * picture->blocks)),
                        draw_count(arena, (double)share->total));
}

static char *room_of(Arena *arena, const Share *share) {
    return arena_printf(arena, "room for %s", draw_count(arena, (double)share->blocks));
}

static void lay_out(Picture *picture, Arena *arena) {
    for (Resource r = 0; r < RESOURCE_COUNT; r++) {
        if (!picture->share[r].known) continue;
        int numbers = text_columns(numbers_of(picture, arena, &picture->share[r]));
        int room = text_columns(room_of(arena, &picture->share[r]));
        picture->numbers = numbers > picture->numbers ? numbers : picture->numbers;
        picture->room = room > picture->room ? room : picture->room;
    }
}

static void add_row(Text *out, const Style *style, Arena *arena, const Picture *picture, Resource resource) {
    static const char *const names[] = {[RESOURCE_WARPS] = "warps",
                                        [RESOURCE_REGISTERS] = "registers",
                                        [RESOURCE_SHARED] = "shared",
                                        [RESOURCE_BLOCKS] = "blocks"};
    const Share *share = &picture->share[resource];
    bool decides = limiter(picture) == resource;
    Role role = decides ? ROLE_WARNING : ROLE_GOOD;
    int columns = style_width(style) - NAME - picture->numbers - picture->room - 3;
    Flow flow = {0};
    flow_add(&flow, role, !decides ? " " : style->plain ? "this limits:" : style_glyph(style, GLYPH_MARK));
    flow_add(&flow, decides ? ROLE_STRONG : ROLE_PLAIN, arena_printf(arena, " %-*s", NAME - 2, names[resource]));
    if (!share->known) {
        flow_add(&flow, ROLE_DIM, "unknown without the CUDA Toolkit's assembler");
        flow_print(&flow, out, style, "", "  ");
        flow_free(&flow);
        return;
    }
    int64_t used = share->block * picture->blocks;
    if (columns >= 8 && !style->plain) add_bar(&flow, style, role, used, share->total, columns > BAR ? BAR : columns);
    flow_add(&flow, ROLE_PLAIN, arena_printf(arena, " %*s", picture->numbers, numbers_of(picture, arena, share)));
    flow_add(&flow, decides ? ROLE_WARNING : ROLE_DIM, arena_printf(arena, "  %s", room_of(arena, share)));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

/* ---- sentences --------------------------------------------------------------------------------------------------- */

static char *what_a_block_takes(const Picture *picture, Arena *arena) {
    const char *registers =
        picture->registers < 0
            ? ""
            : arena_printf(arena, ", %s a thread", draw_many(arena, picture->registers, "register", "registers"));
    const char *reserved = picture->arch->shared_reserved == 0
                               ? ""
                               : arena_printf(arena, " beside the %s that CUDA keeps in each block",
                                              draw_count(arena, (double)picture->arch->shared_reserved));
    return arena_printf(arena, "A block has %s, which are %s%s, and %s of shared memory%s.",
                        draw_many(arena, picture->threads, "thread", "threads"),
                        draw_many(arena, picture->warps, "warp", "warps"), registers,
                        draw_many(arena, (double)picture->shared, "byte", "bytes"), reserved);
}

static char *what_fits(const Picture *picture, Arena *arena) {
    int64_t warps = picture->blocks * picture->warps, all = picture->share[RESOURCE_WARPS].total;
    return arena_printf(arena, "%s%s on one multiprocessor: %lld of %lld warps, %s %% occupancy.",
                        picture->registers < 0 ? "At most " : "",
                        draw_many(arena, (double)picture->blocks, "block fits", "blocks fit"), (long long)warps,
                        (long long)all, draw_real(arena, 100.0 * (double)warps / (double)all));
}

/* What would let one more block fit: "" where the warps are used up. */
static char *what_limits(const Picture *picture, Arena *arena) {
    int64_t one_more = picture->blocks + 1;
    int registers = picture->registers;
    int64_t bytes = picture->arch->shared_per_sm / one_more / shared_unit(picture->arch) * shared_unit(picture->arch) -
                    picture->arch->shared_reserved;
    switch (limiter(picture)) {
    case RESOURCE_WARPS:
        return arena_string(arena,
                            picture->blocks * picture->warps == picture->share[RESOURCE_WARPS].total
                                ? "All warps are used: nothing limits it."
                                : "The warps that are left are too few for one more block: blocks of another size "
                                  "would use them.");
    case RESOURCE_REGISTERS:
        while (registers > 0 && blocks_by_registers(picture, registers) < one_more) registers--;
        if (registers == 0) return arena_string(arena, "The registers limit it.");
        return arena_printf(arena, "The registers limit it: with at most %s a thread one more block would have room.",
                            draw_count(arena, registers));
    case RESOURCE_SHARED:
        if (bytes <= 0) return arena_string(arena, "The shared memory limits it.");
        return arena_printf(arena,
                            "The shared memory limits it: with at most %s bytes a block one more would have room.",
                            draw_count(arena, (double)bytes));
    default:
        return arena_string(arena, "The number of blocks limits it: with more threads a block, more warps would run.");
    }
}

void report_occupancy(Text *out, const Style *style, const LaunchReport *report, const KernelResources *resources) {
    Arena *arena = arena_new();
    const Launch *launch = &report->prepared->launch;
    Picture picture = {.arch = arch_find(report->arch), .registers = resources != NULL ? resources->registers : -1};
    int64_t fixed = resources != NULL && resources->shared_static > 0 ? resources->shared_static : 0;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    picture.shared = fixed + (int64_t)launch->shared_dynamic;
    if (picture.arch == NULL || threads == 0 || threads > ARCH_THREADS_PER_BLOCK ||
        picture.shared > picture.arch->shared_per_sm) {
        flow_paragraph(out, style, ROLE_PLAIN, "", "", "No block of this size fits on a multiprocessor.");
        arena_free(arena);
        return;
    }
    picture.threads = (int)threads;
    picture.warps = ((int)threads + WARP_SIZE - 1) / WARP_SIZE;
    find_shares(&picture);
    draw_head(out, style, arena, report);
    flow_paragraph(out, style, ROLE_DIM, "", "", what_a_block_takes(&picture, arena));
    text_add_char(out, '\n');
    lay_out(&picture, arena);
    for (Resource r = 0; r < RESOURCE_COUNT; r++) add_row(out, style, arena, &picture, r);
    text_add_char(out, '\n');
    flow_paragraph(out, style, ROLE_STRONG, "", "", what_fits(&picture, arena));
    flow_paragraph(out, style, ROLE_PLAIN, "", "", what_limits(&picture, arena));
    arena_free(arena);
}
