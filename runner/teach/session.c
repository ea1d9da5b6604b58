#include "teach/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "teach/launch/whole_program.h"
#include "teach/say.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

/* The folder that --pack or WARPSCHOOL_PACK says, by path or by name. */
static const char *chosen_pack(Arena *arena, const char *given) {
    if (given == NULL) return pack_shipped(arena);
    const char *named = file_exists(given) ? NULL : pack_named(arena, given);
    return named != NULL ? named : given;
}

void session_open(Session *session, const Options *options, Mode mode, const struct CommandTable *commands,
                  const GpuSource *gpus) {
    *session = (Session){.options = *options,
                         .mode = mode,
                         .style = terminal_style(options),
                         .arena = arena_new(),
                         .commands = commands};
    session_renew_scratch(session);
    session->complaints = diag_list(session->arena);
    session->devices = (Devices){.source = gpus, .sim = device_open_sim()};
    const char *folder = chosen_pack(session->arena, options->pack);
    if (folder == NULL) return;
    session->pack_path = path_absolute(session->arena, folder);
    session->pack_installed = pack_is_installed(session->pack_path);
    session->pack = pack_open(path_for_person(session->arena, session->pack_path));
    DiagList diags = diag_list(session->arena);
    session->progress = progress_open(session->pack_path, &diags);
    progress_know_lessons(session->progress, session->pack);
    if (!options->json) say_diags(session, &diags, NULL);
    const char *why;
    session->progress_warned = diags.count > 0 && progress_failed(session->progress, &why);
    workspace_keep_originals(session);
}

void session_close(Session *session) {
    whole_program_forget(session);
    lines_close(session->lines);
    free(session->deferred);
    if (session->progress != NULL) progress_free(session->progress);
    if (session->pack != NULL) pack_free(session->pack);
    if (session->devices.sim != NULL) session->devices.sim->close(session->devices.sim);
    if (session->devices.gpu != NULL) session->devices.gpu->close(session->devices.gpu);
    arena_free(session->scratch);
    arena_free(session->arena);
    *session = (Session){0};
}

void session_renew_scratch(Session *session) {
    if (session->scratch != NULL) arena_free(session->scratch);
    session->scratch = arena_new();
    session->said = diag_list(session->scratch);
}

void session_take_answers(Session *session) {
    LineSetup setup = {.style = &session->style};
    if (session->lines == NULL) session->lines = lines_open(&setup);
}

const char *session_call(const Session *session) {
    const char *pack = session->options.pack, *always = getenv("WARPSCHOOL_PACK");
    if (pack == NULL || (always != NULL && text_equal(pack, always))) return "warpschool";
    return arena_printf(session->scratch, "warpschool --pack %s", text_shell_word(session->scratch, pack));
}

const char *session_call_there(const Session *session) {
    return session->options.pack != NULL ? "warpschool --pack ." : "warpschool";
}

bool session_pack(Session *session) {
    session->failure = session->options.pack != NULL ? STATUS_USAGE : STATUS_ERROR;
    if (session->pack == NULL) {
        complain(session, "give the folder that holds lessons/ with --pack DIR", "the lessons were not found");
        return false;
    }
    if (session->pack->lesson_count > 0 && session->pack->diags.errors > 0 && !session->pack_told)
        say_diags(session, &session->pack->diags, NULL);
    session->pack_told = true;
    if (session->pack->lesson_count > 0) return true;
    if (session->pack->diags.count > 0)
        say_diags(session, &session->pack->diags, NULL);
    else
        complain(session,
                 "a pack is a folder with lessons/, kernels/, exercises/ and solutions/; name one with --pack DIR",
                 "there are no lessons in %s", session->pack->folder);
    return false;
}

void session_check_progress(Session *session) {
    const char *why;
    if (session->progress_warned || !progress_failed(session->progress, &why)) return;
    session->progress_warned = true;
    complain(session, "set XDG_STATE_HOME to a folder that you can write to", "your progress cannot be kept: %s", why);
}

/* ---- lessons and exercises --------------------------------------------------------------------------------------- */

static Lesson *usable(Session *session, Lesson *lesson) {
    if (lesson->usable) return lesson;
    session->failure = STATUS_ERROR;
    size_t size;
    const char *why, *source = file_read_text(session->scratch, lesson->path, &size, &why);
    complain(session, "mend the file, or go on with another lesson", "lesson %s cannot be taught", lesson->id);
    say_diags(session, &lesson->diags, source);
    return NULL;
}

bool session_prompts_with_score(const Session *session) {
    enum { SCORE_WIDTH = 80 };
    return session->mode == MODE_TYPED && !session->options.plain && session->style.width >= SCORE_WIDTH;
}

