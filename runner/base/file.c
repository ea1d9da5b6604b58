#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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

/* Opens a regular file for reading, never waiting on a pipe or a device; -1 with *why set. */
static int open_regular(Arena *arena, const char *path, struct stat *info, const char **why) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        *why = errno == ENOENT ? "does not exist" : failure(arena, "cannot be read");
        return -1;
    }
    *why = NULL;
    if (fstat(file, info) != 0)
        *why = failure(arena, "cannot be read");
    else if (S_ISDIR(info->st_mode))
        *why = "is a directory";
    else if (!S_ISREG(info->st_mode))
        *why = "is not a regular file";
    if (*why == NULL) return file;
    close(file);
    return -1;
}

static const char *size_text(Arena *arena, size_t size) {
    if (size % (1 << 20) == 0) return arena_printf(arena, "%zu MiB", size >> 20);
    return arena_printf(arena, "%zu bytes", size);
}

void *file_read(Arena *arena, const char *path, size_t limit, size_t *size, const char **why) {
    struct stat info;
    int file = open_regular(arena, path, &info, why);
    if (file < 0) return NULL;
    if ((uint64_t)info.st_size > limit) {
        *why = arena_printf(arena, "is larger than %s", size_text(arena, limit));
        close(file);
        return NULL;
    }
    size_t wanted = (size_t)info.st_size;
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

char *file_read_text(Arena *arena, const char *path, size_t *size, const char **why) {
    char *text = file_read(arena, path, FILE_TEXT_LIMIT, size, why);
    if (text == NULL) return NULL;
    if (*size == 0) {
        *why = "is empty";
        return NULL;
    }
    const char *zero = memchr(text, '\0', *size);
    if (zero != NULL) {
        *why = arena_printf(arena, "looks like a binary file (a 0 byte at offset %zu)", (size_t)(zero - text));
        return NULL;
    }
    return text;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t step = write(file, bytes, size);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return false;
        bytes += step;
        size -= (size_t)step;
    }
    return fsync(file) == 0;
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
        done = write_all(file, bytes, size) && fchmod(file, mode) == 0;
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

char *path_join(Arena *arena, const char *a, const char *b) {
    if (*b == '/') return arena_string(arena, b);
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
