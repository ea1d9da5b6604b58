/* Grid, block and shared memory of a trial, and how many elements its buffers have. */
#include <string.h>

#include "commands/kernel/trying.h"
#include "course/elements.h"

enum { BLOCKS = 4, THREADS = 128, SIDE = 16 };

/* The largest whole number that a parameter was given: mostly how many elements there are. 0: none was. */
static int64_t largest_given(Trying *trial) {
    int64_t largest = 0, value;
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        const char *text =
            parameter->pointer || scalar_is_real(parameter->type) ? NULL : trying_setting(trial, parameter->name);
        if (text != NULL && text_to_i64(text, &value) && value > largest) largest = value;
    }
    return largest < PREPARED_BYTES_LIMIT / 16 ? largest : 0;
}

/* Takes a few elements away, no whole block, where a number that nobody gave counts them. */
static void leave_threads_over(Trying *trial) {
    enum { OVER = 12 };
    int64_t threads = trial->block[0] * trial->block[1] * trial->block[2], over = threads > OVER ? OVER : 1;
    for (size_t i = 0; i < trial->signature->count && trial->elements > over; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        bool number = !parameter->pointer && parameter->known && !scalar_is_real(parameter->type) &&
                      parameter->lanes == 1 && scalar_size(parameter->type) > 1;
        if (!number || !extents_counts(parameter->name) || trying_setting(trial, parameter->name) != NULL) continue;
        trial->note = arena_printf(trial->arena,
                                   "%s was not given: it is %lld fewer than there are threads, so that a guard which "
                                   "lets one too many through is seen. %s=%lld gives every thread an element.",
                                   parameter->name, (long long)over, parameter->name, (long long)trial->elements);
        trial->elements -= over;
        return;
    }
}

/* How much dynamic shared memory a kernel needs is not in its text. */
static void note_shared(Trying *trial) {
    if (trial->shared > 0 || strstr(trial->signature->body, "extern __shared__") == NULL) return;
    long long threads = (long long)(trial->block[0] * trial->block[1] * trial->block[2]);
    trial->note =
        arena_printf(trial->arena,
                     "%s%sThe kernel has an array of dynamic shared memory, and shared was not given: it has 0 "
                     "bytes. shared=%lld is 4 bytes for each thread of a block.",
                     trial->note != NULL ? trial->note : "", trial->note != NULL ? " " : "", 4 * threads);
}

/* The largest value given to a parameter that counts columns, or rows; 0: none was. */
static int64_t given_extent(Trying *trial, Extent extent) {
    int64_t largest = 0, value;
    bool oblong = extents_oblong(trial->signature);
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        Extent here = extents_of(trial->signature, parameter);
        if (here != extent && (here != EXTENT_SIDE || oblong)) continue;
        const char *text = trying_setting(trial, parameter->name);
        if (text != NULL && text_to_i64(text, &value) && value > largest) largest = value;
    }
    return largest;
}

/* Blocks of the size for which the kernel's text was written, else of SIDE by SIDE. */
static void choose_block(Trying *trial) {
    int x = extents_threads(trial->arena, trial->signature, trial->source.text, 'x');
    int y = extents_threads(trial->arena, trial->signature, trial->source.text, 'y');
    bool good = x > 0 && y > 0 && x * y <= 1024;
    trial->block[0] = good ? x : SIDE;
    trial->block[1] = good ? y : SIDE;
}

/* A thread may work on several rows: blocks of 32x8 threads in a text that multiplies blockIdx by 32. */
static void choose_tile(Trying *trial) {
    for (int i = 0; i < 2; i++) {
        int written = extents_threads(trial->arena, trial->signature, trial->source.text, i == 0 ? 'x' : 'y');
        trial->tile[i] = trial->two && written > trial->block[i] ? written : trial->block[i];
    }
}

/* Blocks that cover what was given, where that is little work; else a few, in a grid that is not square where rows and
 * columns have names of their own: taking one for the other shows in it. */
