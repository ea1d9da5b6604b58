/* What is said of an exercise's hidden part: that it exists, how much of it is met, and what the instructor wrote to
 * those who miss it. */
#include "report/draw.h"

const char *draw_hidden_missed(const HiddenReport *hidden) {
    for (size_t i = 0; hidden != NULL && hidden->judged && i < hidden->count; i++)
        if (!hidden->met[i]) return hidden->items[i].say;
    return NULL;
}

static void add_items(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const HiddenReport *hidden = report->hidden;
    size_t met = 0;
    for (size_t i = 0; i < hidden->count; i++) met += hidden->met[i];
    flow_paragraph(out, style, ROLE_DIM, "", "",
                   arena_printf(arena, "Hidden part, whose launches and goals are not shown: %zu of %zu met", met,
                                hidden->count));
    for (size_t i = 0; i < hidden->count; i++) {
        if (hidden->met[i]) continue;
        Flow flow = {0};
        flow_add(&flow, ROLE_BAD, arena_printf(arena, "%s ", style_glyph(style, GLYPH_CROSS)));
        flow_add(&flow, ROLE_STRONG, style_clean_line(arena, style, hidden->items[i].say));
        if (report->total != NULL) {
            PointsEarned points = report->total->points.hidden[i];
            const char *say = hidden->items[i].say, *between = text_ends(say, ".") || text_ends(say, "?") ? "" : ":";
            flow_add(&flow, ROLE_DIM,
                     arena_printf(arena, "%s %u of %u points", between, points.earned, points.possible));
        }
        flow_print(&flow, out, style, "  ", "    ");
        flow_free(&flow);
    }
}

void draw_hidden(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const HiddenReport *hidden = report->hidden;
    if (hidden == NULL) return;
    text_add_char(out, '\n');
    if (hidden->elsewhere)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       "Your instructor checks more than this: a part of this exercise is hidden.");
    else if (hidden->failed)
        flow_paragraph(out, style, ROLE_WARNING, "", "",
                       "The hidden part could not be judged: `lint` tells its author why.");
    else if (hidden->judged)
        add_items(out, style, arena, report);
    else
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       "A part of this exercise is hidden: it is judged once all that is shown is met.");
}
