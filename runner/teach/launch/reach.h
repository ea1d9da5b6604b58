/* What further runs tell in which many instructions bring other values at once: how much of the outputs is made of what
 * is read from shared memory (shared.load.reach and its like), how much of them of what comes past it
 * (global.load.direct), which stores to shared memory are no plain copies (shared.store.computed), and which store what
 * was made of words that it held (shared.store.derived). */
#ifndef WARPSCHOOL_TEACH_REACH_H
#define WARPSCHOOL_TEACH_REACH_H

#include "teach/launch/rerun.h"

/* Sets those metrics in the outcome's result that goals name. *interrupted: those that are missing stay unknown. */
void reach_measure(Trial *trial, Arena *arena, bool *interrupted);

#endif
