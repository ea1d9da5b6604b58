/* A lesson: its keys, and the checks over several keys.
 *
 * The tables below are the lesson format. Each lists the keys of one kind of map in the order in which they are read
 * (which matters only where a later key needs an earlier one); docs/lesson-format.md describes them for authors. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/fields.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define AT(type, member) offsetof(type, member), SIZE_MAX
#define LIST_AT(type, member, count) offsetof(type, member), offsetof(type, count)
#define NOWHERE SIZE_MAX, SIZE_MAX
#define WHOLE 0, SIZE_MAX /* the reader fills in several members */

__attribute__((format(printf, 4, 5))) static void complain(Loader *loader, Loc loc, const char *hint,
                                                           const char *format, ...) {
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
        complain(loader, map->loc, NULL, "min %lld is above max %lld", (long long)param->min, (long long)param->max);
    else if (initial != NULL && initial->value->kind == NODE_SCALAR && text_to_i64(initial->value->text, &value) &&
             !param_allows(param, value, loader->arena, &why))
        complain(loader, initial->value->loc, NULL, "the default of %s, not %lld", why, (long long)value);
}

static const Shape param_shape = {
    "a parameter", sizeof(Param), SIZE_MAX, param_fields, COUNT(param_fields), start_param, check_param,
};

static const Field goal_fields[] = {
    {"goal", FIELD_EXPRESSION, true, AT(Goal, expr), NAMES_LAUNCH, NULL},
    {"say", FIELD_MARKDOWN, false, AT(Goal, say), NAMES_LAUNCH, NULL},
    {"hidden", FIELD_TRUTH, false, AT(Goal, hidden), NAMES_UNCHECKED, NULL},
    {"means", FIELD_LINE, false, AT(Goal, means), NAMES_UNCHECKED, NULL},
    {"points", FIELD_POINTS, false, AT(Goal, points), NAMES_UNCHECKED, NULL},
};
static const Shape goal_shape = {"a goal", sizeof(Goal), SIZE_MAX, goal_fields, COUNT(goal_fields), NULL, NULL};

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
            complain(loader, pair->loc, NULL, "'%s' belongs to %s, and this argument is %s", pair->key, owners,
                     form->what);
    }
}

static const ArgForm *arg_form(Loader *loader, const Node *map) {
    const ArgForm *found = NULL;
    for (size_t f = 0; f < COUNT(arg_forms); f++) {
        if (node_find(map, arg_forms[f].key) == NULL) continue;
        if (found != NULL) {
            complain(
                loader, map->loc, NULL,
                "an argument is either a `buffer`, a `texture`, a `symbol`, a `value` or a `struct`, and this one is "
                "both %s and %s",
                found->what, arg_forms[f].what);
            return NULL;
        }
        found = &arg_forms[f];
    }
    if (found == NULL)
        complain(loader, map->loc, NULL,
                 "an argument is either a `buffer`, a `texture`, a `symbol`, a `value` or a `struct`");
    return found;
}

/* Linear memory has no second dimension, and what is between and beyond its texels cannot be chosen. */
static void check_linear(Loader *loader, const Node *map) {
    static const char *const keys[] = {"height", "address", "filter", "normalised"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        const Pair *pair = node_find(map, keys[i]);
        if (pair != NULL)
            complain(loader, pair->loc, "leave it out, or leave out `linear`",
                     "'%s' goes with a CUDA array, and this texture reads linear memory", keys[i]);
    }
}

