/* A simulator that does not repeat a launch that it has run.
 *
 * A solution must pass for each architecture, and what a compiler makes of it for eleven of them is two or three
 * different programs: PTX that differs in its .target alone. Each is compiled and assembled, and each is judged with
 * its own registers, spills and occupancy; only the simulation of the same program with the same inputs is not
 * repeated. */
#ifndef WARPSCHOOL_LINT_REMEMBERING_H
#define WARPSCHOOL_LINT_REMEMBERING_H

#include "device.h"

/* A device around sim, which must live longer. Closing it frees what it remembers. */
Device *remembering_open(Device *sim);

/* The launches that it has answered without the simulator. */
size_t remembering_answered(const Device *device);

#endif
