/* With exit, by which the scanner of Swift gives up: in a module without imports that is a trap. */
#include_next <stdlib.h>
#ifndef QUARRY_EXIT
#define QUARRY_EXIT
static inline _Noreturn void quarry_exit(int code) {
  (void)code;
  __builtin_trap();
}
#define exit quarry_exit
#endif
