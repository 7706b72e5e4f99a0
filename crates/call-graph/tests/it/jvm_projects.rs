//! Java, Kotlin and Scala by the projects that Maven and Gradle declare. Classes of one package and name are named here
//! with their paths.

use crate::fixture::{build, symbol, whole};
use expect_test::{Expect, expect};

/// `caller's file: callee -> callee's file` of edges between files, sorted.
fn check(files: &str, expected: Expect) {
    let graph = build(files);
    let mut paths: Vec<String> = fixtures::files(files).into_iter().map(|(path, _)| path).collect();
    paths.sort();
    let path = |id| paths[symbol(&graph, id).file.0 as usize].trim_start_matches('/').to_owned();
    let edges = whole(&graph).edges().iter();
    let lines = edges.filter(|edge| path(edge.from) != path(edge.to));
    let mut lines: Vec<String> = lines
        .map(|edge| {
            let sure = if edge.is_proven() { "" } else { " (possible)" };
            format!("{}: {} -> {}{sure}\n", path(edge.from), symbol(&graph, edge.to).name, path(edge.to))
        })
        .collect();
    lines.sort();
    lines.dedup();
    expected.assert_eq(&lines.concat());
}

#[test]
fn a_maven_module_sees_its_own_classes_then_those_of_its_dependencies_and_no_others() {
    check(
        r#"
//- /pom.xml
<project><groupId>org.shop</groupId><artifactId>all</artifactId>
  <modules><module>core</module><module>other</module><module>web</module></modules></project>
//- /core/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>core</artifactId></project>
//- /core/src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} public static void base() {} }
//- /core/src/main/java/shop/Price.java
package shop;
public class Price { public static void round() {} }
//- /other/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>other</artifactId></project>
//- /other/src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /other/src/main/java/shop/Only.java
package shop;
public class Only { public static void here() {} }
//- /web/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>web</artifactId>
  <dependencies><dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId></dependency></dependencies></project>
//- /web/src/main/java/shop/Price.java
package shop;
public class Price { public static void round() {} }
//- /web/src/main/java/web/Page.java
package web;
import shop.Cart;
import shop.Only;
import shop.Price;
class Page { void show() { Cart.open(); Price.round(); Only.here(); } }
//- /web/src/main/java/shop/Till.java
package shop;
class Till { void ring() { Cart.open(); Price.round(); } }
"#,
        expect![[r#"
            web/src/main/java/shop/Till.java: open -> core/src/main/java/shop/Cart.java
            web/src/main/java/shop/Till.java: round -> web/src/main/java/shop/Price.java
            web/src/main/java/web/Page.java: open -> core/src/main/java/shop/Cart.java
            web/src/main/java/web/Page.java: round -> web/src/main/java/shop/Price.java
        "#]],
    );
}

#[test]
fn tests_of_a_maven_module_see_what_they_test_and_are_not_seen_by_it() {
    check(
        r#"
//- /core/pom.xml
<project><groupId>g</groupId><artifactId>core</artifactId>
  <build><sourceDirectory>code</sourceDirectory><testSourceDirectory>checks</testSourceDirectory></build></project>
//- /core/code/shop/Cart.java
package shop;
public class Cart { public void open() { Clock.now(); } }
//- /core/code/shop/Clock.java
package shop;
public class Clock { public static void now() {} }
//- /core/checks/shop/Clock.java
package shop;
public class Clock { public static void now() {} public static void stop() {} }
//- /core/checks/shop/CartCheck.java
package shop;
class CartCheck { void opens() { new Cart().open(); Clock.now(); } }
//- /web/pom.xml
<project><groupId>g</groupId><artifactId>web</artifactId><dependencies>
  <dependency><groupId>g</groupId><artifactId>core</artifactId></dependency>
  <dependency><groupId>g</groupId><artifactId>core</artifactId><type>test-jar</type><scope>test</scope></dependency>
</dependencies></project>
//- /web/src/main/java/web/Page.java
package web;
import shop.Clock;
class Page { void show() { Clock.now(); Clock.stop(); } }
//- /web/src/test/java/web/PageTest.java
package web;
import shop.CartCheck;
class PageTest { void shows() { new Page().show(); new CartCheck().opens(); } }
"#,
        expect![[r#"
            core/checks/shop/CartCheck.java: Cart -> core/code/shop/Cart.java
            core/checks/shop/CartCheck.java: now -> core/checks/shop/Clock.java
            core/checks/shop/CartCheck.java: open -> core/code/shop/Cart.java
            core/code/shop/Cart.java: now -> core/code/shop/Clock.java
            web/src/main/java/web/Page.java: now -> core/code/shop/Clock.java
            web/src/test/java/web/PageTest.java: CartCheck -> core/checks/shop/CartCheck.java
            web/src/test/java/web/PageTest.java: Page -> web/src/main/java/web/Page.java
            web/src/test/java/web/PageTest.java: opens -> core/checks/shop/CartCheck.java
            web/src/test/java/web/PageTest.java: show -> web/src/main/java/web/Page.java
        "#]],
    );
}

#[test]
fn dependencies_of_maven_modules_are_inherited_and_handed_on_but_for_those_of_tests() {
    check(
        r#"
//- /pom.xml
<project><groupId>g</groupId><artifactId>all</artifactId>
  <dependencies><dependency><groupId>g</groupId><artifactId>base</artifactId></dependency></dependencies></project>
//- /base/pom.xml
<project><groupId>g</groupId><artifactId>base</artifactId></project>
//- /base/src/main/scala/base/Log.scala
package base
object Log { def write(): Unit = {} }
//- /fakes/pom.xml
<project><groupId>g</groupId><artifactId>fakes</artifactId></project>
//- /fakes/src/main/scala/fakes/Log.scala
package fakes
object Log { def fake(): Unit = {} }
//- /core/pom.xml
<project><parent><groupId>g</groupId><artifactId>all</artifactId></parent><artifactId>core</artifactId>
  <dependencies><dependency><groupId>g</groupId><artifactId>fakes</artifactId><scope>test</scope></dependency></dependencies></project>
//- /core/src/main/scala/core/Cart.scala
package core
import base.Log
import fakes.{Log => Fake}
object Cart { def open(): Unit = { Log.write(); Fake.fake() } }
//- /core/src/test/scala/core/CartTest.scala
package core
import fakes.Log
object CartTest { def opens(): Unit = { Log.fake(); Cart.open() } }
//- /web/pom.xml
<project><groupId>g</groupId><artifactId>web</artifactId>
  <dependencies><dependency><groupId>g</groupId><artifactId>core</artifactId></dependency></dependencies></project>
//- /web/src/main/scala/web/Page.scala
package web
object Page { def show(): Unit = { core.Cart.open(); base.Log.write() } }
//- /web/src/main/scala/web/Other.scala
package web
import base.Log
import fakes.{Log => Fake}
object Other { def show(): Unit = { Log.write(); Fake.fake() } }
"#,
        expect![[r#"
            core/src/main/scala/core/Cart.scala: write -> base/src/main/scala/base/Log.scala
            core/src/test/scala/core/CartTest.scala: fake -> fakes/src/main/scala/fakes/Log.scala
            core/src/test/scala/core/CartTest.scala: open -> core/src/main/scala/core/Cart.scala
            web/src/main/scala/web/Other.scala: write -> base/src/main/scala/base/Log.scala
        "#]],
    );
}

#[test]
fn a_gradle_project_sees_the_projects_that_it_depends_on() {
    check(
        r#"
//- /settings.gradle.kts
include(":core", ":old-core", ":web")
project(":core").projectDir = file("libs/core")
//- /build.gradle.kts
subprojects { dependencies { "implementation"(project(":log")) } }
//- /log/build.gradle
sourceSets { main { java { srcDirs = ['code'] } } }
//- /log/code/Log.kt
package log
fun write() {}
//- /log/spec/Log.kt
package log
fun unused() {}
//- /libs/core/build.gradle.kts
plugins { kotlin("jvm") }
//- /libs/core/src/main/kotlin/Cart.kt
package shop
class Cart { fun open() {} }
fun total() {}
//- /old-core/src/main/java/shop/Cart.java
package shop;
public class Cart { public void open() {} }
//- /old-core/src/main/kotlin/Old.kt
package shop
fun total() {}
fun old() {}
//- /web/build.gradle.kts
dependencies {
    implementation(projects.core)
    testImplementation(project(":old-core"))
}
//- /web/src/main/kotlin/Page.kt
package web
import log.write
import shop.Cart
import shop.total
fun show() { Cart().open(); total(); write() }
//- /web/src/test/kotlin/PageTest.kt
package web
import shop.old
fun shows() { show(); old() }
"#,
        expect![[r#"
            web/src/main/kotlin/Page.kt: Cart -> libs/core/src/main/kotlin/Cart.kt
            web/src/main/kotlin/Page.kt: open -> libs/core/src/main/kotlin/Cart.kt
            web/src/main/kotlin/Page.kt: total -> libs/core/src/main/kotlin/Cart.kt
            web/src/main/kotlin/Page.kt: write -> log/code/Log.kt
            web/src/test/kotlin/PageTest.kt: old -> old-core/src/main/kotlin/Old.kt
            web/src/test/kotlin/PageTest.kt: show -> web/src/main/kotlin/Page.kt
        "#]],
    );
}

#[test]
fn gradle_scripts_may_be_called_like_their_projects() {
    check(
        r#"
//- /settings.gradle
include 'inline', 'old'
rootProject.children.each { project -> project.buildFileName = "${project.name}.gradle" }
//- /build.gradle
//- /src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /old/old.gradle.kts
//- /old/src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /inline/inline.gradle
dependencies { compile project.rootProject }
//- /inline/src/main/java/inline/Page.java
package inline;
import shop.Cart;
class Page { void show() { Cart.open(); } }
//- /other/other.gradle
dependencies { compile(project(":old")) }
//- /other/src/main/java/other/Page.java
package other;
import shop.Cart;
class Page { void show() { Cart.open(); } }
"#,
        expect![[r#"
            inline/src/main/java/inline/Page.java: open -> src/main/java/shop/Cart.java
            other/src/main/java/other/Page.java: open -> old/src/main/java/shop/Cart.java
        "#]],
    );
}

/// What tests run is what their project sees: classes of others may be run by main code alone.
#[test]
fn tests_run_no_implementation_that_their_maven_module_does_not_see() {
    check(
        r#"
//- /pom.xml
<project><groupId>org.shop</groupId><artifactId>all</artifactId></project>
//- /api/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>api</artifactId></project>
//- /api/src/main/java/api/Store.java
package api;
public interface Store { void put(); }
//- /api/src/main/java/api/Use.java
package api;
public class Use { void use(Store store) { store.put(); } }
//- /disk/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>disk</artifactId>
  <dependencies><dependency><groupId>org.shop</groupId><artifactId>api</artifactId></dependency></dependencies></project>
//- /disk/src/main/java/disk/Disk.java
package disk;
import api.Store;
public class Disk implements Store { public void put() {} }
//- /disk/src/test/java/disk/DiskTest.java
package disk;
import api.Store;
class DiskTest { Store store; void puts() { store.put(); } }
//- /net/pom.xml
<project><parent><groupId>org.shop</groupId><artifactId>all</artifactId></parent><artifactId>net</artifactId>
  <dependencies><dependency><groupId>org.shop</groupId><artifactId>api</artifactId></dependency></dependencies></project>
//- /net/src/main/java/net/Net.java
package net;
import api.Store;
public class Net implements Store { public void put() {} }
"#,
        expect![[r#"
            api/src/main/java/api/Use.java: put -> api/src/main/java/api/Store.java
            api/src/main/java/api/Use.java: put -> disk/src/main/java/disk/Disk.java (possible)
            api/src/main/java/api/Use.java: put -> net/src/main/java/net/Net.java (possible)
            disk/src/test/java/disk/DiskTest.java: put -> api/src/main/java/api/Store.java
            disk/src/test/java/disk/DiskTest.java: put -> disk/src/main/java/disk/Disk.java (possible)
        "#]],
    );
}

#[test]
fn what_a_gradle_script_does_not_say_is_found_where_one_project_alone_has_it() {
    check(
        r#"
//- /app/build.gradle
apply from: "$rootDir/gradle/common.gradle"
//- /app/src/main/java/app/Main.java
package app;
import shop.Cart;
import shop.Price;
class Main { void run() { Cart.open(); Price.round(); } }
//- /a/build.gradle
//- /a/src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /a/src/main/java/shop/Price.java
package shop;
public class Price { public static void round() {} }
//- /b/build.gradle
//- /b/src/main/java/shop/Price.java
package shop;
public class Price { public static void round() {} }
"#,
        expect![[r#"
            app/src/main/java/app/Main.java: open -> a/src/main/java/shop/Cart.java
            app/src/main/java/app/Main.java: round -> a/src/main/java/shop/Price.java (possible)
            app/src/main/java/app/Main.java: round -> b/src/main/java/shop/Price.java (possible)
        "#]],
    );
}

#[test]
fn files_of_no_project_see_all_projects() {
    check(
        r#"
//- /core/pom.xml
<project><artifactId>core</artifactId></project>
//- /core/src/main/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /core/src/test/java/shop/Cart.java
package shop;
public class Cart { public static void open() {} }
//- /scripts/Run.java
package scripts;
import shop.Cart;
class Run { void run() { Cart.open(); Help.print(); } }
//- /scripts/Help.java
package scripts;
class Help { static void print() {} }
"#,
        expect![[r#"
            scripts/Run.java: open -> core/src/main/java/shop/Cart.java
            scripts/Run.java: print -> scripts/Help.java
        "#]],
    );
}

#[test]
fn a_scala_class_inherits_from_the_one_that_its_project_sees_though_another_is_nearer_by_folder() {
    check(
        r#"
//- /settings.gradle
include 'apps:other', 'apps:web', 'libs:core'
//- /apps/web/build.gradle
dependencies { implementation project(':libs:core') }
//- /apps/other/build.gradle
//- /libs/core/build.gradle
//- /apps/other/src/main/scala/shop/Base.scala
package shop
class Base { def close(): Int = 1 }
//- /libs/core/src/main/scala/shop/Base.scala
package shop
class Base { def help(): Int = 1 }
//- /apps/web/src/main/scala/web/package.scala
package object web {
  def help(): Int = 1
  def close(): Int = 1
}
//- /apps/web/src/main/scala/web/Page.scala
package web
import shop.Base
class Page extends Base { def show() = { help(); close() } }
"#,
        expect![[r#"
            apps/web/src/main/scala/web/Page.scala: close -> apps/web/src/main/scala/web/package.scala
            apps/web/src/main/scala/web/Page.scala: help -> libs/core/src/main/scala/shop/Base.scala
        "#]],
    );
}

#[test]
fn of_very_many_methods_of_one_name_those_of_other_projects_do_not_count() {
    let module = |name: &str, more: &str| {
        format!(
            "//- /{name}/pom.xml\n<project><groupId>g</groupId><artifactId>{name}</artifactId>{more}</project>\n//- /{name}/src/main/java/{name}/Only.java\npackage {name};\npublic class Only {{ public void settle() {{}} }}\n"
        )
    };
    let others: Vec<String> = (0..100).map(|at| module(&format!("other{at}"), "")).collect();
    let core = module("core", "");
    let on_core =
        "<dependencies><dependency><groupId>g</groupId><artifactId>core</artifactId></dependency></dependencies>";
    let web = format!(
        "//- /web/pom.xml\n<project><groupId>g</groupId><artifactId>web</artifactId>{on_core}</project>\n//- /web/src/main/java/web/Page.java\npackage web;\nclass Page {{ void show(Unknown x) {{ x.settle(); }} }}\n"
    );
    check(
        &[others.concat(), core, web].concat(),
        expect![[r#"
            web/src/main/java/web/Page.java: settle -> core/src/main/java/core/Only.java (possible)
        "#]],
    );
}
