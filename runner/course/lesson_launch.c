/* The keys of parameters, goals and launches, and the checks over several keys. */
#include <string.h>

#include "course/shapes.h"

void lesson_complain(Loader *loader, Loc loc, const char *hint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(loader->arena, format, args);
    va_end(args);
    diag_add(loader->diags, SEVERITY_ERROR, loc, hint, "%s", message);
}

/* ---- parameters and goals ---------------------------------------------------------------------------------------- */

static const Field param_fields[] = {
    {"default", FIELD_INTEGER, true, AT(Param, initial), NAMES_UNCHECKED, NULL},
    {"min", FIELD_INTEGER, false, AT(Param, min), NAMES_UNCHECKED, NULL},
    {"max", FIELD_INTEGER, false, AT(Param, max), NAMES_UNCHECKED, NULL},
    {"values", FIELD_INTEGERS, false, LIST_AT(Param, values, value_count), NAMES_UNCHECKED, NULL},
    {"about", FIELD_LINE, false, AT(Param, about), NAMES_UNCHECKED, NULL},
};

static void start_param(void *target) {
    Param *param = target;
    param->min = INT64_MIN;
    param->max = INT64_MAX;
}

static void check_param(Loader *loader, const Node *map, void *target) {
    Param *param = target;
    const char *why;
    const Pair *initial = node_find(map, "default");
    int64_t value;
    if (param->min > param->max)
        lesson_complain(loader, map->loc, NULL, "min %lld is above max %lld", (long long)param->min,
                        (long long)param->max);
    else if (initial != NULL && initial->value->kind == NODE_SCALAR && text_to_i64(initial->value->text, &value) &&
             !param_allows(param, value, loader->arena, &why))
        lesson_complain(loader, initial->value->loc, NULL, "the default of %s, not %lld", why, (long long)value);
}

const Shape param_shape = {
    "a parameter", sizeof(Param), SIZE_MAX, param_fields, COUNT(param_fields), start_param, check_param,
};

static const Field goal_fields[] = {
    {"goal", FIELD_EXPRESSION, true, AT(Goal, expr), NAMES_LAUNCH, NULL},
    {"say", FIELD_MARKDOWN, false, AT(Goal, say), NAMES_LAUNCH, NULL},
    {"hidden", FIELD_TRUTH, false, AT(Goal, hidden), NAMES_UNCHECKED, NULL},
    {"means", FIELD_LINE, false, AT(Goal, means), NAMES_UNCHECKED, NULL},
    {"points", FIELD_POINTS, false, AT(Goal, points), NAMES_UNCHECKED, NULL},
};
const Shape goal_shape = {"a goal", sizeof(Goal), SIZE_MAX, goal_fields, COUNT(goal_fields), NULL, NULL};

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static const Field member_fields[] = {
    {"value", FIELD_EXPRESSION, true, AT(StructMember, value), NAMES_PARAMS, NULL},
    {"type", FIELD_SCALAR_TYPE, true, AT(StructMember, type), NAMES_UNCHECKED, NULL},
};
static const Shape member_shape = {
    "a struct member",
    sizeof(StructMember),
    offsetof(StructMember, loc),
    member_fields,
    COUNT(member_fields),
    NULL,
    NULL,
};

