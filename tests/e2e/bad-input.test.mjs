// Invalid input: each case has a clear outcome, and the page works afterwards.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { folderOf, remove, shop } from "./fixture.mjs";
import { scenario } from "./browser.mjs";
import { tarGz, zip } from "./archives.mjs";

const GOOD = ["project/main.py", "def main():\n    return 1\n"];

/** After the failure a valid repository can still be imported. */
async function stillWorks(workbench) {
  await workbench.importFiles(shop());
}

/** The reasons and paths in the list of what was skipped, as text. */
async function skipped(workbench, page) {
  await workbench.at("skipped-open").click();
  await workbench.at("skipped-row").first().waitFor();
  return (await page.locator("details.skipped").evaluateAll((all) => all.map((it) => it.textContent))).join("\n");
}

scenario("../ and absolute paths in a zip are skipped and listed", async (workbench, { page }) => {
  const evil = [GOOD, ["../outside.py", "stolen = 1\n"], ["/etc/passwd.py", "root = 1\n"], ["project/../../up.py", "up = 1\n"]];
  await workbench.importArchive("evil.zip", zip(evil));
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /^1 file /);
  const list = await skipped(workbench, page);
  for (const why of ["`../outside.py` leaves the repository", "`/etc/passwd.py` is an absolute path", "`project/../../up.py` leaves the repository"]) {
    assert.ok(list.includes(`unsafe path: ${why}`), list);
  }
});

scenario("of two entries with one name, one is kept and the other is listed", async (workbench, { page }) => {
  const twice = [GOOD, ["project/same.py", "first = 1\n"], ["project/same.py", "second = 2\n"]];
  await workbench.importArchive("twice.zip", zip(twice));
  await workbench.opened();
  assert.match(await page.locator(".facts").innerText(), /2 files/);
  assert.match(await skipped(workbench, page), /same\.py/);
});

scenario("a truncated zip is refused with a clear message", async (workbench) => {
  const whole = zip([GOOD, ["project/big.py", Array.from({ length: 3000 }, (_, n) => `x${n} = ${n * 7919}\n`).join("")]]);
  await workbench.importArchive("half.zip", whole.subarray(0, whole.length >> 1));
  assert.match(await workbench.problem(), /^The archive ends too early: it was not downloaded or copied whole, get it again\./);
  await stillWorks(workbench);
});

scenario("a truncated .tar.gz is refused with a clear message", async (workbench) => {
  const whole = tarGz([GOOD, ["project/big.py", Array.from({ length: 3000 }, (_, n) => `x${n} = ${n * 7919}\n`).join("")]]);
  await workbench.importArchive("half.tar.gz", whole.subarray(0, whole.length >> 1));
  assert.match(await workbench.problem(), /^The archive ends too early: it was not downloaded or copied whole, get it again\./);
  await stillWorks(workbench);
});

scenario("a zip bomb is refused before it is unpacked", async (workbench, { page }) => {
  const zeros = Buffer.alloc(64 << 20);
  const entries = Array.from({ length: 40 }, (_, at) => [`project/bomb${at}.py`, at === 0 ? zeros : ""]);
  const bomb = zip([GOOD, ...entries, ["project/bomb.txt", zeros]]);
  assert.ok(bomb.length < 1 << 20, "the bomb is small before it is unpacked");
  await workbench.importArchive("bomb.zip", bomb);
  assert.match(await workbench.problem(), /^The archive unpacks to more than 200 times its size, as a zip bomb does; it was not opened\./);
  const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
  assert.ok(heap < 300e6, `${heap} bytes of heap`);
  await stillWorks(workbench);
});

scenario("a gzip bomb is refused", async (workbench) => {
  await workbench.importArchive("bomb.tar.gz", tarGz([GOOD, ["project/zeros.txt", Buffer.alloc(200 << 20)]]));
  assert.match(await workbench.problem(), /^The archive unpacks to more than 200 times its size, as a zip bomb does; it was not opened\./);
  await stillWorks(workbench);
});

scenario("a file that is no archive is refused with a clear message", async (workbench) => {
  await workbench.importArchive("holiday.zip", Buffer.from("just some words, no archive at all"));
  assert.match(await workbench.problem(), /^`holiday\.zip` is no \.zip, \.tar\.gz or \.tar file; unpack it and open the folder\./);
  await stillWorks(workbench);
});

scenario("a .gz that holds no tar is refused with a clear message", async (workbench) => {
  await workbench.importArchive("letter.tar.gz", gzipSync(Buffer.from("Dear reader, this is a letter.".repeat(40))));
  assert.match(await workbench.problem(), /^The archive is damaged \(it is no tar archive, or a header's checksum is wrong\); get it again, or unpack it and open the folder\./);
  await stillWorks(workbench);
});

scenario("for a folder without source the skipped files are listed", async (workbench) => {
  const folder = folderOf({ "logo.png": Buffer.from("89504e470d0a1a0a0000", "hex") });
  await workbench.chooseFolder(folder);
  assert.match(await workbench.problem(), /^No source file was found in `repository`: 1 entry was left out \(1 binary, as `logo\.png`\)\./);
  await stillWorks(workbench);
  remove(folder);
});

scenario("files in other encodings are read and counted", async (workbench, { page }) => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('def wide():\n    """Größe"""\n', "utf16le")]);
  const folder = folderOf({
    "latin.py": Buffer.from('def narrow():\n    """Gr\xf6\xdfe und Ma\xdf"""\n    return 1\n', "latin1"),
    "wide.py": utf16,
    "plain.py": "def plain():\n    return narrow()\n",
  });
  await workbench.importFolder(folder);
  assert.match(await page.locator(".arrived").innerText(), /2 files not in UTF-8/);
  await workbench.find("latin.py");
  await page.getByText("Größe und Maß").waitFor();
  remove(folder);
});

scenario("names in any script open", async (workbench, { page }) => {
  const names = ["данные.py", "مرحبا.py", "📦.py", "naïve file.py"];
  await workbench.importFiles(folderOf(Object.fromEntries(names.map((name, at) => [name, `def made_${at}():\n    return ${at}\n`]))));
  for (const [at, name] of names.entries()) {
    await workbench.openSymbol(`made_${at}`);
    await page.locator(`[data-testid="code-view"][data-path="${name.normalize()}"]`).waitFor();
  }
});
