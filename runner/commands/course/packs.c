/* packs: the packs that are found by their names, and how one is put there: a folder or an archive is copied into
 * pack_home. Nothing is fetched. What is copied may be from anybody: only ordinary files with ordinary names in a
 * pack's own folders are taken, no link is followed, and there are limits. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "commands/course/made_folder.h"
#include "grade/batch.h"
#include "teach/say.h"
#include "terminal/terminal.h"

/* ---- the list ---------------------------------------------------------------------------------------------------- */

typedef struct Listed {
    const char *name, *folder, *title;
    size_t lessons, usable;
} Listed;

static Listed look_at(Arena *arena, const char *name, const char *folder) {
    Pack *pack = pack_load(folder);
    Listed listed = {.name = name, .folder = folder, .lessons = pack->lesson_count};
    for (size_t i = 0; i < pack->lesson_count; i++) listed.usable += pack->lessons[i].usable;
    listed.folder = text_printable(arena, folder, strlen(folder));
    listed.title = pack->title != NULL ? arena_string(arena, pack->title) : "";
    pack_free(pack);
    return listed;
}

typedef VEC(Listed) ListedVec;

static void find_packs(Arena *arena, ListedVec *packs) {
    size_t count = 0;
    const char *why, *shipped = pack_shipped(arena), *home = pack_home(arena);
    if (shipped != NULL) vec_push(arena, packs, look_at(arena, "warpschool", shipped));
    char **names = file_is_directory(home) ? path_list(arena, home, "", &count, &why) : NULL;
    for (size_t i = 0; names != NULL && i < count; i++) {
        const char *folder = pack_named(arena, names[i]);
        if (folder != NULL && strcmp(names[i], "warpschool") != 0)
            vec_push(arena, packs, look_at(arena, names[i], folder));
    }
}

static int list_packs(Session *session) {
    Arena *arena = session->scratch;
    ListedVec packs = {0};
    find_packs(arena, &packs);
    if (session->options.json) {
        json_t *array = json_array();
        for (size_t i = 0; i < packs.count; i++)
            json_array_append_new(array,
                                  json_pack("{s:s, s:s, s:s, s:I, s:I}", "name", packs.at[i].name, "folder",
                                            packs.at[i].folder, "title", packs.at[i].title, "lessons",
                                            (json_int_t)packs.at[i].lessons, "usable", (json_int_t)packs.at[i].usable));
        terminal_write_json(json_pack("{s:i, s:o}", "format", 1, "packs", array));
        return STATUS_DONE;
    }
    enum { COLUMNS = 3 };
    const char **cells = arena_array(arena, const char *, COLUMNS *(packs.count + 1));
    const char *heads[COLUMNS] = {"pack", "lessons", "title"};
    memcpy(cells, heads, sizeof heads);
    for (size_t i = 0; i < packs.count; i++) {
        const char **row = &cells[COLUMNS * (i + 1)];
        row[0] = packs.at[i].name;
        row[1] = arena_printf(arena, "%zu", packs.at[i].lessons);
        row[2] = packs.at[i].title;
    }
    Text out = {0};
    report_table(&out, &session->style, cells, packs.count + 1, COLUMNS, (const bool[COLUMNS]){false, true, false});
    say(session, &out);
    say_prose(session, "`--pack NAME` takes one; `packs install FOLDER|ARCHIVE` adds one to %s.",
              code_span(session, pack_home(arena)));
    return STATUS_DONE;
}

/* ---- installing -------------------------------------------------------------------------------------------------- */

enum { FILES_MOST = 5000, DEPTH_MOST = 2 };
#define BYTES_MOST ((size_t)64 << 20)

typedef struct Installing {
    Session *session;
    MadeFolder folder;
    size_t files, bytes, left_out;
    const char *problem; /* a sentence; NULL: none */
} Installing;

static const char *const pack_files[] = {"pack.yaml", "grading.yaml", "README.md", "LICENSE"};
static const char *const pack_folders[] = {"lessons", "kernels", "exercises", "solutions", "mutants"};
enum { PACK_FILES = sizeof pack_files / sizeof *pack_files, PACK_FOLDERS = sizeof pack_folders / sizeof *pack_folders };

static bool is_listed(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (text_equal(names[i], name)) return true;
    return false;
}

static bool is_plain_name(const char *name) {
    size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
    return name[0] != '.' && name[size] == '\0' && size <= 200;
}

