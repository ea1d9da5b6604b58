/* The verdict on an exercise: first the word, then the cause, then what to do next. */
#include <string.h>

#include "report/draw.h"

enum { WASTEFUL_LINES = 3, LINE_MARGIN = 6 /* of a goal: what stands before it, its mark, and the gap */ };

typedef struct VerdictLook {
    Role role;
    Glyph glyph;
    const char *meaning, *next;
} VerdictLook;

static const VerdictLook looks[VERDICT_COUNT] = {
    [VERDICT_PASSED] = {ROLE_GOOD, GLYPH_TICK, "every goal is met", NULL},
    [VERDICT_WRONG] = {ROLE_BAD, GLYPH_CROSS, "the output is not what it should be",
                       "`hint` gives a nudge; `check` looks again after you have saved."},
    [VERDICT_UNSAFE] = {ROLE_BAD, GLYPH_CROSS, "the kernel did something that is not safe, whatever the output says",
                        "Mend the lines above; `hint` gives a nudge."},
    [VERDICT_MISSED] = {ROLE_BAD, GLYPH_CROSS, "the output is right, but a goal is not met yet",
                        "`hint` gives a nudge; `check` looks again after you have saved."},
    [VERDICT_UNCOMPILED] = {ROLE_BAD, GLYPH_CROSS, "the file does not compile",
                            "`check` looks again after you have saved."},
    [VERDICT_STUCK] = {ROLE_BAD, GLYPH_CROSS, "the kernel does not come to an end",
                       "Look for a loop whose condition never changes, or a thread that waits for another."},
    [VERDICT_UNSUPPORTED] = {ROLE_WARNING, GLYPH_WARNING, "the kernel uses what the simulator does not know",
                             "Solve it without what is named above: every exercise can be."},
    [VERDICT_ERROR] = {ROLE_WARNING, GLYPH_WARNING, "Warpschool could not judge this; it does not count against you",
                       "`doctor` says what is missing on this machine."},
};

static bool was_refused(const LaunchReport *report) {
    return report->result != NULL && report->result->status == RUN_REFUSED;
}

/* "now 32" from "shared.load.ways is 32" where the goal's text starts with the same words; else the whole of it. */
static const char *short_now(Arena *arena, const char *now, const char *wanted) {
    const char *is = NULL;
    for (const char *at = now; ((at = strstr(at, " is ")) != NULL); at++) is = at;
    size_t size = is != NULL ? (size_t)(is - now) : 0;
    if (is != NULL && strncmp(now, wanted, size) == 0) return arena_printf(arena, "now %s", is + strlen(" is "));
    return *now ? arena_printf(arena, "now %s", now) : "";
}

/* A missed goal's `say`, as Markdown; indented like the goal's second line where the width allows. */
static void print_advice(Text *out, const Style *style, const char *markdown) {
    int indent = style_width(style) < 40 ? 0 : 4;
    Style narrower = *style;
    narrower.width = style_width(style) - indent;
    Text text = {0};
    report_markdown(&text, &narrower, markdown);
    for (const char *line = text.data; line != NULL && *line != '\0';) {
        size_t size = strcspn(line, "\n");
        if (size > 0) text_repeat(out, " ", indent);
        text_add_n(out, line, size);
        text_add_char(out, '\n');
        line += size + (line[size] == '\n');
    }
    text_free(&text);
}

/* A goal as the student reads it: in words where the lesson has some, and the expression behind them. */
static const char *goal_words(Arena *arena, const Style *style, const GoalOutcome *outcome) {
    const char *wanted = style_clean_line(arena, style, outcome->wanted);
    const char *means = outcome->goal != NULL ? goal_means(outcome->goal) : NULL;
    return means != NULL ? arena_printf(arena, "%s: %s", style_clean_line(arena, style, means), wanted) : wanted;
}

/* A stopped kernel has findings, but its counts are not those of a whole run. Of a refused launch only what is missed
 * before it says anything: `launched`, a number of registers. A goal for those who find a way round the task says
 * nothing to the others, and neither does one that is judged later. */
bool draw_shows_goal(const LaunchReport *report, const GoalOutcome *outcome) {
    if (report->result != NULL && report->result->status == RUN_UNSUPPORTED) return false; /* nothing ran */
    if (outcome->later || (outcome->met && outcome->goal != NULL && outcome->goal->hidden)) return false;
    if (was_refused(report)) return outcome->evaluated && !outcome->met && strcmp(outcome->wanted, "correct") != 0;
    bool stopped = report->result != NULL && report->result->status == RUN_STOPPED;
    return !stopped || (!outcome->met && strstr(outcome->wanted, "finding") != NULL);
}

