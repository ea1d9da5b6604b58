/* Calls: frames, parameters, functions through pointers.
 *
 * A frame holds the rows of a function's registers and, lane after lane, its parameters. A call copies the arguments
 * of its active lanes into the callee's frame; when the last of those lanes has returned, the results are copied
 * back and the lanes continue together. A warp's stack of frames grows with nested calls and is bounded. */
#include "finding_kinds.h"
#include "sim/handlers.h"
#include "sim/launch.h"
#include "sim/undefined.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void copy_param(uint8_t *to, SimParam to_param, const uint8_t *from, SimParam from_param, uint32_t lanes) {
    uint32_t size = to_param.size < from_param.size ? to_param.size : from_param.size;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        if (lanes >> lane & 1)
            memcpy(to + to_param.offset + (size_t)lane * to_param.size,
                   from + from_param.offset + (size_t)lane * from_param.size, size);
}

/* Makes room for size bytes of rows, keeping the first used ones. */
static void grow_stack(SimWarp *warp, size_t size, size_t used) {
    if (size <= warp->stack_capacity) return;
    size_t capacity = size > 2 * warp->stack_capacity ? size : 2 * warp->stack_capacity;
    uint8_t *memory = memory_resize(NULL, capacity + SIM_ROW_ALIGN, 1);
    uint8_t *stack = memory + (SIM_ROW_ALIGN - (uintptr_t)memory % SIM_ROW_ALIGN) % SIM_ROW_ALIGN;
    memset(stack, 0, capacity);
    if (used) memcpy(stack, warp->stack, used);
    free(warp->stack_memory);
    warp->stack_memory = memory;
    warp->stack = stack;
    warp->stack_capacity = capacity;
}

/* Registers that the function may read before it writes them. A GPU's hold what was left there; ours zeros, or other
 * bytes where the launch is repeated to see whether they matter (undefined.h). */
static void fill_unset(SimWarp *warp, const SimFunction *function) {
    SimUndefined undefined = warp->worker->launch->layout.undefined;
    undefined.varies = false; /* a row of 32 bits a lane may begin anywhere */
    memset(warp->area[SIM_AREA_FRAME], 0, function->frame_size);
    for (uint32_t i = 0; i < function->unset_count; i++) {
        const SimUnset *unset = &function->unset[i];
        if (unset->size != 0)
            undefined_fill(undefined, sim_row(warp, unset->operand), unset->size, 0, 0);
        else
            warp->predicates[unset->operand >> 1] = undefined.repeats && undefined.bytes != 0 ? ALL_LANES : 0;
        sim_finding(warp->memory, FINDING_UNINITIALISED, true, unset->pc, UINT32_MAX, "%s", undefined_register);
    }
}

static void enter(SimWarp *warp, SimFrame frame) {
    const SimFunction *function = frame.function;
    grow_stack(warp, (size_t)frame.base + function->frame_size, frame.base);
    size_t predicates = (size_t)frame.predicates + function->predicates;
    if (predicates > warp->predicate_capacity) {
        warp->predicate_capacity = 2 * predicates;
        warp->predicate_stack = memory_resize(warp->predicate_stack, warp->predicate_capacity, sizeof(uint32_t));
    }
    if (warp->frame_count == warp->frame_capacity) {
        warp->frame_capacity = warp->frame_capacity ? 2 * warp->frame_capacity : 4;
        warp->frames = memory_resize(warp->frames, warp->frame_capacity, sizeof *warp->frames);
    }
    if (warp->frame_count > warp->worker->most_calls) warp->worker->most_calls = warp->frame_count;
    warp->frames[warp->frame_count++] = frame;
    warp->area[SIM_AREA_FRAME] = warp->stack + frame.base;
    warp->predicates = warp->predicate_stack + frame.predicates;
    memset(warp->predicates, 0, function->predicates * sizeof *warp->predicates);
    if (function->zeroed) fill_unset(warp, function);
}

void sim_enter_kernel(SimWarp *warp, const SimFunction *function) {
    warp->frame_count = warp->path_count = 0;
    warp->reconverge = NULL;
    enter(warp, (SimFrame){.function = function, .called = warp->threads});
}

