/* What `watch` shows: its head and the texts that a key away. Each is drawn anew where the window has another size. */
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "checking/watching.h"
#include "teach/command.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

/* ---- the head ---------------------------------------------------------------------------------------------------- */

static void add_name(Text *out, const Style *style, const Watching *watching) {
    const Exercise *exercise = watching->exercise;
    Arena *arena = arena_new();
    style_add(out, style, ROLE_STRONG, exercise->title != NULL ? exercise->title : exercise->id);
    style_add(out, style, ROLE_DIM, arena_printf(arena, ", %s", path_for_message(arena, watching->path)));
    text_add_char(out, '\n');
    arena_free(arena);
}

/* In at most `columns`, where that can be: the head has one row for it. */
static char *summary(const Watching *watching, Arena *arena, int columns) {
    char at[16];
    struct tm local;
    strftime(at, sizeof at, "%H:%M:%S", localtime_r(&watching->checked_at, &local));
    char *text = arena_printf(arena, "check %u at %s", watching->checks, at);
    char *timed = arena_printf(arena, "%s, %ld ms", text, watching->took_ms);
    const CheckReport *report = &watching->checked.report;
    if (!watching->judged || report->launch_count == 0) return timed;
    const LaunchReport *last = &report->launches[report->launch_count - 1];
    size_t met = 0, all = 0;
    bool ran = last->result == NULL || last->result->status != RUN_UNSUPPORTED;
    for (size_t i = 0; i < last->outcome_count && ran; i++) {
        const GoalOutcome *outcome = &last->outcomes[i];
        if (outcome->later || (outcome->met && outcome->goal != NULL && outcome->goal->hidden)) continue;
        met += outcome->met;
        all++;
    }
    if (all == 0) return timed;
    const char *goals = arena_printf(arena, ", %zu of %zu goals met", met, all), *where = "";
    size_t launches = watching->exercise->launch_count;
    if (launches > 1) where = arena_printf(arena, " in launch %zu of %zu", report->launch_count, launches);
    int most = text_columns(goals) + text_columns(where);
    if (text_columns(timed) + most <= columns) return arena_printf(arena, "%s%s%s", timed, goals, where);
    return arena_printf(arena, "%s%s%s", text, goals, text_columns(text) + most <= columns ? where : "");
}

void watch_view_head(Watching *watching, const char *state, Text *out) {
    Session *session = watching->session;
    const Style *style = &session->style;
    Arena *arena = arena_new();
    if (watching->judged) {
        report_verdict(out, style, &watching->checked.report);
    } else {
        terminal_divert(out);
        if (watching->problem != NULL) say_styled(session, ROLE_WARNING, "%s; waiting for it", watching->problem);
        if (watching->stopped)
            say_styled(session, ROLE_WARNING, "Stopped. Save the file to check it again; Ctrl-C once more leaves.");
        terminal_divert(NULL);
        add_name(out, style, watching);
    }
    const char *line = state != NULL ? state : watching->checks > 0 ? summary(watching, arena, style->width - 2) : "";
    style_add(out, style, ROLE_DIM, arena_printf(arena, "  %s", line));
    text_add_char(out, '\n');
    arena_free(arena);
}

/* ---- the body ---------------------------------------------------------------------------------------------------- */

static void add_hints(Watching *watching, Text *out) {
    Session *session = watching->session;
    const Exercise *exercise = watching->exercise;
    size_t shown = (size_t)progress_hints_shown(session->progress, exercise->id);
    LaunchEnv env;
    lesson_env(session, watching->lesson, &env);
    terminal_divert(out);
    for (size_t i = 0; i < shown && i < exercise->hint_count; i++) {
        const char *text =
            arena_printf(session->scratch, "**Hint %zu of %zu.** %s", i + 1, exercise->hint_count, exercise->hints[i]);
        say_markdown(session, text, &env.env, exercise->loc);
    }
    if (exercise->hint_count == 0)
        say_prose(session, "This exercise has no hints.");
    else if (shown < exercise->hint_count)
        say_prose(session, "`h` shows the next hint.");
    else
        say_prose(session, "These were all the hints. `o` shows one way to do it.");
    terminal_divert(NULL);
}

static void add_source(Watching *watching, Text *out) {
    const Style *style = &watching->session->style;
    const CheckReport *report = &watching->checked.report;
    const LaunchReport *last =
        watching->judged && report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    const char *kernel = last != NULL && last->result != NULL ? last->prepared->launch.kernel : NULL;
    if (kernel != NULL)
        report_annotated(out, style, last, kernel, NULL);
    else if (watching->problem == NULL && watching->checking.source.text != NULL)
        report_source(out, style, watching->checking.source.text, NULL);
    else
        style_add(out, style, ROLE_PLAIN, "There is no source to show.\n");
}

