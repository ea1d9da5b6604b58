/* The loop over a shape's fields, and the types of value that any format would have. */
#include "course/fields.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"

/* ---- for all readers --------------------------------------------------------------------------------------------- */

void expected(Loader *loader, const Node *node, const char *what) {
    if (node->kind == NODE_BROKEN) return;
    diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL, "expected %s, found %s", what,
             node_shown(node, loader->arena));
}

const char *scalar_text(Loader *loader, const Node *node, const char *what) {
    if (node->kind == NODE_SCALAR && node->text[0]) return node->text;
    expected(loader, node, what);
    return NULL;
}

Loc scalar_loc(const Node *node) {
    Loc loc = node->loc;
    if (node->quoted) loc.column++;
    if (node->block) loc.line++, loc.column = 0;
    return loc;
}

bool scalar_integer(Loader *loader, const Node *node, int64_t *value) {
    if (node->kind == NODE_SCALAR && text_to_i64(node->text, value)) return true;
    expected(loader, node, "a whole number");
    return false;
}

bool is_list(Loader *loader, const Node *node, const char *what) {
    if (node->kind == NODE_LIST) return true;
    expected(loader, node, what);
    return false;
}

bool is_map(Loader *loader, const Node *node, const char *what) {
    if (node->kind == NODE_MAP) return true;
    expected(loader, node, what);
    return false;
}

bool is_identifier(const char *text) {
    if (text[0] >= '0' && text[0] <= '9') return false;
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return size > 0 && !text[size];
}

const char *hint_near(Loader *loader, const char *word, const char *const *candidates, size_t count,
                      const char *fallback) {
    const char *near = strlen(word) <= 60 ? text_nearest(word, candidates, count) : NULL;
    return near != NULL ? arena_printf(loader->arena, "did you mean '%s'?", near) : fallback;
}

/* memcpy: the fields are pointers of many types. */
void store_pointer(void *target, size_t offset, const void *pointer) {
    memcpy((char *)target + offset, &pointer, sizeof pointer);
}

void store_list(const Field *field, void *target, const void *array, size_t count) {
    store_pointer(target, field->offset, array);
    memcpy((char *)target + field->count_offset, &count, sizeof count);
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static void read_version(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)field, (void)loc, (void)target;
    int64_t version;
    if (scalar_integer(loader, node, &version) && version != 1)
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, "write 'format: 1', or use a newer warpschool",
                 "this program reads format 1, not %lld", (long long)version);
}

static void read_line(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "a line of text");
    if (text == NULL) return;
    if (strchr(text, '\n') != NULL)
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL, "'%s' must be one line", field->key);
    store_pointer(target, field->offset, text);
}

static void read_name(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "a name");
    if (text == NULL) return;
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    if (text[size])
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL,
                 "'%s' is no name: it may hold letters, digits, '-' and '_'", yaml_shown(text, loader->arena));
    store_pointer(target, field->offset, text);
}

static void read_identifier(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "a name as C writes it");
    if (text == NULL) return;
    if (!is_identifier(text) || strlen(text) > 200)
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL,
                 "'%s' is no name in C: letters, digits and '_', not beginning with a digit",
                 yaml_shown(text, loader->arena));
    store_pointer(target, field->offset, text);
}

static void read_file_name(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const char *text = scalar_text(loader, node, "a file name");
    if (text == NULL) return;
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
    if (text[size] || text[0] == '.' || strlen(text) > 200)
        diag_add(loader->diags, SEVERITY_ERROR, node->loc,
                 "give the name alone, of letters, digits, '-', '_' and '.'; the folder is fixed",
                 "'%s' is no file name", yaml_shown(text, loader->arena));
    store_pointer(target, field->offset, text);
}

static void read_truth(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    bool is_true = node->kind == NODE_SCALAR && strcmp(node->text, "true") == 0;
    bool is_false = node->kind == NODE_SCALAR && strcmp(node->text, "false") == 0;
    if (!is_true && !is_false) {
        expected(loader, node, "true or false");
        is_true = true; /* of the two the one that other keys are more likely to need */
    }
    memcpy((char *)target + field->offset, &is_true, sizeof is_true);
}

