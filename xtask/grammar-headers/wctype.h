/* With wchar_t, which C++'s scanner takes from here; tree-sitter-language has it in wchar.h alone. */
#include <wchar.h>
#include_next <wctype.h>
