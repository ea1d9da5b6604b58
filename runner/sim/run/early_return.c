/* Whether threads that never came to a barrier have returned from the kernel before it, or went around it.
 *
 * The CUDA C++ Programming Guide allows
 *
 *     if (t >= n) return;                        but not         if (t < n) { ...; __syncthreads(); ... }
 *     ...; __syncthreads(); ...
 *
 * because a thread that has exited is not waited for, while a barrier under a condition must be reached by all
 * threads or none. Compilers make the same PTX of both: an early return becomes a branch to the kernel's last
 * instructions. So the source decides (source_returns.c). Where it has no return that leaves the kernel before the
 * barrier, no thread can have returned. Where it has one, the branch decides that kept a thread from the barrier: the
 * last one from which an instruction of the barrier's line could still be reached, and from the side that the thread
 * took, no more. Its line is that of the comparison that made its predicate; where the compiler joined conditions with
 * and.pred and or.pred, that of the comparisons to which the thread owes the joint value.
 *
 * That branch is found when it is asked for, from the kernel's predicates, which still hold what the thread's last
 * branches were decided by: each register has a predicate of its own, and one that is written in one place is written
 * again only on the way to the branch that reads it. From the kernel's first instruction on, each branch is followed to
 * the side that the thread took when it was last there; these last times follow each other in order.
 *
 * A thread is said to have gone around the barrier only if it owes it to conditions under which the barrier stands, and
 * if each return of the source shows as a comparison of its own: one that the compiler has joined with another
 * condition would be taken for that one. In all other cases threads are taken to have returned. */
#include <string.h>

#include "sim/handlers.h"
#include "sim/launch.h"
#include "sim/run/source_returns.h"

enum { MOST_LINES = 64, MOST_SWEEPS = 64, MOST_JOINED = 32 };
enum { NO_DEFINITION = -1, MANY_DEFINITIONS = -2 };

/* What is known of barriers on one line. All arrays by instruction of the kernel, but for definition. */
struct SimLeaving {
    SimLeaving *next;
    int line;
    const char *file; /* the source's */
    const SimReturns *returns;
    bool traced;     /* threads' ways can be found, and may show that one went around */
    bool *reaches;   /* whether an instruction of the line can be reached from here */
    int *definition; /* by register: of a predicate, the one instruction that writes it, else NO_... or MANY_... */
    uint32_t *index; /* by register: of predicates, the number of the predicate */
};

static const PtxFunction *kernel_of(const SimWorker *worker) {
    return worker->program->kernel->source;
}

static Loc loc_of(const SimWorker *worker, uint32_t instr) {
    return worker->program->pc_loc[worker->program->kernel_pc + instr];
}

/* ---- the kernel's branches --------------------------------------------------------------------------------------- */

typedef struct Definitions {
    const PtxFunction *kernel;
    int *definition;
    int instr;
} Definitions;

static void note_definition(const PtxOperand *operand, Definitions *found) {
    if (operand->kind != PTX_OPERAND_REG || found->kernel->regs[operand->reg].type != PTX_PRED) return;
    int *definition = &found->definition[operand->reg];
    *definition = *definition == NO_DEFINITION ? found->instr : MANY_DEFINITIONS;
}

static void find_definitions(const PtxFunction *kernel, SimLeaving *leaving, Arena *arena) {
    Definitions found = {.kernel = kernel, .definition = arena_array(arena, int, (size_t)kernel->reg_count + 1)};
    leaving->index = arena_array(arena, uint32_t, (size_t)kernel->reg_count + 1);
    for (uint32_t reg = 0, count = 0; reg < kernel->reg_count; reg++) {
        found.definition[reg] = NO_DEFINITION;
        leaving->index[reg] = count;
        count += kernel->regs[reg].type == PTX_PRED;
    }
    for (uint32_t i = 0; i < kernel->instr_count; i++) {
        const PtxInstr *instr = &kernel->instrs[i];
        found.instr = (int)i;
        /* a guarded instruction may leave the register as it was */
        for (int times = 0; times < 1 + (instr->guard >= 0); times++) {
            if (ptx_opcode[instr->op].destinations > 0 || instr->mode == PTX_BAR_RED)
                note_definition(&instr->operand[0], &found);
            note_definition(&instr->also, &found);
        }
    }
    leaving->definition = found.definition;
}

static bool is_guarded_branch(const PtxInstr *instr) {
    return instr->op == PTX_OP_BRA && instr->guard >= 0;
}