static void read_integer(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    int64_t value;
    if (scalar_integer(loader, node, &value)) memcpy((char *)target + field->offset, &value, sizeof value);
}

static void read_unsigned(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    int64_t value;
    if (!scalar_integer(loader, node, &value)) return;
    if (value < 0) return expected(loader, node, "a whole number that is not negative");
    memcpy((char *)target + field->offset, &(uint64_t){(uint64_t)value}, sizeof(uint64_t));
}

static void read_registers(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    int64_t value;
    if (!scalar_integer(loader, node, &value)) return;
    if (value < 1 || value > 255) return expected(loader, node, "1 to 255 registers a thread");
    memcpy((char *)target + field->offset, &(int){(int)value}, sizeof(int));
}

static void read_points(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    int64_t value;
    if (!scalar_integer(loader, node, &value)) return;
    if (value < 0 || value > POINTS_MOST)
        return expected(loader, node, arena_printf(loader->arena, "0 to %d points", POINTS_MOST));
    GivenPoints points = {true, (unsigned)value};
    memcpy((char *)target + field->offset, &points, sizeof points);
}

static void read_tolerance(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    double value;
    if (node->kind != NODE_SCALAR || !text_to_f64(node->text, &value) || !(value >= 0) || isinf(value))
        return expected(loader, node, "a number that is not negative");
    memcpy((char *)target + field->offset, &value, sizeof value);
}

static void read_map(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_map(loader, node, field->shape->what)) return;
    void *value = arena_alloc(loader->arena, field->shape->size, 16);
    shape_load(loader, field->shape, node, value);
    store_pointer(target, field->offset, value);
}

static void read_list(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    const Shape *shape = field->shape;
    if (!is_list(loader, node, arena_printf(loader->arena, "a list with %s in each entry", shape->what))) return;
    if (field->required && !node->count) expected(loader, node, "at least one entry");
    char *array = arena_alloc_array(loader->arena, shape->size, node->count + 1, 16);
    for (size_t i = 0; i < node->count; i++)
        if (is_map(loader, node->items[i], shape->what))
            shape_load(loader, shape, node->items[i], array + i * shape->size);
    store_list(field, target, array, node->count);
}

static void read_lines(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of short texts")) return;
    const char **lines = arena_array(loader->arena, const char *, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        const char *text = scalar_text(loader, node->items[i], "a short text");
        lines[i] = text != NULL ? text : "";
    }
    store_list(field, target, lines, node->count);
}

static void read_integers(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of whole numbers")) return;
    if (!node->count) expected(loader, node, "at least one whole number");
    int64_t *values = arena_array(loader->arena, int64_t, node->count + 1);
    for (size_t i = 0; i < node->count; i++) scalar_integer(loader, node->items[i], &values[i]);
    store_list(field, target, values, node->count);
}

static void read_numbers(Loader *loader, const Field *field, const Node *node, Loc loc, void *target) {
    (void)loc;
    if (!is_list(loader, node, "a list of numbers")) return;
    if (!node->count) expected(loader, node, "at least one number");
    double *values = arena_array(loader->arena, double, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        const Node *item = node->items[i];
        int64_t integer;
        if (item->kind == NODE_SCALAR && text_to_i64(item->text, &integer))
            values[i] = (double)integer;
        else if (item->kind != NODE_SCALAR || !text_to_f64(item->text, &values[i]))
            expected(loader, item, "a number");
    }
    store_list(field, target, values, node->count);
}