/* What cudaCreateTextureObject would refuse, whatever the values of parameters are. */
static void check_texture(Loader *loader, const Node *map, const ArgSpec *arg) {
    const Pair *filter = node_find(map, "filter"), *read = node_find(map, "read"), *type = node_find(map, "type");
    size_t bytes = scalar_size(arg->type);
    bool real = arg->type == SCALAR_F16 || arg->type == SCALAR_F32;
    if (arg->texture.linear_memory) check_linear(loader, map);
    if (node_find(map, "width") == NULL) complain(loader, map->loc, NULL, "a texture needs the key 'width'");
    if (node_find(map, "init") == NULL)
        complain(loader, map->loc, "add `init: random`, say", "a texture needs the key 'init'");
    if (type != NULL && bytes > 4)
        complain(loader, type->value->loc, "the types of textures are i8, u8, i16, u16, i32, u32, f16 and f32",
                 "a texture cannot hold elements of type %s", scalar_name[arg->type]);
    else if (read != NULL && arg->texture.normalised_values && (real || bytes > 2))
        complain(loader, read->loc, "leave out `read`",
                 "only i8, u8, i16 and u16 can be read as normalised floats, not %s", scalar_name[arg->type]);
    else if (filter != NULL && arg->texture.filter == TEXTURE_LINEAR && !real && !arg->texture.normalised_values)
        complain(loader, filter->loc, bytes <= 2 ? "add `read: normalised`" : "use `type: f32`",
                 "only floats can be filtered linearly, and this texture is read as %s", scalar_name[arg->type]);
}

static void check_buffer(Loader *loader, const Node *map, const ArgSpec *arg) {
    const char *what = arg->symbol ? "a symbol" : "a buffer";
    if (node_find(map, "count") == NULL) complain(loader, map->loc, NULL, "%s needs the key 'count'", what);
    const Pair *reference = node_find(map, "reference");
    if (reference != NULL && !arg->output)
        complain(loader, reference->loc, "add `output: true`", "only an output has a reference");
    if (node_find(map, "tolerance") != NULL && reference == NULL)
        complain(loader, node_find(map, "tolerance")->loc, NULL, "a tolerance needs a `reference` to compare with");
    if (node_find(map, "init") == NULL && !arg->output)
        complain(loader, map->loc, "add `init: zero`, or `output: true` where the kernel writes it",
                 "an input needs the key 'init'");
}

static void check_arg(Loader *loader, const Node *map, void *target) {
    ArgSpec *arg = target;
    const ArgForm *form = arg_form(loader, map);
    if (form == NULL) return;
    bool by_value = form->keys == value_keys || form->keys == struct_keys;
    arg->kind = by_value ? ARG_VALUE : form->keys == texture_keys ? ARG_TEXTURE : ARG_BUFFER;
    if (form->keys != struct_keys && node_find(map, "type") == NULL)
        complain(loader, map->loc, NULL, "%s needs the key 'type'", form->what);
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
    static const char *const of_program[] = {"words", "prints", "exit_code"};
    bool program = node_find(map, "program") != NULL, kernel = node_find(map, "kernel") != NULL;
    if (program && kernel) complain(loader, map->loc, NULL, "a launch has either a `kernel` or a `program`");
    if (!program && !kernel) shape_lacks(loader, &launch_shape, map, "kernel");
    for (size_t i = 0; program && i < COUNT(of_kernel); i++)
        if (node_find(map, of_kernel[i]) != NULL)
            complain(loader, node_find(map, of_kernel[i])->loc, NULL, "'%s' belongs to the launch of a kernel",
                     of_kernel[i]);
    for (size_t i = 0; !program && i < COUNT(of_program); i++)
        if (node_find(map, of_program[i]) != NULL)
            complain(loader, node_find(map, of_program[i])->loc, NULL, "'%s' belongs to a launch with `program`",
                     of_program[i]);
    for (size_t i = 0; !program && i < 2; i++)
        if (node_find(map, of_kernel[i]) == NULL) shape_lacks(loader, &launch_shape, map, of_kernel[i]);
}

/* The outputs of a program are told apart by their sizes, and are all that it can share with the lesson. */
static void check_program_args(Loader *loader, const LaunchSpec *launch) {
    for (size_t i = 0; i < launch->arg_count; i++) {
        const ArgSpec *arg = &launch->args[i];
        if (arg->kind != ARG_BUFFER || arg->symbol)
            complain(loader, arg->loc, "give it to the program under `words`",
                     "a program's `args` are buffers that it computes or that references read");
        else if (arg->reference == REFERENCE_KERNEL)
            complain(loader, arg->loc, "use a formula or a host function",
                     "a program's output has no reference kernel");
    }
}

