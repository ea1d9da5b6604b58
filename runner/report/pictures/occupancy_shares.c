#include "report/pictures/occupancy_shares.h"

#include "report/draw.h"

/* The rules are those of CUDA's occupancy calculator (cuda_occupancy.h): registers are given to a warp in units of 256
 * and lie in four parts of the SM, none of which lends to another; shared memory is given to a block in units of 128
 * bytes (256 before sm_80), with what CUDA keeps for itself. Barriers count from sm_90 on: two for each block that an
 * SM holds, from sm_110 on one. */
enum { REGISTER_UNIT = 256, SM_PARTS = 4, FIRST_WITH_BARRIERS = 9, LAST_WITH_TWO_BARRIERS = 10 };

const char *const occupancy_resource[RESOURCE_COUNT] = {[RESOURCE_WARPS] = "warps",
                                                        [RESOURCE_REGISTERS] = "registers",
                                                        [RESOURCE_SHARED] = "shared",
                                                        [RESOURCE_BLOCKS] = "blocks",
                                                        [RESOURCE_BARRIERS] = "barriers"};

static int64_t round_up(int64_t value, int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* ---- what fits --------------------------------------------------------------------------------------------------- */

static int64_t blocks_by_registers(const Occupancy *occupancy, int registers) {
    int64_t a_warp = round_up((int64_t)registers * WARP_SIZE, REGISTER_UNIT);
    if (a_warp == 0) return occupancy->arch->blocks_per_sm;
    return occupancy->arch->registers_per_sm / SM_PARTS / a_warp * SM_PARTS / occupancy->warps;
}

static int64_t shared_unit(const Arch *arch) {
    return arch->major >= 8 ? 128 : 256;
}

static int64_t barriers_per_sm(const Arch *arch) {
    if (arch->major < FIRST_WITH_BARRIERS) return INT64_MAX;
    return (int64_t)arch->blocks_per_sm * (arch->major <= LAST_WITH_TWO_BARRIERS ? 2 : 1);
}

static void find_shares(Occupancy *occupancy) {
    const Arch *arch = occupancy->arch;
    int64_t shared = round_up(occupancy->shared + arch->shared_reserved, shared_unit(arch));
    int64_t registers = round_up((int64_t)occupancy->registers * WARP_SIZE, REGISTER_UNIT) * occupancy->warps;
    occupancy->share[RESOURCE_WARPS] = (OccupancyShare){true, occupancy->warps, arch->threads_per_sm / WARP_SIZE,
                                                        arch->threads_per_sm / WARP_SIZE / occupancy->warps};
    occupancy->share[RESOURCE_SHARED] = (OccupancyShare){
        true, shared, arch->shared_per_sm, shared > 0 ? arch->shared_per_sm / shared : arch->blocks_per_sm};
    occupancy->share[RESOURCE_BLOCKS] = (OccupancyShare){true, 1, arch->blocks_per_sm, arch->blocks_per_sm};
    if (occupancy->registers >= 0)
        occupancy->share[RESOURCE_REGISTERS] = (OccupancyShare){true, registers, arch->registers_per_sm,
                                                                blocks_by_registers(occupancy, occupancy->registers)};
    int64_t barriers = barriers_per_sm(arch);
    if (occupancy->barriers > 0 && barriers / occupancy->barriers < arch->blocks_per_sm)
        occupancy->share[RESOURCE_BARRIERS] =
            (OccupancyShare){true, occupancy->barriers, barriers, barriers / occupancy->barriers};
    occupancy->blocks = INT64_MAX;
    for (Resource r = 0; r < RESOURCE_COUNT; r++)
        if (occupancy->share[r].known && occupancy->share[r].blocks < occupancy->blocks)
            occupancy->blocks = occupancy->share[r].blocks;
}

bool occupancy_drawn(const Occupancy *occupancy, Resource resource) {
    return resource != RESOURCE_BARRIERS || occupancy->share[resource].known;
}

Resource occupancy_limiter(const Occupancy *occupancy) {
    Resource r = 0;
    while (!occupancy->share[r].known || occupancy->share[r].blocks != occupancy->blocks) r++;
    return r;
}

bool occupancy_find(Occupancy *occupancy, const LaunchReport *report, const KernelResources *resources) {
    const Launch *launch = &report->prepared->launch;
    int64_t fixed = resources != NULL && resources->shared_static > 0 ? resources->shared_static : 0;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    *occupancy = (Occupancy){.arch = arch_find(report->arch),
                             .registers = resources != NULL ? resources->registers : -1,
                             .barriers = resources != NULL ? resources->barriers : -1,
                             .shared = fixed + (int64_t)launch->shared_dynamic};
    if (occupancy->arch == NULL || threads == 0 || threads > ARCH_THREADS_PER_BLOCK ||
        occupancy->shared > occupancy->arch->shared_per_sm)
        return false;
    occupancy->threads = (int)threads;
    occupancy->warps = ((int)threads + WARP_SIZE - 1) / WARP_SIZE;
    find_shares(occupancy);
    return true;
}

/* ---- sentences --------------------------------------------------------------------------------------------------- */

char *occupancy_block(const Occupancy *occupancy, Arena *arena) {
    const char *registers =
        occupancy->registers < 0
            ? ""
            : arena_printf(arena, ", %s a thread", draw_many(arena, occupancy->registers, "register", "registers"));
    const char *reserved = occupancy->arch->shared_reserved == 0
                               ? ""
                               : arena_printf(arena, " beside the %s that CUDA keeps in each block",
                                              draw_count(arena, (double)occupancy->arch->shared_reserved));
    return arena_printf(arena, "A block has %s, which are %s%s, and %s of shared memory%s.",
                        draw_many(arena, occupancy->threads, "thread", "threads"),
                        draw_many(arena, occupancy->warps, "warp", "warps"), registers,
                        draw_many(arena, (double)occupancy->shared, "byte", "bytes"), reserved);
}

char *occupancy_fits(const Occupancy *occupancy, Arena *arena) {
    int64_t warps = occupancy->blocks * occupancy->warps, all = occupancy->share[RESOURCE_WARPS].total;
    return arena_printf(arena, "%s%s on one multiprocessor: %lld of %lld warps, %s%% occupancy.",
                        occupancy->registers < 0 ? "At most " : "",
                        draw_many(arena, (double)occupancy->blocks, "block fits", "blocks fit"), (long long)warps,
                        (long long)all, draw_real(arena, 100.0 * (double)warps / (double)all));
}

char *occupancy_limits(const Occupancy *occupancy, Arena *arena) {
    int64_t one_more = occupancy->blocks + 1;
    int registers = occupancy->registers;
    int64_t bytes =
        occupancy->arch->shared_per_sm / one_more / shared_unit(occupancy->arch) * shared_unit(occupancy->arch) -
        occupancy->arch->shared_reserved;
    switch (occupancy_limiter(occupancy)) {
    case RESOURCE_WARPS:
        return arena_string(arena,
                            occupancy->blocks * occupancy->warps == occupancy->share[RESOURCE_WARPS].total
                                ? "All warps are used: nothing limits it."
                                : "The warps that are left are too few for one more block: blocks of another size "
                                  "would use them.");
    case RESOURCE_REGISTERS:
        while (registers > 0 && blocks_by_registers(occupancy, registers) < one_more) registers--;
        if (registers == 0) return arena_string(arena, "The registers limit it.");
        return arena_printf(arena, "The registers limit it: with at most %s a thread one more block would have room.",
                            draw_count(arena, registers));
    case RESOURCE_SHARED:
        if (bytes <= 0) return arena_string(arena, "The shared memory limits it.");
        return arena_printf(arena,
                            "The shared memory limits it: with at most %s bytes a block one more would have room.",
                            draw_count(arena, (double)bytes));
    case RESOURCE_BARRIERS:
        return arena_printf(arena, "The barriers limit it: a block has %s.",
                            draw_many(arena, occupancy->barriers, "barrier", "barriers"));
    default:
        return arena_string(arena, "The number of blocks limits it: with more threads a block, more warps would run.");
    }
}

char *occupancy_used(const Occupancy *occupancy, Arena *arena, Resource resource) {
    const OccupancyShare *share = &occupancy->share[resource];
    return arena_printf(arena, "%s of %s", draw_count(arena, (double)(share->block * occupancy->blocks)),
                        draw_count(arena, (double)share->total));
}

char *occupancy_room(const Occupancy *occupancy, Arena *arena, Resource resource) {
    return arena_printf(arena, "room for %s", draw_count(arena, (double)occupancy->share[resource].blocks));
}
