/* The workspace. A student edits an exercise's file in the working folder that `init` was given; where there is
 * none, in the pack; where that cannot be written (it was installed), in a copy under XDG_DATA_HOME. The shipped text
 * is saved once, under XDG_STATE_HOME in a folder named by the pack's path, before the first edit. In a git checkout
 * the text as committed last is restored instead. Before reset writes the shipped text, it copies the student's to a
 * backup. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "teach/checkout.h"
#include "teach/say.h"
#include "teach/workspace.h"

/* Skips the byte order mark with which editors on Windows begin UTF-8 files, because NVRTC takes it for a token. */
static void skip_byte_order_mark(Source *source) {
    static const char mark[] = "\xef\xbb\xbf";
    if (source->text == NULL || source->size <= strlen(mark) || !text_starts(source->text, mark)) return;
    source->text += strlen(mark);
    source->size -= strlen(mark);
}

/* Takes a text that was read, unless it has bytes that no compiler accepts. */
static SourceStatus take_text(Arena *arena, char *text, size_t size, const char *path, Source *source,
                              const char **why) {
    source->text = text;
    source->size = size;
    skip_byte_order_mark(source);
    const char *end = source->text != NULL ? memchr(source->text, 0xff, source->size) : NULL;
    if (source->text != NULL && end == NULL) return SOURCE_READ;
    if (end != NULL) {
        /* NVRTC takes this byte, which no UTF-8 text has, for the end of the file. */
        *why = arena_printf(arena, "is no UTF-8 text (a byte 0xff at offset %zu)", (size_t)(end - source->text));
        *source = (Source){.path = source->path, .name = source->name};
        return SOURCE_UNUSABLE;
    }
    bool readable = file_exists(path) && !file_is_directory(path) && access(path, R_OK) == 0;
    return readable ? SOURCE_UNUSABLE : SOURCE_MISSING;
}

SourceStatus source_read(Arena *arena, const char *path, Source *source, const char **why) {
    *source = (Source){.path = arena_string(arena, path), .name = path_for_person(arena, path)};
    size_t size = 0;
    char *text = file_read_text(arena, path, &size, why);
    return take_text(arena, text, size, path, source, why);
}

static SourceStatus read_unlinked(Arena *arena, const char *path, size_t trusted, Source *source, const char **why) {
    *source = (Source){.path = arena_string(arena, path), .name = path_for_person(arena, path)};
    FileLinks links;
    size_t size = 0;
    char *text = file_read_text_unlinked(arena, path, trusted, &size, why, &links);
    if (links.refused) return SOURCE_UNUSABLE;
    if (links.linked) source->note = "this file is a symbolic link to another one in its folder, which was judged";
    if (!links.linked && links.names > 1)
        source->note = arena_printf(arena, "this file has %llu names (hard links): another one is the same file",
                                    (unsigned long long)links.names);
    return take_text(arena, text, size, path, source, why);
}

/* The size of the part of a path whose links are trusted: links in / itself (/tmp, /home, /var on some systems) are
 * the system's, because only root can make them. */
static size_t trusted_part(const char *path) {
    if (*path != '/') return 0;
    size_t root = strspn(path, "/"), first = strcspn(path + root, "/");
    return path[root + first] == '/' ? root + first + 1 : root;
}

SourceStatus source_read_answer(Arena *arena, const char *path, Source *source, const char **why) {
    /* /dev/stdin is a link of the system */
    if (text_starts(path, "/dev/")) return source_read(arena, path, source, why);
    return read_unlinked(arena, path, trusted_part(path), source, why);
}

static bool read_kernels(Session *session, Arena *arena, const Lesson *lesson, const char *file, const char *what,
                         Source *source) {
    const char *pack = lesson->folder != NULL ? lesson->folder : session->pack_path;
    const char *path = path_join(arena, path_join(arena, pack, "kernels"), file), *why;
    size_t trusted = strlen(path_join(arena, pack, ""));
    *source = (Source){0};
    if (read_unlinked(arena, path, trusted, source, &why) == SOURCE_READ) return true;
    complain(session, "the pack is incomplete: put the file there, or take the pack anew", "%s, %s of lesson %s, %s",
             source->name, what, lesson->id, why);
    return false;
}