/* All of a file whose size is known; false with errno set, 0 where the file has become shorter. */
static bool read_whole(int file, char *bytes, size_t size) {
    while (size > 0) {
        ssize_t got = read(file, bytes, size);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = 0;
        if (got <= 0) return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

/* Reads a file of a folder that is open, through no link. NULL: it is none that is taken, or with *failed, that should
 * be and cannot be read whole; errno says why, and is 0 where the file became shorter meanwhile. */
static char *read_plain(Arena *arena, int folder, const char *name, size_t *size, bool *failed) {
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    *failed = file < 0 && errno != ELOOP && errno != ENXIO; /* a link; a socket */
    if (file < 0) return NULL;
    char *bytes = NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= FILE_TEXT_LIMIT) {
        *size = (size_t)status.st_size;
        bytes = arena_alloc(arena, *size + 1, 1);
        *failed = !read_whole(file, bytes, *size);
    }
    int error = errno;
    close(file);
    errno = error;
    return *failed ? NULL : bytes;
}

/* A pack without a file or a folder that it has would be another one. */
static void fail_to_read(Installing *installing, const char *path, int error) {
    installing->problem = arena_printf(installing->session->scratch, "%s cannot be read: %s", path,
                                       error != 0 ? strerror(error) : "it became shorter meanwhile");
}

static void keep_file(Installing *installing, const char *path, const char *bytes, size_t size) {
    if (++installing->files > FILES_MOST || (installing->bytes += size) > BYTES_MOST)
        installing->problem = "it is too large for a pack: more than 5,000 files or 64 MiB";
    else if (!made_folder_write(&installing->folder, path, bytes, size))
        installing->problem =
            arena_printf(installing->session->scratch, "%s cannot be written: %s", path, strerror(errno));
}

static void take_file(Installing *installing, int folder, const char *name, const char *path) {
    Arena *arena = arena_new();
    size_t size = 0;
    bool failed = false;
    char *bytes = is_plain_name(name) ? read_plain(arena, folder, name, &size, &failed) : NULL;
    if (failed)
        fail_to_read(installing, path, errno);
    else if (bytes == NULL)
        installing->left_out++;
    else
        keep_file(installing, path, bytes, size);
    arena_free(arena);
}

/* Takes what lies in an open folder, which it closes. path: below the pack, "mutants/eight-way". */
static void take_folder(Installing *installing, int folder, const char *path, int depth) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        return;
    }
    Arena *arena = arena_new();
    const struct dirent *entry;
    while (installing->problem == NULL && (entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        const char *name = arena_string(arena, entry->d_name), *below = path_join(arena, path, name);
        int inner = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
        if (inner < 0 && errno != ENOTDIR && errno != ELOOP)
            fail_to_read(installing, below, errno);
        else if (inner < 0)
            take_file(installing, folder, name, below);
        else if (depth < DEPTH_MOST && is_plain_name(name))
            take_folder(installing, inner, below, depth + 1);
        else
            close(inner);
    }
    arena_free(arena);
    closedir(entries);
}

