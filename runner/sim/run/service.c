/* The functions that CUDA's device runtime provides: printf, malloc, free, and what a failed assert calls.
 *
 * Arguments lie in the caller's frame as the call's parameters. Lanes are served in ascending order. A format comes
 * from the kernel and may be any bytes: each directive is parsed and printed with a format that is built here. */
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "finding_kinds.h"
#include "sim/launch.h"

static const char *const service_name[SIM_SERVICE_COUNT] = {
    [SIM_SERVICE_VPRINTF] = "vprintf",
    [SIM_SERVICE_MALLOC] = "malloc",
    [SIM_SERVICE_FREE] = "free",
    [SIM_SERVICE_ASSERT] = "__assertfail",
};

SimService sim_service_find(const char *name) {
    for (int service = SIM_SERVICE_NONE + 1; service < SIM_SERVICE_COUNT; service++)
        if (strcmp(name, service_name[service]) == 0) return (SimService)service;
    return SIM_SERVICE_NONE;
}

static uint64_t argument(const SimWarp *warp, const SimCall *call, uint32_t index, uint32_t lane) {
    uint64_t value = 0;
    if (index < call->arg_count) {
        SimParam param = call->args[index];
        memcpy(&value, warp->area[SIM_AREA_FRAME] + param.offset + (size_t)lane * param.size,
               param.size < sizeof value ? param.size : sizeof value);
    }
    return value;
}

static void set_result(const SimWarp *warp, const SimCall *call, uint32_t lane, uint64_t value) {
    if (!call->result_count) return;
    SimParam param = call->results[0];
    memcpy(warp->area[SIM_AREA_FRAME] + param.offset + (size_t)lane * param.size, &value,
           param.size < sizeof value ? param.size : sizeof value);
}

/* ---- printf ------------------------------------------------------------------------------------------------------ */

typedef struct Printing {
    SimWorker *worker;
    uint32_t thread;
    uint64_t arguments; /* address of the next one */
    uint32_t count;     /* arguments taken */
    bool failed;        /* an argument lies at an address that cannot be read */
} Printing;

/* Arguments lie one after the other, each aligned to its size. */
static uint64_t take(Printing *printing, uint32_t size) {
    uint64_t value = 0;
    printing->arguments = (printing->arguments + size - 1) / size * size;
    if (!sim_read_bytes(printing->worker->memory, printing->thread, printing->arguments, &value, size))
        printing->failed = true;
    printing->arguments += size;
    printing->count++;
    return value;
}

/* Limits for a worker: the budget counts a printf as one instruction, but one with a long string, or very many with
 * short ones, may take as long as millions of instructions. */
enum { PRINT_WORK_LIMIT = 64 << 20, PRINT_CALLS_LIMIT = 1 << 24 };

static void add_work(SimWorker *worker, size_t bytes) {
    worker->print_work += bytes;
    if (worker->print_work > PRINT_WORK_LIMIT) worker->printed_cut = true;
}

static void print_n(SimWorker *worker, const char *bytes, size_t size) {
    size_t room = SIM_PRINT_LIMIT - worker->printed.size;
    if (size > room) {
        worker->printed_cut = true;
        size = room;
    }
    text_add_n(&worker->printed, bytes, size);
}

typedef struct Directive {
    char flags[8];
    int width, precision; /* -1: none */
    bool is_long;         /* 64 bits */
    char conversion;
} Directive;

enum { WIDTH_LIMIT = 1000 };

static int number(Printing *printing, const char **at) {
    if (**at == '*') {
        ++*at;
        int value = (int32_t)take(printing, 4);
        return value > WIDTH_LIMIT ? WIDTH_LIMIT : value;
    }
    int value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) value = value < WIDTH_LIMIT ? value * 10 + (**at - '0') : value;
    return value > WIDTH_LIMIT ? WIDTH_LIMIT : value;
}

