/* A pack: a folder with lessons/, kernels/, exercises/ and solutions/.
 *
 * Each lesson is loaded by itself; its errors are kept with it, and the others are loaded all the same. Several threads
 * do it: what a command waits for before anything else is mostly that all lessons are read. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "base/vec.h"
#include "course/pack_file.h"

/* path as a person standing in the current folder would type it: "lessons/05-banks.yaml" inside the pack's folder. */
static const char *path_for_messages(Arena *arena, const char *path) {
    char *real = realpath(path, NULL), *here = getcwd(NULL, 0);
    const char *shown = path;
    if (real != NULL && here != NULL) {
        size_t size = strlen(here);
        if (strncmp(real, here, size) == 0 && real[size] == '/') shown = arena_string(arena, real + size + 1);
    }
    free(real);
    free(here);
    return shown;
}

static const char pack_hint[] = "a pack is a folder that holds lessons/, kernels/, exercises/ and solutions/";

/* ---- loading ----------------------------------------------------------------------------------------------------- */

/* An error makes the lesson unusable, a warning does not. */
static void check_file(const char *pack, Lesson *lesson, const char *folder, const char *file, Loc loc,
                       Severity severity) {
    size_t size;
    const char *why;
    Arena *arena = arena_new();
    char *path = path_join(arena, path_join(arena, pack, folder), file);
    if (file_read_text(arena, path, &size, &why) == NULL) {
        const char *hint = NULL;
        size_t count;
        const char *ignored;
        char **names = path_list(arena, path_join(arena, pack, folder), ".cu", &count, &ignored);
        const char *near = names != NULL ? text_nearest(file, (const char *const *)names, count) : NULL;
        if (near != NULL && !file_exists(path)) hint = arena_printf(arena, "did you mean '%s'?", near);
        diag_add(&lesson->diags, severity, loc, hint, "%s/%s %s", folder, file, why);
        if (severity == SEVERITY_ERROR) lesson->usable = false;
    }
    arena_free(arena);
}

typedef struct ProgramFiles {
    const char *pack;
    Lesson *lesson;
} ProgramFiles;

static void check_program(void *context, const LaunchSpec *launch) {
    ProgramFiles *files = context;
    if (launch->program != NULL)
        check_file(files->pack, files->lesson, "kernels", launch->program, launch->loc, SEVERITY_ERROR);
}

/* A pack that was handed out has no solutions/. */
static void check_files(const char *pack, Lesson *lesson) {
    Arena *arena = arena_new();
    bool solved = file_exists(path_join(arena, pack, "solutions"));
    arena_free(arena);
    if (lesson->source != NULL) check_file(pack, lesson, "kernels", lesson->source, lesson->source_loc, SEVERITY_ERROR);
    lesson_each_launch(lesson, check_program, &(ProgramFiles){pack, lesson});
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        /* Students edit this file: if it is unusable, the lesson is kept, and reset restores the file. */
        check_file(pack, lesson, "exercises", exercise->file, exercise->file_loc, SEVERITY_WARNING);
        if (solved) check_file(pack, lesson, "solutions", exercise->file, exercise->file_loc, SEVERITY_ERROR);
    }
}

/* Where a lesson comes from: the pack in `folder`, which is this one or one that it uses. */
typedef struct LessonPlace {
    const char *folder, *id;
} LessonPlace;

static void load_lesson(const Pack *pack, LessonPlace place, Arena *arena, Lesson *lesson) {
    size_t size;
    const char *folder = place.folder, *why, *name = arena_printf(arena, "lessons/%s.yaml", place.id);
    const char *path = path_for_messages(arena, path_join(arena, folder, name));
    char *text = file_read_text(arena, path, &size, &why);
    if (text != NULL) {
        lesson_parse(path, text, size, arena, lesson);
        if (lesson->usable) check_files(folder, lesson);
    } else {
        lesson->path = path;
        lesson->diags = diag_list(arena);
        diag_add(&lesson->diags, SEVERITY_ERROR, (Loc){path, 0, 0}, NULL, "this lesson %s", why);
    }
    if (folder != pack->folder) {
        lesson->folder = folder;
        for (size_t i = 0; i < lesson->exercise_count; i++) lesson->exercises[i].folder = folder;
    }
    if (lesson->usable) return;
    *lesson = (Lesson){.path = lesson->path, .diags = lesson->diags};
    lesson->id = place.id;
}

