/* docs/lesson.schema.json, which editors complete and check lessons with, against the loader's own tables: each key
 * with its type, both ways, each list of words. That the schema means what it says is shown by a small validator of
 * ours: it takes every lesson of the pack, and refuses the wrong ones that a schema can refuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <regex.h>
#include <cmocka.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/fields.h"
#include "course/reference.h"

static Arena *arena;
static json_t *schema;

static int set_up(void **state) {
    (void)state;
    json_error_t error;
    arena = arena_new();
    schema = json_load_file("docs/lesson.schema.json", 0, &error);
    if (schema == NULL) fail_msg("docs/lesson.schema.json:%d: %s", error.line, error.text);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    json_decref(schema);
    arena_free(arena);
    return 0;
}

/* A value as JSON; a string without its quotes. */
static const char *shown(const json_t *value) {
    if (json_is_string(value)) return json_string_value(value);
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    const char *copy = arena_string(arena, text);
    free(text);
    return copy;
}

static json_t *definition(const char *name) {
    json_t *found = json_object_get(json_object_get(schema, "$defs"), name);
    if (found == NULL) fail_msg("the schema has no $defs/%s", name);
    return found;
}

/* ---- the schema and the loader's tables -------------------------------------------------------------------------- */

/* Each type of field as the schema writes it. MAP and LIST depend on the shape below. */
static const char *const written[FIELD_TYPE_COUNT] = {
    [FIELD_VERSION] = "{'const':1}",
    [FIELD_LINE] = "{'$ref':'#/$defs/line'}",
    [FIELD_MARKDOWN] = "{'$ref':'#/$defs/text'}",
    [FIELD_NAME] = "{'$ref':'#/$defs/name'}",
    [FIELD_IDENTIFIER] = "{'$ref':'#/$defs/identifier'}",
    [FIELD_FILE] = "{'$ref':'#/$defs/file'}",
    [FIELD_TRUTH] = "{'type':'boolean'}",
    [FIELD_INTEGER] = "{'type':'integer'}",
    [FIELD_REGISTERS] = "{'$ref':'#/$defs/registers'}",
    [FIELD_POINTS] = "{'$ref':'#/$defs/points'}",
    [FIELD_UNSIGNED] = "{'$ref':'#/$defs/unsigned'}",
    [FIELD_TOLERANCE] = "{'$ref':'#/$defs/tolerance'}",
    [FIELD_EXPRESSION] = "{'$ref':'#/$defs/expression'}",
    [FIELD_EXPRESSIONS] = "{'$ref':'#/$defs/expressions'}",
    [FIELD_DIMENSIONS] = "{'$ref':'#/$defs/dimensions'}",
    [FIELD_LINES] = "{'$ref':'#/$defs/lines'}",
    [FIELD_MARKDOWNS] = "{'$ref':'#/$defs/texts'}",
    [FIELD_INTEGERS] = "{'$ref':'#/$defs/integers'}",
    [FIELD_NUMBERS] = "{'$ref':'#/$defs/numbers'}",
    [FIELD_PARAMS] = "{'$ref':'#/$defs/parameters'}",
    [FIELD_BINDINGS] = "{'$ref':'#/$defs/bindings'}",
    [FIELD_DEFINES] = "{'$ref':'#/$defs/defines'}",
    [FIELD_SCALAR_TYPE] = "{'$ref':'#/$defs/scalar-type'}",
    [FIELD_CHANNELS] = "{'$ref':'#/$defs/channels'}",
    [FIELD_TEXTURE_ADDRESS] = "{'$ref':'#/$defs/texture-address'}",
    [FIELD_TEXTURE_FILTER] = "{'$ref':'#/$defs/texture-filter'}",
    [FIELD_TEXTURE_READ] = "{'$ref':'#/$defs/texture-read'}",
    [FIELD_HOST_MEMORY] = "{'$ref':'#/$defs/host-memory'}",
    [FIELD_SCHEDULE] = "{'$ref':'#/$defs/schedule'}",
    [FIELD_INIT] = "{'$ref':'#/$defs/initial'}",
    [FIELD_REFERENCE] = "{'$ref':'#/$defs/expected'}",
    [FIELD_GOALS] = "{'$ref':'#/$defs/goals'}",
    [FIELD_SHOW] = "{'$ref':'#/$defs/show'}",
    [FIELD_DRAWS] = "{'$ref':'#/$defs/draws'}",
    [FIELD_OVER] = "{'$ref':'#/$defs/over'}",
    [FIELD_ANSWER] = "{'$ref':'#/$defs/answer'}",
};

