/* grading.yaml: the instructor's file, of which a student sees nothing. docs/lesson-format.md describes it. */
#include "course/grading.h"

#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/fields.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define AT(type, member) offsetof(type, member), SIZE_MAX
#define LIST_AT(type, member, count) offsetof(type, member), offsetof(type, count)

enum { HIDDEN_LAUNCHES = 1000 }; /* of one exercise, after each seed was made a launch */

/* ---- the keys ---------------------------------------------------------------------------------------------------- */

typedef struct LaunchEntry {
    int64_t like; /* 0: not given */
    Binding *with;
    size_t with_count;
    int64_t *seeds;
    size_t seed_count;
    LaunchSpec *launch;
    const char *say;
    GivenPoints points;
    Loc loc;
} LaunchEntry;

typedef struct GoalEntry {
    const Expr *goal;
    const char *say;
    GivenPoints points;
    Loc loc;
} GoalEntry;

typedef struct PartEntry {
    const char *say;
    LaunchEntry *launches;
    size_t launch_count;
    GoalEntry *goals;
    size_t goal_count;
} PartEntry;

static const Field launch_fields[] = {
    {"like", FIELD_INTEGER, false, AT(LaunchEntry, like), NAMES_UNCHECKED, NULL},
    {"with", FIELD_BINDINGS, false, LIST_AT(LaunchEntry, with, with_count), NAMES_UNCHECKED, NULL},
    {"seeds", FIELD_INTEGERS, false, LIST_AT(LaunchEntry, seeds, seed_count), NAMES_UNCHECKED, NULL},
    {"launch", FIELD_MAP, false, AT(LaunchEntry, launch), NAMES_UNCHECKED, &launch_shape},
    {"say", FIELD_LINE, false, AT(LaunchEntry, say), NAMES_UNCHECKED, NULL},
    {"points", FIELD_POINTS, false, AT(LaunchEntry, points), NAMES_UNCHECKED, NULL},
};
static const Field goal_fields[] = {
    {"goal", FIELD_EXPRESSION, true, AT(GoalEntry, goal), NAMES_LAUNCH, NULL},
    {"say", FIELD_LINE, false, AT(GoalEntry, say), NAMES_UNCHECKED, NULL},
    {"points", FIELD_POINTS, false, AT(GoalEntry, points), NAMES_UNCHECKED, NULL},
};

/* The sentence is printed as it stands: a value that is filled in could be a hidden one. */
static void check_say(Loader *loader, const Node *map, void *target) {
    (void)target;
    const Pair *say = node_find(map, "say");
    if (say != NULL && say->value->kind == NODE_SCALAR && strstr(say->value->text, "{{") != NULL)
        diag_add(loader->diags, SEVERITY_ERROR, say->value->loc, "say it without a value",
                 "nothing is filled in for {{ }} here, because it might be what is hidden");
}

static void check_launch_entry(Loader *loader, const Node *map, void *target) {
    const LaunchEntry *entry = target;
    check_say(loader, map, target);
    if (entry->launch != NULL && (node_find(map, "like") != NULL || entry->with_count > 0))
        diag_add(loader->diags, SEVERITY_ERROR, map->loc, "give the `launch` its own `with`",
                 "an entry has either a `launch` of its own, or `like` and `with`");
    if (map->count == 0 || (entry->launch == NULL && entry->with_count == 0 && entry->seed_count == 0))
        diag_add(loader->diags, SEVERITY_ERROR, map->loc, "add `seeds`, `with` or a `launch`",
                 "this launches what the lesson launches already");
    for (size_t i = 0; i < entry->seed_count; i++)
        if (entry->seeds[i] < 0)
            diag_add(loader->diags, SEVERITY_ERROR, map->loc, NULL, "a seed is a whole number that is not negative");
}

static const Shape launch_entry_shape = {
    "a hidden launch",  sizeof(LaunchEntry), offsetof(LaunchEntry, loc), launch_fields, COUNT(launch_fields), NULL,
    check_launch_entry,
};
static const Shape goal_entry_shape = {
    "a hidden goal", sizeof(GoalEntry), offsetof(GoalEntry, loc), goal_fields, COUNT(goal_fields), NULL, check_say,
};

static const Field part_fields[] = {
    {"say", FIELD_LINE, false, AT(PartEntry, say), NAMES_UNCHECKED, NULL},
    {"launches", FIELD_LIST, false, LIST_AT(PartEntry, launches, launch_count), NAMES_UNCHECKED, &launch_entry_shape},
    {"goals", FIELD_LIST, false, LIST_AT(PartEntry, goals, goal_count), NAMES_UNCHECKED, &goal_entry_shape},
};
static const Shape part_shape = {
    "a hidden part", sizeof(PartEntry), SIZE_MAX, part_fields, COUNT(part_fields), NULL, check_say,
};

/* ---- from entries to what is launched ---------------------------------------------------------------------------- */

typedef struct Making {
    Loader *loader;
    const Exercise *exercise;
    VEC(LaunchSpec) launches;
    VEC(HiddenItem) items;
} Making;

