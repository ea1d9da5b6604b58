# Makes a solution's shared memory volatile, and whatever points into it; functions that take no volatile pointer get a
# plain one.
s/__shared__ double2 /struct __align__(16) Pair { \
        double x, y; \
        __device__ void operator=(double2 from) volatile { x = from.x, y = from.y; } \
        __device__ operator double2() const volatile { return make_double2(x, y); } \
    }; \
    __shared__ volatile Pair /
t
s/__shared__ float4 /struct __align__(16) Four { \
        float x, y, z, w; \
        __device__ void operator=(float4 from) volatile { x = from.x, y = from.y, z = from.z, w = from.w; } \
        __device__ operator float4() const volatile { return make_float4(x, y, z, w); } \
    }; \
    __shared__ volatile Four /
t
s/__shared__ \(.*[a-z]\) \*\([a-z]*;\)/__shared__ volatile \1 *volatile \2/
t
s/__shared__ /__shared__ volatile /
s/^\( *\)\(int\|float\|double\) \*\([a-z]* =\)/\1volatile \2 *\3/
s/= (\(int\|float\|double\) \*)(/= (volatile \1 *)(/
s/\(atomic[A-Za-z]*(\)&/\1(int *)\&/
s/\(__pipeline_memcpy_async(\)&/\1(void *)\&/
s/free(\([a-z]*\))/free((void *)\1)/