static const Field arg_fields[] = {
    {"buffer", FIELD_IDENTIFIER, false, AT(ArgSpec, name), NAMES_UNCHECKED, NULL},
    {"texture", FIELD_IDENTIFIER, false, AT(ArgSpec, name), NAMES_UNCHECKED, NULL},
    {"symbol", FIELD_IDENTIFIER, false, AT(ArgSpec, name), NAMES_UNCHECKED, NULL},
    {"value", FIELD_EXPRESSION, false, AT(ArgSpec, value), NAMES_PARAMS, NULL},
    {"struct", FIELD_LIST, false, LIST_AT(ArgSpec, members, member_count), NAMES_UNCHECKED, &member_shape},
    {"type", FIELD_SCALAR_TYPE, false, AT(ArgSpec, type), NAMES_UNCHECKED, NULL},
    {"count", FIELD_EXPRESSION, false, AT(ArgSpec, count), NAMES_PARAMS, NULL},
    {"width", FIELD_EXPRESSION, false, AT(ArgSpec, width), NAMES_PARAMS, NULL},
    {"height", FIELD_EXPRESSION, false, AT(ArgSpec, height), NAMES_PARAMS, NULL},
    {"channels", FIELD_CHANNELS, false, AT(ArgSpec, texture.channels), NAMES_UNCHECKED, NULL},
    {"linear", FIELD_TRUTH, false, AT(ArgSpec, texture.linear_memory), NAMES_UNCHECKED, NULL},
    {"address", FIELD_TEXTURE_ADDRESS, false, AT(ArgSpec, texture.address), NAMES_UNCHECKED, NULL},
    {"filter", FIELD_TEXTURE_FILTER, false, AT(ArgSpec, texture.filter), NAMES_UNCHECKED, NULL},
    {"normalised", FIELD_TRUTH, false, AT(ArgSpec, texture.normalised_coordinates), NAMES_UNCHECKED, NULL},
    {"read", FIELD_TEXTURE_READ, false, AT(ArgSpec, texture.normalised_values), NAMES_UNCHECKED, NULL},
    {"init", FIELD_INIT, false, WHOLE, NAMES_UNCHECKED, NULL},
    {"output", FIELD_TRUTH, false, AT(ArgSpec, output), NAMES_UNCHECKED, NULL},
    {"secret", FIELD_TRUTH, false, AT(ArgSpec, secret), NAMES_UNCHECKED, NULL},
    {"reference", FIELD_REFERENCE, false, WHOLE, NAMES_UNCHECKED, NULL},
    {"tolerance", FIELD_TOLERANCE, false, AT(ArgSpec, tolerance), NAMES_UNCHECKED, NULL},
};

static void start_arg(void *target) {
    ArgSpec *arg = target;
    arg->tolerance = -1;
    arg->texture.channels = 1;
    arg->texture.address[0] = arg->texture.address[1] = TEXTURE_CLAMP;
}

/* The kinds of argument: the key that marks the kind, and the other keys that it allows. */
typedef struct ArgForm {
    const char *key, *what;
    const char *const *keys;
} ArgForm;

static const char *const value_keys[] = {"type", NULL}, *const struct_keys[] = {NULL};
static const char *const buffer_keys[] = {"type", "count", "init", "output", "reference", "tolerance", "secret", NULL};
static const char *const texture_keys[] = {"type",    "width",  "height",     "channels", "linear", "init",
                                           "address", "filter", "normalised", "read",     NULL};
static const ArgForm arg_forms[] = {
    {"buffer", "a buffer", buffer_keys}, {"texture", "a texture", texture_keys}, {"symbol", "a symbol", buffer_keys},
    {"value", "a value", value_keys},    {"struct", "a struct", struct_keys},
};

static bool lists(const ArgForm *form, const char *key) {
    if (strcmp(form->key, key) == 0) return true;
    for (size_t i = 0; form->keys[i] != NULL; i++)
        if (strcmp(form->keys[i], key) == 0) return true;
    return false;
}

/* Keys of other kinds of arguments. */
static void check_arg_keys(Loader *loader, const Node *map, const ArgForm *form) {
    for (size_t i = 0; i < map->count; i++) {
        const Pair *pair = &map->pairs[i];
        if (lists(form, pair->key)) continue;
        const char *owners = "";
        size_t count = 0;
        for (size_t f = 0; f < COUNT(arg_forms); f++)
            if (lists(&arg_forms[f], pair->key))
                owners = arena_printf(loader->arena, "%s%s%ss", owners, count++ ? " and " : "", arg_forms[f].key);
        if (count)
            lesson_complain(loader, pair->loc, NULL, "'%s' belongs to %s, and this argument is %s", pair->key, owners,
                            form->what);
    }
}

