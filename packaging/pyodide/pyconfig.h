/* CPython's pyconfig.h for Pyodide: the macros that the headers of the limited API need. */
#define Py_PYCONFIG_H
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 4
#define SIZEOF_SIZE_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF_SHORT 2
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_FPOS_T 16
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_UINTPTR_T 4
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define HAVE_STDINT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_WCHAR_H 1
#define HAVE_STDDEF_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_LONG_LONG 1
#define HAVE_PROTOTYPES 1
#define STDC_HEADERS 1
#define HAVE_SSIZE_T 1
#define PY_FORMAT_SIZE_T "z"
#define PY_LONG_LONG long long

#include <time.h>
long emscripten_clock(void) __asm__("clock"); /* its type differs from that of WASI */
#define clock emscripten_clock
#undef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC 1000000
