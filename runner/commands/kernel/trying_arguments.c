/* Arguments of a trial: a buffer or a number for each parameter, as it was set or as it is likely meant. */
#include <string.h>

#include "commands/kernel/trying.h"
#include "course/elements.h"
#include "course/npy.h"

const Expr *trying_constant(const Trying *trial, int64_t number) {
    Value value = {.kind = VALUE_INT, .integer = number};
    return expr_constant(value, arena_printf(trial->arena, "%lld", (long long)number), (Loc){0}, trial->arena);
}

static bool find_type(const char *name, Scalar *type) {
    for (Scalar t = 0; t < SCALAR_COUNT; t++)
        if (text_equal(scalar_name[t], name)) return *type = t, true;
    return false;
}

static const struct {
    const char *name;
    InitKind init;
} inits[] = {{"random", INIT_RANDOM}, {"iota", INIT_IOTA}, {"zero", INIT_ZERO}, {"poison", INIT_POISON}};

static bool find_init(const char *name, InitKind *init) {
    for (size_t i = 0; i < sizeof inits / sizeof *inits; i++)
        if (text_equal(inits[i].name, name)) return *init = inits[i].init, true;
    return false;
}

static const char *init_name(InitKind init) {
    size_t i = 0;
    while (inits[i].init != init) i++;
    return inits[i].name;
}

/* COUNT[:TYPE][:INIT]. Without a type, COUNT objects of the parameter's own: of float4 each has four elements. */
static bool read_buffer(const Parameter *parameter, char *value, ArgSpec *arg, int64_t *count) {
    char *rest = NULL, *word = strtok_r(value, ":", &rest);
    int64_t size[3] = {1, 1, 1};
    if (word == NULL || !trying_read_sizes(word, size, PREPARED_BYTES_LIMIT)) return false;
    *count = size[0] * size[1] * size[2];
    bool typed = parameter->known, retyped = false;
    while ((word = strtok_r(NULL, ":", &rest)) != NULL) {
        if (find_type(word, &arg->type))
            typed = retyped = true;
        else if (!find_init(word, &arg->init))
            return false;
    }
    if (!retyped) *count *= parameter->lanes;
    return typed;
}

/* The elements of a .npy file. They are of the parameter's own type, where that is a built-in one. */
static bool read_elements(const Trying *trial, const Parameter *parameter, const char *path, ArgSpec *arg) {
    NpyArray array;
    const char *why;
    const char *name = text_printable(trial->arena, path, strlen(path));
    if (!npy_read(trial->arena, path, PREPARED_BYTES_LIMIT, &array, &why)) return trying_refuse(trial, NULL, why, name);
    if (parameter->known && parameter->type != array.type)
        return trying_refuse(trial,
                             arena_printf(trial->arena, "%s has elements of type %s", parameter->name,
                                          scalar_name[parameter->type]),
                             arena_printf(trial->arena, "holds %s", scalar_name[array.type]), name);
    arg->type = array.type;
    arg->init = INIT_BYTES;
    arg->bytes = array.bytes;
    arg->count = trying_constant(trial, (int64_t)array.count);
    return true;
}

static bool make_buffer(Trying *trial, const Parameter *parameter, ArgSpec *arg) {
    const char *value = trying_setting(trial, parameter->name);
    int64_t count = trial->elements * parameter->lanes;
    *arg = (ArgSpec){.kind = ARG_BUFFER,
                     .name = parameter->name,
                     .type = parameter->type,
                     .init = parameter->readonly || parameter->read ? INIT_RANDOM : INIT_ZERO,
                     .output = !parameter->readonly,
                     .tolerance = -1};
    if (value != NULL && *value == '@') {
        text_printf(&trial->told, "%s=%s ", parameter->name, text_printable(trial->arena, value, strlen(value)));
        return read_elements(trial, parameter, value + 1, arg);
    }
    bool good =
        value != NULL ? read_buffer(parameter, arena_string(trial->arena, value), arg, &count) : parameter->known;
    if (!good)
        return trying_refuse(
            trial,
            arena_printf(trial->arena, "say how many elements of which type: %s=1024:f32, or %s=1024:u8:random",
                         parameter->name, parameter->name),
            value != NULL ? "is not COUNT[:TYPE][:INIT]" : "is of a type that is not built in", parameter->written);
    if (value == NULL && arg->init == INIT_RANDOM && !scalar_is_real(arg->type) && trial->made_up == NULL)
        trial->made_up = parameter->name;
    arg->count = trying_constant(trial, count);
    text_printf(&trial->told, "%s=%lld:%s:%s ", parameter->name, (long long)count, scalar_name[arg->type],
                init_name(arg->init));
    return true;
}

