/* Variables and allocations: ranges of addresses that a kernel may access, and which of their bytes hold a value. */
#ifndef WARPSCHOOL_SIM_SPANS_H
#define WARPSCHOOL_SIM_SPANS_H

#include "sim/memory/sim_block_memory.h"

typedef struct Watch Watch; /* of one allocation; see races/global.h */

/* Which bytes of an allocation hold a value that somebody wrote: a bit a byte; bits NULL: none. */
typedef struct Defined {
    bool all;
    uint8_t *bits;
} Defined;

/* A variable or allocation: a range of addresses that a kernel may access. */
typedef struct Span {
    const char *name;
    uint64_t start;   /* within its space; global: the full address */
    uint64_t size;    /* bytes; 0 for a heap chunk that was freed */
    uint8_t *host;    /* the byte at start; NULL in local memory, which is interleaved, and for freed chunks */
    uint32_t element; /* bytes per element, for messages; 0 where there are none; or SIM_ELEMENT_OF_ACCESS */
    uint8_t space;    /* PtxSpace */
    bool freed;
    bool lent; /* see sim_memory_lend */
    /* global memory: its record for race detection; NULL where races are not looked for, and before the first access of
     * a launch (watch_touch) */
    Watch *watch;
    bool watched;    /* races are looked for where a launch asks for it */
    bool input;      /* no launch is expected to write there */
    bool scratch;    /* what a launch leaves there is not looked at afterwards */
    bool bytewise;   /* an access was narrower than a cell of 4 bytes: cells are bytes from then on */
    bool kept;       /* some of its bytes before the launch are kept (undo.c): */
    uint8_t *pieces; /* for each piece of UNDO_PIECE bytes: whether it is; NULL: one piece, which is where kept */
    const uint8_t *original; /* the caller's copy of its bytes before the launch; NULL: there is none */
    bool ends_defined;       /* defined_next: what is defined after the launch that runs */
    Defined defined, defined_next;
    bool counts_stored; /* stored: the bytes that launches wrote since it was allocated */
    Defined stored;
} Span;

/* The name of local memory's span, which holds all of a thread's arrays. */
#define SPAN_LOCAL "a local array"

/* In ascending order, without overlaps. */
typedef struct SpanList {
    Span *at;
    size_t count;
} SpanList;

/* spans.c */
/* Spans for regions of a space whose bytes lie at host (NULL in local memory); the whole space where there are none. To
 * be freed by the caller. */
SpanList span_list_make(const SimRegion *regions, size_t count, PtxSpace space, uint64_t size, uint8_t *host);
const Span *span_find(const SpanList *list, uint64_t address); /* NULL where no span holds the address */
const Span *find_span(const SimBlockMemory *block, PtxSpace space, uint64_t address);
uint64_t local_bytes(const SimLayout *layout); /* bytes of local memory, per thread, that variables occupy */

/* defined.c; total: the allocation's size */
void defined_free(Defined *defined);
Defined defined_copy(const Defined *defined, uint64_t total);
void defined_set(Defined *defined, uint64_t total, uint64_t at, uint64_t size);
void defined_clear(Defined *defined, uint64_t total, uint64_t at, uint64_t size);
uint64_t defined_first_unset(const Defined *defined, uint64_t at, uint64_t size); /* counted from at; size: none */
uint64_t defined_count(const Defined *defined, uint64_t total);
bool defined_any(const Defined *defined, uint64_t at, uint64_t size);
/* Adds what the launch wrote to the span, as its watch says. */
void defined_by_launch(Defined *defined, const Span *span);

#endif
