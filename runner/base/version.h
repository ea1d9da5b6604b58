/* The program's version, as in --version, doctor and every JSON object. packaging/source reads it here. */
#ifndef WARPSCHOOL_BASE_VERSION_H
#define WARPSCHOOL_BASE_VERSION_H

#ifndef WARPSCHOOL_VERSION
#define WARPSCHOOL_VERSION "0.1"
#endif

#endif