static const ArgForm *arg_form(Loader *loader, const Node *map) {
    const ArgForm *found = NULL;
    for (size_t f = 0; f < COUNT(arg_forms); f++) {
        if (node_find(map, arg_forms[f].key) == NULL) continue;
        if (found != NULL) {
            lesson_complain(
                loader, map->loc, NULL,
                "an argument is either a `buffer`, a `texture`, a `symbol`, a `value` or a `struct`, and this one is "
                "both %s and %s",
                found->what, arg_forms[f].what);
            return NULL;
        }
        found = &arg_forms[f];
    }
    if (found == NULL)
        lesson_complain(loader, map->loc, NULL,
                        "an argument is either a `buffer`, a `texture`, a `symbol`, a `value` or a `struct`");
    return found;
}

/* Linear memory has no second dimension, and what is between and beyond its texels cannot be chosen. */
static void check_linear(Loader *loader, const Node *map) {
    static const char *const keys[] = {"height", "address", "filter", "normalised"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        const Pair *pair = node_find(map, keys[i]);
        if (pair != NULL)
            lesson_complain(loader, pair->loc, "leave it out, or leave out `linear`",
                            "'%s' goes with a CUDA array, and this texture reads linear memory", keys[i]);
    }
}

/* What cudaCreateTextureObject would refuse, whatever the values of parameters are. */
static void check_texture(Loader *loader, const Node *map, const ArgSpec *arg) {
    const Pair *filter = node_find(map, "filter"), *read = node_find(map, "read"), *type = node_find(map, "type");
    size_t bytes = scalar_size(arg->type);
    bool real = arg->type == SCALAR_F16 || arg->type == SCALAR_F32;
    if (arg->texture.linear_memory) check_linear(loader, map);
    if (node_find(map, "width") == NULL) lesson_complain(loader, map->loc, NULL, "a texture needs the key 'width'");
    if (node_find(map, "init") == NULL)
        lesson_complain(loader, map->loc, "add `init: random`, say", "a texture needs the key 'init'");
    if (type != NULL && bytes > 4)
        lesson_complain(loader, type->value->loc, "the types of textures are i8, u8, i16, u16, i32, u32, f16 and f32",
                        "a texture cannot hold elements of type %s", scalar_name[arg->type]);
    else if (read != NULL && arg->texture.normalised_values && (real || bytes > 2))
        lesson_complain(loader, read->loc, "leave out `read`",
                        "only i8, u8, i16 and u16 can be read as normalised floats, not %s", scalar_name[arg->type]);
    else if (filter != NULL && arg->texture.filter == TEXTURE_LINEAR && !real && !arg->texture.normalised_values)
        lesson_complain(loader, filter->loc, bytes <= 2 ? "add `read: normalised`" : "use `type: f32`",
                        "only floats can be filtered linearly, and this texture is read as %s", scalar_name[arg->type]);
}

static void check_buffer(Loader *loader, const Node *map, const ArgSpec *arg) {
    const char *what = arg->symbol ? "a symbol" : "a buffer";
    if (node_find(map, "count") == NULL) lesson_complain(loader, map->loc, NULL, "%s needs the key 'count'", what);
    const Pair *reference = node_find(map, "reference");
    if (reference != NULL && !arg->output)
        lesson_complain(loader, reference->loc, "add `output: true`", "only an output has a reference");
    if (node_find(map, "tolerance") != NULL && reference == NULL)
        lesson_complain(loader, node_find(map, "tolerance")->loc, NULL,
                        "a tolerance needs a `reference` to compare with");
    if (node_find(map, "init") == NULL && !arg->output)
        lesson_complain(loader, map->loc, "add `init: zero`, or `output: true` where the kernel writes it",
                        "an input needs the key 'init'");
}

static void check_arg(Loader *loader, const Node *map, void *target) {
    ArgSpec *arg = target;
    const ArgForm *form = arg_form(loader, map);
    if (form == NULL) return;
    bool by_value = form->keys == value_keys || form->keys == struct_keys;
    arg->kind = by_value ? ARG_VALUE : form->keys == texture_keys ? ARG_TEXTURE : ARG_BUFFER;
    if (form->keys != struct_keys && node_find(map, "type") == NULL)
        lesson_complain(loader, map->loc, NULL, "%s needs the key 'type'", form->what);
    arg->symbol = strcmp(form->key, "symbol") == 0;
    check_arg_keys(loader, map, form);
    if (arg->kind == ARG_TEXTURE)
        check_texture(loader, map, arg);
    else if (arg->kind == ARG_BUFFER)
        check_buffer(loader, map, arg);
}

