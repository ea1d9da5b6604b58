/* The outputs that a lesson asks for, as the device's memory holds them: what the program prints of them is its own.
 * And its inputs, as kernels find them there. */
#include <string.h>

#include "base/file.h"
#include "program/server.h"

ProgramOutput *server_wanted_output(const Server *server, uint64_t size) {
    for (size_t i = 0; i < server->job->output_count; i++)
        if (server->job->outputs[i].size == size) return &server->job->outputs[i];
    return NULL;
}

/* The output that memory of both sides may hold, and its bytes; NULL: none. */
static ProgramOutput *output_in(Server *server, const ServerMemory *memory, uint8_t **bytes) {
    uint64_t size = memory->size - memory->skipped;
    ProgramOutput *output = server_wanted_output(server, size);
    if (memory->released || memory->kind == PROGRAM_DEVICE || output == NULL) return NULL;
    *bytes = sim_context_bytes(server->context, memory->address + memory->skipped, (size_t)size);
    return *bytes != NULL ? output : NULL;
}

void server_hold_shared(Server *server) {
    for (size_t i = 0; server->job->output_count > 0 && i < server->memories.count; i++) {
        ServerMemory *memory = &server->memories.at[i];
        uint8_t *bytes;
        const ProgramOutput *output = output_in(server, memory, &bytes);
        if (output != NULL) memory->held = hash_fnv1a64(bytes, (size_t)output->size);
    }
}

void server_compare_shared(Server *server) {
    for (size_t i = 0; server->job->output_count > 0 && i < server->memories.count; i++) {
        ServerMemory *memory = &server->memories.at[i];
        uint8_t *bytes;
        const ProgramOutput *output = output_in(server, memory, &bytes);
        if (output == NULL) continue;
        uint64_t now = hash_fnv1a64(bytes, (size_t)output->size);
        memory->changed |= memory->held != now;
        memory->left = now;
        memory->kept = true;
    }
}

void server_note_output(Server *server, ProgramOutput *output, const ServerMemory *memory) {
    uint8_t *bytes;
    output->rewritten = memory != NULL && memory->kept && output_in(server, memory, &bytes) == output &&
                        hash_fnv1a64(bytes, (size_t)output->size) != memory->left;
    server->report->seen.rewritten = 0;
    for (size_t i = 0; i < server->job->output_count; i++)
        server->report->seen.rewritten += server->job->outputs[i].rewritten;
}

void server_take_memory(Server *server, const ServerMemory *memory) {
    uint8_t *bytes;
    ProgramOutput *output = output_in(server, memory, &bytes);
    if (output == NULL || (output->by_device && !memory->changed)) return;
    memcpy(output->bytes, bytes, (size_t)output->size);
    server_look_correct(server, memory->address + memory->skipped, output->bytes, output->size);
    output->copied = true;
    output->by_device |= memory->changed;
    server_note_output(server, output, memory);
}

void server_take_shared(Server *server) {
    for (size_t i = 0; server->job->output_count > 0 && i < server->memories.count; i++)
        server_take_memory(server, &server->memories.at[i]);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static bool is_in_memory(Server *server, const ProgramInput *input) {
    for (size_t i = 0; i < server->memories.count; i++) {
        const ServerMemory *memory = &server->memories.at[i];
        const uint8_t *bytes = memory->released || memory->size < input->size
                                   ? NULL
                                   : sim_context_bytes(server->context, memory->address, (size_t)memory->size);
        if (bytes != NULL && memmem(bytes, (size_t)memory->size, input->bytes, (size_t)input->size) != NULL)
            return true;
    }
    return false;
}

void server_look_for_inputs(Server *server, bool *found) {
    for (size_t i = 0; i < server->job->input_count; i++) found[i] = is_in_memory(server, &server->job->inputs[i]);
}

void server_note_inputs(Server *server, const bool *found) {
    int64_t count = 0;
    if (server->inputs_found == NULL)
        server->inputs_found = arena_array(server->arena, bool, server->job->input_count + 1);
    for (size_t i = 0; i < server->job->input_count; i++) {
        server->inputs_found[i] |= found[i];
        count += server->inputs_found[i];
    }
    server->report->seen.inputs = count;
}
