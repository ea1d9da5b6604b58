/* Neighbouring loads of shared memory, checked and counted all at once.
 *
 * Method. The inner loop of a tiled product, unrolled, is a row of loads at fixed distances from few address
 * registers, with arithmetic between them (load/load_groups.c finds such rows). Once each load has a recalled shape
 * (recall.h), the row as a whole has one: for each address register one comparison of 32 addresses, one range in which
 * lane 0 keeps all loads in bounds, and one set of cells of the shadow, which must hold values from before the last
 * barrier. Then each load is nothing but moving its bytes. Counts need one number, how often the group was executed.
 *
 * Which threads read which cell matters only if a thread writes one of them before the next barrier. Therefore the
 * reads of a group are put on a list instead of into the shadow (race.c). A barrier of the whole block empties the
 * list. Whatever else looks into the shadow's reads, adds to them or lets time go on first has race_settle() move them
 * there, in their order, so that the shadow holds exactly what it would hold without the list. */
#ifndef WARPSCHOOL_SIM_RECALL_GROUP_H
#define WARPSCHOOL_SIM_RECALL_GROUP_H

#include "sim/memory/recall.h"

/* Some of 16 neighbouring cells of the shadow. */
enum { PIECE_CELLS = 16 };
typedef struct RecallPiece {
    int32_t first; /* counted from lane 0's cell in the row's first load */
    uint16_t mask;
} RecallPiece;

/* The loads with one row of addresses. */
typedef struct RecallRow {
    const Recall *shape;   /* of one of the loads; all have the same */
    uint64_t start, range; /* as in Recall, for all of them */
    uint64_t offset;       /* of the first one */
    const RecallPiece *pieces;
    uint32_t piece_count;
} RecallRow;

typedef struct RecallGroup {
    const SimLoadGroup *made_of;
    bool formed;    /* else no load recalls what the rest of this says */
    uint32_t tries; /* to form it */
    uint64_t hits;  /* how often it was executed, not yet in its recalls' hits */
    uint64_t learned_in;
    RecallRow row[SIM_GROUP_ROWS];
    uintptr_t *host; /* by load: as in Recall */
    const Recall **recall;
    int32_t *cells; /* while it is formed */
    RecallPiece *pieces;
} RecallGroup;

/* What a warp read by one execution of a group. */
enum { MOST_DEFERRED = 256 };
struct DeferredRead {
    const RecallGroup *group;
    uint32_t warp;
    uint64_t lane0[SIM_GROUP_ROWS];
};

/* Tries to make a group of what its loads recall by now; the group, or NULL where that is not possible yet. */
RecallGroup *recall_group_form(SimBlockMemory *block, const SimLoadGroup *made_of);
#endif
