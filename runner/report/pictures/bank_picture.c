/* The picture of one request to shared memory.
 *
 * A grid: a column for each of the 32 banks, a row for each pass (wavefront). In one pass a bank delivers one word,
 * so a cell holds the lane that gets it, or a dot where the bank is idle. A conflict-free load is one full row; a
 * 32-way conflict is 32 rows with one cell each, and the dots are the wasted bandwidth. Where lane numbers would
 * touch (80 columns allow only two columns a bank) cells hold a mark instead.
 *
 *     bank     0       4       8      12 ...
 *     pass 1   0 · · · · · · · · · · · · ...
 *     pass 2   1 · · · · · · · · · · · · ...
 *
 * Narrower terminals get the same grid in pieces of 16 or 8 banks. */
#include <stdio.h>
#include <string.h>

#include "report/draw.h"
#include "report/pictures/bank_rows.h"
#include "report/pictures/request_title.h"

enum { ROWS_SHOWN = 8, LABEL = 8, SHORT_LABEL = 4 };

typedef struct Picture {
    BankRows in;
    int banks, cell; /* layout: banks a piece and columns a bank */
    int label;
    bool numbers; /* cells hold lane numbers */
} Picture;

/* ---- layout ------------------------------------------------------------------------------------------------------ */

/* Whether no lane number touches its neighbour. */
static bool numbers_fit(const Picture *picture) {
    if (picture->cell > 2) return true;
    for (int i = 0; i < picture->in.count; i++)
        for (int bank = 1; bank < BANKS; bank++) {
            const BankRow *row = &picture->in.rows[i];
            bool two_digits = row->lanes[bank] == 1 && row->lane[bank] > 9;
            if (two_digits && row->lane[bank - 1] != BANK_NO_LANE && bank % picture->banks != 0) return false;
        }
    return true;
}

static void lay_out(Picture *picture, int width) {
    static const struct {
        int banks, cell, label;
    } layouts[] = {{32, 3, LABEL}, {32, 2, LABEL}, {16, 3, LABEL}, {16, 2, LABEL}, {8, 3, LABEL}, {8, 2, SHORT_LABEL}};
    size_t i = 0, last = sizeof layouts / sizeof *layouts - 1;
    while (i < last && layouts[i].label + layouts[i].banks * layouts[i].cell > width) i++;
    picture->banks = layouts[i].banks;
    picture->cell = layouts[i].cell;
    picture->label = layouts[i].label;
    picture->numbers = numbers_fit(picture);
}

/* ---- sets of lanes ----------------------------------------------------------------------------------------------- */

/* "lane 3", "lanes 0-15", "lanes 0, 2, 4, ... 30": at most four runs are named. */
static char *print_lanes(Arena *arena, const Style *style, uint32_t lanes) {
    enum { RUNS_SHOWN = 4 };
    Text out = {0};
    int runs = 0, total = 0, count = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        bool in = lanes >> lane & 1, before = lane > 0 && lanes >> (lane - 1) & 1;
        count += in;
        total += in && !before;
    }
    text_add(&out, count == 1 ? "lane " : "lanes ");
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!(lanes >> lane & 1)) continue;
        int end = lane;
        while (end + 1 < WARP_SIZE && lanes >> (end + 1) & 1) end++;
        runs++;
        if (total > RUNS_SHOWN && runs == RUNS_SHOWN) text_printf(&out, ", %s", style_glyph(style, GLYPH_ELLIPSIS));
        if (total <= RUNS_SHOWN || runs < RUNS_SHOWN || runs == total) {
            text_add(&out, runs == 1 ? "" : runs == total && total > RUNS_SHOWN ? " " : ", ");
            text_printf(&out, end > lane ? "%d-%d" : "%d", lane, end);
        }
        lane = end;
    }
    return text_take(&out, arena);
}

/* ---- the grid ---------------------------------------------------------------------------------------------------- */

static void add_blanks(Flow *line, int columns) {
    while (columns-- > 0) flow_add(line, ROLE_DIM, " ");
}

static void add_label(Flow *line, const Picture *picture, const char *label) {
    flow_add(line, ROLE_DIM, label);
    add_blanks(line, picture->label - (int)strlen(label));
}

static void end_line(Flow *line, Text *out, const Style *style) {
    flow_print(line, out, style, "", "");
    flow_free(line);
}

/* The banks' numbers: all of them where there is room, else every fourth. */
static void add_axis(Text *out, const Style *style, const Picture *picture, int first) {
    Flow line = {0};
    add_label(&line, picture, picture->label == LABEL ? "bank" : "b");
    for (int bank = first; bank < first + picture->banks; bank++) {
        if (picture->cell == 2 && bank % 4 != 0) continue;
        char number[16];
        int columns = (picture->cell == 2 && bank != first ? 4 : 1) * picture->cell;
        snprintf(number, sizeof number, "%*d", columns, bank);
        flow_add(&line, ROLE_DIM, number);
    }
    end_line(&line, out, style);
}