static void check_launch(Loader *loader, const Node *map, void *target) {
    LaunchSpec *launch = target;
    check_launch_keys(loader, map);
    if (launch->program != NULL) check_program_args(loader, launch);
    if (launch->arg_count > ARG_LIMIT)
        complain(loader, map->loc, NULL, "a launch has at most %d arguments, not %zu", ARG_LIMIT, launch->arg_count);
    for (size_t i = 0; i < launch->arg_count; i++) {
        const ArgSpec *arg = &launch->args[i];
        if (arg->reference_formula != NULL)
            names_check(arg->reference_formula, NAMES_BUFFERS, loader->lesson, launch, loader->arena, loader->diags);
        for (size_t j = 0; j < i && arg->name != NULL && i < ARG_LIMIT; j++)
            if (text_equal(arg->name, launch->args[j].name))
                complain(loader, arg->loc, NULL, "two buffers are called '%s'", arg->name);
    }
}

const Shape launch_shape = {
    "a launch",   sizeof(LaunchSpec), offsetof(LaunchSpec, loc), launch_fields, COUNT(launch_fields),
    start_launch, check_launch,
};

/* ---- questions --------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define QUESTION_FIELDS                                                                                                \
    {"ask", FIELD_MARKDOWN, true, AT(Question, ask), NAMES_BEFORE, NULL},                                              \
    {"launch", FIELD_MAP, false, AT(Question, launch), NAMES_UNCHECKED, &launch_shape},                                \
    {"with", FIELD_BINDINGS, false, LIST_AT(Question, with, with_count), NAMES_UNCHECKED, NULL},                       \
    {"choices", FIELD_LINES, false, LIST_AT(Question, choices, choice_count), NAMES_UNCHECKED, NULL},                  \
    {"answer", FIELD_ANSWER, true, WHOLE, NAMES_LAUNCH, NULL},                                                         \
    {"tolerance", FIELD_TOLERANCE, false, AT(Question, tolerance), NAMES_UNCHECKED, NULL},                             \
    {"why", FIELD_MARKDOWN, false, AT(Question, why), NAMES_LAUNCH, NULL}
/* clang-format on */

static const Field predict_fields[] = {QUESTION_FIELDS};
static const Field trivia_fields[] = {{"id", FIELD_NAME, true, AT(Question, id), NAMES_UNCHECKED, NULL},
                                      QUESTION_FIELDS};

static bool no_name(const ExprEnv *env, const char *name, Value *value, const char **why) {
    (void)env, (void)name, (void)value;
    *why = "only a launch tells it";
    return false;
}

/* A choice stands for a value: a number where it is one, else its text. */
static bool choice_is(const char *choice, Value answer) {
    Value value = {.kind = VALUE_TEXT, .text = choice};
    if (text_to_i64(choice, &value.integer))
        value.kind = VALUE_INT;
    else if (text_to_f64(choice, &value.real))
        value.kind = VALUE_REAL;
    else if (answer.kind == VALUE_BOOL)
        return strcmp(choice, answer.integer ? "true" : "false") == 0;
    return value_equal(value, answer) || (answer.kind == VALUE_TEXT && strcmp(choice, answer.text) == 0);
}

/* A value that an answer's text decides needs an answer. */
static void check_is_no_exercise(Loader *loader, const LaunchSpec *launch) {
    if (launch != NULL && launch->draw_count > 0)
        complain(loader, launch->draws[0].loc, NULL, "only an exercise's launches can draw");
    if (launch != NULL && launch->points.given)
        complain(loader, launch->loc, NULL, "only an exercise's launches have points");
}

static void check_earns_nothing(Loader *loader, const Goal *expect, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (expect[i].points.given)
            complain(loader, expr_loc(expect[i].expr), NULL, "only an exercise's goals have points");
}

static void check_question(Loader *loader, const Node *map, void *target) {
    (void)map;
    Question *question = target;
    ExprEnv env = {no_name, NULL};
    Value answer;
    const char *why;
    if (question->answer == NULL || !question->choice_count) return;
    if (!expr_eval(question->answer, &env, loader->arena, &answer, &why)) return;
    for (size_t i = 0; i < question->choice_count; i++)
        if (choice_is(question->choices[i], answer)) return;
    complain(loader, expr_loc(question->answer), NULL, "the answer '%s' is none of the choices",
             yaml_shown(expr_text(question->answer), loader->arena));
}

