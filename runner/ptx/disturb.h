/* Programs in which one instruction loads or stores other values than the compiler wrote, or one barrier is missing.
 *
 * A launch of such a program tells whether the value matters: where it puts out the same as before, nothing that comes
 * out depends on what the instruction has loaded (or on what was stored).
 *
 * The text is rewritten, not the parsed program, so that a device needs to know nothing of this. Behind a load, under
 * the same guard, stands `xor reg, reg, pattern` for each register that it writes; before a store the values are copied
 * into registers of a scope of its own and changed there. The instructions that can be rewritten are the sites: ld,
 * ldu, st, atom and red on any space but param; of an atomic the first value that it combines with memory, or compares,
 * and, apart from that, the value that it returns.
 * inc and dec, asynchronous copies and textures are none. A barrier of the block (bar.sync, barrier.sync) is a site,
 * too, which has no value, but can be left out as any other, and so is a wait for a barrier object (mbarrier.test_wait,
 * mbarrier.try_wait): left out, it finds the phase complete without having looked. */
#ifndef WARPSCHOOL_PTX_DISTURB_H
#define WARPSCHOOL_PTX_DISTURB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum PtxSiteKind {
    PTX_SITE_LOAD,
    PTX_SITE_STORE,
    PTX_SITE_ATOMIC,
    PTX_SITE_BARRIER,
    PTX_SITE_WAIT, /* for a barrier object */
    PTX_SITE_IDLE, /* of ptx_sites_find_idle, and so is each of its atomics not checked */
} PtxSiteKind;

typedef struct PtxSite {
    uint8_t kind;             /* PtxSiteKind */
    uint32_t line;            /* of the CUDA source: of what another file inlines, the call; 0: unknown */
    uint32_t function, instr; /* which instruction of the module it is */
    size_t start, end;        /* its bytes in the text, from the guard to behind the semicolon */
} PtxSite;

typedef struct PtxSites {
    const char *text; /* the program, one statement a line */
    size_t size;
    const struct PtxModule *module;
    const char *fresh; /* how names begin that the text does not use */
    PtxSite *sites;    /* in the order of the text */
    size_t count;
} PtxSites;

/* The patterns that a value is xored with, one after another. The first two change it by little, a whole number by at
 * most 255: that shows where the value is copied, added or multiplied, but not where it is only compared with a bound
 * that is far away. In a float the third leaves sign and exponent alone, so that it stays finite and a product with 0
 * stays 0; the fourth is the highest bit. The last makes a small positive number, whole or not, a large one: what is
 * only compared with a larger one matters, too. */
typedef enum PtxPattern {
    PTX_PATTERN_BIT_0,
    PTX_PATTERN_BYTE,
    PTX_PATTERN_LOW,
    PTX_PATTERN_TOP,
    PTX_PATTERN_HIGH,
    PTX_PATTERNS,
    PTX_PATTERNS_SMALL = PTX_PATTERN_LOW, /* how many of them change little */
    /* Not one after another with the others: some bits high and low of a float's mantissa. A number below a million is
     * never the pattern itself, and what is computed from several numbers is not what it was with the pattern on each,
     * as a + b - c is where the pattern is one bit, or all of the lower ones. That of 8 bytes is that of 4 bytes twice:
     * half of what was loaded is no other number. */
    PTX_PATTERN_MIXED = PTX_PATTERNS,
} PtxPattern;

/* Finds the sites. False where the text is not understood. All is in arena; text need not outlive the call. */
bool ptx_sites_find(const char *text, size_t size, Arena *arena, PtxSites *sites);
/* Finds in the place of sites the instructions that are idle or not checked (idle.h), to be marked and counted, and not
 * to be rewritten. */
bool ptx_sites_find_idle(const char *text, size_t size, Arena *arena, PtxSites *sites);

extern const char ptx_sites_file[]; /* the source file that ptx_sites_mark names */
/* The program with line n + 1 of ptx_sites_file as the source line of site n, so that a device's counts for each source
 * line are counts for each site. Everything else keeps its instructions. */
char *ptx_sites_mark(const PtxSites *sites, Arena *arena);

/* The program with other values at that site, which is no barrier and no wait. */
char *ptx_site_disturb(const PtxSites *sites, size_t site, PtxPattern pattern, Arena *arena);
/* The program without the site. */
char *ptx_site_leave_out(const PtxSites *sites, size_t site, Arena *arena);

/* What is done at a site. "But 0": words, and words of larger numbers, that are 0 stay 0. A sum is made word by word,
 * so that it is the same however the words are grouped. */
typedef enum PtxChange {
    PTX_CHANGE_NONE,
    PTX_CHANGE_XOR,             /* with the pattern, as above */
    PTX_CHANGE_XOR_BUT_0,       /* the same, but 0 */
    PTX_CHANGE_ADD,             /* the pattern is added */
    PTX_CHANGE_ADD_BUT_0,       /* the same, but 0 */
    PTX_CHANGE_SUBTRACT_BUT_0,  /* the pattern is subtracted, but 0 */
    PTX_CHANGE_TO_ONE,          /* loads alone: the whole number 1 */
    PTX_CHANGE_TO_TWO,          /* loads alone: 2 */
    PTX_CHANGE_TO_SMALL_OF_ITS, /* loads alone: a whole number from 1 to 8, another one for each of eight sites */
    PTX_CHANGE_TO_FLOAT_ONE,    /* loads alone: the bits of 1.0 in a float of that size */
} PtxChange;

/* The program in which that is done at each site. */
char *ptx_sites_disturb(const PtxSites *sites, const PtxChange *changes, PtxPattern pattern, Arena *arena);
/* Whether the site is an atomic that returns what memory held before (atom, not red); and the program in which that
 * value is another one, while memory gets what it got. */
bool ptx_site_returns(const PtxSites *sites, size_t site);
char *ptx_site_disturb_returned(const PtxSites *sites, size_t site, PtxPattern pattern, Arena *arena);

#endif
