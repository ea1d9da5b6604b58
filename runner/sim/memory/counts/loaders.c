/* Which thread of a block loaded each byte of global memory first, and so how much is loaded by a thread although
 * another one of its block has it: global.load.common. A thread that loads its own number again loads nothing of
 * another's. Kept by sectors, in a table with open addressing, where a launch asks for it (Launch.owners). Of a block
 * that loads more than 2 MiB, what it loads for the first time behind them is kept no more, and counts as nobody's. */
#include <string.h>

#include "sim/memory/block_memory.h"
#include "sim/memory/counts/count.h"

enum { FEWEST = 1 << 6, MOST = 1 << 17 }; /* places of the table, of which at most half are used */

struct LoadedSector {
    uint64_t number, block;        /* of the sector; Loaders.blocks when it was loaded, 0: never */
    uint16_t loader[SECTOR_BYTES]; /* by byte: the thread's number in the block plus 1, or 0 */
};

void loaders_block_begin(SimBlockMemory *block) {
    block->loaders.blocks++;
    block->loaders.used = 0;
}

/* The sector's place, or the free one that it will have. */
static LoadedSector *find(const Loaders *loaders, uint64_t number) {
    uint64_t slot = number * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (;; slot++) {
        LoadedSector *sector = &loaders->at[slot & (loaders->size - 1)];
        if (sector->block != loaders->blocks || sector->number == number) return sector;
    }
}

static void grow(Loaders *loaders, Arena *arena) {
    Loaders before = *loaders;
    loaders->size = before.size == 0 ? FEWEST : 2 * before.size;
    loaders->at = arena_array(arena, LoadedSector, loaders->size);
    for (uint32_t i = 0; i < before.size; i++)
        if (before.at[i].block == before.blocks) *find(loaders, before.at[i].number) = before.at[i];
}

/* NULL: there is no room for another one. */
static LoadedSector *sector_of(SimBlockMemory *block, uint64_t number) {
    Loaders *loaders = &block->loaders;
    if (2 * loaders->used >= loaders->size && loaders->size < MOST) grow(loaders, block->arena);
    LoadedSector *sector = find(loaders, number);
    if (sector->block == loaders->blocks) return sector;
    if (2 * loaders->used >= loaders->size) return NULL;
    loaders->used++;
    *sector = (LoadedSector){.number = number, .block = loaders->blocks};
    return sector;
}

/* Whether another thread of the block has loaded all these bytes; those that nobody has are now this one's. */
static bool is_common(SimBlockMemory *block, uint64_t address, int width, uint16_t mark) {
    bool common = true;
    LoadedSector *sector = NULL;
    for (int byte = 0; byte < width; byte++) {
        uint64_t at = address + (uint64_t)byte, number = at / SECTOR_BYTES;
        if (byte == 0 || at % SECTOR_BYTES == 0) sector = sector_of(block, number);
        if (sector == NULL) return false;
        uint16_t *loader = &sector->loader[at % SECTOR_BYTES];
        common &= *loader != 0 && *loader != mark;
        if (*loader == 0) *loader = mark;
    }
    return common;
}

void loaders_take(SimBlockMemory *block, const Request *request) {
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint16_t mark = (uint16_t)(request->warp * WARP_SIZE + lane + 1);
        if (is_common(block, request->address[lane], request->width, mark))
            block->loaders.common += (uint64_t)request->width;
    }
}
