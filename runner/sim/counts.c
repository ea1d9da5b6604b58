/* From the workers' counters of instructions, branches and barriers to the counts of a result. */
#include "sim/launch.h"

#include "metric_names.h"

/* What the assembler made of the PTX instruction of that number; NULL where that is not known. */
static const SimKeptBranch *kept_branch(const SimProgram *program, uint32_t pc) {
    uint32_t index = pc - program->kernel_pc;
    bool known =
        program->kept_branches != NULL && pc >= program->kernel_pc && index < program->kernel->source->instr_count;
    return known ? &program->kept_branches[index] : NULL;
}

/* Whether the assembler's branches are known now that the kernel has run: none parted lanes that meet elsewhere than in
 * PTX. */
bool sim_knows_branches(const SimProgram *program, SimWorker *const *workers, uint32_t count) {
    for (uint32_t i = 1; i < program->branch_count; i++) {
        const SimKeptBranch *kept = kept_branch(program, program->branch_pc[i]);
        for (uint32_t w = 0; kept != NULL && w < count; w++)
            if (kept->parts_elsewhere && workers[w]->branches[i].divergent > 0) return false;
    }
    return program->kept_branches != NULL;
}

void sim_hand_over_counts(SimWorker *worker) {
    const SimProgram *program = worker->program;
    for (size_t i = 0; i < program->counted_count; i++) {
        SimCounted counted = program->counted[i];
        const SimCounter *counter = &worker->counters[counted.counter];
        if (!counter->warps) continue;
        sim_count(worker->memory, METRIC_INSTRUCTIONS_WARP, counted.pc, counter->warps);
        sim_count(worker->memory, METRIC_INSTRUCTIONS_THREAD, counted.pc, counter->threads);
        if (counted.shuffles) sim_count(worker->memory, METRIC_INSTRUCTIONS_SHUFFLE, counted.pc, counter->warps);
        if (counted.votes) sim_count(worker->memory, METRIC_INSTRUCTIONS_VOTE, counted.pc, counter->warps);
        if (counted.block_votes) sim_count(worker->memory, METRIC_INSTRUCTIONS_BLOCK_VOTE, counted.pc, counter->warps);
    }
    for (uint32_t i = 1; i < program->branch_count; i++) {
        const SimBranchCounter *counter = &worker->branches[i];
        if (!counter->executed) continue;
        sim_count(worker->memory, METRIC_BRANCH_EXECUTED, program->branch_pc[i], counter->executed);
        sim_count(worker->memory, METRIC_BRANCH_DIVERGENT, program->branch_pc[i], counter->divergent);
        const SimKeptBranch *kept = kept_branch(program, program->branch_pc[i]);
        if (kept == NULL) continue;
        uint64_t executed = kept->kept ? counter->executed : 0, divergent = kept->kept ? counter->divergent : 0;
        executed += kept->jumps_taken * (counter->taken + counter->divergent);
        executed += kept->jumps_else * (counter->executed - counter->taken);
        sim_count(worker->memory, METRIC_ASSEMBLED_BRANCH_EXECUTED, program->branch_pc[i], executed);
        sim_count(worker->memory, METRIC_ASSEMBLED_BRANCH_DIVERGENT, program->branch_pc[i], divergent);
    }
    for (uint32_t pc = 0; pc < program->pc_count; pc++)
        if (worker->barrier_counts[pc]) sim_count(worker->memory, METRIC_BARRIERS, pc, worker->barrier_counts[pc]);
}

void sim_set_balance(Metrics *metrics, const SimLaunch *launch, SimWorker *const *workers, uint32_t count) {
    uint64_t block = 0, warp = 0, requests = 0, all_requests = 0, constants = 0, idle = 0, calls = 0, accesses = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (workers[i]->most_of_block > block) block = workers[i]->most_of_block;
        if (workers[i]->most_of_warp > warp) warp = workers[i]->most_of_warp;
        if (workers[i]->most_requests > requests) requests = workers[i]->most_requests;
        if (workers[i]->most_calls > calls) calls = workers[i]->most_calls;
        if (workers[i]->most_accesses > accesses) accesses = workers[i]->most_accesses;
        all_requests += workers[i]->requests;
        constants += workers[i]->constants;
        idle += workers[i]->idle_threads;
    }
    double of_all = (double)launch->spent, blocks = (double)launch->block_count;
    metrics_set(metrics, METRIC_INSTRUCTIONS_PER_BLOCK_MAX, (double)block);
    metrics_set(metrics, METRIC_INSTRUCTIONS_PER_WARP_MAX, (double)warp);
    metrics_set(metrics, METRIC_CALL_DEPTH, (double)calls);
    metrics_set(metrics, METRIC_CALL_RECURSIVE, (double)workers[0]->program->calls_back);
    double seen = (double)(all_requests + constants);
    metrics_set(metrics, METRIC_REQUESTS_ACTIVE_THREADS, WARP_SIZE - (seen > 0 ? (double)idle / seen : 0));
    if (launch->spent == 0) return;
    metrics_set(metrics, METRIC_IMBALANCE_BLOCKS, (double)block * blocks / of_all);
    double warps = blocks * (double)workers[0]->warp_count;
    metrics_set(metrics, METRIC_IMBALANCE_WARPS, (double)warp * warps / of_all);
    double even = all_requests == 0 ? 1 : (double)requests * warps / (double)all_requests;
    metrics_set(metrics, METRIC_IMBALANCE_REQUESTS, even);
    double all_accesses = WARP_SIZE * seen - (double)idle;
    metrics_set(metrics, METRIC_IMBALANCE_ACCESSES, all_accesses > 0 ? (double)accesses * warps / all_accesses : 1);
}
