/* Runs ncu in a process group of its own, so that to end the group ends the worker that ncu starts, too. */
#include "cuda/ncu.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/system.h"
#include "base/text.h"

enum { OUTPUT_LIMIT = 4 << 20, POLL_MS = 50, PATH_SIZE = 4096 };

typedef struct Ncu {
    pid_t pid;
    int output[2], messages[2]; /* reading end, writing end */
    Text said[2];               /* standard output and error */
} Ncu;

static _Noreturn void be_ncu(const Ncu *ncu, char *const *words, pid_t parent) {
    setpgid(0, 0);
    process_follow(parent);
    process_reset_signals();
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(ncu->output[1], STDOUT_FILENO) < 0 ||
        dup2(ncu->messages[1], STDERR_FILENO) < 0 || chdir("/") != 0)
        _exit(127);
    process_close_files(NULL, 0);
    setenv("LC_ALL", "C", 1); /* numbers with a point */
    execv(words[0], words);
    fprintf(stderr, "==ERROR== it could not be started: %s\n", strerror(errno));
    _exit(127);
}

static bool start(Ncu *ncu, char *const *words) {
    if (!system_pipe(ncu->output)) return false;
    if (!system_pipe(ncu->messages)) {
        close(ncu->output[0]);
        close(ncu->output[1]);
        return false;
    }
    fflush(stdout); /* otherwise the child would write the buffered text again */
    fflush(stderr);
    pid_t parent = getpid();
    ncu->pid = fork();
    if (ncu->pid == 0) be_ncu(ncu, words, parent);
    if (ncu->pid > 0) setpgid(ncu->pid, ncu->pid);
    close(ncu->output[1]);
    close(ncu->messages[1]);
    return ncu->pid > 0;
}

/* Reads once; bytes over the limit are dropped. False at the end. */
static bool hear(int file, Text *said) {
    char part[16384];
    ssize_t size = read(file, part, sizeof part);
    if (size < 0 && errno == EINTR) return true;
    if (size > 0 && said->size < OUTPUT_LIMIT) text_add_n(said, part, (size_t)size);
    return size > 0;
}

typedef enum Ending { ENDING_ITSELF, ENDING_STUCK, ENDING_INTERRUPTED } Ending;

static Ending listen(Ncu *ncu, const NcuRun *run) {
    double deadline = system_seconds() + run->limit_s;
    struct pollfd files[] = {{.fd = ncu->output[0], .events = POLLIN}, {.fd = ncu->messages[0], .events = POLLIN}};
    while (files[0].fd >= 0 || files[1].fd >= 0) {
        if (run->interrupted != NULL && *run->interrupted) return ENDING_INTERRUPTED;
        if (system_seconds() > deadline) return ENDING_STUCK;
        if (poll(files, 2, POLL_MS) <= 0) continue;
        for (int i = 0; i < 2; i++)
            if (files[i].revents != 0 && !hear(files[i].fd, &ncu->said[i])) files[i].fd = -1;
    }
    return ENDING_ITSELF;
}

static void finish(Ncu *ncu) {
    kill(-ncu->pid, SIGKILL);
    while (waitpid(ncu->pid, NULL, 0) < 0 && errno == EINTR) continue;
    close(ncu->output[0]);
    close(ncu->messages[0]);
}

static bool understand(const Ncu *ncu, const NcuRun *run, Arena *arena, Metrics *metrics,
                       bool from_events[METRIC_CAPACITY], const char **why) {
    NcuFigures figures;
    const Text *table = &ncu->said[0], *messages = &ncu->said[1];
    if (table->size > 0 && ncu_read_table(table->data, table->size, &figures)) {
        *why = counters_combine(&figures.sass, &figures.range, metrics, from_events);
        return true;
    }
    const char *all =
        arena_printf(arena, "%s%s", table->size > 0 ? table->data : "", messages->size > 0 ? messages->data : "");
    *why = ncu_explain(arena, run->ncu, all);
    return false;
}

bool ncu_count(const NcuRun *run, Arena *arena, Metrics *metrics, bool from_events[METRIC_CAPACITY], const char **why) {
    char self[PATH_SIZE];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) return *why = "this program does not know where it lies, which ncu would have to be told", false;
    self[size] = '\0';
    const char *segment = arena_printf(arena, "/proc/%ld/fd/%d", (long)getpid(), run->segment->file);
    const char *words[] = {run->ncu,
                           "--csv",
                           "--page",
                           "raw",
                           "--print-units",
                           "base",
                           "--clock-control",
                           "none",
                           "--launch-count",
                           "1",
                           "--metrics",
                           ncu_metrics(arena),
                           self,
                           NCU_WORKER_WORD,
                           run->library != NULL ? run->library : "",
                           segment,
                           arena_printf(arena, "%zu", run->segment->size),
                           NULL};
    Ncu ncu = {0};
    if (!start(&ncu, (char *const *)(uintptr_t)words)) return *why = "a process for ncu could not be started", false;
    Ending ending = listen(&ncu, run);
    finish(&ncu);
    bool counted = false;
    *why = NULL;
    if (ending == ENDING_ITSELF) counted = understand(&ncu, run, arena, metrics, from_events, why);
    if (ending == ENDING_STUCK)
        *why = arena_printf(arena,
                            "Nsight Compute (%s) took more than %g seconds, and was stopped: does another program "
                            "profile this GPU?",
                            run->ncu, run->limit_s);
    text_free(&ncu.said[0]);
    text_free(&ncu.said[1]);
    return counted;
}