/* Whether the barrier can be reached from behind the instruction. */
static bool reaches_behind(const PtxFunction *kernel, const bool *reaches, uint32_t i) {
    const PtxInstr *instr = &kernel->instrs[i];
    PtxKind kind = (PtxKind)ptx_opcode[instr->op].kind;
    bool ends = kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT || kind == PTX_KIND_BRANCH;
    bool found = (!ends || instr->guard >= 0) && reaches[i + 1];
    if (instr->op == PTX_OP_BRA) found |= reaches[instr->operand[0].target];
    for (uint32_t t = 0; instr->op == PTX_OP_BRX && t < instr->target_count; t++) found |= reaches[instr->targets[t]];
    return found;
}

/* False where that takes too long. pc: of the barrier, which a function that the kernel calls may hold. */
static bool find_reaches(const SimWorker *worker, SimLeaving *leaving, uint32_t pc, Arena *arena) {
    const PtxFunction *kernel = kernel_of(worker);
    const SimProgram *program = worker->program;
    bool in_kernel = pc >= program->kernel_pc && pc - program->kernel_pc < kernel->instr_count, changed = true;
    bool *reaches = leaving->reaches = arena_array(arena, bool, (size_t)kernel->instr_count + 1);
    for (uint32_t i = 0; i < kernel->instr_count; i++) {
        bool calls = ptx_opcode[kernel->instrs[i].op].kind == PTX_KIND_CALL;
        Loc loc = loc_of(worker, i);
        bool barrier = program->pc_barrier[program->kernel_pc + i] && loc.line == leaving->line &&
                       text_equal(loc.file, program->pc_loc[pc].file);
        reaches[i] = in_kernel ? barrier : calls;
    }
    for (int sweep = 0; changed; sweep++) {
        if (sweep == MOST_SWEEPS) return false;
        changed = false;
        for (uint32_t i = kernel->instr_count; i-- > 0;) {
            if (reaches[i] || !reaches_behind(kernel, reaches, i)) continue;
            changed = reaches[i] = true;
        }
    }
    return true;
}

/* ---- what a predicate was decided by ----------------------------------------------------------------------------- */

static SimWay way_at(const SimWorker *worker, const SimLeaving *leaving, uint32_t instr) {
    const SimReturns *returns = leaving->returns;
    Loc loc = loc_of(worker, instr);
    bool known = loc.line > 0 && loc.line < returns->line_count && text_equal(loc.file, leaving->file);
    return known ? returns->way[loc.line] : SIM_WAY_NO_CONDITION;
}

/* The conditions that a predicate was joined of. */
typedef struct Joined {
    int comparison[MOST_JOINED]; /* instructions */
    int count;
    bool lost; /* there are more, or one that is no comparison */
} Joined;

/* Adds the comparisons to which the lane owes the value of the register; lane WARP_SIZE: all that it is made of. */
static void find_comparisons(const SimWorker *worker, const SimLeaving *leaving, const uint32_t *predicates,
                             const PtxOperand *operand, uint32_t lane, int depth, Joined *joined) {
    int definition = operand->kind == PTX_OPERAND_REG ? leaving->definition[operand->reg] : MANY_DEFINITIONS;
    if (definition < 0 || depth > MOST_JOINED || joined->count == MOST_JOINED) {
        joined->lost = true;
        return;
    }
    const PtxInstr *instr = &kernel_of(worker)->instrs[definition];
    bool joins = (instr->op == PTX_OP_AND || instr->op == PTX_OP_OR) && instr->type[0] == PTX_PRED;
    if (instr->op == PTX_OP_SETP && instr->operand_count == 3) {
        joined->comparison[joined->count++] = definition;
        return;
    }
    if (instr->op == PTX_OP_NOT) {
        find_comparisons(worker, leaving, predicates, &instr->operand[1], lane, depth + 1, joined);
        return;
    }
    joined->lost |= !joins;
    /* one side that holds is enough for an or, and one that does not for an and: then it alone decided */
    bool enough = instr->op == PTX_OP_OR, alone = false;
    for (int pass = 0; pass < 2 && joins && !alone; pass++) {
        for (int side = 1; side <= 2; side++) {
            const PtxOperand *from = &instr->operand[side];
            bool decides = false;
            if (lane < WARP_SIZE && from->kind == PTX_OPERAND_REG)
                decides = ((predicates[leaving->index[from->reg]] >> lane & 1) ^ from->negated) == enough;
            alone |= decides;
            if (pass == 0 ? decides : true)
                find_comparisons(worker, leaving, predicates, from, lane, depth + 1, joined);
        }
    }
}

