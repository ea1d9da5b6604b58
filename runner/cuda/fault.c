#include "cuda/fault.h"
#include "finding_kinds.h"

#include <stdio.h>
#include <string.h>

/* Source: the CUDA driver API reference, CUresult. Where a thread leaves shared memory, an H200 sometimes reports an
 * illegal instruction; compilers make no other kind of those. */
typedef struct FaultRow {
    CUresult error;
    FindingKind kind;
    const char *message;
} FaultRow;

static const char beyond_block[] = "a thread read or wrote beyond its shared or local memory, or its stack overflowed";
static const char nobodys[] = "a thread read or wrote memory that belongs to nobody";
static const char stack_overflow[] = "the stack overflowed, or was overwritten: does a recursion end?";
static const char unaligned[] = "a thread read or wrote at an address that is no multiple of the access's size";

static const FaultRow rows[] = {
    {CUDA_ERROR_ILLEGAL_ADDRESS, FINDING_OUT_OF_BOUNDS, nobodys},
    {CUDA_ERROR_MISALIGNED_ADDRESS, FINDING_MISALIGNED, unaligned},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, FINDING_OUT_OF_BOUNDS, nobodys},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, FINDING_OUT_OF_BOUNDS, stack_overflow},
    {CUDA_ERROR_INVALID_PC, FINDING_OUT_OF_BOUNDS, "a thread jumped to where no code is"},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, FINDING_OUT_OF_BOUNDS, beyond_block},
    {CUDA_ERROR_ASSERT, FINDING_TRAP, "an assertion failed"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, FINDING_BUDGET,
     "the system stopped the kernel, because this GPU drives a screen too and the kernel ran too long"},
    {CUDA_ERROR_LAUNCH_FAILED, FINDING_TRAP, "the kernel stopped itself with a trap, or left shared or local memory"},
};

typedef struct CoreRow {
    uint32_t exception;
    FindingKind kind;
    const char *message;
} CoreRow;

/* Exceptions in a core dump, which tell more than the driver's error. */
static const CoreRow core_rows[] = {
    {CORE_LANE_ILLEGAL_ADDRESS, FINDING_OUT_OF_BOUNDS, nobodys},
    {CORE_DEVICE_ILLEGAL_ADDRESS, FINDING_OUT_OF_BOUNDS, nobodys},
    {CORE_WARP_ILLEGAL_ADDRESS, FINDING_OUT_OF_BOUNDS, nobodys},
    {CORE_ADDRESS_SPACE, FINDING_OUT_OF_BOUNDS, nobodys},
    {CORE_OUT_OF_RANGE, FINDING_OUT_OF_BOUNDS, beyond_block},
    {CORE_ILLEGAL_INSTRUCTION, FINDING_OUT_OF_BOUNDS, beyond_block},
    {CORE_LANE_STACK_OVERFLOW, FINDING_OUT_OF_BOUNDS, stack_overflow},
    {CORE_DEVICE_STACK_OVERFLOW, FINDING_OUT_OF_BOUNDS, stack_overflow},
    {CORE_WARP_STACK_OVERFLOW, FINDING_OUT_OF_BOUNDS, stack_overflow},
    {CORE_INVALID_PC, FINDING_OUT_OF_BOUNDS, "a thread jumped to where no code is"},
    {CORE_MISALIGNED, FINDING_MISALIGNED, unaligned},
    {CORE_LANE_MISALIGNED, FINDING_MISALIGNED, unaligned},
    {CORE_ASSERT, FINDING_TRAP, "an assertion failed"},
};

static Finding *one_finding(const FaultContext *context, FindingKind kind, Loc loc, const char *message,
                            Result *result) {
    result->findings = arena_make(context->arena, Finding);
    result->finding_count = 1;
    result->findings[0] = (Finding){.kind = kind, .loc = loc, .count = 1, .message = message};
    return result->findings;
}

static Loc somewhere(const FaultContext *context) {
    return (Loc){.file = context->launch->image->file};
}

/* ---- asserts ----------------------------------------------------------------------------------------------------- */

/* The driver prints "file.cu:12: void f(int): block: [0,0,0], thread: [3,0,0] Assertion `x > 0` failed." */
typedef struct FailedAssert {
    int line;
    unsigned thread[3];
    const char *expression;
} FailedAssert;