static const Shape arg_shape = {
    "an argument", sizeof(ArgSpec), offsetof(ArgSpec, loc), arg_fields, COUNT(arg_fields), start_arg, check_arg,
};

static const Field host_fields[] = {
    {"memory", FIELD_HOST_MEMORY, true, AT(HostSpec, memory), NAMES_UNCHECKED, NULL},
    {"chunks", FIELD_EXPRESSION, false, AT(HostSpec, chunks), NAMES_PARAMS, NULL},
};
static const Shape host_shape = {
    "a `host` map", sizeof(HostSpec), offsetof(HostSpec, loc), host_fields, COUNT(host_fields), NULL, NULL,
};

static const Field gpu_fields[] = {
    {"with", FIELD_BINDINGS, true, LIST_AT(GpuSpec, with, with_count), NAMES_UNCHECKED, NULL},
    {"reference", FIELD_IDENTIFIER, false, AT(GpuSpec, reference), NAMES_UNCHECKED, NULL},
};
static const Shape gpu_shape = {
    "a `gpu` map", sizeof(GpuSpec), offsetof(GpuSpec, loc), gpu_fields, COUNT(gpu_fields), NULL, NULL,
};

static const Field launch_fields[] = {
    {"kernel", FIELD_IDENTIFIER, false, AT(LaunchSpec, kernel), NAMES_UNCHECKED, NULL},
    {"program", FIELD_FILE, false, AT(LaunchSpec, program), NAMES_UNCHECKED, NULL},
    {"words", FIELD_EXPRESSIONS, false, LIST_AT(LaunchSpec, words, word_count), NAMES_PARAMS, NULL},
    {"prints", FIELD_MARKDOWNS, false, LIST_AT(LaunchSpec, prints, print_count), NAMES_PARAMS, NULL},
    {"exit_code", FIELD_EXPRESSION, false, AT(LaunchSpec, exit_code), NAMES_PARAMS, NULL},
    {"memory", FIELD_EXPRESSION, false, AT(LaunchSpec, memory), NAMES_PARAMS, NULL},
    {"grid", FIELD_DIMENSIONS, false, AT(LaunchSpec, grid), NAMES_PARAMS, NULL},
    {"block", FIELD_DIMENSIONS, false, AT(LaunchSpec, block), NAMES_PARAMS, NULL},
    {"shared", FIELD_EXPRESSION, false, AT(LaunchSpec, shared), NAMES_PARAMS, NULL},
    {"shared_optin", FIELD_TRUTH, false, AT(LaunchSpec, shared_optin), NAMES_UNCHECKED, NULL},
    {"defines", FIELD_DEFINES, false, LIST_AT(LaunchSpec, defines, define_count), NAMES_PARAMS, NULL},
    {"registers", FIELD_REGISTERS, false, AT(LaunchSpec, max_registers), NAMES_UNCHECKED, NULL},
    {"args", FIELD_LIST, false, LIST_AT(LaunchSpec, args, arg_count), NAMES_UNCHECKED, &arg_shape},
    {"with", FIELD_BINDINGS, false, LIST_AT(LaunchSpec, with, with_count), NAMES_UNCHECKED, NULL},
    {"draw", FIELD_DRAWS, false, LIST_AT(LaunchSpec, draws, draw_count), NAMES_UNCHECKED, NULL},
    {"seed", FIELD_UNSIGNED, false, AT(LaunchSpec, seed), NAMES_UNCHECKED, NULL},
    {"schedule", FIELD_SCHEDULE, false, AT(LaunchSpec, schedule), NAMES_UNCHECKED, NULL},
    {"budget", FIELD_UNSIGNED, false, AT(LaunchSpec, budget), NAMES_UNCHECKED, NULL},
    {"bytes", FIELD_EXPRESSION, false, AT(LaunchSpec, bytes), NAMES_PARAMS, NULL},
    {"flops", FIELD_EXPRESSION, false, AT(LaunchSpec, flops), NAMES_PARAMS, NULL},
    {"host", FIELD_MAP, false, AT(LaunchSpec, host), NAMES_UNCHECKED, &host_shape},
    {"gpu", FIELD_MAP, false, AT(LaunchSpec, gpu), NAMES_UNCHECKED, &gpu_shape},
    {"points", FIELD_POINTS, false, AT(LaunchSpec, points), NAMES_UNCHECKED, NULL},
};

