/* The types of value that only lessons have: expressions, parameters, initial contents, references, goals, answers. */
#include <string.h>

#include "base/vec.h"
#include "course/fields.h"
#include "course/reference.h"

/* ---- expressions and texts --------------------------------------------------------------------------------------- */

const Expr *scalar_expression(Loader *loader, const Node *node, Names names) {
    const char *text = scalar_text(loader, node, "a number or an expression");
    if (text == NULL) return NULL;
    const Expr *expr = expr_parse(text, scalar_loc(node), loader->arena, loader->diags);
    if (expr != NULL) names_check(expr, names, loader->lesson, NULL, loader->arena, loader->diags);
    return expr;
}

static void read_expression(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    store_pointer(target, field->offset, scalar_expression(loader, node, field->names));
}

static void read_expressions(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of expressions, as in [n, 2 * seed]")) return;
    const Expr **all = arena_array(loader->arena, const Expr *, node->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++) {
        const Expr *expr = scalar_expression(loader, node->items[i], field->names);
        if (expr != NULL) all[count++] = expr;
    }
    store_list(field, target, all, count);
}

static void read_dimensions(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (node->kind == NODE_SCALAR)
        store_pointer(target, field->offset, scalar_expression(loader, node, field->names));
    else if (node->kind != NODE_LIST || node->count < 1 || node->count > 3)
        expected(loader, node, "1 to 3 sizes, as in [4, 2]");
    else
        for (size_t i = 0; i < node->count; i++)
            store_pointer(target, field->offset + i * sizeof(const Expr *),
                          scalar_expression(loader, node->items[i], field->names));
}

static const char *markdown(Loader *loader, const Node *node, Names names) {
    const char *text = scalar_text(loader, node, "a text");
    if (text != NULL) interpolate_check(text, scalar_loc(node), names, loader->lesson, loader->arena, loader->diags);
    return text;
}

static void read_markdown(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    store_pointer(target, field->offset, markdown(loader, node, field->names));
}

static void read_markdowns(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of texts")) return;
    if (!node->count) expected(loader, node, "at least one text");
    const char **texts = arena_array(loader->arena, const char *, node->count + 1);
    for (size_t i = 0; i < node->count; i++) texts[i] = markdown(loader, node->items[i], field->names);
    store_list(field, target, texts, node->count);
}

/* ---- parameters and their values --------------------------------------------------------------------------------- */

static void read_params(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_map(loader, node, "a map of parameters by name")) return;
    Param *params = arena_array(loader->arena, Param, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        const Pair *pair = &node->pairs[i];
        params[i].name = pair->key;
        if (!is_identifier(pair->key) || strlen(pair->key) > 60)
            diag_add(loader->diags, SEVERITY_ERROR, pair->loc, NULL,
                     "'%s' is no name for a parameter: letters, digits and '_', not beginning with a digit",
                     yaml_shown(pair->key, loader->arena));
        if (name_is_reserved(pair->key))
            diag_add(loader->diags, SEVERITY_ERROR, pair->loc, "choose another name",
                     "a parameter cannot be called '%s': expressions know that name already", pair->key);
        if (is_map(loader, pair->value, field->shape->what)) shape_load(loader, field->shape, pair->value, &params[i]);
        params[i].loc = pair->loc;
    }
    store_list(field, target, params, node->count);
}

static const Param *known_param(Loader *loader, const char *name, Loc loc) {
    const Lesson *lesson = loader->lesson;
    const Param *param = lesson_param(lesson, name);
    if (param != NULL) return param;
    const char **names = arena_array(loader->arena, const char *, lesson->param_count + 1);
    for (size_t i = 0; i < lesson->param_count; i++) names[i] = lesson->params[i].name;
    const char *all = lesson->param_count ? "parameters are named under `params`" : "the lesson has no `params`";
    diag_add(loader->diags, SEVERITY_ERROR, loc, hint_near(loader, name, names, lesson->param_count, all),
             "unknown parameter '%s'", yaml_shown(name, loader->arena));
    return NULL;
}

static bool param_value(Loader *loader, const Param *param, const Node *node, int64_t *value) {
    const char *why;
    if (!scalar_integer(loader, node, value)) return false;
    if (param == NULL || param_allows(param, *value, loader->arena, &why)) return true;
    diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL, "%s, not %lld", why, (long long)*value);
    return false;
}

