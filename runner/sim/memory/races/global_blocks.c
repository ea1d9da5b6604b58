/* The second attempt of global.c: whether no cell that a block writes is accessed by another block, and whether
 * within each block barriers lie between the accesses of a written cell.
 *
 * Between blocks: each cell keeps the number of the block that wrote it, and of the block that read it before any had
 * written it. An access that finds another block's number there is a conflict. Two workers that access a cell at the
 * same moment may both miss it. After the launch global.c finds that: both have counted the cell as theirs, or the
 * cell has one block as its owner and another as its reader. A read of what the own block wrote sets nothing: if
 * another block writes the cell, it finds the owner.
 *
 * Within a block the rules are those of shared memory (race.c), with the same shadow: which threads accessed the cell
 * since the last barrier. The shadow belongs to the worker, in pages. A block takes a page when it comes to new
 * cells, and the next block uses the pages again: time only goes up, so that nothing needs to be cleared, and a
 * block's pages stay in the processor's cache.
 *
 * Most accesses are rows: 32 neighbouring cells, one for each lane. Where a row begins at a multiple of 32 cells, a
 * single record (RowClaim) says what the shadow of its 32 cells would, until another kind of access needs to know it
 * cell by cell. In the same way the page keeps for which block all owners or readers of a row have been set. What
 * another block does to them afterwards that block finds, as above. Measured: an exchange in global memory with a
 * barrier after each access takes a quarter less time than with the shadow and the owners of each cell.
 *
 * Nothing is reported here: where there may be a finding the launch is run once more, watched exactly. */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/memory.h"
#include "sim/memory/races/watched.h"

enum { PAGE = 256, PAGE_ROWS = PAGE / WARP_SIZE };                        /* cells, several lines of marks; rows */
#define PAGES_LIMIT ((size_t)(256 << 20) / (PAGE * 8 * sizeof(uint32_t))) /* of one worker */

/* Cell i of the row was accessed at `time` by the thread of `who` + (i ^ flip), and by no other since the last barrier
 * of the block. */
typedef struct RowClaim {
    int32_t
        time; /* CELLS_HOLD: the records of the cells hold; else those are out of date. 0: no access by this block */
    uint32_t who, flip;
} RowClaim;
enum { CELLS_HOLD = -1 };

typedef struct PageSet {
    AccessSet cells;
    RowClaim row[PAGE_ROWS];
} PageSet;

/* The shadow of PAGE cells. */
typedef struct Page {
    PageSet reads, writes;
    /* for each row: the tag of the block that is known to own all its cells; that is their owner or reader */
    uint32_t written_by[PAGE_ROWS], read_by[PAGE_ROWS];
} Page;

/* The page that holds the shadow of PAGE cells; valid for the block of the same turn only. */
typedef struct Slot {
    uint32_t turn, page;
} Slot;

struct BlockPages {
    Slot **slots; /* for each allocation, a Slot for every PAGE cells; NULL until it is needed */
    size_t slot_lists;
    Page *page;
    size_t used, count, capacity;
    uint32_t turn; /* how many blocks this worker has begun */
};

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static AccessSet new_set(void) {
    uint32_t *rows = memory_zeroed(4 * PAGE, sizeof *rows);
    return (AccessSet){(int32_t *)rows, rows + PAGE, rows + 2 * PAGE, rows + 3 * PAGE};
}

static void free_slots(BlockPages *pages) {
    for (size_t i = 0; i < pages->slot_lists; i++) free(pages->slots[i]);
    free(pages->slots);
    pages->slots = NULL;
    pages->slot_lists = 0;
}

void blocks_free(SimBlockMemory *block) {
    BlockPages *pages = block->pages;
    if (pages == NULL) return;
    for (size_t i = 0; i < pages->count; i++) {
        free(pages->page[i].reads.cells.time); /* and the rows that follow it */
        free(pages->page[i].writes.cells.time);
    }
    free_slots(pages);
    free(pages->page);
    free(pages);
    block->pages = NULL;
}

void blocks_begin(SimBlockMemory *block) {
    BlockPages *pages = block->pages;
    if (pages == NULL) return;
    pages->used = 0;
    if (++pages->turn == 0) free_slots(pages);
}

static Slot *make_slot(SimBlockMemory *block, const Watch *watch, size_t cell) {
    BlockPages *pages = block->pages;
    if (pages == NULL) {
        pages = block->pages = memory_zeroed(1, sizeof *pages);
        pages->turn = 1;
    }
    if (pages->slots == NULL) {
        pages->slot_lists = block->memory->global.count;
        pages->slots = memory_zeroed(pages->slot_lists, sizeof *pages->slots);
    }
    Slot **slots = &pages->slots[watch->number];
    if (*slots == NULL) *slots = memory_zeroed(watch->cells / PAGE + 1, sizeof **slots);
    return &(*slots)[cell / PAGE];
}

