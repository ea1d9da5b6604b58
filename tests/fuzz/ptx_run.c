/* libFuzzer target: any bytes as PTX, and its first kernel run with a small budget and small buffers. Whatever the text
 * says, the run ends, and with one of the states that the seam names. */
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "ptx/ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUFFER_BYTES = 256, BUDGET = 3000, THREADS = 40, BLOCKS = 2 };

static void require(bool condition) {
    if (!condition) abort();
}

static const PtxFunction *first_kernel(const PtxModule *module) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (module->functions[i].is_entry) return &module->functions[i];
    return NULL;
}

/* Parameters of 8 bytes become buffers, or textures where they are called image or line; others numbers of their size;
 * a size that no argument has is refused. */
static Arg texture_arg(const char *name) {
    Texture how = {.width = 8,
                   .height = strcmp(name, "line") == 0 ? 0 : 4,
                   .channels = 1,
                   .filter = TEXTURE_LINEAR,
                   .address = {TEXTURE_MIRROR, TEXTURE_BORDER},
                   .normalised_coordinates = true,
                   .normalised_values = true};
    return (Arg){.kind = ARG_TEXTURE, .buffer = 1, .name = name, .texture = how};
}

static Arg *make_args(Arena *arena, const PtxModule *module, const PtxFunction *kernel) {
    Arg *args = arena_array(arena, Arg, (size_t)kernel->param_count + 1);
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        uint64_t size = module->variables[kernel->params[i]].size;
        Scalar type = size == 1 ? SCALAR_U8 : size == 2 ? SCALAR_U16 : SCALAR_U32;
        const char *name = module->variables[kernel->params[i]].name;
        bool texture = strcmp(name, "image") == 0 || strcmp(name, "line") == 0;
        args[i] = size == 8 && texture ? texture_arg(name)
                  : size == 8          ? (Arg){.kind = ARG_BUFFER, .name = "buffer"}
                                       : (Arg){.kind = ARG_VALUE, .type = type, .value = 3, .name = "3"};
    }
    return args;
}

static void check(const Result *result) {
    require(result->status <= RUN_UNSUPPORTED);
    require(result->printed != NULL);
    bool explained = result->status == RUN_REFUSED || result->status == RUN_UNSUPPORTED;
    require(explained == (result->error != NULL && result->error[0] != 0));
    require(result->status != RUN_STOPPED || result->finding_count > 0);
    for (size_t i = 0; i < result->finding_count; i++)
        require(result->findings[i].kind < finding_kind_count && result->findings[i].message[0] != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    const PtxModule *module = ptx_parse((const char *)data, size, arena, &diags);
    const PtxFunction *kernel = module != NULL ? first_kernel(module) : NULL;
    if (kernel != NULL) {
        static uint8_t bytes[BUFFER_BYTES];
        memset(bytes, 1, sizeof bytes);
        static uint8_t texels[32];
        Buffer buffers[] = {
            {.name = "buffer", .type = SCALAR_U8, .count = sizeof bytes, .bytes = bytes, .output = true},
            {.name = "texels", .type = SCALAR_U8, .count = sizeof texels, .bytes = texels}};
        Image image = {.file = "test.cu", .arch = "sm_90", .ptx = (const char *)data, .ptx_size = size};
        Launch launch = {
            .image = &image,
            .kernel = kernel->name,
            .grid = {BLOCKS, 1, 1},
            .block = {THREADS, 1, 1},
            .shared_dynamic = 64,
            .buffers = buffers,
            .buffer_count = 2,
            .args = make_args(arena, module, kernel),
            .arg_count = kernel->param_count,
            .budget = BUDGET,
            .threads = 1,
        };
        Device *device = device_open_sim();
        Result result;
        device->run(device, &launch, arena, &result);
        check(&result);
        device->close(device);
    }
    arena_free(arena);
    return 0;
}
