/* Further runs of a launch in the simulator, with another text of the program or in another order, each on fresh copies
 * of the inputs: what unused.c and reach.c measure with. */
#ifndef WARPSCHOOL_TEACH_RERUN_H
#define WARPSCHOOL_TEACH_RERUN_H

#include "ptx/disturb.h"
#include "teach/launch/execute.h"

typedef struct Trial {
    Session *session;
    LaunchOutcome *outcome;
    const GoalOutcome *outcomes; /* of the goals; what none of them names is not measured */
    size_t outcome_count;
    PtxSites sites;
    PtxSites marked;       /* the same in the text in which each has a source line of its own */
    Result first;          /* of the program as it was written, so marked */
    const Buffer *outputs; /* what it left, by buffer */
    uint64_t runs, cost;   /* so far; warp instructions of one run */
    bool *computed;        /* by site: a store that METRIC_SHARED_STORE_COMPUTED counts */
} Trial;

/* How a run differs from that of the program as it was written, beside its text. */
typedef struct RunAs {
    bool races;            /* they are looked for */
    bool findings_aside;   /* they make no difference */
    bool unfiltered;       /* textures bring the nearest texel */
    bool owners;           /* see Launch.owners, */
    bool sums;             /* Launch.sums, */
    BlockOrder blocks;     /* Launch.block_order */
    bool lanes_descending; /* and Launch.lanes_descending */
} RunAs;

/* Runs a program on fresh copies of the launch's inputs. Returns its buffers. Everything is in arena. */
const Buffer *rerun(Trial *trial, const char *ptx, RunAs as, Arena *arena, Result *result);

/* Whether a run of the program comes out the same: status, what is printed, findings, outputs. *interrupted: no
 * answer. */
bool rerun_is_the_same(Trial *trial, const char *ptx, RunAs as, bool *interrupted);

/* Finds the sites, and runs the program as it was written. False where nothing can be measured. */
bool rerun_begin(Trial *trial, Arena *arena, bool *interrupted);

/* Whether runs and instructions are left for more. */
bool rerun_may_go_on(const Trial *trial);

/* Whether a goal names the metric. METRIC_NONE: no. */
bool rerun_is_asked(const Trial *trial, Metric metric);

/* A count of the site's in a run of a marked text; 0 for METRIC_NONE and where it was not executed. */
uint64_t rerun_count(const Result *result, size_t site, Metric metric);
/* The same in the first run. */
uint64_t rerun_requests(const Trial *trial, size_t site, Metric metric);

/* Whether a store has stored something else than in a run before, or an atomic on shared memory had other addresses
 * (both with RunAs.sums, of the marked text). A run that a value has brought to an early end, as an address does, tells
 * nothing of the sites that it has not come to. */
bool rerun_summed_another(const Result *before, const Result *result, size_t site);

#endif
