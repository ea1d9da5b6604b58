/* From a lesson's description of a launch to one that a device can run: parameters get their values, sizes are
 * computed and checked, buffers are filled.
 *
 * What a device would refuse (a block of 2000 threads, too much shared memory) is left for the device to refuse,
 * because some lessons are about exactly that. The checks here only keep a launch from exhausting this machine's
 * memory. */
#include <string.h>

#include "base/vec.h"
#include "course/course.h"
#include "course/elements.h"
#include "course/formula.h"

static const uint64_t threads_limit = UINT64_C(1) << 32; /* of a whole launch */
static const int64_t shared_limit = INT64_C(1) << 40;    /* bytes: keeps sums from overflowing */

typedef struct Preparation {
    const Lesson *lesson;
    const LaunchSpec *spec;
    Arena *arena;
    DiagList *diags;
    Prepared *prepared;
    LaunchEnv env;
    uint64_t bytes; /* of the buffers so far */
} Preparation;

/* ---- parameters -------------------------------------------------------------------------------------------------- */

static void start_bindings(Preparation *preparation) {
    const Lesson *lesson = preparation->lesson;
    Prepared *prepared = preparation->prepared;
    prepared->bindings = arena_array(preparation->arena, Binding, lesson->param_count + 1);
    prepared->binding_count = lesson->param_count;
    for (size_t i = 0; i < lesson->param_count; i++)
        prepared->bindings[i] = (Binding){lesson->params[i].name, lesson->params[i].initial, lesson->params[i].loc};
}

static void bind(Preparation *preparation, const Binding *given, size_t count) {
    const Lesson *lesson = preparation->lesson;
    for (size_t i = 0; i < count; i++) {
        const Param *param = lesson_param(lesson, given[i].name);
        const char *why;
        if (param == NULL) {
            const char **names = arena_array(preparation->arena, const char *, lesson->param_count + 1);
            for (size_t p = 0; p < lesson->param_count; p++) names[p] = lesson->params[p].name;
            const char *near = text_nearest(given[i].name, names, lesson->param_count);
            const char *hint = near != NULL ? arena_printf(preparation->arena, "did you mean '%s'?", near) : NULL;
            diag_add(preparation->diags, SEVERITY_ERROR, given[i].loc, hint, "lesson '%s' has no parameter '%s'",
                     lesson->id, given[i].name);
        } else if (!param_allows(param, given[i].value, preparation->arena, &why)) {
            diag_add(preparation->diags, SEVERITY_ERROR, given[i].loc, NULL, "%s, not %lld", why,
                     (long long)given[i].value);
        } else {
            preparation->prepared->bindings[param - lesson->params].value = given[i].value;
        }
    }
}

static bool names(const Expr *expr, const char *param) {
    return expr != NULL && expr_names(expr, param);
}

static bool a_member_names(const ArgSpec *arg, const char *param) {
    for (size_t i = 0; i < arg->member_count; i++)
        if (names(arg->members[i].value, param)) return true;
    return false;
}

bool launch_uses(const LaunchSpec *spec, const char *param) {
    bool used = names(spec->shared, param) || names(spec->bytes, param) || names(spec->flops, param) ||
                names(spec->memory, param) || (spec->host != NULL && names(spec->host->chunks, param));
    for (int i = 0; i < 3; i++) used = used || names(spec->grid[i], param) || names(spec->block[i], param);
    for (size_t i = 0; i < spec->define_count; i++) used = used || names(spec->defines[i].value, param);
    for (size_t i = 0; i < spec->arg_count; i++) {
        const ArgSpec *arg = &spec->args[i];
        used = used || names(arg->count, param) || names(arg->width, param) || names(arg->height, param) ||
               names(arg->value, param) || a_member_names(arg, param) || names(arg->fill, param) ||
               names(arg->reference_formula, param);
    }
    for (size_t i = 0; i < spec->word_count; i++) used = used || names(spec->words[i], param);
    return used;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static bool evaluate(Preparation *preparation, const Expr *expr, Value *value) {
    const char *why;
    if (expr_eval(expr, &preparation->env.env, preparation->arena, value, &why)) return true;
    diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(expr), NULL, "'%s' has no value: %s", expr_text(expr), why);
    return false;
}

