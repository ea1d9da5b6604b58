/* The passes that a request to shared memory takes, as its picture has them: a row each, with 32 banks; and what is
 * said of them.
 *
 *   bank_rows.c        who is served when, and which bank needs most
 *   bank_sentences.c   why, in words */
#ifndef WARPSCHOOL_REPORT_BANK_ROWS_H
#define WARPSCHOOL_REPORT_BANK_ROWS_H

#include "base/arena.h"
#include "device.h"

enum { BANK_NO_LANE = -1 };

typedef struct BankRow {
    int group, pass;  /* both from 0 */
    int lane[BANKS];  /* the first lane that the bank serves in this pass, or BANK_NO_LANE */
    int lanes[BANKS]; /* how many it serves */
} BankRow;

typedef struct BankRows {
    const RequestSample *sample;
    BankRow rows[WARP_SIZE]; /* each active lane has its lowest word delivered in one row, so there are at most 32 */
    int count;
    int active, groups;
    int worst_group, worst_bank, worst_words; /* the bank with the most passes in a group */
    int worst_banks;                          /* banks of that group that need as many */
    int worst_lanes;                          /* lanes that ask the worst bank in that group */
    int distinct_words;
} BankRows;

void draw_bank_rows(BankRows *rows, const RequestSample *sample);
bool draw_bank_lane_is_active(const RequestSample *sample, int lane);
/* The lowest word that the lane asks for, counted from the beginning of shared memory, and how many it asks for. */
uint32_t draw_bank_first_word(const RequestSample *sample, int lane);
int draw_bank_words_per_lane(const RequestSample *sample);
/* The lanes that are served together. */
uint32_t draw_bank_group_lanes(const RequestSample *sample, int group);
/* The lanes that a bank serves in a row. */
uint32_t draw_bank_cell_lanes(const RequestSample *sample, const BankRow *row, int bank);

/* Sentences, in arena. */
char *draw_bank_conflict(const BankRows *rows, Arena *arena);
char *draw_bank_no_conflict(const BankRows *rows, Arena *arena);
/* The reason for the conflict: the arithmetic of the distance and the 32 banks. "" where lanes are not equally far
 * apart. */
char *draw_bank_distance(const BankRows *rows, Arena *arena);

#endif
