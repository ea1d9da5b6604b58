/* The folder is watched and not the file, because most editors save by renaming a new file over the old one. inotify
 * does not tell of changes that another machine makes (NFS), nor of any on some file systems (a Windows drive in WSL).
 * So the file's own record is compared too, slowly where inotify works and faster where it does not. */
#include "base/file_watch.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/text.h"

enum {
    ASKED_MS = 200,      /* between two looks at the file where nothing tells of changes */
    ASKED_TOO_MS = 1000, /* the same beside inotify */
    QUIET_MS = 12,       /* a save is over when nothing has happened for so long: editors take less between two steps */
    SETTLE_MS = 100,
    MISSING_MS = 200
};

/* What tells two states of a file apart. */
typedef struct Record {
    bool exists;
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec modified;
} Record;

struct FileWatch {
    Arena *arena;
    const char *path, *folder, *name;
    Record record;
    int events; /* inotify's descriptor, or -1 */
    int folder_watch;
};

static Record record_of(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) return (Record){0};
    return (Record){true, info.st_dev, info.st_ino, info.st_size, system_modified(&info)};
}

static bool record_equal(const Record *a, const Record *b) {
    return a->exists == b->exists && a->device == b->device && a->number == b->number && a->size == b->size &&
           a->modified.tv_sec == b->modified.tv_sec && a->modified.tv_nsec == b->modified.tv_nsec;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

#ifdef __linux__
/* A folder that was removed and made again needs a new watch. */
static void watch_folder(FileWatch *watch) {
    if (watch->events >= 0 && watch->folder_watch < 0)
        watch->folder_watch = inotify_add_watch(watch->events, watch->folder,
                                                IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
}

static void open_events(FileWatch *watch) {
    watch->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    watch_folder(watch);
}

/* Takes all events; true where one is about the file. */
static bool take_events(FileWatch *watch) {
    _Alignas(struct inotify_event) char bytes[4096];
    bool ours = false;
    ssize_t got;
    while (watch->events >= 0 && (got = read(watch->events, bytes, sizeof bytes)) > 0)
        for (char *at = bytes; at < bytes + got;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            if (event->mask & (IN_Q_OVERFLOW | IN_IGNORED)) ours = true;
            if (event->mask & IN_IGNORED) watch->folder_watch = -1;
            if (event->len > 0 && text_equal(event->name, watch->name)) ours = true;
            at += sizeof *event + event->len;
        }
    return ours;
}
#else
static void watch_folder(FileWatch *watch) {
    (void)watch;
}

static void open_events(FileWatch *watch) {
    watch->events = -1;
}

static bool take_events(FileWatch *watch) {
    (void)watch;
    return false;
}
#endif

/* ---- the watch --------------------------------------------------------------------------------------------------- */

FileWatch *file_watch_open(const char *path, bool by_asking) {
    FileWatch *watch = memory_zeroed(1, sizeof *watch);
    watch->arena = arena_new();
    watch->path = arena_string(watch->arena, path);
    watch->folder = path_parent(watch->arena, path);
    watch->name = path_base(watch->path);
    watch->events = watch->folder_watch = -1;
    if (!by_asking) open_events(watch);
    watch->record = record_of(path);
    return watch;
}

void file_watch_close(FileWatch *watch) {
    if (watch == NULL) return;
    if (watch->events >= 0) close(watch->events);
    arena_free(watch->arena);
    free(watch);
}

int file_watch_descriptor(const FileWatch *watch) {
    return watch != NULL ? watch->events : -1;
}

int file_watch_interval(const FileWatch *watch) {
    return watch->folder_watch >= 0 ? ASKED_TOO_MS : ASKED_MS;
}

bool file_watch_changed(FileWatch *watch) {
    bool told = take_events(watch);
    watch_folder(watch);
    Record now = record_of(watch->path);
    bool changed = told || !record_equal(&now, &watch->record);
    watch->record = now;
    return changed;
}

void file_watch_settle(FileWatch *watch) {
    long start = system_milliseconds();
    for (;;) {
        struct pollfd input = {.fd = watch->events, .events = POLLIN};
        if (poll(&input, 1, QUIET_MS) < 0 && errno == EINTR) return; /* asked to stop; the caller looks */
        bool changed = file_watch_changed(watch);
        long waited = system_milliseconds() - start;
        if (watch->record.exists ? !changed || waited >= SETTLE_MS : waited >= MISSING_MS) return;
    }
}
