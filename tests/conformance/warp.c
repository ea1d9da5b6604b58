/* What lanes exchange, with all lanes and with some, and with tiles that have masks of their own. */
#include <stdio.h>
#include <string.h>

#include "cases.h"

typedef struct Row {
    const char *text;
    char result, kind;
    int argument, clamp;
    uint32_t segment;
} Row;

static int ones(uint32_t mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

static int lowest(uint32_t mask) {
    int lane = 0;
    while (!(mask >> lane & 1)) lane++;
    return lane;
}

/* The pseudocode of shfl.sync; what an inactive lane would have given is 0 here and not compared, because the cases
 * that read one give both lanes' predicate only. */
static void shuffle(const void *context, uint64_t x[32][OPERANDS], uint32_t active, uint64_t result[32]) {
    const Row *row = context;
    for (int lane = 0; lane < 32; lane++) {
        int segment = (int)row->segment, top = (lane & segment) | (row->clamp & ~segment), base = lane & segment, from;
        bool within;
        switch (row->kind) {
        case 'u':
            from = lane - row->argument;
            within = from >= top;
            break;
        case 'd':
            from = lane + row->argument;
            within = from <= top;
            break;
        case 'b':
            from = lane ^ row->argument;
            within = from <= top;
            break;
        default:
            from = base | (row->argument & ~segment);
            within = from <= top;
            break;
        }
        if (!within) from = lane;
        bool known = active >> from & 1;
        result[lane] = known ? (uint32_t)x[from][0] + (within ? 7 : 0) : within ? 7 : 0;
    }
}

static uint64_t redux(char kind, uint64_t x[32][OPERANDS], uint32_t group) {
    uint32_t sum = 0, all = ~UINT32_C(0), any = 0, odd = 0, least = ~UINT32_C(0), most = 0;
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int lane = 0; lane < 32; lane++) {
        if (!(group >> lane & 1)) continue;
        uint32_t value = (uint32_t)x[lane][0];
        int32_t number = (int32_t)value;
        sum += value, all &= value, any |= value, odd ^= value;
        least = value < least ? value : least, most = value > most ? value : most;
        low = number < low ? number : low, high = number > high ? number : high;
    }
    switch (kind) {
    case '+': return sum;
    case '&': return all;
    case '|': return any;
    case '^': return odd;
    case '<': return least;
    case '>': return most;
    case 'l': return (uint32_t)low;
    default: return (uint32_t)high;
    }
}

static uint64_t match(char kind, uint64_t x[32][OPERANDS], uint32_t group, int lane, bool wide) {
    uint32_t same = 0;
    for (int other = 0; other < 32; other++)
        if ((group >> other & 1) && (wide ? x[other][0] == x[lane][0] : (uint32_t)x[other][0] == (uint32_t)x[lane][0]))
            same |= UINT32_C(1) << other;
    if (kind == 'm') return same;
    return same == group ? (uint64_t)same + (UINT64_C(1) << 32) : 0;
}

/* kind: of vote, redux, match and elect; segment: the lanes of one group are those with equal bits there. */
static void exchange(const void *context, uint64_t x[32][OPERANDS], uint32_t active, uint64_t result[32]) {
    const Row *row = context;
    for (int lane = 0; lane < 32; lane++) {
        uint32_t group = 0, votes = 0;
        for (int other = 0; other < 32; other++)
            if ((active >> other & 1) && ((lane ^ other) & (int)row->segment) == 0) group |= UINT32_C(1) << other;
        for (int other = 0; other < 32; other++)
            if ((group >> other & 1) && (x[other][0] & 1)) votes |= UINT32_C(1) << other;
        if (!(group >> lane & 1)) continue;
        switch (row->kind) {
        case 'A': result[lane] = votes == group; break;
        case 'E': result[lane] = votes != 0; break;
        case 'U': result[lane] = votes == 0 || votes == group; break;
        case 'B': result[lane] = votes; break;
        case 'm':
        case 'a': result[lane] = match(row->kind, x, group, lane, row->argument == 64); break;
        case 'e': result[lane] = (uint64_t)lowest(group) + (lane == lowest(group) ? 100 : 0); break;
        case 'n': result[lane] = (uint64_t)ones(votes); break;
        case 'x': result[lane] = (uint32_t)x[lane][0]; break;
        case 'p': result[lane] = (uint64_t)ones(group); break;
        default: result[lane] = redux(row->kind, x, group); break;
        }
    }
}

/* The mask of a tile of eight lanes: bits 8 t to 8 t + 7; of all: -1. */
#define TILE "and.b32 %r8,%r30,24; mov.u32 %r7,255; shl.b32 %r7,%r7,%r8; "
#define ALL "mov.u32 %r7,-1; "
#define SOME "activemask.b32 %r7; "
#define PLUS "selp.u32 %r6,7,0,%p5; add.u32 %r0,%r5,%r6;"
#define ANSWER "selp.u32 %r6,1,0,%p5; mov.b64 %d0,{%r5,%r6};"

