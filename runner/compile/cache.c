/* A cache of byte strings under keys of any size, one file each.
 *
 * The file's name is a hash of the key, and the file holds the whole key, so that two keys with the same hash are
 * told apart. A checksum shows whether a file was truncated or damaged. A file is written under another name and
 * then renamed, so that a reader gets either the old entry or the new one. Files are not synced to disk: an entry
 * that a power cut destroys is made again. */
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
#include "base/text.h"
#include "base/vec.h"
#include "compile/parts.h"

enum { ENTRY_LIMIT = 64 << 20 };
static const char entry_magic[8] = "WSCACHE1";
static const char entry_suffix[] = ".entry";

/* After it follow the key, the bytes, and the FNV-1a hash of all that. */
typedef struct EntryHeader {
    char magic[8];
    uint64_t key_size, size;
} EntryHeader;

char *cache_entry_path(Arena *arena, const char *folder, const char *key, size_t key_size) {
    return arena_printf(arena, "%s/%016llx%s", folder, (unsigned long long)hash_fnv1a64(key, key_size), entry_suffix);
}

/* The bytes of an entry, or NULL where the entry has another key or is damaged. */
static const char *check_entry(const char *entry, size_t entry_size, const char *key, size_t key_size, size_t *size) {
    EntryHeader header;
    uint64_t checksum;
    if (entry_size < sizeof header + sizeof checksum) return NULL;
    size_t body = entry_size - sizeof header - sizeof checksum;
    memcpy(&header, entry, sizeof header);
    memcpy(&checksum, entry + entry_size - sizeof checksum, sizeof checksum);
    if (memcmp(header.magic, entry_magic, sizeof entry_magic) != 0) return NULL;
    if (header.key_size != key_size || header.size > body || header.key_size != body - header.size) return NULL;
    if (memcmp(entry + sizeof header, key, key_size) != 0) return NULL;
    if (hash_fnv1a64(entry, entry_size - sizeof checksum) != checksum) return NULL;
    *size = (size_t)header.size;
    return entry + sizeof header + key_size;
}

/* Whether no other user can have written the entry; only such an entry is read. */
static bool is_ours(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() && (info.st_mode & 022) == 0;
}

void *cache_get(Arena *arena, const char *folder, const char *key, size_t key_size, size_t *size) {
    const char *path = cache_entry_path(arena, folder, key, key_size), *why;
    if (!is_ours(path)) return NULL;
    size_t entry_size;
    char *entry = file_read(arena, path, ENTRY_LIMIT, &entry_size, &why);
    const char *bytes = entry != NULL ? check_entry(entry, entry_size, key, key_size, size) : NULL;
    if (bytes == NULL) return NULL;
    utimensat(AT_FDCWD, path, NULL, 0); /* the time of the file is that of its last use */
    return arena_copy(arena, bytes, *size, 16);
}

void cache_put(Arena *arena, const char *folder, const char *key, size_t key_size, const void *bytes, size_t size) {
    Text entry = {0};
    EntryHeader header = {.key_size = key_size, .size = size};
    memcpy(header.magic, entry_magic, sizeof entry_magic);
    text_add_n(&entry, (const char *)&header, sizeof header);
    text_add_n(&entry, key, key_size);
    text_add_n(&entry, bytes, size);
    uint64_t checksum = hash_fnv1a64(entry.data, entry.size);
    text_add_n(&entry, (const char *)&checksum, sizeof checksum);
    char *temporary = arena_printf(arena, "%s/new.XXXXXX", folder);
    int file = entry.size <= ENTRY_LIMIT && file_make_directories(folder) ? mkstemp(temporary) : -1;
    if (file >= 0) {
        bool done = file_write_all(file, entry.data, entry.size);
        done = close(file) == 0 && done;
        if (!done || rename(temporary, cache_entry_path(arena, folder, key, key_size)) != 0) unlink(temporary);
    }
    text_free(&entry);
}

/* ---- keeping it small -------------------------------------------------------------------------------------------- */

typedef struct Entry {
    const char *path;
    struct timespec used;
    uint64_t size;
} Entry;

static int oldest_first(const void *a, const void *b) {
    const struct timespec *x = &((const Entry *)a)->used, *y = &((const Entry *)b)->used;
    if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Files that killed writers left behind count as entries, and are removed like them. */
void cache_trim(Arena *arena, const char *folder, uint64_t limit) {
    DIR *listing = opendir(folder);
    if (listing == NULL) return;
    VEC(Entry) entries = {0};
    uint64_t total = 0;
    for (struct dirent *item; (item = readdir(listing)) != NULL;) {
        if (!text_ends(item->d_name, entry_suffix) && !text_starts(item->d_name, "new.")) continue;
        Entry entry = {.path = path_join(arena, folder, item->d_name)};
        struct stat info;
        if (lstat(entry.path, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        entry.used = system_modified(&info);
        entry.size = (uint64_t)info.st_size;
        total += entry.size;
        vec_push(arena, &entries, entry);
    }
    closedir(listing);
    if (total <= limit) return;
    qsort(entries.at, entries.count, sizeof *entries.at, oldest_first);
    for (size_t i = 0; i < entries.count && total > limit / 4 * 3; i++)
        if (unlink(entries.at[i].path) == 0) total -= entries.at[i].size;
}
