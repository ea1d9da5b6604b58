/* The picture of one request to shared memory as SVG: the grid that bank_picture.c draws in characters.
 *
 * A column for each of the 32 banks, a row for each pass (wavefront). A bank delivers one word in a pass, so a cell
 * holds the lane that gets it, "8x" where eight lanes share the word, or a dot where the bank idles. Cells of a bank
 * that needs more than one pass of its group have another colour; the sentence below the picture says the same. */
#include <string.h>

#include "report/draw.h"
#include "report/html/html.h"
#include "report/pictures/request_title.h"

enum { WORD = BANK_WORD, CELL = 20, LABEL = 108, TOP = 44, WIDTH = LABEL + BANKS * CELL + 8 };

typedef struct Grid {
    uint32_t lanes[WARP_SIZE][BANKS]; /* that are served in row r by bank b, a bit each */
    int group[WARP_SIZE], pass[WARP_SIZE], rows, groups;
    bool several[4][BANKS]; /* the bank is needed in more than one pass of the group */
} Grid;

static int at_least_0(int number) {
    return number < 0 ? 0 : number;
}

/* The row of a group's pass; rows are sorted by group, then pass. */
static int row_of(Grid *grid, int group, int pass) {
    int row = 0;
    while (row < grid->rows && (grid->group[row] < group || (grid->group[row] == group && grid->pass[row] < pass)))
        row++;
    if (row < grid->rows && grid->group[row] == group && grid->pass[row] == pass) return row;
    size_t after = (size_t)(grid->rows - row);
    memmove(grid->lanes[row + 1], grid->lanes[row], after * sizeof *grid->lanes);
    memmove(&grid->group[row + 1], &grid->group[row], after * sizeof *grid->group);
    memmove(&grid->pass[row + 1], &grid->pass[row], after * sizeof *grid->pass);
    memset(grid->lanes[row], 0, sizeof *grid->lanes);
    grid->group[row] = group;
    grid->pass[row] = pass;
    grid->rows++;
    return row;
}

/* A lane's words are in neighbouring banks and come in the pass of the lowest one. Each active lane is in one row, so
 * there are at most 32. */
static void fill(Grid *grid, const RequestSample *sample) {
    uint32_t words = sample->width > WORD ? (uint32_t)sample->width / WORD : 1;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!(sample->mask >> lane & 1)) continue;
        int row = row_of(grid, at_least_0(sample->group[lane]), at_least_0(sample->pass[lane]));
        for (uint32_t i = 0; i < words && i < 4; i++)
            grid->lanes[row][(sample->address[lane] / WORD + i) % BANKS] |= UINT32_C(1) << lane;
    }
    for (int bank = 0; bank < BANKS; bank++)
        for (int row = 0, before = -1; row < grid->rows; row++) {
            if (grid->lanes[row][bank] == 0) continue;
            if (before == grid->group[row]) grid->several[before % 4][bank] = true;
            before = grid->group[row];
        }
    for (int row = 0; row < grid->rows; row++) grid->groups += row == 0 || grid->group[row] != grid->group[row - 1];
}

static void add_head(Text *out) {
    text_printf(out, "<text class=\"ws-dim\" x=\"4\" y=\"%d\">bank</text>\n", TOP - 8);
    for (int bank = 0; bank < BANKS; bank++)
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">%d</text>\n",
                    LABEL + bank * CELL + CELL / 2, TOP - 8, bank);
}

static void add_boxes(Text *out, const Grid *grid, int row) {
    for (int bank = 0; bank < BANKS; bank++)
        if (grid->lanes[row][bank] != 0)
            text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                        grid->several[grid->group[row] % 4][bank] ? "ws-again" : "ws-once", LABEL + bank * CELL + 1,
                        TOP + row * CELL + 1, CELL - 2, CELL - 2);
}

static void add_lanes(Text *out, const Grid *grid) {
    svg_lanes_begin(out);
    for (int row = 0; row < grid->rows; row++)
        for (int bank = 0; bank < BANKS; bank++) {
            uint32_t lanes = grid->lanes[row][bank];
            if (lanes != 0)
                svg_lane(out, LABEL + bank * CELL + CELL / 2, TOP + row * CELL + CELL - 6, __builtin_ctz(lanes),
                         __builtin_popcount(lanes));
        }
    svg_lanes_end(out);
}

static void add_rows(Text *out, const Grid *grid) {
    for (int row = 0; row < grid->rows; row++) {
        text_printf(out, "<text class=\"ws-dim\" x=\"4\" y=\"%d\">", TOP + row * CELL + CELL - 6);
        if (grid->groups > 1) text_printf(out, "group %d, ", grid->group[row] + 1);
        text_printf(out, "pass %d</text>\n", grid->pass[row] + 1);
        add_boxes(out, grid, row);
    }
}

static void add_legend(Text *out, int y) {
    text_printf(out,
                "<text class=\"ws-dim\" x=\"4\" y=\"%d\">A number: the lane that is served. 8x: eight lanes share the "
                "word. A dot: the bank idles.</text>\n",
                y);
}

void svg_banks(Text *out, const RequestSample *sample, int number) {
    static const Style words = {.unicode = true, .width = 1000, .plain = true};
    Grid grid = {0};
    fill(&grid, sample);
    Text said = {0};
    report_banks(&said, &words, sample, NULL);
    int height = TOP + grid.rows * CELL + 28;
    Arena *arena = arena_new();
    const char *what = draw_request(arena, sample->op, sample->variable, "shared memory");
    svg_begin(out, WIDTH, height, number, arena_printf(arena, "%s, over the 32 banks", what), said.data);
    svg_heading(out, arena_printf(arena, "%s, %s a lane: %s", what, draw_many(arena, sample->width, "byte", "bytes"),
                                  draw_many(arena, sample->wavefronts, "pass", "passes")));
    arena_free(arena);
    add_head(out);
    svg_dots(out, LABEL + CELL / 2, TOP + CELL / 2, CELL, BANKS, CELL, grid.rows);
    add_rows(out, &grid);
    add_lanes(out, &grid);
    add_legend(out, height - 10);
    text_add(out, "</svg>\n");
    text_free(&said);
}
