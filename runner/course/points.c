/* Points: what an exercise's launches earn. */
#include "course/course.h"

static bool any_given(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (exercise->goals[i].points.given) return true;
    for (size_t i = 0; i < exercise->launch_count; i++)
        if (exercise->launches[i].points.given) return true;
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

static void add_up(Points *points, const PointsEarned *earned, size_t count) {
    for (size_t i = 0; i < count; i++) {
        points->earned += earned[i].earned;
        points->possible += earned[i].possible;
    }
}

void exercise_points(const Exercise *exercise, const LaunchJudgement *judgements, size_t count, Arena *arena,
                     Points *points) {
    *points = (Points){.partial = any_given(exercise),
                       .goals = arena_array(arena, PointsEarned, exercise->goal_count + 1),
                       .launches = arena_array(arena, PointsEarned, exercise->launch_count + 1)};
    bool all = count == exercise->launch_count, passed = all && all_passed(judgements, count);
    for (size_t i = 0; i < exercise->goal_count; i++) {
        GivenPoints given = exercise->goals[i].points;
        unsigned possible = given.given ? given.count : 1;
        bool earned = points->partial ? all && met_everywhere(i, judgements, count) : passed;
        points->goals[i] = (PointsEarned){earned ? possible : 0, possible};
    }
    for (size_t i = 0; i < exercise->launch_count; i++) {
        unsigned possible = exercise->launches[i].points.count;
        bool earned = i < count && right_and_safe(judgements[i].verdict);
        points->launches[i] = (PointsEarned){earned ? possible : 0, possible};
    }
    add_up(points, points->goals, exercise->goal_count);
    add_up(points, points->launches, exercise->launch_count);
}