/* "a `host` map" is defined as "host-map". */
static const char *shape_name(const Shape *shape) {
    const char *at = strchr(shape->what, ' ') + 1;
    Text name = {0};
    for (; *at != '\0'; at++)
        if (*at != '`') text_add_char(&name, *at == ' ' ? '-' : *at);
    return text_take(&name, arena);
}

static const char *field_written(const Field *field) {
    if (field->type != FIELD_MAP && field->type != FIELD_LIST) return written[field->type];
    const char *item = arena_printf(arena, "{'$ref':'#/$defs/%s'}", shape_name(field->shape));
    if (field->type == FIELD_MAP) return item;
    return arena_printf(arena, "{'type':'array','items':%s%s}", item, field->required ? ",'minItems':1" : "");
}

typedef VEC(const Shape *) Shapes;

static void compare_field(const Shape *shape, const Field *field, const json_t *property) {
    const char *text = field_written(field);
    if (text == NULL) fail_msg("this test does not know how %s's '%s' is written", shape->what, field->key);
    char *quoted = arena_string(arena, text);
    for (char *c = quoted; *c != '\0'; c++)
        if (*c == '\'') *c = '"';
    json_t *wanted = json_loads(quoted, 0, NULL), *found = json_copy((json_t *)property);
    json_object_del(found, "description");
    if (!json_equal(wanted, found))
        fail_msg("'%s' of %s: the loader reads %s, the schema says %s", field->key, shape->what, quoted, shown(found));
    json_decref(wanted);
    json_decref(found);
}

static bool requires(const json_t *object, const char *key) {
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(object, "required"), i,
                       name) if (text_equal(json_string_value(name), key)) return true;
    return false;
}

static void compare_shape(const Shape *shape, json_t *object, Shapes *seen) {
    for (size_t i = 0; i < seen->count; i++)
        if (seen->at[i] == shape) return;
    vec_push(arena, seen, shape);
    const json_t *properties = json_object_get(object, "properties");
    assert_true(json_is_false(json_object_get(object, "additionalProperties")));
    size_t required = 0;
    for (size_t i = 0; i < shape->field_count; i++) {
        const Field *field = &shape->fields[i];
        const json_t *property = json_object_get(properties, field->key);
        if (property == NULL) fail_msg("the schema of %s lacks the key '%s'", shape->what, field->key);
        compare_field(shape, field, property);
        if (requires(object, field->key) != field->required)
            fail_msg("'%s' of %s: the loader and the schema disagree on whether it is required", field->key,
                     shape->what);
        required += field->required;
        if (field->shape != NULL) compare_shape(field->shape, definition(shape_name(field->shape)), seen);
    }
    if (json_object_size(properties) != shape->field_count)
        fail_msg("the schema of %s has a key that the loader does not know", shape->what);
    assert_int_equal(json_array_size(json_object_get(object, "required")), required);
}

static void the_schema_has_the_keys_that_the_loader_reads_and_no_others(void **state) {
    (void)state;
    Shapes seen = {0};
    compare_shape(&lesson_shape, schema, &seen);
    compare_shape(&init_shape, definition("init"), &seen);
    compare_shape(&range_shape, definition("range"), &seen);
    compare_shape(&reference_shape, definition("reference"), &seen);
    size_t objects = 0;
    const char *name;
    json_t *object;
    json_object_foreach(json_object_get(schema, "$defs"), name, object) objects +=
        json_object_get(object, "properties") != NULL;
    assert_int_equal(objects + 1, seen.count); /* nothing is left over from a shape that is gone */
}

static void assert_words(const json_t *list, const char *const *words, size_t count) {
    assert_true(json_is_array(list));
    for (size_t i = 0; i < json_array_size(list) && i < count; i++)
        assert_string_equal(json_string_value(json_array_get(list, i)), words[i]);
    assert_int_equal(json_array_size(list), count);
}

