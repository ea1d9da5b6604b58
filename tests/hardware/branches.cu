/* Kernels with branches of many kinds: short and long ones, loops that the assembler unrolls and others that it leaves
 * alone, lanes that leave in different ways. branches_h200.csv holds what an H200 counted for them, launched with 2
 * blocks of 96 threads on a[i] = (i * 7919 + i / 7) % 211, 4096 words. No thread reads a word that another writes. */
#define KERNEL(name) extern "C" __global__ void name(int *a, int n)
#define BEGIN int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, v = a[i]
#define END a[i + 2560] = v
#define ONCE _Pragma("unroll 1")
/* Too much for predicates. */
#define WORK(m)                                                                                                        \
    for (int q = 1; q < 10; q++) a[i + 256 * q] = v += a[(v ^ q * m) & 255] * q

KERNEL(exit_guard) {
    BEGIN;
    if (i < n)
        v += 3;
    else
        return;
    END;
}

KERNEL(short_if) {
    BEGIN;
    if (v & 1) v *= 3;
    END;
}

KERNEL(short_else) {
    BEGIN;
    if (v & 1)
        v = v * 3 + t;
    else
        v = v * 5 - n;
    END;
}

KERNEL(long_if) {
    BEGIN;
    if (t % 3 == 0) {
        WORK(3);
    }
    END;
}

KERNEL(long_else) {
    BEGIN;
    if (t % 3 == 0) {
        WORK(3);
    } else {
        WORK(5);
    }
    END;
}

KERNEL(long_uniform) {
    BEGIN;
    if (blockIdx.x < n) {
        WORK(3);
    }
    END;
}

KERNEL(long_warps) {
    BEGIN;
    if (t < 32) {
        WORK(3);
    }
    END;
}

KERNEL(long_after_exit) {
    BEGIN;
    if (i >= n) return;
    if (v & 2) {
        WORK(7);
    }
    END;
}

KERNEL(nested) {
    BEGIN;
    if (t & 1) {
        WORK(3);
        if (v & 4) {
            WORK(5);
        }
        v ^= 9;
    }
    END;
}

KERNEL(nested_short) {
    BEGIN;
    if (t & 1) {
        WORK(3);
        if (v & 4) v += t;
        WORK(5);
    }
    END;
}

KERNEL(two_long) {
    BEGIN;
    if (t & 1) {
        WORK(3);
    }
    if (t & 2) {
        WORK(5);
    }
    END;
}

KERNEL(both_and) {
    BEGIN;
    if ((t & 1) && a[v & 255] > 99) {
        WORK(3);
    }
    END;
}

KERNEL(either_or) {
    BEGIN;
    if ((t & 1) || a[v & 255] > 99) {
        WORK(3);
    }
    END;
}

KERNEL(rounds) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) v = v * 3 + a[j];
    END;
}

KERNEL(rounds_free) {
    BEGIN;
    for (int j = 0; j < n; j++) v = v * 3 + a[j];
    END;
}

KERNEL(uneven) {
    BEGIN;
    ONCE for (int j = 0; j < t % 7; j++) v = v * 3 + a[j];
    END;
}

KERNEL(constant) {
    BEGIN;
    ONCE for (int j = 0; j < 64; j++) v = v * 3 + a[j];
    END;
}

KERNEL(constant_free) {
    BEGIN;
    for (int j = 0; j < 1024; j++) v = v * 3 + a[j & 255];
    END;
}

KERNEL(constant_float) {
    BEGIN;
    float s = v;
    for (int j = 0; j < 600; j++) s = s * 0.5f + j;
    v = s;
    END;
}

KERNEL(constant_four) {
    BEGIN;
    _Pragma("unroll 4") for (int j = 0; j < 256; j++) v = v * 3 + a[j];
    END;
}

KERNEL(collatz) {
    BEGIN;
    v = v % 50 + 1;
    int c = 0;
    while (v != 1) {
        v = v & 1 ? 3 * v + 1 : v / 2;
        c++;
    }
    v = c;
    END;
}

