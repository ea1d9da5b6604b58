#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/vec.h"

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static const char *failure(Arena *arena, const char *what) {
    return arena_printf(arena, "%s: %s", what, strerror(errno));
}

/* Takes an opened file only where it is a regular one: *why is NULL then, else it is closed. */
static bool take_regular(Arena *arena, int file, struct stat *info, const char **why) {
    *why = NULL;
    if (fstat(file, info) != 0)
        *why = failure(arena, "cannot be read");
    else if (S_ISDIR(info->st_mode))
        *why = "is a directory";
    else if (!S_ISREG(info->st_mode))
        *why = "is not a regular file";
    if (*why == NULL) return true;
    close(file);
    return false;
}

static const char *why_unopened(Arena *arena) {
    return errno == ENOENT ? "does not exist" : failure(arena, "cannot be read");
}

static const char *size_text(Arena *arena, size_t size) {
    if (size % (1 << 20) == 0) return arena_printf(arena, "%zu MiB", size >> 20);
    return arena_printf(arena, "%zu bytes", size);
}

/* Closes the file. */
static void *read_opened(Arena *arena, int file, const struct stat *info, size_t limit, size_t *size,
                         const char **why) {
    if ((uint64_t)info->st_size > limit) {
        *why = arena_printf(arena, "is larger than %s", size_text(arena, limit));
        close(file);
        return NULL;
    }
    size_t wanted = (size_t)info->st_size;
    char *bytes = arena_alloc(arena, wanted + 1, _Alignof(max_align_t));
    size_t got = 0;
    while (got < wanted) {
        ssize_t step = read(file, bytes + got, wanted - got);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) {
            *why = failure(arena, "cannot be read");
            close(file);
            return NULL;
        }
        if (step == 0) break; /* it became shorter while we read */
        got += (size_t)step;
    }
    close(file);
    bytes[got] = '\0';
    *size = got;
    *why = NULL;
    return bytes;
}

/* Opening never waits on a pipe or a device. */
void *file_read(Arena *arena, const char *path, size_t limit, size_t *size, const char **why) {
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        *why = why_unopened(arena);
        return NULL;
    }
    return take_regular(arena, file, &info, why) ? read_opened(arena, file, &info, limit, size, why) : NULL;
}

bool file_begins(Arena *arena, const char *path, const char *mark, const char **why) {
    struct stat info;
    char first[FILE_MARK_MOST];
    size_t size = strlen(mark);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        *why = why_unopened(arena);
        return false;
    }
    if (!take_regular(arena, file, &info, why)) return false;
    bool begins =
        size <= sizeof first && pread(file, first, size, 0) == (ssize_t)size && memcmp(first, mark, size) == 0;
    close(file);
    return begins;
}

const char *file_why_no_text(Arena *arena, const char *text, size_t size) {
    const char *zero = memchr(text, '\0', size);
    if (zero == NULL) return NULL;
    if (text_starts(text, "\xff\xfe") || text_starts(text, "\xfe\xff")) return "is text in UTF-16; save it as UTF-8";
    return arena_printf(arena, "looks like a binary file (a 0 byte at offset %zu)", (size_t)(zero - text));
}

static char *text_only(Arena *arena, char *text, const size_t *size, const char **why) {
    if (text == NULL) return NULL;
    *why = *size == 0 ? "is empty" : file_why_no_text(arena, text, *size);
    return *why == NULL ? text : NULL;
}

char *file_read_text(Arena *arena, const char *path, size_t *size, const char **why) {
    return text_only(arena, file_read(arena, path, FILE_TEXT_LIMIT, size, why), size, why);
}

/* ---- without links ----------------------------------------------------------------------------------------------- */

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif
enum { LINKS_IN_A_ROW = 8, TARGET_SIZE = 4096 };

static bool is_link(int folder, const char *name) {
    struct stat info;
    return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

static bool leads_down(const char *target) {
    if (*target == '/') return false;
    for (const char *at = target; (at = strstr(at, "..")) != NULL; at += 2)
        if ((at == target || at[-1] == '/') && (at[2] == '/' || at[2] == '\0')) return false;
    return true;
}

static int open_below(int folder, const char *path, FileLinks *links, int depth);

/* Opens the last name of a path; a link there may lead on, downwards. */
static int open_last(int folder, const char *name, FileLinks *links, int depth) {
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 || !is_link(folder, name)) return file;
    char target[TARGET_SIZE];
    ssize_t size = readlinkat(folder, name, target, sizeof target - 1);
    target[size > 0 ? size : 0] = '\0';
    links->linked = true;
    links->refused = size <= 0 || depth == LINKS_IN_A_ROW || !leads_down(target);
    errno = ELOOP;
    return links->refused ? -1 : open_below(folder, target, links, depth + 1);
}

/* Opens one folder after the other, so that no folder can be replaced by a link after it was checked. */
static int open_below(int folder, const char *path, FileLinks *links, int depth) {
    char name[256];
    path += strspn(path, "/");
    size_t size = strcspn(path, "/");
    const char *rest = path + size + strspn(path + size, "/");
    errno = ENAMETOOLONG;
    if (size >= sizeof name) return -1;
    memcpy(name, path, size);
    name[size] = '\0';
    if (*rest == '\0') return open_last(folder, size > 0 ? name : ".", links, depth);
    int next = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (next < 0) {
        int error = errno;
        links->refused = links->behind = is_link(folder, name);
        errno = error;
        return -1;
    }
    int file = open_below(next, rest, links, depth);
    int error = errno;
    close(next);
    errno = error;
    return file;
}