/* clang-format off */
static const Row shuffles[] = {
    {"shfl.sync.up.b32 %r5|%p5,%r1,3,0,-1; " PLUS, 'r', 'u', 3, 0, 0},
    {"shfl.sync.up.b32 %r5|%p5,%r1,1,0x1800,-1; " PLUS, 'r', 'u', 1, 0, 0x18},
    {"shfl.sync.down.b32 %r5|%p5,%r1,5,31,-1; " PLUS, 'r', 'd', 5, 31, 0},
    {"shfl.sync.down.b32 %r5|%p5,%r1,2,0x1c1f,-1; " PLUS, 'r', 'd', 2, 31, 0x1c},
    {"shfl.sync.bfly.b32 %r5|%p5,%r1,16,31,-1; " PLUS, 'r', 'b', 16, 31, 0},
    {"shfl.sync.bfly.b32 %r5|%p5,%r1,9,0x1807,-1; " PLUS, 'r', 'b', 9, 7, 0x18},
    {"shfl.sync.idx.b32 %r5|%p5,%r1,19,31,-1; " PLUS, 'r', 'i', 19, 31, 0},
    {"shfl.sync.idx.b32 %r5|%p5,%r1,6,0x181f,-1; " PLUS, 'r', 'i', 6, 31, 0x18},
};
static const Row exchanges[] = {
    {"vote.sync.all.pred %p0,%p1,%r7;", 'p', 'A', 0, 0, 0}, {"vote.sync.any.pred %p0,%p1,%r7;", 'p', 'E', 0, 0, 0},
    {"vote.sync.uni.pred %p0,%p1,%r7;", 'p', 'U', 0, 0, 0},
    {"vote.sync.ballot.b32 %r0,%p1,%r7;", 'r', 'B', 0, 0, 0},
    {"match.any.sync.b32 %r0,%r1,%r7;", 'r', 'm', 32, 0, 0},
    {"match.any.sync.b64 %r0,%d1,%r7;", 'r', 'm', 64, 0, 0},
    {"match.all.sync.b32 %r5|%p5,%r1,%r7; " ANSWER, 'd', 'a', 32, 0, 0},
    {"match.all.sync.b64 %r5|%p5,%d1,%r7; " ANSWER, 'd', 'a', 64, 0, 0},
    {"redux.sync.add.u32 %r0,%r1,%r7;", 'r', '+', 0, 0, 0}, {"redux.sync.add.s32 %r0,%r1,%r7;", 'r', '+', 0, 0, 0},
    {"redux.sync.min.u32 %r0,%r1,%r7;", 'r', '<', 0, 0, 0}, {"redux.sync.max.u32 %r0,%r1,%r7;", 'r', '>', 0, 0, 0},
    {"redux.sync.min.s32 %r0,%r1,%r7;", 'r', 'l', 0, 0, 0}, {"redux.sync.max.s32 %r0,%r1,%r7;", 'r', 'h', 0, 0, 0},
    {"redux.sync.and.b32 %r0,%r1,%r7;", 'r', '&', 0, 0, 0}, {"redux.sync.or.b32 %r0,%r1,%r7;", 'r', '|', 0, 0, 0},
    {"redux.sync.xor.b32 %r0,%r1,%r7;", 'r', '^', 0, 0, 0},
    {"elect.sync %r5|%p5,%r7; selp.u32 %r6,100,0,%p5; add.u32 %r0,%r5,%r6;", 'r', 'e', 0, 0, 0},
    {"bar.warp.sync %r7; popc.b32 %r0,%r7;", 'r', 'p', 0, 0, 0},
};
/* clang-format on */

/* In a block of one warp. */
static const Row barriers[] = {
    {"bar.sync 0; mov.u32 %r0,%r1;", 'r', 'x', 0, 0, 0},
    {"barrier.sync 3,32; mov.u32 %r0,%r1;", 'r', 'x', 0, 0, 0},
    {"bar.arrive 1,64; bar.sync 1,64; mov.u32 %r0,%r1;", 'r', 'x', 0, 0, 0},
    {"bar.red.popc.u32 %r0,0,%p1;", 'r', 'n', 0, 0, 0},
    {"bar.red.and.pred %p0,1,%p1;", 'p', 'A', 0, 0, 0},
    {"barrier.red.or.pred %p0,2,32,%p1;", 'p', 'E', 0, 0, 0},
};

void cases_warp(Suite *suite) {
    static const uint64_t edges[] = {5, 1, 3, 0x80000001, 0x7fffffff, 0xffffffff00000005, 9, 7};
    static Operands values, alike;
    operands_combine(&values, edges, sizeof edges / sizeof *edges);
    for (size_t i = 0; i < ELEMENTS; i++)
        for (size_t k = 0; k < OPERANDS; k++) alike.x[i][k] = i / 8 == 1 ? 3 : 6; /* one tile differs from the others */
    char text[200];
    for (size_t i = 0; i < sizeof shuffles / sizeof *shuffles; i++)
        suite_warp(suite, shuffles[i].text, 'r', &values, ~UINT32_C(0), shuffle, &shuffles[i]);
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        Row row = exchanges[i];
        for (int data = 0; data < 2; data++) {
            const Operands *operands = data ? &alike : &values;
            snprintf(text, sizeof text, "%s%s", ALL, row.text);
            suite_warp(suite, text, row.result, operands, ~UINT32_C(0), exchange, &row);
            row.segment = 24;
            snprintf(text, sizeof text, "%s%s", TILE, row.text);
            suite_warp(suite, text, row.result, operands, ~UINT32_C(0), exchange, &row);
            row.segment = 0;
            snprintf(text, sizeof text, "%s%s", SOME, row.text);
            suite_warp(suite, text, row.result, operands, UINT32_C(0x80f0a5e1), exchange, &row);
        }
    }
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        for (int data = 0; data < 2; data++)
            suite_warp(suite, barriers[i].text, barriers[i].result, data ? &alike : &values, ~UINT32_C(0), exchange,
                       &barriers[i]);
    Row mask = {"activemask.b32 %r5; popc.b32 %r0,%r5;", 'r', 'p', 0, 0, 0};
    suite_warp(suite, mask.text, 'r', &values, UINT32_C(0x0ff00001), exchange, &mask);
}