KERNEL(leave) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) {
        if (a[j] == t) break;
        v += a[j] ^ v;
    }
    END;
}

KERNEL(skip) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) {
        if (a[j] % 3 == t % 3) continue;
        WORK(3);
    }
    END;
}

KERNEL(inner) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) ONCE for (int k = 0; k < t % 5; k++) v = v * 3 + a[k + j];
    END;
}

KERNEL(in_loop) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) if ((v + j) & 1) {
        WORK(3);
    }
    else v += j;
    END;
}

KERNEL(if_loop) {
    BEGIN;
    if (v & 1) ONCE for (int j = 0; j < 9; j++) v = v * 3 + a[j];
    END;
}

KERNEL(after_loop) {
    BEGIN;
    ONCE for (int j = 0; j < t % 7; j++) v = v * 3 + a[j];
    if (v & 1) {
        WORK(3);
    }
    END;
}

KERNEL(tree) {
    BEGIN;
    __shared__ int s[256];
    s[t] = v;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (t < h) s[t] += s[t + h];
        __syncthreads();
    }
    v = s[0];
    END;
}

KERNEL(choose) {
    BEGIN;
    switch (v & 7) {
    case 0: WORK(3); break;
    case 1: WORK(5); break;
    case 2: WORK(7); break;
    case 3: WORK(9); break;
    case 4: WORK(11); break;
    case 5: v = 1; break;
    case 6: WORK(13); break;
    default: v = 5;
    }
    END;
}

KERNEL(returns) {
    BEGIN;
    ONCE for (int j = 0; j < n; j++) {
        if (a[j] == t) return;
        v += a[j] ^ v;
    }
    END;
}

KERNEL(shuffles) {
    BEGIN;
    for (int h = 16; h > 0; h /= 2) v += __shfl_xor_sync(~0u, v, h);
    if (t % 32 == 0) {
        WORK(3);
    }
    END;
}

KERNEL(whole_warp) {
    BEGIN;
    if (t & 1) {
        WORK(3);
    }
    __syncwarp();
    if (t & 2) {
        WORK(5);
    }
    END;
}

KERNEL(any_loop) {
    BEGIN;
    ONCE while (__syncthreads_or(v > 0)) {
        v -= 100;
    }
    END;
}

KERNEL(divide) {
    BEGIN;
    double d = v;
    d = d / (n + 0.5);
    v = d;
    END;
}

KERNEL(in_place) {
    BEGIN;
    __shared__ volatile int s[8];
    s[t & 7] = t;
    for (int j = 0; j < n; j++) s[0] = s[0] * 3 + 1;
    v = s[0];
    END;
}

KERNEL(barriers) {
    BEGIN;
    __shared__ int s[256];
    for (int j = 0; j < n; j++) {
        s[t] = v;
        __syncthreads();
        v += s[t ^ 1];
        __syncthreads();
    }
    END;
}

KERNEL(found) {
    BEGIN;
    int j = 0;
    while (a[j & 255] != t && j < 200) j += 1 + (v & 1);
    v = j;
    END;
}

KERNEL(exit_in_part) {
    BEGIN;
    float f = v;
    if (f > 9.f) {
        if ((v & 2) && t < 50) {
            v += n;
            for (int j0 = 0; j0 < 7; j0++) {
                a[i + 1280] = v;
            }
            v += n;
        }
        f += a[t & 63];
        v ^= a[v + 3 & 255];
        v = v * 3 + t;
        a[i + 256] = v;
        f = f * .5f + v;
        v ^= a[v + 7 & 255];
        f += a[t & 63];
        v ^= a[v + 0 & 255];
        v ^= a[v + 1 & 255];
        f += a[t & 63];
    } else {
        if (t < 40) return;
    }
    f = f * .5f + v;
    v ^= a[v + 5 & 255];
    v += n;
    f += a[t & 63];
    v += n;
    f = f * .5f + v;
    a[i + 2304] = v;
    v ^= a[v + 4 & 255];
    v += n;
    v += n;
    v ^= a[v + 7 & 255];
    if (blockIdx.x == 0) {
        if (v & 4) {
            if (v & 8 || t & 1) {
                v = v * 3 + t;
                v += n;
            }
            if (f > 9.f) {
                f = f * .5f + v;
                v = v * 3 + t;
            }
        }
        v = v * 3 + t;
        v = v * 3 + t;
        a[i + 768] = v;
        f = f * .5f + v;
        v += n;
        v = v * 3 + t;
        f = f * .5f + v;
        f += a[t & 63];
        v += n;
    }
    v += (int)f;
    END;
}

