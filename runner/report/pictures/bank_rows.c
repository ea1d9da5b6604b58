/* See bank_rows.h. */
#include "report/pictures/bank_rows.h"

#include <string.h>

bool draw_bank_lane_is_active(const RequestSample *sample, int lane) {
    return sample->mask >> lane & 1;
}

uint32_t draw_bank_first_word(const RequestSample *sample, int lane) {
    return sample->address[lane] / BANK_WORD;
}

int draw_bank_words_per_lane(const RequestSample *sample) {
    return sample->width > BANK_WORD ? (sample->width > 16 ? 16 : sample->width) / BANK_WORD : 1;
}

static int group_of(const RequestSample *sample, int lane) {
    return sample->group[lane] < 0 ? 0 : sample->group[lane];
}

static int pass_of(const RequestSample *sample, int lane) {
    return sample->pass[lane] < 0 ? 0 : sample->pass[lane];
}

/* The row of a group's pass; a new one is inserted, sorted by group, then pass. */
static BankRow *find_row(BankRows *rows, int group, int pass) {
    int at = 0;
    while (at < rows->count &&
           (rows->rows[at].group < group || (rows->rows[at].group == group && rows->rows[at].pass < pass)))
        at++;
    BankRow *row = &rows->rows[at];
    if (at < rows->count && row->group == group && row->pass == pass) return row;
    memmove(row + 1, row, (size_t)(rows->count - at) * sizeof *row);
    rows->count++;
    *row = (BankRow){.group = group, .pass = pass};
    for (int bank = 0; bank < BANKS; bank++) row->lane[bank] = BANK_NO_LANE;
    return row;
}

/* Places each lane in its row. The words of one lane are in neighbouring banks, and aligned lanes never overlap in
 * part, so all of them come in the pass of the lowest one. */
static void place_lanes(BankRows *rows) {
    const RequestSample *sample = rows->sample;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!draw_bank_lane_is_active(sample, lane)) continue;
        BankRow *row = find_row(rows, group_of(sample, lane), pass_of(sample, lane));
        rows->active++;
        for (int i = 0; i < draw_bank_words_per_lane(sample); i++) {
            uint32_t bank = (draw_bank_first_word(sample, lane) + (uint32_t)i) % BANKS;
            if (row->lane[bank] == BANK_NO_LANE) row->lane[bank] = lane;
            row->lanes[bank]++;
        }
    }
}

static void find_worst(BankRows *rows) {
    for (int first = 0, next; first < rows->count; first = next) {
        int words[BANKS] = {0}, lanes[BANKS] = {0};
        for (next = first; next < rows->count && rows->rows[next].group == rows->rows[first].group; next++)
            for (int bank = 0; bank < BANKS; bank++) {
                words[bank] += rows->rows[next].lane[bank] != BANK_NO_LANE;
                lanes[bank] += rows->rows[next].lanes[bank];
            }
        rows->groups++;
        for (int bank = 0; bank < BANKS; bank++)
            if (words[bank] > rows->worst_words) {
                rows->worst_group = rows->rows[first].group;
                rows->worst_bank = bank;
                rows->worst_words = words[bank];
                rows->worst_lanes = lanes[bank];
                rows->worst_banks = 0;
            }
        for (int bank = 0; bank < BANKS; bank++)
            rows->worst_banks += rows->rows[first].group == rows->worst_group && words[bank] == rows->worst_words;
    }
}

static void count_words(BankRows *rows) {
    for (int row = 0; row < rows->count; row++)
        for (int bank = 0; bank < BANKS; bank++) rows->distinct_words += rows->rows[row].lane[bank] != BANK_NO_LANE;
}

uint32_t draw_bank_group_lanes(const RequestSample *sample, int group) {
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (draw_bank_lane_is_active(sample, lane) && group_of(sample, lane) == group) lanes |= UINT32_C(1) << lane;
    return lanes;
}

uint32_t draw_bank_cell_lanes(const RequestSample *sample, const BankRow *row, int bank) {
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (!draw_bank_lane_is_active(sample, lane) || group_of(sample, lane) != row->group ||
            pass_of(sample, lane) != row->pass)
            continue;
        for (int i = 0; i < draw_bank_words_per_lane(sample); i++)
            if ((draw_bank_first_word(sample, lane) + (uint32_t)i) % BANKS == (uint32_t)bank)
                lanes |= UINT32_C(1) << lane;
    }
    return lanes;
}

void draw_bank_rows(BankRows *rows, const RequestSample *sample) {
    *rows = (BankRows){.sample = sample};
    place_lanes(rows);
    find_worst(rows);
    count_words(rows);
}