bool source_of_lesson(Session *session, Arena *arena, const Lesson *lesson, Source *source) {
    *source = (Source){.name = "", .text = ""};
    if (lesson->source == NULL) return true; /* no kernel is launched by itself */
    return read_kernels(session, arena, lesson, lesson->source, "the kernels", source);
}

bool source_of_launch(Session *session, Arena *arena, const Lesson *lesson, const LaunchSpec *spec, Source *source) {
    if (spec->program == NULL) return source_of_lesson(session, arena, lesson, source);
    return read_kernels(session, arena, lesson, spec->program, "a program", source);
}

/* ---- where things are -------------------------------------------------------------------------------------------- */

static char *data_home(Arena *arena) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && *data == '/') return path_join(arena, data, "warpschool");
    if (home != NULL && *home == '/') return path_join(arena, home, ".local/share/warpschool");
    return path_join(arena, path_state_home(arena), "data");
}

static char *state_folder(const Session *session, Arena *arena, const char *what) {
    return arena_printf(arena, "%s/%s/%016" PRIx64, path_state_home(arena), what,
                        hash_fnv1a64(session->pack_path, strlen(session->pack_path)));
}

/* The folder `what` of the pack that the exercise is from: this one, or one whose lesson it uses. */
static char *folder_of(const Session *session, Arena *arena, const Exercise *exercise, const char *what) {
    return path_join(arena, exercise->folder != NULL ? exercise->folder : session->pack_path, what);
}

static char *shipped_file(const Session *session, Arena *arena, const Exercise *exercise) {
    return path_join(arena, folder_of(session, arena, exercise, "exercises"), exercise->file);
}

static char *kept_original(const Session *session, Arena *arena, const Exercise *exercise) {
    return path_join(arena, state_folder(session, arena, "originals"), exercise->file);
}

/* file_write renames a new file into the folder, and an editor may write to the file itself: both must be writable. */
static bool pack_is_writable(Arena *arena, const char *file) {
    return file_is_writable(path_parent(arena, file)) && (!file_exists(file) || file_is_writable(file));
}

/* Whether the student edits the shipped file itself. Not that of another pack whose lesson is used. */
static bool is_edited_in_place(Arena *arena, const Exercise *exercise, const char *shipped) {
    return exercise->folder == NULL && pack_is_writable(arena, shipped);
}

/* The shipped text. Where the pack can be written the student may have edited its file: then it is, in a git checkout,
 * the text as committed last, else the one that was saved before the first edit. NULL with *why, a sentence. */
static const void *read_original(const Session *session, Arena *arena, const Exercise *exercise,
                                 const Checkout *committed, size_t *size, const char **why) {
    const char *path = shipped_file(session, arena, exercise);
    if (pack_is_writable(arena, path)) {
        const char *folder = folder_of(session, arena, exercise, "exercises");
        const void *text = checkout_find(committed, folder, exercise->file, size);
        if (text == NULL) text = checkout_read(arena, folder, exercise->file, size);
        if (text != NULL) return text;
        path = kept_original(session, arena, exercise);
    }
    const void *text = file_read(arena, path, FILE_TEXT_LIMIT, size, why);
    if (text == NULL) *why = arena_printf(arena, "the copy of it as shipped, %s, %s", path, *why);
    return text;
}

const char *workspace_shipped(const Session *session, Arena *arena, const Exercise *exercise, const char **why) {
    size_t size;
    const char *text = read_original(session, arena, exercise, NULL, &size, why);
    return text != NULL ? arena_string_n(arena, text, size) : NULL;
}

bool workspace_lacks_solutions(const Session *session, const Exercise *exercise) {
    Arena *arena = arena_new();
    bool lacks = !file_exists(folder_of(session, arena, exercise, "solutions"));
    arena_free(arena);
    return lacks;
}

char *workspace_solution(Session *session, Arena *arena, const Exercise *exercise) {
    return path_join(arena, folder_of(session, arena, exercise, "solutions"), exercise->file);
}

