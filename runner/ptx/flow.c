/* Where diverged lanes meet again.
 *
 * The function becomes basic blocks; the immediate post-dominator of a branch's block is the first block that every path
 * from the branch to the function's end must pass, and its first instruction is where the lanes meet. Immediate
 * post-dominators are found as dominators of the reversed graph from a virtual end block, by the iteration of Cooper,
 * Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
 *
 * Post-dominance alone is too strict where a path ends early: with `if (a) { if (b) return; x; } y;` nothing but the end
 * lies on all paths from a, yet all lanes that are still alive pass y. So where the answer is the end, or where an endless
 * loop never reaches it, the answer is looked for among the blocks that both sides of the branch can reach: the one
 * through which all paths enter that set. Lanes that end on their way there need not be waited for. */
#include "base/memory.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

typedef struct Block {
    uint32_t first, last;                 /* instructions */
    uint32_t edge, edge_count;            /* successors, in Graph.to */
    uint32_t back, back_count;            /* predecessors, in Graph.from */
    uint32_t order;                       /* position in the reversed graph's reverse postorder; UNREACHED where none */
    uint32_t postdom;                     /* a block, the end, or UNREACHED */
    uint32_t seen[2];                     /* marks of the searches for meeting points */
} Block;

enum { UNREACHED = UINT32_MAX };

/* Searches for meeting points visit at most this many blocks in a function; branches beyond it meet at the end. */
enum { MEETING_LIMIT = 20 << 20 };

typedef struct Graph {
    PtxFunction *function;
    Block *blocks;      /* count of them, then the virtual end */
    uint32_t count;
    uint32_t *block_of; /* by instruction */
    uint32_t *to, *from;
    uint32_t edge_total;
    uint32_t *order;    /* blocks in reverse postorder of the reversed graph */
    uint32_t order_count;
    uint32_t *stack;
    uint32_t mark;
    uint64_t visited;
} Graph;

static bool ends_lanes(const PtxInstr *instr) {
    uint8_t kind = ptx_opcode[instr->op].kind;
    return kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT;
}

static bool ends_block(const PtxInstr *instr) { return ends_lanes(instr) || ptx_opcode[instr->op].kind == PTX_KIND_BRANCH; }

static void mark_leaders(const PtxFunction *function, uint8_t *leader) {
    leader[0] = 1;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (ends_block(instr)) leader[i + 1] = 1;
        if (instr->op == PTX_OP_BRA) leader[instr->operand[0].target] = 1;
        for (uint32_t t = 0; instr->op == PTX_OP_BRX && t < instr->target_count; t++) leader[instr->targets[t]] = 1;
    }
}

static void make_blocks(Graph *graph) {
    PtxFunction *function = graph->function;
    uint32_t count = function->instr_count;
    uint8_t *leader = memory_zeroed(count + 1, 1);
    mark_leaders(function, leader);
    for (uint32_t i = 0; i < count; i++) graph->count += leader[i];
    graph->blocks = memory_zeroed(graph->count + 1, sizeof(Block));
    graph->block_of = memory_zeroed(count + 1, sizeof(uint32_t));
    uint32_t block = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (leader[i] && i > 0) block++;
        if (leader[i]) graph->blocks[block].first = i;
        graph->blocks[block].last = i;
        graph->block_of[i] = block;
    }
    graph->block_of[count] = graph->count; /* a label after the last instruction is the end */
    graph->blocks[graph->count].first = count;
    free(leader);
}

/* Calls visit for every successor of a block; the end's number is graph->count. */
static uint32_t successors(const Graph *graph, uint32_t block, uint32_t *to) {
    uint32_t last = graph->blocks[block].last, count = 0;
    const PtxInstr *instr = &graph->function->instrs[last];
    bool falls = !ends_block(instr) || instr->guard >= 0;
    if (ends_lanes(instr)) to[count++] = graph->count;
    if (instr->op == PTX_OP_BRA) to[count++] = graph->block_of[instr->operand[0].target];
    for (uint32_t t = 0; instr->op == PTX_OP_BRX && t < instr->target_count; t++)
        to[count++] = graph->block_of[instr->targets[t]];
    if (falls) to[count++] = graph->block_of[last + 1];
    return count;
}

