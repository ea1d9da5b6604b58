/* The record of what a student has done.
 *
 * The file holds every pack's progress under the pack's own path. A change is a path of keys and a value; to make
 * one, the file is locked (a lock file beside it, because the file itself is replaced), read again, changed and
 * written atomically. So two programs do not overwrite each other's changes, and a program that is killed leaves the
 * old file or the new one. Changes that could not be written are kept and written with the next one. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/course.h"

enum { PATH_LIMIT = 4, FILE_LIMIT = 16 << 20, LOCK_TRIES = 300, KEPT_COPIES = 100 };

/* Sets the value at path, below the pack. */
typedef struct Change {
    const char *path[PATH_LIMIT]; /* NULL beyond its length, which is at least 1 */
    json_t *value;                /* owned */
} Change;

struct Progress {
    Arena *arena;
    char *file;
    const char *pack; /* the key of this pack */
    json_t *root;     /* the file's content as last seen, with our changes */
    VEC(Change) unsaved;
    const char *why; /* of the last failure, or NULL */
    const char *current;
    bool held;           /* changes are not written yet */
    const Pack *lessons; /* or NULL */
};

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

/* The object below parent at key, made (in place of whatever else is there) if wanted; else NULL. */
static json_t *child(json_t *parent, const char *key, bool make) {
    json_t *found = json_object_get(parent, key);
    if (json_is_object(found) || !make) return json_is_object(found) ? found : NULL;
    json_object_set_new(parent, key, json_object());
    return json_object_get(parent, key);
}

static json_t *pack_of(const Progress *progress, bool make) {
    json_t *packs = child(progress->root, "packs", make);
    return packs != NULL ? child(packs, progress->pack, make) : NULL;
}

static bool is_lesson(const Pack *pack, const char *id) {
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (text_equal(pack->lessons[i].id, id)) return true;
    return false;
}

/* The key of a lesson in an object of them: its id, or the one that a lesson of the pack had before lessons were put
 * into another order ("11-coalescing" for "06-coalescing"). */
static const char *key_of_lesson(const Progress *progress, json_t *lessons, const char *id) {
    const char *key;
    json_t *value;
    if (progress->lessons == NULL || json_object_get(lessons, id) != NULL || !is_lesson(progress->lessons, id))
        return id;
    json_object_foreach(lessons, key, value) if (text_equal(text_after_number(key), text_after_number(id)) &&
                                                 !is_lesson(progress->lessons, key)) return key;
    return id;
}

static const char *key_at(const Progress *progress, json_t *parent, const char *const path[PATH_LIMIT], size_t i) {
    return i == 1 && text_equal(path[0], "lessons") ? key_of_lesson(progress, parent, path[1]) : path[i];
}

static json_t *value_at(const Progress *progress, const char *a, const char *b, const char *c, const char *d) {
    const char *const path[PATH_LIMIT] = {a, b, c, d};
    json_t *at = pack_of(progress, false);
    for (size_t i = 0; i < PATH_LIMIT && path[i] != NULL; i++) at = json_object_get(at, key_at(progress, at, path, i));
    return at;
}

static void apply(Progress *progress, const Change *change) {
    json_t *at = pack_of(progress, true);
    size_t last = 0;
    for (; last + 1 < PATH_LIMIT && change->path[last + 1] != NULL; last++)
        at = child(at, key_at(progress, at, change->path, last), true);
    json_object_set(at, change->path[last], change->value);
}

static json_t *empty_root(void) {
    return json_pack("{s:i, s:{}}", "format", 1, "packs");
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* A descriptor that holds the lock until it is closed; -1 with progress->why. It waits for some seconds at most. */
static int lock(Progress *progress) {
    char *folder = path_parent(progress->arena, progress->file);
    int file = -1;
    if (file_make_directories(folder)) {
        Text path = {0};
        text_printf(&path, "%s.lock", progress->file);
        file = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        text_free(&path);
    }
    if (file < 0) {
        progress->why = arena_printf(progress->arena, "%s cannot be written: %s", folder, strerror(errno));
        return -1;
    }
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
    }
    progress->why = arena_printf(progress->arena, "%s.lock is held by another program", progress->file);
    close(file);
    return -1;
}

/* The first name FILE.broken-N that is free; the last one is used again and again. */
static char *free_name(Arena *arena, const char *file) {
    char *name = NULL;
    for (int n = 1; n <= KEPT_COPIES; n++) {
        name = arena_printf(arena, "%s.broken-%d", file, n);
        if (!file_exists(name)) break;
    }
    return name;
}