/* The files of a pack and its folders; everything else is left where it is. */
static void take_pack(Installing *installing, int pack) {
    for (size_t i = 0; i < PACK_FILES; i++)
        if (faccessat(pack, pack_files[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0)
            take_file(installing, pack, pack_files[i], pack_files[i]);
    for (size_t i = 0; i < PACK_FOLDERS && installing->problem == NULL; i++) {
        int folder = openat(pack, pack_folders[i], O_RDONLY | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0)
            take_folder(installing, folder, pack_folders[i], 1);
        else if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
            fail_to_read(installing, pack_folders[i], errno);
    }
}

/* What was copied must be a pack that teaches something. */
static void look_over(Installing *installing) {
    Pack *pack = pack_load(installing->folder.temporary);
    size_t usable = 0;
    for (size_t i = 0; i < pack->lesson_count; i++) usable += pack->lessons[i].usable;
    if (usable == 0) installing->problem = "no lesson of it can be taught: `lint` says why";
    pack_free(pack);
}

/* "parallel-autumn" of "~/Downloads/parallel-autumn/" and of "parallel-autumn.tar.gz"; NULL where the name is none for
 * a pack. */
static const char *name_of(Arena *arena, const char *folder) {
    char real[PATH_MAX];
    if (realpath(folder, real) == NULL) return NULL;
    char *name = arena_string(arena, path_base(real));
    if (!file_is_directory(real) && archive_is_named(name)) {
        *strrchr(name, '.') = '\0';
        if (text_ends(name, ".tar")) name[strlen(name) - strlen(".tar")] = '\0';
    }
    for (char *c = name; *c != '\0'; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    return pack_is_name(name) ? name : NULL;
}

/* ---- an archive -------------------------------------------------------------------------------------------------- */

/* What a pack has in it, and a licence or a README without an ending. */
static bool is_of_pack(const char *name) {
    static const char *const ends[] = {".yaml", ".cu", ".cuh", ".h", ".md", ".txt"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends(name, ends[i])) return true;
    return strchr(path_base(name), '.') == NULL;
}

/* "banks-main/" where all that is in the archive lies in that folder, as in those that GitHub makes; else "". */
static const char *top_of(Arena *arena, const Entries *entries) {
    const char *top = NULL;
    for (size_t i = 0; i < entries->count; i++) {
        const char *path = entries->at[i].path;
        size_t size = strcspn(path, "/");
        if (entries->at[i].trouble != TROUBLE_NONE) continue;
        if (path[size] == '\0' && !entries->at[i].folder) return "";
        const char *first = arena_printf(arena, "%.*s/", (int)size, path);
        if (top != NULL && !text_equal(top, first)) return "";
        top = first;
    }
    return top != NULL ? top : "";
}

/* Whether that path below a pack's folder is one that a pack has: a known file, or plain names in a known folder. */
static bool is_taken(Arena *arena, const char *path) {
    char *rest = arena_string(arena, path);
    const char *first = strsep(&rest, "/");
    if (rest == NULL) return is_listed(pack_files, PACK_FILES, first);
    if (!is_listed(pack_folders, PACK_FOLDERS, first)) return false;
    for (int depth = 1; rest != NULL; depth++)
        if (!is_plain_name(strsep(&rest, "/")) || depth > DEPTH_MOST) return false;
    return true;
}

/* An archive is read where grade reads what students hand in: in a process that can open no file. */
static void take_archive(Installing *installing, const char *path) {
    Arena *arena = installing->session->scratch;
    size_t size;
    const char *why, *empty = path_join(arena, installing->folder.temporary, "empty");
    const void *bytes = file_read(arena, path, ARCHIVE_LIMIT, &size, &why);
    Intake intake = {.arena = arena, .empty = empty, .wants = is_of_pack};
    bool walled = file_make_directories(empty) && archive_has_walls(empty);
    if (bytes != NULL && walled) archive_read_all(&intake, "", bytes, size, TIME_UNKNOWN, 0);
    rmdir(empty);
    if (bytes == NULL || !walled) {
        installing->problem = bytes == NULL
                                  ? why
                                  : "this system has no walls, in which an archive is unpacked safely; unpack "
                                    "it yourself, and name the folder";
        return;
    }
    const char *top = top_of(arena, &intake.entries);
    for (size_t i = 0; i < intake.entries.count && installing->problem == NULL; i++) {
        const Entry *entry = &intake.entries.at[i];
        if (*entry->path == '\0') installing->problem = trouble_text[entry->trouble];
        const char *below = entry->path + (text_starts(entry->path, top) ? strlen(top) : 0);
        if (entry->bytes != NULL && is_taken(arena, below))
            keep_file(installing, below, entry->bytes, entry->size);
        else if (!entry->folder)
            installing->left_out++;
    }
}

static int refuse(Session *session, const char *folder, const char *why) {
    complain(session, NULL, "%s is not installed: %s", path_for_person(session->scratch, folder), why);
    return STATUS_ERROR;
}

static int install(Session *session, const char *from, const char *name) {
    Arena *arena = session->scratch;
    if (name == NULL || !pack_is_name(name) || strcmp(name, "warpschool") == 0) {
        complain(session,
                 "packs install FOLDER|ARCHIVE NAME, with a name such as my-course: small letters, digits and '-'",
                 "%s is no name for a pack", name != NULL ? name : "the folder's own");
        return STATUS_USAGE;
    }
    bool archive = archive_is_named(from) && file_exists(from) && !file_is_directory(from);
    int folder = archive ? -1 : open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && !archive)
        return refuse(session, from,
                      errno == ENOTDIR ? "it is neither a folder nor an archive (.zip, .tar.gz, .tar.zst...)"
                                       : strerror(errno));
    Installing installing = {.session = session};
    const char *path = path_join(arena, pack_home(arena), name);
    if (!made_folder_begin(&installing.folder, arena, path)) {
        int error = errno;
        if (folder >= 0) close(folder);
        errno = error;
        return refuse(session, from,
                      errno == EEXIST ? arena_printf(arena,
                                                     "there is a pack %s already; give another name, "
                                                     "or remove %s",
                                                     name, path)
                                      : strerror(errno));
    }
    if (archive)
        take_archive(&installing, from);
    else
        take_pack(&installing, folder);
    if (folder >= 0) close(folder);
    if (installing.problem == NULL) look_over(&installing);
    if (installing.problem == NULL && !made_folder_finish(&installing.folder)) installing.problem = strerror(errno);
    made_folder_drop(&installing.folder);
    if (installing.problem != NULL) return refuse(session, from, installing.problem);
    say_prose(session, "`warpschool --pack %s` teaches it.", name);
    if (installing.left_out > 0)
        say_prose(session, "%zu files were left out: links, files that are too large, or with odd names.",
                  installing.left_out);
    return STATUS_DONE;
}

int command_packs(Session *session, int count, char **words) {
    if (count == 0) return list_packs(session);
    if (!text_equal(words[0], "install") || count == 1) return command_usage(session);
    return install(session, words[1], count > 2 ? words[2] : name_of(session->scratch, words[1]));
}