static void the_schema_lists_the_words_that_the_loader_takes(void **state) {
    (void)state;
    size_t count;
    const char *const *functions = reference_names(&count);
    assert_words(json_object_get(definition("scalar-type"), "enum"), scalar_name, SCALAR_COUNT);
    assert_words(json_object_get(json_array_get(json_object_get(definition("expected"), "anyOf"), 0), "enum"),
                 functions, count);
    assert_words(json_object_get(json_array_get(json_object_get(definition("initial"), "anyOf"), 0), "enum"),
                 init_words, INIT_WORDS);
    VEC(const char *) shown = {0};
    for (size_t m = 0; m < metric_count; m++) vec_push(arena, &shown, metric_info[m].name);
    for (size_t i = 0; i < SHOW_WORDS; i++) vec_push(arena, &shown, show_words[i]);
    assert_words(json_object_get(json_object_get(definition("show"), "items"), "enum"), shown.at, shown.count);
}

/* Each word of a list in the schema, in a lesson that the loader must then take. format has one %s. */
static void assert_loads(const json_t *words, const char *format) {
    assert_true(json_array_size(words) > 0);
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *text = shown(json_array_get(words, i));
        Text yaml = {0};
        text_add(&yaml,
                 "format: 1\nid: a\ntitle: A\nsource: a.cu\nsteps:\n  - launch: {kernel: k, grid: [1], block: [1], ");
        text_add_n(&yaml, format, (size_t)(strstr(format, "%s") - format));
        text_printf(&yaml, "%s%s}\n", text, strstr(format, "%s") + 2);
        Lesson lesson;
        lesson_parse("a.yaml", yaml.data, yaml.size, arena, &lesson);
        if (!lesson.usable) fail_msg("the loader does not take '%s': %s", text, lesson.diags.first->message);
        text_free(&yaml);
    }
}

static void the_loader_takes_the_words_that_the_schema_lists(void **state) {
    (void)state;
    assert_loads(
        json_object_get(definition("address-mode"), "enum"),
        "args: [{texture: t, type: f32, width: 8, height: 8, init: zero, normalised: true, address: [%s, clamp]}]");
    assert_loads(json_object_get(definition("texture-filter"), "enum"),
                 "args: [{texture: t, type: f32, width: 8, init: zero, filter: %s}]");
    assert_loads(json_object_get(definition("texture-read"), "enum"),
                 "args: [{texture: t, type: u8, width: 8, init: zero, read: %s}]");
    assert_loads(json_object_get(definition("channels"), "enum"),
                 "args: [{texture: t, type: f32, width: 8, init: zero, channels: %s}]");
    assert_loads(json_object_get(definition("host-memory"), "enum"), "host: {memory: %s}");
}

/* ---- the schema and lessons -------------------------------------------------------------------------------------- */

/* The keywords that the schema uses. What a YAML scalar is: a string in quotes, else by its looks. */
static bool valid(json_t *rule, const Node *node);

static bool is_type(const char *type, const Node *node) {
    int64_t integer;
    double number;
    bool plain = node->kind == NODE_SCALAR && !node->quoted && !node->block;
    bool truth = plain && (text_equal(node->text, "true") || text_equal(node->text, "false"));
    bool whole = plain && text_to_i64(node->text, &integer), real = plain && text_to_f64(node->text, &number);
    if (text_equal(type, "object")) return node->kind == NODE_MAP;
    if (text_equal(type, "array")) return node->kind == NODE_LIST;
    if (text_equal(type, "integer")) return whole;
    if (text_equal(type, "number")) return whole || real;
    if (text_equal(type, "boolean")) return truth;
    return text_equal(type, "string") && node->kind == NODE_SCALAR && !whole && !real && !truth && node->text[0];
}

static bool valid_type(const json_t *type, const Node *node) {
    if (json_is_string(type)) return is_type(json_string_value(type), node);
    for (size_t i = 0; i < json_array_size(type); i++)
        if (is_type(json_string_value(json_array_get(type, i)), node)) return true;
    return type == NULL;
}

