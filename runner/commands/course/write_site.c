/* site: the course as static pages. They are made in a folder beside their place and moved there when all of them are
 * known. Nothing that `site` did not write is changed: in a folder that it made before, the files of its list are
 * replaced and what else lies there stays. Where the new pages would need the name of such a file, none is moved. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "commands/course/made_folder.h"
#include "site/site.h"
#include "teach/say.h"

enum { LIST_LIMIT = 1 << 20 };

/* ---- the list of files ------------------------------------------------------------------------------------------- */

typedef VEC(const char *) Names;

/* A name that leads nowhere but down: a list may have been changed by anybody. */
static bool is_ours(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return *name != '\0' && *name != '/' && *name != '.' && strspn(name, letters) == strlen(name) &&
           strstr(name, "/.") == NULL && strstr(name, "..") == NULL;
}

/* The files that a folder's list names; false where it has no list, or one that names nothing. */
static bool read_list(Arena *arena, const char *folder, Names *names) {
    size_t size;
    const char *why;
    char *text = file_read(arena, path_join(arena, folder, site_list), LIST_LIMIT, &size, &why);
    if (text == NULL) return false;
    for (char *line = text; line < text + size;) {
        size_t length = strcspn(line, "\n");
        const char *name = arena_string_n(arena, line, length);
        if (is_ours(name)) vec_push(arena, names, name);
        line += length + 1;
    }
    return names->count > 0;
}

static bool has_name(const Names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (text_equal(names->at[i], name)) return true;
    return false;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static bool write_one(void *context, const char *name, const void *bytes, size_t size) {
    return made_folder_write(context, name, bytes, size);
}

/* Adds the files below a folder of ours, of which `name` is the way from the site. */
static void list_below(Arena *arena, const char *folder, const char *name, Names *names) {
    size_t count = 0;
    const char *why;
    char **files = path_list(arena, folder, "", &count, &why);
    for (size_t i = 0; files != NULL && i < count; i++) {
        const char *path = path_join(arena, folder, files[i]);
        const char *below = *name != '\0' ? path_join(arena, name, files[i]) : files[i];
        if (file_is_directory(path))
            list_below(arena, path, below, names);
        else
            vec_push(arena, names, below);
    }
}

static bool write_list(MadeFolder *folder) {
    Names names = {0};
    list_below(folder->arena, folder->temporary, "", &names);
    Text list = {0};
    for (size_t i = 0; i < names.count; i++) text_printf(&list, "%s\n", names.at[i]);
    text_printf(&list, "%s\n", site_list);
    bool written = made_folder_write(folder, site_list, list.data, list.size);
    text_free(&list);
    return written;
}

static bool is_taken(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0;
}

/* The first folder on the way from path to one of its files that is a link, which may lead out of path; NULL: none. */
static const char *linked_folder(Arena *arena, const char *path, const char *name) {
    struct stat info;
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        const char *folder = path_join(arena, path, arena_string_n(arena, name, (size_t)(slash - name)));
        if (lstat(folder, &info) == 0 && S_ISLNK(info.st_mode)) return folder;
    }
    return NULL;
}

/* Whether an earlier call wrote the file, and nobody has put another page in its place. */
static bool wrote(Arena *arena, const char *path, const char *name, const Names *before) {
    static const char ending[] = ".html";
    const char *why, *file = path_join(arena, path, name);
    size_t size = strlen(name), end = sizeof ending - 1;
    bool page = size >= end && text_equal(name + size - end, ending);
    return has_name(before, name) && linked_folder(arena, path, name) == NULL && !file_is_directory(file) &&
           (!page || file_begins(arena, file, site_mark, &why));
}

/* The first file or folder in the way of the new pages that is not ours; NULL: none. */
static const char *find_foreign(Arena *arena, const char *path, const Names *now, const Names *before) {
    for (size_t i = 0; i < now->count; i++) {
        const char *to = path_join(arena, path, now->at[i]), *parent = path_parent(arena, to);
        const char *linked = linked_folder(arena, path, now->at[i]);
        if (linked != NULL) return linked;
        if (is_taken(parent) && !file_is_directory(parent)) return parent;
        if (is_taken(to) && !wrote(arena, path, now->at[i], before)) return to;
    }
    return NULL;
}

/* Moves the files over those of an earlier call, and removes what that one wrote and this one did not. */
static bool replace(MadeFolder *folder, const char *path, const Names *now, const Names *before) {
    Arena *arena = folder->arena;
    for (size_t i = 0; i < now->count; i++) {
        const char *to = path_join(arena, path, now->at[i]);
        const char *parent = path_parent(arena, to);
        if (!file_is_directory(parent) && mkdir(parent, made_folder_left_by_umask(0777)) != 0) return false;
        if (rename(path_join(arena, folder->temporary, now->at[i]), to) != 0) return false;
    }
    for (size_t i = 0; i < before->count; i++)
        if (!has_name(now, before->at[i]) && wrote(arena, path, before->at[i], before))
            unlink(path_join(arena, path, before->at[i]));
    return true;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int complain_place(Session *session, const char *path) {
    complain(session, errno == EEXIST ? "name a new folder; nothing is overwritten that `site` did not write" : NULL,
             "%s cannot be made: %s", path, strerror(errno));
    return STATUS_USAGE;
}

static int complain_foreign(Session *session, const char *path) {
    complain(session, "move it away, or name a new folder; nothing there was changed",
             "%s is in the way of the pages, and `site` did not write it", path);
    return STATUS_USAGE;
}

/* Puts the pages into their places. */
static int finish(Session *session, MadeFolder *folder, const char *path, const Names *before, bool again) {
    Names now = {0};
    bool moved = write_list(folder) && read_list(folder->arena, folder->temporary, &now);
    const char *foreign = moved && again ? find_foreign(folder->arena, path, &now, before) : NULL;
    if (foreign != NULL) return complain_foreign(session, foreign);
    if (moved && (again ? replace(folder, path, &now, before) : made_folder_finish(folder))) return STATUS_DONE;
    complain(session, NULL, "%s could not be written: %s", path, strerror(errno));
    return STATUS_ERROR;
}

static int make(Session *session, MadeFolder *folder, const char *path, const Names *before, bool again) {
    SitePlace place = {folder->temporary, write_one, folder};
    int jobs = session->options.jobs > 0 ? session->options.jobs : (int)system_cores();
    int status = site_make(session, &place, jobs);
    if (status == STATUS_DONE) status = finish(session, folder, path, before, again);
    if (status == STATUS_DONE)
        say_prose(session, "The course is in %s. `index.html` there is its first page.", code_span(session, path));
    return status;
}

int command_site(Session *session, int count, char **words) {
    if (count != 1 || *words[0] == '\0') return command_usage(session);
    Arena *arena = arena_new();
    Names before = {0};
    bool again = read_list(arena, words[0], &before);
    const char *path = arena_string(arena, words[0]);
    MadeFolder folder;
    int status;
    /* The pages of an existing folder are made in it, so that they can be renamed into their places. */
    if (made_folder_begin(&folder, arena, again ? path_join(arena, path, ".new") : path)) {
        status = make(session, &folder, path, &before, again);
        made_folder_drop(&folder);
    } else {
        status = complain_place(session, path);
    }
    arena_free(arena);
    return status;
}
