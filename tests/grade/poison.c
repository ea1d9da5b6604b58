/* Puts the compiled code of one file into the place of another's in a cache: poison FOLDER FROM TO. Whatever the cache
 * holds under the text of file TO then compiles to what it holds under that of FROM. The last line is how many entries
 * were changed. Layout of an entry: runner/compile/cache.c. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
    char *at;
    size_t size;
} Bytes;

typedef struct Header {
    char magic[8];
    uint64_t key_size, size;
} Header;

static Bytes read_file(const char *path) {
    Bytes bytes = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) return bytes;
    bytes.at = malloc(64 << 20);
    if (bytes.at != NULL) bytes.size = fread(bytes.at, 1, 64 << 20, file);
    fclose(file);
    return bytes;
}

static uint64_t fnv1a(const char *bytes, size_t size) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static Header header_of(Bytes entry) {
    Header header = {{0}, 0, 0};
    if (entry.size > sizeof header) memcpy(&header, entry.at, sizeof header);
    return header;
}

/* Where the text lies in the entry's key; NULL: nowhere. */
static char *find(Bytes entry, Bytes text) {
    Header header = header_of(entry);
    if (entry.size < sizeof header + header.key_size) return NULL;
    return memmem(entry.at + sizeof header, header.key_size, text.at, text.size);
}

/* The entry with key's key and reply's reply. */
static void write_entry(const char *path, Bytes key, Bytes reply) {
    Header header = header_of(key), other = header_of(reply);
    size_t size = sizeof header + header.key_size + other.size;
    char *made = malloc(size);
    if (made == NULL) exit(1);
    header.size = other.size;
    memcpy(made, &header, sizeof header);
    memcpy(made + sizeof header, key.at + sizeof header, header.key_size);
    memcpy(made + sizeof header + header.key_size, reply.at + sizeof other + other.key_size, other.size);
    uint64_t sum = fnv1a(made, size);
    FILE *file = fopen(path, "wb");
    if (file == NULL) exit(1);
    fwrite(made, 1, size, file);
    fwrite(&sum, 1, sizeof sum, file);
    fclose(file);
    free(made);
}

/* Whether two keys are of the same kind of compile: the same in all that stands before the text's size. */
static int same_kind(Bytes a, Bytes b) {
    return memcmp(a.at + sizeof(Header), b.at + sizeof(Header), 200) == 0;
}

int main(int argc, char **argv) {
    enum { MOST = 1000 };
    static Bytes entries[MOST], from, to; /* in use to the end */
    static char paths[MOST][600];
    size_t count = 0, changed = 0;
    DIR *folder = argc == 4 ? opendir(argv[1]) : NULL;
    if (folder == NULL) return 2;
    from = read_file(argv[2]), to = read_file(argv[3]);
    for (const struct dirent *item; count < MOST && (item = readdir(folder)) != NULL;) {
        snprintf(paths[count], sizeof paths[count], "%s/%s", argv[1], item->d_name);
        if (strstr(item->d_name, ".entry") != NULL) entries[count] = read_file(paths[count]), count++;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; find(entries[i], to) != NULL && k < count; k++)
            if (find(entries[k], from) != NULL && same_kind(entries[i], entries[k]))
                write_entry(paths[i], entries[i], entries[k]), changed++;
    closedir(folder);
    printf("%zu\n", changed);
    return changed == 0;
}
