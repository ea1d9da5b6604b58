/* The picture of one request to global memory as SVG: the rows that sector_picture.c draws in characters.
 *
 * A row for each sector of 32 bytes, a column for each of its eight words. A cell holds the lane that wants the word,
 * "8x" where eight lanes share it, or a dot where it is moved for nobody. Sectors that are not used whole have another
 * colour; the sentence below the picture says how much of what is moved is used. */
#include "report/draw.h"
#include "report/html/html.h"
#include "report/pictures/request_title.h"
#include "report/pictures/sector_rows.h"

enum { CELL_WIDTH = 32, CELL = 20, LABEL = 92, TAIL = 92, TOP = 44, WIDTH = LABEL + SECTOR_WORDS * CELL_WIDTH + TAIL };

static void add_axis(Text *out) {
    text_printf(out, "<text class=\"ws-dim\" x=\"4\" y=\"%d\">byte</text>\n", TOP - 8);
    for (int word = 0; word < SECTOR_WORDS; word++)
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">+%d</text>\n",
                    LABEL + word * CELL_WIDTH + CELL_WIDTH / 2, TOP - 8, word * SECTOR_WORD);
}

static void add_boxes(Text *out, const SectorRow *row, int y) {
    bool whole = __builtin_popcount(row->bytes) == SECTOR_BYTES;
    for (int word = 0; word < SECTOR_WORDS; word++)
        if (row->lane[word] != SECTOR_NO_LANE)
            text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                        whole ? "ws-once" : "ws-again", LABEL + word * CELL_WIDTH + 1, y + 1, CELL_WIDTH - 2, CELL - 2);
}

static void add_lanes(Text *out, const SectorRow *row, int y) {
    for (int word = 0; word < SECTOR_WORDS; word++)
        if (row->lane[word] != SECTOR_NO_LANE)
            svg_lane(out, LABEL + word * CELL_WIDTH + CELL_WIDTH / 2, y + CELL - 6, row->lane[word], row->lanes[word]);
}

static void add_rows(Text *out, const SectorRows *rows, const SectorSample *sample) {
    Arena *arena = arena_new();
    for (int i = 0; i < rows->count; i++) {
        const SectorRow *row = &rows->rows[i];
        int y = TOP + i * CELL;
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n", LABEL - 8,
                    y + CELL - 6, draw_sector_label(arena, sample, row));
        add_boxes(out, row, y);
        text_printf(out, "<text class=\"ws-dim\" x=\"%d\" y=\"%d\">%d of 32 bytes</text>\n",
                    LABEL + SECTOR_WORDS * CELL_WIDTH + 8, y + CELL - 6, __builtin_popcount(row->bytes));
    }
    arena_free(arena);
}

void svg_sectors(Text *out, const SectorSample *sample, int number) {
    static const Style words = {.unicode = true, .width = 1000, .plain = true};
    SectorRows rows = {0};
    draw_sector_rows(&rows, sample);
    Text said = {0};
    report_sectors(&said, &words, sample, NULL);
    int height = TOP + rows.count * CELL + 28;
    Arena *arena = arena_new();
    const char *what = draw_request(arena, sample->op, sample->variable, "global memory");
    svg_begin(out, WIDTH, height, number, arena_printf(arena, "%s, over the sectors of 32 bytes", what), said.data);
    svg_heading(out,
                arena_printf(arena, "%s, %s a lane: %d of %d bytes used", what,
                             draw_many(arena, sample->width, "byte", "bytes"), rows.wanted, rows.count * SECTOR_BYTES));
    arena_free(arena);
    add_axis(out);
    svg_dots(out, LABEL + CELL_WIDTH / 2, TOP + CELL / 2, CELL_WIDTH, SECTOR_WORDS, CELL, rows.count);
    add_rows(out, &rows, sample);
    svg_lanes_begin(out);
    for (int i = 0; i < rows.count; i++) add_lanes(out, &rows.rows[i], TOP + i * CELL);
    svg_lanes_end(out);
    text_printf(out,
                "<text class=\"ws-dim\" x=\"4\" y=\"%d\">A number: the lane that wants the word. A dot: moved for "
                "nobody.</text>\n</svg>\n",
                height - 10);
    text_free(&said);
}
