/* What is said of a request to shared memory: how many passes it took, and why. */
#include "base/divisor.h"
#include "report/draw.h"
#include "report/pictures/bank_rows.h"

char *draw_bank_conflict(const BankRows *rows, Arena *arena) {
    const RequestSample *sample = rows->sample;
    const char *passes = arena_printf(arena, "%d passes instead of %d.", sample->wavefronts, rows->groups);
    const char *opening =
        rows->groups == 1 ? "" : arena_printf(arena, "The lanes are served in %d groups. In the worst, ", rows->groups);
    int words = rows->worst_words;
    if (rows->worst_banks > 1) {
        static const char *const forms[] = {[REQUEST_LOAD] = "%s%d banks are each asked for %d different words: %s",
                                            [REQUEST_STORE] = "%s%d banks are each sent %d different words: %s",
                                            [REQUEST_ATOMIC] =
                                                "%s%d banks are each hit by %d lanes, and take them one by one: %s"};
        return arena_printf(arena, forms[sample->op], opening, rows->worst_banks, words, passes);
    }
    if (sample->op == REQUEST_ATOMIC)
        return arena_printf(arena, "%s%d lanes update bank %d, which takes them one by one: %s", opening,
                            rows->worst_lanes, rows->worst_bank, passes);
    if (sample->op == REQUEST_STORE)
        return arena_printf(arena, "%s%d lanes store %d different words into bank %d: %s", opening, rows->worst_lanes,
                            words, rows->worst_bank, passes);
    return arena_printf(arena, "%s%d lanes ask bank %d for %d different words: %s", opening, rows->worst_lanes,
                        rows->worst_bank, words, passes);
}

char *draw_bank_no_conflict(const BankRows *rows, Arena *arena) {
    const RequestSample *sample = rows->sample;
    bool load = sample->op == REQUEST_LOAD;
    if (rows->active == 0) return arena_string(arena, "No lane is active: nothing is asked of the banks.");
    if (rows->groups > 1)
        return arena_printf(arena,
                            "With %d bytes a lane, the lanes are served in %d groups, one pass each. No bank has to "
                            "deliver two words in a pass: no conflict.",
                            sample->width, rows->groups);
    if (rows->active == 1) return arena_string(arena, "A single lane is active: 1 pass, no conflict.");
    if (rows->distinct_words == 1)
        return load ? arena_printf(arena,
                                   "%d lanes read the same word: bank %d delivers it once, to all of them. 1 pass, no "
                                   "conflict.",
                                   rows->active, rows->worst_bank)
                    : arena_printf(arena,
                                   "%d lanes write the same word: 1 pass, no conflict, and one lane's value stays.",
                                   rows->active);
    if (rows->distinct_words < rows->active)
        return arena_printf(arena,
                            "%d lanes %s %d different words, no two of them in one bank: 1 pass, no conflict. Lanes "
                            "with the same word share it.",
                            rows->active, load ? "ask for" : "write", rows->distinct_words);
    return arena_printf(arena, "%d lanes %s %d different banks: 1 pass, no conflict.", rows->active,
                        load                          ? "ask"
                        : sample->op == REQUEST_STORE ? "write to"
                                                      : "update",
                        rows->distinct_words);
}

/* The distance in words between neighbouring lanes of a full warp of 4-byte accesses; 0 where it varies. */
static int word_distance(const RequestSample *sample) {
    int64_t bytes;
    if (sample->width != BANK_WORD || sample->mask != UINT32_MAX || !lanes_distance(sample, &bytes)) return 0;
    bool small = bytes / BANK_WORD <= 1 << 20 && bytes / BANK_WORD >= -(1 << 20);
    return bytes % BANK_WORD == 0 && small ? (int)(bytes / BANK_WORD) : 0;
}

char *draw_bank_distance(const BankRows *rows, Arena *arena) {
    int distance = word_distance(rows->sample);
    distance = distance < 0 ? -distance : distance;
    int divisor = (int)divisor_common((uint64_t)distance, BANKS);
    if (distance <= 1) return arena_string(arena, "");
    if (divisor == BANKS)
        return arena_printf(arena,
                            "Neighbouring lanes are %d words apart, %s the number of banks: every lane comes back to "
                            "the same bank.",
                            distance, distance == BANKS ? "just" : "a multiple of");
    if (divisor == 1)
        return arena_printf(
            arena,
            "Neighbouring lanes are %d words apart. %d and 32 share no factor, so the lanes spread over "
            "all 32 banks.",
            distance, distance);
    return arena_printf(
        arena,
        "Neighbouring lanes are %d words apart. %d and 32 share the factor %d, so the lanes use only %d "
        "of the 32 banks.",
        distance, distance, divisor, BANKS / divisor);
}
