/* What a result says, for whoever writes it somewhere. */
#include <inttypes.h>
#include <jansson.h>

#include "grade/batch.h"

const char *marks_seen(const Mark *mark) {
    const char *seen = json_string_value(json_object_get(mark->result, "seen"));
    return seen != NULL ? seen : "No file was found for this exercise.\n";
}

char *marks_number(Arena *arena, int64_t hundredths) {
    int64_t whole = hundredths / 100, rest = hundredths % 100;
    if (rest == 0) return arena_printf(arena, "%" PRId64, whole);
    if (rest % 10 == 0) return arena_printf(arena, "%" PRId64 ".%" PRId64, whole, rest / 10);
    return arena_printf(arena, "%" PRId64 ".%02" PRId64, whole, rest);
}

json_t *marks_json_number(int64_t hundredths) {
    return hundredths % 100 == 0 ? json_integer((json_int_t)(hundredths / 100)) : json_real((double)hundredths / 100);
}

/* Goals that share their words are one to the reader. */
static void add_goal(Arena *arena, MarkGoals *goals, const char *words) {
    for (size_t i = 0; i < goals->count; i++)
        if (text_equal(goals->at[i], words)) return;
    vec_push(arena, goals, words);
}

MarkGoals marks_missed(Arena *arena, const Mark *mark) {
    MarkGoals missed = {0};
    size_t number;
    json_t *goal;
    json_array_foreach(json_object_get(mark->result, "goals"), number, goal) {
        if (!json_is_false(json_object_get(goal, "met"))) continue;
        const char *means = json_string_value(json_object_get(goal, "means"));
        if (means == NULL || *means == '\0') means = json_string_value(json_object_get(goal, "goal"));
        if (means != NULL) add_goal(arena, &missed, means);
    }
    json_array_foreach(json_object_get(mark->result, "hidden"), number, goal) {
        if (!json_is_false(json_object_get(goal, "met"))) continue;
        const char *say = json_string_value(json_object_get(goal, "say"));
        add_goal(arena, &missed, arena_printf(arena, "hidden: %s", say != NULL ? say : ""));
    }
    return missed;
}
