/* What `check --all` adds: how each launch went, and the points. */
#include "report/draw.h"

static const char *earned(Arena *arena, PointsEarned points) {
    return arena_printf(arena, "%u of %u point%s", points.earned, points.possible, points.possible == 1 ? "" : "s");
}

static void add_line(Text *out, const Style *style, Arena *arena, bool good, const char *what, PointsEarned points) {
    Flow flow = {0};
    Role role = good ? ROLE_GOOD : ROLE_BAD;
    flow_add(&flow, role, arena_printf(arena, "%s ", style_glyph(style, good ? GLYPH_TICK : GLYPH_CROSS)));
    flow_add(&flow, ROLE_PLAIN, style_clean_line(arena, style, what));
    if (points.possible > 0) flow_add(&flow, ROLE_DIM, arena_printf(arena, ": %s", earned(arena, points)));
    flow_print(&flow, out, style, "  ", "    ");
    flow_free(&flow);
}

static const char *launch_words(Arena *arena, const CheckTotal *total, size_t number, size_t planned) {
    const char *head = arena_printf(arena, "launch %zu of %zu", number + 1, planned);
    if (number >= total->launch_count) return arena_printf(arena, "%s was not made", head);
    const char *verdict = verdict_name[total->launches[number].verdict];
    if (total->broken_by[number] == NULL) return arena_printf(arena, "%s: %s", head, verdict);
    return arena_printf(arena, "%s: %s with --schedule %s", head, verdict, total->broken_by[number]);
}

/* The goals, where parts of the points may be earned. A goal that closes a way round the task is named only where it is
 * missed, as everywhere. */
static void add_goals(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const Points *points = &report->total->points;
    for (size_t i = 0; points->partial && i < report->exercise->goal_count; i++) {
        const Goal *goal = &report->exercise->goals[i];
        bool good = points->goals[i].earned == points->goals[i].possible;
        if (goal->hidden && good) continue;
        const char *words = goal->means, *matter = goal_means(goal), *asked = expr_text(goal->expr);
        if (words == NULL) words = matter != NULL ? arena_printf(arena, "%s: %s", matter, asked) : asked;
        add_line(out, style, arena, good, words, points->goals[i]);
    }
}

void draw_total(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const CheckTotal *total = report->total;
    size_t planned = report->exercise->launch_count;
    text_add_char(out, '\n');
    flow_paragraph(out, style, ROLE_DIM, "", "", "All launches:");
    for (size_t i = 0; i < planned; i++)
        add_line(out, style, arena, i < total->launch_count && total->launches[i].verdict == VERDICT_PASSED,
                 launch_words(arena, total, i, planned), total->points.launches[i]);
    add_goals(out, style, arena, report);
    PointsEarned all = {total->points.earned, total->points.possible};
    bool whole = !total->points.partial && all.earned < all.possible; /* though some goals may be met above */
    flow_paragraph(out, style, ROLE_STRONG, "", "  ",
                   arena_printf(arena, "Points: %u of %u%s", all.earned, all.possible,
                                whole ? ". They are for the whole exercise: a part of its goals counts nothing." : ""));
}
