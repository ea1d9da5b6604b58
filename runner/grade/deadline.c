/* The time until which what is handed in counts as in time. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grade/batch.h"

/* Reads count digits; false: there are fewer. */
static bool digits(const char **at, int count, int *value) {
    *value = 0;
    for (int i = 0; i < count; i++, (*at)++) {
        if (**at < '0' || **at > '9') return false;
        *value = *value * 10 + (**at - '0');
    }
    return true;
}

static bool skip(const char **at, char c) {
    if (**at != c) return false;
    (*at)++;
    return true;
}

/* ":00" and ".365935" where they follow. */
static bool read_seconds(const char **at, struct tm *time) {
    if (!skip(at, ':')) return true;
    if (!digits(at, 2, &time->tm_sec)) return false;
    if (skip(at, '.')) *at += strspn(*at, "0123456789");
    return true;
}

/* Z, UTC, +01:00, -0500, or nothing: then *local. offset: seconds east of Greenwich. */
static bool read_zone(const char *at, bool *local, int *offset) {
    int hours, minutes = 0;
    *offset = 0;
    at += strspn(at, " ");
    *local = *at == '\0';
    if (*local || strcmp(at, "Z") == 0 || strcmp(at, "UTC") == 0) return true;
    int sign = *at == '-' ? -1 : 1;
    if (*at != '-' && *at != '+') return false;
    at++;
    if (!digits(&at, 2, &hours)) return false;
    skip(&at, ':');
    if (*at != '\0' && !digits(&at, 2, &minutes)) return false;
    *offset = sign * (hours * 3600 + minutes * 60);
    return *at == '\0' && hours < 24 && minutes < 60;
}

bool deadline_parse(const char *text, Deadline *deadline) {
    struct tm time = {.tm_hour = 23, .tm_min = 59, .tm_sec = 59, .tm_isdst = -1};
    const char *at = text;
    if (!digits(&at, 4, &time.tm_year) || !skip(&at, '-') || !digits(&at, 2, &time.tm_mon) || !skip(&at, '-') ||
        !digits(&at, 2, &time.tm_mday))
        return false;
    if (*at == 'T' || (*at == ' ' && at[1] >= '0' && at[1] <= '9')) {
        at++;
        time.tm_sec = 0;
        if (!digits(&at, 2, &time.tm_hour) || !skip(&at, ':') || !digits(&at, 2, &time.tm_min)) return false;
        if (!read_seconds(&at, &time)) return false;
    }
    bool local;
    int offset;
    if (!read_zone(at, &local, &offset)) return false;
    bool sound = time.tm_mon >= 1 && time.tm_mon <= 12 && time.tm_mday >= 1 && time.tm_mday <= 31 &&
                 time.tm_hour <= 23 && time.tm_min <= 59 && time.tm_sec <= 60;
    if (!sound) return false;
    time.tm_year -= 1900;
    time.tm_mon -= 1;
    deadline->given = true;
    deadline->time = local ? (int64_t)mktime(&time) : (int64_t)timegm(&time) - offset;
    return true;
}