static void add_differences(Watching *watching, Text *out) {
    Session *session = watching->session;
    const Style *style = &session->style;
    const char *why = NULL;
    const char *shipped = workspace_shipped(session, session->scratch, watching->exercise, &why);
    const char *own = watching->problem == NULL ? watching->checking.source.text : NULL;
    if (shipped == NULL)
        style_add(out, style, ROLE_PLAIN, arena_printf(session->scratch, "Nothing to compare with: %s\n", why));
    else if (own == NULL)
        style_add(out, style, ROLE_PLAIN, "There is no source to compare.\n");
    else
        report_differences(out, style, shipped, own,
                           &(DifferenceWords){"shipped", "yours", "The file is as it was shipped."});
}

Exercise *watch_view_listed(const Watching *watching, int number) {
    Lesson *lesson = watching->lesson;
    return number >= 1 && (size_t)number <= lesson->exercise_count ? &lesson->exercises[number - 1] : NULL;
}

static void add_exercise(Watching *watching, Text *out, Arena *arena, size_t index) {
    const Session *session = watching->session;
    const Style *style = &session->style;
    const Exercise *exercise = &watching->lesson->exercises[index];
    bool passed = progress_exercise_passed(session->progress, exercise->id), here = exercise == watching->exercise;
    style_add(out, style, ROLE_STRONG, arena_printf(arena, "  %zu ", index + 1));
    style_add(out, style, ROLE_PLAIN, exercise->id);
    int taken = text_columns(exercise->id) + (passed ? 8 : 0) + (here ? 10 : 0) + 6;
    bool titled = exercise->title != NULL && taken + text_columns(exercise->title) <= style->width;
    if (titled) style_add(out, style, ROLE_DIM, arena_printf(arena, ": %s", exercise->title));
    if (passed) style_add(out, style, ROLE_GOOD, ", passed");
    if (here) style_add(out, style, ROLE_WARNING, ", this one");
    text_add_char(out, '\n');
}

static void add_list(Watching *watching, Text *out) {
    Session *session = watching->session;
    Arena *arena = arena_new();
    style_add(out, &session->style, ROLE_PLAIN,
              arena_printf(arena, "Exercises of %s; a number watches that one:\n", watching->lesson->id));
    for (size_t i = 0; i < watching->lesson->exercise_count; i++) add_exercise(watching, out, arena, i);
    const Command *list = command_find(session->commands, "list");
    terminal_divert(out);
    if (list != NULL) {
        terminal_write("\n", 1);
        list->run(session, 0, NULL);
    }
    terminal_divert(NULL);
    arena_free(arena);
}

static void add_solution(Watching *watching, Text *out) {
    Session *session = watching->session;
    Source source;
    const char *why;
    if (workspace_lacks_solutions(session, watching->exercise))
        style_add(out, &session->style, ROLE_PLAIN, "The solution was not handed out with this pack.\n");
    else if (source_read(session->scratch, workspace_solution(session, session->scratch, watching->exercise), &source,
                         &why) == SOURCE_READ)
        report_source(out, &session->style, source.text, NULL);
    else
        style_add(out, &session->style, ROLE_PLAIN, arena_printf(session->scratch, "%s %s\n", source.name, why));
}

/* The first race between two accesses, over time. */
static void add_race(Text *out, const Style *style, const CheckReport *report) {
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    const Result *result = last != NULL ? last->result : NULL;
    for (size_t i = 0; result != NULL && i < result->finding_count; i++)
        if (result->findings[i].race != NULL && report_race(out, style, last, &result->findings[i])) {
            text_add_char(out, '\n');
            return;
        }
}

void watch_view_body(Watching *watching, WatchView view, Text *out) {
    const Style *style = &watching->session->style;
    switch (view) {
    case WATCH_RESULT:
        if (watching->judged) report_watched(out, style, &watching->checked.report, watching->before);
        terminal_divert(out);
        if (watching->judged && watching->checked.verdict == VERDICT_PASSED) {
            terminal_write("\n", 1);
            say_prose(watching->session, "`n` goes on to the next exercise, `o` shows the shipped solution.");
        }
        if (watching->remedy != NULL) say_prose(watching->session, "%s", watching->remedy);
        terminal_divert(NULL);
        break;
    case WATCH_HINTS: add_hints(watching, out); break;
    case WATCH_PICTURES:
        watching_record(watching);
        if (watching->judged) {
            add_race(out, style, &watching->checked.report);
            report_pictures(out, style, &watching->checked.report);
        } else
            style_add(out, style, ROLE_PLAIN, "There is no picture: nothing was judged.\n");
        break;
    case WATCH_SOURCE: add_source(watching, out); break;
    case WATCH_DIFFERENCES: add_differences(watching, out); break;
    case WATCH_LIST: add_list(watching, out); break;
    case WATCH_SOLUTION: add_solution(watching, out); break;
    }
}
