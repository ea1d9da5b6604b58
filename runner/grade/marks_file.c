/* A file of results that is written as it comes, so that a batch of a million students needs the memory of one. What
 * stands before and after depends on all that is between (a count, a distribution); so the middle is written to a file
 * of its own first. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "grade/batch.h"

void marks_file_open(MarksFile *table, const Batch *batch, const char *name) {
    *table = (MarksFile){.path = path_join(batch->arena, batch->out, name)};
    table->middle_path = arena_printf(batch->arena, "%s.part", table->path);
    table->middle = fopen(table->middle_path, "w+be");
    if (table->middle == NULL) table->error = errno;
}

void marks_file_add(MarksFile *table, Text *part) {
    if (table->error == 0 && part->size > 0 && fwrite(part->data, 1, part->size, table->middle) != part->size)
        table->error = errno != 0 ? errno : EIO;
    text_free(part);
}

static bool add_middle(MarksFile *table, FILE *file) {
    char block[1 << 16];
    size_t size = 1;
    if (fflush(table->middle) != 0 || fseeko(table->middle, 0, SEEK_SET) != 0) return false;
    while (size > 0) {
        size = fread(block, 1, sizeof block, table->middle);
        if (fwrite(block, 1, size, file) != size) return false;
    }
    return ferror(table->middle) == 0;
}

bool marks_file_close(MarksFile *table, const char *head, const char *tail) {
    Arena *arena = arena_new();
    const char *temporary = arena_printf(arena, "%s.new", table->path);
    FILE *file = table->error == 0 ? fopen(temporary, "wbe") : NULL;
    bool done = file != NULL && fputs(head, file) >= 0 && add_middle(table, file) && fputs(tail, file) >= 0;
    if (file != NULL) done = fclose(file) == 0 && done;
    done = done && rename(temporary, table->path) == 0;
    int error = table->error != 0 ? table->error : errno;
    if (!done && file != NULL) unlink(temporary);
    if (table->middle != NULL) fclose(table->middle);
    unlink(table->middle_path);
    arena_free(arena);
    errno = error;
    return done;
}