/* Of a refused launch: that its other goals are still to be judged. */
static void print_unjudged(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        bool hidden = outcome->goal != NULL && outcome->goal->hidden;
        if (draw_shows_goal(report, outcome))
            shown++;
        else if (!hidden)
            left++;
    }
    if (left > 0)
        flow_paragraph(out, style, ROLE_DIM, arena_printf(arena, "  %s ", style_glyph(style, GLYPH_BULLET)), "    ",
                       arena_printf(arena, "%s%s judged once the launch is accepted", shown > 0 ? "the other " : "",
                                    left == 1 ? "1 goal is" : arena_printf(arena, "%zu goals are", left)));
}

typedef struct Counted {
    const Metrics *metrics;
    size_t names, zeros;
} Counted;

static void count_zero(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Counted *counted = context;
    Metric metric = metric_find(name);
    if (metric == METRIC_NONE) return;
    counted->names++;
    counted->zeros += counted->metrics->known[metric] && counted->metrics->value[metric] == 0;
}

/* Whether the goal relates numbers all of which are 0, "wavefronts == requests" of a kernel that makes no request: it
 * is met, but says nothing as long as another goal is missed. In an answer that passes it is a goal like the others. */
static bool is_met_by_nothing(const LaunchReport *report, const GoalOutcome *outcome) {
    if (report->verdict == VERDICT_PASSED || !draw_shows_goal(report, outcome)) return false;
    if (!outcome->met || outcome->goal == NULL || report->result == NULL) return false;
    Counted counted = {.metrics = &report->result->metrics};
    expr_each_name(outcome->goal->expr, count_zero, &counted);
    return counted.names > 1 && counted.zeros == counted.names;
}

/* widest: the columns that goals' words take where their numbers stand below each other, or 0. */
/* advises: with what the goal says to who has missed it. */
static void print_goal(Text *out, const Style *style, Arena *arena, const GoalOutcome *outcome, int widest,
                       bool advises) {
    const char *wanted = goal_words(arena, style, outcome);
    Flow flow = {0};
    if (outcome->unassembled) {
        flow_add(&flow, ROLE_WARNING, arena_printf(arena, "%s ", style_glyph(style, GLYPH_WARNING)));
        flow_add(&flow, ROLE_DIM, arena_printf(arena, "%s was not judged here: ", wanted));
        flow_add(&flow, ROLE_DIM, style_clean_line(arena, style, outcome->error));
        flow_print(&flow, out, style, "  ", "    ");
        flow_free(&flow);
        return;
    }
    Role role = outcome->met ? ROLE_GOOD : ROLE_BAD;
    flow_add(&flow, role, arena_printf(arena, "%s ", style_glyph(style, outcome->met ? GLYPH_TICK : GLYPH_CROSS)));
    flow_add(&flow, outcome->met ? ROLE_PLAIN : ROLE_STRONG, wanted);
    if (!outcome->met) {
        const char *now = outcome->evaluated
                              ? short_now(arena, outcome->now != NULL ? outcome->now : "", outcome->wanted)
                          : outcome->error != NULL ? outcome->error
                                                   : "could not be judged";
        int pad = style_width(style) >= 60 && widest < 40 ? widest - text_columns(wanted) : 0;
        const char *clean = style_clean_line(arena, style, now);
        pad = pad > 0 ? pad : 0;
        bool apart = text_columns(wanted) + text_columns(clean) + pad + LINE_MARGIN > style_width(style);
        if (apart) /* where both do not fit into a line, each has its own */
            flow_print(&flow, out, style, "  ", "    ");
        else
            flow_add(&flow, ROLE_PLAIN, arena_printf(arena, "%*s  ", pad, ""));
        flow_add(&flow, ROLE_BAD, clean);
        if (apart) flow_print(&flow, out, style, "    ", "    ");
    }
    flow_print(&flow, out, style, "  ", "    ");
    if (advises && !outcome->met && outcome->say != NULL) print_advice(out, style, outcome->say);
    flow_free(&flow);
}

