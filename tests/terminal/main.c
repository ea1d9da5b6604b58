/* Tries every scenario, or those that have a word in their names, each with an empty state folder. */
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_compiler(void) {
    char command[4200];
    snprintf(command, sizeof command,
             "'%s' doctor --json </dev/null 2>&1 | grep -q '\"name\":\"compiler\",\"ok\":true'", program);
    return system(command) == 0;
}

typedef enum Outcome { PASSED, FAILED, SKIPPED, OUTCOMES } Outcome;

static Outcome try(const Scenario *each, bool compiler) {
    char state[4096];
    scenario = each->name;
    if (each->compiles && !compiler) {
        printf("skip: %s (no CUDA compiler)\n", scenario);
        return SKIPPED;
    }
    snprintf(state, sizeof state, "%s/state-%s", getenv("HOME"), scenario);
    setenv("XDG_STATE_HOME", state, 1);
    setenv("WARPSCHOOL_PAGER", "cat", 1);
    failed = false;
    each->run();
    return failed ? FAILED : PASSED;
}

int main(int argc, char **argv) {
    static const Scenario *const all[] = {prompt_scenarios, pages_scenarios, watch_scenarios, tools_scenarios};
    int counts[OUTCOMES] = {0};
    if (argc < 2) return 2;
    program = argv[1];
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) {
        printf("skip: this system has no pseudo-terminals: %s\n", strerror(errno));
        printf("0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    close(master);
    bool compiler = has_compiler();
    for (size_t s = 0; s < sizeof all / sizeof *all; s++)
        for (const Scenario *each = all[s]; each->name != NULL; each++)
            if (argc <= 2 || strstr(each->name, argv[2]) != NULL) counts[try(each, compiler)]++;
    printf("%d passed, %d failed, %d skipped\n", counts[PASSED], counts[FAILED], counts[SKIPPED]);
    return counts[FAILED] != 0;
}