/* The expression's value where it is from low to high; else an error, and low. */
static int64_t whole(Preparation *preparation, const Expr *expr, const char *what, int64_t low, int64_t high) {
    Value value;
    if (!evaluate(preparation, expr, &value)) return low;
    if (value.kind == VALUE_INT && value.integer >= low && value.integer <= high) return value.integer;
    diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(expr), NULL,
             "%s must be a whole number from %lld to %lld, and '%s' is %s", what, (long long)low, (long long)high,
             expr_text(expr), value_print(preparation->arena, value));
    return low;
}

static void set_dimensions(Preparation *preparation) {
    const LaunchSpec *spec = preparation->spec;
    Launch *launch = &preparation->prepared->launch;
    double threads = 1;
    for (int d = 0; d < 3; d++) {
        const Expr *grid = spec->grid[d], *block = spec->block[d];
        launch->grid[d] = grid != NULL ? (uint32_t)whole(preparation, grid, "a grid's size", 1, UINT32_MAX) : 1;
        launch->block[d] = block != NULL ? (uint32_t)whole(preparation, block, "a block's size", 1, UINT32_MAX) : 1;
        threads *= (double)launch->grid[d] * (double)launch->block[d];
    }
    if (threads > (double)threads_limit)
        diag_add(preparation->diags, SEVERITY_ERROR, spec->loc, "make the grid or the block smaller",
                 "this launch has more than %s threads", text_grouped(preparation->arena, threads_limit));
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

static void set_defines(Preparation *preparation) {
    const LaunchSpec *spec = preparation->spec;
    Prepared *prepared = preparation->prepared;
    prepared->define_count = spec->define_count;
    prepared->define_names = arena_array(preparation->arena, const char *, spec->define_count + 1);
    prepared->define_values = arena_array(preparation->arena, const char *, spec->define_count + 1);
    for (size_t i = 0; i < spec->define_count; i++) {
        const DefineSpec *define = &spec->defines[i];
        Value value;
        prepared->define_names[i] = define->name;
        prepared->define_values[i] = define->word != NULL ? define->word : "0";
        if (define->word != NULL || !evaluate(preparation, define->value, &value)) continue;
        const char *text = value_print(preparation->arena, value);
        bool negative = value.kind != VALUE_TEXT && value_number(value) < 0;
        prepared->define_values[i] = negative ? arena_printf(preparation->arena, "(%s)", text) : text;
    }
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static void store_failed(Preparation *preparation, const ArgSpec *spec, Loc loc, const char *why) {
    diag_add(preparation->diags, SEVERITY_ERROR, loc, NULL, "%s '%s' of type %s: %s",
             spec->kind == ARG_VALUE     ? "value"
             : spec->kind == ARG_TEXTURE ? "texture"
             : spec->symbol              ? "symbol"
                                         : "buffer",
             spec->name != NULL ? spec->name : expr_text(spec->value), scalar_name[spec->type], why);
}

/* Repeats the first `done` elements up to the end of the buffer. */
static void repeat_elements(Buffer *buffer, size_t done) {
    size_t size = scalar_size(buffer->type), total = buffer->count * size;
    char *bytes = buffer->bytes;
    for (size_t have = done * size; have < total; have *= 2)
        memcpy(bytes + have, bytes, have < total - have ? have : total - have);
}

static void fill_value(Preparation *preparation, const ArgSpec *spec, Buffer *buffer) {
    Value value;
    const char *why;
    if (!evaluate(preparation, spec->fill, &value)) return;
    if (!element_store(buffer->type, buffer->bytes, value, preparation->arena, &why))
        return store_failed(preparation, spec, expr_loc(spec->fill), why);
    repeat_elements(buffer, 1);
}

static void fill_values(Preparation *preparation, const ArgSpec *spec, Buffer *buffer) {
    size_t size = scalar_size(buffer->type);
    size_t count = spec->value_count < buffer->count ? spec->value_count : buffer->count;
    for (size_t i = 0; i < count; i++) {
        Value value = {.kind = VALUE_REAL, .real = spec->values[i]};
        const char *why;
        if (!element_store(buffer->type, (char *)buffer->bytes + i * size, value, preparation->arena, &why))
            return store_failed(preparation, spec, spec->loc, why);
    }
    if (count) repeat_elements(buffer, count);
}

static void fill_formula(Preparation *preparation, const ArgSpec *spec, Buffer *buffer) {
    const Prepared *prepared = preparation->prepared;
    Arena *arena = arena_new(); /* for messages of element_store, which would fill the launch's arena */
    Formula *formula = formula_compile(spec->fill, prepared->bindings, prepared->binding_count, NULL, NULL, 0, arena,
                                       preparation->diags);
    size_t size = scalar_size(buffer->type), failed_at = 0;
    const char *why = NULL;
    for (size_t start = 0; formula != NULL && why == NULL && start < buffer->count; start += FORMULA_BATCH) {
        size_t count = buffer->count - start < FORMULA_BATCH ? buffer->count - start : FORMULA_BATCH;
        const int64_t *integers;
        const double *reals;
        if (!formula_run(formula, start, count, &integers, &reals, &failed_at, &why)) break;
        for (size_t k = 0; k < count && why == NULL; k++) {
            Value value = {.kind = VALUE_INT};
            if (formula_is_real(formula))
                value = (Value){.kind = VALUE_REAL, .real = reals[k]};
            else
                value.integer = integers[k];
            failed_at = start + k;
            char *element = (char *)buffer->bytes + (start + k) * size;
            if (element_store(buffer->type, element, value, arena, &why)) why = NULL;
        }
    }
    if (why != NULL)
        store_failed(preparation, spec, expr_loc(spec->fill),
                     arena_printf(arena, "its formula fails for i = %zu: %s", failed_at, why));
    arena_free(arena);
}

static void fill_buffer(Preparation *preparation, const ArgSpec *spec, Buffer *buffer, size_t index) {
    size_t bytes = buffer->count * scalar_size(buffer->type);
    switch (spec->init) {
    case INIT_ZERO: break;
    case INIT_POISON: memset(buffer->bytes, POISON_BYTE, bytes); break;
    case INIT_IOTA: elements_iota(buffer->type, buffer->bytes, buffer->count); break;
    case INIT_RANDOM:
        elements_random(buffer->type, buffer->bytes, buffer->count, preparation->spec->seed, index);
        break;
    case INIT_FILL: fill_value(preparation, spec, buffer); break;
    case INIT_VALUES: fill_values(preparation, spec, buffer); break;
    case INIT_FORMULA: fill_formula(preparation, spec, buffer); break;
    case INIT_BYTES: memcpy(buffer->bytes, spec->bytes, bytes); break;
    }
}

/* The elements of a buffer, or of a texture, whose size is then known. Sizes of 1 GiB a side cannot overflow. */
static int64_t count_elements(Preparation *preparation, const ArgSpec *spec, Texture *texture) {
    if (spec->kind != ARG_TEXTURE) return whole(preparation, spec->count, "a buffer's count", 1, PREPARED_BYTES_LIMIT);
    int64_t width = whole(preparation, spec->width, "a texture's width", 1, PREPARED_BYTES_LIMIT), height = 1;
    *texture = spec->texture;
    texture->width = (uint32_t)width;
    if (spec->height != NULL) {
        height = whole(preparation, spec->height, "a texture's height", 1, PREPARED_BYTES_LIMIT);
        texture->height = (uint32_t)height;
    } else {
        /* The hardware takes a line for one row of a plane, and would blend it with a border above it. */
        texture->address[1] = TEXTURE_CLAMP;
    }
    return width * height < PREPARED_BYTES_LIMIT ? width * height * texture->channels : width * height;
}

/* Adds a buffer; false where memory is short: the launch cannot run then. */
static bool add_buffer(Preparation *preparation, const ArgSpec *spec, size_t index, Texture *texture) {
    Prepared *prepared = preparation->prepared;
    Buffer *buffer = &prepared->launch.buffers[index];
    size_t errors = preparation->diags->errors;
    int64_t count = count_elements(preparation, spec, texture);
    *buffer = (Buffer){.name = spec->name,
                       .type = spec->type,
                       .count = (size_t)count,
                       .output = spec->output,
                       .symbol = spec->symbol ? spec->name : NULL};
    uint64_t bytes = (uint64_t)count * scalar_size(spec->type);
    preparation->bytes += bytes;
    if (preparation->bytes > PREPARED_BYTES_LIMIT)
        diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(spec->count != NULL ? spec->count : spec->width),
                 "choose smaller sizes", "the buffers of this launch need more than %s bytes together",
                 text_grouped(preparation->arena, PREPARED_BYTES_LIMIT));
    if (preparation->diags->errors > errors) return false;
    buffer->bytes = arena_alloc(preparation->arena, bytes, 256);
    fill_buffer(preparation, spec, buffer, index);
    /* Only outputs are copied: the bytes of an input do not change. */
    prepared->before[index] = spec->output ? arena_copy(preparation->arena, buffer->bytes, bytes, 256) : buffer->bytes;
    return true;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

/* The members one after the other, each at a multiple of its own size, and the whole as long as a multiple of the
 * largest: as C++ lays out a struct of such types. */
static Arg struct_arg(Preparation *preparation, const ArgSpec *spec) {
    size_t size = 0, widest = 1;
    unsigned char *bytes = arena_alloc(preparation->arena, 16 * spec->member_count + 16, 16);
    for (size_t i = 0; i < spec->member_count; i++) {
        const StructMember *member = &spec->members[i];
        size_t width = scalar_size(member->type);
        Value value;
        const char *why;
        size = (size + width - 1) / width * width;
        widest = width > widest ? width : widest;
        if (evaluate(preparation, member->value, &value) &&
            !element_store(member->type, bytes + size, value, preparation->arena, &why))
            diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(member->value), NULL, "member '%s' of type %s: %s",
                     expr_text(member->value), scalar_name[member->type], why);
        size += width;
    }
    size = (size + widest - 1) / widest * widest;
    return (Arg){.kind = ARG_VALUE, .name = "struct", .bytes = bytes, .size = size};
}

static Arg value_arg(Preparation *preparation, const ArgSpec *spec) {
    Arg arg = {.kind = ARG_VALUE, .type = spec->type, .name = expr_text(spec->value)};
    Value value;
    const char *why;
    unsigned char bytes[8] = {0};
    if (!evaluate(preparation, spec->value, &value)) return arg;
    if (!element_store(spec->type, bytes, value, preparation->arena, &why))
        store_failed(preparation, spec, expr_loc(spec->value), why);
    for (size_t i = 0; i < scalar_size(spec->type); i++) arg.value |= (uint64_t)bytes[i] << (8 * i);
    return arg;
}

/* ---- a whole program --------------------------------------------------------------------------------------------- */

static void set_program(Preparation *preparation) {
    const LaunchSpec *spec = preparation->spec;
    Prepared *prepared = preparation->prepared;
    prepared->words = arena_array(preparation->arena, const char *, spec->word_count + 1);
    for (size_t i = 0; i < spec->word_count; i++) {
        Value value;
        if (evaluate(preparation, spec->words[i], &value))
            prepared->words[prepared->word_count++] = value_print(preparation->arena, value);
    }
    prepared->prints = arena_array(preparation->arena, const char *, spec->print_count + 1);
    for (size_t i = 0; i < spec->print_count; i++)
        prepared->prints[prepared->print_count++] = interpolate_plain(
            preparation->arena, spec->prints[i], &preparation->env.env, spec->loc, preparation->diags);
    if (spec->exit_code != NULL) prepared->exit_code = (int)whole(preparation, spec->exit_code, "`exit_code`", 0, 255);
    if (spec->memory != NULL)
        prepared->memory = (uint64_t)whole(preparation, spec->memory, "`memory`", 0, INT64_C(1) << 40);
}

static void set_args(Preparation *preparation) {
    const LaunchSpec *spec = preparation->spec;
    Prepared *prepared = preparation->prepared;
    Launch *launch = &prepared->launch;
    Arg *args = arena_array(preparation->arena, Arg, spec->arg_count + 1);
    launch->buffers = arena_array(preparation->arena, Buffer, spec->arg_count + 1);
    prepared->before = arena_array(preparation->arena, void *, spec->arg_count + 1);
    bool *poisoned = arena_array(preparation->arena, bool, spec->arg_count + 1);
    launch->poisoned = poisoned;
    for (size_t i = 0; i < spec->arg_count; i++) {
        const ArgSpec *arg = &spec->args[i];
        if (arg->kind == ARG_VALUE) {
            bool is_struct = arg->members != NULL;
            args[launch->arg_count++] = is_struct ? struct_arg(preparation, arg) : value_arg(preparation, arg);
            continue;
        }
        Arg *made = &args[launch->arg_count];
        *made = (Arg){.kind = arg->kind, .buffer = launch->buffer_count, .name = arg->name};
        if (!add_buffer(preparation, arg, launch->buffer_count, &made->texture)) return;
        poisoned[launch->buffer_count++] = arg->init == INIT_POISON;
        if (!arg->symbol) launch->arg_count++;
    }
    launch->args = args;
}

/* ---- copies from and to the host --------------------------------------------------------------------------------- */

static bool divides(int64_t chunks, uint64_t count) {
    return count % (uint64_t)chunks == 0;
}

/* Sets the copies to and from the host. Chunks must be equal, because unequal ones would be another launch than the
 * one described. */
static void set_host(Preparation *preparation, const HostSpec *host) {
    Launch *launch = &preparation->prepared->launch;
    const Expr *given = host->chunks;
    int64_t chunks = given != NULL ? whole(preparation, given, "`chunks`", 1, CHUNK_LIMIT) : 1;
    launch->host = host->memory;
    launch->chunks = (unsigned)chunks;
    if (!divides(chunks, launch->grid[0]))
        diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(given), "let `chunks` divide the grid's first size",
                 "a grid of %u blocks does not fall into %lld equal chunks", launch->grid[0], (long long)chunks);
    for (size_t b = 0; b < launch->buffer_count; b++)
        if (!divides(chunks, launch->buffers[b].count))
            diag_add(preparation->diags, SEVERITY_ERROR, expr_loc(given), "let `chunks` divide every buffer's count",
                     "the %zu elements of buffer '%s' do not fall into %lld equal chunks", launch->buffers[b].count,
                     launch->buffers[b].name, (long long)chunks);
}

