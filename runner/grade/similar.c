/* Which answers are alike: by pieces of four instructions in a row (shape.c), without those that the shipped file has
 * too. Names, comments, layout and the order of functions do not matter. It lists pairs with what they share and
 * judges nobody: of a small exercise the right answers are alike by themselves. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "grade/batch.h"
#include "report/html/html.h"

enum { PIECE = 4, LEAST_SHARED = 8, LEAST_PERCENT = 50, PAIRS_MOST = 1000, PAIRS_SHOWN = 30 };

typedef struct Piece {
    uint64_t hash;
    long lines[PIECE]; /* of the source, that its instructions came from */
} Piece;

typedef VEC(Piece) Pieces;

/* An answer with its own pieces, each once, in the order of their hashes. */
typedef struct Alike {
    const Answer *answer;
    Pieces pieces;
} Alike;

typedef struct Pair {
    const Alike *a, *b;
    size_t shared;
    int percent; /* of the pieces of the one that has fewer */
} Pair;

typedef VEC(Pair) Pairs;

static int by_hash(const void *left, const void *right) {
    const Piece *a = left, *b = right;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return (a->lines[0] > b->lines[0]) - (a->lines[0] < b->lines[0]);
}

static size_t without_repeats(Pieces *pieces) {
    size_t kept = 0;
    for (size_t i = 0; i < pieces->count; i++)
        if (kept == 0 || pieces->at[kept - 1].hash != pieces->at[i].hash) pieces->at[kept++] = pieces->at[i];
    return kept;
}

static Pieces read_pieces(Arena *arena, const char *shape) {
    Pieces pieces = {0};
    const char *lines[PIECE] = {0};
    size_t count = 0;
    for (const char *at = shape; *at != '\0'; at += *at == '\n') {
        memmove(lines, lines + 1, sizeof lines - sizeof *lines);
        lines[PIECE - 1] = at;
        at += strcspn(at, "\n");
        if (++count < PIECE) continue;
        Text text = {0};
        for (int i = 0; i < PIECE; i++) {
            const char *own = lines[i] + strcspn(lines[i], ":");
            text_add_n(&text, own, strcspn(own, "\n"));
        }
        Piece piece = {.hash = hash_fnv1a64(text.data, text.size), .lines = {0}};
        text_free(&text);
        for (int i = 0; i < PIECE; i++) piece.lines[i] = strtol(lines[i], NULL, 10);
        vec_push(arena, &pieces, piece);
    }
    if (pieces.count > 0) qsort(pieces.at, pieces.count, sizeof *pieces.at, by_hash);
    pieces.count = without_repeats(&pieces);
    return pieces;
}

static Pieces pieces_of(const Batch *batch, Arena *arena, const Answer *answer) {
    json_t *result = answer->key != NULL ? journal_load(batch, answer->key) : NULL;
    const char *shape = json_string_value(json_object_get(result, "shape"));
    Pieces pieces = read_pieces(arena, shape != NULL ? shape : "");
    json_decref(result);
    return pieces;
}

static bool has_piece(const Pieces *pieces, uint64_t hash) {
    size_t low = 0, high = pieces->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pieces->at[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pieces->count && pieces->at[low].hash == hash;
}

static size_t count_shared(const Pieces *a, const Pieces *b) {
    size_t shared = 0, k = 0;
    for (size_t i = 0; i < a->count; i++) {
        while (k < b->count && b->at[k].hash < a->at[i].hash) k++;
        shared += k < b->count && b->at[k].hash == a->at[i].hash;
    }
    return shared;
}

static int by_share(const void *left, const void *right) {
    const Pair *a = left, *b = right;
    if (a->percent != b->percent) return a->percent < b->percent ? 1 : -1;
    if (a->shared != b->shared) return a->shared < b->shared ? 1 : -1;
    int order = strcmp(a->a->answer->student->id, b->a->answer->student->id);
    return order != 0 ? order : strcmp(a->b->answer->student->id, b->b->answer->student->id);
}

/* The pairs of one exercise that share at least half of what the shorter one has. */
static Pairs find_pairs(const Batch *batch, Arena *arena, size_t number) {
    VEC(Alike) all = {0};
    Pieces shipped = number < batch->shipped.count ? pieces_of(batch, arena, &batch->shipped.at[number]) : (Pieces){0};
    for (size_t i = number; i < batch->answers.count; i += batch->gradeds.count) {
        Alike alike = {.answer = &batch->answers.at[i]};
        Pieces pieces = pieces_of(batch, arena, alike.answer);
        for (size_t k = 0; k < pieces.count; k++)
            if (!has_piece(&shipped, pieces.at[k].hash)) vec_push(arena, &alike.pieces, pieces.at[k]);
        if (alike.pieces.count >= LEAST_SHARED) vec_push(arena, &all, alike);
    }
    Pairs pairs = {0};
    for (size_t i = 0; i < all.count; i++) {
        for (size_t k = i + 1; k < all.count; k++) {
            const Pieces *a = &all.at[i].pieces, *b = &all.at[k].pieces;
            size_t shared = count_shared(a, b), fewer = a->count < b->count ? a->count : b->count;
            int percent = (int)(shared * 100 / fewer);
            if (shared < LEAST_SHARED || percent < LEAST_PERCENT) continue;
            vec_push(arena, &pairs, (Pair){&all.at[i], &all.at[k], shared, percent});
        }
    }
    if (pairs.count > 0) qsort(pairs.at, pairs.count, sizeof *pairs.at, by_share);
    if (pairs.count > PAIRS_MOST) pairs.count = PAIRS_MOST;
    return pairs;
}

/* ---- what is shown ----------------------------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right) {
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

typedef VEC(long) Numbers;

/* The source lines of mine that made pieces which the other has too. */
static Numbers shared_lines(Arena *arena, const Alike *mine, const Alike *other) {
    Numbers lines = {0};
    for (size_t i = 0; i < mine->pieces.count; i++) {
        const Piece *piece = &mine->pieces.at[i];
        for (int k = 0; k < PIECE && has_piece(&other->pieces, piece->hash); k++)
            vec_push(arena, &lines, piece->lines[k]);
    }
    if (lines.count > 0) qsort(lines.at, lines.count, sizeof *lines.at, by_number);
    size_t kept = 0;
    for (size_t i = 0; i < lines.count; i++)
        if (kept == 0 || lines.at[kept - 1] != lines.at[i]) lines.at[kept++] = lines.at[i];
    lines.count = kept;
    return lines;
}

static const char *list_lines(Arena *arena, const Alike *mine, const Alike *other) {
    Numbers lines = shared_lines(arena, mine, other);
    Text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < lines.count; i++) text_printf(&text, "%s%ld", i > 0 ? " " : "", lines.at[i]);
    return text_take(&text, arena);
}

