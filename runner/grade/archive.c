/* Archives, read by libarchive in a child process that can open no file, start no program and reach no network, within
 * limits of time, memory and output. Nothing is written to a disk: the child sends the files through a pipe as
 * records, and what it says is checked, because whoever takes over the child may say anything. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "compile/walls.h"
#include "grade/batch.h"

const char *const trouble_text[TROUBLE_COUNT] = {
    [TROUBLE_NONE] = "",
    [TROUBLE_LINK] = "is a link, which is not followed",
    [TROUBLE_SPECIAL] = "is no file, but a pipe, a device or a socket",
    [TROUBLE_TRAVERSAL] = "has a name that leads out of its archive",
    [TROUBLE_ENCRYPTED] = "is encrypted",
    [TROUBLE_LARGE] = "is too large",
    [TROUBLE_DEEP] = "lies in too many folders, or has too long a name",
    [TROUBLE_NESTED] = "is an archive in an archive in an archive, and was not opened",
    [TROUBLE_BOMB] = "unpacks to far more than its own size, and was not read to its end",
    [TROUBLE_MANY] = "holds too many files, and was not read to its end",
    [TROUBLE_DAMAGED] = "is no archive, or a damaged one",
    [TROUBLE_EXHAUSTING] = "takes too much time or memory to unpack",
    [TROUBLE_UNREADABLE] = "cannot be read",
    [TROUBLE_UNCLONED] = "is a git clone that cannot be read",
};

enum {
    SECONDS = 30,
    PATIENCE = 300,
    FILES_MOST = 50000,
    RATIO_MOST = 200,      /* of text, 20 is usual */
    RATIO_FREE = 64 << 20, /* bytes that any archive may unpack to */
    PATH_MOST = 4096,
    FOLDERS_MOST = 32,
    BLOCK = 1 << 16,
};
static const size_t memory_limit = (size_t)8 << 30; /* of address space, of which this program's own is a part */
static const size_t output_limit = (size_t)1 << 30;

static bool ends_any_case(const char *name, const char *end) {
    size_t size = strlen(name), tail = strlen(end);
    return size > tail && strcasecmp(name + size - tail, end) == 0;
}

bool archive_is_named(const char *name) {
    static const char *const ends[] = {".zip", ".tar",  ".tar.gz", ".tgz",     ".tar.xz",
                                       ".txz", ".tzst", ".tbz2",   ".tar.zst", ".tar.bz2"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_any_case(name, ends[i])) return true;
    return false;
}

bool archive_wants(const char *name) {
    static const char *const ends[] = {".cu", ".cuh", ".txt", ".cpp", ".cc", ".c", ".h", ".cxx", ".hpp"};
    const char *base = path_base(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_any_case(base, ends[i])) return true;
    return strchr(base, '.') == NULL || text_equal(base, "submission_metadata.yml") || archive_is_named(base);
}

bool archive_skips(const char *path) {
    for (const char *at = path; *at != '\0';) {
        size_t size = strcspn(at, "/");
        if ((size > 1 && at[0] == '.' && at[1] != '.') || (size == 8 && strncmp(at, "__MACOSX", 8) == 0)) return true;
        at += size;
        at += strspn(at, "/");
    }
    return false;
}

/* ---- in the child ------------------------------------------------------------------------------------------------ */

/* A record is this, then the path, then the bytes. */
typedef struct Record {
    uint32_t trouble, folder, has_bytes, path_size;
    int64_t time;
    uint64_t size;
} Record;

typedef struct Unpacking {
    const void *bytes;
    size_t size;
    const char *empty;
    bool unwalled;
    bool (*wants)(const char *name);
    size_t files, given; /* so far */
} Unpacking;

static void put(int fd, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t step = write(fd, at, size);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) _exit(1);
        at += step;
        size -= (size_t)step;
    }
}

static void put_record(int fd, const char *path, const Record *wanted, const void *bytes) {
    Record record = *wanted;
    record.path_size = (uint32_t)strlen(path);
    put(fd, &record, sizeof record);
    put(fd, path, record.path_size);
    if (record.has_bytes) put(fd, bytes, record.size);
}

/* A name may be stored in another encoding than this locale's; its bytes are taken then. */
static const char *path_of(struct archive_entry *entry) {
    const char *path = archive_entry_pathname_utf8(entry);
    if (path == NULL) path = archive_entry_pathname(entry);
    return path != NULL ? path : "";
}