static void add_flag(Directive *directive, char flag) {
    size_t length = strlen(directive->flags);
    if (length + 1 < sizeof directive->flags && strchr(directive->flags, flag) == NULL) {
        directive->flags[length] = flag;
        directive->flags[length + 1] = 0;
    }
}

/* Reads a directive after its percent sign; false where it is none. */
static bool read_directive(Printing *printing, const char **at, Directive *directive) {
    *directive = (Directive){.width = -1, .precision = -1};
    for (; **at && strchr("-+ #0", **at) != NULL; ++*at) add_flag(directive, **at);
    if (**at == '*' || (**at >= '0' && **at <= '9')) {
        directive->width = number(printing, at);
        if (directive->width < 0) {
            add_flag(directive, '-');
            directive->width = directive->width < -WIDTH_LIMIT ? WIDTH_LIMIT : -directive->width;
        }
    }
    if (**at == '.') {
        ++*at;
        directive->precision = number(printing, at);
    }
    for (; **at && strchr("hlLqjzt", **at) != NULL; ++*at) directive->is_long |= **at != 'h' && **at != 'L';
    directive->conversion = **at;
    if (!**at || strchr("diouxXcsaAeEfFgGp%", **at) == NULL) return false;
    ++*at;
    return true;
}

static void build_format(const Directive *directive, const char *length, char conversion, char format[48]) {
    int at = snprintf(format, 48, "%%%s", directive->flags);
    if (directive->width >= 0) at += snprintf(format + at, (size_t)(48 - at), "%d", directive->width);
    if (directive->precision >= 0) at += snprintf(format + at, (size_t)(48 - at), ".%d", directive->precision);
    snprintf(format + at, (size_t)(48 - at), "%s%c", length, conversion);
}