/* What became of the lane, which the branch kept from the barrier. */
static SimWay way_of_lane(const SimWorker *worker, const SimLeaving *leaving, const uint32_t *predicates,
                          uint32_t branch, uint32_t lane) {
    const PtxOperand guard = {.kind = PTX_OPERAND_REG, .reg = kernel_of(worker)->instrs[branch].guard};
    Joined joined = {.count = 0};
    find_comparisons(worker, leaving, predicates, &guard, lane, 0, &joined);
    SimWay found = joined.lost || joined.count == 0 ? SIM_WAY_UNKNOWN : SIM_WAY_AROUND;
    for (int i = 0; i < joined.count; i++) {
        SimWay way = way_at(worker, leaving, (uint32_t)joined.comparison[i]);
        /* a comparison that stands in a statement before */
        if (way == SIM_WAY_NO_CONDITION && joined.count == 1) way = way_at(worker, leaving, branch);
        if (way == SIM_WAY_NO_CONDITION) way = SIM_WAY_UNKNOWN;
        if (way > found) found = way;
    }
    return found;
}

/* ---- a barrier's line -------------------------------------------------------------------------------------------- */

static void mark_seen(const SimReturns *returns, int line, bool *seen) {
    for (size_t i = 0; i < returns->before_count; i++)
        seen[i] |= line >= returns->before[i].first && line <= returns->before[i].last;
}

/* Whether each return shows as a comparison of its own, and some condition has the barrier under it. */
static bool shows_returns(const SimWorker *worker, const SimLeaving *leaving, Arena *arena) {
    const PtxFunction *kernel = kernel_of(worker);
    const SimReturns *returns = leaving->returns;
    bool *seen = arena_array(arena, bool, returns->before_count + 1), around = false;
    for (uint32_t i = 0; i < kernel->instr_count; i++) {
        const PtxInstr *instr = &kernel->instrs[i];
        if (!is_guarded_branch(instr)) continue;
        if (leaving->reaches[i + 1] == leaving->reaches[instr->operand[0].target]) continue;
        const PtxOperand guard = {.kind = PTX_OPERAND_REG, .reg = instr->guard};
        Joined joined = {.count = 0};
        find_comparisons(worker, leaving, NULL, &guard, WARP_SIZE, 0, &joined);
        mark_seen(returns, loc_of(worker, i).line, seen);
        around |= way_at(worker, leaving, i) == SIM_WAY_AROUND;
        for (int j = 0; j < joined.count; j++) {
            mark_seen(returns, loc_of(worker, (uint32_t)joined.comparison[j]).line, seen);
            around |= way_at(worker, leaving, (uint32_t)joined.comparison[j]) == SIM_WAY_AROUND;
        }
    }
    for (size_t i = 0; i < returns->before_count; i++) around &= seen[i];
    return around;
}

/* Whether a function that the kernel calls may end threads: then they are not where the kernel's predicates lead. */
static bool calls_exit(const SimProgram *program) {
    for (uint32_t f = 0; f < program->module->function_count; f++) {
        const PtxFunction *function = &program->module->functions[f];
        if (!program->functions[f].loaded || function == program->kernel->source) continue;
        for (uint32_t i = 0; i < function->instr_count; i++)
            if (function->instrs[i].op == PTX_OP_EXIT) return true;
    }
    return false;
}

static SimLeaving *read_line(SimWorker *worker, uint32_t pc, const char *file, const char *source) {
    if (worker->leaving_arena == NULL) worker->leaving_arena = arena_new();
    Arena *arena = worker->leaving_arena;
    Loc loc = worker->program->pc_loc[pc];
    SimLeaving *leaving = arena_make(arena, SimLeaving);
    leaving->file = file;
    leaving->line = loc.line;
    bool here = loc.file == NULL || text_equal(loc.file, file);
    SimReturns *returns = sim_read_returns(source, worker->program->kernel_name, here ? loc.line : 0, arena);
    leaving->returns = returns;
    if (returns->known && returns->sure && returns->before_count > 0 && here && !calls_exit(worker->program)) {
        find_definitions(kernel_of(worker), leaving, arena);
        leaving->traced = find_reaches(worker, leaving, pc, arena) && shows_returns(worker, leaving, arena);
    }
    return leaving;
}