static Trouble trouble_of_path(const char *path) {
    int folders = 0;
    if (*path == '/' || *path == '\0' || strchr(path, '\\') != NULL) return TROUBLE_TRAVERSAL;
    if (strlen(path) > PATH_MOST) return TROUBLE_DEEP;
    for (const char *at = path; *at != '\0'; folders++) {
        size_t size = strcspn(at, "/");
        if (size == 2 && at[0] == '.' && at[1] == '.') return TROUBLE_TRAVERSAL;
        at += size;
        at += strspn(at, "/");
    }
    return folders > FOLDERS_MOST ? TROUBLE_DEEP : TROUBLE_NONE;
}

static Trouble trouble_of(struct archive_entry *entry, const char *path) {
    if (archive_entry_hardlink(entry) != NULL || archive_entry_filetype(entry) == AE_IFLNK) return TROUBLE_LINK;
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR) return TROUBLE_SPECIAL;
    if (archive_entry_is_data_encrypted(entry)) return TROUBLE_ENCRYPTED;
    return trouble_of_path(path);
}

/* Whether the archive has given more than it may: what is skipped of a compressed stream counts too. */
static bool is_bomb(struct archive *archive, const Unpacking *work) {
    size_t unpacked = (size_t)archive_filter_bytes(archive, 0);
    if (unpacked < work->given) unpacked = work->given;
    return unpacked > RATIO_FREE && unpacked / RATIO_MOST > work->size;
}

/* Reads the file's bytes into text, up to the limit for its kind. */
static Trouble read_bytes(struct archive *archive, Unpacking *work, size_t limit, Text *text) {
    char block[BLOCK];
    for (;;) {
        la_ssize_t step = archive_read_data(archive, block, sizeof block);
        if (step == 0) return TROUBLE_NONE;
        if (step < 0) return TROUBLE_DAMAGED;
        text_add_n(text, block, (size_t)step);
        work->given += (size_t)step;
        if (is_bomb(archive, work)) return TROUBLE_BOMB;
        if (text->size > limit) return TROUBLE_LARGE;
    }
}

/* False: the rest of the archive is not read. */
static bool unpack_entry(struct archive *archive, struct archive_entry *entry, Unpacking *work, int fd) {
    const char *path = path_of(entry);
    while (path[0] == '.' && path[1] == '/') path += 2;
    Record record = {.time = archive_entry_mtime_is_set(entry) ? (int64_t)archive_entry_mtime(entry) : TIME_UNKNOWN};
    record.folder = archive_entry_filetype(entry) == AE_IFDIR;
    if (record.folder && *path == '\0') return true;
    if (++work->files > FILES_MOST || is_bomb(archive, work)) {
        record.trouble = work->files > FILES_MOST ? TROUBLE_MANY : TROUBLE_BOMB;
        put_record(fd, "", &record, NULL);
        return false;
    }
    if (archive_skips(path)) return true;
    record.trouble = trouble_of(entry, path);
    Text text = {0};
    if (record.trouble == TROUBLE_NONE && !record.folder && work->wants(path)) {
        text_add(&text, "");
        record.trouble = read_bytes(archive, work, archive_is_named(path) ? ARCHIVE_LIMIT : FILE_TEXT_LIMIT, &text);
        record.has_bytes = record.trouble == TROUBLE_NONE;
        record.size = record.has_bytes ? text.size : 0;
    }
    put_record(fd, path, &record, text.data);
    text_free(&text);
    return record.trouble != TROUBLE_BOMB;
}

static struct archive *open_archive(const Unpacking *work) {
    struct archive *archive = archive_read_new();
    if (archive == NULL) return NULL;
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    if (archive_read_open_memory(archive, work->bytes, work->size) == ARCHIVE_OK) return archive;
    archive_read_free(archive);
    return NULL;
}

static void unpack(void *context, int fd) {
    Unpacking *work = context;
    if (!isolate_from_files(work->empty) && !work->unwalled) _exit(1);
    struct archive *archive = open_archive(work);
    struct archive_entry *entry;
    int status = archive == NULL ? ARCHIVE_FATAL : ARCHIVE_OK;
    bool more = archive != NULL;
    while (more) {
        status = archive_read_next_header(archive, &entry);
        more = (status == ARCHIVE_OK || status == ARCHIVE_WARN) && unpack_entry(archive, entry, work, fd);
    }
    bool locked = archive != NULL && archive_read_has_encrypted_entries(archive) > 0;
    if (status != ARCHIVE_EOF && status != ARCHIVE_OK && status != ARCHIVE_WARN)
        put_record(fd, "", &(Record){.trouble = locked ? TROUBLE_ENCRYPTED : TROUBLE_DAMAGED}, NULL);
}