/* Checks a text whose {{ }} may name no measured value, because nothing is launched before it is shown. */
static void check_unmeasured_text(Loader *loader, const Node *map, const char *key) {
    const Pair *pair = node_find(map, key);
    if (pair != NULL && pair->value->kind == NODE_SCALAR)
        interpolate_check(pair->value->text, scalar_loc(pair->value), NAMES_BEFORE, loader->lesson, loader->arena,
                          loader->diags);
}

/* Checks a question without a launch; remedy, measured and with are the texts of its messages. */
static void check_unlaunched(Loader *loader, const Node *map, const Question *question, const char *remedy,
                             const char *measured, const char *with) {
    check_unmeasured_text(loader, map, "why");
    if (question->answer == NULL) return;
    if (names_measured(question->answer)) complain(loader, expr_loc(question->answer), remedy, "%s", measured);
    if (question->with_count) complain(loader, question->with[0].loc, NULL, "%s", with);
}

static void check_trivia(Loader *loader, const Node *map, void *target) {
    Question *question = target;
    check_question(loader, map, target);
    if (question->launch == NULL)
        check_unlaunched(loader, map, question, "add `launch`", "this answer is measured, and nothing is launched",
                         "'with' needs a `launch` whose parameters it sets");
}

static const Shape predict_shape = {
    "a prediction", sizeof(Question), offsetof(Question, loc), predict_fields, COUNT(predict_fields),
    NULL,           check_question,
};
static const Shape trivia_shape = {
    "a question", sizeof(Question), offsetof(Question, loc), trivia_fields, COUNT(trivia_fields), NULL, check_trivia,
};

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static const Field row_fields[] = {
    {"label", FIELD_LINE, true, AT(CompareRow, label), NAMES_UNCHECKED, NULL},
    {"launch", FIELD_MAP, true, AT(CompareRow, launch), NAMES_UNCHECKED, &launch_shape},
    {"expect", FIELD_GOALS, false, LIST_AT(CompareRow, expect, expect_count), NAMES_LAUNCH, &goal_shape},
};
static const Shape row_shape = {"a row", sizeof(CompareRow), SIZE_MAX, row_fields, COUNT(row_fields), NULL, NULL};

/* A sweep and a comparison are written one level below the step, and read as steps of their own. */
static const Field sweep_fields[] = {
    {"launch", FIELD_MAP, true, AT(Step, launch), NAMES_UNCHECKED, &launch_shape},
    {"over", FIELD_OVER, true, WHOLE, NAMES_UNCHECKED, NULL},
    {"show", FIELD_SHOW, false, WHOLE, NAMES_UNCHECKED, NULL},
    {"expect", FIELD_GOALS, false, LIST_AT(Step, expect, expect_count), NAMES_LAUNCH, &goal_shape},
};
static const Shape sweep_shape = {"a sweep", sizeof(Step), SIZE_MAX, sweep_fields, COUNT(sweep_fields), NULL, NULL};

static const Field compare_fields[] = {
    {"rows", FIELD_LIST, true, LIST_AT(Step, rows, row_count), NAMES_UNCHECKED, &row_shape},
    {"show", FIELD_SHOW, false, WHOLE, NAMES_UNCHECKED, NULL},
};
static const Shape compare_shape = {
    "a comparison", sizeof(Step), SIZE_MAX, compare_fields, COUNT(compare_fields), NULL, NULL,
};

static const Field recorded_metric_fields[] = {
    {"metric", FIELD_LINE, true, AT(RecordedMetric, name), NAMES_UNCHECKED, NULL},
    {"values", FIELD_NUMBERS, true, LIST_AT(RecordedMetric, values, value_count), NAMES_UNCHECKED, NULL},
};

static void check_recorded_metric(Loader *loader, const Node *map, void *target) {
    RecordedMetric *recorded = target;
    const Pair *metric = node_find(map, "metric");
    recorded->metric = recorded->name != NULL ? metric_find(recorded->name) : METRIC_NONE;
    if (recorded->name != NULL && (recorded->metric == METRIC_NONE || !metric_needs_gpu(recorded->metric)))
        complain(loader, metric->value->loc, "`warpschool metrics` lists them: time.ms, bandwidth.gbps...",
                 "'%s' is nothing that only a GPU measures", yaml_shown(recorded->name, loader->arena));
}

