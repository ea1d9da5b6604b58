#include "cuda/request.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "ptx/refuse.h"

/* ---- facts ------------------------------------------------------------------------------------------------------- */

KernelFacts kernel_facts_unknown(const Launch *launch, Arena *arena) {
    const char **symbols = arena_array(arena, const char *, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) symbols[i] = launch->buffers[i].symbol;
    return (KernelFacts){.entry = {.file = launch->image->file}, .has_variables = true, .symbols = symbols};
}

static Loc first_line(const PtxFunction *function, const char *file) {
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (function->instrs[i].line > 0) return (Loc){.file = file, .line = (int)function->instrs[i].line};
    return (Loc){.file = file};
}

KernelFacts kernel_facts(const PtxModule *module, int32_t kernel, const Launch *launch, Arena *arena) {
    KernelFacts facts = kernel_facts_unknown(launch, arena);
    facts.entry = first_line(&module->functions[kernel], launch->image->file);
    facts.has_variables = false;
    for (size_t i = 0; i < launch->buffer_count; i++) {
        int32_t found = facts.symbols[i] != NULL ? ptx_find_symbol(module, facts.symbols[i]) : -1;
        if (found >= 0) facts.symbols[i] = module->variables[found].name;
    }
    for (uint32_t i = 0; i < module->variable_count; i++)
        facts.has_variables |= module->variables[i].space == PTX_GLOBAL;
    for (uint32_t i = 0; i < module->function_count; i++)
        facts.uses_heap |= module->functions[i].is_declaration && text_equal(module->functions[i].name, "malloc");
    return facts;
}

/* ---- layout ------------------------------------------------------------------------------------------------------ */

enum { ALIGN = 64 };

static uint64_t take(RequestLayout *layout, size_t size) {
    uint64_t at = layout->size;
    layout->size += (size + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void lay_out_buffers(const Launch *launch, const KernelFacts *facts, Arena *arena, RequestLayout *layout) {
    layout->buffers = arena_array(arena, WireBuffer, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        size_t size = buffer->count * scalar_size(buffer->type);
        layout->buffers[i] = (WireBuffer){
            .size = size,
            .type = buffer->type,
            .output = buffer->output,
            .input = launch->poisoned == NULL || !launch->poisoned[i],
            .symbol = facts->symbols[i] != NULL ? take(layout, strlen(facts->symbols[i]) + 1) : 0,
            .bytes = take(layout, size),
        };
    }
}

static void lay_out_args(const Launch *launch, Arena *arena, RequestLayout *layout) {
    layout->args = arena_array(arena, WireArg, launch->arg_count + 1);
    for (size_t i = 0; i < launch->arg_count; i++) {
        const Arg *arg = &launch->args[i];
        layout->args[i] = (WireArg){.kind = arg->kind,
                                    .buffer = (uint32_t)arg->buffer,
                                    .value = arg->value,
                                    .size = launch_arg_size(arg),
                                    .bytes = arg->bytes != NULL ? take(layout, arg->size) : 0,
                                    .texture = arg->texture};
    }
}

static void set_code(const Image *image, Request *request) {
    request->cubin_size = image->cubin != NULL ? image->cubin_size : 0;
    request->ptx_size = image->ptx != NULL && image->ptx_size > 0 ? image->ptx_size + 1 : 0;
    uint64_t hash = request->cubin_size > 0 ? hash_fnv1a64(image->cubin, image->cubin_size)
                                            : hash_fnv1a64(image->ptx != NULL ? image->ptx : "", image->ptx_size);
    request->image_hash = hash != 0 ? hash : 1; /* 0 marks an unused entry */
    snprintf(request->arch, sizeof request->arch, "%s", image->arch != NULL ? image->arch : "");
}

void request_lay_out(const Launch *launch, const KernelFacts *facts, Arena *arena, RequestLayout *layout) {
    *layout = (RequestLayout){0};
    take(layout, sizeof(Request));
    Request *request = &layout->request;
    *request = (Request){.grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
                         .block = {launch->block[0], launch->block[1], launch->block[2]},
                         .shared_dynamic = launch->shared_dynamic,
                         .buffer_count = (uint32_t)launch->buffer_count,
                         .arg_count = (uint32_t)launch->arg_count,
                         .has_variables = facts->has_variables,
                         .uses_heap = facts->uses_heap,
                         .chunks = launch->chunks};
    request->buffers = take(layout, launch->buffer_count * sizeof(WireBuffer));
    request->args = take(layout, launch->arg_count * sizeof(WireArg));
    request->kernel = take(layout, strlen(launch->kernel) + 1);
    set_code(launch->image, request);
    request->cubin = take(layout, request->cubin_size);
    request->ptx = take(layout, request->ptx_size);
    lay_out_buffers(launch, facts, arena, layout);
    layout->symbols = facts->symbols;
    lay_out_args(launch, arena, layout);
    request->total = layout->size;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void put(void *memory, uint64_t offset, const void *bytes, size_t size) {
    if (size > 0) memcpy((char *)memory + offset, bytes, size);
}

void request_write(const Launch *launch, const RequestLayout *layout, void *memory) {
    const Request *request = &layout->request;
    put(memory, 0, request, sizeof *request);
    put(memory, request->buffers, layout->buffers, launch->buffer_count * sizeof *layout->buffers);
    put(memory, request->args, layout->args, launch->arg_count * sizeof *layout->args);
    put(memory, request->kernel, launch->kernel, strlen(launch->kernel) + 1);
    put(memory, request->cubin, launch->image->cubin, request->cubin_size);
    if (request->ptx_size > 0) {
        put(memory, request->ptx, launch->image->ptx, request->ptx_size - 1);
        ((char *)memory)[request->ptx + request->ptx_size - 1] = '\0';
    }
    for (size_t i = 0; i < launch->arg_count; i++)
        if (launch->args[i].bytes != NULL)
            put(memory, layout->args[i].bytes, launch->args[i].bytes, launch->args[i].size);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        const char *symbol = layout->symbols[i];
        if (symbol != NULL) put(memory, layout->buffers[i].symbol, symbol, strlen(symbol) + 1);
        put(memory, layout->buffers[i].bytes, buffer->bytes, layout->buffers[i].size);
    }
}