static void choose_grid(Trying *trial) {
    enum { MOST_BLOCKS = 64 };
    int64_t given[2] = {given_extent(trial, EXTENT_COLUMNS), given_extent(trial, EXTENT_ROWS)}, cover[2];
    const int64_t few[2] = {extents_oblong(trial->signature) ? 3 : 2, 2};
    for (int i = 0; i < 2; i++) {
        if (given[i] > INT32_MAX) given[i] = 0;
        cover[i] = given[i] > 0 ? (given[i] + trial->tile[i] - 1) / trial->tile[i] : few[i];
    }
    bool little = cover[0] <= MOST_BLOCKS && cover[1] <= MOST_BLOCKS && cover[0] * cover[1] <= MOST_BLOCKS;
    for (int i = 0; i < 2; i++) trial->grid[i] = little ? cover[i] : few[i];
}

/* The largest value, given or not, of the parameters that count it. A side is a column and a row. */
static int64_t largest_extent(Trying *trial, Extent extent) {
    int64_t largest = 0;
    bool oblong = extents_oblong(trial->signature);
    for (size_t i = 0; i < trial->signature->count; i++) {
        const Parameter *parameter = &trial->signature->parameters[i];
        Extent here = extents_of(trial->signature, parameter);
        if (here != extent && (here != EXTENT_SIDE || oblong || extent == EXTENT_INNER)) continue;
        int64_t value;
        const char *text = trying_setting(trial, parameter->name);
        if (text == NULL || !text_to_i64(text, &value)) value = trying_standard_value(trial, parameter);
        if (value > largest) largest = value;
    }
    return largest;
}

/* Columns and rows, and room in each buffer for the largest matrix that they make, and no more: a guard that is wrong
 * shows in an access behind its end. */
static void choose_extents(Trying *trial) {
    const int64_t most = PREPARED_BYTES_LIMIT / 16;
    trial->columns = trial->grid[0] * trial->tile[0];
    trial->rows = trial->grid[1] * trial->tile[1];
    int64_t sides[] = {largest_extent(trial, EXTENT_COLUMNS), largest_extent(trial, EXTENT_ROWS),
                       largest_extent(trial, EXTENT_INNER)};
    int64_t largest = 0;
    for (int i = 0; i < 3; i++) {
        int64_t a = sides[i], b = sides[(i + 1) % 3];
        if (a > 0 && b > 0 && a <= most / b && a * b > largest) largest = a * b;
    }
    if (largest > 0) trial->elements = largest;
}

static bool read_shared(Trying *trial) {
    const char *shared = trying_setting(trial, "shared");
    if (shared != NULL && (!text_to_i64(shared, &trial->shared) || trial->shared < 0))
        return trying_refuse(trial, NULL, "needs a number of bytes", "shared");
    if (trial->shared > 0) text_printf(&trial->told, "shared=%lld ", (long long)trial->shared);
    return true;
}

/* Grid and block; what is not given stands there already. The block comes first: the grid has to fit it. */
static bool read_grid(Trying *trial) {
    for (int i = 0; i < 3; i++) trial->grid[i] = trial->block[i] = 1;
    trial->two = extents_two(trial->signature);
    trial->grid[0] = BLOCKS;
    trial->block[0] = THREADS;
    if (trial->two) choose_block(trial);
    trial->guessed = trying_setting(trial, "threads") == NULL;
    if (!trying_read_dimensions(trial, "threads", trial->block, 1024)) return false;
    choose_tile(trial);
    if (trial->two) choose_grid(trial);
    if (!trying_read_dimensions(trial, "blocks", trial->grid, INT32_MAX)) return false;
    text_printf(&trial->told, "blocks=%s ", trying_print_sizes(trial->arena, trial->grid));
    text_printf(&trial->told, "threads=%s ", trying_print_sizes(trial->arena, trial->block));
    return true;
}

bool trying_read_launch(Trying *trial) {
    if (!read_grid(trial) || !read_shared(trial)) return false;
    trial->elements = 1;
    for (int i = 0; i < 3; i++) {
        trial->elements *= trial->grid[i] * (i < 2 ? trial->tile[i] : trial->block[i]);
        trial->spec.grid[i] = trying_constant(trial, trial->grid[i]);
        trial->spec.block[i] = trying_constant(trial, trial->block[i]);
    }
    int64_t given = largest_given(trial);
    if (given > trial->elements) trial->elements = given;
    if (trial->two)
        choose_extents(trial);
    else if (given == 0)
        leave_threads_over(trial);
    note_shared(trial);
    trial->spec.shared = trying_constant(trial, trial->shared);
    trial->spec.shared_optin = trial->shared > 48 << 10;
    trial->spec.seed = 1;
    return true;
}
