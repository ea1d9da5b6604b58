/* lint: what an author needs to know before a class sees a pack. What can be read off the files is checked by the
 * course part; here the lessons' launches, questions, exercises and mutants are run, always in the simulator. Findings
 * are printed as a compiler prints them, lesson by lesson. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/lint.h"
#include "compile/compile.h"

enum { STATUS_FOUND = 1 };

typedef struct Totals {
    size_t lessons, exercises, mutants, launches, errors, warnings, unjudged;
    json_t *lesson_list, *messages;
} Totals;

/* ---- on a terminal ----------------------------------------------------------------------------------------------- */

static bool shows_progress(const Session *session) {
    return !session->options.json && isatty(STDERR_FILENO) && isatty(STDOUT_FILENO);
}

void lint_progress(const Linting *lint, const char *format, ...) {
    if (!shows_progress(lint->session)) return;
    va_list args;
    va_start(args, format);
    char *what = arena_vprintf(lint->session->scratch, format, args);
    va_end(args);
    char *line = arena_printf(lint->session->scratch, "%s: %s", lint->lesson->id, what);
    fprintf(stderr, "\r\033[K%.*s", lint->session->style.width - 1,
            text_printable(lint->session->scratch, line, strlen(line)));
    fflush(stderr);
}

static void forget_progress(const Session *session) {
    if (shows_progress(session)) fputs("\r\033[K", stderr);
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

typedef struct Found {
    const Diag *diag;
    size_t order; /* in which it was found */
} Found;

static int by_place(const void *left, const void *right) {
    const Found *a = left, *b = right;
    const Loc *first = &a->diag->loc, *second = &b->diag->loc;
    int order = strcmp(first->file != NULL ? first->file : "", second->file != NULL ? second->file : "");
    if (order != 0) return order;
    if (first->line != second->line) return first->line < second->line ? -1 : 1;
    if (first->column != second->column) return first->column < second->column ? -1 : 1;
    return a->order < b->order ? -1 : 1;
}

/* Several launches of one file say the same. */
static bool was_found(const Found *all, size_t count, const Diag *diag) {
    for (size_t i = 0; i < count; i++)
        if (all[i].diag->loc.line == diag->loc.line && all[i].diag->loc.column == diag->loc.column &&
            text_equal(all[i].diag->message, diag->message) && text_equal(all[i].diag->loc.file, diag->loc.file))
            return true;
    return false;
}

static DiagList in_order(Arena *arena, const DiagList *diags) {
    VEC(Found) all = {0};
    for (const Diag *diag = diags->first; diag != NULL; diag = diag->next)
        if (!was_found(all.at, all.count, diag)) vec_push(arena, &all, (Found){diag, all.count});
    if (all.count > 0) qsort(all.at, all.count, sizeof *all.at, by_place);
    DiagList list = diag_list(arena);
    for (size_t i = 0; i < all.count; i++) {
        const Diag *diag = all.at[i].diag;
        diag_add(&list, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    }
    return list;
}

/* In the order of files and lines. */
static void say_findings(Session *session, const DiagList *diags, Totals *totals) {
    DiagList list = in_order(session->scratch, diags);
    Text out = {0}, line = {0};
    forget_progress(session);
    for (const Diag *diag = list.first; diag != NULL; diag = diag->next) {
        totals->errors += diag->severity == SEVERITY_ERROR;
        totals->warnings += diag->severity == SEVERITY_WARNING;
        diag_line(&line, diag);
    }
    if (line.size > 0) style_add(&out, &session->style, ROLE_PLAIN, line.data);
    text_free(&line);
    json_t *messages = json_loads(json_diags(session->scratch, &list), 0, NULL);
    json_array_extend(totals->messages, messages);
    json_decref(messages);
    say(session, &out);
}

/* ---- a lesson ---------------------------------------------------------------------------------------------------- */

static const char *counted(Arena *arena, size_t count, const char *one, const char *many) {
    return arena_printf(arena, "%zu %s", count, count == 1 ? one : many);
}

/* What was looked at, so that silence can be trusted. */
static void say_lesson(Session *session, const Linting *lint) {
    Arena *arena = session->scratch;
    say_styled(session, ROLE_DIM, "%s: %s, %s", lint->lesson->id, counted(arena, lint->launches, "launch", "launches"),
               counted(arena, lint->questions, "question", "questions"));
    size_t i;
    json_t *exercise;
    json_array_foreach(lint->exercises, i, exercise) {
        const char *shipped = json_string_value(json_object_get(exercise, "shipped"));
        size_t archs = json_array_size(json_object_get(exercise, "archs"));
        size_t schedules = json_array_size(json_object_get(exercise, "schedules"));
        say_styled(session, ROLE_DIM, "- %s: %s as shipped; %s, %s, %s",
                   json_string_value(json_object_get(exercise, "exercise")), shipped != NULL ? shipped : "not judged",
                   counted(arena, archs, "architecture", "architectures"),
                   counted(arena, schedules, "schedule", "schedules"),
                   counted(arena, json_array_size(json_object_get(exercise, "mutants")), "mutant", "mutants"));
    }
}

static void run_lesson(Linting *lint) {
    const Lesson *lesson = lint->lesson;
    lint_lesson(lint->session->pack, lesson, lint->session->scratch, &lint->diags);
    bool read =
        lesson->source == NULL || source_of_lesson(lint->session, lint->session->scratch, lesson, &lint->kernels);
    if (!read) return; /* the loader said so */
    lint_steps(lint);
    lint_trivia(lint);
    lint_exercises(lint);
}

static void fresh_scratch(Session *session) {
    arena_free(session->scratch);
    session->scratch = arena_new();
    session->said = diag_list(session->scratch);
}

/* False where the rest need not be looked at. */
static bool lint_one(Session *session, const Lesson *lesson, const char **archs, size_t arch_count, Totals *totals) {
    fresh_scratch(session);
    Linting lint = {.session = session,
                    .lesson = lesson,
                    .arch = session_arch(session),
                    .archs = archs,
                    .arch_count = arch_count,
                    .diags = diag_list(session->scratch),
                    .exercises = json_array()};
    for (const Diag *diag = lesson->diags.first; diag != NULL; diag = diag->next)
        diag_add(&lint.diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    if (lesson->usable) run_lesson(&lint);
    if (!lint.stopped) say_findings(session, &lint.diags, totals);
    if (!lint.stopped && lesson->usable) say_lesson(session, &lint);
    totals->lessons++;
    totals->exercises += lesson->exercise_count;
    totals->mutants += lint.mutants;
    totals->launches += lint.launches;
    totals->unjudged += lint.unjudged;
    json_array_append_new(totals->lesson_list,
                          json_pack("{s:s, s:I, s:I, s:o}", "lesson", lesson->id, "launches", (json_int_t)lint.launches,
                                    "questions", (json_int_t)lint.questions, "exercises", lint.exercises));
    return !lint.stopped;
}

/* ---- the pack ---------------------------------------------------------------------------------------------------- */

/* The architectures that the compiler found here compiles for. In arena. */
static const char **supported_archs(const Session *session, Arena *arena, size_t *count) {
    Toolchain toolchain;
    compile_toolchain(arena, session->options.compiler, &toolchain);
    VEC(const char *) archs = {0};
    char *list = arena_string(arena, toolchain.archs != NULL ? toolchain.archs : ""), *rest = NULL;
    for (char *name = strtok_r(list, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest))
        vec_push(arena, &archs, name);
    *count = archs.count;
    return archs.at;
}

static int finish(Session *session, Totals *totals, bool stopped) {
    Arena *arena = session->scratch;
    if (session->options.json)
        print_json(json_pack("{s:i, s:s, s:I, s:I, s:I, s:O, s:O}", "format", 1, "pack", session->pack->folder,
                             "errors", (json_int_t)totals->errors, "warnings", (json_int_t)totals->warnings, "unjudged",
                             (json_int_t)totals->unjudged, "lessons", totals->lesson_list, "messages",
                             totals->messages));
    json_decref(totals->lesson_list);
    json_decref(totals->messages);
    if (stopped)
        say_styled(session, ROLE_WARNING, "Stopped.");
    else {
        Role role = totals->errors > 0 ? ROLE_BAD : totals->warnings > 0 ? ROLE_WARNING : ROLE_GOOD;
        say_gap(session);
        say_styled(session, role, "%s, %s and %s looked at: %s, %s",
                   counted(arena, totals->lessons, "lesson", "lessons"),
                   counted(arena, totals->exercises, "exercise", "exercises"),
                   counted(arena, totals->mutants, "mutant", "mutants"),
                   counted(arena, totals->errors, "error", "errors"),
                   counted(arena, totals->warnings, "warning", "warnings"));
    }
    if (!stopped && totals->unjudged > 0)
        say_styled(session, ROLE_DIM, "%s not judged here, for want of the CUDA Toolkit's assembler",
                   counted(arena, totals->unjudged, "question, exercise or mutant was",
                           "questions, exercises and mutants were"));
    if (stopped) return STATUS_INTERRUPTED;
    return totals->errors > 0 ? STATUS_FOUND : STATUS_DONE;
}

/* only: this lesson alone, or NULL. */
static int lint_pack(Session *session, const Lesson *only) {
    Totals totals = {.lesson_list = json_array(), .messages = json_array()};
    size_t arch_count;
    const char **archs = supported_archs(session, session->arena, &arch_count);
    bool stopped = false;
    for (size_t i = 0; i < session->pack->lesson_count && !stopped; i++)
        if (only == NULL || only == &session->pack->lessons[i])
            stopped = !lint_one(session, &session->pack->lessons[i], archs, arch_count, &totals);
    if (only == NULL && !stopped) {
        fresh_scratch(session);
        DiagList diags = diag_list(session->scratch);
        for (const Diag *diag = session->pack->diags.first; diag != NULL; diag = diag->next)
            diag_add(&diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
        lint_files(session->pack, session->scratch, &diags);
        say_findings(session, &diags, &totals);
    }
    forget_progress(session);
    return finish(session, &totals, stopped);
}

/* The pack, or of it the lesson of that name. */
static int lint_lessons(Session *session, const char *name) {
    const char *nearest = NULL;
    const Lesson *lesson = name != NULL ? pack_find(session->pack, name, &nearest) : NULL;
    if (name == NULL || lesson != NULL) return lint_pack(session, lesson);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                             : "name a pack's folder, a lesson, or nothing for the whole pack",
             "there is no pack and no lesson '%s'", name);
    return STATUS_USAGE;
}

/* Another pack takes the session's place for as long as it is looked at; a student's progress has no part in it. */
static int lint_folder(Session *session, const char *folder, const char *name) {
    Pack *before = session->pack;
    char *path_before = session->pack_path, *real = realpath(folder, NULL);
    session->pack = pack_load(folder);
    session->pack_path = arena_string(session->arena, real != NULL ? real : folder);
    free(real);
    int status = lint_lessons(session, name);
    pack_free(session->pack);
    session->pack = before;
    session->pack_path = path_before;
    return status;
}

/* "packs/mine/lessons/05-banks.yaml" is lesson 05-banks of packs/mine. */
static int lint_file(Session *session, const char *file) {
    Arena *arena = session->arena;
    const char *base = path_base(file), *lessons = path_parent(arena, file);
    const char *pack = strchr(lessons, '/') != NULL     ? path_parent(arena, lessons)
                       : text_equal(lessons, "lessons") ? "."
                                                        : "..";
    return lint_folder(session, pack, arena_string_n(arena, base, strlen(base) - strlen(".yaml")));
}

static int lint_named(Session *session, const char *name) {
    if (name != NULL && file_is_directory(name)) return lint_folder(session, name, NULL);
    if (name != NULL && text_ends(name, ".yaml") && file_exists(name)) return lint_file(session, name);
    if (session->options.pack == NULL && file_is_directory("lessons")) return lint_folder(session, ".", name);
    if (!session_pack(session)) return session->failure;
    return lint_lessons(session, name);
}

int command_lint(Session *session, int count, char **words) {
    Options before = session->options;
    session->options.device = DEVICE_SIM;
    session->options.schedule = SCHEDULE_LOCKSTEP;
    size_t set_count = session->set_count;
    session->set_count = 0; /* a student's own values are no part of a lesson */
    int status = lint_named(session, count > 0 ? words[0] : NULL);
    session->options = before;
    session->set_count = set_count;
    return status;
}
