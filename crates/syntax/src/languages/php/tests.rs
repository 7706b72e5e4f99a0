//! What PHP says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_members() {
    check(
        Language::Php,
        &[],
        r#"<?php
namespace App\Shop;

use App\Base\{Model, View as V};
use function App\helper;
use Other\Money as Cash;
require_once 'boot.php';

/**
 * Keeps items.
 */
#[Entity('store')]
abstract class Store extends Model implements \Countable, V\Drawn {
    use Loggable, Timed { log as private note; }
    const LIMIT = 10;
    public static ?Store $last = null;
    private array $items = [], $names;
    /** @var Item[]|null */
    protected $all;

    public function __construct(private readonly Item $item, int $size = self::LIMIT, string ...$rest) {
        parent::__construct($size);
        $this->items['a'] = $item;
    }
    public static function make(): static { self::$last = new static(new Item()); return self::$last; }
    abstract protected function price(): Cash;
    /**
     * @param Item $one
     * @return Item|null
     */
    private function find($one) { return $this->all[0] ?? \App\Other\find($one); }
}

enum Suit: string {
    case Hearts = 'h';
    public function label(): string { return match($this) { self::Hearts => helper(), default => 'x' }; }
}

class StoreTest extends TestCase {
    public function testMake(): void { $this->assertSame(1, Store::make()->price()); }
}
"#,
        expect![[r#"
            1..41 module <module>
            9..32 class Store bases Loggable, Timed, Model, \Countable, V.Drawn decorators Entity `abstract class Store extends Model implements \Countable, V\Drawn` doc "Keeps items."
            14..14 method Store.note +private `log as private note`
            15..15 variable Store.LIMIT `const LIMIT = 10`
            16..16 field Store.last +static `public static ?Store $last = null`
            17..17 field Store.items +private `private array $items = [], $names`
            17..17 field Store.names +private `private array $items = [], $names`
            18..19 field Store.all `protected $all` doc "@var Item[]|null"
            21..24 constructor Store.__construct(item: Item, size: #number = fn Store.LIMIT, *rest: #text) `public function __construct(private readonly Item $item, int $size = self::LIMIT, string ...$rest)`
            21..21 field Store.item +private `private readonly Item $item`
            25..25 method Store.make -> Store +static `public static function make(): static`
            26..26 method Store.price -> Cash `abstract protected function price(): Cash`
            27..31 method Store.find(one: Item) -> (Item | #null) +private `private function find($one)` doc "@param Item $one\n@return Item|null"
            34..37 enum Suit `enum Suit: string`
            35..35 field Suit.Hearts +static `case Hearts = 'h'`
            36..36 method Suit.label -> #text `public function label(): string`
            39..41 class StoreTest bases TestCase +test `class StoreTest extends TestCase`
            40..40 method StoreTest.testMake -> #null +test `public function testMake(): void`
            import "App.Base" item Model
            import "App.Base" item View as "V"
            import "App" item helper
            import "Other" item Money as "Cash"
            import "boot.php" as ""
            import "" item Countable as "\\Countable"
            import "App.Other" item find as "\\App\\Other\\find"
            package App.Shop
            <module>: Model (import 0)
            <module>: V (import 1)
            <module>: helper (import 2)
            <module>: Cash (import 3)
            <module>: \Countable (import 5)
            <module>: Store = fn Store (definition Store)
            Store: LIMIT = #number
            Store: last: Store = #null
            Store: items = []
            Store: names
            Store: all: ([?: Item] | #null)
            Store.__construct: $item: Item (parameter 0 of Store.__construct)
            Store.__construct: self@Store.__construct.item: Item = $item
            Store: item: Item
            Store.__construct: $size: #number = fn Store.LIMIT (parameter 1 of Store.__construct)
            Store.__construct: $rest: #text (parameter 2 of Store.__construct)
            Store.__construct: self@Store.__construct.items['a'] = $item
            Store.make: fn Store.last = fn Store(Item())
            Store.find: $one: Item (parameter 0 of Store.find)
            <module>: \App\Other\find (import 6)
            <module>: Suit = fn Suit (definition Suit)
            <module>: StoreTest = fn StoreTest (definition StoreTest)
            14: Store.note calls self@Store.note.log()
            22: Store.__construct calls super@Store.__construct($size)
            25: Store.make calls new Item()
            25: Store.make calls new fn Store(Item())
            31: Store.find calls \App\Other\find($one)
            36: Suit.label calls helper()
            40: StoreTest.testMake calls Store.make()
            40: StoreTest.testMake calls Store.make().price()
            40: StoreTest.testMake calls self@StoreTest.testMake.assertSame(#number, Store.make().price())
            return self@Store.note.log() from Store.note
            return fn Store.last from Store.make
            return (self@Store.find.all[0] | \App\Other\find($one)) from Store.find
            return (helper() | #text) from Suit.label
        "#]],
    );
}

#[test]
fn statements_and_values() {
    check(
        Language::Php,
        &["defs", "bindings", "calls", "returns"],
        r#"<html><?php
function run(Item $item, callable $then): ?Item {
    $later = function ($x) use ($item) { return $x->go(); };
    $short = fn($y) => $y->stop();
    [$a, 'k' => $b] = pair();
    $item->next = $a; Item::$count = 1;
    $then($b); $later(1);
    array_map([$item, 'go'], $list);
    call_user_func('helper', 1);
    $made = new class($a) extends Item { function own() { return $this; } };
    foreach ($list as $key => $one) { $one->go(); }
    if ($a instanceof Item) { a(); } elseif (b()) { c(); } else { d(); }
    try { throw new Failure("no {$item->name()}"); } catch (Failure|Other $e) { $e->show(); } finally { done(); }
    switch ($a) { case 1: one(); break; default: two(); }
    while (more()) { go(); }
    yield $a => $b;
    /** @var Item $typed */
    $typed = load();
    $f = strlen(...);
    static $kept = null;
    $kept ??= make();
    return $item?->child ?: $b;
}
?><p><?= $x->render() ?></p>
"#,
        expect![[r#"
            1..24 module <module>
            2..23 function run(item: Item, then) -> Item `function run(Item $item, callable $then): ?Item`
            3..3 lambda run.<lambda>(x) +private `function ($x) use ($item)`
            4..4 lambda run.<lambda>(y) +private `fn($y) =>`
            10..10 class run.<anonymous> bases Item +private `class($a) extends Item`
            10..10 method run.<anonymous>.own `function own()`
            <module>: run = fn run (definition run)
            run: $item: Item (parameter 0 of run)
            run: $then (parameter 1 of run)
            run.<lambda>: $x (parameter 0 of run.<lambda>)
            run: $later = fn run.<lambda>
            run.<lambda>: $y (parameter 0 of run.<lambda>)
            run: $short = fn run.<lambda>
            run: $a = pair()[0]
            run: $b = pair()['k']
            run: $item.next = $a
            run: Item.count = #number
            run: $made = fn run.<anonymous>($a)
            run: $one = each($list)
            run: $e: (Failure | Other)
            run: $typed: Item
            run: $typed = load()
            run: $f = strlen
            run: $kept = #null
            run: $kept = make()
            3: run.<lambda> calls $x.go()
            4: run.<lambda> calls $y.stop()
            5: run calls pair()
            7: run calls $then($b)
            7: run calls $later(#number)
            8: run calls array_map($item.go, $list)
            9: run calls helper(#number)
            10: run calls new fn run.<anonymous>($a)
            11: run calls implicit $list.getIterator()
            11: run calls implicit $list.current()
            11: run calls $one.go()
            12: run calls a()
            12: run calls b()
            12: run calls c()
            12: run calls d()
            13: run calls $item.name()
            13: run calls new Failure(#text)
            13: run calls $e.show()
            13: run calls done()
            14: run calls one()
            14: run calls two()
            15: run calls more()
            15: run calls go()
            18: run calls load()
            21: run calls make()
            24: <module> calls $x.render()
            return $x.go() from run.<lambda>
            return $y.stop() from run.<lambda>
            return self@run.<anonymous>.own from run.<anonymous>.own
            throw Failure(#text) from run
            yield $b from run
            return ($item.child | $b) from run
        "#]],
    );
}

#[test]
fn an_error_costs_nothing_else() {
    let text = "<?php\nclass A {\n  function a() { b(; }\n}\nfunction after() { last(); }\n";
    let facts = facts(Language::Php, text);
    let names: Vec<&str> = facts.definitions.iter().map(|definition| definition.name.as_str()).collect();
    assert!(names.contains(&"A") && names.contains(&"after"), "{names:?}");
    assert!(facts.syntax_errors > 0);
}

#[test]
fn highlighting() {
    let text = "<?php // c\nclass Store extends Base {\n  const A = 1;\n  function run(int $a) { return $a->b->go(null, 'x'); }\n}\n";
    let shown = |class| highlighted(Language::Php, class, text);
    assert_eq!(shown(HighlightClass::Function), "run go");
    assert_eq!(shown(HighlightClass::Type), "Store Base int");
    assert_eq!(shown(HighlightClass::Constant), "A null");
    assert_eq!(shown(HighlightClass::Property), "b");
    assert_eq!(shown(HighlightClass::Comment), "// c");
}
