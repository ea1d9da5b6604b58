/* Our headers, written to a folder for a compiler that reads files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "compile/parts.h"

const char compile_reading_header[] = "cuda_builtins.h";

/* Without waiting for the disk: who calls this again gets them again. */
static bool write_headers_up_to(Arena *arena, const char *folder, HeaderUse most) {
    for (size_t i = 0; i < header_count; i++) {
        if (header_all[i].use > most) continue;
        const char *path = path_join(arena, folder, header_all[i].name);
        FILE *file = file_make_directories(path_parent(arena, path)) ? fopen(path, "w") : NULL;
        if (file == NULL) return false;
        bool written = fwrite(header_all[i].text, 1, header_all[i].size, file) == header_all[i].size;
        if (fclose(file) != 0 || !written) return false;
    }
    return true;
}

bool compile_write_headers(Arena *arena, const char *folder) {
    return write_headers_up_to(arena, folder, HEADER_RUNTIME);
}

bool compile_write_device_headers(Arena *arena, const char *folder) {
    return write_headers_up_to(arena, folder, HEADER_CLANG);
}

const char *header_write_new(Arena *arena) {
    const char *parent = getenv("TMPDIR");
    char *folder = path_join(arena, parent != NULL && *parent == '/' ? parent : "/tmp", "warpschool-XXXXXX");
    if (mkdtemp(folder) == NULL) return NULL;
    if (compile_write_headers(arena, folder)) return folder;
    int error = errno;
    header_remove(arena, folder);
    errno = error;
    return NULL;
}

void header_remove(Arena *arena, const char *folder) {
    for (size_t i = 0; i < header_count; i++) {
        char *path = path_join(arena, folder, header_all[i].name);
        unlink(path);
        if (strchr(header_all[i].name, '/') != NULL) rmdir(path_parent(arena, path)); /* once it is empty */
    }
    rmdir(folder);
}