/* Without a tick. */
static void print_empty_goal(Text *out, const Style *style, Arena *arena, const GoalOutcome *outcome) {
    flow_paragraph(out, style, ROLE_DIM, arena_printf(arena, "  %s ", style_glyph(style, GLYPH_BULLET)), "    ",
                   arena_printf(arena, "%s (nothing of it was counted: 0 on both sides)",
                                goal_words(arena, style, outcome)));
}

void draw_goal(Text *out, const Style *style, Arena *arena, const GoalOutcome *outcome) {
    print_goal(out, style, arena, outcome, 0, true);
}

bool draw_says_anew(const LaunchReport *report, size_t goal) {
    for (size_t i = 0; i < goal; i++) {
        const GoalOutcome *before = &report->outcomes[i];
        if (before->met || before->unassembled || before->say == NULL || !draw_shows_goal(report, before)) continue;
        if (text_equal(before->say, report->outcomes[goal].say)) return false;
    }
    return true;
}

const GoalOutcome *draw_first_missed(const LaunchReport *report) {
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        if (!outcome->met && !outcome->unassembled && draw_shows_goal(report, outcome)) return outcome;
    }
    return NULL;
}

void draw_goals(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    int widest = 0;
    for (size_t i = 0; i < report->outcome_count; i++) {
        if (!draw_shows_goal(report, &report->outcomes[i])) continue;
        int columns = text_columns(goal_words(arena, style, &report->outcomes[i]));
        widest = columns > widest ? columns : widest;
    }
    for (size_t i = 0; i < report->outcome_count; i++)
        if (!was_refused(report) && is_met_by_nothing(report, &report->outcomes[i]))
            print_empty_goal(out, style, arena, &report->outcomes[i]);
        else if (draw_shows_goal(report, &report->outcomes[i]))
            print_goal(out, style, arena, &report->outcomes[i], widest, draw_says_anew(report, i));
    if (was_refused(report)) print_unjudged(out, style, arena, report);
}

static bool judged_all(const CheckReport *report) {
    for (size_t l = 0; l < report->launch_count; l++)
        for (size_t i = 0; i < report->launches[l].outcome_count; i++)
            if (report->launches[l].outcomes[i].unassembled) return false;
    return true;
}

/* What exceeded a limit: the compiler, the kernel's memory, or the kernel's run. */
static const char *stuck_meaning(const CheckReport *report) {
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    if (last == NULL || last->result == NULL) return "the compiler does not come to an end with it";
    bool started = last->result->finding_count == 0 || last->result->findings[0].loc.line > 0;
    return started ? looks[VERDICT_STUCK].meaning : "the kernel wants more than it may have";
}

/* What the verdict means, in words. */
static const char *meaning_of(const CheckReport *report) {
    bool program = report->exercise != NULL && exercise_is_program(report->exercise);
    if (program && report->verdict == VERDICT_UNSAFE)
        return "the program did something that is not safe, whatever it prints";
    if (program && report->verdict == VERDICT_STUCK) return "the program does not come to its end";
    bool shown_met = report->launch_count > 0 && report->launches[report->launch_count - 1].verdict == VERDICT_PASSED;
    if (report->verdict == VERDICT_STUCK) return stuck_meaning(report);
    if (report->verdict == VERDICT_WRONG && was_refused(&report->launches[report->launch_count - 1]))
        return "the launch was refused";
    if (report->verdict == VERDICT_MISSED && shown_met)
        return "every goal that is shown is met, but not the hidden part";
    if (report->verdict == VERDICT_PASSED && !judged_all(report)) return "every goal that can be judged here is met";
    return looks[report->verdict].meaning;
}

static void print_verdict(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const VerdictLook *look = &looks[report->verdict];
    const Exercise *exercise = report->exercise;
    Flow flow = {0};
    flow_add(&flow, look->role,
             arena_printf(arena, "%s %s", style_glyph(style, look->glyph), verdict_name[report->verdict]));
    flow_add(&flow, ROLE_PLAIN, arena_printf(arena, ": %s", meaning_of(report)));
    flow_print(&flow, out, style, "", "  ");
    const char *file = style_clean_line(arena, style, report->shown_file);
    const char *name = exercise != NULL ? exercise->title != NULL ? exercise->title : exercise->id : NULL;
    if (name != NULL) {
        flow_add(&flow, ROLE_DIM, style_clean_line(arena, style, name));
        flow_add(&flow, ROLE_DIM, arena_printf(arena, " %s ", style_glyph(style, GLYPH_SEPARATOR)));
    }
    flow_add(&flow, ROLE_DIM, file);
    bool passed = report->verdict == VERDICT_PASSED;
    if (passed && (report->launch_count > 1 || report->every_schedule))
        flow_add(&flow, ROLE_DIM,
                 arena_printf(arena, " %s %zu launch%s%s", style_glyph(style, GLYPH_SEPARATOR), report->launch_count,
                              report->launch_count == 1 ? "" : "es",
                              report->every_schedule ? " in several orders of the warps" : ""));
    flow_print(&flow, out, style, "  ", "  ");
    flow_free(&flow);
}

