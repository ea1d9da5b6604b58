#define LANES_NAME "plain"
#include "sim/lanes_body.h"

const SimLanes *sim_lanes_plain(void) {
    return &lanes;
}
