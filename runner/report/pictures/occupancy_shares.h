/* What one multiprocessor (SM) has of each resource, and what the blocks that fit on it take: what the pictures of
 * occupancy draw, in characters and as SVG, and the sentences below them.
 *
 * A block needs all of its warps, registers and shared memory at once, so that the resource with room for the fewest
 * blocks decides. */
#ifndef WARPSCHOOL_REPORT_OCCUPANCY_SHARES_H
#define WARPSCHOOL_REPORT_OCCUPANCY_SHARES_H

#include "arch.h"
#include "report/report.h"

typedef enum Resource {
    RESOURCE_WARPS,
    RESOURCE_REGISTERS,
    RESOURCE_SHARED,
    RESOURCE_BLOCKS,
    RESOURCE_BARRIERS,
    RESOURCE_COUNT
} Resource;
extern const char *const occupancy_resource[RESOURCE_COUNT]; /* "registers" */

typedef struct OccupancyShare {
    bool known;
    int64_t block, total; /* what a block takes and what the SM has */
    int64_t blocks;       /* that fit by this resource alone */
} OccupancyShare;

typedef struct Occupancy {
    const Arch *arch;
    int threads, warps, registers; /* of a block, of a thread; registers -1: unknown */
    int64_t shared;                /* bytes of a block as written */
    int barriers;                  /* of a block; -1: unknown */
    OccupancyShare share[RESOURCE_COUNT];
    int64_t blocks; /* that fit */
} Occupancy;

/* resources NULL: registers and static shared memory are unknown. False where no block of this size fits. */
bool occupancy_find(Occupancy *occupancy, const LaunchReport *report, const KernelResources *resources);
/* Barriers are drawn where a block takes more of them than an SM full of blocks has for each. */
bool occupancy_drawn(const Occupancy *occupancy, Resource resource);
/* The resource that decides; of several the first. */
Resource occupancy_limiter(const Occupancy *occupancy);

/* Sentences, in arena. */
char *occupancy_block(const Occupancy *occupancy, Arena *arena);  /* what a block takes */
char *occupancy_fits(const Occupancy *occupancy, Arena *arena);   /* how many fit */
char *occupancy_limits(const Occupancy *occupancy, Arena *arena); /* what would let one more fit */
/* "61,440 of 65,536", "room for 5" */
char *occupancy_used(const Occupancy *occupancy, Arena *arena, Resource resource);
char *occupancy_room(const Occupancy *occupancy, Arena *arena, Resource resource);

#endif
