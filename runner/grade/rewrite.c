#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "grade/batch.h"

static bool is_there(Arena *arena, const char *path, const void *bytes, size_t size) {
    size_t old_size;
    const char *why;
    const void *old = file_read(arena, path, size, &old_size, &why);
    return old != NULL && old_size == size && memcmp(old, bytes, size) == 0;
}

bool grade_write_again(const char *path, const void *bytes, size_t size) {
    Arena *arena = arena_new();
    const char *temporary = arena_printf(arena, "%s.new", path);
    bool done = is_there(arena, path, bytes, size);
    if (done) unlink(temporary); /* of a run that was killed */
    if (!done && file_make_directories(path_parent(arena, path))) {
        FILE *file = fopen(temporary, "wb");
        done = file != NULL && fwrite(bytes, 1, size, file) == size;
        if (file != NULL) done = fclose(file) == 0 && done;
        done = done && rename(temporary, path) == 0;
        if (!done && file != NULL) unlink(temporary);
    }
    arena_free(arena);
    return done;
}
