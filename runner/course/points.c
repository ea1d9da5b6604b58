/* Points: what an exercise's launches earn. */
#include "course/grading.h"

static bool any_given(const Exercise *exercise, const HiddenReport *hidden) {
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (exercise->goals[i].points.given) return true;
    for (size_t i = 0; i < exercise->launch_count; i++)
        if (exercise->launches[i].points.given) return true;
    for (size_t i = 0; hidden != NULL && i < hidden->count; i++)
        if (hidden->items[i].points.given) return true;
    return false;
}

static bool right_and_safe(Verdict verdict) {
    return verdict == VERDICT_PASSED || verdict == VERDICT_MISSED;
}

/* Whether the goal is met in every launch. What only the assembler could tell, where there is none, is not held against
 * a student, as it is not in the verdict. */
static bool met_everywhere(size_t goal, const LaunchJudgement *judgements, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!right_and_safe(judgements[i].verdict) || judgements[i].outcomes == NULL) return false;
        const GoalOutcome *outcome = &judgements[i].outcomes[goal];
        if (!outcome->met && !outcome->unassembled) return false;
    }
    return true;
}

static bool all_passed(const LaunchJudgement *judgements, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (judgements[i].verdict != VERDICT_PASSED) return false;
    return true;
}

static bool all_met(const HiddenReport *hidden) {
    for (size_t i = 0; hidden != NULL && i < hidden->count; i++)
        if (!hidden->judged || !hidden->met[i]) return false;
    return true;
}

static void add_up(Points *points, const PointsEarned *earned, size_t count) {
    for (size_t i = 0; i < count; i++) {
        points->earned += earned[i].earned;
        points->possible += earned[i].possible;
    }
}

/* What the goals, launches and hidden items count, and whether each is earned by itself. */
static void set_goals(const Exercise *exercise, const LaunchJudgement *judgements, size_t count, Points *points) {
    for (size_t i = 0; i < exercise->goal_count; i++) {
        GivenPoints given = exercise->goals[i].points;
        unsigned possible = given.given ? given.count : 1;
        bool earned = count == exercise->launch_count && met_everywhere(i, judgements, count);
        points->goals[i] = (PointsEarned){earned ? possible : 0, possible};
    }
    for (size_t i = 0; i < exercise->launch_count; i++) {
        unsigned possible = exercise->launches[i].points.count;
        bool earned = i < count && right_and_safe(judgements[i].verdict);
        points->launches[i] = (PointsEarned){earned ? possible : 0, possible};
    }
}

static void set_hidden(const HiddenReport *hidden, Points *points) {
    for (size_t i = 0; i < hidden->count; i++) {
        unsigned possible = hidden->items[i].points.given ? hidden->items[i].points.count : 1;
        bool earned = hidden->judged && hidden->met[i];
        points->hidden[i] = (PointsEarned){earned ? possible : 0, possible};
    }
}

static void set_all(PointsEarned *earned, size_t count, bool passed) {
    for (size_t i = 0; i < count; i++) earned[i].earned = passed ? earned[i].possible : 0;
}

void exercise_points(const Exercise *exercise, const LaunchJudgement *judgements, size_t count,
                     const HiddenReport *hidden, Arena *arena, Points *points) {
    size_t hidden_count = hidden != NULL ? hidden->count : 0;
    *points = (Points){.partial = any_given(exercise, hidden),
                       .goals = arena_array(arena, PointsEarned, exercise->goal_count + 1),
                       .launches = arena_array(arena, PointsEarned, exercise->launch_count + 1),
                       .hidden = arena_array(arena, PointsEarned, hidden_count + 1)};
    set_goals(exercise, judgements, count, points);
    if (hidden != NULL) set_hidden(hidden, points);
    if (!points->partial) {
        bool passed = count == exercise->launch_count && all_passed(judgements, count) && all_met(hidden);
        set_all(points->goals, exercise->goal_count, passed);
        set_all(points->hidden, hidden_count, passed);
    }
    add_up(points, points->goals, exercise->goal_count);
    add_up(points, points->launches, exercise->launch_count);
    add_up(points, points->hidden, hidden_count);
}