/* A launch of the lesson's with other values; what `with` names is not drawn any more. */
static LaunchSpec launch_like(Arena *arena, const LaunchSpec *spec, const LaunchEntry *entry) {
    LaunchSpec made = *spec;
    made.with_count = spec->with_count + entry->with_count;
    made.with = arena_array(arena, Binding, made.with_count + 1);
    for (size_t i = 0; i < made.with_count; i++)
        made.with[i] = i < spec->with_count ? spec->with[i] : entry->with[i - spec->with_count];
    made.draws = arena_array(arena, DrawSpec, spec->draw_count + 1);
    made.draw_count = 0;
    for (size_t i = 0; i < spec->draw_count; i++) {
        bool given = false;
        for (size_t k = 0; k < entry->with_count; k++) given |= text_equal(entry->with[k].name, spec->draws[i].name);
        if (!given) made.draws[made.draw_count++] = spec->draws[i];
    }
    return made;
}

/* The launch once, or once with each seed. */
static void add_launch(Making *making, const LaunchSpec *spec, const LaunchEntry *entry) {
    Arena *arena = making->loader->arena;
    LaunchSpec made = entry->launch != NULL ? *spec : launch_like(arena, spec, entry);
    size_t count = entry->seed_count > 0 ? entry->seed_count : 1;
    for (size_t i = 0; i < count && making->launches.count <= HIDDEN_LAUNCHES; i++) {
        if (entry->seed_count > 0) made.seed = (uint64_t)entry->seeds[i], made.seeded = true;
        vec_push(arena, &making->launches, made);
    }
}

static void add_launches(Making *making, const LaunchEntry *entry, const char *say) {
    const Exercise *exercise = making->exercise;
    Arena *arena = making->loader->arena;
    HiddenItem item = {.say = entry->say != NULL ? entry->say : say,
                       .points = entry->points,
                       .first = making->launches.count,
                       .loc = entry->loc};
    if (entry->like < 0 || (uint64_t)entry->like > exercise->launch_count) {
        diag_add(making->loader->diags, SEVERITY_ERROR, entry->loc, NULL, "`like` is 1 to %zu: a launch of '%s'",
                 exercise->launch_count, exercise->id);
        return;
    }
    if (entry->launch != NULL)
        add_launch(making, entry->launch, entry);
    else
        for (size_t i = 0; i < exercise->launch_count; i++)
            if (entry->like == 0 || entry->like == (int64_t)i + 1) add_launch(making, &exercise->launches[i], entry);
    item.count = making->launches.count - item.first;
    if (making->launches.count > HIDDEN_LAUNCHES)
        diag_add(making->loader->diags, SEVERITY_ERROR, entry->loc, "give fewer seeds",
                 "a hidden part makes at most %d launches", HIDDEN_LAUNCHES);
    vec_push(arena, &making->items, item);
}

static void add_goals(Making *making, const PartEntry *entry, const char *say, Exercise *judged) {
    Arena *arena = making->loader->arena;
    const Exercise *exercise = making->exercise;
    judged->goal_count = exercise->goal_count + entry->goal_count;
    judged->goals = arena_array(arena, Goal, judged->goal_count + 1);
    for (size_t i = 0; i < exercise->goal_count; i++) judged->goals[i] = exercise->goals[i];
    for (size_t i = 0; i < entry->goal_count; i++) {
        const GoalEntry *goal = &entry->goals[i];
        size_t place = exercise->goal_count + i;
        judged->goals[place] = (Goal){.expr = goal->goal};
        HiddenItem item = {.say = goal->say != NULL ? goal->say : say,
                           .points = goal->points,
                           .is_goal = true,
                           .first = place,
                           .count = 1,
                           .loc = goal->loc};
        vec_push(arena, &making->items, item);
    }
}