Lesson *pack_lesson(const Pack *pack, size_t number) {
    Lesson *lesson = &pack->lessons[number];
    if (lesson->unread) load_lesson(pack, (LessonPlace){pack->folder, lesson->id}, pack->arena, lesson);
    return lesson;
}

/* What the threads share. */
typedef struct Loading {
    const Pack *pack;
    const LessonPlace *places; /* of the pack's lessons; read already: id NULL */
    _Atomic size_t next;       /* the lesson that is loaded next */
} Loading;

typedef struct Loader {
    Loading *loading;
    Arena *arena;
    pthread_t thread;
} Loader;

static void *load_some(void *context) {
    const Loader *loader = context;
    Loading *loading = loader->loading;
    const Pack *pack = loading->pack;
    for (size_t i; (i = atomic_fetch_add(&loading->next, 1)) < pack->lesson_count;)
        if (loading->places[i].id != NULL) load_lesson(pack, loading->places[i], loader->arena, &pack->lessons[i]);
    return NULL;
}

/* One thread for each core, this one among them; a core for fewer than 4 lessons is not worth a thread. */
static void load_lessons(Pack *pack, const LessonPlace *places, size_t count) {
    Loading loading = {.pack = pack, .places = places};
    Loader own = {.loading = &loading, .arena = pack->arena}, others[PACK_LOADERS];
    size_t wanted = count / 4, started = 0, cores = system_cores();
    if (wanted > cores) wanted = cores;
    for (; started + 1 < wanted && started < PACK_LOADERS; started++) {
        others[started] = (Loader){.loading = &loading, .arena = pack->loaders[started] = arena_new()};
        if (pthread_create(&others[started].thread, NULL, load_some, &others[started]) != 0) break;
    }
    load_some(&own);
    for (size_t i = 0; i < started; i++) pthread_join(others[i].thread, NULL);
}

/* Exercises are found by their id or file alone, over all lessons. */
static void warn_of_equal_exercises(Pack *pack) {
    for (size_t i = 0; i < pack->lesson_count; i++)
        for (size_t e = 0; e < pack->lessons[i].exercise_count; e++)
            for (size_t j = 0; j < i; j++)
                for (size_t f = 0; f < pack->lessons[j].exercise_count; f++) {
                    const Exercise *later = &pack->lessons[i].exercises[e], *first = &pack->lessons[j].exercises[f];
                    if (strcmp(later->id, first->id) == 0 || strcmp(later->file, first->file) == 0)
                        diag_add(&pack->diags, SEVERITY_WARNING, later->loc, "give each its own id and file",
                                 "exercise '%s' shares its id or file with one of lesson '%s'", later->id,
                                 pack->lessons[j].id);
                }
}

void pack_read_all(Pack *pack) {
    LessonPlace *places = arena_array(pack->arena, LessonPlace, pack->lesson_count + 1);
    size_t unread = 0;
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (!pack->lessons[i].unread) continue;
        places[i] = (LessonPlace){pack->folder, pack->lessons[i].id};
        unread++;
    }
    if (unread == 0) return;
    load_lessons(pack, places, unread);
    warn_of_equal_exercises(pack);
}

/* "05-banks.yml" is a lesson that would silently be missing. */
static void warn_of_other_suffixes(Pack *pack, const char *lessons) {
    size_t count;
    const char *why;
    char **names = path_list(pack->arena, lessons, ".yml", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++)
        diag_add(&pack->diags, SEVERITY_WARNING, (Loc){path_join(pack->arena, lessons, names[i]), 0, 0},
                 "rename it to end in .yaml", "this file is not read");
}