static bool valid_members(json_t *rule, const Node *node) {
    json_t *properties = json_object_get(rule, "properties"), *others = json_object_get(rule, "additionalProperties");
    for (size_t i = 0; i < node->count; i++) {
        json_t *property = json_object_get(properties, node->pairs[i].key);
        if (property == NULL && json_is_false(others)) return false;
        if (property == NULL) property = others;
        if (property != NULL && !valid(property, node->pairs[i].value)) return false;
    }
    size_t i;
    json_t *key;
    json_array_foreach(json_object_get(rule, "required"), i,
                       key) if (node_find(node, json_string_value(key)) == NULL) return false;
    return true;
}

static bool within(const json_t *rule, const char *least, const char *most, double value) {
    const json_t *low = json_object_get(rule, least), *high = json_object_get(rule, most);
    return (low == NULL || value >= json_number_value(low)) && (high == NULL || value <= json_number_value(high));
}

static size_t count_valid(const json_t *rules, const Node *node) {
    size_t i, found = 0;
    json_t *rule;
    json_array_foreach(rules, i, rule) found += valid(rule, node);
    return found;
}

static bool matches(const char *pattern, const char *text) {
    regex_t regex;
    assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool found = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

static bool valid_scalar(const json_t *rule, const Node *node) {
    const json_t *words = json_object_get(rule, "enum"), *pattern = json_object_get(rule, "pattern");
    bool found = words == NULL;
    for (size_t i = 0; i < json_array_size(words); i++)
        found |= text_equal(shown(json_array_get(words, i)), node->text);
    double number;
    if (text_to_f64(node->text, &number) && !within(rule, "minimum", "maximum", number)) return false;
    const json_t *exactly = json_object_get(rule, "const");
    if (exactly != NULL && !text_equal(node->text, shown(exactly))) return false;
    return found && (pattern == NULL || matches(json_string_value(pattern), node->text));
}

static bool valid(json_t *rule, const Node *node) {
    const char *reference = json_string_value(json_object_get(rule, "$ref"));
    if (reference != NULL) return valid(definition(reference + strlen("#/$defs/")), node);
    const json_t *any = json_object_get(rule, "anyOf"), *one = json_object_get(rule, "oneOf");
    if (any != NULL && count_valid(any, node) == 0) return false;
    if (one != NULL && count_valid(one, node) != 1) return false;
    if (!valid_type(json_object_get(rule, "type"), node)) return false;
    if (node->kind == NODE_SCALAR) return valid_scalar(rule, node);
    if (json_object_get(rule, "enum") != NULL) return false;
    bool list = node->kind == NODE_LIST;
    if (!within(rule, list ? "minItems" : "minProperties", list ? "maxItems" : "maxProperties", (double)node->count))
        return false;
    json_t *items = json_object_get(rule, "items");
    for (size_t i = 0; list && items != NULL && i < node->count; i++)
        if (!valid(items, node->items[i])) return false;
    return list || valid_members(rule, node);
}

static bool lesson_is_valid(const char *path) {
    size_t size;
    const char *why;
    char *text = file_read_text(arena, path, &size, &why);
    if (text == NULL) fail_msg("%s %s", path, why);
    DiagList diags = diag_list(arena);
    const Node *root = yaml_parse(path, text, size, arena, &diags);
    return root != NULL && valid(schema, root);
}

static void every_lesson_of_the_pack_is_valid(void **state) {
    (void)state;
    size_t count;
    const char *why;
    char **names = path_list(arena, "lessons", ".yaml", &count, &why);
    assert_non_null(names);
    for (size_t i = 0; i < count; i++)
        if (!lesson_is_valid(path_join(arena, "lessons", names[i]))) fail_msg("%s is not valid", names[i]);
}

static void lessons_with_wrong_keys_types_or_words_are_not(void **state) {
    (void)state;
    static const char *const wrong[] = {"unknown-keys", "missing", "wrong-types", "list"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (lesson_is_valid(arena_printf(arena, "tests/course/wrong/%s.yaml", wrong[i])))
            fail_msg("%s.yaml is valid", wrong[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_has_the_keys_that_the_loader_reads_and_no_others),
        cmocka_unit_test(the_schema_lists_the_words_that_the_loader_takes),
        cmocka_unit_test(the_loader_takes_the_words_that_the_schema_lists),
        cmocka_unit_test(every_lesson_of_the_pack_is_valid),
        cmocka_unit_test(lessons_with_wrong_keys_types_or_words_are_not),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
