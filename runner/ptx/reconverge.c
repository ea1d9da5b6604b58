/* The reconvergence points of branches: where diverged lanes run together again.
 *
 * The function is divided into basic blocks. The immediate post-dominator of a branch's block is the first block
 * that every path from the branch to the function's end must pass; its first instruction is the reconvergence point.
 * Immediate post-dominators are found as dominators of the reversed graph from a virtual end block, by the iteration
 * of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
 *
 * Post-dominance alone is too strict where a path ends early: with `if (a) { if (b) return; x; } y;` only the end is
 * on all paths from a, yet all lanes that have not exited pass y. So where the post-dominator is the end or a block
 * that only returns, or where an endless loop never reaches the end, the point is searched for among the blocks that
 * both sides of the branch can reach: it is the block through which all paths enter that set. Lanes that exit before
 * it need not be waited for. */
#include "base/memory.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

typedef struct Block {
    uint32_t first, last;      /* instructions */
    uint32_t edge, edge_count; /* successors, in Graph.to */
    uint32_t back, back_count; /* predecessors, in Graph.from */
    uint32_t order;            /* position in the reversed graph's reverse postorder; UNREACHED where none */
    uint32_t postdom;          /* a block, the end, or UNREACHED */
    bool bare_end;             /* only a return or an exit */
    bool bare_exit;            /* only an exit, or a branch to one */
    uint32_t mark, sides;      /* sides: how many sides of the current branch reach it, counted in the search `mark` */
    uint32_t visit;            /* the last search that visited it */
} Block;

enum { UNREACHED = UINT32_MAX };

/* Limits for hostile graphs, about a second's work each for a whole module. CLIMB_LIMIT: steps up the tree of
 * post-dominators and along edges, beyond which the module is refused. COMMON_LIMIT: blocks visited by the searches
 * among common blocks, a table of branches counted with all its targets, beyond which branches reconverge at their
 * post-dominators. */
enum { CLIMB_LIMIT = 100 << 20, COMMON_LIMIT = 20 << 20 };

typedef struct Graph {
    PtxFunction *function;
    Block *blocks; /* count of them, then the virtual end */
    uint32_t count;
    uint32_t *block_of; /* by instruction */
    uint32_t *to, *from;
    uint32_t edge_total;
    uint32_t *order; /* blocks in reverse postorder of the reversed graph */
    uint32_t order_count;
    uint32_t *stack;
    uint32_t mark, visit;
    FlowWork *work;
} Graph;

static bool ends_lanes(const PtxInstr *instr) {
    uint8_t kind = ptx_opcode[instr->op].kind;
    return kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT;
}

static bool ends_block(const PtxInstr *instr) {
    return ends_lanes(instr) || ptx_opcode[instr->op].kind == PTX_KIND_BRANCH;
}

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
    for (uint32_t b = 0; b < graph->count; b++) {
        const PtxInstr *instr = &function->instrs[graph->blocks[b].last];
        graph->blocks[b].bare_end =
            graph->blocks[b].first == graph->blocks[b].last && ends_lanes(instr) && instr->guard < 0;
        graph->blocks[b].bare_exit = graph->blocks[b].bare_end && ptx_opcode[instr->op].kind == PTX_KIND_EXIT;
    }
    graph->blocks[graph->count].bare_end = true;
    for (uint32_t b = 0; b < graph->count; b++) {
        const PtxInstr *instr = &function->instrs[graph->blocks[b].last];
        if (graph->blocks[b].first == graph->blocks[b].last && instr->op == PTX_OP_BRA && instr->guard < 0 &&
            instr->operand[0].target < count)
            graph->blocks[b].bare_exit = graph->blocks[graph->block_of[instr->operand[0].target]].bare_exit;
    }
    graph->block_of[count] = graph->count; /* a label after the last instruction is the end */
    graph->blocks[graph->count].first = count;
    free(leader);
}

/* Removes the successors whose block only exits the kernel, unless all of them do. clang 16 and newer write such a
 * block for code that cannot be reached, as a switch's default. If it counted as a successor, the lanes of the other
 * cases would reconverge only at the kernel's end. Lanes that do reach it exit. */
static uint32_t without_exits(const Graph *graph, uint32_t *to, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!graph->blocks[to[i]].bare_exit) kept++;
    if (kept == 0 || kept == count) return count;
    kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!graph->blocks[to[i]].bare_exit) to[kept++] = to[i];
    return kept;
}

