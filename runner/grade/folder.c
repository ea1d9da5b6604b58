/* A folder of submissions, walked without following a link: every name in it may be a student's. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "grade/batch.h"

enum { FOLDERS_MOST = 32, NAMES_MOST = 200000, NESTED = 1 };

typedef struct Walk {
    Intake *intake;
    size_t names; /* that were seen */
    int depth;
} Walk;

static void walk_folder(Walk *walk, int folder, const char *path);

static int by_name(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The names in an open folder, sorted, so that the result does not follow the order of the disk. */
static char **list_names(Arena *arena, int folder, size_t *count) {
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = copy >= 0 ? fdopendir(copy) : NULL;
    if (listing == NULL && copy >= 0) close(copy);
    VEC(char *) names = {0};
    for (struct dirent *entry; listing != NULL && names.count <= NAMES_MOST && (entry = readdir(listing)) != NULL;)
        if (!text_equal(entry->d_name, ".") && !text_equal(entry->d_name, ".."))
            vec_push(arena, &names, arena_string(arena, entry->d_name));
    if (listing != NULL) closedir(listing);
    if (names.count > 0) qsort(names.at, names.count, sizeof *names.at, by_name);
    *count = names.count;
    return names.at;
}

static void add_trouble(Walk *walk, const char *path, Trouble trouble, int64_t time) {
    vec_push(walk->intake->arena, &walk->intake->entries, (Entry){.path = path, .trouble = trouble, .time = time});
}

/* All bytes of an open file, which may change while it is read: what was there is taken, up to the limit. */
static char *read_all(Arena *arena, int file, size_t limit, size_t *size, Trouble *trouble) {
    Text text = {0};
    text_add(&text, "");
    char block[1 << 16];
    ssize_t step;
    while ((step = read(file, block, sizeof block)) != 0) {
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) *trouble = TROUBLE_UNREADABLE;
        if (step < 0) break;
        text_add_n(&text, block, (size_t)step);
        if (text.size > limit) *trouble = TROUBLE_LARGE;
        if (text.size > limit) break;
    }
    *size = text.size;
    return text_take(&text, arena);
}

static void take_file(Walk *walk, int file, const char *path, const struct stat *info) {
    Arena *arena = walk->intake->arena;
    int64_t time = (int64_t)system_modified(info).tv_sec;
    Entry entry = {.path = path, .time = time};
    if (!archive_wants(path)) {
        vec_push(arena, &walk->intake->entries, entry);
        return;
    }
    bool archive = archive_is_named(path);
    char *bytes = read_all(arena, file, archive ? ARCHIVE_LIMIT : FILE_TEXT_LIMIT, &entry.size, &entry.trouble);
    if (entry.trouble == TROUBLE_NONE && archive) {
        archive_read_all(walk->intake, path, bytes, entry.size, time, NESTED);
        return;
    }
    if (entry.trouble == TROUBLE_NONE) entry.bytes = bytes;
    vec_push(arena, &walk->intake->entries, entry);
}

static void take_folder(Walk *walk, int folder, const char *path) {
    vec_push(walk->intake->arena, &walk->intake->entries, (Entry){.path = path, .folder = true, .time = TIME_UNKNOWN});
    if (walk->depth >= FOLDERS_MOST) {
        add_trouble(walk, path, TROUBLE_DEEP, TIME_UNKNOWN);
        return;
    }
    walk->depth++;
    walk_folder(walk, folder, path);
    walk->depth--;
}

static void take_name(Walk *walk, int folder, const char *name, const char *path) {
    struct stat info;
    int opened = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (opened < 0) {
        bool link = fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
        bool special = !link && (errno == ENXIO || errno == ENODEV || errno == EOPNOTSUPP);
        add_trouble(walk, path, link ? TROUBLE_LINK : special ? TROUBLE_SPECIAL : TROUBLE_UNREADABLE, TIME_UNKNOWN);
        return;
    }
    bool known = fstat(opened, &info) == 0;
    if (known && S_ISDIR(info.st_mode))
        take_folder(walk, opened, path);
    else if (known && S_ISREG(info.st_mode))
        take_file(walk, opened, path, &info);
    else
        add_trouble(walk, path, TROUBLE_SPECIAL, TIME_UNKNOWN);
    close(opened);
}

static bool is_clone(int folder) {
    struct stat info;
    return fstatat(folder, ".git", &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
}

/* The path of an open folder, for git. */
static char *path_of(Arena *arena, int folder) {
    char link[64], target[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t size = readlink(link, target, sizeof target - 1);
    return size > 0 ? arena_string_n(arena, target, (size_t)size) : NULL;
}

static void walk_folder(Walk *walk, int folder, const char *path) {
    Arena *arena = walk->intake->arena;
    const char *real = is_clone(folder) ? path_of(arena, folder) : NULL;
    if (real != NULL && clone_read(walk->intake, real, path)) return;
    size_t count;
    char **names = list_names(arena, folder, &count);
    for (size_t i = 0; i < count; i++) {
        if (archive_skips(names[i])) continue;
        const char *name = text_printable(arena, names[i], strlen(names[i]));
        if (!text_equal(name, names[i])) /* two names may look alike once they can be printed */
            name = arena_printf(arena, "%s~%08x", name, (unsigned)hash_fnv1a64(names[i], strlen(names[i])));
        const char *whole = *path != '\0' ? arena_printf(arena, "%s/%s", path, name) : name;
        if (++walk->names > NAMES_MOST) {
            if (walk->names == NAMES_MOST + 1) add_trouble(walk, whole, TROUBLE_MANY, TIME_UNKNOWN);
            return;
        }
        take_name(walk, folder, names[i], whole);
    }
}

static bool read_archive(Intake *intake, int file, const char **why) {
    Trouble trouble = TROUBLE_NONE;
    size_t size;
    char *bytes = read_all(intake->arena, file, (size_t)1 << 30, &size, &trouble);
    if (trouble != TROUBLE_NONE) *why = trouble_text[trouble];
    if (trouble != TROUBLE_NONE) return false;
    archive_read_all(intake, "", bytes, size, TIME_UNKNOWN, NESTED + 1);
    bool damaged = intake->entries.count == 1 && intake->entries.at[0].trouble != TROUBLE_NONE &&
                   *intake->entries.at[0].path == '\0';
    if (damaged) *why = trouble_text[intake->entries.at[0].trouble];
    return !damaged;
}

bool folder_read(Intake *intake, const char *path, const char **why) {
    struct stat info;
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0 || fstat(opened, &info) != 0) {
        *why = arena_printf(intake->arena, "cannot be read: %s", strerror(errno));
        return false;
    }
    bool done = true;
    if (S_ISDIR(info.st_mode)) {
        Walk walk = {.intake = intake};
        walk_folder(&walk, opened, "");
    } else if (S_ISREG(info.st_mode)) {
        done = read_archive(intake, opened, why);
    } else {
        *why = trouble_text[TROUBLE_SPECIAL];
        done = false;
    }
    close(opened);
    return done;
}
