/* What the simulator counts for each instruction. Apart from block_memory.h, so that a new metric rebuilds few
 * files. */
#ifndef WARPSCHOOL_SIM_COUNTER_ROW_H
#define WARPSCHOOL_SIM_COUNTER_ROW_H

#include "metric_names.h"
#include "sim/memory/block_memory.h"

/* One instruction's counters: a place for each metric up to the last one that is counted, so that a counter is
 * indexed by its metric wherever that stands in metric.def. The union's size is that of its largest member: one more
 * than the last counted metric. */
typedef union CounterPlaces {
#define METRIC(metric, name, unit, kind, per_line, unasked, source, ...)                                               \
    char metric[source == METRIC_SOURCE_COUNTED ? metric + 1 : 1];
#include "metric.def"
#undef METRIC
} CounterPlaces;
enum { COUNTER_PLACES = sizeof(CounterPlaces) };
struct CounterRow {
    uint64_t at[COUNTER_PLACES]; /* by metric */
};

#endif
