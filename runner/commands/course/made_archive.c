/* A made folder as an archive. What a zip holds beside names and bytes is the same for each: no owner, one time, one
 * mode; files are in the order of their names. libarchive writes times in the machine's time zone, so that a child
 * process with none of its own writes the archive. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/course/made_folder.h"
#include "compile/walls.h"

enum { SECONDS = 60, PATIENCE = 300, FIRST_DAY = 315532800 /* of zip: 1980-01-01 */ };
static const size_t memory_limit = (size_t)4 << 30, output_limit = (size_t)256 << 20;

typedef struct Packed {
    const char *name, *bytes;
    size_t size;
} Packed;

typedef struct Packing {
    Arena *arena;
    VEC(Packed) files;
    bool failed;
} Packing;

static int by_name(const void *a, const void *b) {
    return strcmp(((const Packed *)a)->name, ((const Packed *)b)->name);
}

static void collect(Packing *packing, const char *folder, const char *below) {
    Arena *arena = packing->arena;
    size_t count, size;
    const char *why;
    char **names = path_list(arena, folder, "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) {
        const char *path = path_join(arena, folder, names[i]), *name = path_join(arena, below, names[i]);
        if (file_is_directory(path)) {
            collect(packing, path, name);
            continue;
        }
        const char *bytes = file_read(arena, path, FILE_TEXT_LIMIT, &size, &why);
        packing->failed |= bytes == NULL;
        vec_push(arena, &packing->files, (Packed){name, bytes, size});
    }
    packing->failed |= names == NULL;
}

static la_ssize_t write_some(struct archive *archive, void *context, const void *bytes, size_t size) {
    (void)archive;
    return write(*(const int *)context, bytes, size);
}

static bool add(struct archive *archive, const Packed *file) {
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, file->name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, FIRST_DAY, 0);
    archive_entry_set_size(entry, (la_int64_t)file->size);
    bool done = archive_write_header(archive, entry) == ARCHIVE_OK &&
                archive_write_data(archive, file->bytes, file->size) == (la_ssize_t)file->size;
    archive_entry_free(entry);
    return done;
}

static void pack(void *context, int fd) {
    const Packing *packing = context;
    setenv("TZ", "UTC", 1);
    tzset();
    struct archive *archive = archive_write_new();
    bool sound = archive != NULL && archive_write_set_format_zip(archive) == ARCHIVE_OK &&
                 archive_write_open(archive, &fd, NULL, write_some, NULL) == ARCHIVE_OK;
    for (size_t i = 0; sound && i < packing->files.count; i++) sound = add(archive, &packing->files.at[i]);
    if (!sound || archive_write_close(archive) != ARCHIVE_OK) _exit(1);
}

/* "banks-students" of "/home/ann/banks-students.zip". */
static const char *name_of(Arena *arena, const char *path) {
    const char *base = path_base(path);
    return arena_string_n(arena, base, strlen(base) - strlen(".zip"));
}

bool made_folder_zip(MadeFolder *folder) {
    Packing packing = {.arena = folder->arena};
    ChildLimits limits = {.seconds = SECONDS, .patience = PATIENCE, .memory = memory_limit, .output = output_limit};
    Text output = {0};
    int signal_number;
    collect(&packing, folder->temporary, name_of(folder->arena, folder->path));
    if (packing.failed) return errno = EIO, false;
    qsort(packing.files.at, packing.files.count, sizeof *packing.files.at, by_name);
    errno = EIO;
    bool done = child_run(&limits, pack, &packing, &output, &signal_number) == CHILD_FINISHED &&
                file_write(folder->path, output.data, output.size) &&
                chmod(folder->path, made_folder_left_by_umask(0666)) == 0;
    text_free(&output);
    made_folder_drop(folder);
    return done;
}
