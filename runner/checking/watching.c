#include "checking/watching.h"

#include <stdlib.h>
#include <time.h>

#include "base/system.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

enum { CANCELS_IN_A_ROW = 3 /* a file that is saved all the time is judged all the same */ };

/* Launches that took longer are not repeated for a picture: with the verdict, and where the student asks for it. */
static const double with_verdict_seconds = 0.03, asked_seconds = 2;

/* WARPSCHOOL_WATCH=poll: as on a file system that tells of no changes. */
static bool asks_only(void) {
    const char *how = getenv("WARPSCHOOL_WATCH");
    return how != NULL && text_equal(how, "poll");
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

/* Keeps of the last check what the next one is compared with, and frees it. */
static void put_away(Watching *watching) {
    if (watching->judged) {
        Arena *arena = arena_new();
        watching->before = report_past(arena, &watching->checked.report, watching->before);
        if (watching->past_arena != NULL) arena_free(watching->past_arena);
        watching->past_arena = arena;
    }
    checked_free(&watching->checked);
    watching->judged = false;
    watching->problem = watching->remedy = NULL;
    session_renew_scratch(watching->session);
}

void watching_end(Watching *watching) {
    checked_free(&watching->checked);
    file_watch_close(watching->file);
    if (watching->past_arena != NULL) arena_free(watching->past_arena);
    if (watching->arena != NULL) arena_free(watching->arena);
    watching->file = NULL;
    watching->past_arena = watching->arena = NULL;
    watching->before = NULL;
    watching->judged = false;
}

void watching_choose(Watching *watching, Lesson *lesson, Exercise *exercise) {
    Session *session = watching->session;
    watching_end(watching);
    watching->arena = arena_new();
    watching->lesson = lesson;
    watching->exercise = exercise;
    session_take_exercise(session, exercise);
    session->exercise_shown = true;
    watching->path = workspace_file(session, watching->arena, exercise);
    watching->file = file_watch_open(watching->path, asks_only());
    progress_set_watched(session->progress, exercise->id);
}

/* Reads the student's file and the lesson's kernels. False with watching->problem, or with a verdict on a file that is
 * no source. */
static bool read_sources(Watching *watching) {
    Session *session = watching->session;
    Arena *arena = session->scratch;
    const char *why;
    watching->checking = (Checking){.lesson = watching->lesson, .exercise = watching->exercise, .own = true};
    SourceStatus read = source_read(arena, watching->path, &watching->checking.source, &why);
    if (read == SOURCE_MISSING) {
        watching->problem = arena_printf(arena, "%s %s", path_for_message(arena, watching->path), why);
        watching->remedy = arena_printf(arena,
                                        "Save it there again. Or leave with `q`: `reset %s` puts it back as it was "
                                        "shipped.",
                                        watching->exercise->id);
        return false;
    }
    if (read == SOURCE_UNUSABLE) {
        const char *hint = arena_printf(arena, "`reset %s` puts it back as shipped", watching->exercise->id);
        checking_refuse(session, &watching->checking, why, hint, &watching->checked);
        watching->judged = true;
        return false;
    }
    Text complaint = {0};
    terminal_divert(&complaint);
    bool there = source_of_lesson(session, arena, watching->lesson, &watching->reference);
    terminal_divert(NULL);
    if (!there) watching->problem = "The lesson's own kernels cannot be read; `doctor` says more";
    text_free(&complaint);
    return there;
}

static void record(Watching *watching, bool any, double seconds) {
    Text chatter = {0};
    terminal_divert(&chatter);
    if (!watching->checked.interrupted)
        checked_record(watching->session, &watching->checking, &watching->reference, &watching->checked, any, seconds);
    terminal_divert(NULL);
    text_free(&chatter);
}

void watching_record(Watching *watching) {
    if (watching->judged) record(watching, true, asked_seconds);
}

/* One check, beginning to end. */
static Attended check_once(Watching *watching, const AttendantSetup *setup) {
    Attended attended = {0};
    put_away(watching);
    watching->stopped = false;
    terminal_clear_interrupt();
    if (read_sources(watching)) {
        Text chatter = {0};
        terminal_divert(&chatter);
        Attendant *attendant = attendant_start(setup);
        checking_run(watching->session, &watching->checking, &watching->reference, &watching->checked);
        attended = attendant_stop(attendant);
        terminal_divert(NULL);
        text_free(&chatter);
        record(watching, false, with_verdict_seconds);
        watching->judged = !watching->checked.interrupted;
    }
    watching->took_ms = system_milliseconds() - watching->noticed_ms;
    watching->checked_at = time(NULL);
    return attended;
}

void watching_check(Watching *watching, const AttendantSetup *attendant) {
    AttendantSetup setup = *attendant;
    setup.watch = watching->file;
    Attended attended;
    int cancels = 0;
    watching->noticed_ms = system_milliseconds();
    do {
        file_watch_settle(watching->file);
        setup.cancel = cancels < CANCELS_IN_A_ROW;
        attended = check_once(watching, &setup);
        cancels++;
    } while (attended.saved && watching->checked.interrupted && !attended.quit && terminal_ended() == 0);
    watching->checks++;
    watching->again = attended.saved;
    watching->stopped = watching->checked.interrupted && !attended.quit;
    watching->leaving = watching->leaving || attended.quit || terminal_ended() != 0;
    watching->status = watching->judged    ? verdict_exit_code(watching->checked.verdict)
                       : watching->stopped ? STATUS_INTERRUPTED
                                           : STATUS_USAGE;
    terminal_clear_interrupt();
}

bool watching_may_show_solution(const Watching *watching) {
    const Session *session = watching->session;
    const Exercise *exercise = watching->exercise;
    return progress_exercise_passed(session->progress, exercise->id) ||
           (size_t)progress_hints_shown(session->progress, exercise->id) >= exercise->hint_count;
}

Exercise *watching_next(const Watching *watching, Lesson **lesson) {
    const Session *session = watching->session;
    const Pack *pack = session->pack;
    bool found = false;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < pack->lesson_count; i++)
            for (size_t k = 0; pack->lessons[i].usable && k < pack->lessons[i].exercise_count; k++) {
                Exercise *exercise = &pack->lessons[i].exercises[k];
                *lesson = &pack->lessons[i];
                if (exercise == watching->exercise)
                    found = true;
                else if (found && !progress_exercise_passed(session->progress, exercise->id))
                    return exercise;
            }
    return NULL;
}

void watching_record_pass(Watching *watching) {
    if (!watching->judged || watching->checked.verdict != VERDICT_PASSED) return;
    if (progress_exercise_passed(watching->session->progress, watching->exercise->id)) return;
    Text spoken = {0}; /* it is said again when the student leaves */
    terminal_divert(&spoken);
    teach_exercise_passed(watching->session, watching->lesson, watching->exercise);
    terminal_divert(NULL);
    text_free(&spoken);
    session_take_exercise(watching->session, watching->exercise);
}
