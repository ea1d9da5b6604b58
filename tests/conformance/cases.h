/* The conformance suite: what instructions must give, computed by other means than the simulator.
 *
 * A case is data: a PTX module whose kernel "k" takes two pointers, input and output, how it is launched, what lies in
 * the input, and what must lie in the output afterwards. So the same cases run on the simulator (tests/conformance/run)
 * and, written to a file (conformance dump FILE), on a real GPU. Expected values come from MPFR, 128-bit integers, libm
 * and plain C after the text of the PTX ISA. */
#ifndef WARPSCHOOL_TESTS_CONFORMANCE_CASES_H
#define WARPSCHOOL_TESTS_CONFORMANCE_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device.h"

typedef enum CaseMatch {
    MATCH_BITS,
    MATCH_F16,
    MATCH_BF16,
    MATCH_F32,
    MATCH_F64 /* in each 8 bytes a number of that format: NaN and infinities the same,
                 others within absolute or within relative times the expected value */
} CaseMatch;

/* A texture that the kernel is given. */
typedef struct CaseTexture {
    Texture how;
    Scalar type;
    const void *texels;
} CaseTexture;

typedef struct Case {
    const char *name; /* the instruction under test */
    const char *ptx;  /* 0-terminated; kernel "k" (.param .u64 input, .param .u64 output[, .param .u64 image]) */
    const CaseTexture *texture; /* image, or NULL: no such parameter. Such cases are not dumped */
    const char *arch;           /* the least that assembles it, "sm_90" */
    uint32_t grid, block;
    const uint8_t *input;
    uint64_t input_size;     /* bytes */
    const uint8_t *expected; /* the output, which is filled with CASE_POISON before the launch */
    uint64_t output_size;
    CaseMatch match;
    double absolute, relative; /* where match is not MATCH_BITS */
    const char *defect; /* why hardware gives something else although the PTX ISA is clear, or NULL; not dumped */
} Case;

enum { CASE_POISON = 0x5a };

typedef struct Suite Suite;
typedef void CaseVisitor(void *context, const Case *one);
/* Calls visit for every case in turn; a Case lives until visit returns. */
void cases_each(CaseVisitor *visit, void *context);

/* ---- for the files that list cases ------------------------------------------------------------------------------- */

/* Four operands of 64 bits for each of ELEMENTS threads. */
enum { ELEMENTS = 512, OPERANDS = 4 };
typedef struct Operands {
    uint64_t x[ELEMENTS][OPERANDS];
} Operands;

/* Every pair of the values for the first two operands, others mixed in for the rest. */
void operands_combine(Operands *operands, const uint64_t *values, size_t count);

typedef uint64_t Model(const void *context, const uint64_t x[OPERANDS]);

/* How an instruction's result is compared; zero is: all bits. */
typedef struct Match {
    CaseMatch kind;
    double absolute, relative;
} Match;

/* A case with one thread for each element: the first eight and the last eight warps alternate between all lanes and the
 * even ones. body is PTX over these registers, numbered 1 to 4 for the operands: %h (16 bits), %r, %f (32), %d, %g
 * (64), and %p (bit 0), with the result in number 0 of the class that result names ('h', 'r', 'f', 'd', 'g', 'p').
 * Scratch: numbers 5 to 9 of each class. %d30: the address of this element's operands (32 bytes, aligned); %d31: of its
 * output (8 bytes); %r31: of 32 aligned bytes of its own in shared memory. prelude: module text before the kernel. */
void suite_alu(Suite *suite, const char *body, char result, const Operands *operands, Model *model, const void *context,
               Match match);
void suite_alu_after(Suite *suite, const char *prelude, const char *body, char result, const Operands *operands,
                     Model *model, const void *context);
/* From here on cases have this defect, a constant text; NULL: none. */
void suite_defect(Suite *suite, const char *defect);
/* From here on cases have this texture, which must live as long; %d28 is its handle. NULL: none. */
void suite_texture(Suite *suite, const CaseTexture *texture);
/* From here on cases are for this architecture; NULL: sm_90. */
void suite_arch(Suite *suite, const char *arch);
/* A case of one warp that sees its neighbours: model fills the 32 results from the 32 lanes' operands. active: the
 * lanes that execute body. */
typedef void WarpModel(const void *context, uint64_t x[32][OPERANDS], uint32_t active, uint64_t result[32]);
void suite_warp(Suite *suite, const char *body, char result, const Operands *operands, uint32_t active,
                WarpModel *model, const void *context);

void cases_integer(Suite *suite);
void cases_bits(Suite *suite);
void cases_float(Suite *suite);
void cases_approximate(Suite *suite);
void cases_convert(Suite *suite);
void cases_compare(Suite *suite);
void cases_video(Suite *suite);
void cases_warp(Suite *suite);
void cases_memory(Suite *suite);
void cases_flow(Suite *suite);
void cases_texture(Suite *suite);

/* ---- formats.c: floating-point formats through MPFR -------------------------------------------------------------- */

typedef enum Format { FORMAT_F16, FORMAT_BF16, FORMAT_F32, FORMAT_F64, FORMAT_COUNT } Format;
extern const char *const format_name[FORMAT_COUNT];
extern const uint64_t format_edges[FORMAT_COUNT][22]; /* NaN, infinities, subnormals, ties, -0... */
enum { FORMAT_EDGES = 22 };
double format_value(Format format, uint64_t bits); /* exact */
bool format_is_nan(Format format, uint64_t bits);
uint64_t format_nan(Format format); /* what arithmetic makes of numbers */
uint64_t format_quiet(Format format, uint64_t bits);
uint64_t format_change_nan(Format from, Format to, uint64_t bits); /* quiet; sign and the payload's top kept */
uint64_t format_flush(Format format, uint64_t bits);               /* subnormals to zeros of their sign */
const Operands *format_operands(Format format);                    /* format_edges */
const Operands *format_nans(Format format);                        /* NaN of all kinds, and what makes one */
const Operands *format_borders(Format format); /* results just above and below the smallest normal number; of f64: of
                                                  f32's, for conversions */

#endif
