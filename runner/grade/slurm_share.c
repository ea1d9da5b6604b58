/* A share: the part of a batch that one task of a cluster judges. The file begins with a line of its own; then comes
 * for each answer a line "KEY EXERCISE SIZE" and the text with an end of line behind it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "grade/batch.h"
#include "teach/say.h"

static const char first_line[] = "warpschool share 1\n";
enum { KEY = 64, LIMIT = INT32_MAX };

bool share_write(const Batch *batch, const char *path, const Answer *const *todo, size_t count, size_t number,
                 size_t shares) {
    Text text = {0};
    text_add(&text, first_line);
    for (size_t i = number; i < count; i += shares) {
        const Entry *file = todo[i]->file;
        text_printf(&text, "%s %s %zu\n", todo[i]->key, todo[i]->graded->exercise->id, file->size);
        text_add_n(&text, file->bytes, file->size);
        text_add_char(&text, '\n');
    }
    bool written = text.size <= LIMIT && grade_write_again(path, text.data, text.size);
    if (!written)
        complain(batch->session, text.size > LIMIT ? "say --jobs with a larger number" : NULL,
                 "%s cannot be written: %s", path, text.size > LIMIT ? "it would be too large" : strerror(errno));
    text_free(&text);
    return written;
}

static const Graded *find_graded(const Batch *batch, const char *id) {
    for (size_t i = 0; i < batch->gradeds.count; i++)
        if (text_equal(batch->gradeds.at[i].exercise->id, id)) return &batch->gradeds.at[i];
    return NULL;
}

/* What is left of the file. */
typedef struct Rest {
    const char *at, *end;
} Rest;

/* The line that rest begins with, without its end; NULL: there is none. */
static char *take_line(Arena *arena, Rest *rest) {
    const char *end = memchr(rest->at, '\n', (size_t)(rest->end - rest->at));
    if (end == NULL) return NULL;
    char *line = arena_string_n(arena, rest->at, (size_t)(end - rest->at));
    rest->at = end + 1;
    return line;
}

/* False: it is damaged. *known becomes false where this machine would judge another thing by that key. */
static bool take_answer(Batch *batch, Rest *rest, bool *known) {
    Arena *arena = batch->arena;
    char *line = take_line(arena, rest), *id = line != NULL ? strchr(line, ' ') : NULL,
         *size_text = id != NULL ? strrchr(id + 1, ' ') : NULL;
    int64_t size;
    if (size_text == NULL || id - line != KEY) return false;
    *id++ = *size_text++ = '\0';
    if (!text_to_i64(size_text, &size) || size < 0 || size >= rest->end - rest->at || rest->at[size] != '\n')
        return false;
    Entry *file = arena_make(arena, Entry);
    *file = (Entry){.path = "", .bytes = rest->at, .size = (size_t)size};
    rest->at += size + 1;
    Answer answer = {.graded = find_graded(batch, id), .file = file, .key = line};
    *known = answer.graded != NULL && text_equal(journal_key(batch, answer.graded, file), line);
    vec_push(arena, &batch->answers, answer);
    return true;
}

bool share_read(Batch *batch, const char *path) {
    size_t size;
    const char *why, *bytes = file_read(batch->arena, path, LIMIT, &size, &why);
    if (bytes == NULL) {
        complain(batch->session, "the batch is over, or another one took its place", "%s %s", path, why);
        return false;
    }
    Rest rest = {bytes, bytes + size};
    bool whole = size >= strlen(first_line) && text_starts(bytes, first_line), known = true;
    rest.at += whole ? strlen(first_line) : 0;
    while (whole && known && rest.at < rest.end) whole = take_answer(batch, &rest, &known);
    if (!whole) complain(batch->session, "submit the batch again", "%s is damaged", path);
    if (whole && !known)
        complain(batch->session, "all nodes need the same program, compiler and pack",
                 "this node would judge otherwise than the one that submitted the batch (here %s)", batch->compiler);
    return whole && known;
}
