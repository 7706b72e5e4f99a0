//! What C says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn declarations() {
    check(
        Language::C,
        &[],
        r#"
/* shop.c -- sells. */
#include "shop.h"
#include <stdio.h>
#define MAX 10
#define local static
#define old_find find

/* Finds both. */
#define FIND(s, name) \
  find((s)->items, name)
#define LOOP(a) do { one(a); \
    two(a); } while (0)

/* What is sold. */
typedef struct item {
  int count, *prices;
  int (*compare)(const void *, const void *);
  struct item *next[4];
  union { int low; char high; };
} item_t;
typedef struct { item_t *first; } store, *store_p;
typedef int (*visit_fn)(item_t *item);
typedef struct opaque opaque;
enum color { RED, GREEN = 2 };

static int visit(item_t *item);
extern store the_store;
static const store table[2] = { { &first_item }, [1] = { .first = other() } };
visit_fn hook = visit;

/* Finds one. */
struct item *find(struct item *items, const char *name, int (*test)(item_t *), ...) {
  struct item *at = items, copy;
  at = items->next[0];
  (*test)(at); at->compare(at, &copy); table[1].first = make(name);
  return name ? at : FIND(items, name);
}
local int hidden(void) { return hook(table[0].first); }
int SHOPAPI open_shop(store_p s) { return run(s); }
int old(a, b) int a; item_t *b; { return b->compare(a, a); }
#ifdef TEST
static void test_find(void) { assert(find(0)); }
#endif
"#,
        expect![[r#"
            1..44 module <module> doc "shop.c -- sells."
            5..5 macro MAX `#define MAX 10`
            6..6 macro local `#define local static`
            7..7 macro old_find `#define old_find find`
            9..11 macro FIND(s, name) `#define FIND(s, name)` doc "Finds both."
            12..13 macro LOOP(a) `#define LOOP(a)`
            15..21 class item bases fn item.<anonymous> `struct item` doc "What is sold."
            17..17 field item.count `int count, *prices`
            17..17 field item.prices `int count, *prices`
            18..18 field item.compare `int (*compare)(const void *, const void *)`
            19..19 field item.next `struct item *next[4]`
            20..20 class item.<anonymous> `union`
            20..20 field item.<anonymous>.low `int low`
            20..20 field item.<anonymous>.high `char high`
            15..21 type alias item_t bases fn item `typedef struct item` doc "What is sold."
            22..22 class store `typedef struct`
            22..22 field store.first `item_t *first`
            22..22 type alias store_p bases fn store `typedef struct { item_t *first; } store, *store_p`
            23..23 type alias visit_fn `typedef int (*visit_fn)(item_t *item)`
            25..25 enum color `enum color`
            25..25 field color.RED +static `RED`
            25..25 field color.GREEN +static `GREEN = 2`
            27..27 function visit(item: item_t) -> #number +private `static int visit(item_t *item)`
            29..29 variable table +private `static const store table[2] = { { &first_item }, [1] = { .first = other() } }`
            30..30 variable hook `visit_fn hook = visit`
            32..38 function find(items: struct item, name: #number, test, *_) -> struct item `struct item *find(struct item *items, const char *name, int (*test)(item_t *), ...)` doc "Finds one."
            39..39 function hidden -> #number `int hidden(void)`
            40..40 function open_shop(s: store_p) -> #number `int SHOPAPI open_shop(store_p s)`
            41..41 function old(a: #number, b: item_t) -> #number `int old(a, b) int a; item_t *b`
            43..43 function test_find -> #null +private +test `static void test_find(void)`
            import "shop.h" item *
            import "<stdio.h>" item *
            <module>: old_find = find
            <module>: FIND = fn FIND (definition FIND)
            FIND: s (parameter 0 of FIND)
            FIND: name (parameter 1 of FIND)
            <module>: LOOP = fn LOOP (definition LOOP)
            LOOP: a (parameter 0 of LOOP)
            <module>: item = fn item (definition item)
            <module>: struct item = fn item (definition item)
            item: count: #number
            item: prices: #number
            item: compare
            item: next: [?: struct item]
            item.<anonymous>: low: #number
            item.<anonymous>: high: #number
            <module>: item_t = fn item_t (definition item_t)
            <module>: store = fn store (definition store)
            <module>: struct store = fn store (definition store)
            store: first: item_t
            <module>: store_p = fn store_p (definition store_p)
            <module>: visit_fn = fn visit_fn (definition visit_fn)
            <module>: color = fn color (definition color)
            <module>: struct color = fn color (definition color)
            <module>: visit = fn visit (definition visit)
            <module>: item: item_t (parameter 0 of visit)
            <module>: table: [?: store] = ([0: ([0: await(first_item)] as store), 1: (['first': other()] as store)] as [?: store]) (definition table)
            <module>: hook: visit_fn = visit (definition hook)
            <module>: find = fn find (definition find)
            find: items: struct item (parameter 0 of find)
            find: name: #number (parameter 1 of find)
            find: test (parameter 2 of find)
            find:  (parameter 3 of find)
            find: at: struct item = items
            find: copy: struct item
            find: at = items.next[0]
            find: table[1].first = make(name)
            <module>: hidden = fn hidden (definition hidden)
            <module>: open_shop = fn open_shop (definition open_shop)
            open_shop: s: store_p (parameter 0 of open_shop)
            <module>: old = fn old (definition old)
            old: a (parameter 0 of old)
            old: b (parameter 1 of old)
            old: a: #number (parameter 0 of old)
            old: b: item_t (parameter 1 of old)
            <module>: test_find = fn test_find (definition test_find)
            11: FIND calls find(s.items, name)
            12: LOOP calls one(a)
            13: LOOP calls two(a)
            29: <module> calls other()
            36: find calls await(test)(at)
            36: find calls at.compare(at, await(copy))
            36: find calls make(name)
            37: find calls FIND(items, name)
            39: hidden calls hook(table[0].first)
            40: open_shop calls run(s)
            41: old calls b.compare(a, a)
            43: test_find calls find(#number)
            43: test_find calls assert(find(#number))
            return find(s.items, name) from FIND
            return (at | FIND(items, name)) from find
            return hook(table[0].first) from hidden
            return run(s) from open_shop
            return b.compare(a, a) from old
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::C,
        &["bindings", "calls", "returns"],
        r#"
int main(int argc, char **argv) {
  int (*run)(int) = handler;
  run = &other;
  (*run)(1), run(2);
  for (int i = 0; i < count(); i++) step(i);
  for (struct node *n = list; n; n = n->next) visit(n);
  switch (argc) { case 1: one(); break; default: two(); }
  if (a()) b(); else if (c()) d(); else e();
  while (more()) { do { again(); } while (f()); }
  struct point p = { .x = 1, .move = move_point };
  struct point q = (struct point){ 1, 2 };
  p.move(&q); q = *(struct point *)raw();
  *out = fill(); buffer[3] = g; total += sum(p.x);
  qsort(argv, argc, sizeof(char *), compare);
  int size = sizeof(int) + strlen(argv[0]);
  char *at = argv[1] + 2;
retry:
  if (!open(at)) goto retry;
  return (first(), last());
}
"#,
        expect![[r#"
            <module>: main = fn main (definition main)
            main: argc: #number (parameter 0 of main)
            main: argv: #number (parameter 1 of main)
            main: run = handler
            main: run = await(other)
            main: i: #number = #number
            main: n: struct node = list
            main: n = n.next
            main: p: struct point = (['x': #number, 'move': move_point] as struct point)
            main: q: struct point = ([0: #number, 1: #number] as struct point)
            main: q = await((raw() as struct point))
            <module>: out = fill()
            main: buffer[3] = g
            main: size: #number = #number
            main: at: #number = argv[1]
            5: main calls await(run)(#number)
            5: main calls run(#number)
            6: main calls count()
            6: main calls step(i)
            7: main calls visit(n)
            8: main calls one()
            8: main calls two()
            9: main calls a()
            9: main calls b()
            9: main calls c()
            9: main calls d()
            9: main calls e()
            10: main calls more()
            10: main calls again()
            10: main calls f()
            13: main calls p.move(await(q))
            13: main calls raw()
            14: main calls fill()
            14: main calls sum(p.x)
            15: main calls qsort(argv, argc, #number, compare)
            16: main calls strlen(argv[0])
            19: main calls open(at)
            20: main calls first()
            20: main calls last()
            return last() from main
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("int x = {}y{};", "(".repeat(5000), ")".repeat(5000)),
        format!("int x = {}1;", "a + ".repeat(5000)),
        format!("int x = a{};", "->b(1)".repeat(5000)),
        format!("int x = {}1;", "a ? b : ".repeat(2000)),
        format!("int x = {}a;", "*".repeat(5000)),
        format!("int {}x;", "*".repeat(5000)),
        format!("void f(void) {{ {} {} }}", "{".repeat(3000), "}".repeat(3000)),
        format!("void f(void) {{ {}{{}} }}", "if (a) {} else ".repeat(3000)),
        format!("void f(void) {{ x = ({}1); }}", "a(), ".repeat(3000)),
        format!("#define F(x) {}x{}\n", "(".repeat(3000), ")".repeat(3000)),
        format!("{}int x;{}", "struct s {".repeat(1000), "}".repeat(1000)),
        format!("{}int x;\n{}", "#if A\n".repeat(1000), "#endif\n".repeat(1000)),
        "int f(a b c { { #define\n".to_owned(),
    ];
    for text in deep {
        let facts =
            facts(Language::C, &format!("void before(void) {{ first(); }}\n{text}\nvoid after(void) {{ last(); }}\n"));
        assert!(facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..20]);
    }
    check(
        Language::C,
        &["defs", "calls"],
        "int one(void) { a( }\nint two(void) { b(); }\nstruct { x }}\nint three(void) { c(); }\n#define LAST(x) f(x)",
        expect![[r#"
            1..5 module <module>
            2..2 function two -> #number `int two(void)`
            4..4 function three -> #number `int three(void)`
            1..1 function one -> #number `int one(void)`
            5..5 macro LAST(x) `#define LAST(x)`
            2: two calls b()
            4: three calls c()
            syntax errors: 2
        "#]],
    );
}

#[test]
fn names_are_highlighted() {
    let text = "#define MAX 3\nstatic struct s *go(size_t n) { return p->run(p->name, NULL, 'x', f(1.5)); }\n";
    let shown = |class| highlighted(Language::C, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f");
    assert_eq!(shown(HighlightClass::Type), "s size_t");
    assert_eq!(shown(HighlightClass::Property), "name");
    assert_eq!(shown(HighlightClass::Number), "1.5");
    assert_eq!(shown(HighlightClass::Attribute), "#define");
}