static const Shape recorded_metric_shape = {
    "a recorded metric",    sizeof(RecordedMetric),        offsetof(RecordedMetric, loc),
    recorded_metric_fields, COUNT(recorded_metric_fields), NULL,
    check_recorded_metric,
};

static const Field recorded_fields[] = {
    {"gpu", FIELD_LINE, true, AT(Recorded, gpu), NAMES_UNCHECKED, NULL},
    {"size", FIELD_LINE, false, AT(Recorded, size), NAMES_UNCHECKED, NULL},
    {"metrics", FIELD_LIST, true, LIST_AT(Recorded, metrics, metric_count), NAMES_UNCHECKED, &recorded_metric_shape},
};
static const Shape recorded_shape = {
    "a recorded run", sizeof(Recorded), offsetof(Recorded, loc), recorded_fields, COUNT(recorded_fields), NULL, NULL,
};

static const Field roofline_fields[] = {
    {"gpu", FIELD_LINE, true, AT(Roofline, gpu), NAMES_UNCHECKED, NULL},
    {"bandwidth", FIELD_TOLERANCE, true, AT(Roofline, bandwidth), NAMES_UNCHECKED, NULL},
    {"throughput", FIELD_TOLERANCE, true, AT(Roofline, throughput), NAMES_UNCHECKED, NULL},
};

static void check_roofline(Loader *loader, const Node *map, void *target) {
    const Roofline *roofline = target;
    if (roofline->bandwidth < 1 || roofline->throughput < 1)
        complain(loader, map->loc, "bandwidth in GB/s, throughput in GFLOP/s", "a roofline's limits are at least 1");
}

static const Shape roofline_shape = {
    "a roofline", sizeof(Roofline), offsetof(Roofline, loc), roofline_fields, COUNT(roofline_fields),
    NULL,         check_roofline,
};

typedef struct StepMap {
    Step step;
    const Step *sweep, *compare;
} StepMap;

static const Field step_fields[] = {
    {"id", FIELD_NAME, false, AT(StepMap, step.id), NAMES_UNCHECKED, NULL},
    {"text", FIELD_MARKDOWN, false, AT(StepMap, step.text), NAMES_BEFORE, NULL},
    {"predict", FIELD_MAP, false, AT(StepMap, step.predict), NAMES_UNCHECKED, &predict_shape},
    {"launch", FIELD_MAP, false, AT(StepMap, step.launch), NAMES_UNCHECKED, &launch_shape},
    {"sweep", FIELD_MAP, false, AT(StepMap, sweep), NAMES_UNCHECKED, &sweep_shape},
    {"compare", FIELD_MAP, false, AT(StepMap, compare), NAMES_UNCHECKED, &compare_shape},
    {"show", FIELD_SHOW, false, AT(StepMap, step), NAMES_UNCHECKED, NULL},
    {"expect", FIELD_GOALS, false, LIST_AT(StepMap, step.expect, step.expect_count), NAMES_LAUNCH, &goal_shape},
    {"recorded", FIELD_MAP, false, AT(StepMap, step.recorded), NAMES_UNCHECKED, &recorded_shape},
    {"roofline", FIELD_MAP, false, AT(StepMap, step.roofline), NAMES_UNCHECKED, &roofline_shape},
    {"then", FIELD_MARKDOWN, false, AT(StepMap, step.then), NAMES_LAUNCH, NULL},
};

static void one_of_both(Loader *loader, const Node *map, const char *inner, const char *key) {
    const Pair *outer = node_find(map, key);
    const Pair *below = node_find(node_find(map, inner)->value, key);
    if (outer != NULL && below != NULL)
        complain(loader, outer->loc, NULL, "'%s' is given here and under `%s`; one is enough", key, inner);
}

static void take_inner(Loader *loader, const Node *map, StepMap *all) {
    const Step *inner = all->sweep != NULL ? all->sweep : all->compare;
    Step *step = &all->step;
    const char *key = all->sweep != NULL ? "sweep" : "compare";
    step->kind = all->sweep != NULL ? STEP_SWEEP : STEP_COMPARE;
    step->launch = inner->launch;
    step->over = inner->over;
    step->over_values = inner->over_values;
    step->over_count = inner->over_count;
    step->rows = inner->rows;
    step->row_count = inner->row_count;
    one_of_both(loader, map, key, "show");
    one_of_both(loader, map, key, "expect");
    if (node_find(map, "show") == NULL) {
        step->show = inner->show;
        step->show_count = inner->show_count;
        step->show_extra = inner->show_extra;
    }
    if (node_find(map, "expect") == NULL) {
        step->expect = inner->expect;
        step->expect_count = inner->expect_count;
    }
}