static void add_page(BlockPages *pages) {
    if (pages->count == pages->capacity) {
        pages->capacity = pages->capacity == 0 ? 16 : 2 * pages->capacity;
        pages->page = memory_resize(pages->page, pages->capacity, sizeof *pages->page);
    }
    pages->page[pages->count++] = (Page){.reads.cells = new_set(), .writes.cells = new_set()};
}

/* A page for cells that the block comes to for the first time. NULL where PAGES_LIMIT is reached. */
RARELY Page *take_page(SimBlockMemory *block, const Watch *watch, size_t cell) {
    Slot *slot = make_slot(block, watch, cell);
    BlockPages *pages = block->pages;
    if (pages->used == PAGES_LIMIT) return NULL;
    if (pages->used == pages->count) add_page(pages);
    *slot = (Slot){pages->turn, (uint32_t)pages->used++};
    Page *page = &pages->page[slot->page];
    memset(page->reads.row, 0, sizeof page->reads.row);
    memset(page->writes.row, 0, sizeof page->writes.row);
    return page;
}

static Page *find_page(SimBlockMemory *block, const Watch *watch, size_t cell) {
    const BlockPages *pages = block->pages;
    const Slot *slots = pages != NULL && pages->slots != NULL ? pages->slots[watch->number] : NULL;
    if (slots == NULL || slots[cell / PAGE].turn != pages->turn) return take_page(block, watch, cell);
    return &pages->page[slots[cell / PAGE].page];
}

/* Gives the cells of a row the records that its claim stands for. */
static void spread_claim(PageSet *set, size_t row) {
    RowClaim *claim = &set->row[row];
    if (claim->time == CELLS_HOLD) return;
    int32_t *time = set->cells.time + row * WARP_SIZE;
    uint32_t *first = set->cells.first + row * WARP_SIZE;
    for (uint32_t i = 0; i < WARP_SIZE; i++) {
        time[i] = claim->time;
        first[i] = claim->who + (i ^ claim->flip);
    }
    claim->time = CELLS_HOLD;
}

RARELY void spread_claims(Page *page, size_t row) {
    spread_claim(&page->reads, row);
    spread_claim(&page->writes, row);
}

/* ---- between blocks ---------------------------------------------------------------------------------------------- */

/* What an owner or reader holds for this block: its number plus one; 0 where that number is too large. */
static uint32_t tag_of(const SimBlockMemory *block) {
    return block->number < UINT32_MAX - 1 ? (uint32_t)block->number + 1 : 0;
}

static void mark_cell(SimBlockMemory *block, Watch *watch, size_t cell, uint32_t tag, bool writes) {
    uint32_t *owner = &watch->owner[mark_of(cell)], *reader = &watch->reader[mark_of(cell)];
    touch_cells(watch, cell, cell);
    if (tag == 0 || (*owner != 0 && *owner != tag) || (writes && *reader != 0 && *reader != tag)) {
        watch->between_blocks = true;
        watch_must_repeat(block);
    }
    if (writes) {
        block->cells_written += *owner == 0;
        *owner = tag;
    } else if (*owner == 0) {
        block->cells_written += *reader == 0;
        *reader = *reader == 0 || *reader == tag ? tag : SEVERAL;
    }
}

/* Whether the block of this tag owns all cells of the row. */
RARELY bool owns_cells(Page *page, const Watch *watch, size_t cell, uint32_t tag) {
    const uint32_t *owner = watch->owner + mark_of(cell);
    uint32_t mismatched = 0;
    for (int i = 0; i < WARP_SIZE; i++) mismatched |= owner[i] ^ tag;
    if (mismatched != 0 || tag == 0) return false;
    if (cell % WARP_SIZE == 0) page->written_by[cell % PAGE / WARP_SIZE] = tag;
    return true;
}

static bool owns_row(Page *page, const Watch *watch, size_t cell, uint32_t tag) {
    bool known = cell % WARP_SIZE == 0 && tag != 0 && page->written_by[cell % PAGE / WARP_SIZE] == tag;
    return known || owns_cells(page, watch, cell, tag);
}

RARELY bool mark_cells(SimBlockMemory *block, Page *page, Watch *watch, size_t cell, bool writes) {
    uint32_t *owner = watch->owner + mark_of(cell), *reader = watch->reader + mark_of(cell);
    uint32_t tag = tag_of(block), mismatched = 0, fresh = 0;
    for (int i = 0; i < WARP_SIZE; i++) {
        uint32_t free_cell = owner[i] == 0, unread = reader[i] == 0;
        mismatched |= (free_cell ? 0 : owner[i] ^ tag) | (unread ? 0 : reader[i] ^ tag);
        fresh += writes ? free_cell : free_cell & unread;
    }
    if (mismatched != 0 || tag == 0) return false;
    touch_cells(watch, cell, cell + WARP_SIZE - 1);
    for (int i = 0; i < WARP_SIZE; i++)
        if (writes)
            owner[i] = tag;
        else
            reader[i] = owner[i] == 0 ? tag : reader[i];
    if (cell % WARP_SIZE == 0) (writes ? page->written_by : page->read_by)[cell % PAGE / WARP_SIZE] = tag;
    block->cells_written += fresh;
    return true;
}