static const SimInstr *overflow(SimWarp *warp, const SimInstr *instr, const SimFunction *function) {
    sim_finding(warp->worker->memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
                "the stack overflowed in %s after %zu calls within each other: does the recursion end?",
                function->source->source_name != NULL ? function->source->source_name : function->source->name,
                warp->frame_count);
    return sim_stop(warp);
}

static const SimInstr *call_function(SimWarp *warp, const SimInstr *instr, const SimFunction *function) {
    const SimCall *call = instr->extra;
    if (function->service != SIM_SERVICE_NONE)
        return sim_service(warp, instr, function->service, call) ? instr + 1 : NULL;
    if (call->arg_count != function->param_count || call->result_count > function->result_count)
        return sim_unsupported_at(warp, instr, "a call with another number of parameters than the function has");
    const SimFrame *caller = &warp->frames[warp->frame_count - 1];
    SimFrame frame = {
        .function = function,
        .back = instr + 1,
        .reconverge = warp->reconverge,
        .call = call,
        .called = warp->active,
        .paths = warp->path_count,
        .base = caller->base + caller->function->frame_size,
        .predicates = caller->predicates + caller->function->predicates,
        .local = caller->local + caller->function->local_size,
    };
    if (warp->frame_count >= SIM_MAX_DEPTH || frame.base + (size_t)function->frame_size > SIM_MAX_STACK ||
        frame.local + function->local_size > warp->worker->program->local_size)
        return overflow(warp, instr, function);
    size_t caller_base = caller->base;
    enter(warp, frame);
    for (uint32_t i = 0; i < call->arg_count; i++)
        copy_param(warp->area[SIM_AREA_FRAME], function->params[i], warp->stack + caller_base, call->args[i],
                   warp->active);
    warp->reconverge = NULL;
    return function->entry;
}

void sim_leave(SimWarp *warp) {
    SimFrame frame = warp->frames[--warp->frame_count];
    const SimFrame *caller = &warp->frames[warp->frame_count - 1];
    uint8_t *rows = warp->stack + caller->base;
    warp->active = frame.called & ~warp->exited;
    for (uint32_t i = 0; i < frame.call->result_count; i++)
        copy_param(rows, frame.call->results[i], warp->stack + frame.base, frame.function->results[i], warp->active);
    warp->area[SIM_AREA_FRAME] = rows;
    warp->predicates = warp->predicate_stack + caller->predicates;
    warp->reconverge = frame.reconverge;
}

/* A function pointer is the function's index in the module plus one, so that a null pointer is no function. */
static const SimFunction *function_at(const SimWarp *warp, uint64_t value) {
    const SimProgram *program = warp->worker->program;
    if (value == 0 || value > program->module->function_count) return NULL;
    const SimFunction *function = &program->functions[value - 1];
    return function->loaded || function->service != SIM_SERVICE_NONE ? function : NULL;
}

const SimInstr *sim_call(SimWarp *warp, const SimInstr *instr) {
    const SimCall *call = instr->extra;
    if (call->function >= 0) return call_function(warp, instr, &warp->worker->program->functions[call->function]);
    const uint64_t *targets = sim_row(warp, instr->a);
    uint64_t first = targets[__builtin_ctz(warp->active)];
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        if ((warp->active >> lane & 1) && targets[lane] == first) same |= UINT32_C(1) << lane;
    const SimFunction *function = function_at(warp, first);
    if (function == NULL) {
        sim_finding(warp->worker->memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
                    "a call through a pointer that points to no function (0x%llx)", (unsigned long long)first);
        return sim_stop(warp);
    }
    if (same != warp->active) {
        /* The instruction after the call is a leader, where the lanes that call different functions reconverge. */
        uint32_t rest = warp->active & ~same;
        if (warp->reconverge != instr + 1) {
            sim_push_path(warp, warp->active, instr + 1, warp->reconverge);
            warp->reconverge = instr + 1;
        }
        sim_push_path(warp, rest, instr, instr + 1);
        warp->active = same;
    }
    return call_function(warp, instr, function);
}