static void make_edges(Graph *graph) {
    uint64_t most = 0;
    for (uint32_t b = 0; b < graph->count; b++) {
        const PtxInstr *instr = &graph->function->instrs[graph->blocks[b].last];
        most += 2 + (instr->op == PTX_OP_BRX ? instr->target_count : 0);
    }
    graph->to = memory_zeroed(most + 1, sizeof(uint32_t));
    graph->from = memory_zeroed(most + 1, sizeof(uint32_t));
    for (uint32_t b = 0; b < graph->count; b++) {
        Block *block = &graph->blocks[b];
        block->edge = graph->edge_total;
        block->edge_count = successors(graph, b, graph->to + block->edge);
        graph->edge_total += block->edge_count;
        for (uint32_t e = 0; e < block->edge_count; e++) graph->blocks[graph->to[block->edge + e]].back_count++;
    }
    uint32_t at = 0;
    for (uint32_t b = 0; b <= graph->count; b++) {
        graph->blocks[b].back = at;
        at += graph->blocks[b].back_count;
        graph->blocks[b].back_count = 0;
    }
    for (uint32_t b = 0; b < graph->count; b++)
        for (uint32_t e = 0; e < graph->blocks[b].edge_count; e++) {
            Block *to = &graph->blocks[graph->to[graph->blocks[b].edge + e]];
            graph->from[to->back + to->back_count++] = b;
        }
}

/* Reverse postorder of the reversed graph from the end, without recursion: seen[0] is the next predecessor to visit. */
static void number_blocks(Graph *graph) {
    uint32_t depth = 0, postorder = graph->count + 1;
    for (uint32_t b = 0; b <= graph->count; b++) graph->blocks[b].order = graph->blocks[b].postdom = UNREACHED;
    graph->stack[depth++] = graph->count;
    graph->blocks[graph->count].order = 0;
    while (depth > 0) {
        Block *block = &graph->blocks[graph->stack[depth - 1]];
        if (block->seen[0] < block->back_count) {
            uint32_t next = graph->from[block->back + block->seen[0]++];
            if (graph->blocks[next].order != UNREACHED) continue;
            graph->blocks[next].order = 0;
            graph->stack[depth++] = next;
        } else {
            graph->order[--postorder] = graph->stack[--depth];
        }
    }
    graph->order_count = graph->count + 1 - postorder;
    memmove(graph->order, graph->order + postorder, graph->order_count * sizeof *graph->order);
    for (uint32_t i = 0; i < graph->order_count; i++) graph->blocks[graph->order[i]].order = i;
    for (uint32_t b = 0; b <= graph->count; b++) graph->blocks[b].seen[0] = 0;
}

static uint32_t common(const Graph *graph, uint32_t a, uint32_t b) {
    const Block *blocks = graph->blocks;
    while (a != b) {
        while (blocks[a].order > blocks[b].order) a = blocks[a].postdom;
        while (blocks[b].order > blocks[a].order) b = blocks[b].postdom;
    }
    return a;
}

static void find_postdominators(Graph *graph) {
    graph->blocks[graph->count].postdom = graph->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < graph->order_count; i++) {
            Block *block = &graph->blocks[graph->order[i]];
            uint32_t found = UNREACHED;
            for (uint32_t e = 0; e < block->edge_count; e++) {
                uint32_t next = graph->to[block->edge + e];
                if (graph->blocks[next].postdom == UNREACHED) continue;
                found = found == UNREACHED ? next : common(graph, next, found);
            }
            changed |= block->postdom != found;
            block->postdom = found;
        }
    }
}

