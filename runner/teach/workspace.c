/* The workspace. A student edits an exercise's file in the working folder that `init` was given; where there is none,
 * in the pack itself, if it is the student's own folder: a checkout, a hand-out. A pack that was installed is not, for
 * the next version takes its place: its exercises are edited in ~/warpschool, or, where that cannot be made, in a
 * folder under XDG_DATA_HOME. The shipped text is saved under XDG_STATE_HOME before the first edit: of files in the
 * pack in a folder named by the pack's path, to be restored (in a git checkout the text as committed last is restored
 * instead); of others in a folder named by theirs, so that a new version's text is noticed. Before reset writes the
 * shipped text, it copies the student's to a backup. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "teach/checkout.h"
#include "teach/say.h"
#include "teach/workspace.h"

static bool same_bytes(const void *a, size_t a_size, const void *b, size_t b_size) {
    return a != NULL && b != NULL && a_size == b_size && memcmp(a, b, a_size) == 0;
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

/* Whether somebody may have edited the file in its pack. */
static bool may_be_edited(const Session *session, Arena *arena, const Exercise *exercise, const char *shipped) {
    bool installed = exercise->folder != NULL ? pack_is_installed(exercise->folder) : session->pack_installed;
    return !installed && pack_is_writable(arena, shipped);
}

/* Whether the student edits the shipped file itself. Not that of another pack whose lesson is used. */
static bool is_edited_in_place(const Session *session, Arena *arena, const Exercise *exercise, const char *shipped) {
    return exercise->folder == NULL && may_be_edited(session, arena, exercise, shipped);
}

/* The shipped text. Where the student may have edited the pack's file it is, in a git checkout, the text as committed
 * last, else the one that was saved before the first edit. NULL with *why, a sentence. */
