/* Keeps the costliest requests of one source line, of those that are wanted: one for each operation on each variable,
 * because a compiler makes several instructions of one access in a loop. The cost of a request to shared memory are its
 * wavefronts, of one to global memory its sectors. Of equal ones that of the lowest block, then warp, then time stays.
 */
#include "sim/memory/counts/recording.h"
#include "sim/memory/counts/count.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct Recorded {
    bool used, asynchronous;
    uint8_t op, space, width;
    int cost; /* wavefronts or sectors */
    int ideal;
    Loc loc;
    uint64_t block, request;
    uint32_t index[3];
    uint32_t warp, mask;
    uint64_t address[WARP_SIZE];
    const Span *span; /* of the lowest active lane; NULL: none */
} Recorded;

/* The requests of one operation on one variable. */
typedef struct Kind {
    uint8_t op, space;
    uint64_t start; /* of the variable; 0 where there is none */
    uint64_t *made; /* for each warp of the block: how many it has made */
    Recorded kept;
} Kind;

enum { KINDS = 16 };

struct Recorder {
    bool *records; /* for each instruction: it is on the line */
    size_t warps;  /* of a block */
    Kind kinds[KINDS];
    size_t kind_count;
};

static bool on_line(const SimLayout *layout, uint32_t pc) {
    const Loc *loc = &layout->pc_loc[pc];
    if (loc->line != layout->recording.line) return false;
    return loc->file == NULL || layout->file == NULL || text_equal(path_base(loc->file), path_base(layout->file));
}

Recorder *recording_new(const SimBlockMemory *block) {
    const SimLayout *layout = block->layout;
    if (layout->recording.line <= 0) return NULL;
    Recorder *recorder = arena_make(block->arena, Recorder);
    recorder->records = arena_array(block->arena, bool, layout->pc_count);
    recorder->warps = (layout->threads + WARP_SIZE - 1) / WARP_SIZE;
    for (uint32_t pc = 0; pc < layout->pc_count; pc++) recorder->records[pc] = on_line(layout, pc);
    return recorder;
}

void recording_block_begin(SimBlockMemory *block) {
    Recorder *recorder = block->recorder;
    for (size_t i = 0; i < recorder->kind_count; i++)
        memset(recorder->kinds[i].made, 0, recorder->warps * sizeof *recorder->kinds[i].made);
}

static Kind *find_kind(Kind *kinds, size_t count, uint8_t op, uint8_t space, uint64_t start) {
    for (size_t i = 0; i < count; i++)
        if (kinds[i].op == op && kinds[i].space == space && kinds[i].start == start) return &kinds[i];
    return NULL;
}

/* NULL where there are too many. */
static Kind *kind_of(SimBlockMemory *block, const Request *request, const Span *span) {
    Recorder *recorder = block->recorder;
    uint64_t start = span != NULL ? span->start : 0;
    Kind *kind = find_kind(recorder->kinds, recorder->kind_count, request->access->op, request->space, start);
    if (kind != NULL || recorder->kind_count == KINDS) return kind;
    kind = &recorder->kinds[recorder->kind_count++];
    *kind = (Kind){.op = request->access->op,
                   .space = request->space,
                   .start = start,
                   .made = arena_array(block->arena, uint64_t, recorder->warps)};
    return kind;
}

static bool is_wanted(const Recording *wanted, uint64_t block, uint32_t warp, uint64_t request) {
    return (wanted->block < 0 || (uint64_t)wanted->block == block) &&
           (wanted->warp < 0 || (uint64_t)wanted->warp == warp) &&
           (wanted->request < 0 || (uint64_t)wanted->request == request);
}

/* Whether `other` replaces `kept` where several workers recorded, or one worker several requests. */
static bool is_better(const Recorded *other, const Recorded *kept) {
    if (!kept->used) return true;
    if (other->cost != kept->cost) return other->cost > kept->cost;
    if (other->block != kept->block) return other->block < kept->block;
    if (other->warp != kept->warp) return other->warp < kept->warp;
    return other->request < kept->request;
}