/* Whether a whole number is one of its type's, u64 less its upper half. */
static bool fits_type(Scalar type, int64_t value) {
    size_t bits = 8 * scalar_size(type);
    if (bits == 64) return *scalar_name[type] != 'u' || value >= 0;
    bool is_unsigned = *scalar_name[type] == 'u';
    int64_t range = INT64_C(1) << bits;
    return is_unsigned ? value >= 0 && value < range : value >= -range / 2 && value < range / 2;
}

/* Of a whole number that is not given. */
int64_t trying_standard_value(const Trying *trial, const Parameter *parameter) {
    int64_t larger = trial->columns > trial->rows ? trial->columns : trial->rows;
    if (!trial->two) return trial->elements;
    switch (extents_of(trial->signature, parameter)) {
    case EXTENT_COLUMNS:
    case EXTENT_INNER: return trial->columns;
    case EXTENT_ROWS: return trial->rows;
    case EXTENT_SIDE: return extents_oblong(trial->signature) ? trial->columns * trial->rows : larger;
    default: return larger;
    }
}

static bool make_value(Trying *trial, const Parameter *parameter, ArgSpec *arg) {
    const char *text = trying_setting(trial, parameter->name);
    Value value = {.kind = VALUE_INT, .integer = trying_standard_value(trial, parameter)};
    if (!parameter->known || parameter->lanes > 1)
        return trying_refuse(
            trial,
            "`try` makes pointers and single numbers; give the file a main that fills it and launches the "
            "kernel, and `exec FILE.cu` runs that",
            "cannot be passed", parameter->written);
    bool real = scalar_is_real(parameter->type);
    if (real) value = (Value){.kind = VALUE_REAL, .real = 1};
    if (scalar_size(parameter->type) == 1) value.integer = 1;
    bool good = text == NULL || (real ? text_to_f64(text, &value.real) : text_to_i64(text, &value.integer));
    if (!good) return trying_refuse(trial, NULL, real ? "needs a number" : "needs a whole number", parameter->name);
    if (!real && !fits_type(parameter->type, value.integer))
        return trying_refuse(trial,
                             arena_printf(trial->arena, "%s is an %s", parameter->name, scalar_name[parameter->type]),
                             "needs a number that its type can hold", parameter->name);
    const char *written = value_print(trial->arena, value);
    *arg = (ArgSpec){.kind = ARG_VALUE,
                     .type = parameter->type,
                     .value = expr_constant(value, written, (Loc){0}, trial->arena),
                     .tolerance = -1};
    text_printf(&trial->told, "%s=%s ", parameter->name, written);
    return true;
}

bool trying_make_arguments(Trying *trial) {
    const Signature *signature = trial->signature;
    if (signature->count > ARG_LIMIT) return trying_refuse(trial, NULL, "has too many parameters", signature->kernel);
    trial->spec.args = arena_array(trial->arena, ArgSpec, signature->count + 1);
    trial->spec.arg_count = signature->count;
    for (size_t i = 0; i < signature->count; i++) {
        const Parameter *parameter = &signature->parameters[i];
        ArgSpec *arg = &trial->spec.args[i];
        if (*parameter->name == '\0')
            return trying_refuse(trial, "give the parameter a name", "has none to set it by", parameter->written);
        if (!(parameter->pointer ? make_buffer(trial, parameter, arg) : make_value(trial, parameter, arg)))
            return false;
    }
    return true;
}