static void read_bindings(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_map(loader, node, "a map of parameters and values, as in {stride: 2}")) return;
    Binding *bindings = arena_array(loader->arena, Binding, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        const Pair *pair = &node->pairs[i];
        bindings[i] = (Binding){.name = pair->key, .loc = pair->loc};
        param_value(loader, known_param(loader, pair->key, pair->loc), pair->value, &bindings[i].value);
    }
    store_list(field, target, bindings, node->count);
}

typedef struct RangeMap {
    int64_t from, to, step;
} RangeMap;

static const Field range_fields[] = {
    {"from", FIELD_INTEGER, true, offsetof(RangeMap, from), SIZE_MAX, NAMES_UNCHECKED, NULL},
    {"to", FIELD_INTEGER, true, offsetof(RangeMap, to), SIZE_MAX, NAMES_UNCHECKED, NULL},
    {"step", FIELD_INTEGER, false, offsetof(RangeMap, step), SIZE_MAX, NAMES_UNCHECKED, NULL},
};
const Shape range_shape = {"a `range`", sizeof(RangeMap), SIZE_MAX, range_fields, 3, NULL, NULL};

static Loc value_loc(const Node *map, const char *key) {
    const Pair *pair = node_find(map, key);
    return pair != NULL ? pair->value->loc : map->loc;
}

/* Whether the parameter may have each value of the range; the first one that it may not have is named. */
static void check_range(Loader *loader, const Param *param, const DrawSpec *draw, Loc loc) {
    const char *why;
    for (size_t i = 0; param != NULL && i < draw->value_count; i++) {
        long long value = launch_drawn(draw, i);
        if (param_allows(param, value, loader->arena, &why)) continue;
        diag_add(loader->diags, SEVERITY_ERROR, loc, NULL, "%s, and the range holds %lld", why, value);
        return;
    }
}

static void read_range(Loader *loader, const Param *param, const Node *node, DrawSpec *draw) {
    RangeMap range = {.step = 1};
    size_t errors = loader->diags->errors;
    shape_load(loader, &range_shape, node, &range);
    if (loader->diags->errors > errors) return;
    if (range.step < 1) return expected(loader, node_find(node, "step")->value, "a step of at least 1");
    if (range.from > range.to) {
        diag_add(loader->diags, SEVERITY_ERROR, value_loc(node, "to"), NULL,
                 "a range ends where it begins or above, not at %lld after %lld", (long long)range.to,
                 (long long)range.from);
        return;
    }
    uint64_t last = ((uint64_t)range.to - (uint64_t)range.from) / (uint64_t)range.step;
    if (last >= RANGE_LIMIT) {
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, "give a larger `step`", "a range has at most %d values",
                 RANGE_LIMIT);
        return;
    }
    draw->from = range.from;
    draw->step = range.step;
    draw->value_count = (size_t)last + 1;
    check_range(loader, param, draw, node->loc);
}

static void read_draw(Loader *loader, const Pair *pair, DrawSpec *draw) {
    const Param *param = known_param(loader, pair->key, pair->loc);
    *draw = (DrawSpec){.name = pair->key, .loc = pair->loc};
    if (pair->value->kind == NODE_MAP) return read_range(loader, param, pair->value, draw);
    if (!is_list(loader, pair->value, "a list of whole numbers, or {from: 1, to: 9}")) return;
    if (pair->value->count == 0) expected(loader, pair->value, "at least one whole number");
    draw->value_count = pair->value->count;
    draw->values = arena_array(loader->arena, int64_t, draw->value_count + 1);
    for (size_t i = 0; i < draw->value_count; i++) param_value(loader, param, pair->value->items[i], &draw->values[i]);
}

static void read_draws(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_map(loader, node, "a map of parameters and values to draw from, as in {size: [33, 50, 64]}")) return;
    DrawSpec *draws = arena_array(loader->arena, DrawSpec, node->count + 1);
    for (size_t i = 0; i < node->count; i++) read_draw(loader, &node->pairs[i], &draws[i]);
    store_list(field, target, draws, node->count);
}