/* The names of the folder's lessons, in the order of their names. */
static void list_folder(Pack *pack, const char *lessons) {
    size_t count;
    const char *why;
    char **names = path_list(pack->arena, lessons, ".yaml", &count, &why);
    if (names == NULL) {
        diag_add(&pack->diags, SEVERITY_ERROR, (Loc){lessons, 0, 0}, pack_hint, "this folder %s", why);
        return;
    }
    pack->lessons = arena_array(pack->arena, Lesson, count + 1);
    pack->lesson_count = count;
    for (size_t i = 0; i < count; i++)
        pack->lessons[i] =
            (Lesson){.unread = true, .id = arena_string_n(pack->arena, names[i], strlen(names[i]) - strlen(".yaml"))};
    warn_of_other_suffixes(pack, lessons);
    if (!count)
        diag_add(&pack->diags, SEVERITY_ERROR, (Loc){lessons, 0, 0}, "a lesson is a file NN-name.yaml in this folder",
                 "there are no lessons here");
}

/* The lessons that pack.yaml names, in its order. */
static void load_named(Pack *pack, const PackFile *file) {
    LessonPlace *places = arena_array(pack->arena, LessonPlace, file->lesson_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < file->lesson_count; i++) {
        const PackLesson *named = &file->lessons[i];
        const char *folder = named->pack != NULL ? pack_named(pack->arena, named->pack) : pack->folder;
        if (folder == NULL)
            diag_add(&pack->diags, SEVERITY_ERROR, named->loc, "`warpschool packs` lists those that are here",
                     "there is no pack '%s'", named->pack);
        if (folder == NULL) continue;
        if (named->pack != NULL) folder = path_absolute(pack->arena, folder);
        places[count++] = (LessonPlace){folder, named->id};
    }
    pack->lessons = arena_array(pack->arena, Lesson, count + 1);
    pack->lesson_count = count;
    load_lessons(pack, places, count);
    warn_of_equal_exercises(pack);
    if (pack->lesson_count == 0)
        diag_add(&pack->diags, SEVERITY_ERROR, (Loc){pack->folder, 0, 0}, NULL, "pack.yaml names no lesson");
}

static void apply_exercises(Pack *pack, const PackFile *file) {
    for (size_t i = 0; i < file->exercise_count; i++) {
        const PackExercise *said = &file->exercises[i];
        Lesson *lesson;
        const char *nearest;
        Exercise *exercise = pack_find_exercise(pack, said->id, &lesson, &nearest);
        if (exercise == NULL || !text_equal(exercise->id, said->id)) {
            const char *hint = nearest != NULL ? arena_printf(pack->arena, "did you mean '%s'?", nearest) : NULL;
            diag_add(&pack->diags, SEVERITY_ERROR, said->loc, hint, "no lesson has an exercise of this name");
            continue;
        }
        exercise->due = said->due;
        exercise->worth = said->points;
        exercise->hidden_elsewhere = said->hidden;
    }
}

Pack *pack_open(const char *folder) {
    Arena *arena = arena_new();
    Pack *pack = arena_make(arena, Pack);
    *pack = (Pack){.arena = arena, .folder = arena_string(arena, folder), .diags = diag_list(arena)};
    const char *lessons = path_join(arena, pack->folder, "lessons");
    Loc loc = {pack->folder, 0, 0};
    PackFile file;
    pack_file_load(pack, &file);
    if (!file_exists(folder))
        diag_add(&pack->diags, SEVERITY_ERROR, loc, pack_hint, "this folder does not exist");
    else if (!file_is_directory(folder))
        diag_add(&pack->diags, SEVERITY_ERROR, loc, pack_hint, "this is a file, not a folder");
    else if (file.ordered)
        load_named(pack, &file);
    else if (!file_exists(lessons))
        diag_add(&pack->diags, SEVERITY_ERROR, loc, pack_hint, "there is no folder 'lessons' in it");
    else
        list_folder(pack, lessons);
    if (file.exercise_count > 0) pack_read_all(pack);
    apply_exercises(pack, &file);
    return pack;
}

Pack *pack_load(const char *folder) {
    Pack *pack = pack_open(folder);
    pack_read_all(pack);
    return pack;
}