/* Writes a block's successors and returns how many; the end's number is graph->count. */
static uint32_t successors(const Graph *graph, uint32_t block, uint32_t *to) {
    uint32_t last = graph->blocks[block].last, count = 0;
    const PtxInstr *instr = &graph->function->instrs[last];
    bool falls = !ends_block(instr) || instr->guard >= 0;
    if (ends_lanes(instr)) to[count++] = graph->count;
    if (instr->op == PTX_OP_BRA) to[count++] = graph->block_of[instr->operand[0].target];
    for (uint32_t t = 0; instr->op == PTX_OP_BRX && t < instr->target_count; t++)
        to[count++] = graph->block_of[instr->targets[t]];
    if (falls) to[count++] = graph->block_of[last + 1];
    return without_exits(graph, to, count);
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

/* Reverse postorder of the reversed graph from the end, without recursion: visit is the next predecessor to look at. */
static void number_blocks(Graph *graph) {
    uint32_t depth = 0, postorder = graph->count + 1;
    for (uint32_t b = 0; b <= graph->count; b++) graph->blocks[b].order = graph->blocks[b].postdom = UNREACHED;
    graph->stack[depth++] = graph->count;
    graph->blocks[graph->count].order = 0;
    while (depth > 0) {
        Block *block = &graph->blocks[graph->stack[depth - 1]];
        if (block->visit < block->back_count) {
            uint32_t next = graph->from[block->back + block->visit++];
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
    for (uint32_t b = 0; b <= graph->count; b++) graph->blocks[b].visit = 0;
}

static uint32_t common(Graph *graph, uint32_t a, uint32_t b) {
    const Block *blocks = graph->blocks;
    for (; a != b; graph->work->climbed++)
        if (blocks[a].order > blocks[b].order)
            a = blocks[a].postdom;
        else
            b = blocks[b].postdom;
    return a;
}

static bool find_postdominators(Graph *graph) {
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
            graph->work->climbed += block->edge_count;
            changed |= block->postdom != found;
            block->postdom = found;
            if (graph->work->climbed > CLIMB_LIMIT) return false;
        }
    }
    return true;
}

/* Adds one to the sides of every block that can be reached from `from`, itself included, without passing `stop`;
 * blocks that only end lanes are left out. */
static void reach(Graph *graph, uint32_t from, uint32_t stop) {
    uint32_t depth = 0;
    graph->visit++;
    if (from == stop || graph->blocks[from].bare_end) return;
    graph->stack[depth++] = from;
    graph->blocks[from].visit = graph->visit;
    while (depth > 0) {
        Block *block = &graph->blocks[graph->stack[--depth]];
        block->sides = block->mark == graph->mark ? block->sides + 1 : 1;
        block->mark = graph->mark;
        graph->work->visited += block->edge_count > 2 ? block->edge_count : 1;
        for (uint32_t e = 0; e < block->edge_count; e++) {
            uint32_t next = graph->to[block->edge + e];
            if (next == stop || graph->blocks[next].bare_end || graph->blocks[next].visit == graph->visit) continue;
            graph->blocks[next].visit = graph->visit;
            graph->stack[depth++] = next;
        }
    }
}

static uint32_t sides_reaching(const Graph *graph, uint32_t block) {
    return graph->blocks[block].mark == graph->mark ? graph->blocks[block].sides : 0;
}

/* Of the blocks that exactly `sides` sides of the branch reach: the one through which every path enters them. The
 * function's end where there are several. */
static uint32_t entry_of_common_set(const Graph *graph, uint32_t branch, uint32_t sides) {
    uint32_t entry = graph->count;
    for (uint32_t b = 0; b < graph->count; b++) {
        if (sides_reaching(graph, b) != sides) continue;
        const Block *block = &graph->blocks[b];
        bool entered = false;
        for (uint32_t e = 0; e < block->back_count && !entered; e++) {
            uint32_t before = graph->from[block->back + e], reached = sides_reaching(graph, before);
            entered = before == branch || (reached != 0 && reached != sides);
        }
        if (!entered) continue;
        if (entry != graph->count) return graph->count;
        entry = b;
    }
    return entry;
}

/* The block at which most sides of a branch reconverge, or the end. First the paths may go round a loop and through
 * the branch again. Where that makes every block a common one, they may not. If the sides only come back to the
 * branch, the branch itself is the result. */
static uint32_t common_point(Graph *graph, uint32_t branch) {
    const Block *block = &graph->blocks[branch];
    for (uint32_t stop = UNREACHED;; stop = branch) {
        uint32_t most = 0;
        graph->mark++;
        for (uint32_t e = 0; e < block->edge_count && graph->work->visited < COMMON_LIMIT; e++)
            reach(graph, graph->to[block->edge + e], stop);
        if (graph->work->visited >= COMMON_LIMIT) return graph->count;
        for (uint32_t b = 0; b < graph->count; b++)
            if (sides_reaching(graph, b) > most) most = sides_reaching(graph, b);
        graph->work->visited += 2 * graph->count;
        if (stop == UNREACHED && most > 1 && sides_reaching(graph, branch) == most) continue;
        if (most > 1) return entry_of_common_set(graph, branch, most);
        return stop == branch ? branch : graph->count;
    }
}

static uint32_t reconvergence_of(Graph *graph, uint32_t branch) {
    uint32_t postdom = graph->blocks[branch].postdom;
    if (postdom == UNREACHED) postdom = graph->count;
    if (graph->blocks[branch].edge_count < 2 || !graph->blocks[postdom].bare_end) return postdom;
    uint32_t meeting = common_point(graph, branch);
    return meeting == graph->count ? postdom : meeting;
}

bool parser_find_reconvergence(PtxFunction *function, FlowWork *work) {
    if (function->instr_count == 0) return true;
    Graph graph = {.function = function, .work = work};
    make_blocks(&graph);
    make_edges(&graph);
    graph.order = memory_zeroed(graph.count + 1, sizeof(uint32_t));
    graph.stack = memory_zeroed(graph.count + 1, sizeof(uint32_t));
    number_blocks(&graph);
    bool bounded = find_postdominators(&graph);
    for (uint32_t b = 0; bounded && b < graph.count; b++) {
        PtxInstr *instr = &function->instrs[graph.blocks[b].last];
        if (ptx_opcode[instr->op].kind == PTX_KIND_BRANCH)
            instr->reconverge = graph.blocks[reconvergence_of(&graph, b)].first;
    }
    free(graph.blocks);
    free(graph.block_of);
    free(graph.to);
    free(graph.from);
    free(graph.order);
    free(graph.stack);
    return bounded;
}
