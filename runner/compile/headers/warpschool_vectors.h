/* Vector types with their make_ functions, dim3, and where a thread is. */
#pragma once

/* The first value of a list: with it {1, 2} makes a vector and a lone number, as for nvcc, does not. */
template <typename T> struct __ws_first {
    T value;
    __attribute__((always_inline, nodebug, device, host)) constexpr __ws_first(T first) : value(first) {}
};

/* Two and four members are copied as clang's own vectors, which makes the one wide access that nvcc makes of them; three
 * one by one. A plain structure clang would copy as bytes, two words at a time. */
#define __ws_copy __attribute__((always_inline, nodebug, device, host))
#define __ws_constructor __ws_copy constexpr

#define __ws_make static __inline__ __attribute__((always_inline, nodebug, device, host, unused))

#define __ws_vectors(scalar, name, align2, align4)                                                                     \
    struct name##1 { scalar x; };                                                                                      \
    __ws_make name##1 make_##name##1(scalar x) { return {x}; }                                                       \
    struct __align__(align2) name##2 {                                                                                 \
        scalar x, y;                                                                                                   \
        name##2() = default;                                                                                           \
        __ws_constructor name##2(__ws_first<scalar> vx, scalar vy = 0)                                                 \
            : x(vx.value), y(vy) {}                                                                                    \
        typedef scalar __ws_all __attribute__((ext_vector_type(2), aligned(align2), may_alias));                       \
        __ws_copy name##2(const name##2 &v) { *(__ws_all *)this = *(const __ws_all *)&v; }                             \
        __ws_copy name##2 &operator=(const name##2 &v) {                                                               \
            *(__ws_all *)this = *(const __ws_all *)&v;                                                                 \
            return *this;                                                                                              \
        }                                                                                                              \
    };                                                                                                                 \
    __ws_make name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                                          \
    struct name##3 {                                                                                                   \
        scalar x, y, z;                                                                                                \
        name##3() = default;                                                                                           \
        __ws_constructor name##3(__ws_first<scalar> vx, scalar vy = 0, scalar vz = 0)                                  \
            : x(vx.value), y(vy), z(vz) {}                                                                             \
        __ws_constructor name##3(const name##3 &v)                                                                     \
            : name##3(v.x, v.y, v.z) {}                                                                                \
        __ws_constructor name##3 &operator=(const name##3 &v) {                                                        \
            scalar vx = v.x, vy = v.y, vz = v.z;                                                                       \
            x = vx, y = vy, z = vz;                                                                                    \
            return *this;                                                                                              \
        }                                                                                                              \
    };                                                                                                                 \
    __ws_make name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }                             \
    struct __align__(align4) name##4 {                                                                                 \
        scalar x, y, z, w;                                                                                             \
        name##4() = default;                                                                                           \
        __ws_constructor name##4(__ws_first<scalar> vx, scalar vy = 0, scalar vz = 0, scalar vw = 0)                   \
            : x(vx.value), y(vy), z(vz), w(vw) {}                                                                      \
        typedef scalar __ws_all __attribute__((ext_vector_type(4), aligned(align4), may_alias));                       \
        __ws_copy name##4(const name##4 &v) { *(__ws_all *)this = *(const __ws_all *)&v; }                             \
        __ws_copy name##4 &operator=(const name##4 &v) {                                                               \
            *(__ws_all *)this = *(const __ws_all *)&v;                                                                 \
            return *this;                                                                                              \
        }                                                                                                              \
    };                                                                                                                 \
    __ws_make name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

__ws_vectors(signed char, char, 2, 4)
__ws_vectors(unsigned char, uchar, 2, 4)
__ws_vectors(short, short, 4, 8)
__ws_vectors(unsigned short, ushort, 4, 8)
__ws_vectors(int, int, 8, 16)
__ws_vectors(unsigned int, uint, 8, 16)
__ws_vectors(long int, long, 16, 16)
__ws_vectors(unsigned long int, ulong, 16, 16)
__ws_vectors(long long int, longlong, 16, 16)
__ws_vectors(unsigned long long int, ulonglong, 16, 16)
__ws_vectors(float, float, 8, 16)
__ws_vectors(double, double, 16, 16)
#undef __ws_vectors

struct dim3 {
    unsigned x, y, z;
    __device__ __host__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    __device__ __host__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __device__ __host__ constexpr operator uint3() const { return {x, y, z}; }
};

/* A variable that cannot be written and whose members are read from special registers: each member is a property. */
#define __ws_property(member, value)                                                                                   \
    __declspec(property(get = get_##member)) unsigned member;                                                          \
    static __inline__ __attribute__((always_inline, nodebug, device)) unsigned get_##member() { return value; }
#define __ws_place(type, name, vx, vy, vz)                                                                             \
    struct __ws_##name {                                                                                               \
        __ws_property(x, vx) __ws_property(y, vy) __ws_property(z, vz)                                                 \
        __attribute__((always_inline, nodebug, device)) operator uint3() const { return {vx, vy, vz}; }                \
        __attribute__((always_inline, nodebug, device)) operator dim3() const { return dim3(vx, vy, vz); }             \
    };                                                                                                                 \
    extern const __device__ __attribute__((weak)) __ws_##name name;

__ws_place(uint3, threadIdx, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z())
__ws_place(uint3, blockIdx, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(),
           __nvvm_read_ptx_sreg_ctaid_z())
__ws_place(dim3, blockDim, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z())
__ws_place(dim3, gridDim, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(),
           __nvvm_read_ptx_sreg_nctaid_z())
#undef __ws_place
#undef __ws_property

static const int warpSize __attribute__((device, unused)) = 32;