static void check_prediction(Loader *loader, const Node *map, Step *step) {
    Question *predict = step->predict;
    if (predict->launch == NULL) predict->launch = step->launch;
    if (predict->launch == NULL)
        check_unlaunched(loader, map, predict, "give the prediction its own `launch`",
                         "this answer is measured, and the step has no single launch to measure",
                         "'with' needs a launch whose parameters it sets");
}

static void check_recorded(Loader *loader, const Step *step) {
    size_t launches = step->kind == STEP_SWEEP ? step->over_count : step->kind == STEP_COMPARE ? step->row_count : 1;
    for (size_t i = 0; i < step->recorded->metric_count; i++) {
        const RecordedMetric *metric = &step->recorded->metrics[i];
        if (metric->value_count > 0 && metric->value_count != launches)
            complain(loader, metric->loc, NULL, "this step has %zu launch%s, and %zu value%s recorded", launches,
                     launches == 1 ? "" : "es", metric->value_count, metric->value_count == 1 ? " is" : "s are");
    }
}

static void check_step_of_text(Loader *loader, const Node *map) {
    static const char *const keys[] = {"show", "expect", "recorded", "roofline"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        const Pair *pair = node_find(map, keys[i]);
        if (pair != NULL) complain(loader, pair->loc, NULL, "'%s' needs a launch in this step", pair->key);
    }
    check_unmeasured_text(loader, map, "then");
}

static void check_step(Loader *loader, const Node *map, void *target) {
    StepMap *all = target;
    Step *step = &all->step;
    const Pair *launch = node_find(map, "launch"), *sweep = node_find(map, "sweep");
    const Pair *compare = node_find(map, "compare");
    if ((launch != NULL) + (sweep != NULL) + (compare != NULL) > 1)
        complain(loader, map->loc, "make several steps of it", "a step has at most one of launch, sweep and compare");
    if (!map->count) complain(loader, map->loc, NULL, "a step needs a text or a launch");
    if (all->sweep != NULL || all->compare != NULL) take_inner(loader, map, all);
    if (step->kind == STEP_TEXT && step->launch != NULL) step->kind = STEP_LAUNCH;
    if (launch == NULL && sweep == NULL && compare == NULL)
        check_step_of_text(loader, map);
    else if (step->recorded != NULL)
        check_recorded(loader, step);
    if (launch != NULL && step->roofline != NULL)
        complain(loader, step->roofline->loc, "compare launches, or sweep a parameter",
                 "a roofline needs several launches");
    if (step->predict != NULL) check_prediction(loader, node_find(map, "predict")->value, step);
    check_is_no_exercise(loader, step->launch);
    check_earns_nothing(loader, step->expect, step->expect_count);
    for (size_t i = 0; i < step->row_count; i++) {
        check_is_no_exercise(loader, step->rows[i].launch);
        check_earns_nothing(loader, step->rows[i].expect, step->rows[i].expect_count);
    }
}

static const Shape step_shape = {
    "a step", sizeof(StepMap), offsetof(StepMap, step.loc), step_fields, COUNT(step_fields), NULL, check_step,
};

/* ---- exercises and the lesson ------------------------------------------------------------------------------------ */

static const Field exercise_fields[] = {
    {"id", FIELD_NAME, true, AT(Exercise, id), NAMES_UNCHECKED, NULL},
    {"title", FIELD_LINE, false, AT(Exercise, title), NAMES_UNCHECKED, NULL},
    {"file", FIELD_FILE, true, AT(Exercise, file), NAMES_UNCHECKED, NULL},
    {"ask", FIELD_MARKDOWN, true, AT(Exercise, ask), NAMES_BEFORE, NULL},
    {"launches", FIELD_LIST, true, LIST_AT(Exercise, launches, launch_count), NAMES_UNCHECKED, &launch_shape},
    {"goals", FIELD_GOALS, true, LIST_AT(Exercise, goals, goal_count), NAMES_LAUNCH, &goal_shape},
    {"hints", FIELD_MARKDOWNS, true, LIST_AT(Exercise, hints, hint_count), NAMES_BEFORE, NULL},
    {"harmless", FIELD_LINES, false, LIST_AT(Exercise, harmless, harmless_count), NAMES_UNCHECKED, NULL},
};

