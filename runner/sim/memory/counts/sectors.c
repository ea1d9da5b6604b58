/* How many sectors or words of memory one request touches.
 *
 * Global memory is counted in the 32-byte sectors that hold the active lanes' bytes. Lanes' addresses are aligned to
 * their width, so a lane of up to 32 bytes never straddles two sectors, and two lanes hold either the same bytes or
 * none in common: it is enough to count distinct sectors and distinct addresses.
 *
 * Local memory is interleaved: word w of lane l lies at (32 w + l) * 4, so that a sector holds one word of eight
 * neighbouring lanes. */
#include <string.h>

#include "sim/memory/block_memory.h"
#include "sim/memory/counts/count.h"

/* Distinct values among address[lane] >> shift of the active lanes. */
static int count_distinct(const uint64_t address[32], uint32_t mask, int shift) {
    enum { SLOTS = 64 };
    uint64_t slot[SLOTS];
    uint64_t taken = 0;
    int distinct = 0;
    uint64_t previous = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint64_t value = address[__builtin_ctz(left)] >> shift;
        if (taken != 0 && value == previous) continue;
        previous = value;
        uint32_t place = (uint32_t)(value * UINT64_C(0x9e3779b97f4a7c15) >> 58);
        while ((taken >> place & 1) != 0 && slot[place] != value) place = (place + 1) % SLOTS;
        if ((taken >> place & 1) != 0) continue;
        taken |= UINT64_C(1) << place;
        slot[place] = value;
        distinct++;
    }
    return distinct;
}

static uint64_t sectors_of(uint64_t bytes) {
    return (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* Whether no lane's address is lower than the one before; then every change is a new value. */
static bool ascending(const uint64_t address[32]) {
    uint64_t down = 0;
    for (int lane = 0; lane + 1 < WARP_SIZE; lane++) down |= address[lane + 1] - address[lane];
    return down >> 63 == 0;
}

static int count_changes(const uint64_t address[32], int shift) {
    int changes = 0;
    for (int lane = 0; lane + 1 < WARP_SIZE; lane++) changes += address[lane + 1] >> shift != address[lane] >> shift;
    return changes;
}

static uint64_t distinct_values(const Request *request, int shift) {
    /* Inactive lanes repeat an active one's address, which adds no value; where that breaks the order, count_distinct
     * does it. */
    if (ascending(request->address)) return (uint64_t)count_changes(request->address, shift) + 1;
    return (uint64_t)count_distinct(request->address, request->mask, shift);
}

SectorCount count_sectors(const Request *request) {
    uint64_t width = (uint64_t)request->width, lanes = (uint64_t)request->lanes;
    SectorCount count;
    if (request->strided) {
        uint64_t distance = (uint64_t)(request->stride < 0 ? -request->stride : request->stride);
        /* Steps of up to a sector leave no sector out; longer ones never touch one twice. */
        count.touched = lanes;
        if (distance <= SECTOR_BYTES) count.touched = request->high / SECTOR_BYTES - request->low / SECTOR_BYTES + 1;
        count.ideal = sectors_of(distance == 0 ? width : lanes * width);
        return count;
    }
    count.touched = distinct_values(request, 5);
    count.ideal = sectors_of(distinct_values(request, 0) * width);
    return count;
}

uint64_t count_lines(const Request *request) {
    if (request->strided) return (uint64_t)count_distinct(request->address, request->mask, 7);
    return distinct_values(request, 7);
}

uint64_t count_local_sectors(const Request *request) {
    uint64_t words = request->width < 4 ? 1 : (uint64_t)request->width / 4;
    bool same = request->low / 4 == request->high / 4;
    uint64_t sectors = 0;
    for (int first = 0; first < WARP_SIZE; first += 8) {
        uint32_t lanes = request->mask & (UINT32_C(0xff) << first);
        if (lanes != 0) sectors += same ? words : words * (uint64_t)count_distinct(request->address, lanes, 2);
    }
    return sectors;
}

/* Counts in words of 4 bytes, or in a lane's bytes where that is more. */
uint64_t count_constant_words(const Request *request) {
    int shift = request->width > 4 ? 0 : 2;
    if (request->low >> shift == request->high >> shift) return 1;
    if (request->strided) return (uint64_t)count_distinct(request->address, request->mask, shift);
    return distinct_values(request, shift);
}
