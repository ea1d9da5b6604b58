#pragma once
#include <math.h>
#ifndef CUDART_INF_F
#define CUDART_INF_F INFINITY
#endif
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_PI_F 3.141592654F
#define CUDART_INF HUGE_VAL
#define CUDART_NAN __longlong_as_double(0xfff8000000000000ll)
#define CUDART_PI 3.1415926535897931