static bool read_assert(const FaultContext *context, FailedAssert *failed) {
    const char *thread = context->complaints != NULL ? strstr(context->complaints, ", thread: [") : NULL;
    if (thread == NULL) return false;
    const char *start = thread;
    while (start > context->complaints && start[-1] != '\n') start--;
    const char *open = strstr(thread, "Assertion `"), *close = open != NULL ? strstr(open, "` failed.") : NULL;
    const char *name = context->launch->image->file;
    size_t length = name != NULL ? strlen(name) : 0;
    if (close == NULL || length == 0 || strncmp(start, name, length) != 0 || start[length] != ':') return false;
    if (sscanf(start + length, ":%d:", &failed->line) != 1) return false;
    if (sscanf(thread, ", thread: [%u,%u,%u]", &failed->thread[0], &failed->thread[1], &failed->thread[2]) != 3)
        return false;
    open += strlen("Assertion `");
    failed->expression = text_printable(context->arena, open, (size_t)(close - open));
    return true;
}

static bool say_assert(const FaultContext *context, Result *result) {
    FailedAssert failed;
    if (!read_assert(context, &failed)) return false;
    Loc loc = somewhere(context);
    loc.line = failed.line;
    one_finding(context, FINDING_TRAP, loc,
                arena_printf(context->arena, "%s:%d: assertion failed: %s (thread (%u,%u,%u))", loc.file, failed.line,
                             failed.expression, failed.thread[0], failed.thread[1], failed.thread[2]),
                result);
    return true;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

/* What failed, with block, thread and line as far as they are known, and how to learn the rest. */
static const char *told(const FaultContext *context, const char *what) {
    const CoreFault *core = context->core;
    if (core != NULL && core->has_warp)
        return arena_printf(context->arena,
                            "%s (the warp of thread (%u,%u,%u) of block (%u,%u,%u)); --device sim tells which "
                            "element",
                            what, core->thread[0], core->thread[1], core->thread[2], core->block[0], core->block[1],
                            core->block[2]);
    return arena_printf(context->arena, "%s; --device sim tells which thread%s and element", what,
                        core != NULL && core->line > 0 ? "" : ", line");
}

static void say_fault(const FaultContext *context, FindingKind kind, const char *what, Result *result) {
    Loc loc = somewhere(context);
    if (context->core != NULL) loc.line = context->core->line;
    one_finding(context, kind, loc, told(context, what), result);
}

static bool say_core(const FaultContext *context, Result *result) {
    const CoreFault *core = context->core;
    if (core == NULL) return false;
    if (core->exception == 0 && core->has_warp) {
        Loc loc = somewhere(context);
        loc.line = core->line;
        one_finding(context, FINDING_TRAP, loc,
                    arena_printf(context->arena, "thread (%u,%u,%u) executed a trap: the kernel stopped itself",
                                 core->thread[0], core->thread[1], core->thread[2]),
                    result);
        return true;
    }
    for (size_t i = 0; i < sizeof core_rows / sizeof *core_rows; i++) {
        if (core_rows[i].exception != core->exception) continue;
        say_fault(context, core_rows[i].kind, core_rows[i].message, result);
        return true;
    }
    return false;
}

void fault_finding(const FaultContext *context, const Reply *reply, Result *result) {
    result->status = RUN_STOPPED;
    if (reply->error == CUDA_ERROR_ASSERT && say_assert(context, result)) return;
    if (say_core(context, result)) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].error != (CUresult)reply->error) continue;
        say_fault(context, rows[i].kind, rows[i].message, result);
        return;
    }
    size_t size = strnlen(reply->error_name, sizeof reply->error_name);
    say_fault(context, FINDING_TRAP,
              arena_printf(context->arena, "the GPU stopped the kernel (%s)",
                           text_printable(context->arena, reply->error_name, size)),
              result);
}

void fault_endless(const FaultContext *context, double seconds, Result *result) {
    result->status = RUN_STOPPED;
    one_finding(context, FINDING_BUDGET, context->facts->entry,
                arena_printf(context->arena,
                             "the kernel was still running after %g seconds and was stopped: is there a loop "
                             "here that never ends, or do threads wait for each other?",
                             seconds),
                result);
}

void fault_overrun(const FaultContext *context, const Reply *reply, Result *result) {
    const Buffer *buffer = &context->launch->buffers[reply->overrun - 1];
    int64_t size = (int64_t)scalar_size(buffer->type), byte = reply->overrun_byte;
    int64_t index = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
    one_finding(context, FINDING_OUT_OF_BOUNDS, somewhere(context),
                arena_printf(context->arena,
                             "the kernel wrote element %lld of `%s`, which has %zu element%s; --device "
                             "sim tells which thread and line",
                             (long long)index, buffer->name, buffer->count, buffer->count == 1 ? "" : "s"),
                result);
}