void pack_free(Pack *pack) {
    if (pack == NULL) return;
    for (size_t i = 0; i < PACK_LOADERS; i++) arena_free(pack->loaders[i]);
    arena_free(pack->arena);
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* How well name fits a lesson: 3 exactly, 2 by number or by the part after it, 1 as a beginning of either or with the
 * number that it had in another order, 0 not. */
static int fits(const char *id, const char *name) {
    if (strcmp(id, name) == 0) return 3;
    size_t digits = strspn(id, "0123456789"), given = strspn(name, "0123456789");
    if (given > 0 && !name[given]) return digits > 0 && strtoull(id, NULL, 10) == strtoull(name, NULL, 10) ? 2 : 0;
    const char *tail = text_after_number(id);
    if (strcmp(tail, name) == 0) return 2;
    bool moved = given > 0 && text_equal(tail, text_after_number(name));
    return moved || text_starts(id, name) || text_starts(tail, name) ? 1 : 0;
}

Lesson *pack_find(const Pack *pack, const char *name, const char **nearest) {
    *nearest = NULL;
    if (!name[0]) return NULL;
    Lesson *best = NULL;
    int best_fit = 0, alike = 0;
    for (size_t i = 0; i < pack->lesson_count; i++) {
        int fit = fits(pack->lessons[i].id, name);
        if (fit > best_fit) best_fit = fit, alike = 0;
        if (fit > 0 && fit == best_fit && alike++ == 0) best = &pack->lessons[i];
    }
    if (alike == 1) return pack_lesson(pack, (size_t)(best - pack->lessons));
    const char **ids = arena_array(pack->arena, const char *, 2 * pack->lesson_count + 1);
    for (size_t i = 0; i < pack->lesson_count; i++) {
        ids[2 * i] = pack->lessons[i].id;
        ids[2 * i + 1] = text_after_number(pack->lessons[i].id);
    }
    const char *near = alike ? best->id : text_nearest(name, ids, 2 * pack->lesson_count);
    for (size_t i = 0; near != NULL && i < 2 * pack->lesson_count; i++)
        if (ids[i] == near) *nearest = ids[i - i % 2];
    return NULL;
}

/* "exercises/05-eight-way.cu" to "05-eight-way". */
static const char *stem(Arena *arena, const char *name) {
    const char *base = path_base(name);
    return arena_string_n(arena, base, strlen(base) - (text_ends(base, ".cu") ? 3 : 0));
}

/* Reads the unread lessons whose text holds the word. */
static void read_those_with(const Pack *pack, const char *word) {
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (!pack->lessons[i].unread) continue;
        Arena *arena = arena_new();
        size_t size;
        const char *why, *file = arena_printf(arena, "lessons/%s.yaml", pack->lessons[i].id);
        const char *text = file_read_text(arena, path_join(arena, pack->folder, file), &size, &why);
        if (text == NULL || strstr(text, word) != NULL) (void)pack_lesson(pack, i);
        arena_free(arena);
    }
}

/* Among the lessons that were read. */
static Exercise *find_read_exercise(const Pack *pack, const char *name, Lesson **lesson, const char **nearest) {
    VEC(const char *) names = {0};
    const char *wanted = stem(pack->arena, name);
    *nearest = NULL;
    *lesson = NULL;
    for (size_t i = 0; i < pack->lesson_count; i++)
        for (size_t e = 0; e < pack->lessons[i].exercise_count; e++) {
            Exercise *exercise = &pack->lessons[i].exercises[e];
            const char *file = stem(pack->arena, exercise->file);
            if (strcmp(exercise->id, name) == 0 || strcmp(file, wanted) == 0) {
                *lesson = &pack->lessons[i];
                return exercise;
            }
            vec_push(pack->arena, &names, exercise->id);
            vec_push(pack->arena, &names, file);
        }
    *nearest = text_nearest(wanted, names.at, names.count);
    return NULL;
}

/* An exercise's id and its file's name stand in its lesson's text, unless somebody wrote them with escapes: then every
 * lesson is read in the end. */
Exercise *pack_find_exercise(const Pack *pack, const char *name, Lesson **lesson, const char **nearest) {
    const char *wanted = stem(pack->arena, name);
    read_those_with(pack, wanted);
    Exercise *exercise = find_read_exercise(pack, name, lesson, nearest);
    bool unread = false;
    for (size_t i = 0; exercise == NULL && i < pack->lesson_count; i++) {
        unread = unread || pack->lessons[i].unread;
        (void)pack_lesson(pack, i);
    }
    return unread ? find_read_exercise(pack, name, lesson, nearest) : exercise;
}
