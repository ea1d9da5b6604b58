#pragma once
/* size_t, ptrdiff_t and NULL are there before every source. offsetof is in the words of
 * libcu++, so that a source may include both; NVRTC has none of its own. */
typedef decltype(nullptr) nullptr_t;
#ifndef offsetof
#define offsetof(type, member) (::size_t) ((char*) &(((type*) 0)->member) - (char*) 0)
#endif