/* Marks what can be reached from a block, itself included, without passing `stop`; false when the limit is hit. */
static bool reach(Graph *graph, uint32_t from, uint32_t stop, int side) {
    uint32_t depth = 0;
    if (from == stop) return true;
    graph->stack[depth++] = from;
    graph->blocks[from].seen[side] = graph->mark;
    while (depth > 0) {
        const Block *block = &graph->blocks[graph->stack[--depth]];
        graph->visited++;
        for (uint32_t e = 0; e < block->edge_count; e++) {
            uint32_t next = graph->to[block->edge + e];
            if (next == stop || next == graph->count || graph->blocks[next].seen[side] == graph->mark) continue;
            graph->blocks[next].seen[side] = graph->mark;
            graph->stack[depth++] = next;
        }
    }
    return graph->visited < MEETING_LIMIT;
}

static bool in_both(const Graph *graph, uint32_t block) {
    return graph->blocks[block].seen[0] == graph->mark && graph->blocks[block].seen[1] == graph->mark;
}

/* The block through which every path into the set that both sides reach goes; the end where there are several, or none. */
static uint32_t entry_of_common_set(Graph *graph, uint32_t branch) {
    uint32_t entry = graph->count;
    for (uint32_t b = 0; b < graph->count; b++) {
        if (!in_both(graph, b)) continue;
        const Block *block = &graph->blocks[b];
        bool entered = false;
        for (uint32_t e = 0; e < block->back_count && !entered; e++) {
            uint32_t before = graph->from[block->back + e];
            const Block *other = &graph->blocks[before];
            entered = before == branch || ((other->seen[0] == graph->mark) != (other->seen[1] == graph->mark));
        }
        if (!entered) continue;
        if (entry != graph->count) return graph->count;
        entry = b;
    }
    graph->visited += graph->count;
    return entry;
}

/* stop: the branch itself, for sets that would otherwise go round a loop; UNREACHED for none. */
static uint32_t meeting_point(Graph *graph, uint32_t branch, uint32_t stop) {
    const Block *block = &graph->blocks[branch];
    if (block->edge_count != 2 || graph->visited >= MEETING_LIMIT) return graph->count;
    graph->mark++;
    bool complete = true;
    for (int side = 0; side < 2; side++) {
        uint32_t next = graph->to[block->edge + (uint32_t)side];
        if (next == graph->count) return graph->count;
        complete = reach(graph, next, stop, side) && complete;
    }
    if (!complete) return graph->count;
    if (stop == UNREACHED && in_both(graph, branch)) return meeting_point(graph, branch, branch);
    return entry_of_common_set(graph, branch);
}

static bool reaches_itself(Graph *graph, uint32_t branch) {
    const Block *block = &graph->blocks[branch];
    graph->mark++;
    for (uint32_t e = 0; e < block->edge_count; e++)
        if (graph->to[block->edge + e] != graph->count && !reach(graph, graph->to[block->edge + e], UNREACHED, 0)) return false;
    return block->seen[0] == graph->mark;
}

static uint32_t reconvergence_of(Graph *graph, uint32_t branch) {
    uint32_t postdom = graph->blocks[branch].postdom;
    if (postdom != UNREACHED && postdom != graph->count) return postdom;
    uint32_t meeting = meeting_point(graph, branch, UNREACHED);
    bool endless = postdom == UNREACHED && meeting == graph->count;
    return endless && reaches_itself(graph, branch) ? branch : meeting;
}

void flow_find_reconvergence(PtxFunction *function) {
    if (function->instr_count == 0) return;
    Graph graph = {.function = function};
    make_blocks(&graph);
    make_edges(&graph);
    graph.order = memory_zeroed(graph.count + 1, sizeof(uint32_t));
    graph.stack = memory_zeroed(graph.count + 1, sizeof(uint32_t));
    number_blocks(&graph);
    find_postdominators(&graph);
    for (uint32_t b = 0; b < graph.count; b++) {
        PtxInstr *instr = &function->instrs[graph.blocks[b].last];
        if (ptx_opcode[instr->op].kind == PTX_KIND_BRANCH) instr->reconverge = graph.blocks[reconvergence_of(&graph, b)].first;
    }
    free(graph.blocks);
    free(graph.block_of);
    free(graph.to);
    free(graph.from);
    free(graph.order);
    free(graph.stack);
}
