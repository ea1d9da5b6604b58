/* What a call may do is decided by its number, and for a few by an argument that is a number too: a filter cannot
 * follow pointers. Each rule is a comparison and a return, so that no jump is longer than a filter allows. */
#ifdef __linux__

#include "compile/seccomp.h"

#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { NATIVE = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { NATIVE = AUDIT_ARCH_AARCH64 };
#endif

#if defined(__x86_64__) || defined(__aarch64__)

enum { FOREIGN_CALLS = 0x40000000 }; /* x86-64's x32 interface begins there; no other call does */

/* Newer than the headers of some systems. */
enum { CALL_CLONE3 = 435 };
#ifndef SYS_rseq
#if defined(__x86_64__)
#define SYS_rseq 334
#else
#define SYS_rseq 293
#endif
#endif

static const unsigned short allowed[] = {
    /* files; the walls around files say which */
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_openat,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_lseek,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_chdir,
    SYS_mkdirat,
    SYS_unlinkat,
    SYS_renameat,
    SYS_renameat2,
    SYS_ftruncate,
    SYS_truncate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_flock,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_umask,
    SYS_fallocate,
    SYS_statfs,
    SYS_fstatfs,
    SYS_fadvise64,
    SYS_ppoll,
    SYS_pselect6,
    SYS_sendfile,
    SYS_copy_file_range,
    SYS_execve,
    /* memory */
    SYS_munmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_msync,
    SYS_mincore,
    SYS_mlock,
    SYS_munlock,
    SYS_membarrier,
    /* threads and signals to itself */
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_set_tid_address,
    SYS_gettid,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_exit,
    SYS_exit_group,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigpending,
    SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_setitimer,
    SYS_getitimer,
    SYS_wait4,
    /* time, and what the system is */
    SYS_nanosleep,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_gettimeofday,
    SYS_times,
    SYS_getrusage,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrandom,
    SYS_getpid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getpgid,
    SYS_getsid,
    SYS_getgroups,
    SYS_getcpu,
    SYS_getrlimit,
    /* the socket to the server */
    SYS_sendto,
    SYS_recvfrom,
    SYS_getsockname,
    SYS_getpeername,
    SYS_getsockopt,
    SYS_shutdown,
#ifdef SYS_open /* what x86-64 has from earlier times */
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_mkdir,
    SYS_rmdir,
    SYS_unlink,
    SYS_rename,
    SYS_creat,
    SYS_dup2,
    SYS_pipe,
    SYS_poll,
    SYS_select,
    SYS_getdents,
    SYS_time,
    SYS_alarm,
    SYS_pause,
    SYS_arch_prctl,
    SYS_getpgrp,
#endif
};

static const unsigned short denied[] = {
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_tgkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_sched_setparam,
    SYS_sched_setscheduler,
    SYS_sched_setattr,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_userfaultfd,
    SYS_shmget,
    SYS_shmat,
    SYS_msgget,
    SYS_semget,
    SYS_mq_open,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_syslog,
    SYS_quotactl,
    SYS_acct,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_memfd_create,
    424 /* pidfd_send_signal */,
    425 /* io_uring_setup */,
    434 /* pidfd_open */,
    438 /* pidfd_getfd */,
    440 /* process_madvise */,
    448 /* process_mrelease */,
};

/* ---- building a filter ------------------------------------------------------------------------------------------- */

static void put(SeccompFilter *filter, unsigned code, unsigned value, unsigned yes, unsigned no) {
    filter->at[filter->count++] = (struct sock_filter){
        .code = (unsigned short)code, .jt = (unsigned char)yes, .jf = (unsigned char)no, .k = value};
}

static void put_load(SeccompFilter *filter, size_t offset) {
    put(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void put_return(SeccompFilter *filter, unsigned action) {
    put(filter, BPF_RET | BPF_K, action, 0, 0);
}

enum { ALLOW = SECCOMP_RET_ALLOW, DENY = SECCOMP_RET_ERRNO | EPERM, LACK = SECCOMP_RET_ERRNO | ENOSYS };

static void on_call(SeccompFilter *filter, unsigned call, unsigned action) {
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    put_return(filter, action);
}

/* Allows the call where the lower half of an argument, masked, is value, or where it is not. Both processors are little
 * endian. */
static void on_argument(SeccompFilter *filter, unsigned call, unsigned argument, unsigned mask, unsigned value,
                        bool equal) {
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    put_load(filter, offsetof(struct seccomp_data, args) + 8 * argument);
    put(filter, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, equal ? 0 : 1, equal ? 1 : 0);
    put_return(filter, ALLOW);
    put_return(filter, DENY);
}

/* Does this where the lower half of an argument is value; elsewhere the filter goes on. */
static void on_value(SeccompFilter *filter, unsigned call, unsigned argument, unsigned value, unsigned action) {
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    put_load(filter, offsetof(struct seccomp_data, args) + 8 * argument);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    put_return(filter, action);
    put_load(filter, offsetof(struct seccomp_data, nr));
}

static void put_head(SeccompFilter *filter) {
    put_load(filter, offsetof(struct seccomp_data, arch));
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)NATIVE, 1, 0);
    put_return(filter, SECCOMP_RET_KILL_PROCESS);
    put_load(filter, offsetof(struct seccomp_data, nr));
    put(filter, BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1);
    put_return(filter, DENY);
}