static void read_over(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field;
    Step *step = target;
    if (node->kind != NODE_MAP || node->count != 1)
        return expected(loader, node, "one parameter and its values, as in {stride: [1, 2, 4]}");
    const Pair *pair = &node->pairs[0];
    const Param *param = known_param(loader, pair->key, pair->loc);
    step->over = pair->key;
    if (!is_list(loader, pair->value, "a list of whole numbers")) return;
    if (!pair->value->count) expected(loader, pair->value, "at least one whole number");
    if (pair->value->count > SWEEP_LIMIT)
        diag_add(loader->diags, SEVERITY_ERROR, loc, NULL, "a sweep has at most %d values, not %zu", SWEEP_LIMIT,
                 pair->value->count);
    step->over_count = pair->value->count;
    step->over_values = arena_array(loader->arena, int64_t, step->over_count + 1);
    for (size_t i = 0; i < step->over_count; i++)
        param_value(loader, param, pair->value->items[i], &step->over_values[i]);
}

/* A value is an expression over parameters where it can be one, else words for the compiler (`float`). What looks like
 * arithmetic but mentions an unknown name is a typing mistake. */
static void read_define(Loader *loader, const Node *node, DefineSpec *define) {
    const char *text = scalar_text(loader, node, "a number, an expression or a word");
    if (text == NULL) return;
    DiagList quiet = diag_list(loader->arena);
    const Expr *expr = expr_parse(text, scalar_loc(node), loader->arena, &quiet);
    if (expr != NULL && !is_identifier(text)) {
        names_check(expr, NAMES_PARAMS, loader->lesson, NULL, loader->arena, loader->diags);
        define->value = expr;
    } else if (expr != NULL && names_all_known(expr, NAMES_PARAMS, loader->lesson)) {
        define->value = expr;
    } else {
        define->word = text;
        for (const char *c = text; *c; c++)
            if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
                return expected(loader, node, "one line of plain characters");
    }
}

static void read_defines(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_map(loader, node, "a map of macros, as in {TILE: 32}")) return;
    DefineSpec *defines = arena_array(loader->arena, DefineSpec, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        const Pair *pair = &node->pairs[i];
        defines[i].name = pair->key;
        if (!is_identifier(pair->key) || strlen(pair->key) > 60)
            diag_add(loader->diags, SEVERITY_ERROR, pair->loc, NULL, "'%s' is no name for a macro",
                     yaml_shown(pair->key, loader->arena));
        read_define(loader, pair->value, &defines[i]);
    }
    store_list(field, target, defines, node->count);
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static void read_host_memory(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "pageable or pinned");
    if (text == NULL) return;
    HostMemory memory = strcmp(text, "pageable") == 0 ? HOST_PAGEABLE
                        : strcmp(text, "pinned") == 0 ? HOST_PINNED
                                                      : HOST_NONE;
    if (memory == HOST_NONE) expected(loader, node, "pageable or pinned");
    memcpy((char *)target + field->offset, &memory, sizeof memory);
}

static void read_schedule(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "lockstep, reverse or random");
    if (text == NULL) return;
    for (Schedule schedule = SCHEDULE_LOCKSTEP; schedule < SCHEDULE_COUNT; schedule++) {
        if (strcmp(text, schedule_name[schedule]) != 0) continue;
        memcpy((char *)target + field->offset, &schedule, sizeof schedule);
        return;
    }
    expected(loader, node, "lockstep, reverse or random");
}

static void read_scalar_type(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "a type");
    if (text == NULL) return;
    for (int s = 0; s < SCALAR_COUNT; s++)
        if (strcmp(scalar_name[s], text) == 0) {
            Scalar scalar = (Scalar)s;
            memcpy((char *)target + field->offset, &scalar, sizeof scalar);
            return;
        }
    static const struct {
        const char *c, *ours;
    } same[] = {{"int", "i32"},   {"unsigned", "u32"}, {"float", "f32"}, {"double", "f64"},
                {"half", "f16"},  {"char", "i8"},      {"short", "i16"}, {"long", "i64"},
                {"int32", "i32"}, {"uint32", "u32"},   {"size_t", "u64"}};
    const char *hint = NULL;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i].c, text) == 0) hint = arena_printf(loader->arena, "write '%s'", same[i].ours);
    diag_add(loader->diags, SEVERITY_ERROR, node->loc,
             hint != NULL ? hint : "the types are i8, u8, i16, u16, i32, u32, i64, u64, f16, f32 and f64",
             "unknown type '%s'", yaml_shown(text, loader->arena));
}

