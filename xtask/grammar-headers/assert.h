/* The assertions of C11, which the headers of tree-sitter-language leave out. */
#include_next <assert.h>
#ifndef static_assert
#define static_assert _Static_assert
#endif
