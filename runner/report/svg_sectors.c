/* The picture of one request to global memory as SVG: the rows that sector_picture.c draws in characters.
 *
 * A row for each sector of 32 bytes, a column for each of its eight words. A cell holds the lane that wants the word,
 * "8x" where eight lanes share it, or a dot where it is moved for nobody. Sectors that are not used whole have another
 * colour; the sentence below the picture says how much of what is moved is used. */
#include "report/draw.h"
#include "report/html.h"
#include "report/sector_rows.h"

enum { CELL_WIDTH = 32, CELL = 20, LABEL = 92, TAIL = 92, TOP = 44, WIDTH = LABEL + SECTOR_WORDS * CELL_WIDTH + TAIL };

static void add_axis(Text *out) {
    text_printf(out, "<text class=\"ws-dim\" x=\"4\" y=\"%d\">byte</text>\n", TOP - 8);
    for (int word = 0; word < SECTOR_WORDS; word++)
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">+%d</text>\n",
                    LABEL + word * CELL_WIDTH + CELL_WIDTH / 2, TOP - 8, word * SECTOR_WORD);
}

static void add_cell(Text *out, const SectorRow *row, int word, int y) {
    int x = LABEL + word * CELL_WIDTH, middle = x + CELL_WIDTH / 2;
    if (row->lane[word] == SECTOR_NO_LANE) {
        text_printf(out, "<circle class=\"ws-dim\" cx=\"%d\" cy=\"%d\" r=\"1\"/>\n", middle, y + CELL / 2);
        return;
    }
    bool whole = __builtin_popcount(row->bytes) == SECTOR_BYTES;
    text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                whole ? "ws-once" : "ws-again", x + 1, y + 1, CELL_WIDTH - 2, CELL - 2);
    text_printf(out, "<text class=\"ws-ink\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">", middle, y + CELL - 6);
    if (row->lanes[word] > 1)
        text_printf(out, "%dx</text>\n", row->lanes[word]);
    else
        text_printf(out, "%d</text>\n", row->lane[word]);
}

static void add_rows(Text *out, const SectorRows *rows, const SectorSample *sample) {
    Arena *arena = arena_new();
    for (int i = 0; i < rows->count; i++) {
        const SectorRow *row = &rows->rows[i];
        int y = TOP + i * CELL;
        text_printf(out, "<text class=\"ws-dim\" text-anchor=\"end\" x=\"%d\" y=\"%d\">%s</text>\n", LABEL - 8,
                    y + CELL - 6, draw_sector_label(arena, sample, row));
        for (int word = 0; word < SECTOR_WORDS; word++) add_cell(out, row, word, y);
        text_printf(out, "<text class=\"ws-dim\" x=\"%d\" y=\"%d\">%d of 32 bytes</text>\n",
                    LABEL + SECTOR_WORDS * CELL_WIDTH + 8, y + CELL - 6, __builtin_popcount(row->bytes));
    }
    arena_free(arena);
}

static void add_title(Text *out, const SectorSample *sample) {
    static const char *const names[] = {
        [REQUEST_LOAD] = "A load from ", [REQUEST_STORE] = "A store to ", [REQUEST_ATOMIC] = "An atomic on "};
    text_add(out, names[sample->op]);
    html_text(out, sample->variable != NULL ? sample->variable : "global memory");
}

void svg_sectors(Text *out, const SectorSample *sample, int number) {
    static const Style words = {.unicode = true, .width = 1000, .plain = true};
    SectorRows rows = {0};
    draw_sector_rows(&rows, sample);
    Text said = {0};
    report_sectors(&said, &words, sample, NULL);
    int height = TOP + rows.count * CELL + 28;
    svg_begin(out, WIDTH, height, number);
    add_title(out, sample);
    text_printf(out, ", over the sectors of 32 bytes</title>\n<desc id=\"picture%d-desc\">", number);
    html_text(out, said.data);
    text_add(out, "</desc>\n");
    if (number == 0)
        text_printf(out,
                    "<style>svg{background:#fff}@media (prefers-color-scheme:dark){svg{background:#17181c}}\n%s"
                    "</style>\n",
                    svg_style);
    text_printf(out, "<text class=\"ws-ink\" x=\"4\" y=\"16\" font-size=\"13\">");
    add_title(out, sample);
    text_printf(out, ", %d %s a lane: %d of %d bytes used</text>\n", sample->width,
                sample->width == 1 ? "byte" : "bytes", rows.wanted, rows.count * SECTOR_BYTES);
    add_axis(out);
    add_rows(out, &rows, sample);
    text_printf(out,
                "<text class=\"ws-dim\" x=\"4\" y=\"%d\">A number: the lane that wants the word. A dot: moved for "
                "nobody.</text>\n</svg>\n",
                height - 10);
    text_free(&said);
}