static void check_exercise(Loader *loader, const Node *map, void *target) {
    Exercise *exercise = target;
    const Pair *file = node_find(map, "file");
    exercise->file_loc = file != NULL ? file->value->loc : map->loc;
    for (size_t i = 0; i < exercise->launch_count; i++) {
        const LaunchSpec *launch = &exercise->launches[i];
        if (launch->program != NULL && !text_equal(launch->program, exercise->file))
            complain(loader, launch->loc, "the student's file is the program",
                     "this exercise runs '%s', and its `file` is another one", launch->program);
    }
    if (exercise->title == NULL) exercise->title = exercise->id;
}

static const Shape exercise_shape = {
    "an exercise", sizeof(Exercise), offsetof(Exercise, loc), exercise_fields, COUNT(exercise_fields),
    NULL,          check_exercise,
};

typedef struct LessonMap {
    Lesson lesson;
    StepMap *steps;
} LessonMap;

static const Field lesson_fields[] = {
    {"format", FIELD_VERSION, true, NOWHERE, NAMES_UNCHECKED, NULL},
    {"id", FIELD_NAME, true, AT(LessonMap, lesson.id), NAMES_UNCHECKED, NULL},
    {"title", FIELD_LINE, true, AT(LessonMap, lesson.title), NAMES_UNCHECKED, NULL},
    {"summary", FIELD_LINE, false, AT(LessonMap, lesson.summary), NAMES_UNCHECKED, NULL},
    {"source", FIELD_FILE, false, AT(LessonMap, lesson.source), NAMES_UNCHECKED, NULL},
    {"params", FIELD_PARAMS, false, LIST_AT(LessonMap, lesson.params, lesson.param_count), NAMES_UNCHECKED,
     &param_shape},
    {"steps", FIELD_LIST, true, LIST_AT(LessonMap, steps, lesson.step_count), NAMES_UNCHECKED, &step_shape},
    {"trivia", FIELD_LIST, false, LIST_AT(LessonMap, lesson.trivia, lesson.trivia_count), NAMES_UNCHECKED,
     &trivia_shape},
    {"exercises", FIELD_LIST, false, LIST_AT(LessonMap, lesson.exercises, lesson.exercise_count), NAMES_UNCHECKED,
     &exercise_shape},
};
const Shape lesson_shape = {
    "a lesson", sizeof(LessonMap), SIZE_MAX, lesson_fields, COUNT(lesson_fields), NULL, NULL,
};

/* Steps without an id are step-1, step-2, ... by their place. */
static void take_steps(Loader *loader, LessonMap *all) {
    Lesson *lesson = &all->lesson;
    lesson->steps = arena_array(loader->arena, Step, lesson->step_count + 1);
    for (size_t i = 0; i < lesson->step_count; i++) {
        lesson->steps[i] = all->steps[i].step;
        if (lesson->steps[i].id == NULL) lesson->steps[i].id = arena_printf(loader->arena, "step-%zu", i + 1);
    }
}

static void unique(Loader *loader, const char *what, const char *id, Loc loc, const char *other, Loc first) {
    if (id != NULL && text_equal(id, other))
        complain(loader, loc, NULL, "two %s are called '%s', the first at line %d", what, id, first.line);
}