KERNEL(exit_in_loop_part) {
    BEGIN;
    float f = v;
    if (v & 4) {
        v ^= a[v + 1 & 255];
        v = v * 3 + t;
        if ((v & 2) && t < 50) {
            ONCE for (int j0 = 0; j0 < 7; j0++) {
                v ^= a[v + 2 & 255];
                v = v * 3 + t;
                f += a[t & 63];
            }
            if (v & 1) return;
            v += n;
        }
    } else {
        ONCE for (int j0 = 0; j0 < 100; j0++) {
            v ^= a[v + 6 & 255];
            for (int j1 = 0; j1 < 16; j1++) {
                a[i + 2048] = v;
            }
        }
        f += a[t & 63];
    }
    ONCE for (int j0 = 0; j0 < 64; j0++) {
        f = f * .5f + v;
        v = v * 3 + t;
        v += a[j0 & 255];
        v = v * 3 + t;
        f = f * .5f + v;
        v += n;
        v += a[j0 & 255];
        v += n;
        for (int j1 = 0; j1 < 3; j1++) {
            if (j1 & 1) {
                v += a[j1 & 255];
                f += a[t & 63];
                v += a[j1 & 255];
            }
        }
    }
    if (t % 3 == 0) {
        v += n;
    }
    v += n;
    v += (int)f;
    END;
}

KERNEL(rounds_in_turn) {
    BEGIN;
    float f = v;
    v += n;
    for (int j0 = 0; j0 < (v & 7); j0++) {
        v = v * 3 + t;
        v = v * 3 + t;
        a[i + 2048] = v;
        v += n;
        v = v * 3 + t;
        f = f * .5f + v;
        v += a[j0 & 255];
        v += n;
        v ^= a[v + 8 & 255];
        f += a[t & 63];
        v += n;
        a[i + 1792] = v;
        v ^= a[v + 3 & 255];
        if (n > 20) {
            a[i + 2048] = v;
            if (f > 9.f) {
                v += n;
                f += a[t & 63];
                v += a[j0 & 255];
            } else {
                v ^= a[v + 8 & 255];
                f = f * .5f + v;
                f += a[t & 63];
            }
            for (int j1 = 0; j1 < (v & 3); j1++) {
                v += a[j1 & 255];
                f += a[t & 63];
                f = f * .5f + v;
            }
        } else {
            for (int j1 = 0; j1 < (v & 3); j1++) {
                f = f * .5f + v;
                a[i + 1792] = v;
                f += a[t & 63];
            }
            v = v * 3 + t;
        }
    }
    if (a[v & 255] > 100) {
        a[i + 1280] = v;
        f = f * .5f + v;
        v = v * 3 + t;
        f = f * .5f + v;
        f += a[t & 63];
        v ^= a[v + 3 & 255];
        a[i + 768] = v;
        v += n;
        f += a[t & 63];
        v += n;
        f += a[t & 63];
        if (v & 1) {
            f += a[t & 63];
            if (f > 9.f) {
                f = f * .5f + v;
            } else {
                v = v * 3 + t;
            }
        } else {
            f += a[t & 63];
        }
    } else {
        a[i + 1792] = v;
        a[i + 2304] = v;
        f = f * .5f + v;
        f += a[t & 63];
        f = f * .5f + v;
        a[i + 2304] = v;
        v += n;
    }
    v += (int)f;
    END;
}
