/* The journal: a file for each result, named by a digest of all that the result depends on. A result is there whole or
 * not at all, whenever the program is killed, so that to go on is to judge what is missing. What it took is kept in a
 * file beside, because times are the one thing that another run gives otherwise. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "grade/batch.h"

enum { JOURNAL_FORMAT = 1, RESULT_LIMIT = 64 << 20 };

char *journal_key(const Batch *batch, const Graded *graded, const Entry *file) {
    const Options *options = &batch->session->options;
    Text text = {0};
    text_printf(
        &text,
        "journal %d\nprogram %s\ncompiler %s\narch %s\npack %s\nhidden %s\ntimeout %d\nmemory %llu\nexercise %s\n",
        JOURNAL_FORMAT, WARPSCHOOL_VERSION, batch->compiler, options->arch, batch->pack_digest, batch->hidden_digest,
        options->timeout, (unsigned long long)options->memory, graded->exercise->id);
    text_printf(&text, "file %zu\n", file->size);
    text_add_n(&text, file->bytes, file->size);
    char *key = sha256_text(batch->arena, text.data, text.size);
    text_free(&text);
    return key;
}

static char *path_of(const Batch *batch, const char *key, const char *end) {
    return arena_printf(batch->arena, "%s/journal/%.2s/%s.%s", batch->out, key, key, end);
}

json_t *journal_load(const Batch *batch, const char *key) {
    Arena *arena = arena_new();
    size_t size;
    const char *why, *bytes = file_read(arena, path_of(batch, key, "json"), RESULT_LIMIT, &size, &why);
    json_t *result = bytes != NULL ? json_loadb(bytes, size, 0, NULL) : NULL;
    arena_free(arena);
    if (json_is_string(json_object_get(result, "verdict")) && json_is_integer(json_object_get(result, "most")))
        return result;
    json_decref(result);
    return NULL;
}

bool journal_keep(const Batch *batch, const char *key, const Text *result, double seconds) {
    char time[64];
    int size = snprintf(time, sizeof time, "%.3f\n", seconds);
    return grade_write_again(path_of(batch, key, "seconds"), time, (size_t)size) &&
           file_write(path_of(batch, key, "json"), result->data, result->size);
}

/* ---- temporary files --------------------------------------------------------------------------------------------- */

static const char *note_of(Arena *arena, const Batch *batch) {
    const char *share = batch->share != NULL ? path_base(batch->share) : "";
    return arena_printf(arena, "%s/journal/temporary%s%s", batch->out, *share != '\0' ? "-" : "", share);
}

char *journal_open_temporary(const Batch *batch) {
    const char *base = getenv("TMPDIR");
    char *folder = path_join(batch->arena, base != NULL && *base == '/' ? base : "/tmp", "warpschool-XXXXXX");
    if (mkdtemp(folder) == NULL) return NULL;
    if (file_write(note_of(batch->arena, batch), folder, strlen(folder))) return folder;
    rmdir(folder);
    return NULL;
}

void journal_close_temporary(const Batch *batch, const char *folder) {
    if (folder == NULL) return;
    file_remove_folder(folder);
    unlink(note_of(batch->arena, batch));
}

/* Removes the folder that a note names, if it is such a folder: this user's, and called as all of ours are. */
static void remove_noted(Arena *arena, const char *note) {
    size_t size;
    const char *why, *folder = file_read_text(arena, note, &size, &why);
    struct stat info;
    if (folder != NULL && *folder == '/' && text_starts(path_base(folder), "warpschool-") &&
        lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid())
        file_remove_folder(folder);
    unlink(note);
}

void journal_clean(const Batch *batch) {
    Arena *arena = arena_new();
    const char *journal = path_join(arena, batch->out, "journal"), *why;
    size_t count, inner;
    char **folders = path_list(arena, journal, "", &count, &why);
    for (size_t i = 0; folders != NULL && i < count; i++) {
        const char *folder = path_join(arena, journal, folders[i]);
        if (text_starts(folders[i], "compiled")) file_remove_folder(folder); /* a run's, or a task's */
        if (text_starts(folders[i], "temporary")) remove_noted(arena, folder);
        char **names = path_list(arena, folder, "", &inner, &why);
        for (size_t k = 0; names != NULL && k < inner; k++)
            if (!text_ends(names[k], ".json") && !text_ends(names[k], ".seconds"))
                unlink(path_join(arena, folder, names[k]));
    }
    arena_free(arena);
}

double journal_seconds(const Batch *batch, const char *key) {
    size_t size;
    const char *why, *text = file_read_text(batch->arena, path_of(batch, key, "seconds"), &size, &why);
    double seconds;
    char line[64];
    if (text == NULL || size >= sizeof line) return -1;
    memcpy(line, text, size + 1);
    line[strcspn(line, "\n")] = '\0';
    return text_to_f64(line, &seconds) ? seconds : -1;
}
