#include "course/pack_file.h"

#include <string.h>

#include "base/file.h"
#include "course/fields.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define AT(type, member) offsetof(type, member), SIZE_MAX

enum { PACK_LESSONS = 1000 };

/* ---- lessons ----------------------------------------------------------------------------------------------------- */

static bool is_lesson_id(const char *text) {
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return size > 0 && size <= 200 && text[size] == '\0';
}

static bool read_use(Loader *loader, const Node *node, PackLesson *lesson) {
    const char *text = scalar_text(loader, node, "a pack and a lesson, as in warpschool/05-banks");
    const char *slash = text != NULL ? strchr(text, '/') : NULL;
    if (text == NULL) return false;
    lesson->pack = slash != NULL ? arena_string_n(loader->arena, text, (size_t)(slash - text)) : "";
    lesson->id = slash != NULL ? slash + 1 : "";
    if (pack_is_name(lesson->pack) && is_lesson_id(lesson->id)) return true;
    diag_add(loader->diags, SEVERITY_ERROR, node->loc, "write a pack's name and a lesson's: warpschool/05-banks",
             "'%s' is no lesson of a pack", yaml_shown(text, loader->arena));
    return false;
}

static bool read_lesson(Loader *loader, const Node *node, PackLesson *lesson) {
    const Pair *use = node_find(node, "use");
    *lesson = (PackLesson){.loc = node->loc};
    if (node->kind == NODE_MAP && use != NULL && node->count == 1) return read_use(loader, use->value, lesson);
    if (node->kind != NODE_SCALAR || !is_lesson_id(node->text)) {
        expected(loader, node, "the id of a lesson, or {use: PACK/LESSON}");
        return false;
    }
    lesson->id = node->text;
    return true;
}

static void read_lessons(Loader *loader, const Node *node, PackFile *file) {
    if (!is_list(loader, node, "a list of lessons")) return;
    file->ordered = true;
    file->lessons = arena_array(loader->arena, PackLesson, node->count + 1);
    if (node->count > PACK_LESSONS)
        diag_add(loader->diags, SEVERITY_ERROR, node->loc, NULL, "a pack has at most %d lessons", PACK_LESSONS);
    for (size_t i = 0; i < node->count && i < PACK_LESSONS; i++) {
        PackLesson *lesson = &file->lessons[file->lesson_count];
        if (!read_lesson(loader, node->items[i], lesson)) continue;
        bool twice = false;
        for (size_t k = 0; k < file->lesson_count; k++) twice |= text_equal(file->lessons[k].id, lesson->id);
        if (twice)
            diag_add(loader->diags, SEVERITY_ERROR, lesson->loc, NULL, "two lessons are called '%s'", lesson->id);
        else
            file->lesson_count++;
    }
}

/* ---- exercises --------------------------------------------------------------------------------------------------- */

static const Field exercise_fields[] = {
    {"due", FIELD_LINE, false, AT(PackExercise, due), NAMES_UNCHECKED, NULL},
    {"points", FIELD_POINTS, false, AT(PackExercise, points), NAMES_UNCHECKED, NULL},
    {"hidden", FIELD_TRUTH, false, AT(PackExercise, hidden), NAMES_UNCHECKED, NULL},
};

/* The digits of a part of a date, from low to high. */
static bool is_number(const char *text, int low, int high) {
    if (strspn(text, "0123456789") < 2) return false;
    int value = (text[0] - '0') * 10 + text[1] - '0';
    return value >= low && value <= high;
}

/* "2026-12-01" or "2026-12-01T23:59" */
static bool is_date(const char *text) {
    static const char form[] = "dddd-dd-ddTdd:dd";
    size_t size = strlen(text);
    if (size != 10 && size != 16) return false;
    for (size_t i = 0; i < size; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return false;
    if (!is_number(text + 5, 1, 12) || !is_number(text + 8, 1, 31)) return false;
    return size == 10 || (is_number(text + 11, 0, 23) && is_number(text + 14, 0, 59));
}

static void check_exercise(Loader *loader, const Node *map, void *target) {
    const PackExercise *exercise = target;
    if (exercise->due != NULL && !is_date(exercise->due))
        diag_add(loader->diags, SEVERITY_ERROR, node_find(map, "due")->value->loc,
                 "write 2026-12-01, or 2026-12-01T23:59", "'%s' is no date", yaml_shown(exercise->due, loader->arena));
}

static const Shape exercise_shape = {
    "an exercise's entry", sizeof(PackExercise),   offsetof(PackExercise, loc),
    exercise_fields,       COUNT(exercise_fields), NULL,
    check_exercise,
};

static void read_exercises(Loader *loader, const Node *node, PackFile *file) {
    if (!is_map(loader, node, "a map of exercises by their ids")) return;
    file->exercises = arena_array(loader->arena, PackExercise, node->count + 1);
    for (size_t i = 0; i < node->count; i++) {
        PackExercise *exercise = &file->exercises[file->exercise_count];
        if (!is_map(loader, node->pairs[i].value, exercise_shape.what)) continue;
        shape_load(loader, &exercise_shape, node->pairs[i].value, exercise);
        exercise->id = node->pairs[i].key;
        exercise->loc = node->pairs[i].loc;
        file->exercise_count++;
    }
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* Lists and maps are read by themselves: `lessons` holds words and maps, `exercises` names. */
static const Field file_fields[] = {
    {"format", FIELD_VERSION, true, SIZE_MAX, SIZE_MAX, NAMES_UNCHECKED, NULL},
    {"title", FIELD_LINE, false, AT(PackFile, title), NAMES_UNCHECKED, NULL},
    {"handed_out", FIELD_TRUTH, false, AT(PackFile, handed_out), NAMES_UNCHECKED, NULL},
};
static const Shape file_shape = {
    "a pack", sizeof(PackFile), SIZE_MAX, file_fields, COUNT(file_fields), NULL, NULL,
};

static void read_root(Loader *loader, const Node *root, PackFile *file) {
    Node plain = *root; /* without the two */
    plain.pairs = arena_array(loader->arena, Pair, root->count + 1);
    plain.count = 0;
    for (size_t i = 0; i < root->count; i++) {
        const Pair *pair = &root->pairs[i];
        if (strcmp(pair->key, "lessons") == 0)
            read_lessons(loader, pair->value, file);
        else if (strcmp(pair->key, "exercises") == 0)
            read_exercises(loader, pair->value, file);
        else
            plain.pairs[plain.count++] = *pair;
    }
    shape_load(loader, &file_shape, &plain, file);
}

void pack_file_load(Pack *pack, PackFile *file) {
    Arena *arena = pack->arena;
    const char *path = path_join(arena, pack->folder, "pack.yaml"), *why;
    *file = (PackFile){0};
    if (!file_exists(path)) return;
    size_t size;
    char *text = file_read_text(arena, path, &size, &why);
    if (text == NULL) {
        diag_add(&pack->diags, SEVERITY_ERROR, (Loc){path, 0, 0}, NULL, "this file %s", why);
        return;
    }
    Loader loader = {arena, &pack->diags, NULL, lesson_readers};
    const Node *root = yaml_parse(path, text, size, arena, &pack->diags);
    if (root != NULL && is_map(&loader, root, "a map that begins with 'format: 1'")) read_root(&loader, root, file);
    pack->title = file->title;
    pack->handed_out = file->handed_out;
}
