/* The picture of one request to global memory.
 *
 * Global memory is moved in sectors of 32 bytes. A row for each sector that the request touches, a column for each of
 * its eight words of 4 bytes: a cell holds the lane that wants the word, or a dot where nobody does, although the word
 * is moved along. Lanes side by side fill whole rows; a large stride leaves one number and seven dots a row, and the
 * dots are the wasted bandwidth.
 *
 *     byte     +0  +4  +8 +12 +16 +20 +24 +28
 *        0      0   1   2   3   4   5   6   7   32 of 32 bytes
 *       32      8   9  10  11  12  13  14  15   32 of 32 bytes */
#include <stdio.h>
#include <string.h>

#include "report/draw.h"
#include "report/pictures/request_title.h"
#include "report/pictures/sector_rows.h"

enum { SECTOR = SECTOR_BYTES, WORD = SECTOR_WORD, WORDS = SECTOR_WORDS, ROWS_SHOWN = 10, HEAD_ROWS = 6 };

typedef struct Picture {
    const SectorSample *sample;
    SectorRows of;
    int cell;  /* columns of a word */
    int label; /* columns before the first word */
} Picture;

/* ---- the rows ---------------------------------------------------------------------------------------------------- */

static void lay_out(Picture *picture, Arena *arena, int width) {
    enum { GAP = 2, TAIL = 16 };
    int widest = (int)strlen("byte");
    for (int i = 0; i < picture->of.count; i++) {
        int columns = text_columns(draw_sector_label(arena, picture->sample, &picture->of.rows[i]));
        widest = columns > widest ? columns : widest;
    }
    picture->label = widest + GAP;
    picture->cell = picture->label + WORDS * 4 + TAIL <= width ? 4 : 3;
}

static void add_blanks(Flow *line, int columns) {
    while (columns-- > 0) flow_add(line, ROLE_DIM, " ");
}

static void add_right(Flow *line, Role role, const char *text, int columns) {
    add_blanks(line, columns - text_columns(text));
    flow_add(line, role, text);
}

static void end_line(Flow *line, Text *out, const Style *style) {
    flow_print(line, out, style, "", "  ");
    flow_free(line);
}

static void add_axis(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    Flow line = {0};
    add_right(&line, ROLE_DIM, "byte", picture->label - 2);
    flow_add(&line, ROLE_DIM, "  ");
    for (int word = 0; word < WORDS; word++)
        add_right(&line, ROLE_DIM, arena_printf(arena, picture->cell == 4 ? "+%d" : "%d", word * WORD), picture->cell);
    end_line(&line, out, style);
}

/* Whether the word belongs to the same lane as the one before it. */
static bool joins(const SectorRow *row, int word) {
    return word > 0 && row->lane[word] != SECTOR_NO_LANE && row->lane[word] == row->lane[word - 1] &&
           row->lanes[word] == 1 && row->lanes[word - 1] == 1;
}

static void add_row(Text *out, const Style *style, Arena *arena, const Picture *picture, const SectorRow *row) {
    Flow line = {0};
    int used = __builtin_popcount(row->bytes);
    Role role = used == SECTOR ? ROLE_GOOD : ROLE_WARNING;
    add_right(&line, ROLE_DIM, draw_sector_label(arena, picture->sample, row), picture->label - 2);
    flow_add(&line, ROLE_DIM, "  ");
    for (int word = 0; word < WORDS; word++) {
        if (row->lane[word] == SECTOR_NO_LANE)
            add_right(&line, ROLE_DIM, style_glyph(style, GLYPH_IDLE), picture->cell);
        else if (row->lanes[word] > 1)
            add_right(&line, role, style_glyph(style, GLYPH_SHARED_WORD), picture->cell);
        else if (joins(row, word))
            add_right(&line, role, style_glyph(style, GLYPH_SAME_LANE), picture->cell);
        else
            add_right(&line, role, arena_printf(arena, "%d", row->lane[word]), picture->cell);
    }
    int left = style_width(style) - picture->label - WORDS * picture->cell;
    const char *share = left >= 16 ? arena_printf(arena, "  %2d of 32 bytes", used) : arena_printf(arena, " %2d", used);
    if (left >= 3) flow_add(&line, used == SECTOR ? ROLE_DIM : ROLE_WARNING, share);
    end_line(&line, out, style);
}

static void add_rows(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    bool elided = picture->of.count > ROWS_SHOWN;
    for (int i = 0; i < picture->of.count; i++) {
        if (elided && i == HEAD_ROWS) {
            int last = picture->of.count - 1;
            flow_paragraph(out, style, ROLE_DIM, "", "  ",
                           arena_printf(arena, "%s %d more sectors", style_glyph(style, GLYPH_ELLIPSIS),
                                        last - HEAD_ROWS));
            i = last;
        }
        add_row(out, style, arena, picture, &picture->of.rows[i]);
    }
}

