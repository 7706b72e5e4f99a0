/* With isdigit, which the scanner of Bash asks for; the headers of tree-sitter-language leave it out. */
#include_next <ctype.h>
#ifndef QUARRY_ISDIGIT
#define QUARRY_ISDIGIT
static inline int quarry_isdigit(int c) { return c >= '0' && c <= '9'; }
#define isdigit quarry_isdigit
#endif