static void add_cell(Flow *line, const Style *style, const Picture *picture, const BankRow *row, int bank, bool first) {
    int lane = row->lane[bank];
    Role role = row->pass == 0 ? ROLE_GOOD : ROLE_WARNING;
    if (lane == BANK_NO_LANE) {
        add_blanks(line, picture->cell - 1);
        flow_add(line, ROLE_DIM, style_glyph(style, GLYPH_IDLE));
        return;
    }
    if (picture->numbers && row->lanes[bank] == 1) {
        char number[16];
        add_blanks(line, picture->cell - snprintf(number, sizeof number, "%d", lane));
        flow_add(line, role, number);
        return;
    }
    /* the words of one wide access are joined */
    bool joined = !first && row->lane[bank - 1] == lane && !picture->numbers;
    for (int i = 1; i < picture->cell; i++) flow_add(line, role, joined ? style_glyph(style, GLYPH_SAME_LANE) : " ");
    flow_add(line, role, style_glyph(style, row->lanes[bank] > 1 ? GLYPH_SHARED_WORD : GLYPH_WORD));
}

static bool piece_idles(const Picture *picture, int first) {
    for (int i = 0; i < picture->in.count; i++)
        for (int bank = first; bank < first + picture->banks; bank++)
            if (picture->in.rows[i].lane[bank] != BANK_NO_LANE) return false;
    return true;
}

static int passes_of_bank(const Picture *picture, int bank) {
    int passes = 0;
    for (int i = 0; i < picture->in.count; i++) passes += picture->in.rows[i].lane[bank] != BANK_NO_LANE;
    return passes;
}

/* Whether the totals under a grid would not run into each other. */
static bool totals_fit(const Picture *picture, int first) {
    for (int bank = first + 1; bank < first + picture->banks; bank++)
        if (picture->cell == 2 && passes_of_bank(picture, bank - 1) > 0 && passes_of_bank(picture, bank) > 9)
            return false;
    return true;
}

static const char *totals_label(const Picture *picture) {
    bool lanes = picture->in.sample->op == REQUEST_ATOMIC;
    return picture->label == SHORT_LABEL ? "all" : lanes ? "lanes" : "words";
}

/* How many passes each bank needs, under a grid whose rows are not all shown. */
static void add_totals(Text *out, const Style *style, const Picture *picture, int first) {
    Flow line = {0};
    add_label(&line, picture, totals_label(picture));
    for (int bank = first; bank < first + picture->banks; bank++) {
        char number[16];
        int passes = passes_of_bank(picture, bank), size = snprintf(number, sizeof number, "%d", passes);
        add_blanks(&line, picture->cell - (passes > 0 ? size : 1));
        flow_add(&line, passes > 0 ? ROLE_STRONG : ROLE_DIM, passes > 0 ? number : style_glyph(style, GLYPH_IDLE));
    }
    end_line(&line, out, style);
}

static void add_row(Text *out, const Style *style, const Picture *picture, int at, int first) {
    Flow line = {0};
    char label[24];
    snprintf(label, sizeof label, picture->label == LABEL ? "pass %d" : "p%d", at + 1);
    add_label(&line, picture, label);
    for (int bank = first; bank < first + picture->banks; bank++)
        add_cell(&line, style, picture, &picture->in.rows[at], bank, bank == first);
    end_line(&line, out, style);
}

/* The rows of one group, those in the middle left out where there are many. */
static int add_group(Text *out, const Style *style, Arena *arena, const Picture *picture, int from, int first) {
    int end = from;
    while (end < picture->in.count && picture->in.rows[end].group == picture->in.rows[from].group) end++;
    if (picture->in.groups > 1)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       print_lanes(arena, style,
                                   draw_bank_group_lanes(picture->in.sample, picture->in.rows[from].group)));
    int most = ROWS_SHOWN / picture->in.groups, head = most > 4 ? 4 : most > 2 ? 2 : 1;
    bool elided = end - from > (most < 3 ? 3 : most);
    for (int at = from; at < end; at++) {
        if (elided && at == from + head) {
            int left = end - 1 - at;
            flow_paragraph(out, style, ROLE_DIM, "", "  ",
                           arena_printf(arena, "%s %d more passes", style_glyph(style, GLYPH_ELLIPSIS), left));
            at = end - 1;
        }
        add_row(out, style, picture, at, first);
    }
    return end;
}

static bool has_totals(const Picture *picture, int first) {
    return picture->in.count > ROWS_SHOWN && !piece_idles(picture, first) && totals_fit(picture, first);
}