/* False where a cell may belong to another block; then nothing was done. Of a row that the block owns or has read
 * already nothing needs to be set: an earlier reader from another block was found when the owner was set. */
static bool mark_row(SimBlockMemory *block, Page *page, Watch *watch, size_t cell, bool writes) {
    uint32_t tag = tag_of(block);
    if (owns_row(page, watch, cell, tag)) return true;
    if (!writes && cell % WARP_SIZE == 0 && tag != 0 && page->read_by[cell % PAGE / WARP_SIZE] == tag) return true;
    return mark_cells(block, page, watch, cell, writes);
}

/* ---- within the block -------------------------------------------------------------------------------------------- */

static bool has_rival(const AccessSet *set, RaceTimes times, size_t at, uint32_t thread) {
    uint32_t first = set->first[at];
    if (set->time[at] < times.interval) return false;
    if (warp_of(first) != thread / WARP_SIZE || (first & HAS_OTHER) != 0) return true;
    return set->time[at] >= times.since && (thread_of(first) != thread || (first & HAS_SECOND) != 0);
}

/* Earlier accesses to the cells of a row since the last barrier of the block: none; only by the same lanes, since their
 * last barrier; others. */
typedef enum RowPast { PAST_NONE, PAST_OWN, PAST_MIXED } RowPast;

RARELY RowPast cells_past(const AccessSet *set, RaceTimes times, size_t at, uint32_t who, uint32_t flip) {
    const int32_t *time = set->time + at;
    const uint32_t *first = set->first + at;
    uint32_t recent = 0, mismatched = 0;
    for (int i = 0; i < WARP_SIZE; i++) recent |= -(uint32_t)(time[i] >= times.interval);
    if (recent == 0) return PAST_NONE;
    for (uint32_t i = 0; i < WARP_SIZE; i++) {
        uint32_t different = (first[i] ^ (who + (i ^ flip))) & (THREAD_MASK | HAS_SECOND | HAS_OTHER);
        mismatched |= different | -(uint32_t)(time[i] < times.since);
    }
    return mismatched == 0 ? PAST_OWN : PAST_MIXED;
}

static RowPast claim_past(const RowClaim *claim, RaceTimes times, uint32_t who, uint32_t flip) {
    if (claim->time < times.interval) return PAST_NONE;
    bool own = thread_of(claim->who) == thread_of(who) && claim->flip == flip;
    return own && claim->time >= times.since ? PAST_OWN : PAST_MIXED;
}

/* at: the row's lowest cell within the page. Where that is not where a claim's row begins, the records of the cells
 * hold. */
static RowPast row_past(const PageSet *set, RaceTimes times, size_t at, uint32_t who, uint32_t flip) {
    const RowClaim *claim = &set->row[at / WARP_SIZE];
    if (claim->time != CELLS_HOLD) return claim_past(claim, times, who, flip);
    return cells_past(&set->cells, times, at, who, flip);
}

RARELY void claim_cells(const AccessSet *set, int32_t now, size_t at, uint32_t who, uint32_t flip) {
    int32_t *time = set->time + at;
    uint32_t *first = set->first + at;
    for (uint32_t i = 0; i < WARP_SIZE; i++) {
        time[i] = now;
        first[i] = who + (i ^ flip);
    }
}

static bool judge_row(SimBlockMemory *block, Page *page, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp,
                      size_t cell, bool down) {
    RaceTimes times = race_times(&block->races, warp);
    uint32_t who = who_is(pc, warp * WARP_SIZE), flip = down ? WARP_SIZE - 1 : 0;
    size_t at = cell % PAGE;
    bool writes = op == REQUEST_STORE;
    RowPast written = row_past(&page->writes, times, at, who, flip),
            read = row_past(&page->reads, times, at, who, flip);
    if (written == PAST_MIXED || read == PAST_MIXED || !mark_row(block, page, watch, cell, writes)) return false;
    if (writes && !watch->written) watch->written = true;
    PageSet *set = writes ? &page->writes : &page->reads;
    if ((writes ? written : read) != PAST_NONE) return true;
    if (at % WARP_SIZE == 0)
        set->row[at / WARP_SIZE] = (RowClaim){times.now, who, flip};
    else
        claim_cells(&set->cells, times.now, at, who, flip);
    return true;
}

