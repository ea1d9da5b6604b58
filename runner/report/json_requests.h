/* What JSON says of recorded requests and of races. */
#ifndef WARPSCHOOL_REPORT_JSON_REQUESTS_H
#define WARPSCHOOL_REPORT_JSON_REQUESTS_H

#include "device.h"

struct json_t;

/* Adds "requests": {"banks": [...], "sectors": [...]} to a launch's object, the costliest first, where any were
 * recorded. */
void json_add_requests(struct json_t *launch, const Result *result);
/* Adds "race": its two accesses. Nothing where race is NULL. */
void json_add_race(struct json_t *finding, const RacePair *race);

#endif