const char *workspace_folder(Session *session, Arena *arena) {
    const char *folder = session->progress != NULL ? progress_folder(session->progress, arena) : NULL;
    if (folder == NULL || file_is_directory(folder)) return folder;
    if (!session->folder_told)
        complain(session, "`init DIR` makes another one", "your working folder %s is not there any more", folder);
    session->folder_told = true;
    return NULL;
}

char *workspace_hidden_folder(Session *session, Arena *arena) {
    return arena_printf(arena, "%s/%016" PRIx64 "/exercises", data_home(arena),
                        hash_fnv1a64(session->pack_path, strlen(session->pack_path)));
}

/* The student's copy from the time when the exercise's lesson had another number, or NULL. */
static const char *earlier_copy(Arena *arena, const char *folder, const char *file) {
    size_t count;
    const char *why;
    char **names = path_list(arena, folder, text_after_number(file), &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++)
        if (text_equal(text_after_number(names[i]), text_after_number(file))) return path_join(arena, folder, names[i]);
    return NULL;
}

/* The exercise's file in a folder of the student's; where there is none yet it is made, as it was shipped or as the
 * student left it when the lesson had another number. NULL: that failed. */
static char *file_in_folder(Session *session, Arena *arena, const Exercise *exercise, const char *folder) {
    char *file = path_join(arena, folder, exercise->file);
    if (file_exists(file)) return file;
    const char *why, *earlier = earlier_copy(arena, folder, exercise->file);
    size_t size;
    const void *text = earlier != NULL ? file_read(arena, earlier, FILE_TEXT_LIMIT, &size, &why)
                                       : read_original(session, arena, exercise, NULL, &size, &why);
    return text != NULL && file_write(file, text, size) ? file : NULL;
}

char *workspace_file(Session *session, Arena *arena, const Exercise *exercise) {
    const char *folder = workspace_folder(session, arena);
    if (folder != NULL) {
        char *file = file_in_folder(session, arena, exercise, folder);
        return file != NULL ? file : path_join(arena, folder, exercise->file);
    }
    char *shipped = shipped_file(session, arena, exercise);
    if (is_edited_in_place(arena, exercise, shipped)) return shipped;
    char *copy = file_in_folder(session, arena, exercise, workspace_hidden_folder(session, arena));
    return copy != NULL ? copy : shipped;
}

/* ---- the working folder ------------------------------------------------------------------------------------------ */

/* The text that the student has edited last, where it was edited before this working folder was chosen: in the folder
 * before it, in the hidden folder, or in the pack; *from is that folder. NULL: it is as it was shipped. */
static const void *read_answer(Session *session, Arena *arena, const Exercise *exercise, const void *original,
                               size_t original_size, size_t *size, const char **from) {
    const char *shipped = shipped_file(session, arena, exercise), *path = shipped, *why;
    *from = workspace_folder(session, arena);
    if (*from == NULL && !is_edited_in_place(arena, exercise, shipped)) *from = workspace_hidden_folder(session, arena);
    if (*from != NULL) {
        const char *earlier = earlier_copy(arena, *from, exercise->file);
        path = path_join(arena, *from, exercise->file);
        if (!file_exists(path) && earlier != NULL) path = earlier;
    }
    *from = path_parent(arena, path);
    const void *text = file_exists(path) ? file_read(arena, path, FILE_TEXT_LIMIT, size, &why) : NULL;
    bool same = text != NULL && original != NULL && *size == original_size && memcmp(text, original, *size) == 0;
    return same ? NULL : text;
}

bool workspace_write_new(const char *path, const void *bytes, size_t size) {
    if (file_exists(path)) return errno = EEXIST, false;
    Arena *arena = arena_new();
    bool made = file_make_directories(path_parent(arena, path));
    arena_free(arena);
    int file = made ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1; /* claims the name */
    if (file < 0) return false;
    close(file);
    if (file_write(path, bytes, size)) return true;
    int error = errno;
    unlink(path);
    errno = error;
    return false;
}