Lesson *session_find_lesson(Session *session, const char *name) {
    session->failure = STATUS_USAGE;
    const char *nearest = NULL;
    Lesson *lesson = pack_find(session->pack, name, &nearest);
    if (lesson != NULL) return usable(session, lesson);
    const char *hint = strchr(name, '=') != NULL ? "a lesson comes first, then the values"
                       : nearest == NULL         ? "`list` shows them"
                                                 : arena_printf(session->scratch, "did you mean '%s'?", nearest);
    complain(session, hint, "unknown lesson '%s'", name);
    return NULL;
}

Lesson *session_first_usable(Session *session) {
    for (size_t i = 0; i < session->pack->lesson_count; i++)
        if (pack_lesson(session->pack, i)->usable) return pack_lesson(session->pack, i);
    return NULL;
}

Lesson *session_first_unfinished(Session *session) {
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        if (progress_lesson_done(session->progress, session->pack->lessons[i].id)) continue;
        Lesson *lesson = pack_lesson(session->pack, i);
        if (lesson->usable && !progress_lesson_done(session->progress, lesson->id)) return lesson;
    }
    return NULL;
}

Lesson *session_current_lesson(Session *session) {
    if (session->lesson != NULL) return session->lesson;
    const char *kept = progress_current(session->progress), *nearest;
    Lesson *lesson = kept != NULL ? pack_find(session->pack, kept, &nearest) : NULL;
    if (lesson == NULL || !lesson->usable) lesson = session_first_unfinished(session);
    if (lesson == NULL) lesson = session_first_usable(session);
    return lesson != NULL ? lesson : usable(session, pack_lesson(session->pack, 0));
}

Exercise *session_next_exercise(const Session *session, const Lesson *lesson) {
    for (size_t i = 0; i < lesson->exercise_count; i++)
        if (!progress_exercise_passed(session->progress, lesson->exercises[i].id)) return &lesson->exercises[i];
    return NULL;
}

Lesson *session_lesson_of(const Session *session, const Exercise *exercise) {
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            if (&lesson->exercises[k] == exercise) return lesson;
    }
    return session->lesson;
}

void session_take_exercise(Session *session, Exercise *exercise) {
    session->exercise = exercise;
    session->at_exercise = true;
}

/* "13-tiled-matmul is a lesson: its exercises are any-size and places"; NULL: it is none. */
static const char *exercises_of_lesson(Session *session, const char *name) {
    const char *nearest;
    const Lesson *lesson = pack_find(session->pack, name, &nearest);
    bool named = lesson != NULL && (text_equal(lesson->id, name) || (*name >= '0' && *name <= '9'));
    if (!named) return NULL;
    if (lesson->exercise_count == 0) return arena_printf(session->scratch, "lesson %s has no exercise", lesson->id);
    Text list = {0};
    for (size_t i = 0; i < lesson->exercise_count; i++)
        text_printf(&list, "%s%s",
                    i == 0                            ? ""
                    : i + 1 == lesson->exercise_count ? " and "
                                                      : ", ",
                    lesson->exercises[i].id);
    return arena_printf(session->scratch, "that is a lesson: %s %s",
                        lesson->exercise_count == 1 ? "its exercise is" : "its exercises are",
                        text_take(&list, session->scratch));
}

Exercise *session_find_exercise(Session *session, const char *name, Lesson **lesson) {
    session->failure = STATUS_USAGE;
    if (name != NULL) {
        const char *nearest = NULL;
        Exercise *exercise = pack_find_exercise(session->pack, name, lesson, &nearest);
        if (exercise != NULL) return exercise;
        const char *hint = exercises_of_lesson(session, name);
        if (hint == NULL)
            hint = nearest == NULL ? "`list exercises` shows their names, `exercise` the one to do next"
                                   : arena_printf(session->scratch, "did you mean '%s'?", nearest);
        complain(session, hint, "unknown exercise '%s'", name);
        return NULL;
    }
    if (session->exercise != NULL) {
        *lesson = session_lesson_of(session, session->exercise);
        return session->exercise;
    }
    *lesson = session_current_lesson(session);
    if (*lesson == NULL) return NULL;
    if ((*lesson)->exercise_count == 0) {
        complain(session, "`list` shows the lessons that have one", "lesson %s has no exercise", (*lesson)->id);
        return NULL;
    }
    Exercise *next = session_next_exercise(session, *lesson);
    return next != NULL ? next : &(*lesson)->exercises[(*lesson)->exercise_count - 1];
}