static void make_part(Loader *loader, const Exercise *exercise, const Pair *pair, HiddenPart *part) {
    PartEntry *entry = arena_make(loader->arena, PartEntry);
    *entry = (PartEntry){0};
    shape_load(loader, &part_shape, pair->value, entry);
    const char *say = entry->say != NULL ? entry->say : "A hidden part is missed.";
    Making making = {.loader = loader, .exercise = exercise};
    Exercise judged = *exercise;
    for (size_t i = 0; entry->goal_count > 0 && i < exercise->launch_count; i++)
        vec_push(loader->arena, &making.launches, exercise->launches[i]);
    for (size_t i = 0; i < entry->launch_count; i++) add_launches(&making, &entry->launches[i], say);
    add_goals(&making, entry, say, &judged);
    judged.launches = making.launches.at;
    judged.launch_count = making.launches.count;
    if (making.items.count == 0)
        diag_add(loader->diags, SEVERITY_ERROR, pair->loc, "add `launches` or `goals`", "nothing is hidden here");
    *part = (HiddenPart){.exercise = exercise->id,
                         .items = making.items.at,
                         .item_count = making.items.count,
                         .judged = judged,
                         .shown_goals = exercise->goal_count,
                         .loc = pair->loc};
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static void load_part(Grading *grading, const Pack *pack, const Pair *pair, Arena *arena) {
    Lesson *lesson;
    const char *nearest;
    const Exercise *exercise = pack_find_exercise(pack, pair->key, &lesson, &nearest);
    if (exercise == NULL || !text_equal(exercise->id, pair->key)) {
        const char *hint = nearest != NULL ? arena_printf(arena, "did you mean '%s'?", nearest) : NULL;
        diag_add(&grading->diags, SEVERITY_ERROR, pair->loc, hint, "the pack has no exercise '%s'",
                 yaml_shown(pair->key, arena));
        return;
    }
    Loader loader = {arena, &grading->diags, lesson, lesson_readers};
    if (is_map(&loader, pair->value, part_shape.what))
        make_part(&loader, exercise, pair, &grading->parts[grading->part_count++]);
}

static void load_root(Grading *grading, const Pack *pack, const Node *root, Arena *arena) {
    Loader loader = {arena, &grading->diags, NULL, lesson_readers};
    if (!is_map(&loader, root, "a map that begins with 'format: 1'")) return;
    const Pair *format = node_find(root, "format"), *exercises = node_find(root, "exercises");
    int64_t version;
    if (format == NULL || (scalar_integer(&loader, format->value, &version) && version != 1))
        diag_add(&grading->diags, SEVERITY_ERROR, root->loc, "write 'format: 1'", "this program reads format 1");
    for (size_t i = 0; i < root->count; i++)
        if (&root->pairs[i] != format && &root->pairs[i] != exercises)
            diag_add(&grading->diags, SEVERITY_ERROR, root->pairs[i].loc, "the keys are format and exercises",
                     "unknown key '%s'", yaml_shown(root->pairs[i].key, arena));
    if (exercises == NULL) {
        diag_add(&grading->diags, SEVERITY_ERROR, root->loc, NULL, "a grading file needs the key 'exercises'");
        return;
    }
    const Node *map = exercises->value;
    if (!is_map(&loader, map, "a map of hidden parts by the exercises' ids")) return;
    grading->parts = arena_array(arena, HiddenPart, map->count + 1);
    for (size_t i = 0; i < map->count; i++) load_part(grading, pack, &map->pairs[i], arena);
}

Grading *grading_load(const char *path, const Pack *pack, Arena *arena) {
    Grading *grading = arena_make(arena, Grading);
    *grading = (Grading){.path = arena_string(arena, path), .diags = diag_list(arena)};
    size_t size;
    const char *why;
    char *text = file_read_text(arena, path, &size, &why);
    if (text == NULL) {
        diag_add(&grading->diags, SEVERITY_ERROR, (Loc){grading->path, 0, 0}, NULL, "this file %s", why);
        return grading;
    }
    const Node *root = yaml_parse(grading->path, text, size, arena, &grading->diags);
    if (root != NULL) load_root(grading, pack, root, arena);
    return grading;
}

const HiddenPart *grading_part(const Grading *grading, const Exercise *exercise) {
    for (size_t i = 0; i < grading->part_count; i++)
        if (text_equal(grading->parts[i].exercise, exercise->id)) return &grading->parts[i];
    return NULL;
}

/* ---- what is met ------------------------------------------------------------------------------------------------- */

static bool goal_met(const GoalOutcome *outcome) {
    return outcome->met || outcome->unassembled;
}

static bool launch_met(const HiddenPart *part, const LaunchJudgement *judgement) {
    bool met = judgement->verdict == VERDICT_PASSED || judgement->verdict == VERDICT_MISSED;
    /* what is left for later was not looked at because another goal is missed, maybe a hidden one */
    for (size_t g = 0; met && judgement->outcomes != NULL && g < part->shown_goals; g++)
        met = goal_met(&judgement->outcomes[g]) || judgement->outcomes[g].later;
    return met && judgement->outcomes != NULL;
}

static bool holds_everywhere(const HiddenPart *part, size_t goal, const LaunchJudgement *judgements, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Verdict verdict = judgements[i].verdict;
        if ((verdict != VERDICT_PASSED && verdict != VERDICT_MISSED) || judgements[i].outcomes == NULL) return false;
        if (!goal_met(&judgements[i].outcomes[goal])) return false;
    }
    return count == part->judged.launch_count;
}

bool *hidden_items_met(const HiddenPart *part, const LaunchJudgement *judgements, size_t count, Arena *arena) {
    bool *met = arena_array(arena, bool, part->item_count + 1);
    for (size_t i = 0; i < part->item_count; i++) {
        const HiddenItem *item = &part->items[i];
        met[i] = true;
        if (item->is_goal) met[i] = holds_everywhere(part, item->first, judgements, count);
        for (size_t k = 0; !item->is_goal && k < item->count; k++)
            met[i] = met[i] && item->first + k < count && launch_met(part, &judgements[item->first + k]);
    }
    return met;
}
