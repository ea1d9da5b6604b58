#define LANES_NAME "plain"
#include "sim/lanes/body.h"

const SimLanes *sim_lanes_plain(void) {
    return &lanes;
}
