/* The requests that a launch recorded for pictures, as JSON. */
#include <jansson.h>
#include <string.h>

#include "report/draw.h"
#include "report/json_requests.h"

static const char *const operation_name[] = {
    [REQUEST_LOAD] = "load", [REQUEST_STORE] = "store", [REQUEST_ATOMIC] = "atomic", [REQUEST_FREE] = "free"};

/* What both kinds have; request: counted from 1, as --request is. */
static json_t *json_request(Loc loc, RequestOp op, const char *variable, const uint32_t block[3], uint32_t warp,
                            uint64_t request, int width) {
    json_t *object =
        json_pack("{s:i, s:s, s:[I,I,I], s:I, s:I, s:i}", "line", loc.line, "operation", operation_name[op], "block",
                  (json_int_t)block[0], (json_int_t)block[1], (json_int_t)block[2], "warp", (json_int_t)warp, "request",
                  (json_int_t)request + 1, "bytes_per_lane", width);
    Arena *arena = arena_new();
    json_object_set_new(object, "variable",
                        variable != NULL ? json_string(text_printable(arena, variable, strlen(variable)))
                                         : json_null());
    arena_free(arena);
    return object;
}

static json_t *json_banks(const RequestSample *sample) {
    json_t *object = json_request(sample->loc, sample->op, sample->variable, sample->block, sample->warp,
                                  sample->request, sample->width);
    json_t *lanes = json_array();
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (sample->mask >> lane & 1)
            json_array_append_new(lanes, json_pack("{s:i, s:I, s:i, s:i, s:i}", "lane", lane, "address",
                                                   (json_int_t)sample->address[lane], "bank",
                                                   (int)(sample->address[lane] / 4 % 32), "group",
                                                   (int)sample->group[lane], "pass", (int)sample->pass[lane]));
    json_object_set_new(object, "lanes", lanes);
    json_object_set_new(object, "wavefronts", json_integer(sample->wavefronts));
    json_object_set_new(object, "conflicts", json_integer(sample->conflicts));
    json_object_set_new(object, "ways", json_integer(sample->ways));
    return object;
}

/* Addresses from the variable's start, so that they do not depend on where it lay; of no variable, from the lowest. */
static json_t *json_sectors(const SectorSample *sample) {
    json_t *object = json_request(sample->loc, sample->op, sample->variable, sample->block, sample->warp,
                                  sample->request, sample->width);
    json_t *lanes = json_array();
    uint64_t start = sample->variable != NULL ? sample->variable_start : UINT64_MAX;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (sample->variable == NULL && sample->mask >> lane & 1 && sample->address[lane] < start)
            start = sample->address[lane];
    for (int lane = 0; lane < WARP_SIZE; lane++)
        if (sample->mask >> lane & 1)
            json_array_append_new(lanes, json_pack("{s:i, s:I}", "lane", lane, "offset",
                                                   (json_int_t)(sample->address[lane] - start)));
    json_object_set_new(object, "lanes", lanes);
    json_object_set_new(object, "sectors", json_integer(sample->sectors));
    json_object_set_new(object, "ideal_sectors", json_integer(sample->ideal));
    return object;
}

void json_add_requests(json_t *launch, const Result *result) {
    if (result->recorded_bank_count + result->recorded_sector_count == 0) return;
    json_t *banks = json_array(), *sectors = json_array();
    for (size_t i = 0; i < result->recorded_bank_count; i++)
        json_array_append_new(banks, json_banks(&result->recorded_banks[i]));
    for (size_t i = 0; i < result->recorded_sector_count; i++)
        json_array_append_new(sectors, json_sectors(&result->recorded_sectors[i]));
    json_object_set_new(launch, "requests", json_pack("{s:o, s:o}", "banks", banks, "sectors", sectors));
}

void json_add_race(json_t *finding, const RacePair *race) {
    if (race == NULL) return;
    json_object_set_new(finding, "race",
                        json_pack("{s:s, s:{s:s, s:s}, s:{s:s, s:s}, s:s}", "place", race->place, "first", "operation",
                                  operation_name[race->first.op], "thread", race->first.thread, "second", "operation",
                                  operation_name[race->second.op], "thread", race->second.thread, "missing",
                                  race->missing));
}