/* One of several words, or their count after an error. */
static size_t word_of(Loader *loader, const Node *node, const char *const *words, size_t count, const char *what,
                      const char *all) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], node->text) == 0) return i;
    diag_add(loader->diags, SEVERITY_ERROR, node->loc, hint_near(loader, node->text, words, count, all),
             "unknown %s '%s'", what, yaml_shown(node->text, loader->arena));
    return count;
}

static void read_channels(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    int64_t value;
    if (!scalar_integer(loader, node, &value)) return;
    if (value != 1 && value != 2 && value != 4) return expected(loader, node, "1, 2 or 4 channels");
    memcpy((char *)target + field->offset, &(int){(int)value}, sizeof(int));
}

static bool read_address(Loader *loader, const Node *node, TextureAddress *address) {
    static const char *const words[] = {"clamp", "wrap", "mirror", "border"};
    static const TextureAddress modes[] = {TEXTURE_CLAMP, TEXTURE_WRAP, TEXTURE_MIRROR, TEXTURE_BORDER, TEXTURE_CLAMP};
    if (scalar_text(loader, node, "clamp, wrap, mirror or border") == NULL) return false;
    *address = modes[word_of(loader, node, words, 4, "address mode", "they are clamp, wrap, mirror and border")];
    return true;
}

static void read_texture_address(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    TextureAddress address[2];
    if (node->kind == NODE_LIST) {
        if (node->count != 2) return expected(loader, node, "one address mode, or two as in [clamp, wrap]");
        for (size_t i = 0; i < 2; i++)
            if (!read_address(loader, node->items[i], &address[i])) return;
    } else {
        if (!read_address(loader, node, &address[0])) return;
        address[1] = address[0];
    }
    memcpy((char *)target + field->offset, address, sizeof address);
}

static void read_texture_filter(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    static const char *const words[] = {"point", "linear"};
    if (scalar_text(loader, node, "point or linear") == NULL) return;
    TextureFilter filter =
        word_of(loader, node, words, 2, "filter", "they are point and linear") == 1 ? TEXTURE_LINEAR : TEXTURE_POINT;
    memcpy((char *)target + field->offset, &filter, sizeof filter);
}

static void read_texture_read(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    static const char *const words[] = {"element", "normalised"};
    if (scalar_text(loader, node, "element or normalised") == NULL) return;
    bool normalised = word_of(loader, node, words, 2, "way to read", "they are element and normalised") == 1;
    memcpy((char *)target + field->offset, &normalised, sizeof normalised);
}

typedef struct InitMap {
    const Expr *fill, *formula;
    const double *values;
    size_t value_count;
} InitMap;

static const Field init_fields[] = {
    {"fill", FIELD_EXPRESSION, false, offsetof(InitMap, fill), SIZE_MAX, NAMES_PARAMS, NULL},
    {"values", FIELD_NUMBERS, false, offsetof(InitMap, values), offsetof(InitMap, value_count), NAMES_UNCHECKED, NULL},
    {"formula", FIELD_EXPRESSION, false, offsetof(InitMap, formula), SIZE_MAX, NAMES_ELEMENT, NULL},
};
const Shape init_shape = {"an `init`", sizeof(InitMap), SIZE_MAX, init_fields, 3, NULL, NULL};

const char *const init_words[INIT_WORDS] = {"zero", "iota", "random"};

static const char *const init_expected = "zero, iota, random, {fill: x}, {values: [...]} or {formula: expression}";

