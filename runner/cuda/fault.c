#include "cuda/fault.h"

#include <stdio.h>
#include <string.h>

#define ASK_THE_SIMULATOR "; --device sim names the thread, the element and the line"

typedef struct FaultRow {
    CUresult error;
    FindingKind kind;
    const char *message;
} FaultRow;

/* The CUDA driver API reference, CUresult. */
static const FaultRow rows[] = {
    {CUDA_ERROR_ILLEGAL_ADDRESS, FINDING_OUT_OF_BOUNDS,
     "a thread read or wrote memory that belongs to nobody (an illegal address)" ASK_THE_SIMULATOR},
    {CUDA_ERROR_MISALIGNED_ADDRESS, FINDING_MISALIGNED,
     "a thread read or wrote at an address that is no multiple of the access's size" ASK_THE_SIMULATOR},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, FINDING_OUT_OF_BOUNDS,
     "a thread used an address of one memory in an instruction for another, as with an atomic on local memory"
     ASK_THE_SIMULATOR},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, FINDING_OUT_OF_BOUNDS,
     "the stack overflowed, or was overwritten: does a recursion end?" ASK_THE_SIMULATOR},
    {CUDA_ERROR_INVALID_PC, FINDING_OUT_OF_BOUNDS, "a thread jumped to where no code is" ASK_THE_SIMULATOR},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, FINDING_TRAP,
     "a thread executed an instruction that this GPU does not have" ASK_THE_SIMULATOR},
    {CUDA_ERROR_ASSERT, FINDING_TRAP, "an assertion failed" ASK_THE_SIMULATOR},
    {CUDA_ERROR_LAUNCH_TIMEOUT, FINDING_BUDGET,
     "the system stopped the kernel, because this GPU drives a screen too and the kernel ran too long"},
    {CUDA_ERROR_LAUNCH_FAILED, FINDING_TRAP,
     "the kernel was stopped: it executed a trap, left shared or local memory, or ran out of stack" ASK_THE_SIMULATOR},
};

static Finding *one_finding(const FaultContext *context, FindingKind kind, Loc loc, const char *message, Result *result) {
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
    if (sscanf(thread, ", thread: [%u,%u,%u]", &failed->thread[0], &failed->thread[1], &failed->thread[2]) != 3) return false;
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
                             failed.expression, failed.thread[0], failed.thread[1], failed.thread[2]), result);
    return true;
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

void fault_finding(const FaultContext *context, const Reply *reply, Result *result) {
    result->status = RUN_STOPPED;
    if (reply->error == CUDA_ERROR_ASSERT && say_assert(context, result)) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].error != (CUresult)reply->error) continue;
        one_finding(context, rows[i].kind, somewhere(context), rows[i].message, result);
        return;
    }
    size_t size = strnlen(reply->error_name, sizeof reply->error_name);
    one_finding(context, FINDING_TRAP, somewhere(context),
                arena_printf(context->arena, "the GPU stopped the kernel (%s)" ASK_THE_SIMULATOR,
                             text_printable(context->arena, reply->error_name, size)), result);
}

void fault_endless(const FaultContext *context, double seconds, Result *result) {
    result->status = RUN_STOPPED;
    one_finding(context, FINDING_BUDGET, context->facts->entry,
                arena_printf(context->arena, "the kernel was still running after %g seconds and was stopped: is there a loop "
                                             "here that never ends, or do threads wait for each other?", seconds), result);
}

void fault_overrun(const FaultContext *context, const Reply *reply, Result *result) {
    const Buffer *buffer = &context->launch->buffers[reply->overrun - 1];
    int64_t size = (int64_t)scalar_size(buffer->type), byte = reply->overrun_byte;
    int64_t index = byte >= 0 ? byte / size : -((-byte + size - 1) / size);
    one_finding(context, FINDING_OUT_OF_BOUNDS, somewhere(context),
                arena_printf(context->arena, "the kernel wrote element %lld of `%s`, which has %zu element%s" ASK_THE_SIMULATOR,
                             (long long)index, buffer->name, buffer->count, buffer->count == 1 ? "" : "s"), result);
}