/* ---- in the parent ----------------------------------------------------------------------------------------------- */

static void add_trouble(Intake *intake, const char *path, Trouble trouble, int64_t time) {
    vec_push(intake->arena, &intake->entries, (Entry){.path = path, .trouble = trouble, .time = time});
}

typedef struct Opened {
    Intake *intake;
    const char *below;
    int64_t time;
    int levels;
} Opened;

static void take_record(const Opened *opened, const Record *record, const char *path, const char *bytes) {
    Intake *intake = opened->intake;
    Arena *arena = intake->arena;
    const char *below = opened->below;
    Trouble trouble = record->trouble < TROUBLE_COUNT ? (Trouble)record->trouble : TROUBLE_DAMAGED;
    if (record->path_size == 0) {
        add_trouble(intake, below, trouble, opened->time);
        return;
    }
    const char *name = text_printable(arena, path, record->path_size);
    if (trouble == TROUBLE_NONE) trouble = trouble_of_path(name);
    const char *whole = *below != '\0' ? arena_printf(arena, "%s/%s", below, name) : name;
    int64_t time = opened->time != TIME_UNKNOWN ? opened->time : record->time;
    if (record->has_bytes && trouble == TROUBLE_NONE && archive_is_named(name)) {
        if (opened->levels == 0)
            add_trouble(intake, whole, TROUBLE_NESTED, time);
        else
            archive_read_all(intake, whole, bytes, record->size, time, opened->levels - 1);
        return;
    }
    Entry entry = {.path = whole, .folder = record->folder != 0, .time = time, .trouble = trouble};
    if (record->has_bytes && trouble == TROUBLE_NONE) {
        entry.bytes = arena_string_n(arena, bytes, record->size);
        entry.size = record->size;
    }
    vec_push(arena, &intake->entries, entry);
}

/* Takes every record that is whole; false: the last one is not. */
static bool take_records(const Opened *opened, const Text *output) {
    size_t at = 0;
    while (output->size - at >= sizeof(Record)) {
        Record record;
        memcpy(&record, output->data + at, sizeof record);
        at += sizeof record;
        size_t bytes = record.has_bytes ? record.size : 0;
        if (record.path_size > output->size - at || bytes > output->size - at - record.path_size) return false;
        take_record(opened, &record, output->data + at, output->data + at + record.path_size);
        at += record.path_size + bytes;
    }
    return at == output->size;
}

void archive_read_all(Intake *intake, const char *below, const void *bytes, size_t size, int64_t time, int levels) {
    Unpacking work = {.bytes = bytes,
                      .size = size,
                      .empty = intake->empty,
                      .unwalled = intake->unwalled,
                      .wants = intake->wants != NULL ? intake->wants : archive_wants};
    ChildLimits limits = {.seconds = SECONDS, .patience = PATIENCE, .memory = memory_limit, .output = output_limit};
    Opened opened = {intake, below, time, levels};
    if (*below != '\0') vec_push(intake->arena, &intake->entries, (Entry){.path = below, .folder = true, .time = time});
    Text output = {0};
    int signal_number;
    ChildStatus status = child_run(&limits, unpack, &work, &output, &signal_number);
    bool whole = take_records(&opened, &output);
    text_free(&output);
    if (status == CHILD_FINISHED && whole) return;
    bool tired =
        status == CHILD_TIMEOUT || status == CHILD_STALLED || status == CHILD_MEMORY || status == CHILD_FLOODED;
    add_trouble(intake, below, tired ? TROUBLE_EXHAUSTING : TROUBLE_DAMAGED, time);
}

static void try_walls(void *context, int fd) {
    bool walled = isolate_from_files(context);
    put(fd, walled ? "w" : "n", 1);
}

bool archive_has_walls(const char *empty) {
    ChildLimits limits = {.seconds = SECONDS, .patience = PATIENCE, .memory = memory_limit, .output = 16};
    Text output = {0};
    int signal_number;
    char *folder = (char *)(uintptr_t)empty;
    bool walled = child_run(&limits, try_walls, folder, &output, &signal_number) == CHILD_FINISHED &&
                  output.size == 1 && output.data[0] == 'w';
    text_free(&output);
    return walled;
}