static bool same_text(const Pair *pair) {
    return text_equal(pair->a->answer->key, pair->b->answer->key);
}

static void add_pairs(Text *out, Arena *arena, const Exercise *exercise, const Pairs *pairs) {
    for (size_t i = 0; i < pairs->count; i++) {
        const Pair *pair = &pairs->at[i];
        marks_cell(out, exercise->id);
        text_add_char(out, ',');
        marks_cell(out, pair->a->answer->student->id);
        text_add_char(out, ',');
        marks_cell(out, pair->b->answer->student->id);
        text_printf(out, ",%d,%zu,%zu,%zu,%s,%s,%s\r\n", pair->percent, pair->shared, pair->a->pieces.count,
                    pair->b->pieces.count, same_text(pair) ? "same file" : "", list_lines(arena, pair->a, pair->b),
                    list_lines(arena, pair->b, pair->a));
    }
}

/* The lines themselves, numbered. */
static void add_source(Text *out, Arena *arena, const Alike *mine, const Alike *other) {
    Numbers lines = shared_lines(arena, mine, other);
    const char *text = mine->answer->file->bytes;
    Text block = {0};
    size_t next = 0;
    long number = 1;
    for (const char *at = text; *at != '\0' && next < lines.count; at += *at == '\n', number++) {
        size_t size = strcspn(at, "\n");
        while (next < lines.count && lines.at[next] < number) next++;
        if (next < lines.count && lines.at[next] == number) text_printf(&block, "%5ld  %.*s\n", number, (int)size, at);
        at += size;
    }
    text_add(&block, "");
    html_block(out, mine->answer->student->id, &block);
}

static void add_page(Text *out, Arena *arena, const Exercise *exercise, const Pairs *pairs) {
    html_element(out, "h2", NULL, exercise->id);
    if (pairs->count == 0)
        html_element(out, "p", "dim",
                     arena_printf(arena,
                                  "Of the files that add %d pieces of four instructions or more to the shipped one, no "
                                  "two share half of what they add.",
                                  LEAST_SHARED));
    for (size_t i = 0; i < pairs->count && i < PAIRS_SHOWN; i++) {
        const Pair *pair = &pairs->at[i];
        const char *a = pair->a->answer->student->id, *b = pair->b->answer->student->id;
        html_element(out, "h3", NULL, arena_printf(arena, "%s and %s: %d percent", a, b, pair->percent));
        html_element(out, "p", NULL,
                     same_text(pair)
                         ? "The same file, byte for byte."
                         : arena_printf(arena, "%zu pieces of four instructions are the same, of %zu and %zu.",
                                        pair->shared, pair->a->pieces.count, pair->b->pieces.count));
        add_source(out, arena, pair->a, pair->b);
        add_source(out, arena, pair->b, pair->a);
    }
    if (pairs->count > PAIRS_SHOWN)
        html_element(out, "p", "dim",
                     arena_printf(arena, "%zu more pairs are in similar.csv.", pairs->count - PAIRS_SHOWN));
}

void similar_write(const Batch *batch, Text *csv, Text *page) {
    text_add(csv, "exercise,student_a,student_b,percent,shared,pieces_a,pieces_b,same,lines_a,lines_b\r\n");
    html_begin(page, "Similar files");
    html_element(page, "h1", NULL, "Similar files");
    html_element(
        page, "p", NULL,
        "Pairs of answers whose PTX shares pieces that the shipped file does not have. That two files are alike "
        "proves nothing: a small exercise has few right answers, and hints lead to the same one.");
    for (size_t g = 0; g < batch->gradeds.count; g++) {
        Arena *arena = arena_new();
        Pairs pairs = find_pairs(batch, arena, g);
        add_pairs(csv, arena, batch->gradeds.at[g].exercise, &pairs);
        add_page(page, arena, batch->gradeds.at[g].exercise, &pairs);
        arena_free(arena);
    }
    html_end(page);
}
