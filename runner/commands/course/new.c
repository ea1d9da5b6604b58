/* new: makes a lesson or a pack to start from: a whole small lesson without lint findings, so that an author changes
 * something that works. No file that exists is changed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "commands/commands.h"
#include "commands/course/new_autograder.h"
#include "commands/course/new_files.h"
#include "commands/course/new_handout.h"
#include "teach/say.h"

typedef struct Names {
    const char *id, *slug, *title; /* "08-my-topic", "my-topic", "My topic" */
} Names;

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* One more than the largest number that a lesson of the pack begins with. */
static int next_number(Arena *arena, const char *pack) {
    size_t count = 0;
    const char *why;
    char **files = path_list(arena, path_join(arena, pack, "lessons"), ".yaml", &count, &why);
    long most = 0;
    for (size_t i = 0; files != NULL && i < count; i++) {
        long number = strtol(files[i], NULL, 10);
        if (number > most && number < 1000) most = number;
    }
    return (int)most + 1;
}

/* "my-topic" and "08-my-topic" are both understood. False: the word is no name for a lesson. */
static bool names_of(Arena *arena, const char *word, const char *pack, Names *names) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t digits = strspn(word, "0123456789"), size = strlen(word);
    bool numbered = digits > 0 && word[digits] == '-';
    names->slug = numbered ? word + digits + 1 : word;
    if (strspn(word, letters) != size || size > 60 || names->slug[0] < 'a' || names->slug[0] > 'z' ||
        word[size - 1] == '-')
        return false;
    names->id = numbered ? word : arena_printf(arena, "%02d-%s", next_number(arena, pack), word);
    char *title = arena_string(arena, names->slug);
    title[0] = (char)(title[0] - 'a' + 'A');
    for (char *c = title; *c != '\0'; c++)
        if (*c == '-') *c = ' ';
    names->title = title;
    return true;
}

/* text with @ID@, @SLUG@ and @TITLE@ replaced. */
static char *filled(Arena *arena, const char *text, const Names *names) {
    const struct {
        const char *mark, *value;
    } marks[] = {{"@ID@", names->id}, {"@SLUG@", names->slug}, {"@TITLE@", names->title}};
    Text out = {0};
    while (*text != '\0') {
        size_t plain = strcspn(text, "@"), i = 0;
        text_add_n(&out, text, plain);
        text += plain;
        while (i < 3 && !text_starts(text, marks[i].mark)) i++;
        if (i < 3)
            text_add(&out, marks[i].value);
        else if (*text != '\0')
            text_add_char(&out, '@');
        text += i < 3 ? strlen(marks[i].mark) : *text != '\0';
    }
    return text_take(&out, arena);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Makes folders with the modes that the umask leaves, because a pack is for others to read; the program's own files
 * are private. */
static bool make_folders(Arena *arena, const char *path) {
    if (file_is_directory(path)) return true;
    return make_folders(arena, path_parent(arena, path)) && (mkdir(path, 0777) == 0 || errno == EEXIST);
}

/* Fails where the file exists, also if another program makes it at the same time. */
static bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wx");
    if (file == NULL) return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

static bool write_new(Session *session, const char *path, const char *text) {
    const char *shown = path_for_person(session->scratch, path);
    bool made = make_folders(session->scratch, path_parent(session->scratch, path)) && write_text(path, text);
    if (made)
        say_styled(session, ROLE_PLAIN, "%s", shown);
    else
        complain(session, errno == EEXIST ? "choose another name; nothing is overwritten" : NULL,
                 "%s cannot be made: %s", shown, strerror(errno));
    return made;
}

/* All files of a lesson, or none: the first that exists is named before anything is written. */
static bool write_lesson(Session *session, const char *pack, const Names *names) {
    Arena *arena = session->scratch;
    bool ours = file_is_directory(path_join(arena, pack, "tests/mutants"));
    const char *paths[NEW_LESSON_FILES];
    for (size_t i = 0; i < NEW_LESSON_FILES; i++) {
        const char *path = filled(arena, new_lesson_files[i].path, names);
        if (ours && text_starts(path, "mutants/")) path = path_join(arena, "tests", path);
        paths[i] = text_equal(pack, ".") ? path : path_join(arena, pack, path);
        if (!file_exists(paths[i])) continue;
        complain(session, "choose another name; nothing is overwritten", "%s exists already",
                 path_for_person(arena, paths[i]));
        return false;
    }
    for (size_t i = 0; i < NEW_LESSON_FILES; i++)
        if (!write_new(session, paths[i], filled(arena, new_lesson_files[i].text, names))) return false;
    return true;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int new_lesson(Session *session, const char *word) {
    Arena *arena = session->scratch;
    const char *pack = session->options.pack != NULL ? session->options.pack : ".";
    if (!file_is_directory(path_join(arena, pack, "lessons"))) {
        complain(session, "go to a pack's folder, or name one with --pack DIR; `new pack DIR` makes one",
                 "there is no folder lessons/ in %s", session->options.pack != NULL ? pack : "the current folder");
        return STATUS_USAGE;
    }
    Names names;
    if (!names_of(arena, word, pack, &names)) {
        complain(session, "a name is like my-topic or 08-my-topic: small letters, digits and '-'",
                 "'%s' is no name for a lesson", word);
        return STATUS_USAGE;
    }
    if (!write_lesson(session, pack, &names)) return STATUS_ERROR;
    say_prose(session, "Change these to what you teach. `lint %s` says what is not right yet.", names.id);
    return STATUS_DONE;
}

static int new_pack(Session *session, const char *folder) {
    Arena *arena = session->scratch;
    if (*folder == '\0') return command_usage(session);
    if (file_exists(path_join(arena, folder, "lessons"))) {
        complain(session, arena_printf(arena, "`new lesson NAME --pack %s` adds a lesson to it", folder),
                 "%s is a pack already", folder);
        return STATUS_ERROR;
    }
    Names names = {"01-first", "first", "First"};
    if (!write_new(session, path_join(arena, folder, "README.md"), new_pack_readme)) return STATUS_ERROR;
    if (!write_lesson(session, folder, &names)) return STATUS_ERROR;
    say_prose(session, "`lint %s` looks it over; `warpschool --pack %s` teaches it.", folder, folder);
    return STATUS_DONE;
}

int command_new(Session *session, int count, char **words) {
    if (count == 2 && text_equal(words[0], "lesson")) return new_lesson(session, words[1]);
    if (count == 2 && text_equal(words[0], "pack")) return new_pack(session, words[1]);
    if (count == 3 && text_equal(words[0], "handout")) return new_handout(session, words[1], words[2]);
    if (count == 4 && text_equal(words[0], "autograder")) return new_autograder(session, words[1], words[2], words[3]);
    return command_usage(session);
}