static void read_init(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field, (void)loc;
    ArgSpec *arg = target;
    if (node->kind == NODE_SCALAR && node->text[0]) {
        static const InitKind kinds[INIT_WORDS + 1] = {INIT_ZERO, INIT_IOTA, INIT_RANDOM, INIT_ZERO};
        arg->init = kinds[word_of(loader, node, init_words, INIT_WORDS, "initial contents",
                                  arena_printf(loader->arena, "they are %s", init_expected))];
        return;
    }
    if (node->kind != NODE_MAP || node->count != 1) return expected(loader, node, init_expected);
    InitMap init = {0};
    shape_load(loader, &init_shape, node, &init);
    arg->init = init.values != NULL ? INIT_VALUES : init.formula != NULL ? INIT_FORMULA : INIT_FILL;
    arg->fill = init.formula != NULL ? init.formula : init.fill;
    arg->values = init.values;
    arg->value_count = init.value_count;
}

typedef struct ReferenceMap {
    const Expr *formula;
    const char *kernel;
} ReferenceMap;

static const Field reference_fields[] = {
    {"formula", FIELD_EXPRESSION, false, offsetof(ReferenceMap, formula), SIZE_MAX, NAMES_UNCHECKED, NULL},
    {"kernel", FIELD_IDENTIFIER, false, offsetof(ReferenceMap, kernel), SIZE_MAX, NAMES_UNCHECKED, NULL},
};
const Shape reference_shape = {"a `reference`", sizeof(ReferenceMap), SIZE_MAX, reference_fields, 2, NULL, NULL};

static void read_reference(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field, (void)loc;
    ArgSpec *arg = target;
    const char *what = "the name of a host function, {formula: expression} or {kernel: name}";
    if (node->kind == NODE_SCALAR && node->text[0]) {
        size_t count;
        const char *const *names = reference_names(&count);
        const char *all = "the host functions are";
        for (size_t i = 0; i < count; i++) all = arena_printf(loader->arena, "%s%s %s", all, i ? "," : "", names[i]);
        arg->reference = REFERENCE_HOST;
        arg->reference_name = node->text;
        word_of(loader, node, names, count, "host function", all);
        return;
    }
    if (node->kind != NODE_MAP || node->count != 1) return expected(loader, node, what);
    ReferenceMap reference = {0};
    shape_load(loader, &reference_shape, node, &reference);
    arg->reference = reference.formula != NULL ? REFERENCE_FORMULA : REFERENCE_KERNEL;
    arg->reference_formula = reference.formula;
    arg->reference_name = reference.kernel;
}

/* ---- goals, what to show, answers -------------------------------------------------------------------------------- */

typedef VEC(Goal) GoalVec;

static void add_goals(Loader *loader, GoalVec *goals, Goal goal) {
    Goal a = goal, b = goal;
    if (expr_both(goal.expr, &a.expr, &b.expr)) {
        add_goals(loader, goals, a);
        add_goals(loader, goals, b);
    } else {
        vec_push(loader->arena, goals, goal);
    }
}

/* Points of `a && b` would be those of two goals. */
static void check_points(Loader *loader, const Node *node, const Goal *goal) {
    const Expr *left, *right;
    const Pair *points = node_find(node, "points");
    if (points != NULL && goal->points.given && goal->expr != NULL && expr_both(goal->expr, &left, &right))
        diag_add(loader->diags, SEVERITY_ERROR, points->loc, "make two entries of it, each with its points",
                 "'a && b' is two goals, and these points would be given twice");
}

static void read_goals(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of expressions, as in [correct, findings == 0]")) return;
    if (field->required && !node->count) expected(loader, node, "at least one expression");
    GoalVec goals = {0};
    for (size_t i = 0; i < node->count; i++) {
        Goal goal = {0};
        if (node->items[i]->kind == NODE_MAP)
            shape_load(loader, field->shape, node->items[i], &goal), check_points(loader, node->items[i], &goal);
        else
            goal.expr = scalar_expression(loader, node->items[i], field->names);
        if (goal.expr != NULL) add_goals(loader, &goals, goal);
    }
    store_list(field, target, goals.at, goals.count);
}

const char *const show_words[SHOW_WORDS] = {"lines", "banks", "source", "output"};
static const unsigned show_bits[SHOW_WORDS] = {SHOW_LINES, SHOW_BANKS, SHOW_SOURCE, SHOW_OUTPUT};