typedef enum Reading { READ_DONE, READ_NOTHING, READ_BROKEN, READ_FAILED } Reading;

static Reading parse(Progress *progress, const char *text, size_t size, json_t **root, const char **why) {
    json_error_t error;
    *root = json_loadb(text, size, 0, &error);
    if (*root == NULL) {
        *why = arena_printf(progress->arena, "line %d, column %d: %s", error.line, error.column, error.text);
        return READ_BROKEN;
    }
    json_t *format = json_object_get(*root, "format");
    bool newer = json_is_integer(format) && json_integer_value(format) > 1;
    if (json_is_integer(format) && json_integer_value(format) == 1 && json_is_object(json_object_get(*root, "packs")))
        return READ_DONE;
    json_decref(*root);
    *root = NULL;
    *why = newer ? "it was written by a newer warpschool" : "it is JSON, but not what warpschool writes";
    return newer ? READ_FAILED : READ_BROKEN;
}

static Reading read_root(Progress *progress, json_t **root, const char **why) {
    *root = NULL;
    if (!file_exists(progress->file)) {
        *why = strerror(errno);
        return errno == ENOENT ? READ_NOTHING : READ_FAILED;
    }
    Arena *arena = arena_new();
    size_t size;
    const char *text = file_read(arena, progress->file, FILE_LIMIT, &size, why);
    Reading reading = text != NULL ? parse(progress, text, size, root, why) : READ_FAILED;
    if (text == NULL) *why = arena_string(progress->arena, *why);
    arena_free(arena);
    return reading;
}

/* Reads the file into progress->root again; to be called under the lock. False where the file must not be written.
 * note, if not NULL, is set where a broken file was renamed. */
static bool refresh(Progress *progress, const char **note) {
    json_t *root;
    const char *why;
    switch (read_root(progress, &root, &why)) {
    case READ_DONE:
        json_decref(progress->root);
        progress->root = root;
        return true;
    case READ_NOTHING: return true;
    case READ_FAILED:
        progress->why = arena_printf(progress->arena, "%s cannot be used: %s", progress->file, why);
        return false;
    case READ_BROKEN: break;
    }
    char *kept = free_name(progress->arena, progress->file);
    if (rename(progress->file, kept) != 0) {
        progress->why =
            arena_printf(progress->arena, "%s cannot be understood (%s) nor put aside", progress->file, why);
        return false;
    }
    if (note != NULL)
        *note = arena_printf(progress->arena,
                             "the record of your progress could not be understood (%s); it is kept as %s", why, kept);
    return true;
}

static bool write_root(Progress *progress) {
    char *text = json_dumps(progress->root, JSON_INDENT(2) | JSON_SORT_KEYS);
    bool small = text != NULL && strlen(text) <= FILE_LIMIT; /* a larger one could not be read again */
    bool done = small && file_write(progress->file, text, strlen(text));
    if (!small)
        progress->why = arena_printf(progress->arena, "it would be larger than %d MiB", FILE_LIMIT >> 20);
    else if (!done)
        progress->why = arena_printf(progress->arena, "%s cannot be written: %s", progress->file, strerror(errno));
    free(text);
    return done;
}

/* Removes files that a killed program left half-written: file_write's temporary names, six characters after the
 * file's. Under the lock no other program is writing. */
static void remove_leftovers(const Progress *progress) {
    Arena *arena = arena_new();
    size_t count, size = strlen(progress->file);
    const char *why;
    char *folder = path_parent(arena, progress->file);
    char **names = path_list(arena, folder, "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) {
        char *path = path_join(arena, folder, names[i]);
        if (text_starts(path, progress->file) && path[size] == '.' && strlen(path + size + 1) == 6 &&
            strchr(path + size + 1, '-') == NULL)
            unlink(path);
    }
    arena_free(arena);
}

static void remember_current(Progress *progress) {
    const char *current = json_string_value(value_at(progress, "current", NULL, NULL, NULL));
    if (!text_equal(current, progress->current)) progress->current = arena_string(progress->arena, current);
}

static void drop_unsaved(Progress *progress) {
    for (size_t i = 0; i < progress->unsaved.count; i++) json_decref(progress->unsaved.at[i].value);
    progress->unsaved.count = 0;
}

static bool save(Progress *progress) {
    int held = lock(progress);
    bool done = held >= 0 && refresh(progress, NULL);
    for (size_t i = 0; i < progress->unsaved.count; i++) apply(progress, &progress->unsaved.at[i]);
    done = done && write_root(progress);
    if (held >= 0) close(held);
    if (done) {
        drop_unsaved(progress);
        progress->why = NULL;
    }
    remember_current(progress);
    return done;
}

