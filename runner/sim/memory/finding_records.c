/* Findings: recorded once for each kind and pair of instructions, with a count and the message of the lowest block.
 *
 * A worker runs blocks in ascending order, so that the first message it makes is the one that is kept; a finding in a
 * loop costs no more than its count. A worker keeps more distinct findings than are reported, so that the first ones
 * of the launch (by block, then by order within it) are kept by some worker, however blocks were spread. */
#include <stdarg.h>
#include <stdio.h>

#include "sim/memory/block_memory.h"

static uint16_t *find_slot(Findings *findings, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc) {
    uint32_t hash = (pc * 2 + (warning ? 1U : 0U)) * 0x9e3779b1u ^ (other_pc * 16 + (uint32_t)kind) * 0x85ebca6bu;
    for (uint32_t i = hash >> 16;; i++) {
        uint16_t *slot = &findings->slot[i % FINDING_SLOTS];
        if (*slot == 0) return slot;
        const FindingRecord *record = &findings->at[*slot - 1];
        if (record->kind == kind && record->warning == warning && record->pc == pc && record->other_pc == other_pc)
            return slot;
    }
}

bool finding_known(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc, int weight) {
    Findings *findings = &block->findings;
    uint16_t slot = *find_slot(findings, kind, warning, pc, other_pc);
    if (slot == 0) return findings->severity_count[warning] == FINDINGS_PER_WORKER;
    FindingRecord *record = &findings->at[slot - 1];
    if (block->number < record->block || (block->number == record->block && weight > record->weight)) return false;
    record->count++;
    return true;
}

bool finding_again(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc) {
    return finding_known(block, kind, warning, pc, other_pc, 0);
}

static void record(SimBlockMemory *block, FindingRecord finding, const char *format, va_list args) {
    Findings *findings = &block->findings;
    uint16_t *slot = find_slot(findings, finding.kind, finding.warning, finding.pc, finding.other_pc);
    finding.block = block->number;
    finding.sequence = findings->sequence++;
    finding.count = 1;
    if (*slot == 0) {
        *slot = (uint16_t)++findings->count;
        findings->severity_count[finding.warning]++;
    } else
        finding.count += findings->at[*slot - 1].count;
    finding.message = arena_vprintf(block->arena, format, args);
    findings->at[*slot - 1] = finding;
}

void sim_finding(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc,
                 const char *format, ...) {
    if (finding_again(block, kind, warning, pc, other_pc)) return;
    va_list args;
    va_start(args, format);
    record(block, (FindingRecord){.kind = kind, .warning = warning, .pc = pc, .other_pc = other_pc}, format, args);
    va_end(args);
}

void finding_of_weight(SimBlockMemory *block, FindingRecord finding, const char *format, ...) {
    va_list args;
    va_start(args, format);
    record(block, finding, format, args);
    va_end(args);
}

const char *sim_thread_name(const SimBlockMemory *block, uint32_t thread, char *buffer) {
    const uint32_t *dim = block->layout->block_dim;
    snprintf(buffer, 32, "(%u,%u,%u)", thread % dim[0], thread / dim[0] % dim[1], thread / dim[0] / dim[1]);
    return buffer;
}
