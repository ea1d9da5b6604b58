#include "base/process.h"

#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

void process_reset_signals(void) {
    static const int back_to_default[] = {SIGTERM,  SIGHUP,  SIGPIPE, SIGCHLD, SIGALRM, SIGUSR1, SIGUSR2,
                                          SIGWINCH, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGXCPU};
    for (size_t i = 0; i < sizeof back_to_default / sizeof *back_to_default; i++) signal(back_to_default[i], SIG_DFL);
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* From first to last, both included. */
static void close_range_of(unsigned first, unsigned last) {
    if (first > last) return;
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    unsigned end = most > 0 && most < 65536 ? (unsigned)most : 65536;
    for (unsigned file = first; file <= last && file < end; file++) close((int)file);
}

void process_close_files(const int *kept, size_t count) {
    unsigned first = 3;
    for (size_t i = 0; i < count; i++) {
        if (kept[i] < 3) continue;
        if ((unsigned)kept[i] > first) close_range_of(first, (unsigned)kept[i] - 1);
        first = (unsigned)kept[i] + 1;
    }
    close_range_of(first, ~0u);
}

static void follow(pid_t parent, int with) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, with);
#else
    (void)with;
#endif
    if (getppid() != parent) _exit(1);
}

static void set_limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit old;
    if (getrlimit((unsigned)resource, &old) != 0) return;
    if (old.rlim_max != RLIM_INFINITY && old.rlim_max < hard) hard = old.rlim_max;
    if (soft > hard) soft = hard;
    setrlimit((unsigned)resource, &(struct rlimit){.rlim_cur = soft, .rlim_max = hard});
}

void process_limit(int resource, rlim_t value) {
    set_limit(resource, value, value);
}

void process_limit_time(rlim_t seconds) {
    set_limit(RLIMIT_CPU, seconds, seconds + 2);
}

void process_follow(pid_t parent) {
    follow(parent, SIGKILL);
}

void process_follow_gently(pid_t parent) {
    follow(parent, SIGTERM);
}

size_t process_peak_memory(const struct rusage *usage) {
#ifdef __APPLE__
    return (size_t)usage->ru_maxrss;
#else
    return (size_t)usage->ru_maxrss * 1024;
#endif
}