static void add_legend(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    bool shared = false, joined = false, idle = false;
    for (int i = 0; i < picture->of.count; i++)
        for (int word = 0; word < WORDS; word++) {
            shared = shared || picture->of.rows[i].lanes[word] > 1;
            joined = joined || joins(&picture->of.rows[i], word);
            idle = idle || picture->of.rows[i].lane[word] == SECTOR_NO_LANE;
        }
    Text legend = {0};
    text_add(&legend, "a row: a sector of 32 bytes, a number: the lane that wants the word");
    if (joined) text_printf(&legend, ", %s more words of it", style_glyph(style, GLYPH_SAME_LANE));
    if (shared) text_printf(&legend, ", %s a word for several lanes", style_glyph(style, GLYPH_SHARED_WORD));
    if (idle) text_printf(&legend, ", %s moved for nobody", style_glyph(style, GLYPH_IDLE));
    flow_paragraph(out, style, ROLE_DIM, "", "  ", text_take(&legend, arena));
}

/* ---- sentences --------------------------------------------------------------------------------------------------- */

/* One distance in bytes between all neighbouring lanes; false where it varies or some lanes are inactive. */
static bool find_distance(const SectorSample *sample, int64_t *bytes) {
    if (sample->mask != ALL_LANES) return false;
    *bytes = (int64_t)(sample->address[1] - sample->address[0]);
    for (int lane = 1; lane + 1 < WARP_SIZE; lane++)
        if ((int64_t)(sample->address[lane + 1] - sample->address[lane]) != *bytes) return false;
    return true;
}

static void add_sum(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    int moved = picture->of.count * SECTOR;
    const char *verb = picture->sample->op == REQUEST_LOAD ? "want" : "write to";
    const char *lanes = picture->of.active == 1 ? "1 lane" : arena_printf(arena, "%d lanes", picture->of.active);
    if (picture->of.active == 1) verb = picture->sample->op == REQUEST_LOAD ? "wants" : "writes to";
    bool best = picture->of.count <= picture->sample->ideal;
    flow_paragraph(out, style, best ? ROLE_GOOD : ROLE_WARNING, "", "",
                   arena_printf(arena, "%s %s %s, which lie in %s: %s of %s bytes used, %s%%%s", lanes, verb,
                                draw_many(arena, picture->of.wanted, "byte", "bytes"),
                                draw_many(arena, picture->of.count, "sector", "sectors"),
                                draw_count(arena, picture->of.wanted), draw_count(arena, moved),
                                draw_real(arena, 100.0 * picture->of.wanted / moved),
                                best ? ". Fewer sectors cannot hold them." : "."));
}

/* Why there are more sectors than the bytes need. */
static void add_reason(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    const SectorSample *sample = picture->sample;
    int64_t bytes;
    if (picture->of.count <= sample->ideal) return;
    const char *fewest = arena_printf(arena, "%s would do.", draw_many(arena, sample->ideal, "sector", "sectors"));
    bool even = find_distance(sample, &bytes);
    int64_t size = even && bytes < 0 ? -bytes : bytes;
    const char *text = fewest;
    if (even && size == sample->width)
        text = arena_printf(arena, "The lanes lie side by side, but the first byte is %llu bytes into its sector: %s",
                            (unsigned long long)(sample->address[bytes < 0 ? WARP_SIZE - 1 : 0] % SECTOR), fewest);
    else if (even && size >= SECTOR)
        text = arena_printf(arena, "Neighbouring lanes are %s bytes apart, so that each has a sector to itself: %s",
                            draw_count(arena, (double)size), fewest);
    else if (even && size > 0)
        text = arena_printf(arena, "Neighbouring lanes are %s bytes apart, %d of which %s wanted: %s",
                            draw_count(arena, (double)size), sample->width, sample->width == 1 ? "is" : "are", fewest);
    flow_paragraph(out, style, ROLE_PLAIN, "", "", text);
}

void report_sectors(Text *out, const Style *style, const SectorSample *sample, const char *source) {
    Arena *arena = arena_new();
    Picture *picture = arena_make(arena, Picture);
    picture->sample = sample;
    draw_sector_rows(&picture->of, sample);
    draw_request_title(out, style,
                       &(RequestTitle){.op = sample->op,
                                       .variable = sample->variable,
                                       .memory = "global memory",
                                       .width = sample->width,
                                       .block = sample->block,
                                       .warp = sample->warp,
                                       .request = sample->request});
    draw_excerpt(out, style, arena, source, sample->loc.line, true);
    if (picture->of.count > 0) {
        lay_out(picture, arena, style_width(style));
        if (!style->plain) { /* the sentences below say the same */
            text_add_char(out, '\n');
            add_axis(out, style, arena, picture);
            add_rows(out, style, arena, picture);
            add_legend(out, style, arena, picture);
        }
        text_add_char(out, '\n');
        add_sum(out, style, arena, picture);
        add_reason(out, style, arena, picture);
    }
    arena_free(arena);
}
