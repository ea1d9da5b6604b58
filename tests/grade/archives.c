/* Writes an archive of what its arguments say, also ones that no packer would write:
 *
 *     archives FILE.zip|.tar|.tar.gz|.tar.bz2|.tar.xz|.tar.zst [--password WORD] ENTRY...
 *
 *     file:NAME:PATH    a file with the bytes of another
 *     text:NAME:TEXT    with this text
 *     fill:NAME:SIZE    of so many equal bytes
 *     many:NAME:COUNT   empty files, their numbers behind NAME
 *     link:NAME:TARGET  a symbolic link
 *     hard:NAME:TARGET  a hard link
 *     pipe:NAME:        a pipe
 *     folder:NAME:      an empty folder
 *     time:SECONDS:     of all that follow, since 1970
 *
 * %41 in a name is the byte with that number. */
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct archive *archive;
static time_t when = 1600000000;

static void fail(const char *what) {
    fprintf(stderr, "archives: %s: %s\n", what, archive != NULL ? archive_error_string(archive) : "");
    exit(1);
}

static int ends(const char *text, const char *end) {
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

static void decode(char *name) {
    char *to = name;
    for (const char *from = name; *from != '\0'; to++) {
        unsigned byte;
        if (*from == '%' && sscanf(from + 1, "%2x", &byte) == 1) {
            *to = (char)byte;
            from += 3;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

static struct archive_entry *begin(const char *name, unsigned type, size_t size) {
    struct archive_entry *entry = archive_entry_new();
    archive_entry_copy_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, type == AE_IFDIR ? 0755 : 0644);
    archive_entry_set_size(entry, (la_int64_t)size);
    archive_entry_set_mtime(entry, when, 0);
    return entry;
}

static void put(const char *name, unsigned type, const char *bytes, size_t size) {
    struct archive_entry *entry = begin(name, type, size);
    if (archive_write_header(archive, entry) < ARCHIVE_WARN) fail(name);
    if (size > 0 && archive_write_data(archive, bytes, size) < 0) fail(name);
    archive_entry_free(entry);
}

static void put_link(const char *name, const char *target, int hard) {
    struct archive_entry *entry = begin(name, hard ? AE_IFREG : AE_IFLNK, 0);
    if (hard)
        archive_entry_copy_hardlink(entry, target);
    else
        archive_entry_copy_symlink(entry, target);
    if (archive_write_header(archive, entry) < ARCHIVE_WARN) fail(name);
    archive_entry_free(entry);
}

static void put_file(const char *name, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path);
    static char bytes[64 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    put(name, AE_IFREG, bytes, size);
}

static void put_fill(const char *name, size_t size) {
    char *bytes = malloc(size + 1);
    if (bytes == NULL) fail(name);
    memset(bytes, 'a', size);
    put(name, AE_IFREG, bytes, size);
    free(bytes);
}

static void put_many(const char *name, int count) {
    for (int i = 0; i < count; i++) {
        char numbered[512];
        snprintf(numbered, sizeof numbered, "%s%d.txt", name, i);
        put(numbered, AE_IFREG, "", 0);
    }
}

static void put_entry(char *word) {
    char *name = strchr(word, ':'), *value = name != NULL ? strchr(name + 1, ':') : NULL;
    if (value == NULL) fail(word);
    *name++ = '\0';
    *value++ = '\0';
    decode(name);
    if (strcmp(word, "file") == 0) put_file(name, value);
    if (strcmp(word, "text") == 0) put(name, AE_IFREG, value, strlen(value));
    if (strcmp(word, "fill") == 0) put_fill(name, (size_t)strtoull(value, NULL, 10));
    if (strcmp(word, "many") == 0) put_many(name, atoi(value));
    if (strcmp(word, "link") == 0) put_link(name, value, 0);
    if (strcmp(word, "hard") == 0) put_link(name, value, 1);
    if (strcmp(word, "pipe") == 0) put(name, AE_IFIFO, "", 0);
    if (strcmp(word, "folder") == 0) put(name, AE_IFDIR, "", 0);
    if (strcmp(word, "time") == 0) when = (time_t)strtoll(name, NULL, 10);
}

static void choose_format(const char *path) {
    if (ends(path, ".zip"))
        archive_write_set_format_zip(archive);
    else
        archive_write_set_format_pax_restricted(archive);
    if (ends(path, ".gz") || ends(path, ".tgz")) archive_write_add_filter_gzip(archive);
    if (ends(path, ".bz2")) archive_write_add_filter_bzip2(archive);
    if (ends(path, ".xz")) archive_write_add_filter_xz(archive);
    if (ends(path, ".zst")) archive_write_add_filter_zstd(archive);
}

int main(int argc, char **argv) {
    int at = 2;
    if (argc < 3) return 2;
    archive = archive_write_new();
    choose_format(argv[1]);
    if (strcmp(argv[2], "--password") == 0 && argc > 4) {
        if (archive_write_set_options(archive, "zip:encryption=aes256") != ARCHIVE_OK) fail("encryption");
        archive_write_set_passphrase(archive, argv[3]);
        at = 4;
    }
    if (archive_write_open_filename(archive, argv[1]) != ARCHIVE_OK) fail(argv[1]);
    for (; at < argc; at++) put_entry(argv[at]);
    if (archive_write_close(archive) != ARCHIVE_OK) fail(argv[1]);
    archive_write_free(archive);
    return 0;
}