/* Records a change and writes the file; takes over the reference to value. */
static bool change(Progress *progress, const char *a, const char *b, const char *c, const char *d, json_t *value) {
    Arena *arena = progress->arena;
    Change made = {{arena_string(arena, a), arena_string(arena, b), arena_string(arena, c), arena_string(arena, d)},
                   value};
    vec_push(arena, &progress->unsaved, made);
    if (!progress->held) return save(progress);
    apply(progress, &made);
    remember_current(progress);
    return true;
}

void progress_hold(Progress *progress) {
    progress->held = true;
}

bool progress_release(Progress *progress) {
    progress->held = false;
    return progress->unsaved.count == 0 || save(progress);
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

Progress *progress_open(const char *pack_folder, DiagList *diags) {
    Arena *arena = arena_new();
    Progress *progress = arena_make(arena, Progress);
    char *real = realpath(pack_folder, NULL);
    const char *pack = real != NULL ? real : pack_folder, *note = NULL;
    *progress = (Progress){.arena = arena, .root = empty_root()};
    progress->pack = text_printable(arena, pack, strlen(pack)); /* JSON's keys are UTF-8 */
    progress->file = path_join(arena, path_state_home(arena), "progress.json");
    free(real);
    int held = lock(progress);
    if (held >= 0) {
        remove_leftovers(progress);
        refresh(progress, &note);
        close(held);
    } else {
        json_t *root; /* a folder that cannot be written may still be read */
        const char *ignored;
        if (read_root(progress, &root, &ignored) == READ_DONE) json_decref(progress->root), progress->root = root;
    }
    Loc loc = {progress->file, 0, 0};
    if (note != NULL) diag_add(diags, SEVERITY_WARNING, loc, "what you do from now on is recorded anew", "%s", note);
    if (progress->why != NULL)
        diag_add(diags, SEVERITY_WARNING, loc, "what you do now will not be remembered", "%s", progress->why);
    remember_current(progress);
    return progress;
}

void progress_renew(Progress *progress) {
    json_t *root;
    const char *ignored;
    if (progress->held || read_root(progress, &root, &ignored) != READ_DONE) return; /* no lock: files come whole */
    json_decref(progress->root);
    progress->root = root;
    for (size_t i = 0; i < progress->unsaved.count; i++) apply(progress, &progress->unsaved.at[i]);
    remember_current(progress);
}

void progress_know_lessons(Progress *progress, const Pack *pack) {
    progress->lessons = pack;
}

void progress_free(Progress *progress) {
    if (progress == NULL) return;
    drop_unsaved(progress);
    json_decref(progress->root);
    arena_free(progress->arena);
}

bool progress_failed(const Progress *progress, const char **why) {
    if (progress->why != NULL) *why = progress->why;
    return progress->why != NULL;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

bool progress_lesson_done(const Progress *progress, const char *lesson) {
    return json_is_true(value_at(progress, "lessons", lesson, "done", NULL));
}

bool progress_exercise_passed(const Progress *progress, const char *exercise) {
    return json_is_true(value_at(progress, "exercises", exercise, "passed", NULL));
}

int progress_hints_shown(const Progress *progress, const char *exercise) {
    json_int_t shown = json_integer_value(value_at(progress, "exercises", exercise, "hints", NULL));
    return shown > 0 && shown < 1000 ? (int)shown : 0;
}

size_t progress_step(const Progress *progress, const char *lesson) {
    json_int_t step = json_integer_value(value_at(progress, "lessons", lesson, "step", NULL));
    return step > 0 && step < 1000000 ? (size_t)step : 0;
}

int progress_trivia(const Progress *progress, const char *lesson, const char *question) {
    json_t *right = value_at(progress, "lessons", lesson, "trivia", question);
    return json_is_true(right) ? 1 : json_is_false(right) ? -1 : 0;
}

/* One without an answer was seen before it was predicted. */
static bool was_answered(const json_t *object) {
    const char *answer = json_string_value(json_object_get(object, "answer"));
    return json_is_object(object) && (answer == NULL || *answer != '\0');
}

static bool read_prediction(const json_t *object, Arena *arena, Prediction *prediction) {
    if (!was_answered(object)) return false;
    const char *answer = json_string_value(json_object_get(object, "answer"));
    const char *measured = json_string_value(json_object_get(object, "measured"));
    *prediction = (Prediction){.answer = arena_string(arena, answer != NULL ? answer : ""),
                               .measured = arena_string(arena, measured != NULL ? measured : ""),
                               .right_first = json_is_true(json_object_get(object, "first")),
                               .right = json_is_true(json_object_get(object, "right"))};
    return true;
}

bool progress_prediction(const Progress *progress, const char *lesson, const char *step, Arena *arena,
                         Prediction *prediction) {
    return read_prediction(value_at(progress, "lessons", lesson, "predictions", step), arena, prediction);
}

bool progress_prediction_open(const Progress *progress, const char *lesson, const char *step) {
    return !json_is_object(value_at(progress, "lessons", lesson, "predictions", step));
}

static void add_score(json_t *predictions, PredictionScore *score) {
    const char *step;
    json_t *prediction;
    json_object_foreach(predictions, step, prediction) {
        if (!was_answered(prediction)) continue;
        score->given++;
        score->right += json_is_true(json_object_get(prediction, "first"));
    }
}

PredictionScore progress_score(const Progress *progress, const char *lesson) {
    PredictionScore score = {0};
    const char *id;
    json_t *lessons = value_at(progress, "lessons", NULL, NULL, NULL), *at;
    if (lesson != NULL) {
        add_score(value_at(progress, "lessons", lesson, "predictions", NULL), &score);
        return score;
    }
    json_object_foreach(lessons, id, at) add_score(json_object_get(at, "predictions"), &score);
    return score;
}

const char *progress_lesson_now(const Progress *progress, const char *id) {
    const Pack *pack = progress->lessons;
    if (pack == NULL || is_lesson(pack, id)) return id;
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (text_equal(text_after_number(pack->lessons[i].id), text_after_number(id))) return pack->lessons[i].id;
    return id;
}

bool progress_knows_lesson(const Progress *progress, const char *id) {
    return progress->lessons == NULL || is_lesson(progress->lessons, id);
}

const json_t *progress_tree(const Progress *progress) {
    return pack_of(progress, false);
}

const char *progress_current(const Progress *progress) {
    return progress->current;
}

const char *progress_folder(const Progress *progress, Arena *arena) {
    return arena_string(arena, json_string_value(value_at(progress, "folder", NULL, NULL, NULL)));
}

const char *progress_watched(const Progress *progress) {
    return json_string_value(value_at(progress, "watched", NULL, NULL, NULL));
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */

void progress_set_lesson_done(Progress *progress, const char *lesson) {
    change(progress, "lessons", lesson, "done", NULL, json_true());
}

void progress_set_exercise_passed(Progress *progress, const char *exercise) {
    change(progress, "exercises", exercise, "passed", NULL, json_true());
}

void progress_set_hints(Progress *progress, const char *exercise, int shown) {
    change(progress, "exercises", exercise, "hints", NULL, json_integer(shown));
}

void progress_set_step(Progress *progress, const char *lesson, size_t step) {
    change(progress, "lessons", lesson, "step", NULL, json_integer((json_int_t)step));
}

void progress_set_trivia(Progress *progress, const char *lesson, const char *question, bool right) {
    change(progress, "lessons", lesson, "trivia", question, json_boolean(right));
}

void progress_set_prediction(Progress *progress, const char *lesson, const char *step, const Prediction *prediction) {
    const json_t *before = value_at(progress, "lessons", lesson, "predictions", step);
    bool first = json_is_object(before) ? json_is_true(json_object_get(before, "first")) : prediction->right_first;
    change(progress, "lessons", lesson, "predictions", step,
           json_pack("{s:s, s:s, s:b, s:b}", "answer", prediction->answer, "measured", prediction->measured, "first",
                     (int)first, "right", (int)prediction->right));
}

void progress_see_answer(Progress *progress, const char *lesson, const char *step) {
    if (!progress_prediction_open(progress, lesson, step)) return;
    change(progress, "lessons", lesson, "predictions", step,
           json_pack("{s:s, s:s, s:b, s:b}", "answer", "", "measured", "", "first", 0, "right", 0));
}

void progress_set_current(Progress *progress, const char *lesson) {
    change(progress, "current", NULL, NULL, NULL, json_string(lesson));
}

void progress_set_folder(Progress *progress, const char *folder) {
    change(progress, "folder", NULL, NULL, NULL, json_string(folder));
}

void progress_set_watched(Progress *progress, const char *exercise) {
    change(progress, "watched", NULL, NULL, NULL, json_string(exercise));
}