static void set_cost(Recorded *recorded, const Request *request) {
    if (request->space == PTX_GLOBAL) {
        SectorCount sectors = count_sectors(request);
        recorded->cost = (int)sectors.touched;
        recorded->ideal = (int)sectors.ideal;
        return;
    }
    uint32_t address[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (uint32_t)request->address[lane];
    recorded->cost = bank_cost((RequestOp)recorded->op, recorded->width, recorded->mask, address).wavefronts;
}

void recording_take(SimBlockMemory *block, const Request *request) {
    if (!block->recorder->records[request->access->pc]) return;
    if (request->space != PTX_SHARED && request->space != PTX_GLOBAL) return;
    const Span *span = find_span(block, (PtxSpace)request->space, request->address[__builtin_ctz(request->mask)]);
    Kind *kind = kind_of(block, request, span);
    if (kind == NULL) return;
    uint64_t number = kind->made[request->warp]++;
    if (!is_wanted(&block->layout->recording, block->number, request->warp, number)) return;
    Recorded recorded = {.used = true,
                         .op = request->access->op,
                         .space = request->space,
                         .asynchronous = request->asynchronous,
                         .width = (uint8_t)request->width,
                         .loc = block->layout->pc_loc[request->access->pc],
                         .block = block->number,
                         .request = number,
                         .index = {block->index[0], block->index[1], block->index[2]},
                         .warp = request->warp,
                         .mask = request->mask,
                         .span = span};
    set_cost(&recorded, request);
    if (!is_better(&recorded, &kind->kept)) return;
    memcpy(recorded.address, request->address, sizeof recorded.address);
    kind->kept = recorded;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static RequestSample make_bank_sample(const Recorded *kept) {
    RequestSample made = {.loc = kept->loc,
                          .op = (RequestOp)kept->op,
                          .block = {kept->index[0], kept->index[1], kept->index[2]},
                          .warp = kept->warp,
                          .request = kept->request,
                          .width = kept->width,
                          .asynchronous = kept->asynchronous,
                          .mask = kept->mask,
                          .variable = kept->span != NULL ? kept->span->name : NULL};
    int pass[WARP_SIZE], group[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) made.address[lane] = (uint32_t)kept->address[lane];
    BankCost cost = bank_cost(made.op, made.width, made.mask, made.address);
    made.wavefronts = cost.wavefronts;
    made.conflicts = cost.conflicts;
    made.ways = cost.ways;
    bank_passes(made.op, made.width, made.mask, made.address, pass, group);
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        made.pass[lane] = (int8_t)pass[lane];
        made.group[lane] = (int8_t)group[lane];
    }
    return made;
}

static SectorSample make_sector_sample(const Recorded *kept, Arena *arena) {
    SectorSample made = {.loc = kept->loc,
                         .op = (RequestOp)kept->op,
                         .block = {kept->index[0], kept->index[1], kept->index[2]},
                         .warp = kept->warp,
                         .request = kept->request,
                         .width = kept->width,
                         .mask = kept->mask,
                         .sectors = kept->cost,
                         .ideal = kept->ideal};
    memcpy(made.address, kept->address, sizeof made.address);
    if (kept->span == NULL) return made;
    made.variable = arena_string(arena, kept->span->name);
    made.variable_start = kept->span->start;
    return made;
}

/* The costliest first; of equal ones by operation, then by address. */
static int by_cost(const void *left, const void *right) {
    const Kind *a = left, *b = right;
    if (a->kept.cost != b->kept.cost) return b->kept.cost - a->kept.cost;
    if (a->op != b->op) return a->op - b->op;
    return (a->start > b->start) - (a->start < b->start);
}

/* The kinds of all workers, each with the best of what they kept. */
static Kind *gather_kinds(SimBlockMemory *const *blocks, size_t count, Arena *arena, size_t *gathered) {
    Kind *all = arena_array(arena, Kind, count * KINDS);
    *gathered = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < blocks[i]->recorder->kind_count; k++) {
            const Kind *kind = &blocks[i]->recorder->kinds[k];
            if (!kind->kept.used) continue;
            Kind *known = find_kind(all, *gathered, kind->op, kind->space, kind->start);
            if (known == NULL)
                all[(*gathered)++] = *kind;
            else if (is_better(&kind->kept, &known->kept))
                *known = *kind;
        }
    qsort(all, *gathered, sizeof *all, by_cost);
    return all;
}

void recording_merge(SimBlockMemory *const *blocks, size_t count, Arena *arena, Result *result) {
    if (count == 0 || blocks[0]->recorder == NULL) return;
    VEC(RequestSample) banks = {0};
    VEC(SectorSample) sectors = {0};
    size_t kinds;
    const Kind *all = gather_kinds(blocks, count, arena, &kinds);
    for (size_t i = 0; i < kinds; i++)
        if (all[i].space == PTX_SHARED)
            vec_push(arena, &banks, make_bank_sample(&all[i].kept));
        else
            vec_push(arena, &sectors, make_sector_sample(&all[i].kept, arena));
    result->recorded_banks = banks.at;
    result->recorded_bank_count = banks.count;
    result->recorded_sectors = sectors.at;
    result->recorded_sector_count = sectors.count;
}
