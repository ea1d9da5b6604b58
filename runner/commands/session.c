#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "base/system.h"
#include "base/vec.h"
#include "commands/session.h"

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static char *current_folder(Arena *arena) {
    char buffer[PATH_MAX];
    return getcwd(buffer, sizeof buffer) != NULL ? arena_string(arena, buffer) : NULL;
}

/* The longest start of both that ends in whole folders, without its last slash. */
static size_t common_folders(const char *a, const char *b) {
    size_t common = 0;
    for (size_t i = 0;; i++) {
        bool a_ends = a[i] == '\0' || a[i] == '/', b_ends = b[i] == '\0' || b[i] == '/';
        if (a_ends && b_ends) common = i;
        if (a[i] != b[i] || a[i] == '\0') return common;
    }
}

char *path_for_person(Arena *arena, const char *path) {
    char *here = current_folder(arena);
    if (here == NULL || *path != '/') return arena_string(arena, path);
    if (text_equal(here, path)) return arena_string(arena, ".");
    size_t common = common_folders(here, path);
    Text relative = {0};
    for (const char *rest = here + common; *rest != '\0'; rest++)
        if (*rest == '/' && rest[1] != '\0') text_add(&relative, "../");
    if (path[common] != '\0')
        text_add(&relative, path + common + 1);
    else if (relative.size > 0)
        relative.data[--relative.size] = '\0';
    char *short_path = text_take(&relative, arena);
    return strlen(short_path) < strlen(path) ? short_path : arena_string(arena, path);
}

static bool is_pack(Arena *arena, const char *folder) {
    return file_is_directory(path_join(arena, folder, "lessons"));
}

/* The lessons that came with the program: in the checkout around build/, or PREFIX/share/warpschool. */
static const char *shipped_pack(Arena *arena) {
    const char *program = system_program_path(arena);
    if (program != NULL) {
        const char *folder = path_parent(arena, program);
        const char *installed = path_join(arena, path_parent(arena, folder), "share/warpschool");
        if (is_pack(arena, installed)) return installed;
        for (int up = 0; up < 3 && strlen(folder) > 1; up++) {
            if (is_pack(arena, folder)) return folder;
            folder = path_parent(arena, folder);
        }
    }
#ifdef WARPSCHOOL_DATADIR
    if (is_pack(arena, WARPSCHOOL_DATADIR)) return WARPSCHOOL_DATADIR;
#endif
    return NULL;
}

/* ---- the session ------------------------------------------------------------------------------------------------- */

void session_open(Session *session, const Options *options, Mode mode, const GpuSource *gpus) {
    *session = (Session){.options = *options, .mode = mode, .style = terminal_style(options), .arena = arena_new()};
    session->scratch = arena_new();
    session->said = diag_list(session->scratch);
    session->complaints = diag_list(session->arena);
    session->devices = (Devices){.source = gpus, .sim = device_open_sim()};
    const char *folder = options->pack != NULL ? options->pack : shipped_pack(session->arena);
    if (folder == NULL) return;
    char absolute[PATH_MAX];
    session->pack_path = arena_string(session->arena, realpath(folder, absolute) != NULL ? absolute : folder);
    session->pack = pack_load(path_for_person(session->arena, session->pack_path));
    DiagList diags = diag_list(session->arena);
    session->progress = progress_open(session->pack_path, &diags);
    if (!options->json) say_diags(session, &diags, NULL);
    const char *why;
    session->progress_warned = diags.count > 0 && progress_failed(session->progress, &why);
    workspace_keep_originals(session);
}

void session_close(Session *session) {
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

bool session_pack(Session *session) {
    session->failure = session->options.pack != NULL ? STATUS_USAGE : STATUS_ERROR;
    if (session->pack == NULL) {
        complain(session, "give the folder that holds lessons/ with --pack DIR", "the lessons were not found");
        return false;
    }
    if (session->pack->lesson_count > 0) return true;
    if (session->pack->diags.count > 0)
        say_diags(session, &session->pack->diags, NULL);
    else
        complain(session,
                 "a pack is a folder with lessons/, kernels/, exercises/ and solutions/; name one with --pack DIR",
                 "there are no lessons in %s", session->pack->folder);
    return false;
}

enum { UNWRAPPED = 100000 };

/* ---- talking ----------------------------------------------------------------------------------------------------- */

void say(Session *session, Text *text) {
    if (!session->options.json && text->size > 0) terminal_write(text->data, text->size);
    text_free(text);
}

void say_gap(Session *session) {
    if (!session->options.json) terminal_gap();
}

/* text with newlines instead of the blanks where a line would grow too wide. */
static char *wrapped(Session *session, const char *text) {
    char *copy = arena_string(session->scratch, text), *rest = NULL;
    Text out = {0};
    text_add(&out, "");
    int column = 0;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        int width = text_columns(word);
        bool fits = column + 1 + width <= session->style.width;
        if (column > 0) text_add(&out, fits ? " " : "\n");
        text_add(&out, word);
        column = column > 0 && fits ? column + 1 + width : width;
    }
    return text_take(&out, session->scratch);
}