static void show_one(Loader *loader, const Node *node, Step *step) {
    const char *text = scalar_text(loader, node, "the name of a metric");
    if (text == NULL) return;
    Metric metric = metric_find(text);
    if (metric != METRIC_NONE) {
        step->show[step->show_count++] = metric;
        return;
    }
    for (size_t i = 0; i < SHOW_WORDS; i++)
        if (strcmp(show_words[i], text) == 0) {
            step->show_extra |= show_bits[i];
            return;
        }
    const char *names[METRIC_CAPACITY + SHOW_WORDS];
    for (size_t i = 0; i < metric_count; i++) names[i] = metric_info[i].name;
    for (size_t i = 0; i < SHOW_WORDS; i++) names[metric_count + i] = show_words[i];
    diag_add(loader->diags, SEVERITY_ERROR, node->loc,
             hint_near(loader, text, names, metric_count + SHOW_WORDS,
                       "`warpschool metrics` lists them; besides there are lines, banks, source and output"),
             "unknown metric '%s'", yaml_shown(text, loader->arena));
}

static void read_show(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field, (void)loc;
    Step *step = target;
    if (!is_list(loader, node, "a list of metrics")) return;
    step->show = arena_array(loader->arena, Metric, node->count + 1);
    for (size_t i = 0; i < node->count; i++) show_one(loader, node->items[i], step);
}

/* Does text hold a word that is a parameter or a metric? Then it was meant as an expression. */
static bool mentions_names(Loader *loader, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    while (*(text += strcspn(text, letters))) {
        size_t size = strspn(text, letters);
        const char *word = arena_string_n(loader->arena, text, size);
        if (metric_find(word) != METRIC_NONE) return true;
        text += size;
    }
    return false;
}

static bool is_choice(const Question *question, const char *text) {
    for (size_t i = 0; i < question->choice_count; i++)
        if (strcmp(question->choices[i], text) == 0) return true;
    return false;
}

static const Expr *text_answer(Loader *loader, const Node *node) {
    Value value = {.kind = VALUE_TEXT, .text = node->text};
    return expr_constant(value, node->text, node->loc, loader->arena);
}

/* `answer: 32`, `answer: shared.load.wavefronts` and `answer: The first one` are all written without quotes. An
 * answer equal to a choice is that text; otherwise an expression over known names is an expression; anything else is
 * a text. */
static void read_answer(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field, (void)loc;
    Question *question = target;
    const char *text = scalar_text(loader, node, "an expression or a text");
    if (text == NULL) return;
    DiagList quiet = diag_list(loader->arena);
    const Expr *expr = expr_parse(text, scalar_loc(node), loader->arena, &quiet);
    bool known = expr != NULL && names_all_known(expr, NAMES_LAUNCH, loader->lesson);
    double number;
    if (is_choice(question, text) && !text_to_f64(text, &number))
        question->answer = text_answer(loader, node);
    else if (known)
        question->answer = expr;
    else if (expr == NULL && !mentions_names(loader, text))
        question->answer = text_answer(loader, node);
    else
        question->answer = scalar_expression(loader, node, NAMES_LAUNCH);
}

ReadField *const lesson_readers[FIELD_TYPE_COUNT] = {
    [FIELD_MARKDOWN] = read_markdown,
    [FIELD_EXPRESSION] = read_expression,
    [FIELD_EXPRESSIONS] = read_expressions,
    [FIELD_DIMENSIONS] = read_dimensions,
    [FIELD_MARKDOWNS] = read_markdowns,
    [FIELD_PARAMS] = read_params,
    [FIELD_BINDINGS] = read_bindings,
    [FIELD_DRAWS] = read_draws,
    [FIELD_DEFINES] = read_defines,
    [FIELD_SCALAR_TYPE] = read_scalar_type,
    [FIELD_CHANNELS] = read_channels,
    [FIELD_TEXTURE_ADDRESS] = read_texture_address,
    [FIELD_TEXTURE_FILTER] = read_texture_filter,
    [FIELD_TEXTURE_READ] = read_texture_read,
    [FIELD_HOST_MEMORY] = read_host_memory,
    [FIELD_SCHEDULE] = read_schedule,
    [FIELD_INIT] = read_init,
    [FIELD_REFERENCE] = read_reference,
    [FIELD_GOALS] = read_goals,
    [FIELD_SHOW] = read_show,
    [FIELD_OVER] = read_over,
    [FIELD_ANSWER] = read_answer,
};