static int open_trusted(Arena *arena, const char *path, size_t trusted) {
    if (trusted == 0) return open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    return open(arena_string_n(arena, path, trusted), O_PATH | O_DIRECTORY | O_CLOEXEC);
}

char *file_read_text_unlinked(Arena *arena, const char *path, size_t trusted, size_t *size, const char **why,
                              FileLinks *links) {
    *links = (FileLinks){0};
    *size = 0;
    int folder = open_trusted(arena, path, trusted);
    int file = folder >= 0 ? open_below(folder, path + trusted, links, 0) : -1;
    *why = why_unopened(arena);
    if (folder >= 0) close(folder);
    if (links->refused)
        *why = links->behind ? "lies behind a symbolic link, which is not followed; name the folder that it leads to"
                             : "is a symbolic link out of its folder, which is not followed; name the file that it "
                               "leads to";
    struct stat info;
    if (file < 0 || !take_regular(arena, file, &info, why)) return NULL;
    links->names = (uint64_t)info.st_nlink;
    return text_only(arena, read_opened(arena, file, &info, FILE_TEXT_LIMIT, size, why), size, why);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

bool file_write_all(int file, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t step = write(file, at, size);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return false;
        at += step;
        size -= (size_t)step;
    }
    return true;
}

static void sync_folder(const char *folder) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file); /* some file systems refuse to sync a folder; the rename is then as durable as they make it */
    close(file);
}

bool file_write(const char *path, const void *bytes, size_t size) {
    Arena *arena = arena_new();
    char *folder = path_parent(arena, path);
    char *temporary = arena_printf(arena, "%s.XXXXXX", path);
    bool done = file_make_directories(folder);
    int file = done ? mkstemp(temporary) : -1;
    if (file >= 0) {
        struct stat old;
        mode_t mode = stat(path, &old) == 0 ? old.st_mode & 07777 : 0644;
        done = file_write_all(file, bytes, size) && fsync(file) == 0 && fchmod(file, mode) == 0;
        done = close(file) == 0 && done && rename(temporary, path) == 0;
        int error = errno;
        if (done)
            sync_folder(folder);
        else
            unlink(temporary);
        errno = error;
    } else {
        done = false;
    }
    int error = errno;
    arena_free(arena);
    errno = error;
    return done;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

bool file_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

bool file_is_directory(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_is_writable(const char *path) {
    return access(path, W_OK) == 0;
}

bool file_make_directories(const char *path) {
    if (file_is_directory(path)) return true;
    Arena *arena = arena_new();
    char *part = arena_string(arena, path);
    bool done = true;
    for (char *slash = part + 1; done && *slash != '\0'; slash++) {
        if (*slash != '/') continue;
        *slash = '\0';
        done = mkdir(part, 0700) == 0 || errno == EEXIST;
        *slash = '/';
    }
    done = done && (mkdir(part, 0700) == 0 || errno == EEXIST);
    if (done && !file_is_directory(path)) {
        errno = ENOTDIR;
        done = false;
    }
    int error = errno;
    arena_free(arena);
    errno = error;
    return done;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

char *path_absolute(Arena *arena, const char *path) {
    char *real = realpath(path, NULL), *copy = arena_string(arena, real != NULL ? real : path);
    free(real);
    return copy;
}

char *path_join(Arena *arena, const char *a, const char *b) {
    if (*a == '\0' || *b == '/') return arena_string(arena, b);
    return arena_printf(arena, text_ends(a, "/") ? "%s%s" : "%s/%s", a, b);
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

char *path_parent(Arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) return arena_string(arena, ".");
    return arena_string_n(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **path_list(Arena *arena, const char *folder, const char *suffix, size_t *count, const char **why) {
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        *why = errno == ENOENT    ? "does not exist"
               : errno == ENOTDIR ? "is not a folder"
                                  : failure(arena, "cannot be read");
        return NULL;
    }
    VEC(char *) names = {0};
    vec_push(arena, &names, NULL); /* so that an empty folder is not mistaken for a failure */
    names.count = 0;
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;)
        if (entry->d_name[0] != '.' && text_ends(entry->d_name, suffix))
            vec_push(arena, &names, arena_string(arena, entry->d_name));
    closedir(listing);
    qsort(names.at, names.count, sizeof *names.at, by_name);
    *count = names.count;
    *why = NULL;
    return names.at;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *walk) {
    (void)info, (void)kind, (void)walk;
    (void)remove(path);
    return 0;
}

void file_remove_folder(const char *path) {
    enum { DESCRIPTORS = 16 };
    (void)nftw(path, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

char *path_expand_home(Arena *arena, const char *word) {
    const char *home = getenv("HOME");
    bool meant = *word == '~' && (word[1] == '/' || word[1] == '\0');
    return meant && home != NULL && *home == '/' ? arena_printf(arena, "%s%s", home, word + 1)
                                                 : arena_string(arena, word);
}

static char *xdg_folder(Arena *arena, const char *variable, const char *under_home) {
    const char *base = getenv(variable);
    if (base != NULL && *base == '/') return path_join(arena, base, "warpschool");
    const char *home = getenv("HOME");
    if (home != NULL && *home == '/') return path_join(arena, path_join(arena, home, under_home), "warpschool");
    return arena_printf(arena, "/tmp/warpschool-%lu/%s", (unsigned long)geteuid(), path_base(under_home));
}

char *path_cache_home(Arena *arena) {
    return xdg_folder(arena, "XDG_CACHE_HOME", ".cache");
}

char *path_state_home(Arena *arena) {
    return xdg_folder(arena, "XDG_STATE_HOME", ".local/state");
}

uint64_t hash_fnv1a64(const void *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}
