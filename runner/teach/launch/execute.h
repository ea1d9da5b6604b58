/* A launch, from its spec in the lesson to its report. */
#ifndef WARPSCHOOL_TEACH_EXECUTE_H
#define WARPSCHOOL_TEACH_EXECUTE_H

#include "base/vec.h"
#include "report/report.h"
#include "teach/launch/merge.h"
#include "teach/session.h"
#include "teach/workspace.h"

/* An order of the warps in the simulator. */
typedef struct Order {
    Schedule schedule;
    uint64_t seed; /* SCHEDULE_RANDOM */
} Order;

typedef struct LaunchJob {
    const Lesson *lesson;
    const LaunchSpec *spec;
    const char *label;          /* for report and JSON */
    const Source *source;       /* what is launched */
    const Source *reference;    /* the lesson's own kernels, which reference kernels come from */
    const char *reference_arch; /* in the simulator: what they are compiled for, where the launch's own is varied; or
                                   NULL */
    const Binding *overrides;
    size_t override_count;
    const Goal *goals;
    size_t goal_count;
    const Step *step;    /* whose `show` the report follows; may be NULL */
    bool own;            /* values of the student's own: nothing is judged, so that a GPU may run it alone */
    bool gpu_alone;      /* the simulator takes no part, whatever --device says */
    Recording recording; /* requests that the simulator keeps for pictures */
    const Order *order;  /* in the place of the lesson's and of --schedule, in the simulator alone; or NULL */
    bool timed, counted; /* a time and the hardware's counters are wanted, where a GPU gives them */
} LaunchJob;

/* The requests of an instruction whose value nobody uses; see unused.h. */
typedef struct UnusedAccess {
    uint32_t line;           /* 0: unknown */
    uint8_t kind;            /* PtxSiteKind */
    bool bounded;            /* the value is used, but only compared with what is far away */
    uint64_t shared, global; /* requests */
} UnusedAccess;

typedef struct LaunchOutcome LaunchOutcome;
struct LaunchOutcome {
    Arena *arena; /* owns all but the buffers */
    Arena *bytes; /* owns the buffers; NULL once dropped */
    bool ran;     /* prepared, result, judged, report and env are set */
    bool interrupted;
    const char *compiler;        /* of the launched file: "nvrtc 13.0"; NULL where none answered */
    bool no_compiler, no_device; /* no compiler was found; --device gpu was given, and there is no GPU */
    Verdict verdict;
    DiagList diags; /* what was wrong before the launch could run, and compiler warnings */
    const char *source_file, *source_text;
    struct CompileAhead *reference; /* a compile of the lesson's kernels that runs beside, or NULL */
    Prepared prepared;
    Prepared shown; /* the same, with only the bindings that the report shows */
    Result result;
    Judged judged;
    bool simulated, on_gpu; /* which devices it ran on: */
    DeviceRun sim, gpu;
    GpuReport gpu_report;
    VEC(UnusedAccess) unused; /* where a goal asked */
    LaunchReport report;
    LaunchEnv env;
    const char *broken_by; /* of several orders of the warps the one that this is the outcome of, where its own order
                              came to something better: "reverse"; else NULL */
    LaunchOutcome *apart;  /* the launch that was timed in the place of this one, or NULL */
    const Prepared *timed; /* its sizes; NULL: this launch's own */
};

/* Never NULL; free with outcome_free. */
LaunchOutcome *launch_execute(Session *session, const LaunchJob *job);
void outcome_free(LaunchOutcome *outcome);
void outcome_drop_bytes(LaunchOutcome *outcome); /* frees the buffers and keeps the numbers */
/* The source text of the diagnostics' positions; NULL where the first of them is about the lesson's file. */
const char *outcome_source(const LaunchOutcome *outcome);
/* Says the report of the launch, or why there is none. */
void say_outcome(Session *session, const LaunchOutcome *outcome);
/* The exit code after one more outcome: that of the first one that is not passed. */
int status_after(int status, const LaunchOutcome *outcome);

#endif