RARELY bool judge_any_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, size_t cell,
                          bool down) {
    if (cell % MARKS_IN_LINE + WARP_SIZE > MARKS_IN_LINE) return false;
    Page *page = find_page(block, watch, cell);
    if (page == NULL) return false;
    if (cell % WARP_SIZE != 0) {
        spread_claims(page, cell % PAGE / WARP_SIZE);
        spread_claims(page, cell % PAGE / WARP_SIZE + 1);
    }
    if (op == REQUEST_LOAD && !watch->initialised && !owns_row(page, watch, cell, tag_of(block)))
        return false; /* no thread may have written it */
    return judge_row(block, page, watch, op, pc, warp, cell, down);
}

/* The usual row lies as claims do, and is the block's already. Before the last barrier are the times 0 .. interval - 1:
 * not CELLS_HOLD. */
bool blocks_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, size_t cell, bool down) {
    Page *page = find_page(block, watch, cell);
    uint32_t before = (uint32_t)block->races.interval;
    size_t row = cell % PAGE / WARP_SIZE;
    if (page == NULL || cell % WARP_SIZE != 0 || tag_of(block) == 0 || page->written_by[row] != tag_of(block) ||
        (uint32_t)page->writes.row[row].time >= before || (uint32_t)page->reads.row[row].time >= before)
        return judge_any_row(block, watch, op, pc, warp, cell, down);
    PageSet *set = op == REQUEST_STORE ? &page->writes : &page->reads;
    set->row[row] = (RowClaim){block->races.now, who_is(pc, warp * WARP_SIZE), down ? WARP_SIZE - 1 : 0};
    return true;
}

/* ---- any lanes --------------------------------------------------------------------------------------------------- */

typedef struct Visits {
    SimBlockMemory *block;
    Watch *watch;
    RaceTimes times;
    bool writes;
    uint32_t tag;
    size_t number; /* of the page that was used last */
    Page *page;    /* that page; NULL where PAGES_LIMIT is reached */
} Visits;

/* The page that holds the shadow of the cell, whose own record holds. */
static Page *page_of(Visits *visits, size_t cell) {
    if (cell / PAGE != visits->number) {
        visits->number = cell / PAGE;
        visits->page = find_page(visits->block, visits->watch, cell);
    }
    if (visits->page != NULL) spread_claims(visits->page, cell % PAGE / WARP_SIZE);
    return visits->page;
}

static void note_conflict(Visits *visits) {
    visits->watch->two_writers = true;
    watch_must_repeat(visits->block);
}

static void judge_cell(Visits *visits, size_t cell, uint32_t thread) {
    const Page *page = page_of(visits, cell);
    if (page == NULL || has_rival(&page->writes.cells, visits->times, cell % PAGE, thread) ||
        (visits->writes && has_rival(&page->reads.cells, visits->times, cell % PAGE, thread)))
        note_conflict(visits);
}

/* Lanes of one store that share a cell count as a possible race, too: the third attempt judges them. */
static void remember_cell(Visits *visits, size_t cell, uint32_t who) {
    const Page *page = page_of(visits, cell);
    if (page != NULL) {
        const AccessSet *set = visits->writes ? &page->writes.cells : &page->reads.cells;
        if (visits->writes && has_rival(set, visits->times, cell % PAGE, thread_of(who))) note_conflict(visits);
        race_remember(set, visits->times, cell % PAGE, who);
    }
    mark_cell(visits->block, visits->watch, cell, visits->tag, visits->writes);
}

void blocks_access(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    Watch *watch = span->watch;
    RequestOp op = (RequestOp)request->access->op;
    size_t low = (size_t)((request->low - span->start) >> watch->shift);
    if (is_full_row(watch, request, lanes) &&
        blocks_row(block, watch, op, request->access->pc, request->warp, low, request->stride < 0))
        return;
    size_t cells = (size_t)((uint64_t)(request->width - 1) >> watch->shift) + 1;
    Visits visits = {.block = block,
                     .watch = watch,
                     .times = race_times(&block->races, request->warp),
                     .writes = op != REQUEST_LOAD,
                     .tag = tag_of(block),
                     .number = SIZE_MAX};
    if (visits.writes && !watch->written) watch->written = true;
    for (int round = 0; round < 2; round++) /* all lanes are judged before any is recorded */
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left),
                     who = who_is(request->access->pc, request->warp * WARP_SIZE + lane);
            size_t first = (size_t)((request->address[lane] - span->start) >> watch->shift);
            for (size_t cell = first; cell < first + cells; cell++)
                if (round == 0)
                    judge_cell(&visits, cell, thread_of(who));
                else
                    remember_cell(&visits, cell, who);
        }
}
