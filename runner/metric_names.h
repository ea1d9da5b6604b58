/* The enumerators of the metrics, made from metric.def: for files that name single ones. */
#ifndef WARPSCHOOL_METRIC_NAMES_H
#define WARPSCHOOL_METRIC_NAMES_H

#include "metric.h"

/* clang-format off */
enum {
#define METRIC(metric, ...) metric,
#include "metric.def"
#undef METRIC
    METRIC_COUNT
};
/* clang-format on */

#endif
