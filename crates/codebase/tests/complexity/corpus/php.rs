//! PHP.

use super::{Case, nest, row};

/// See the module.
pub const PHP: &[Case] = &[
    Case::one("methods", "a.php", |size| {
        row(size, "<?php class A {\n", |at| format!("function m{at}() {{ $this->m(); }}\n"), "}\n")
    }),
    Case::one("functions in functions", "a.php", |size| nest(size, "<?php \nfunction a() {\n", "b();", "}\n")),
    Case::one("parameters with a doc comment", "a.php", |size| {
        let doc = row(size / 2, "<?php\n/**\n", |at| format!(" * @param A $a{at}\n"), " */\n");
        doc + &row(size / 2, "function f($a", |at| format!(",\n$a{at}"), ") {}\n")
    }),
    Case::one("properties of one declaration", "a.php", |size| {
        row(size, "<?php class A { /** @var B */ private $a", |at| format!(",\n$a{at}"), "; }\n")
    }),
    Case::one("names from the top", "a.php", |size| row(size, "<?php\n", |at| format!("\\A\\b{at}();\n"), "")),
    Case::one("imports", "a.php", |size| row(size, "<?php\n", |at| format!("use A\\B{at};\n"), "")),
    Case::one("traits", "a.php", |size| row(size, "<?php class A {\n", |at| format!("use T{at};\n"), "}\n")),
    Case::one("closures in closures", "a.php", |size| {
        "<?php ".to_owned() + &nest(size, "fn($a) => f(\n", "$a", ")") + ";"
    }),
    Case::one("a chain of calls", "a.php", |size| "<?php $a".to_owned() + &"\n->f()".repeat(size / 6) + ";"),
    Case::one("arms of a match", "a.php", |size| {
        row(size, "<?php $a = match(1) {\n", |at| format!("{at} => f(),\n"), "};\n")
    }),
    Case::one("keys of an array", "a.php", |size| {
        row(size, "<?php $a = [\n", |at| format!("'k{at}' => f(),\n"), "];\n")
    }),
];
