#include "program/program_sleep.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"

enum { PATH_BYTES = 80, LINE_BYTES = 256 };

/* The letter after the name in proc(5)'s stat. The name is in parentheses, and may hold anything. */
static char read_state(const char *path) {
    char line[LINE_BYTES];
    FILE *file = fopen(path, "re");
    bool done = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL) fclose(file);
    const char *end = done ? strrchr(line, ')') : NULL;
    return end != NULL && end[1] == ' ' ? end[2] : '\0';
}

static bool is_busy(char state) {
    return state == 'R' || state == 'D';
}

bool program_sleeps(pid_t process) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    if (is_busy(read_state(path))) return false;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)process);
    DIR *threads = opendir(path);
    bool busy = false;
    for (const struct dirent *entry; threads != NULL && !busy && (entry = readdir(threads)) != NULL;) {
        char *end;
        long thread = strtol(entry->d_name, &end, 10);
        if (*end != '\0' || thread <= 0) continue;
        snprintf(path, sizeof path, "/proc/%ld/task/%ld/stat", (long)process, thread);
        busy = is_busy(read_state(path));
    }
    if (threads != NULL) closedir(threads);
    return !busy;
}

static double look(ProgramSleep *sleep) {
    double now = system_seconds(), since = sleep->looked > 0 ? now - sleep->looked : 0;
    sleep->looked = now;
    return since < 1 ? since : 1;
}

void program_sleep_add(ProgramSleep *sleep, pid_t process) {
    double since = look(sleep);
    if (program_sleeps(process)) sleep->slept += since;
}

void program_sleep_skip(ProgramSleep *sleep) {
    look(sleep);
}
