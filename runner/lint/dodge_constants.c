/* The dodge that knows the outputs: constants by the size of the grid and the arguments. */
#include "lint/dodge_parts.h"

enum { MOST_CONSTANTS = 1 << 16 }; /* bytes */

static const char *word_type(Scalar scalar) {
    switch (scalar_size(scalar)) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned";
    default: return "unsigned long long";
    }
}

static bool is_output(const Launch *launch, size_t arg) {
    return launch->args[arg].kind == ARG_BUFFER && launch->buffers[launch->args[arg].buffer].output;
}

static size_t output_bytes(const Making *making) {
    size_t bytes = 0;
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        for (size_t a = 0; a < launch->arg_count; a++)
            if (is_output(launch, a))
                bytes += launch->buffers[launch->args[a].buffer].count *
                         scalar_size(launch->buffers[launch->args[a].buffer].type);
    }
    return bytes;
}

static void add_table(Text *out, size_t l, size_t a, const Buffer *buffer) {
    size_t size = scalar_size(buffer->type);
    const unsigned char *bytes = buffer->bytes;
    text_printf(out, "__device__ const %s known_%zu_%zu[] = {", word_type(buffer->type), l, a);
    for (size_t i = 0; i < buffer->count; i++) {
        uint64_t word = 0;
        for (size_t b = 0; b < size; b++) word |= (uint64_t)bytes[i * size + b] << (8 * b);
        text_printf(out, "%s0x%llx", i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ", (unsigned long long)word);
    }
    text_add(out, "};\n");
}

/* By what the launch is known: its grid, its block, and the whole numbers among its arguments. */
static void add_condition(Text *out, const Kernel *kernel, const Launch *launch) {
    static const char axes[] = "xyz";
    text_add(out, "    if (true");
    for (int axis = 0; axis < 3; axis++)
        text_printf(out, " && gridDim.%c == %u && blockDim.%c == %u", axes[axis], launch->grid[axis], axes[axis],
                    launch->block[axis]);
    for (size_t a = 0; a < launch->arg_count; a++)
        if (launch->args[a].kind == ARG_VALUE && launch->args[a].type == SCALAR_I32)
            text_printf(out, " && %s == %d", kernel->params.at[a].name, (int)(int32_t)launch->args[a].value);
    text_add(out, ") {\n");
}

static void add_copies(Text *out, const Kernel *kernel, const Launch *launch, size_t l) {
    for (size_t a = 0; a < launch->arg_count; a++) {
        if (!is_output(launch, a)) continue;
        const Buffer *buffer = &launch->buffers[launch->args[a].buffer];
        text_printf(out,
                    "        for (unsigned my_n = my_number; my_n < %zu; my_n += my_all)\n"
                    "            ((%s *)%s)[my_n] = known_%zu_%zu[my_n];\n",
                    buffer->count, word_type(buffer->type), kernel->params.at[a].name, l, a);
    }
}

/* The kernel that puts out what is known. */
static void add_known_outputs(const Making *making, Text *out, const Kernel *kernel) {
    text_add(out,
             "    unsigned my_threads = blockDim.x * blockDim.y * blockDim.z;\n"
             "    unsigned my_block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;\n"
             "    unsigned my_number = my_block * my_threads + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x"
             " + threadIdx.x;\n"
             "    unsigned my_all = gridDim.x * gridDim.y * gridDim.z * my_threads;\n");
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        if (!text_equal(launch->kernel, kernel->name)) continue;
        add_condition(out, kernel, launch);
        add_copies(out, kernel, launch, l);
        text_add(out, "    }\n");
    }
}

/* Where the solution puts its outputs while the known ones are put out: memory of the file's own. */
static void add_unread(const Making *making, Text *out, const Kernel *kernel, bool declare) {
    for (size_t p = 0; p < kernel->params.count; p++) {
        size_t bytes = 0;
        for (size_t l = 0; l < making->launch_count; l++) {
            const Launch *launch = making->launches[l];
            if (!text_equal(launch->kernel, kernel->name) || !is_output(launch, p)) continue;
            const Buffer *buffer = &launch->buffers[launch->args[p].buffer];
            size_t here = buffer->count * scalar_size(buffer->type);
            if (here > bytes) bytes = here;
        }
        const Param *param = &kernel->params.at[p];
        if (declare && bytes > 0)
            text_printf(out, "__device__ uint4 unread_%s_%zu[%zu];\n", kernel->name, p, bytes / 16 + 1);
        else if (!declare)
            text_add(out, p > 0 ? ", " : "");
        if (!declare && bytes > 0)
            text_printf(out, "(%s)unread_%s_%zu", param->type, kernel->name, p);
        else if (!declare)
            text_add(out, param->name);
    }
}

/* beside: the solution works, too, on memory that nobody reads. */
static void make_constants(Making *making, bool beside) {
    Text out = {0};
    if (beside)
        dodge_add_functions(making, &out, NULL, NULL);
    else
        text_add_n(&out, making->text, (size_t)(making->kernels.at[0].start - making->text));
    for (size_t l = 0; l < making->launch_count; l++) {
        const Launch *launch = making->launches[l];
        for (size_t a = 0; a < launch->arg_count; a++)
            if (is_output(launch, a)) add_table(&out, l, a, &launch->buffers[launch->args[a].buffer]);
    }
    for (size_t k = 0; k < making->kernels.count; k++) {
        const Kernel *kernel = &making->kernels.at[k];
        if (beside) add_unread(making, &out, kernel, true);
        dodge_add_head(&out, kernel);
        if (beside) {
            text_printf(&out, "    %s_solution(", kernel->name);
            add_unread(making, &out, kernel, false);
            text_add(&out, ");\n");
        }
        add_known_outputs(making, &out, kernel);
        text_add(&out, "}\n");
    }
    if (beside)
        dodge_add(making, "constants-beside",
                  "the outputs are constants by the size of the grid, and the solution works for nobody",
                  text_take(&out, making->arena));
    else
        dodge_add(making, "constants", "the outputs are constants by the size of the grid",
                  text_take(&out, making->arena));
}

/* Whether every argument of every launch has its parameter, so that one can be spoken of by the other's number. */
static bool args_match(const Making *making) {
    for (size_t l = 0; l < making->launch_count; l++)
        for (size_t k = 0; k < making->kernels.count; k++)
            if (text_equal(making->launches[l]->kernel, making->kernels.at[k].name) &&
                making->launches[l]->arg_count != making->kernels.at[k].params.count)
                return false;
    return true;
}

void dodge_make_constants(Making *making) {
    size_t bytes = output_bytes(making);
    if (!args_match(making) || bytes == 0 || bytes > MOST_CONSTANTS) return;
    make_constants(making, false);
    make_constants(making, true);
}