static bool any_totals(const Picture *picture) {
    bool any = false;
    for (int first = 0; first < BANKS; first += picture->banks) any = any || has_totals(picture, first);
    return any;
}

static void add_grid(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    for (int first = 0; first < BANKS; first += picture->banks) {
        if (piece_idles(picture, first)) {
            flow_paragraph(out, style, ROLE_DIM, "", "  ",
                           arena_printf(arena, "banks %d-%d idle in every pass", first, first + picture->banks - 1));
            continue;
        }
        add_axis(out, style, picture, first);
        for (int row = 0; row < picture->in.count;) row = add_group(out, style, arena, picture, row, first);
        if (has_totals(picture, first)) add_totals(out, style, picture, first);
    }
}

static void add_legend(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    bool shared = false, single = false;
    for (int i = 0; i < picture->in.count; i++)
        for (int bank = 0; bank < BANKS; bank++) {
            shared = shared || picture->in.rows[i].lanes[bank] > 1;
            single = single || picture->in.rows[i].lanes[bank] == 1;
        }
    Text legend = {0};
    if (single && picture->numbers)
        text_add(&legend, "a number: the lane that is served");
    else if (single && draw_bank_words_per_lane(picture->in.sample) > 1)
        text_printf(&legend, "%s%s%s one lane's words", style_glyph(style, GLYPH_WORD),
                    style_glyph(style, GLYPH_SAME_LANE), style_glyph(style, GLYPH_WORD));
    else if (single)
        text_printf(&legend, "%s a word for one lane", style_glyph(style, GLYPH_WORD));
    if (shared)
        text_printf(&legend, "%s%s a word for several lanes", legend.size ? ", " : "",
                    style_glyph(style, GLYPH_SHARED_WORD));
    text_printf(&legend, "%s%s a bank that idles", legend.size ? ", " : "", style_glyph(style, GLYPH_IDLE));
    if (any_totals(picture)) text_printf(&legend, ", %s: each bank's total", totals_label(picture));
    flow_paragraph(out, style, ROLE_DIM, "", "  ", text_take(&legend, arena));
}

/* ---- who asks for what ------------------------------------------------------------------------------------------- */

static const char *word_in_bank(const RequestSample *sample, Arena *arena, int lane, int bank) {
    uint32_t word = draw_bank_first_word(sample, lane);
    while (word % BANKS != (uint32_t)bank) word++;
    return draw_count(arena, word);
}

