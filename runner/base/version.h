/* The program's version: what --version, doctor and every JSON object say. packaging/source reads it here. */
#ifndef WARPSCHOOL_BASE_VERSION_H
#define WARPSCHOOL_BASE_VERSION_H

#ifndef WARPSCHOOL_VERSION
#define WARPSCHOOL_VERSION "0.1"
#endif

#endif