void say_styled(Session *session, Role role, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *line = arena_vprintf(session->scratch, format, args);
    va_end(args);
    Text out = {0};
    style_add(&out, &session->style, role, wrapped(session, line));
    text_add_char(&out, '\n');
    say(session, &out);
}

void say_prose(Session *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *markdown = arena_vprintf(session->scratch, format, args);
    va_end(args);
    Text out = {0};
    report_markdown(&out, &session->style, markdown);
    say_gap(session);
    say(session, &out);
}

void say_markdown(Session *session, const char *markdown, const ExprEnv *env, Loc loc) {
    if (markdown == NULL) return;
    DiagList diags = diag_list(session->scratch);
    const char *filled = text_interpolate(session->scratch, markdown, env, loc, &diags);
    Text out = {0};
    report_markdown(&out, &session->style, filled);
    say_gap(session);
    say(session, &out);
    say_diags(session, &diags, NULL);
}

void complain(Session *session, const char *hint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *message = arena_vprintf(session->scratch, format, args);
    va_end(args);
    if (session->options.json) diag_add(&session->complaints, SEVERITY_ERROR, (Loc){NULL, 0, 0}, hint, "%s", message);
    if (hint != NULL) message = arena_printf(session->scratch, "%s; %s", message, hint);
    message = text_printable(session->scratch, message, strlen(message)); /* it may quote anything */
    if (session->mode == MODE_COMMAND) {
        fprintf(stderr, "warpschool: %s\n", message);
        return;
    }
    Text out = {0};
    style_add(&out, &session->style, ROLE_BAD, wrapped(session, message));
    text_add_char(&out, '\n');
    terminal_write(out.data, out.size);
    text_free(&out);
}

static void copy_diag(DiagList *list, const Diag *diag) {
    diag_add(list, diag->severity, diag->loc, diag->hint, "%s", diag->message);
}

static bool was_said(const DiagList *said, const Diag *diag) {
    for (const Diag *other = said->first; other != NULL; other = other->next)
        if (other->loc.line == diag->loc.line && other->loc.column == diag->loc.column &&
            text_equal(other->message, diag->message) && (other->loc.file == NULL) == (diag->loc.file == NULL) &&
            (diag->loc.file == NULL || text_equal(other->loc.file, diag->loc.file)))
            return true;
    return false;
}

void say_diags(Session *session, const DiagList *all, const char *source) {
    DiagList fresh = diag_list(session->scratch), *diags = &fresh;
    for (const Diag *diag = all->first; diag != NULL; diag = diag->next)
        if (!was_said(&session->said, diag)) copy_diag(&fresh, diag);
    for (const Diag *diag = fresh.first; diag != NULL; diag = diag->next) {
        copy_diag(&session->said, diag);
        if (session->options.json) copy_diag(&session->complaints, diag);
    }
    if (diags->count == 0) return;
    Style style = session->style;
    bool to_stderr = session->mode == MODE_COMMAND;
    if (to_stderr) style.colour = style.colour && isatty(STDERR_FILENO);
    if (to_stderr && !isatty(STDERR_FILENO)) style.width = UNWRAPPED; /* editors and scripts read whole lines */
    Text out = {0};
    report_diags(&out, &style, diags, source);
    if (to_stderr)
        fwrite(out.data, 1, out.size, stderr);
    else
        terminal_write(out.data, out.size);
    text_free(&out);
}

void session_check_progress(Session *session) {
    const char *why;
    if (session->progress_warned || !progress_failed(session->progress, &why)) return;
    session->progress_warned = true;
    complain(session, "set XDG_STATE_HOME to a folder that you can write to", "your progress cannot be kept: %s", why);
}