/* The other types are in loader->readers. */
static ReadField *const readers[FIELD_TYPE_COUNT] = {
    [FIELD_VERSION] = read_version,   [FIELD_LINE] = read_line,
    [FIELD_NAME] = read_name,         [FIELD_IDENTIFIER] = read_identifier,
    [FIELD_FILE] = read_file_name,    [FIELD_TRUTH] = read_truth,
    [FIELD_INTEGER] = read_integer,   [FIELD_REGISTERS] = read_registers,
    [FIELD_UNSIGNED] = read_unsigned, [FIELD_TOLERANCE] = read_tolerance,
    [FIELD_MAP] = read_map,           [FIELD_LIST] = read_list,
    [FIELD_LINES] = read_lines,       [FIELD_INTEGERS] = read_integers,
    [FIELD_NUMBERS] = read_numbers,   [FIELD_POINTS] = read_points,
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static const Field *find_field(const Shape *shape, const char *key) {
    for (size_t i = 0; i < shape->field_count; i++)
        if (strcmp(shape->fields[i].key, key) == 0) return &shape->fields[i];
    return NULL;
}

/* The known key that an unknown one was meant to be, or NULL. */
static const char *meant_key(Loader *loader, const Shape *shape, const char *key) {
    const char **keys = arena_array(loader->arena, const char *, shape->field_count);
    for (size_t i = 0; i < shape->field_count; i++) keys[i] = shape->fields[i].key;
    return strlen(key) <= 60 ? text_nearest(key, keys, shape->field_count) : NULL;
}

static void unknown_key(Loader *loader, const Shape *shape, const Pair *pair) {
    const char *near = meant_key(loader, shape, pair->key);
    const char *hint = arena_printf(loader->arena, "the keys of %s are", shape->what);
    for (size_t i = 0; i < shape->field_count; i++)
        hint = arena_printf(loader->arena, "%s%s %s", hint, i ? "," : "", shape->fields[i].key);
    if (near != NULL) hint = arena_printf(loader->arena, "did you mean '%s'?", near);
    diag_add(loader->diags, SEVERITY_ERROR, pair->loc, hint, "unknown key '%s'", yaml_shown(pair->key, loader->arena));
}

void shape_lacks(Loader *loader, const Shape *shape, const Node *map, const char *key) {
    for (size_t i = 0; i < map->count; i++)
        if (find_field(shape, map->pairs[i].key) == NULL &&
            text_equal(meant_key(loader, shape, map->pairs[i].key), key))
            return;
    diag_add(loader->diags, SEVERITY_ERROR, map->loc, NULL, "%s needs the key '%s'", shape->what, key);
}

/* Fields are read in the table's order, not the file's: a later one may need what an earlier one gave. */
void shape_load(Loader *loader, const Shape *shape, const Node *map, void *target) {
    if (shape->loc_offset != SIZE_MAX) memcpy((char *)target + shape->loc_offset, &map->loc, sizeof map->loc);
    if (shape->start != NULL) shape->start(target);
    for (size_t i = 0; i < map->count; i++)
        if (find_field(shape, map->pairs[i].key) == NULL) unknown_key(loader, shape, &map->pairs[i]);
    for (size_t i = 0; i < shape->field_count; i++) {
        const Field *field = &shape->fields[i];
        const Pair *pair = node_find(map, field->key);
        ReadField *read = readers[field->type] != NULL ? readers[field->type] : loader->readers[field->type];
        if (pair != NULL)
            read(loader, field, pair->value, pair->loc, target);
        else if (field->required && !map->incomplete)
            shape_lacks(loader, shape, map, field->key);
    }
    if (shape->check != NULL && !map->incomplete) shape->check(loader, map, target);
}

/* ---- walking ----------------------------------------------------------------------------------------------------- */

void shape_each(const Shape *shape, const Node *map, FieldVisit *visit, void *context) {
    for (size_t i = 0; map->kind == NODE_MAP && i < map->count; i++) {
        const Field *field = find_field(shape, map->pairs[i].key);
        const Node *value = map->pairs[i].value;
        if (field == NULL) continue;
        visit(context, shape, field, value);
        const Shape *below = field->shape;
        if (below == NULL) continue;
        if (field->type == FIELD_MAP) shape_each(below, value, visit, context);
        for (size_t k = 0; value->kind == NODE_LIST && k < value->count; k++)
            shape_each(below, value->items[k], visit, context);
        for (size_t k = 0; field->type == FIELD_PARAMS && value->kind == NODE_MAP && k < value->count; k++)
            shape_each(below, value->pairs[k].value, visit, context);
    }
}
