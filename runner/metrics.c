#include "metrics.h"

#include <string.h>

#define COUNT METRIC_KIND_COUNT
#define MOST METRIC_KIND_MAXIMUM
#define RATIO METRIC_KIND_RATIO

/* name, unit, kind, kept per line, Nsight Compute's metric, meaning.
 * Nsight's names: Nsight Compute 2025, "Metrics Reference"; those of shared memory wavefronts were compared row by row
 * with an H200's (tests/hardware/). */
const MetricInfo metric_info[METRIC_COUNT] = {
    [METRIC_SHARED_LOAD_REQUESTS] = {"shared.load.requests", "requests", COUNT, true,
                                     "smsp__inst_executed_op_shared_ld.sum", "warp-wide loads from shared memory"},
    [METRIC_SHARED_LOAD_WAVEFRONTS] = {"shared.load.wavefronts", "wavefronts", COUNT, true,
                                       "memory_l1_wavefronts_shared (loads)",
                                       "passes that the 32 banks needed for loads"},
    [METRIC_SHARED_LOAD_CONFLICTS] = {"shared.load.conflicts", "conflicts", COUNT, true,
                                      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                                      "passes beyond the fewest that loads of this width need"},
    [METRIC_SHARED_LOAD_WAYS] = {"shared.load.ways", "ways", MOST, true, NULL,
                                 "the worst load: 1 is conflict-free, N is an N-way conflict"},
    [METRIC_SHARED_STORE_REQUESTS] = {"shared.store.requests", "requests", COUNT, true,
                                      "smsp__inst_executed_op_shared_st.sum", "warp-wide stores to shared memory"},
    [METRIC_SHARED_STORE_WAVEFRONTS] = {"shared.store.wavefronts", "wavefronts", COUNT, true,
                                        "memory_l1_wavefronts_shared (stores)",
                                        "passes that the 32 banks needed for stores"},
    [METRIC_SHARED_STORE_CONFLICTS] = {"shared.store.conflicts", "conflicts", COUNT, true,
                                       "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                                       "passes beyond the fewest that stores of this width need"},
    [METRIC_SHARED_STORE_WAYS] = {"shared.store.ways", "ways", MOST, true, NULL,
                                  "the worst store: 1 is conflict-free, N is an N-way conflict"},
    [METRIC_SHARED_ATOMIC_REQUESTS] = {"shared.atomic.requests", "requests", COUNT, true,
                                       "smsp__inst_executed_op_shared_atom.sum", "warp-wide atomics on shared memory"},
    [METRIC_SHARED_ATOMIC_WAVEFRONTS] = {"shared.atomic.wavefronts", "wavefronts", COUNT, true,
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
                                         "passes that the 32 banks needed for atomics"},
    [METRIC_SHARED_ATOMIC_CONFLICTS] = {"shared.atomic.conflicts", "conflicts", COUNT, true, NULL,
                                        "passes beyond one for each atomic"},
    [METRIC_SHARED_ATOMIC_WAYS] = {"shared.atomic.ways", "ways", MOST, true, NULL,
                                   "the worst atomic: the most lanes that hit one bank"},
    [METRIC_SHARED_REQUESTS] = {"shared.requests", "requests", COUNT, true, "smsp__inst_executed_op_shared.sum",
                                "loads, stores and atomics on shared memory together"},
    [METRIC_SHARED_WAVEFRONTS] = {"shared.wavefronts", "wavefronts", COUNT, true, "memory_l1_wavefronts_shared",
                                  "passes that the 32 banks needed, all together"},
    [METRIC_SHARED_CONFLICTS] = {"shared.conflicts", "conflicts", COUNT, true,
                                 "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
                                 "bank conflicts, all together: 0 is conflict-free"},
    [METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS] = {"assembled.shared.load.requests", "requests", COUNT, true,
                                               "smsp__inst_executed_op_shared_ld.sum",
                                               "loads left after the assembler merged neighbouring ones"},
    [METRIC_ASSEMBLED_SHARED_LOAD_WAVEFRONTS] = {"assembled.shared.load.wavefronts", "wavefronts", COUNT, true,
                                                 "memory_l1_wavefronts_shared (loads)",
                                                 "passes that those loads needed"},
    [METRIC_ASSEMBLED_SHARED_LOAD_CONFLICTS] = {"assembled.shared.load.conflicts", "conflicts", COUNT, true,
                                                "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                                                "passes beyond the fewest that those loads need"},
    [METRIC_ASSEMBLED_SHARED_STORE_REQUESTS] = {"assembled.shared.store.requests", "requests", COUNT, true,
                                                "smsp__inst_executed_op_shared_st.sum",
                                                "stores left after the assembler merged neighbouring ones"},
    [METRIC_ASSEMBLED_SHARED_STORE_WAVEFRONTS] = {"assembled.shared.store.wavefronts", "wavefronts", COUNT, true,
                                                  "memory_l1_wavefronts_shared (stores)",
                                                  "passes that those stores needed"},
    [METRIC_ASSEMBLED_SHARED_STORE_CONFLICTS] = {"assembled.shared.store.conflicts", "conflicts", COUNT, true,
                                                 "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                                                 "passes beyond the fewest that those stores need"},
    [METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS] = {"assembled.shared.atomic.requests", "requests", COUNT, true,
                                                 "smsp__inst_executed_op_shared_atom.sum",
                                                 "atomics that the assembler left"},
    [METRIC_ASSEMBLED_SHARED_ATOMIC_WAVEFRONTS] = {"assembled.shared.atomic.wavefronts", "wavefronts", COUNT, true,
                                                   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
                                                   "passes that they needed, where it added up equal addresses first"},
    [METRIC_ASSEMBLED_SHARED_ATOMIC_CONFLICTS] = {"assembled.shared.atomic.conflicts", "conflicts", COUNT, true, NULL,
                                                  "passes beyond one for each of them"},
    [METRIC_ASSEMBLED_SHARED_REQUESTS] = {"assembled.shared.requests", "requests", COUNT, true,
                                          "smsp__inst_executed_op_shared.sum",
                                          "loads, stores and atomics together, after the assembler"},
    [METRIC_ASSEMBLED_SHARED_WAVEFRONTS] = {"assembled.shared.wavefronts", "wavefronts", COUNT, true,
                                            "memory_l1_wavefronts_shared", "passes that they needed, all together"},
    [METRIC_ASSEMBLED_SHARED_CONFLICTS] = {"assembled.shared.conflicts", "conflicts", COUNT, true,
                                           "memory_l1_wavefronts_shared - memory_l1_wavefronts_shared_ideal",
                                           "passes beyond the fewest, all together"},
    [METRIC_GLOBAL_LOAD_REQUESTS] = {"global.load.requests", "requests", COUNT, true,
                                     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                     "warp-wide loads from global memory"},
    [METRIC_GLOBAL_LOAD_SECTORS] = {"global.load.sectors", "sectors", COUNT, true,
                                    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                    "32-byte sectors that loads touched"},
    [METRIC_GLOBAL_LOAD_IDEAL_SECTORS] = {"global.load.ideal_sectors", "sectors", COUNT, true,
                                          "memory_l2_theoretical_sectors_global_ideal (loads)",
                                          "the fewest sectors that could hold the bytes loaded"},
    [METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST] = {"global.load.sectors_per_request", "sectors/request", RATIO, true,
                                                "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                                                "sectors that one load touched, on average"},
    [METRIC_GLOBAL_LOAD_EFFICIENCY] = {"global.load.efficiency", "of 1", RATIO, true, NULL,
                                       "ideal sectors divided by touched ones, for loads"},
    [METRIC_GLOBAL_STORE_REQUESTS] = {"global.store.requests", "requests", COUNT, true,
                                      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                      "warp-wide stores to global memory"},
    [METRIC_GLOBAL_STORE_SECTORS] = {"global.store.sectors", "sectors", COUNT, true,
                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                     "32-byte sectors that stores touched"},
    [METRIC_GLOBAL_STORE_IDEAL_SECTORS] = {"global.store.ideal_sectors", "sectors", COUNT, true,
                                           "memory_l2_theoretical_sectors_global_ideal (stores)",
                                           "the fewest sectors that could hold the bytes stored"},
    [METRIC_GLOBAL_STORE_SECTORS_PER_REQUEST] = {"global.store.sectors_per_request", "sectors/request", RATIO, true,
                                                 "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
                                                 "sectors that one store touched, on average"},
    [METRIC_GLOBAL_STORE_EFFICIENCY] = {"global.store.efficiency", "of 1", RATIO, true, NULL,
                                        "ideal sectors divided by touched ones, for stores"},
    [METRIC_GLOBAL_ATOMIC_REQUESTS] = {"global.atomic.requests", "requests", COUNT, true,
                                       "smsp__inst_executed_op_global_atom.sum + smsp__inst_executed_op_global_red.sum",
                                       "warp-wide atomics on global memory"},
    [METRIC_GLOBAL_ATOMIC_SECTORS] = {"global.atomic.sectors", "sectors", COUNT, true, NULL,
                                      "32-byte sectors that atomics touched"},
    [METRIC_LOCAL_LOAD_REQUESTS] = {"local.load.requests", "requests", COUNT, true,
                                    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
                                    "warp-wide loads from local memory: spills and indexed arrays"},
    [METRIC_LOCAL_LOAD_SECTORS] = {"local.load.sectors", "sectors", COUNT, true,
                                   "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                                   "32-byte sectors that those loads touched"},
    [METRIC_LOCAL_STORE_REQUESTS] = {"local.store.requests", "requests", COUNT, true,
                                     "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
                                     "warp-wide stores to local memory"},
    [METRIC_LOCAL_STORE_SECTORS] = {"local.store.sectors", "sectors", COUNT, true,
                                    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
                                    "32-byte sectors that those stores touched"},
    [METRIC_CONSTANT_REQUESTS] = {"constant.requests", "words", COUNT, true, NULL,
                                  "distinct constant words that each warp's request read, added up"},
    [METRIC_CONSTANT_SERIALISED] = {"constant.serialised", "words", COUNT, true, NULL,
                                    "how many of those came on top of one for each request"},
    [METRIC_TEXTURE_REQUESTS] = {"texture.requests", "requests", COUNT, true, "smsp__inst_executed_op_texture.sum",
                                 "warp-wide texture fetches"},
    [METRIC_BRANCH_EXECUTED] = {"branch.executed", "branches", COUNT, true, "smsp__sass_inst_executed_op_branch.sum",
                                "conditional and other branches that warps took"},
    [METRIC_BRANCH_DIVERGENT] = {"branch.divergent", "branches", COUNT, true,
                                 "smsp__sass_branch_targets_threads_divergent.sum",
                                 "branches where the lanes of a warp went different ways"},
    [METRIC_INSTRUCTIONS_WARP] = {"instructions.warp", "instructions", COUNT, true,
                                  "smsp__inst_executed.sum (of PTX, as written)",
                                  "PTX instructions that warps executed"},
    [METRIC_INSTRUCTIONS_THREAD] = {"instructions.thread", "instructions", COUNT, true,
                                    "smsp__thread_inst_executed.sum (of PTX, as written)",
                                    "PTX instructions that threads executed"},
    [METRIC_BARRIERS] = {"barriers", "barriers", COUNT, true, NULL, "block-wide barriers passed, added up over blocks"},
    [METRIC_ASYNC_REQUESTS] = {"async.requests", "requests", COUNT, true, NULL,
                               "warp-wide asynchronous copies (cp.async)"},
    [METRIC_ASYNC_AHEAD] = {"async.ahead", "requests", COUNT, true, NULL,
                            "those that were still on their way when their warp had waited for others"},
    [METRIC_INSTRUCTIONS_SHUFFLE] = {"instructions.shuffle", "instructions", COUNT, true, NULL,
                                     "warp-wide shuffles and warp-wide reductions: lanes that exchange registers"},
    [METRIC_INSTRUCTIONS_PER_BLOCK_MAX] = {"instructions.per_block.max", "instructions", MOST, false, NULL,
                                           "instructions.warp of the block that executed the most"},
    [METRIC_INSTRUCTIONS_PER_WARP_MAX] = {"instructions.per_warp.max", "instructions", MOST, false, NULL,
                                          "instructions of the warp that executed the most"},
    [METRIC_INSTRUCTIONS_ACTIVE_THREADS] =
        {"instructions.active_threads", "threads/instruction", RATIO, true,
         "smsp__thread_inst_executed_per_inst_executed.ratio (of PTX, as written)",
         "threads of a warp that execute an instruction, on average: 32 is all of them"},
    [METRIC_IMBALANCE_BLOCKS] =
        {"imbalance.blocks", "times the mean", RATIO, false, NULL,
         "what the busiest block executed, divided by the mean of all: 1 is shared evenly, N is one block of N"},
    [METRIC_IMBALANCE_WARPS] = {"imbalance.warps", "times the mean", RATIO, false, NULL,
                                "what the busiest warp executed, divided by the mean of all warps of the launch"},
    [METRIC_LAUNCH_REGISTERS] = {"launch.registers", "registers/thread", MOST, false,
                                 "launch__registers_per_thread (which shows at least 16)",
                                 "registers that the assembler gave each thread"},
    [METRIC_LAUNCH_SHARED_STATIC] = {"launch.shared.static", "bytes/block", MOST, false,
                                     "launch__shared_mem_per_block_static", "shared memory that the kernel declares"},
    [METRIC_LAUNCH_SHARED_DYNAMIC] = {"launch.shared.dynamic", "bytes/block", MOST, false,
                                      "launch__shared_mem_per_block_dynamic",
                                      "shared memory that the launch asked for"},
    [METRIC_LAUNCH_LOCAL] = {"launch.local", "bytes/thread", MOST, false, NULL,
                             "local memory of each thread: the stack frame"},
    [METRIC_LAUNCH_SPILL_STORES] = {"launch.spill_stores", "bytes", MOST, false, NULL,
                                    "bytes of spill stores in the code: values that found no register"},
    [METRIC_LAUNCH_SPILL_LOADS] = {"launch.spill_loads", "bytes", MOST, false, NULL,
                                   "bytes of spill loads in the code"},
    [METRIC_OCCUPANCY_THEORETICAL] = {"occupancy.theoretical", "of 1", RATIO, false,
                                      "sm__maximum_warps_per_active_cycle_pct",
                                      "resident warps divided by those that the SM could hold"},
    [METRIC_OCCUPANCY_BLOCKS_PER_SM] = {"occupancy.blocks_per_sm", "blocks/SM", MOST, false,
                                        "launch__occupancy_limit_*", "blocks that fit on one SM at a time"},
    [METRIC_OCCUPANCY_LIMITER] = {"occupancy.limiter", "", METRIC_KIND_NAME, false, NULL,
                                  "what keeps more blocks from fitting: warps, registers, shared or blocks"},
    [METRIC_TIME_MS] = {"time.ms", "ms", RATIO, false, "gpu__time_duration.sum",
                        "time on a real GPU: never from the simulator"},
    [METRIC_BANDWIDTH_GBPS] = {"bandwidth.gbps", "GB/s", RATIO, false, NULL,
                               "bytes that the kernel had to move, divided by that time"},
    [METRIC_BANDWIDTH_OF_COPY] = {"bandwidth.of_copy", "of 1", RATIO, false, NULL,
                                  "that bandwidth divided by that of the GPU's own copy in the same run"},
    [METRIC_THROUGHPUT_GFLOPS] = {"throughput.gflops", "GFLOP/s", RATIO, false, NULL,
                                  "floating-point operations that the kernel had to do, divided by that time"},
    [METRIC_HOST_COPY_IN_MS] = {"host.copy_in.ms", "ms", RATIO, false, NULL,
                                "time to copy all buffers from host memory to the GPU"},
    [METRIC_HOST_COPY_IN_GBPS] = {"host.copy_in.gbps", "GB/s", RATIO, false, NULL, "those bytes divided by that time"},
    [METRIC_HOST_COPY_OUT_MS] = {"host.copy_out.ms", "ms", RATIO, false, NULL,
                                 "time to copy the outputs from the GPU to host memory"},
    [METRIC_HOST_COPY_OUT_GBPS] = {"host.copy_out.gbps", "GB/s", RATIO, false, NULL,
                                   "those bytes divided by that time"},
    [METRIC_HOST_TOTAL_MS] =
        {"host.total.ms", "ms", RATIO, false, NULL,
         "time for copying in, the kernel and copying out, with as much overlap as the launch asks for"},
    [METRIC_GPU_LAUNCH_REGISTERS] = {"gpu.launch.registers", "registers/thread", MOST, false,
                                     "launch__registers_per_thread (which shows at least 16)",
                                     "registers of each thread, as the driver loaded the kernel"},
    [METRIC_GPU_LAUNCH_SHARED_STATIC] = {"gpu.launch.shared.static", "bytes/block", MOST, false,
                                         "launch__shared_mem_per_block_static",
                                         "shared memory that the kernel declares, from the driver"},
    [METRIC_GPU_LAUNCH_LOCAL] = {"gpu.launch.local", "bytes/thread", MOST, false, NULL,
                                 "local memory of each thread, from the driver"},
    [METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM] = {"gpu.occupancy.blocks_per_sm", "blocks/SM", MOST, false,
                                            "launch__occupancy_limit_*",
                                            "blocks that fit on one SM at a time, from the driver"},
    [METRIC_GPU_SHARED_LOAD_REQUESTS] = {"gpu.shared.load.requests", "requests", COUNT, false,
                                         "smsp__sass_inst_executed_op_shared_ld.sum",
                                         "warp-wide loads from shared memory, as the GPU executed them"},
    [METRIC_GPU_SHARED_LOAD_WAVEFRONTS] = {"gpu.shared.load.wavefronts", "wavefronts", COUNT, false,
                                           "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared (loads)",
                                           "passes that those needed, without collisions of warps"},
    [METRIC_GPU_SHARED_LOAD_CONFLICTS] = {"gpu.shared.load.conflicts", "conflicts", COUNT, false, NULL,
                                          "passes beyond the fewest that those need"},
    [METRIC_GPU_SHARED_STORE_REQUESTS] = {"gpu.shared.store.requests", "requests", COUNT, false,
                                          "smsp__sass_inst_executed_op_shared_st.sum",
                                          "warp-wide stores to shared memory, as the GPU executed them"},
    [METRIC_GPU_SHARED_STORE_WAVEFRONTS] = {"gpu.shared.store.wavefronts", "wavefronts", COUNT, false,
                                            "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared (stores)",
                                            "passes that those needed, without collisions of warps"},
    [METRIC_GPU_SHARED_STORE_CONFLICTS] = {"gpu.shared.store.conflicts", "conflicts", COUNT, false, NULL,
                                           "passes beyond the fewest that those need"},
    [METRIC_GPU_SHARED_ATOMIC_REQUESTS] = {"gpu.shared.atomic.requests", "requests", COUNT, false,
                                           "smsp__sass_inst_executed_op_shared_atom.sum",
                                           "warp-wide atomics on shared memory, as the GPU executed them"},
    [METRIC_GPU_SHARED_ATOMIC_WAVEFRONTS] = {"gpu.shared.atomic.wavefronts", "wavefronts", COUNT, false,
                                             "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared (atomics)",
                                             "passes that those needed, without collisions of warps"},
    [METRIC_GPU_SHARED_ATOMIC_CONFLICTS] = {"gpu.shared.atomic.conflicts", "conflicts", COUNT, false, NULL,
                                            "passes beyond the fewest that those need"},
    [METRIC_GPU_SHARED_REQUESTS] = {"gpu.shared.requests", "requests", COUNT, false,
                                    "smsp__sass_inst_executed_op_shared.sum",
                                    "loads, stores and atomics on shared memory together, as the GPU executed them"},
    [METRIC_GPU_SHARED_WAVEFRONTS] = {"gpu.shared.wavefronts", "wavefronts", COUNT, false,
                                      "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
                                      "passes that they needed, all together"},
    [METRIC_GPU_SHARED_CONFLICTS] = {"gpu.shared.conflicts", "conflicts", COUNT, false, NULL,
                                     "passes beyond the fewest, all together"},
    [METRIC_GPU_GLOBAL_LOAD_REQUESTS] = {"gpu.global.load.requests", "requests", COUNT, false,
                                         "smsp__sass_inst_executed_op_global_ld.sum",
                                         "warp-wide loads from global memory, as the GPU executed them"},
    [METRIC_GPU_GLOBAL_LOAD_SECTORS] = {"gpu.global.load.sectors", "sectors", COUNT, false,
                                        "smsp__sass_sectors_mem_global (loads)", "32-byte sectors that those touched"},
    [METRIC_GPU_GLOBAL_STORE_REQUESTS] = {"gpu.global.store.requests", "requests", COUNT, false,
                                          "smsp__sass_inst_executed_op_global_st.sum",
                                          "warp-wide stores to global memory, as the GPU executed them"},
    [METRIC_GPU_GLOBAL_STORE_SECTORS] = {"gpu.global.store.sectors", "sectors", COUNT, false,
                                         "smsp__sass_sectors_mem_global (stores)",
                                         "32-byte sectors that those touched"},
    [METRIC_GPU_GLOBAL_ATOMIC_REQUESTS] =
        {"gpu.global.atomic.requests", "requests", COUNT, false,
         "smsp__sass_inst_executed_op_global_atom.sum + smsp__sass_inst_executed_op_global_red.sum",
         "warp-wide atomics on global memory, as the GPU executed them"},
    [METRIC_GPU_GLOBAL_ATOMIC_SECTORS] = {"gpu.global.atomic.sectors", "sectors", COUNT, false,
                                          "smsp__sass_sectors_mem_global (atomics)",
                                          "32-byte sectors that those touched"},
    [METRIC_GPU_LOCAL_LOAD_REQUESTS] =
        {"gpu.local.load.requests", "requests", COUNT, false, "smsp__sass_inst_executed_op_local_ld.sum",
         "warp-wide loads from local memory, spills among them, as the GPU executed them"},
    [METRIC_GPU_LOCAL_LOAD_SECTORS] = {"gpu.local.load.sectors", "sectors", COUNT, false,
                                       "smsp__sass_sectors_mem_local (loads)", "32-byte sectors that those touched"},
    [METRIC_GPU_LOCAL_STORE_REQUESTS] =
        {"gpu.local.store.requests", "requests", COUNT, false, "smsp__sass_inst_executed_op_local_st.sum",
         "warp-wide stores to local memory, spills among them, as the GPU executed them"},
    [METRIC_GPU_LOCAL_STORE_SECTORS] = {"gpu.local.store.sectors", "sectors", COUNT, false,
                                        "smsp__sass_sectors_mem_local (stores)", "32-byte sectors that those touched"},
    [METRIC_GPU_TEXTURE_REQUESTS] = {"gpu.texture.requests", "requests", COUNT, false,
                                     "smsp__sass_inst_executed_op_texture.sum",
                                     "warp-wide texture fetches, as the GPU executed them"},
    [METRIC_GPU_BRANCH_EXECUTED] = {"gpu.branch.executed", "branches", COUNT, false,
                                    "smsp__sass_inst_executed_op_branch.sum",
                                    "branches that warps took, as the GPU executed them"},
    [METRIC_GPU_BRANCH_DIVERGENT] = {"gpu.branch.divergent", "branches", COUNT, false,
                                     "smsp__sass_branch_targets_threads_divergent.sum",
                                     "those where the lanes of a warp went different ways"},
    [METRIC_GPU_INSTRUCTIONS_WARP] = {"gpu.instructions.warp", "instructions", COUNT, false,
                                      "smsp__sass_inst_executed.sum", "machine instructions that warps executed"},
    [METRIC_GPU_INSTRUCTIONS_THREAD] = {"gpu.instructions.thread", "instructions", COUNT, false,
                                        "smsp__sass_thread_inst_executed.sum",
                                        "machine instructions that threads executed"},
    [METRIC_GPU_OCCUPANCY_ACHIEVED] = {"gpu.occupancy.achieved", "of 1", RATIO, false,
                                       "sm__warps_active.avg.pct_of_peak_sustained_active",
                                       "warps resident on average, divided by those that the SM could hold"},
    [METRIC_GPU_L2_BYTES] = {"gpu.l2.bytes", "bytes", COUNT, false, "lts__t_sectors_srcunit_tex.sum (32 bytes each)",
                             "what the L1 caches asked of L2"},
    [METRIC_GPU_DRAM_READ_BYTES] = {"gpu.dram.read_bytes", "bytes", COUNT, false, "dram__bytes_read.sum",
                                    "what was read from DRAM"},
    [METRIC_GPU_DRAM_WRITE_BYTES] = {"gpu.dram.write_bytes", "bytes", COUNT, false, "dram__bytes_write.sum",
                                     "what was written to DRAM"},
};

#undef COUNT
#undef MOST
#undef RATIO

const char *const limiter_name[LIMITER_COUNT] = {
    [LIMITER_NONE] = "warps",
    [LIMITER_REGISTERS] = "registers",
    [LIMITER_SHARED] = "shared",
    [LIMITER_BLOCKS] = "blocks",
};

Metric metric_find(const char *name) {
    for (Metric metric = 0; metric < METRIC_COUNT; metric++)
        if (strcmp(metric_info[metric].name, name) == 0) return metric;
    return METRIC_COUNT;
}

static bool starts_with_one(const char *name, const char *const *beginnings, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) return true;
    return false;
}

bool metric_needs_gpu(Metric metric) {
    static const char *const families[] = {"time.", "bandwidth.", "throughput.", "host.", "gpu."};
    return starts_with_one(metric_info[metric].name, families, sizeof families / sizeof *families);
}

bool metric_needs_assembler(Metric metric) {
    static const char *const families[] = {"launch.registers", "launch.local", "launch.spill_", "occupancy."};
    return starts_with_one(metric_info[metric].name, families, sizeof families / sizeof *families);
}

void metrics_set(Metrics *metrics, Metric metric, double value) {
    metrics->value[metric] = value;
    metrics->known[metric] = true;
}

static void derive_sum(Metrics *metrics, Metric sum, Metric load, Metric store, Metric atomic) {
    if (!metrics->known[load] || !metrics->known[store] || !metrics->known[atomic]) return;
    metrics_set(metrics, sum, metrics->value[load] + metrics->value[store] + metrics->value[atomic]);
}

static void derive_ratio(Metrics *metrics, Metric ratio, Metric part, Metric whole) {
    if (!metrics->known[part] || !metrics->known[whole] || metrics->value[whole] == 0) return;
    metrics_set(metrics, ratio, metrics->value[part] / metrics->value[whole]);
}

void metrics_derive(Metrics *metrics) {
    derive_sum(metrics, METRIC_SHARED_REQUESTS, METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_STORE_REQUESTS,
               METRIC_SHARED_ATOMIC_REQUESTS);
    derive_sum(metrics, METRIC_SHARED_WAVEFRONTS, METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_SHARED_STORE_WAVEFRONTS,
               METRIC_SHARED_ATOMIC_WAVEFRONTS);
    derive_sum(metrics, METRIC_SHARED_CONFLICTS, METRIC_SHARED_LOAD_CONFLICTS, METRIC_SHARED_STORE_CONFLICTS,
               METRIC_SHARED_ATOMIC_CONFLICTS);
    for (Metric i = 0; i < 3; i++) /* requests, wavefronts, conflicts */
        derive_sum(metrics, METRIC_ASSEMBLED_SHARED_REQUESTS + i, METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS + i,
                   METRIC_ASSEMBLED_SHARED_STORE_REQUESTS + i, METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS + i);
    for (Metric i = 0; i < 3; i++)
        derive_sum(metrics, METRIC_GPU_SHARED_REQUESTS + i, METRIC_GPU_SHARED_LOAD_REQUESTS + i,
                   METRIC_GPU_SHARED_STORE_REQUESTS + i, METRIC_GPU_SHARED_ATOMIC_REQUESTS + i);
    derive_ratio(metrics, METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST, METRIC_GLOBAL_LOAD_SECTORS,
                 METRIC_GLOBAL_LOAD_REQUESTS);
    derive_ratio(metrics, METRIC_GLOBAL_STORE_SECTORS_PER_REQUEST, METRIC_GLOBAL_STORE_SECTORS,
                 METRIC_GLOBAL_STORE_REQUESTS);
    derive_ratio(metrics, METRIC_GLOBAL_LOAD_EFFICIENCY, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, METRIC_GLOBAL_LOAD_SECTORS);
    derive_ratio(metrics, METRIC_GLOBAL_STORE_EFFICIENCY, METRIC_GLOBAL_STORE_IDEAL_SECTORS,
                 METRIC_GLOBAL_STORE_SECTORS);
    derive_ratio(metrics, METRIC_INSTRUCTIONS_ACTIVE_THREADS, METRIC_INSTRUCTIONS_THREAD, METRIC_INSTRUCTIONS_WARP);
}