/* The launch that decided the verdict, and its errors. */
static void print_deciding(Text *out, const Style *style, Arena *arena, const CheckReport *report) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    size_t planned = report->exercise != NULL ? report->exercise->launch_count : report->launch_count;
    text_add_char(out, '\n');
    if (report->broken_by != NULL)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena,
                                    "launch %zu of %zu, with --schedule %s (in its own order it came to better):",
                                    report->launch_count, planned, report->broken_by));
    else if (planned > 1 && report->verdict != VERDICT_PASSED)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "launch %zu of %zu:", report->launch_count, planned));
    if (last->prepared != NULL) draw_head(out, style, arena, last);
    if (last->result != NULL) {
        draw_status(out, style, arena, last);
        if (report->verdict != VERDICT_PASSED && report->verdict != VERDICT_MISSED)
            draw_judgement(out, style, arena, last);
        draw_gpu_notes(out, style, arena, last);
    }
    draw_goals(out, style, arena, last);
    if (last->result != NULL && last->result->finding_count > 0) {
        text_add_char(out, '\n');
        report_findings(out, style, last);
    }
    if (last->result != NULL && last->result->printed != NULL && *last->result->printed != '\0') {
        text_add_char(out, '\n');
        draw_printed(out, style, arena, last->result);
    }
}

/* Is a goal missed that asks for a conflict? */
static bool misses_conflict(const LaunchReport *report) {
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        bool ways = strstr(outcome->wanted, ".ways") != NULL || strstr(outcome->wanted, ".conflicts") != NULL;
        if (!outcome->met && ways) return true;
    }
    return false;
}

/* Names the worst source lines where a goal on conflicts or sectors is missed. */
static void print_wasteful_lines(Text *out, const Style *style, const CheckReport *report) {
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    if (report->verdict != VERDICT_MISSED || last->result == NULL || last->result->status != RUN_FINISHED) return;
    Text lines = {0};
    const char *head = "Lines that cost more than they need to:";
    draw_lines(&lines, style, last, WASTEFUL_LINES, LINES_WASTEFUL);
    if (lines.size == 0 && misses_conflict(last)) {
        head = "Lines that use shared memory:";
        draw_lines(&lines, style, last, WASTEFUL_LINES, LINES_SHARED);
    }
    if (lines.size > 0) {
        text_add_char(out, '\n');
        flow_paragraph(out, style, ROLE_DIM, "", "", head);
        text_add_n(out, lines.data, lines.size);
    }
    text_free(&lines);
}

void report_verdict(Text *out, const Style *style, const CheckReport *report) {
    Arena *arena = arena_new();
    print_verdict(out, style, arena, report);
    arena_free(arena);
}

void report_check(Text *out, const Style *style, const CheckReport *report) {
    Arena *arena = arena_new();
    print_verdict(out, style, arena, report);
    if (report->diags != NULL && report->diags->count > 0) {
        text_add_char(out, '\n');
        report_first_diags(out, style, report->diags, report->source);
    }
    bool ran = report->launch_count > 0 && report->verdict != VERDICT_UNCOMPILED;
    if (ran) {
        print_deciding(out, style, arena, report);
        print_wasteful_lines(out, style, report);
    }
    draw_hidden(out, style, arena, report);
    if (report->total != NULL) draw_total(out, style, arena, report);
    bool several = report->diags != NULL && report->diags->errors > 1;
    const char *next = report->verdict == VERDICT_UNCOMPILED && several
                           ? "Mend the first error: the others may follow from it."
                           : looks[report->verdict].next;
    bool endless = report->verdict != VERDICT_STUCK || stuck_meaning(report) == looks[VERDICT_STUCK].meaning;
    if (next != NULL && endless) {
        text_add_char(out, '\n');
        report_markdown(out, style, next);
    }
    arena_free(arena);
}