const char *code_span(Session *session, const char *text) {
    const char *printable = text_printable(session->scratch, text, strlen(text));
    int longest = 0, run = 0;
    for (const char *c = printable; *c != '\0'; c++) {
        run = *c == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    Text out = {0};
    text_repeat(&out, "`", longest + 1);
    /* CommonMark strips one space on each side; a text that touches its fence with a backtick needs them. */
    text_printf(&out, longest > 0 ? " %s " : "%s", printable);
    text_repeat(&out, "`", longest + 1);
    return text_take(&out, session->scratch);
}

void print_json(json_t *value) {
    char *text = value == NULL ? NULL : json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
    json_decref(value);
    if (text == NULL) return;
    terminal_write(text, strlen(text));
    terminal_write("\n", 1);
    free(text);
}

void print_json_problem(const DiagList *complaints) {
    Arena *arena = arena_new();
    const char *text = json_problem(arena, complaints);
    terminal_write(text, strlen(text));
    terminal_write("\n", 1);
    arena_free(arena);
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

Lesson *session_find_lesson(Session *session, const char *name) {
    if (!session_pack(session)) return NULL;
    session->failure = STATUS_USAGE;
    const char *nearest = NULL;
    Lesson *lesson = pack_find(session->pack, name, &nearest);
    if (lesson != NULL) return usable(session, lesson);
    const char *hint =
        nearest == NULL ? "`list` shows them" : arena_printf(session->scratch, "did you mean '%s'?", nearest);
    complain(session, hint, "unknown lesson '%s'", name);
    return NULL;
}

Lesson *session_first_usable(Session *session) {
    for (size_t i = 0; i < session->pack->lesson_count; i++)
        if (session->pack->lessons[i].usable) return &session->pack->lessons[i];
    return NULL;
}

Lesson *session_first_unfinished(Session *session) {
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        Lesson *lesson = &session->pack->lessons[i];
        if (lesson->usable && !progress_lesson_done(session->progress, lesson->id)) return lesson;
    }
    return NULL;
}

Lesson *session_current_lesson(Session *session) {
    if (!session_pack(session)) return NULL;
    if (session->lesson != NULL) return session->lesson;
    const char *kept = progress_current(session->progress), *nearest;
    Lesson *lesson = kept != NULL ? pack_find(session->pack, kept, &nearest) : NULL;
    if (lesson == NULL || !lesson->usable) lesson = session_first_unfinished(session);
    if (lesson == NULL) lesson = session_first_usable(session);
    return lesson != NULL ? lesson : usable(session, &session->pack->lessons[0]);
}

Exercise *lesson_next_exercise(const Session *session, const Lesson *lesson) {
    for (size_t i = 0; i < lesson->exercise_count; i++)
        if (!progress_exercise_passed(session->progress, lesson->exercises[i].id)) return &lesson->exercises[i];
    return NULL;
}

Lesson *lesson_of_exercise(const Session *session, const Exercise *exercise) {
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            if (&lesson->exercises[k] == exercise) return lesson;
    }
    return session->lesson;
}

Exercise *session_find_exercise(Session *session, const char *name, Lesson **lesson) {
    if (!session_pack(session)) return NULL;
    session->failure = STATUS_USAGE;
    if (name != NULL) {
        const char *nearest = NULL;
        Exercise *exercise = pack_find_exercise(session->pack, name, lesson, &nearest);
        if (exercise != NULL) return exercise;
        const char *hint = nearest == NULL ? "`list` shows the lessons, `exercise` the one to do next"
                                           : arena_printf(session->scratch, "did you mean '%s'?", nearest);
        complain(session, hint, "unknown exercise '%s'", name);
        return NULL;
    }
    if (session->exercise != NULL) {
        *lesson = lesson_of_exercise(session, session->exercise);
        return session->exercise;
    }
    *lesson = session_current_lesson(session);
    if (*lesson == NULL) return NULL;
    if ((*lesson)->exercise_count == 0) {
        complain(session, "`list` shows the lessons that have one", "lesson %s has no exercise", (*lesson)->id);
        return NULL;
    }
    Exercise *next = lesson_next_exercise(session, *lesson);
    return next != NULL ? next : &(*lesson)->exercises[(*lesson)->exercise_count - 1];
}