static void print_string(Printing *printing, const Directive *directive) {
    uint64_t address = take(printing, 8);
    const char *string =
        address ? sim_read_string(printing->worker->memory, printing->thread, address, SIM_PRINT_LIMIT) : "(null)";
    if (string == NULL) {
        printing->failed = true;
        return;
    }
    add_work(printing->worker, strlen(string));
    size_t size = strlen(string), width = directive->width > 0 ? (size_t)directive->width : 0;
    if (directive->precision >= 0 && size > (size_t)directive->precision) size = (size_t)directive->precision;
    bool left = strchr(directive->flags, '-') != NULL;
    for (size_t i = size; !left && i < width; i++) print_n(printing->worker, " ", 1);
    print_n(printing->worker, string, size);
    for (size_t i = size; left && i < width; i++) print_n(printing->worker, " ", 1);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_directive(Printing *printing, const Directive *directive) {
    char format[48], out[2 * WIDTH_LIMIT + 512];
    int size = 0;
    switch (directive->conversion) {
    case '%': print_n(printing->worker, "%", 1); return;
    case 's': print_string(printing, directive); return;
    case 'c':
        build_format(directive, "", 'c', format);
        size = snprintf(out, sizeof out, format, (int)take(printing, 4));
        break;
    case 'p':
        /* CUDA prints pointers as C libraries print %#llx, null as (nil). */
        build_format(directive, "", 'p', format);
        size = snprintf(out, sizeof out, format, (void *)(uintptr_t)take(printing, 8));
        break;
    case 'd':
    case 'i':
        build_format(directive, "ll", directive->conversion, format);
        size = snprintf(out, sizeof out, format,
                        directive->is_long ? (long long)take(printing, 8) : (long long)(int32_t)take(printing, 4));
        break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        build_format(directive, "ll", directive->conversion, format);
        size = snprintf(out, sizeof out, format, (unsigned long long)take(printing, directive->is_long ? 8 : 4));
        break;
    default: {
        double value = bits_as_double(take(printing, 8));
        build_format(directive, "", directive->conversion, format);
        size = snprintf(out, sizeof out, format, value);
        break;
    }
    }
    if (!printing->failed && size > 0)
        print_n(printing->worker, out, (size_t)size < sizeof out ? (size_t)size : sizeof out - 1);
}
#pragma GCC diagnostic pop

/* Returns how many arguments were printed, or -1 where format or arguments cannot be read, or the limit is reached. */
static int print(SimWorker *worker, uint32_t thread, uint64_t format_address, uint64_t arguments) {
    Printing printing = {.worker = worker, .thread = thread, .arguments = arguments};
    if (worker->printed_cut) return -1;
    const char *found = sim_read_string(worker->memory, thread, format_address, SIM_PRINT_LIMIT);
    add_work(worker, found != NULL ? strlen(found) : SIM_PRINT_LIMIT);
    if (found == NULL) return -1;
    /* copied, because reading arguments may reuse the memory of the string */
    Text format = {0};
    text_add(&format, found);
    const char *at = format.data != NULL ? format.data : "";
    while (*at && !printing.failed) {
        size_t plain = strcspn(at, "%");
        print_n(worker, at, plain);
        at += plain;
        if (!*at) break;
        const char *start = at++;
        Directive directive;
        if (read_directive(&printing, &at, &directive))
            print_directive(&printing, &directive);
        else
            print_n(worker, start, (size_t)(at - start));
    }
    text_free(&format);
    return printing.failed ? -1 : (int)printing.count;
}

/* ---- the services ------------------------------------------------------------------------------------------------ */

static bool fail_assert(SimWarp *warp, const SimInstr *instr, const SimCall *call, uint32_t lane) {
    SimBlockMemory *memory = warp->worker->memory;
    uint32_t thread = warp->number * WARP_SIZE + lane;
    char name[32];
    const char *expression = sim_read_string(memory, thread, argument(warp, call, 0, lane), 4096);
    const char *file = sim_read_string(memory, thread, argument(warp, call, 1, lane), 4096);
    Text text = {0};
    text_printf(&text, "%s:%u: assertion failed: %s", file != NULL ? file : "?",
                (unsigned)argument(warp, call, 2, lane), expression != NULL ? expression : "?");
    sim_finding(memory, FINDING_TRAP, false, instr->pc, UINT32_MAX, "%s (thread %s)", text.data,
                sim_thread_name(memory, thread, name));
    text_free(&text);
    sim_stop(warp);
    return false;
}

/* Ends the launch when a limit of printf or malloc is reached. Kernels with these run on one worker, so that it is
 * the same call in every run. */
static bool stop_spent(SimWarp *warp, const SimInstr *instr, const char *what) {
    sim_finding(warp->worker->memory, FINDING_BUDGET, false, instr->pc, UINT32_MAX,
                "the launch has %s, and no launch may do more of that: is it within a loop that does not end?", what);
    sim_stop(warp);
    return false;
}

bool sim_service(SimWarp *warp, const SimInstr *instr, SimService service, const SimCall *call) {
    SimWorker *worker = warp->worker;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        if (!(warp->active >> lane & 1)) continue;
        uint32_t thread = warp->number * WARP_SIZE + lane;
        uint64_t first = argument(warp, call, 0, lane);
        switch (service) {
        case SIM_SERVICE_VPRINTF:
            if (++worker->print_calls > PRINT_CALLS_LIMIT)
                return stop_spent(warp, instr, "called printf more than 16,777,216 times");
            set_result(warp, call, lane, (uint64_t)print(worker, thread, first, argument(warp, call, 1, lane)));
            break;
        case SIM_SERVICE_MALLOC:
            set_result(warp, call, lane, sim_heap_malloc(worker->memory, thread, first, instr->pc));
            if (sim_heap_spent(worker->memory))
                return stop_spent(warp, instr, "asked malloc for more than 16 GiB, or more than 16,777,216 times");
            break;
        case SIM_SERVICE_FREE: sim_heap_free(worker->memory, thread, first, instr->pc); break;
        default: return fail_assert(warp, instr, call, lane);
        }
    }
    return true;
}