static void check_ids(Loader *loader, const Lesson *lesson) {
    for (size_t i = 0; i < lesson->step_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "steps", lesson->steps[i].id, lesson->steps[i].loc, lesson->steps[j].id,
                   lesson->steps[j].loc);
    for (size_t i = 0; i < lesson->trivia_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "questions", lesson->trivia[i].id, lesson->trivia[i].loc, lesson->trivia[j].id,
                   lesson->trivia[j].loc);
    for (size_t i = 0; i < lesson->exercise_count && i < ID_LIMIT; i++)
        for (size_t j = 0; j < i; j++)
            unique(loader, "exercises", lesson->exercises[i].id, lesson->exercises[i].loc, lesson->exercises[j].id,
                   lesson->exercises[j].loc);
    size_t most = lesson->step_count > lesson->trivia_count ? lesson->step_count : lesson->trivia_count;
    if (lesson->exercise_count > most) most = lesson->exercise_count;
    if (most > ID_LIMIT)
        complain(loader, (Loc){lesson->path, 1, 1}, "make several lessons of it",
                 "a lesson has at most %d steps, questions and exercises each", ID_LIMIT);
}

static void visit_kernel(void *context, const LaunchSpec *launch) {
    if (launch->kernel != NULL) *(bool *)context = true;
}

static bool launches_kernels(const Lesson *lesson) {
    bool found = false;
    lesson_each_launch(lesson, visit_kernel, &found);
    return found;
}

static void check_lesson(Loader *loader, const Node *root, Lesson *lesson) {
    const Pair *id = node_find(root, "id"), *source = node_find(root, "source");
    const char *base = path_base(lesson->path);
    size_t size = text_ends(base, ".yaml") ? strlen(base) - 5 : strlen(base);
    const char *name = arena_string_n(loader->arena, base, size);
    if (id != NULL && lesson->id != NULL && strcmp(lesson->id, name) != 0)
        complain(loader, id->value->loc, arena_printf(loader->arena, "write 'id: %s', or rename the file", name),
                 "the id '%s' differs from the file's name '%s'", yaml_shown(lesson->id, loader->arena), name);
    lesson->source_loc = source != NULL ? source->value->loc : root->loc;
    if (source == NULL && launches_kernels(lesson))
        complain(loader, root->loc, "name the file under kernels/ that holds the kernels",
                 "a lesson that launches kernels needs the key 'source'");
    check_ids(loader, lesson);
}

static bool same_diag(const Diag *a, const Diag *b) {
    return a->loc.line == b->loc.line && a->loc.column == b->loc.column && strcmp(a->message, b->message) == 0;
}

static int by_place(const void *a, const void *b) {
    const Diag *first = *(const Diag *const *)a, *second = *(const Diag *const *)b;
    if (first->loc.line != second->loc.line) return first->loc.line < second->loc.line ? -1 : 1;
    if (first->loc.column != second->loc.column) return first->loc.column < second->loc.column ? -1 : 1;
    return strcmp(first->message, second->message);
}

/* The diagnostics in the file's order, each once: a launch that is used three times through an alias has the same
 * errors three times. */
static DiagList in_order(const DiagList *diags, Arena *arena) {
    VEC(const Diag *) all = {0};
    for (const Diag *diag = diags->first; diag != NULL; diag = diag->next) vec_push(arena, &all, diag);
    if (all.count) qsort(all.at, all.count, sizeof *all.at, by_place);
    DiagList list = diag_list(arena);
    for (size_t i = 0; i < all.count; i++)
        if (i == 0 || !same_diag(all.at[i - 1], all.at[i]))
            diag_add(&list, all.at[i]->severity, all.at[i]->loc, all.at[i]->hint, "%s", all.at[i]->message);
    return list;
}

void lesson_parse(const char *path, const char *text, size_t size, Arena *arena, Lesson *lesson) {
    DiagList diags = diag_list(arena);
    LessonMap *all = arena_make(arena, LessonMap);
    Loader loader = {arena, &diags, &all->lesson, lesson_readers};
    all->lesson.path = arena_string(arena, path);
    const Node *root = yaml_parse(all->lesson.path, text, size, arena, &diags);
    if (root != NULL && is_map(&loader, root, "a lesson: a map that begins with 'format: 1'")) {
        shape_load(&loader, &lesson_shape, root, all);
        take_steps(&loader, all);
        check_lesson(&loader, root, &all->lesson);
    }
    *lesson = all->lesson;
    lesson->usable = diags.errors == 0;
    if (!lesson->usable) {
        const char *id = lesson->id;
        *lesson = (Lesson){.path = all->lesson.path, .id = id};
    }
    lesson->diags = in_order(&diags, arena);
}