void workspace_copy_begin(Session *session, Arena *arena, CopiedExercises *copied) {
    size_t count = 0, most = 0;
    for (size_t i = 0; i < session->pack->lesson_count; i++) most += session->pack->lessons[i].exercise_count;
    const char **files = arena_array(arena, const char *, most + 1);
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            if (lesson->exercises[k].folder == NULL &&
                pack_is_writable(arena, shipped_file(session, arena, &lesson->exercises[k])))
                files[count++] = lesson->exercises[k].file;
    }
    if (count > 0)
        copied->committed = checkout_read_all(arena, path_join(arena, session->pack_path, "exercises"), files, count);
}

bool workspace_copy(Session *session, Arena *arena, const Exercise *exercise, const char *folder,
                    CopiedExercises *copied, const char **why) {
    size_t size, original_size;
    const char *path = path_join(arena, folder, exercise->file), *from;
    if (file_exists(path)) return copied->kept++, true;
    const void *original = read_original(session, arena, exercise, copied->committed, &original_size, why);
    const void *text = read_answer(session, arena, exercise, original, original_size, &size, &from);
    bool answer = text != NULL;
    if (!answer && original == NULL) return false;
    if (!answer) text = original, size = original_size;
    if (workspace_write_new(path, text, size)) {
        copied->made++;
        copied->answers += answer;
        if (answer) copied->from = from;
        return true;
    }
    copied->kept += errno == EEXIST;
    if (errno == EEXIST) return true;
    *why = arena_printf(arena, "%s cannot be made: %s", path_for_person(arena, path), strerror(errno));
    return false;
}

/* ---- originals and backups --------------------------------------------------------------------------------------- */

static void keep_original(Session *session, Arena *arena, const Exercise *exercise) {
    const char *original = kept_original(session, arena, exercise), *shipped = shipped_file(session, arena, exercise),
               *why;
    if (file_exists(original) || !pack_is_writable(arena, shipped)) return;
    size_t size;
    const void *text = file_read(arena, shipped, FILE_TEXT_LIMIT, &size, &why);
    /* an unwritable state folder is reported with the progress, and by reset */
    if (text != NULL) (void)file_write(original, text, size);
}

void workspace_keep_originals(Session *session) {
    Arena *arena = arena_new();
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            keep_original(session, arena, &lesson->exercises[k]);
    }
    arena_free(arena);
}

/* Writes bytes to the first free FILE.bak-N; its path, or NULL with errno set. O_EXCL claims the name, so that two
 * programs never take the same one. */
static char *back_up(const Session *session, Arena *arena, const Exercise *exercise, const void *bytes, size_t size) {
    const char *folder = state_folder(session, arena, "backups");
    if (!file_make_directories(folder)) return NULL;
    for (int number = 1;; number++) {
        char *path = arena_printf(arena, "%s/%s.bak-%d", folder, exercise->file, number);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return NULL;
        close(file);
        return file_write(path, bytes, size) ? path : NULL;
    }
}

bool workspace_reset(Session *session, Arena *arena, const Exercise *exercise, char **backup, const char **why) {
    const char *path = workspace_file(session, arena, exercise), *reason;
    size_t size = 0, original_size = 0;
    const void *text = file_read(arena, path, FILE_TEXT_LIMIT, &size, &reason);
    const void *original = read_original(session, arena, exercise, NULL, &original_size, why);
    *backup = NULL;
    if (original == NULL) return false;
    if (text == NULL && file_exists(path)) {
        *why = arena_printf(arena, "%s %s, so it cannot be backed up", path_for_person(arena, path), reason);
        return false;
    }
    if (text != NULL && size == original_size && memcmp(text, original, size) == 0) return true;
    if (text != NULL && (*backup = back_up(session, arena, exercise, text, size)) == NULL) {
        *why = arena_printf(arena, "your version cannot be backed up: %s", strerror(errno));
        return false;
    }
    if (file_write(path, original, original_size)) return true;
    *why = arena_printf(arena, "%s cannot be written: %s", path_for_person(arena, path), strerror(errno));
    return false;
}