static void start_launch(void *target) {
    ((LaunchSpec *)target)->seed = 1;
}

/* A launch is of a kernel or of a whole program; each has keys that say nothing of the other. */
static void check_launch_keys(Loader *loader, const Node *map) {
    static const char *const of_kernel[] = {"grid",  "block",     "shared", "shared_optin", "defines",
                                            "bytes", "registers", "budget", "host",         "gpu"};
    static const char *const of_program[] = {"words", "prints", "exit_code", "memory"};
    bool program = node_find(map, "program") != NULL, kernel = node_find(map, "kernel") != NULL;
    if (program && kernel) lesson_complain(loader, map->loc, NULL, "a launch has either a `kernel` or a `program`");
    if (!program && !kernel) shape_lacks(loader, &launch_shape, map, "kernel");
    for (size_t i = 0; program && i < COUNT(of_kernel); i++)
        if (node_find(map, of_kernel[i]) != NULL)
            lesson_complain(loader, node_find(map, of_kernel[i])->loc, NULL, "'%s' belongs to the launch of a kernel",
                            of_kernel[i]);
    for (size_t i = 0; !program && i < COUNT(of_program); i++)
        if (node_find(map, of_program[i]) != NULL)
            lesson_complain(loader, node_find(map, of_program[i])->loc, NULL, "'%s' belongs to a launch with `program`",
                            of_program[i]);
    for (size_t i = 0; !program && i < 2; i++)
        if (node_find(map, of_kernel[i]) == NULL) shape_lacks(loader, &launch_shape, map, of_kernel[i]);
}

/* The outputs of a program are told apart by their sizes, and are all that it can share with the lesson. */
static void check_program_args(Loader *loader, const LaunchSpec *launch) {
    for (size_t i = 0; i < launch->arg_count; i++) {
        const ArgSpec *arg = &launch->args[i];
        if (arg->kind != ARG_BUFFER || arg->symbol)
            lesson_complain(loader, arg->loc, "give it to the program under `words`",
                            "a program's `args` are buffers that it computes or that references read");
        else if (arg->reference == REFERENCE_KERNEL)
            lesson_complain(loader, arg->loc, "use a formula or a host function",
                            "a program's output has no reference kernel");
    }
}

static void check_launch(Loader *loader, const Node *map, void *target) {
    LaunchSpec *launch = target;
    launch->seeded = node_find(map, "seed") != NULL;
    check_launch_keys(loader, map);
    if (launch->program != NULL) check_program_args(loader, launch);
    if (launch->arg_count > ARG_LIMIT)
        lesson_complain(loader, map->loc, NULL, "a launch has at most %d arguments, not %zu", ARG_LIMIT,
                        launch->arg_count);
    for (size_t i = 0; i < launch->arg_count; i++) {
        const ArgSpec *arg = &launch->args[i];
        if (arg->reference_formula != NULL)
            names_check(arg->reference_formula, NAMES_BUFFERS, loader->lesson, launch, loader->arena, loader->diags);
        for (size_t j = 0; j < i && arg->name != NULL && i < ARG_LIMIT; j++)
            if (text_equal(arg->name, launch->args[j].name))
                lesson_complain(loader, arg->loc, NULL, "two buffers are called '%s'", arg->name);
    }
}

const Shape launch_shape = {
    "a launch",   sizeof(LaunchSpec), offsetof(LaunchSpec, loc), launch_fields, COUNT(launch_fields),
    start_launch, check_launch,
};
