extern "C" __global__ void assembly(int *out, unsigned long long *wide, int n) {
    int r, s;
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 r;\n\tsetp.eq.s32 p, %1, 0;\n\t@p add.s32 r, %1, 1;\n\t@!p mov.b32 r, -1;\n\tmov.b32 %0, r;\n\t}" : "=r"(r) : "r"(n));
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 %%r<3>;\n\tsetp.ne.s32 p, %1, 0;\n\tmov.b32 %%r1, 7;\n\t@p bra DONE;\n\tadd.s32 %%r1, %%r1, %1;\nDONE:\n\tmov.b32 %0, %%r1;\n\t}" : "=r"(s) : "r"(n));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 1;\n\t@p bra DONE;\n\tadd.s32 %0, %0, %1;\nDONE:\n\t}" : "+r"(s) : "r"(n));
    wide[0] = wide[1] * wide[2] + wide[3];
    unsigned __int128 big = (unsigned __int128)wide[4] * wide[5] + wide[6];
    wide[7] = (unsigned long long)(big >> 64);
    wide[8] = (unsigned long long)big;
    out[0] = r + s;
}
