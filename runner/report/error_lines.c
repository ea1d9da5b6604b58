/* What is wrong with a file as lines of FILE:LINE:COLUMN: SEVERITY: MESSAGE, as compilers write them and editors read
 * them: the compiler's messages, findings, a wrong output, missed goals. The last line, EXERCISE: VERDICT, has no
 * place. */
#include <string.h>

#include "base/file.h"
#include "report/draw.h"

typedef struct ErrorLines {
    Text *out;
    Arena *arena;
    const CheckReport *check;
    const Style *style;
    int kernel_line; /* where what is wrong belongs to no line */
} ErrorLines;

/* One line; text is made one line and safe. A place in another file than the one that was judged is the kernel's. */
static void add_line(const ErrorLines *lines, Loc loc, const char *severity, const char *text) {
    bool ours = loc.line > 0 && (loc.file == NULL || text_equal(path_base(loc.file), path_base(lines->check->file)));
    text_printf(lines->out, "%s:%d:%d: %s: %s\n", style_clean_line(lines->arena, lines->style, lines->check->file),
                ours ? loc.line : lines->kernel_line, ours && loc.column > 0 ? loc.column : 1, severity,
                style_clean_line(lines->arena, lines->style, text));
}

static void add_diags(const ErrorLines *lines) {
    static const char *const names[] = {
        [SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
    if (lines->check->diags == NULL) return;
    for (const Diag *diag = lines->check->diags->first; diag != NULL; diag = diag->next)
        add_line(lines, diag->loc, names[diag->severity],
                 diag->hint != NULL ? arena_printf(lines->arena, "%s; %s", diag->message, diag->hint) : diag->message);
}

static void add_findings(const ErrorLines *lines, const Result *result) {
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        const char *title = finding_info[finding->kind].title;
        add_line(lines, finding->loc, finding->warning ? "warning" : "error",
                 arena_printf(lines->arena, "%s: %s", title, finding->message));
        if (finding->other.line > 0 && finding->other.line != finding->loc.line)
            add_line(lines, finding->other, "note", arena_printf(lines->arena, "the other place of the %s", title));
    }
}

/* ---- goals ------------------------------------------------------------------------------------------------------- */

static void add_goals(const ErrorLines *lines, const LaunchReport *launch) {
    for (size_t i = 0; i < launch->outcome_count; i++) {
        const GoalOutcome *outcome = &launch->outcomes[i];
        if (outcome->met || outcome->unassembled || !draw_shows_goal(launch, outcome) || outcome->goal == NULL)
            continue;
        Metric metric;
        const LineCounts *line = report_line_of_goal(launch, outcome, &metric);
        const char *means = goal_means(outcome->goal), *now = outcome->evaluated ? outcome->now : outcome->error;
        bool some = now != NULL && *now != '\0';
        add_line(lines, line != NULL ? line->loc : (Loc){0}, "error",
                 arena_printf(lines->arena, "goal missed: %s%s%s%s%s", means != NULL ? means : "",
                              means != NULL ? ": " : "", outcome->wanted, some ? "; now " : "", some ? now : ""));
    }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* The sentences that say that and how the output is wrong, as the report has them. */
static void add_output(const ErrorLines *lines, const LaunchReport *launch) {
    Style plain = {.unicode = lines->style->unicode, .width = 1000};
    Text text = {0};
    draw_judgement(&text, &plain, lines->arena, launch);
    for (char *c = text.data; c != NULL && *c != '\0'; c++)
        if (*c == '\n') *c = c[1] != '\0' ? ' ' : '\0';
    if (text.size > 0) add_line(lines, (Loc){0}, "error", text.data);
    text_free(&text);
}

void report_error_lines(Text *out, const Style *style, const CheckReport *report) {
    Arena *arena = arena_new();
    const char *kernel = report->exercise != NULL ? report->exercise->launches[0].kernel : NULL;
    int line = report->source != NULL && kernel != NULL ? source_definition_line(report->source, kernel) : 0;
    ErrorLines lines = {out, arena, report, style, line > 0 ? line : 1};
    add_diags(&lines);
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    if (last != NULL && last->result != NULL && report->verdict != VERDICT_UNCOMPILED) {
        if (report->broken_by != NULL)
            add_line(&lines, (Loc){0}, "note", arena_printf(arena, "with --schedule %s", report->broken_by));
        add_findings(&lines, last->result);
        if (report->verdict == VERDICT_WRONG) add_output(&lines, last);
        if (report->verdict == VERDICT_MISSED) add_goals(&lines, last);
    }
    const char *hidden = draw_hidden_missed(report->hidden);
    if (hidden != NULL) add_line(&lines, (Loc){0}, "error", hidden);
    const char *name = report->exercise != NULL ? report->exercise->id : report->file;
    text_printf(out, "%s: %s\n", style_clean_line(arena, style, name), verdict_name[report->verdict]);
    arena_free(arena);
}