/* The text of the file that the kernel stands in, and the file's name; NULL where it is not known. */
static const char *source_of(SimWorker *worker, const char **file) {
    const Image *image = worker->launch->request->image;
    const char *own = worker->program->pc_loc[worker->program->kernel->entry->pc].file;
    *file = image->file != NULL && image->source != NULL ? image->file : own;
    if (image->source != NULL) return image->source;
    if (image->read_source == NULL || own == NULL) return NULL;
    if (worker->leaving_arena == NULL) worker->leaving_arena = arena_new();
    if (!worker->source_read) worker->source = image->read_source(own, worker->leaving_arena);
    worker->source_read = true;
    return worker->source;
}

/* What is known of the barrier's line; NULL: nothing. */
static const SimLeaving *leaving_at(SimWorker *worker, uint32_t pc) {
    int line = worker->program->pc_loc[pc].line, count = 0;
    for (const SimLeaving *known = worker->leaving; known != NULL; known = known->next, count++)
        if (known->line == line) return known;
    const char *file, *source = source_of(worker, &file);
    if (source == NULL || count == MOST_LINES) return NULL;
    SimLeaving *leaving = read_line(worker, pc, file, source);
    leaving->next = worker->leaving;
    return worker->leaving = leaving;
}

/* ---- the lanes --------------------------------------------------------------------------------------------------- */

/* Lanes that are followed from an instruction on. */
typedef struct Group {
    uint32_t instr, lanes;
} Group;

typedef struct Walk {
    const SimWorker *worker;
    const SimLeaving *leaving;
    const uint32_t *predicates;
    uint32_t stop; /* the instruction at which the lanes stand now; the kernel's count of them: they have ended */
    Group waiting[WARP_SIZE];
    size_t count;
    uint32_t around;
} Walk;

static void take_side(Walk *walk, uint32_t branch, uint32_t instr, uint32_t lanes) {
    if (lanes == 0) return;
    if (walk->leaving->reaches[instr]) {
        walk->waiting[walk->count++] = (Group){instr, lanes};
        return;
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (way_of_lane(walk->worker, walk->leaving, walk->predicates, branch, lane) == SIM_WAY_AROUND)
            walk->around |= UINT32_C(1) << lane;
    }
}

/* Follows the lanes to where they part, lose the barrier or cannot be followed. */
static void follow(Walk *walk, Group group) {
    const PtxFunction *kernel = kernel_of(walk->worker);
    uint32_t i = group.instr;
    for (uint32_t steps = 0; steps <= kernel->instr_count && i < kernel->instr_count && i != walk->stop; steps++) {
        const PtxInstr *instr = &kernel->instrs[i];
        PtxKind kind = (PtxKind)ptx_opcode[instr->op].kind;
        if (is_guarded_branch(instr)) {
            if (walk->leaving->definition[instr->guard] < 0) return;
            uint32_t holds = walk->predicates[walk->leaving->index[instr->guard]];
            uint32_t taken = group.lanes & (instr->guard_negated ? ~holds : holds);
            take_side(walk, i, instr->operand[0].target, taken);
            take_side(walk, i, i + 1, group.lanes & ~taken);
            return;
        }
        if (kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT || instr->op == PTX_OP_BRX) return;
        i = instr->op == PTX_OP_BRA ? instr->operand[0].target : i + 1;
    }
}

uint32_t sim_left_out(const SimWarp *warp, uint32_t pc, uint32_t lanes, const SimInstr *at, bool at_end) {
    SimWorker *worker = warp->worker;
    const SimLeaving *leaving = leaving_at(worker, pc);
    if (leaving == NULL) return at_end || worker->launch->request->image->source != NULL ? 0 : lanes;
    if (!leaving->returns->known) return 0;
    if (leaving->returns->before_count == 0) return lanes;
    const PtxFunction *kernel = kernel_of(worker);
    uint32_t first = worker->program->kernel_pc;
    bool in_kernel = at == NULL || (at->pc >= first && at->pc - first < kernel->instr_count);
    if (!leaving->traced || !in_kernel) return 0;
    Walk walk = {.worker = worker,
                 .leaving = leaving,
                 .predicates = warp->predicate_stack + warp->frames[0].predicates,
                 .stop = at != NULL ? at->pc - first : kernel->instr_count};
    take_side(&walk, 0, 0, lanes);
    for (uint32_t steps = 0; walk.count > 0 && steps <= WARP_SIZE * kernel->instr_count; steps++)
        follow(&walk, walk.waiting[--walk.count]);
    return walk.around;
}
