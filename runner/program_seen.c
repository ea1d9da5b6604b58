#include "program_seen.h"

#include <string.h>

const ProgramName program_names[] = {
    {"program.exit_code", offsetof(ProgramSeen, exit_code), "what `main` returned; 128 and the signal's number"},
    {"program.launches", offsetof(ProgramSeen, launches), "launches of kernels that ran"},
    {"program.launches.stored", offsetof(ProgramSeen, largest_stored),
     "bytes that one launch stored to global memory, at the most"},
    {"program.launches.needed", offsetof(ProgramSeen, needed), "launches that make what the answer is made of"},
    {"program.streams", offsetof(ProgramSeen, streams), "streams, besides the default one, that kernels ran in"},
    {"program.allocations", offsetof(ProgramSeen, allocations), "allocations of device, pinned and managed memory"},
    {"program.allocations.peak", offsetof(ProgramSeen, most_alive), "the most allocations that there were at one time"},
    {"program.allocated.bytes", offsetof(ProgramSeen, bytes_allocated), "bytes of all allocations"},
    {"program.allocated.peak", offsetof(ProgramSeen, most_allocated), "the most bytes that were allocated at one time"},
    {"program.allocated.written", offsetof(ProgramSeen, written_allocated),
     "bytes of allocations that were freed which kernels had written"},
    {"program.to_device.copies", offsetof(ProgramSeen, copies_to_device), "copies from host to device memory"},
    {"program.to_device.bytes", offsetof(ProgramSeen, bytes_to_device), "their bytes"},
    {"program.to_host.copies", offsetof(ProgramSeen, copies_to_host), "copies from device to host memory"},
    {"program.to_host.bytes", offsetof(ProgramSeen, bytes_to_host), "their bytes"},
    {"program.asynchronous.copies", offsetof(ProgramSeen, copies_asynchronous),
     "copies by functions whose names end in Async"},
    {"program.asynchronous.waited", offsetof(ProgramSeen, copies_waited),
     "asynchronous copies that the host has waited for by a call that counts in `program.waits.all`"},
    {"program.copies.largest", offsetof(ProgramSeen, largest_copy),
     "bytes of the largest copy between host and device"},
    {"program.chain", offsetof(ProgramSeen, chain),
     "the most kernels, copies and memsets of which each has to wait for the one before"},
    {"program.waits", offsetof(ProgramSeen, waits),
     "waits of the host for work that was asked for since the last wait"},
    {"program.waits.all", offsetof(ProgramSeen, all_waits), "`program.waits`, and waits for nothing new"},
    {"program.read", offsetof(ProgramSeen, read),
     "waits of the host, and copies to it, that bring what the answer is made of"},
    {"program.sent", offsetof(ProgramSeen, sent), "copies to the device that bring what the answer is made of"},
    {"program.errors.unnoticed", offsetof(ProgramSeen, unnoticed),
     "calls of which the program does not notice that they fail"},
    {"program.inputs", offsetof(ProgramSeen, inputs), "inputs that a kernel found in memory as the lesson has them"},
    {"program.outputs.rewritten", offsetof(ProgramSeen, rewritten),
     "outputs in memory of both sides that something else has changed after the last kernel"},
};
const size_t program_name_count = sizeof program_names / sizeof *program_names;

static const char calls[] = "calls.";

static const ProgramName *find(const char *name) {
    for (size_t i = 0; i < program_name_count; i++)
        if (strcmp(program_names[i].name, name) == 0) return &program_names[i];
    return NULL;
}

static bool is_call(const char *name) {
    return strncmp(name, calls, strlen(calls)) == 0 && strncmp(name + strlen(calls), "cuda", 4) == 0;
}

bool program_is_name(const char *name) {
    KernelName asked;
    return find(name) != NULL || is_call(name) || program_kernel_name(name, &asked);
}

static bool is_repeated(const ProgramName *name) {
    return name != NULL &&
           (name->offset == offsetof(ProgramSeen, read) || name->offset == offsetof(ProgramSeen, sent) ||
            name->offset == offsetof(ProgramSeen, needed) || name->offset == offsetof(ProgramSeen, unnoticed));
}

bool program_needs_repetition(const char *name) {
    return is_repeated(find(name));
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static const char kernels[] = "kernel.";

bool program_kernel_name(const char *name, KernelName *asked) {
    if (strncmp(name, kernels, strlen(kernels)) != 0) return false;
    *asked = (KernelName){.kernel = name + strlen(kernels)};
    asked->size = strcspn(asked->kernel, ".");
    if (asked->size == 0 || asked->kernel[asked->size] == '\0') return false;
    const char *what = asked->kernel + asked->size + 1;
    asked->metric = metric_find(what);
    asked->findings = strcmp(what, "findings") == 0;
    return asked->metric != METRIC_NONE || asked->findings || strcmp(what, "launches") == 0;
}

/* A kernel's name as the source writes it is "space::name<int>". */
static bool is_called(const KernelSeen *kernel, const KernelName *asked) {
    size_t end = strcspn(kernel->name, "<("), begin = end;
    while (begin > 0 && kernel->name[begin - 1] != ':') begin--;
    return end - begin == asked->size && strncmp(kernel->name + begin, asked->kernel, asked->size) == 0;
}

KernelSeen program_kernel(const ProgramSeen *seen, const KernelName *asked) {
    KernelSeen sum = {.name = asked->kernel};
    for (size_t i = 0; i < seen->kernel_count; i++) {
        const KernelSeen *kernel = &seen->kernels[i];
        if (!is_called(kernel, asked)) continue;
        sum.findings += kernel->findings;
        if (kernel->launches == 0) continue;
        metrics_add(&sum.metrics, &kernel->metrics, sum.launches == 0);
        sum.launches += kernel->launches;
    }
    return sum;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

bool program_value(const ProgramSeen *seen, const char *name, int64_t *value) {
    const ProgramName *number = find(name);
    if (number != NULL) {
        memcpy(value, (const char *)seen + number->offset, sizeof *value);
        return *value >= 0 || !is_repeated(number);
    }
    if (!is_call(name)) return false;
    *value = 0;
    for (size_t i = 0; i < seen->call_count; i++)
        if (strcmp(seen->calls[i].name, name + strlen(calls)) == 0) *value = (int64_t)seen->calls[i].count;
    return true;
}
