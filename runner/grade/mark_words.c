/* What a result says, for whoever writes it somewhere. */
#include <jansson.h>

#include "grade/batch.h"

const char *marks_seen(const Mark *mark) {
    const char *seen = json_string_value(json_object_get(mark->result, "seen"));
    return seen != NULL ? seen : "No file was found for this exercise.\n";
}

MarkGoals marks_missed(Arena *arena, const Mark *mark) {
    MarkGoals missed = {0};
    size_t number;
    json_t *goal;
    json_array_foreach(json_object_get(mark->result, "goals"), number, goal) {
        if (!json_is_false(json_object_get(goal, "met"))) continue;
        const char *means = json_string_value(json_object_get(goal, "means"));
        if (means == NULL || *means == '\0') means = json_string_value(json_object_get(goal, "goal"));
        if (means != NULL) vec_push(arena, &missed, means);
    }
    return missed;
}
