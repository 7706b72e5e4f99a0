//! C: headers and sources, functions in tables and parameters, macros.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Includes by path and by the nearest suffix; the body is meant and not the prototype; what is static stays in its file.
#[test]
fn imports() {
    check(
        r#"
//- /include/lib/shop.h
#include "item.h"
int open_shop(struct shop *s);
static inline int twice(int x) { return helper(x); }
int helper(int x);
int only_declared(void);
//- /include/lib/item.h
struct item { int count; };
int count_items(struct item *i);
//- /src/shop.c
#include <lib/shop.h>
#include <stdlib.h>
#include "private.h"
static int check(void) { return 1; }
int open_shop(struct shop *s) { check(); twice(2); malloc(3); return count_items(0); }
int helper(int x) { return only_declared(); }
//- /src/private.h
int hidden(void);
//- /src/item.c
#include "lib/item.h"
static int check(void) { return 2; }
int count_items(struct item *i) { return check() + undeclared_here(); }
//- /src/other.c
int undeclared_here(void) { extern int helper(int); return helper(1); }
static int hidden(void) { return 0; }
int use_hidden(void) { return hidden(); }
//- /tests/mock.c
int count_items(struct item *i) { return 0; }
int test_open(void) { return open_shop(0) + count_items(0); }
"#,
        expect![[r#"
            include.lib.shop.twice -> src.shop.helper (import)
            src.item.count_items -> src.item.check (scope)
            src.item.count_items -> src.other.undeclared_here (import)
            src.other.undeclared_here -> src.shop.helper (import)
            src.other.use_hidden -> src.other.hidden (scope)
            src.shop.helper -> include.lib.shop.only_declared (scope)
            src.shop.open_shop -> include.lib.shop.twice (scope)
            src.shop.open_shop -> src.item.count_items (import)
            src.shop.open_shop -> src.shop.check (scope)
            tests.mock.test_open -> src.shop.open_shop (import)
            tests.mock.test_open -> tests.mock.count_items (scope)
        "#]],
    );
}

#[test]
fn callbacks() {
    check(
        r#"
//- /a.c
#include "a.h"
static int one(int x) { return x; }
static int two(int x) { return x; }
static void each(int (*visit)(int), int n) { visit(n); (*visit)(n + 1); }
static int by_size(const void *a, const void *b) { return 0; }
int (*hook)(int);
void install(struct ops *o) { o->run = one; hook = &two; }
int main(void) {
  struct ops ops;
  each(one, 1);
  qsort(0, 0, 0, by_size);
  install(&ops);
  ops.run(1);
  return hook(2);
}
//- /a.h
struct ops { const char *name; int (*run)(int); };
//- /b.c
#include "a.h"
extern int (*hook)(int);
static int three(int x) { return x; }
void set_hook(void) { hook = three; }
"#,
        expect![[r#"
            a.each -> a.one (flow)
            a.main -> a.by_size (callback)
            a.main -> a.each (scope)
            a.main -> a.install (scope)
            a.main -> a.one (annotation)
            a.main -> a.two (scope)
            a.main -> b.three (scope)
        "#]],
    );
}

#[test]
fn containers() {
    check(
        r#"
//- /ops.h
typedef int (*op_fn)(int);
typedef struct { const char *name; op_fn run; } op;
struct driver { int (*open)(void); int (*close)(void); };
//- /ops.c
#include "ops.h"
static int add(int x) { return x; }
static int sub(int x) { return x; }
static int open_it(void) { return 0; }
static int close_it(void) { return 0; }
static const op table[] = { { "add", add }, { "sub", sub } };
static op_fn plain[2] = { add, [1] = sub };
static struct driver driver = { .open = open_it, .close = close_it };
struct driver *get_driver(void) { return &driver; }
int run(int at) { return table[at].run(1); }
int run_first(void) { return plain[0](1); }
//- /main.c
#include "ops.h"
struct driver *get_driver(void);
int start(void) { struct driver *d = get_driver(); return d->open(); }
int stop(void) { return get_driver()->close(); }
"#,
        expect![[r#"
            main.start -> ops.get_driver (import)
            main.start -> ops.open_it (annotation)
            main.stop -> ops.close_it (returned)
            main.stop -> ops.get_driver (import)
            ops.run -> ops.add (annotation)
            ops.run -> ops.sub (annotation)
            ops.run_first -> ops.add (container)
        "#]],
    );
}

/// Arguments that are called, what calls return, parameters handed on.
#[test]
fn args_and_returns() {
    check(
        r#"
//- /a.c
typedef void (*fn)(void);
static void quit(void) {}
static void help(void) {}
static fn pick(int n) { return n ? quit : help; }
static fn same(fn f) { return f; }
static void call(fn f) { f(); }
static void outer(fn f) { call(f); }
struct node { struct node *next; fn action; };
static struct node *next_of(struct node *n) { return n->next; }
void run(struct node *n) {
  pick(1)();
  fn chosen = same(help);
  chosen();
  outer(quit);
  n->action = help;
  next_of(n)->action();
}
"#,
        expect![[r#"
            a.call -> a.quit (flow)
            a.outer -> a.call (scope)
            a.run -> a.help (returned)
            a.run -> a.next_of (scope)
            a.run -> a.outer (scope)
            a.run -> a.pick (scope)
            a.run -> a.quit (returned)
            a.run -> a.same (scope)
        "#]],
    );
}

#[test]
fn macros() {
    check(
        r#"
//- /m.h
#define CHECK(x) do { if (!(x)) fail(#x); } while (0)
#define MAX(a, b) larger((a), (b))
#define old_name new_name
#define LOG log_it
#define MAKE(name) int name##_make(void) { return made(); }
void fail(const char *what);
int new_name(void);
int larger(int a, int b);
//- /m.c
#include "m.h"
void fail(const char *what) {}
int larger(int a, int b) { return a; }
int new_name(void) { return 0; }
int made(void) { return 0; }
int go(void) { CHECK(ready()); old_name(); return MAX(1, 2); }
int ready(void) { return 1; }
"#,
        expect![[r#"
            m.CHECK -> m.fail (import)
            m.MAKE._make -> m.made (import)
            m.MAX -> m.larger (import)
            m.go -> m.CHECK (scope)
            m.go -> m.MAX (scope)
            m.go -> m.new_name (import)
            m.go -> m.ready (scope)
        "#]],
    );
}

/// A prototype is no symbol where the repository has the body, and one where it has not.
#[test]
fn prototypes_are_no_symbols() {
    let graph = fixture::build(
        "//- /a.h\nint f(int x);\nint outside(void);\n//- /a.c\n#include \"a.h\"\nint f(int x) { return outside(); }\n//- /b.c\n#include \"a.h\"\nint g(void) { return f(1); }\n",
    );
    let names: Vec<&str> =
        fixture::whole(&graph).symbols().iter().map(|symbol| symbol.qualified_name.as_str()).collect();
    assert_eq!(names, ["a", "a.f", "a", "a.outside", "b", "b.g"]);
    assert_eq!(fixture::render(&graph), "a.f -> a.outside (scope)\nb.g -> a.f (import)\n");
}
