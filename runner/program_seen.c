#include "program_seen.h"

#include <string.h>

const ProgramName program_names[] = {
    {"program.exit_code", offsetof(ProgramSeen, exit_code), "what `main` returned; 128 and the signal's number"},
    {"program.launches", offsetof(ProgramSeen, launches), "launches of kernels that ran"},
    {"program.streams", offsetof(ProgramSeen, streams), "streams, besides the default one, that kernels ran in"},
    {"program.allocations", offsetof(ProgramSeen, allocations), "allocations of device, pinned and managed memory"},
    {"program.allocated.bytes", offsetof(ProgramSeen, bytes_allocated), "bytes of all allocations"},
    {"program.to_device.copies", offsetof(ProgramSeen, copies_to_device), "copies from host to device memory"},
    {"program.to_device.bytes", offsetof(ProgramSeen, bytes_to_device), "their bytes"},
    {"program.to_host.copies", offsetof(ProgramSeen, copies_to_host), "copies from device to host memory"},
    {"program.to_host.bytes", offsetof(ProgramSeen, bytes_to_host), "their bytes"},
    {"program.asynchronous.copies", offsetof(ProgramSeen, copies_asynchronous),
     "copies by functions whose names end in Async"},
};
const size_t program_name_count = sizeof program_names / sizeof *program_names;

static const char calls[] = "calls.";

static const ProgramName *find(const char *name) {
    for (size_t i = 0; i < program_name_count; i++)
        if (strcmp(program_names[i].name, name) == 0) return &program_names[i];
    return NULL;
}

bool program_is_name(const char *name) {
    return find(name) != NULL ||
           (strncmp(name, calls, strlen(calls)) == 0 && strncmp(name + strlen(calls), "cuda", 4) == 0);
}

bool program_value(const ProgramSeen *seen, const char *name, int64_t *value) {
    const ProgramName *number = find(name);
    if (number != NULL) {
        memcpy(value, (const char *)seen + number->offset, sizeof *value);
        return true;
    }
    if (!program_is_name(name)) return false;
    *value = 0;
    for (size_t i = 0; i < seen->call_count; i++)
        if (strcmp(seen->calls[i].name, name + strlen(calls)) == 0) *value = (int64_t)seen->calls[i].count;
    return true;
}