bool launch_prepare(const Lesson *lesson, const LaunchSpec *spec, const Binding *overrides, size_t override_count,
                    Arena *arena, DiagList *diags, Prepared *prepared) {
    *prepared = (Prepared){.spec = spec};
    Preparation preparation = {.lesson = lesson, .spec = spec, .arena = arena, .diags = diags, .prepared = prepared};
    size_t errors = diags->errors;
    start_bindings(&preparation);
    bind(&preparation, spec->with, spec->with_count);
    bind(&preparation, overrides, override_count);
    if (diags->errors > errors) return false;
    launch_env(&preparation.env, prepared->bindings, prepared->binding_count, NULL, NULL, NULL, NULL);
    Launch *launch = &prepared->launch;
    launch->kernel = spec->program != NULL ? spec->program : spec->kernel;
    launch->budget = spec->budget;
    launch->shared_optin = spec->shared_optin;
    launch->schedule = spec->schedule;
    launch->seed = spec->seed;
    set_dimensions(&preparation);
    set_program(&preparation);
    if (spec->shared != NULL)
        launch->shared_dynamic = (uint64_t)whole(&preparation, spec->shared, "dynamic shared memory", 0, shared_limit);
    if (spec->bytes != NULL) prepared->bytes = (uint64_t)whole(&preparation, spec->bytes, "`bytes`", 0, INT64_MAX);
    if (spec->flops != NULL) prepared->flops = (uint64_t)whole(&preparation, spec->flops, "`flops`", 0, INT64_MAX);
    set_defines(&preparation);
    if (diags->errors == errors) set_args(&preparation);
    if (diags->errors == errors && spec->host != NULL) set_host(&preparation, spec->host);
    return diags->errors == errors;
}