/* Signals have a way beside the calls that send them: a file can be told which signal to send to which process when
 * there is something to read (fcntl(2): F_SETOWN, F_SETSIG, O_ASYNC; the same by ioctl). */
static const unsigned short file_owners[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
static const unsigned short file_controls[] = {FIOASYNC, FIOSETOWN, SIOCSPGRP, TIOCSTI, TIOCLINUX};

/* Of what fcntl does: copies of descriptors, their flags, locks, and the flags of files but for O_ASYNC. */
static void put_fcntl(SeccompFilter *filter) {
    static const unsigned short commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,     F_GETFL,     F_GETLK,
                                              F_SETLK, F_SETLKW,        F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) on_value(filter, SYS_fcntl, 1, commands[i], ALLOW);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 7);
    put_load(filter, offsetof(struct seccomp_data, args) + 8);
    put(filter, BPF_JMP | BPF_JEQ | BPF_K, F_SETFL, 0, 4);
    put_load(filter, offsetof(struct seccomp_data, args) + 16);
    put(filter, BPF_JMP | BPF_JSET | BPF_K, O_ASYNC, 1, 0);
    put_return(filter, ALLOW);
    put_return(filter, DENY);
    put_return(filter, DENY);
}

/* Threads, and no processes: clone with CLONE_THREAD. clone3 has its flags in memory, where a filter cannot look: the C
 * library takes clone where there is none. Memory that is shared and has no file would escape the count of what the
 * process uses. Signals go to the process itself, as abort() sends one; so do limits and the choice of processors. In a
 * namespace of processes, where nobody else can be named, those calls need no rule. A terminal can be asked, and not be
 * typed into. */
static void put_program(SeccompFilter *filter, bool alone) {
    static const unsigned short signals[] = {SYS_kill, SYS_tgkill};
    enum { SHARED_NOWHERE = MAP_SHARED | MAP_ANONYMOUS };
    on_argument(filter, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, true);
    on_call(filter, CALL_CLONE3, LACK);
    on_argument(filter, SYS_mmap, 3, SHARED_NOWHERE, SHARED_NOWHERE, false);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (alone)
            on_call(filter, signals[i], ALLOW);
        else
            on_argument(filter, signals[i], 0, ~0u, (unsigned)getpid(), true);
    }
    if (!alone) on_value(filter, SYS_sched_setaffinity, 0, (unsigned)getpid(), ALLOW);
    on_argument(filter, SYS_sched_setaffinity, 0, alone ? 0 : ~0u, 0, true);
    put_fcntl(filter);
    on_argument(filter, SYS_prlimit64, 0, ~0u, 0, true);
    on_value(filter, SYS_prctl, 0, PR_SET_NAME, ALLOW);
    on_value(filter, SYS_ioctl, 1, TCGETS, ALLOW);
    on_value(filter, SYS_ioctl, 1, TIOCGWINSZ, ALLOW);
    on_value(filter, SYS_ioctl, 1, FIONREAD, ALLOW);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) on_call(filter, allowed[i], ALLOW);
    put_return(filter, DENY);
}

/* All but what reaches other processes, the network and the kernel's settings. A tool's own number is not known here,
 * because the filter holds for the programs that it starts as well: 0 stands for the process itself. */
static void put_tools(SeccompFilter *filter) {
    for (size_t i = 0; i < sizeof file_owners / sizeof *file_owners; i++)
        on_value(filter, SYS_fcntl, 1, file_owners[i], DENY);
    for (size_t i = 0; i < sizeof file_controls / sizeof *file_controls; i++)
        on_value(filter, SYS_ioctl, 1, file_controls[i], DENY);
    on_argument(filter, SYS_prlimit64, 0, ~0u, 0, true);
    on_argument(filter, SYS_sched_setaffinity, 0, ~0u, 0, true);
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) on_call(filter, denied[i], DENY);
    put_return(filter, ALLOW);
}

void seccomp_filter(SeccompFilter *filter, SeccompKind kind) {
    filter->count = 0;
    put_head(filter);
    if (kind == SECCOMP_TOOLS)
        put_tools(filter);
    else
        put_program(filter, kind == SECCOMP_WRAPPED);
}

#else

void seccomp_filter(SeccompFilter *filter, SeccompKind kind) {
    (void)kind;
    filter->count = 0;
}

#endif

bool seccomp_raise(SeccompKind kind) {
    static SeccompFilter filter;
    seccomp_filter(&filter, kind);
    struct sock_fprog program = {.len = (unsigned short)filter.count, .filter = filter.at};
    return filter.count > 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/* Without its bounding set a program that belongs to root gets no capability either. Who has none to begin with may not
 * change that set, and need not. */
bool seccomp_drop_capabilities(void) {
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    for (int capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    return syscall(SYS_capset, &head, none) == 0;
}

#endif