static const void *read_original(const Session *session, Arena *arena, const Exercise *exercise,
                                 const Checkout *committed, size_t *size, const char **why) {
    const char *path = shipped_file(session, arena, exercise);
    if (may_be_edited(session, arena, exercise, path)) {
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

char *workspace_hidden_folder(const Session *session, Arena *arena) {
    return arena_printf(arena, "%s/%016" PRIx64 "/exercises", data_home(arena),
                        hash_fnv1a64(session->pack_path, strlen(session->pack_path)));
}

/* A folder that is there for something else: a checkout of the source, another pack, or a Python environment, which is
 * removed and made again when it is upgraded. */
static bool is_taken(Arena *arena, const char *folder) {
    return pack_is_folder(folder) || file_exists(path_join(arena, folder, "pyvenv.cfg"));
}

/* Other packs than the one that came with the program have folders of their own there. Where ~/warpschool is taken, the
 * exercises lie beside it. */
const char *workspace_home(const Session *session, Arena *arena) {
    const char *home = getenv("HOME"), *pack = session->pack_path, *shipped = pack_shipped(arena);
    if (home == NULL || *home != '/') return NULL;
    const char *folder = path_join(arena, home, "warpschool");
    if (is_taken(arena, folder)) folder = path_join(arena, home, "warpschool-exercises");
    char real[PATH_MAX];
    if (shipped != NULL && realpath(shipped, real) != NULL && text_equal(real, pack)) return folder;
    const char *name = strrchr(pack, '/') != NULL ? strrchr(pack, '/') + 1 : pack;
    bool by_name = text_equal(path_parent(arena, pack), pack_home(arena));
    return by_name ? path_join(arena, folder, name)
                   : arena_printf(arena, "%s/%s-%08x", folder, name, (unsigned)hash_fnv1a64(pack, strlen(pack)));
}

const char *workspace_place(Session *session, Arena *arena) {
    const char *folder = workspace_folder(session, arena);
    if (folder != NULL) return folder;
    const char *shipped = path_join(arena, session->pack_path, "exercises");
    if (!session->pack_installed && file_is_writable(shipped)) return shipped;
    const char *home = workspace_home(session, arena), *hidden = workspace_hidden_folder(session, arena);
    return home == NULL || (!file_is_directory(home) && file_is_directory(hidden)) ? hidden : home;
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

/* The student's copy in a folder, also one from the time when the exercise's lesson had another number, or NULL. */
static const char *copy_in(Arena *arena, const char *folder, const char *file) {
    const char *path = path_join(arena, folder, file);
    return file_exists(path) ? path : earlier_copy(arena, folder, file);
}

/* Where the student has a copy of a file that is to be made in `folder`, or NULL. */
static const char *copy_before(const Session *session, Arena *arena, const char *folder, const char *file) {
    const char *earlier = earlier_copy(arena, folder, file), *home = workspace_home(session, arena);
    if (earlier != NULL || home == NULL || !text_equal(folder, home)) return earlier;
    return copy_in(arena, workspace_hidden_folder(session, arena), file);
}

/* Where the text is kept with which the student's file began. */
static char *begun_text(Arena *arena, const char *folder, const char *file) {
    return arena_printf(arena, "%s/begun/%016" PRIx64 "/%s", path_state_home(arena),
                        hash_fnv1a64(folder, strlen(folder)), file);
}

/* Says that a file was made anew where the student had one: `init` makes all of them. */
static void tell_of_missing(Session *session, Arena *arena, const char *folder, const char *file, bool had_begun) {
    const char *chosen = workspace_folder(session, arena);
    bool had_one = had_begun || (chosen != NULL && text_equal(chosen, folder));
    if (had_one && !session->options.json && !session->options.errorfile)
        say_prose(session, "`%s` was not there any more. It was made again, as it was shipped.",
                  path_for_person(arena, file));
}

/* The exercise's file in a folder of the student's; where there is none yet it is made, as it was shipped or as the
 * student left it elsewhere. NULL: that failed. */
static char *file_in_folder(Session *session, Arena *arena, const Exercise *exercise, const char *folder) {
    char *file = path_join(arena, folder, exercise->file);
    if (file_exists(file)) {
        workspace_notice_new_text(session, arena, exercise, file);
        return file;
    }
    const char *why, *before = copy_before(session, arena, folder, exercise->file);
    size_t size;
    const void *text = before != NULL ? file_read(arena, before, FILE_TEXT_LIMIT, &size, &why)
                                      : read_original(session, arena, exercise, NULL, &size, &why);
    bool folder_is_new = !file_is_directory(folder);
    bool had_begun = file_exists(begun_text(arena, folder, exercise->file));
    if (text == NULL || !file_write(file, text, size)) return NULL;
    if (folder_is_new && !session->options.json && text_equal(folder, workspace_home(session, arena)))
        say_prose(session,
                  "The exercises are yours to edit in `%s`, a folder that was made now. `init DIR` names another one.",
                  path_for_message(arena, folder));
    if (before == NULL) tell_of_missing(session, arena, folder, file, had_begun);
    workspace_notice_new_text(session, arena, exercise, file);
    return file;
}

char *workspace_file(Session *session, Arena *arena, const Exercise *exercise) {
    const char *folder = workspace_folder(session, arena);
    if (folder != NULL) {
        char *file = file_in_folder(session, arena, exercise, folder);
        return file != NULL ? file : path_join(arena, folder, exercise->file);
    }
    char *shipped = shipped_file(session, arena, exercise);
    if (is_edited_in_place(session, arena, exercise, shipped)) return shipped;
    const char *home = workspace_home(session, arena);
    char *copy = home != NULL ? file_in_folder(session, arena, exercise, home) : NULL;
    if (copy == NULL) copy = file_in_folder(session, arena, exercise, workspace_hidden_folder(session, arena));
    return copy != NULL ? copy : shipped;
}

/* ---- a new version of the course --------------------------------------------------------------------------------- */

void workspace_notice_new_text(Session *session, Arena *arena, const Exercise *exercise, const char *file) {
    const char *folder = path_parent(arena, file), *why;
    const char *begun = begun_text(arena, folder, exercise->file);
    size_t size = 0, begun_size = 0, mine_size = 0;
    if (may_be_edited(session, arena, exercise, shipped_file(session, arena, exercise))) return;
    const void *shipped = read_original(session, arena, exercise, NULL, &size, &why);
    const void *text = file_read(arena, begun, FILE_TEXT_LIMIT, &begun_size, &why);
    if (shipped == NULL || same_bytes(text, begun_size, shipped, size)) return;
    if (text == NULL) {
        (void)file_write(begun, shipped, size); /* an unwritable state folder is reported with the progress */
        return;
    }
    const void *mine = file_read(arena, file, FILE_TEXT_LIMIT, &mine_size, &why);
    bool unedited = same_bytes(mine, mine_size, text, begun_size);
    if (session->options.json || mine == NULL) return; /* nobody would be told */
    if (unedited && !file_write(file, shipped, size)) return;
    if (unedited)
        say_prose(
            session,
            "This version of the course has a new text of `%s`. You had not changed it, so it is the new one now.",
            exercise->id);
    else if (!same_bytes(mine, mine_size, shipped, size))
        say_prose(session,
                  "This version of the course has a new text of `%s`. Your file stays as it is. `reset %s` takes the "
                  "new text, and keeps yours as a backup.",
                  exercise->id, exercise->id);
    (void)file_write(begun, shipped, size);
}

/* ---- the working folder ------------------------------------------------------------------------------------------ */

/* The text that the student has edited last, where it was edited before this working folder was chosen: in the folder
 * before it, in the hidden folder, or in the pack; *from is that folder. NULL: it is as it was shipped. */
static const void *read_answer(Session *session, Arena *arena, const Exercise *exercise, const void *original,
                               size_t original_size, size_t *size, const char **from) {
    const char *shipped = shipped_file(session, arena, exercise), *path = shipped, *why;
    *size = 0;
    *from = workspace_folder(session, arena);
    if (*from != NULL) {
        path = copy_in(arena, *from, exercise->file);
    } else if (!is_edited_in_place(session, arena, exercise, shipped)) {
        const char *home = workspace_home(session, arena);
        path = home != NULL ? copy_in(arena, home, exercise->file) : NULL;
        if (path == NULL) path = copy_in(arena, workspace_hidden_folder(session, arena), exercise->file);
    }
    if (path == NULL) return NULL;
    *from = path_parent(arena, path);
    const void *text = file_exists(path) ? file_read(arena, path, FILE_TEXT_LIMIT, size, &why) : NULL;
    return same_bytes(text, *size, original, original_size) ? NULL : text;
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
                may_be_edited(session, arena, &lesson->exercises[k],
                              shipped_file(session, arena, &lesson->exercises[k])))
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
    if (file_exists(original) || !may_be_edited(session, arena, exercise, shipped)) return;
    size_t size;
    const void *text = file_read(arena, shipped, FILE_TEXT_LIMIT, &size, &why);
    /* an unwritable state folder is reported with the progress, and by reset */
    if (text != NULL) (void)file_write(original, text, size);
}

void workspace_keep_originals(Session *session) {
    Arena *arena = arena_new();
    size_t count;
    const char *why;
    char **files = path_list(arena, path_join(arena, session->pack_path, "exercises"), ".cu", &count, &why);
    for (size_t i = 0; files != NULL && i < count; i++) keep_original(session, arena, &(Exercise){.file = files[i]});
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->folder != NULL && lesson->usable && k < lesson->exercise_count; k++)
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
    if (same_bytes(text, size, original, original_size)) return true;
    if (text != NULL && (*backup = back_up(session, arena, exercise, text, size)) == NULL) {
        *why = arena_printf(arena, "your version cannot be backed up: %s", strerror(errno));
        return false;
    }
    if (file_write(path, original, original_size)) return true;
    *why = arena_printf(arena, "%s cannot be written: %s", path_for_person(arena, path), strerror(errno));
    return false;
}
