/* The outputs that a lesson asks for, as the device's memory holds them: what the program prints of them is its own. */
#include <string.h>

#include "program/server.h"

ProgramOutput *server_wanted_output(const Server *server, uint64_t size) {
    for (size_t i = 0; i < server->job->output_count; i++)
        if (server->job->outputs[i].size == size) return &server->job->outputs[i];
    return NULL;
}

void server_take_memory(Server *server, const ServerMemory *memory) {
    uint64_t size = memory->size - memory->skipped;
    ProgramOutput *output = server_wanted_output(server, size);
    if (memory->released || memory->kind == PROGRAM_DEVICE || output == NULL) return;
    const void *bytes = sim_context_bytes(server->context, memory->address + memory->skipped, (size_t)size);
    if (bytes == NULL) return;
    memcpy(output->bytes, bytes, (size_t)size);
    server_look_correct(server, memory->address + memory->skipped, output->bytes, size);
    output->copied = true;
}

void server_take_shared(Server *server) {
    for (size_t i = 0; server->job->output_count > 0 && i < server->memories.count; i++)
        server_take_memory(server, &server->memories.at[i]);
}