/* "bank 0: lane 0 -> word 0, lane 1 -> word 32, ... lane 31 -> word 992" */
static void add_worst_bank(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    Flow flow = {0};
    flow_add(&flow, ROLE_STRONG, arena_printf(arena, "bank %d: ", picture->in.worst_bank));
    bool many = picture->in.worst_words > 5;
    for (int i = 0, seen = 0; i < picture->in.count; i++) {
        const BankRow *row = &picture->in.rows[i];
        if (row->group != picture->in.worst_group || row->lane[picture->in.worst_bank] == BANK_NO_LANE) continue;
        seen++;
        if (many && seen == 4)
            flow_add(&flow, ROLE_DIM, arena_printf(arena, ", %s ", style_glyph(style, GLYPH_ELLIPSIS)));
        if (many && seen > 3 && seen < picture->in.worst_words) continue;
        flow_add(
            &flow, ROLE_PLAIN,
            arena_printf(
                arena, "%s%s %s word %s", seen == 1 || (many && seen > 3) ? "" : ", ",
                print_lanes(arena, style, draw_bank_cell_lanes(picture->in.sample, row, picture->in.worst_bank)),
                style_glyph(style, GLYPH_ARROW),
                word_in_bank(picture->in.sample, arena, row->lane[picture->in.worst_bank], picture->in.worst_bank)));
    }
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

static char *print_lane_word(const RequestSample *sample, const Style *style, Arena *arena, int lane) {
    uint32_t word = draw_bank_first_word(sample, lane), last = word + (uint32_t)draw_bank_words_per_lane(sample) - 1;
    if (word == last)
        return arena_printf(arena, "lane %d %s word %s in bank %u", lane, style_glyph(style, GLYPH_ARROW),
                            draw_count(arena, word), word % BANKS);
    return arena_printf(arena, "lane %d %s words %s-%s in banks %u-%u", lane, style_glyph(style, GLYPH_ARROW),
                        draw_count(arena, word), draw_count(arena, last), word % BANKS, last % BANKS);
}

/* The first two active lanes and the last one. */
static void add_first_lanes(Text *out, const Style *style, Arena *arena, const Picture *picture) {
    Flow flow = {0};
    for (int lane = 0, seen = 0; lane < WARP_SIZE; lane++) {
        if (!draw_bank_lane_is_active(picture->in.sample, lane)) continue;
        seen++;
        if (seen > 2 && seen < picture->in.active) continue;
        const char *gap = seen == 1  ? ""
                          : seen > 3 ? arena_printf(arena, ", %s ", style_glyph(style, GLYPH_ELLIPSIS))
                                     : ", ";
        flow_add(&flow, ROLE_DIM, gap);
        flow_add(&flow, ROLE_PLAIN, print_lane_word(picture->in.sample, style, arena, lane));
    }
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

void report_banks(Text *out, const Style *style, const RequestSample *sample, const char *source) {
    Arena *arena = arena_new();
    Picture *picture = arena_make(arena, Picture);
    draw_bank_rows(&picture->in, sample);
    lay_out(picture, style_width(style));
    bool conflict = sample->conflicts > 0 && picture->in.count > 0;
    size_t size;
    bool line_follows = source_line(source, sample->loc.line, &size) != NULL;
    draw_request_title(out, style,
                       &(RequestTitle){.op = sample->op,
                                       .variable = sample->variable,
                                       .memory = "shared memory",
                                       .width = sample->width,
                                       .block = sample->block,
                                       .warp = sample->warp,
                                       .request = sample->request,
                                       .line = line_follows ? 0 : sample->loc.line});
    draw_excerpt(out, style, arena, source, sample->loc.line, true);
    if (picture->in.count > 0 && !style->plain) { /* the sentences below say the same */
        text_add_char(out, '\n');
        add_grid(out, style, arena, picture);
        add_legend(out, style, arena, picture);
    }
    text_add_char(out, '\n');
    flow_paragraph(out, style, conflict ? ROLE_WARNING : ROLE_GOOD, "", "",
                   conflict ? draw_bank_conflict(&picture->in, arena) : draw_bank_no_conflict(&picture->in, arena));
    if (sample->asynchronous)
        flow_paragraph(out, style, ROLE_PLAIN, "", "",
                       "This is an asynchronous copy. Where its words lie in global memory may cost more passes, which "
                       "are counted, but not drawn.");
    if (conflict)
        add_worst_bank(out, style, arena, picture);
    else if (picture->in.distinct_words > 1)
        add_first_lanes(out, style, arena, picture);
    const char *why = draw_bank_distance(&picture->in, arena);
    if (*why) flow_paragraph(out, style, ROLE_PLAIN, "", "", why);
    arena_free(arena);
}

/* ---- pass by pass ------------------------------------------------------------------------------------------------ */

int report_bank_passes(const RequestSample *sample) {
    BankRows rows;
    draw_bank_rows(&rows, sample);
    return rows.count;
}

/* What each bank does in a pass, at most a few of them: "bank 0: word 32 for lane 1". */
static void add_deliveries(Text *out, const Style *style, Arena *arena, const Picture *picture, const BankRow *row) {
    enum { SHOWN = 3 };
    static const char *const forms[] = {
        [REQUEST_LOAD] = "word %s for %s", [REQUEST_STORE] = "word %s from %s", [REQUEST_ATOMIC] = "word %s, %s"};
    int busy = 0, seen = 0;
    for (int bank = 0; bank < BANKS; bank++) busy += row->lane[bank] != BANK_NO_LANE;
    Flow flow = {0};
    flow_add(&flow, ROLE_STRONG,
             arena_printf(arena, "%s, %d %s: ", draw_many(arena, busy, "bank works", "banks work"), BANKS - busy,
                          BANKS - busy == 1 ? "idles" : "idle"));
    for (int bank = 0; bank < BANKS && seen < SHOWN; bank++) {
        if (row->lane[bank] == BANK_NO_LANE) continue;
        const char *word = word_in_bank(picture->in.sample, arena, row->lane[bank], bank);
        const char *lanes = print_lanes(arena, style, draw_bank_cell_lanes(picture->in.sample, row, bank));
        flow_add(&flow, ROLE_DIM, arena_printf(arena, "%sbank %d ", seen++ > 0 ? "; " : "", bank));
        flow_add(&flow, ROLE_PLAIN, arena_printf(arena, forms[picture->in.sample->op], word, lanes));
    }
    if (busy > SHOWN) flow_add(&flow, ROLE_DIM, arena_printf(arena, "; %s", style_glyph(style, GLYPH_ELLIPSIS)));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

void report_bank_pass(Text *out, const Style *style, const RequestSample *sample, int pass) {
    Arena *arena = arena_new();
    Picture *picture = arena_make(arena, Picture);
    draw_bank_rows(&picture->in, sample);
    lay_out(picture, style_width(style));
    if (pass >= 0 && pass < picture->in.count) {
        for (int first = 0; first < BANKS && !style->plain; first += picture->banks) {
            add_axis(out, style, picture, first);
            add_row(out, style, picture, pass, first);
        }
        add_deliveries(out, style, arena, picture, &picture->in.rows[pass]);
    }
    arena_free(arena);
}
