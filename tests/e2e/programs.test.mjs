// Programs in the tab's interpreters: what a program of Python finds there, and that those of JavaScript run in a browser as
// they do in the tests of `runner/test`.

import assert from "node:assert/strict";
import { scenario } from "./browser.mjs";
import { node, openPython, python } from "./interpreters.mjs";

const exit = (code) => ({ end: "exit", code });

scenario("a module with TypeScript and a package.json runs in the browser, and its tests", async (workbench, { page }) => {
  await workbench.ready();
  const files = {
    "package.json": '{"type": "module"}',
    "main.js": "import { total } from './lib/total.ts';\nconsole.log(total([1, 2]), new URL('x', 'http://a/b').pathname, { a: new Map([[1, 2]]) });\n",
    "lib/total.ts": "export const total = (all: number[]): number => all.reduce((sum, each) => sum + each, 0);\n",
    "lib/total.test.ts": "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { total } from './total.ts';\ntest('adds', async () => { assert.equal(total([1, 2]), 3); });\n",
  };
  const ran = await node(page, ["main.js"], files);
  assert.deepEqual([ran.end, ran.out, ran.error], [exit(0), "3 /x { a: Map(1) { 1 => 2 } }\n", ""]);
  const tested = await node(page, ["--test"], files);
  assert.deepEqual([tested.end, tested.error], [exit(0), ""]);
  assert.match(tested.out, /ok - adds\n# tests 1/);
});

const LAMPS = {
  "main.py": "import sys\nfrom lamps.light import shine\nprint(shine(sys.argv[1]), input(), __name__, __file__)\nsys.exit(3)\n",
  "lamps/__init__.py": "",
  "lamps/light.py": "def shine(colour):\n    return f'{colour} light'\n",
  "tests/test_light.py":
    "import unittest\nfrom lamps.light import shine\n\nclass Light(unittest.TestCase):\n    def test_red(self):\n        self.assertEqual(shine('red'), 'red light')\n    def test_blue(self):\n        self.assertEqual(shine('blue'), 'green light')\n",
};

scenario("a program of Python gets arguments, input, files and modules, and its tests run", async (workbench, { page }) => {
  await workbench.ready();
  await openPython(page);
  const ran = await python(page, ["main.py", "red"], LAMPS, { stdin: "typed\n" });
  assert.deepEqual([ran.end, ran.out, ran.error], [exit(3), "red light typed __main__ main.py\n", ""]);
  const unittest = await python(page, ["-m", "unittest", "discover", "-s", "tests", "-t", "."], { ...LAMPS, "tests/__init__.py": "" });
  assert.deepEqual(unittest.end, exit(1));
  assert.match(unittest.error, /File "\/repo\/tests\/test_light\.py", line 8[^]*'blue light' != 'green light'[^]*FAILED \(failures=1\)/);
  const pytest = await python(page, ["-m", "pytest", "-q", "-k", "red"], LAMPS);
  assert.deepEqual(pytest.end, exit(0), pytest.out);
  assert.match(pytest.out, /1 passed, 1 deselected/);
  const lib = await python(page, ["-c", "import os, light; print(os.getcwd(), light.shine('dim'))"], LAMPS, { folder: "lamps" });
  assert.deepEqual([lib.end, lib.out], [exit(0), "/repo/lamps dim light\n"], lib.error);
});

scenario("what ends a program of Python is shown as Python shows it", async (workbench, { page }) => {
  await workbench.ready();
  await openPython(page);
  const raised = await python(page, ["main.py"], { "main.py": "def f():\n    raise ValueError('no')\nf()\n" });
  assert.deepEqual([raised.end, raised.error], [
    exit(1),
    'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n    f()\n    ~^^\n  File "main.py", line 2, in f\n    raise ValueError(\'no\')\nValueError: no\n',
  ]);
  const syntax = await python(page, ["main.py"], { "main.py": "def f(:\n" });
  assert.deepEqual(syntax.end, exit(1));
  assert.match(syntax.error, /File "main\.py", line 1\n.*\n *\^\nSyntaxError/);
  const gone = await python(page, ["nope.py"]);
  assert.deepEqual([gone.end, gone.error], [exit(2), "python: can't open file '/repo/nope.py': [Errno 44] No such file or directory\n"]);
  const missing = await python(page, ["-c", "import requests"]);
  assert.match(missing.error, /No module named 'requests'\nA run in this tab has the standard library, pytest, and the repository's own files\./);
  const leftOut = [["img/logo.png", "binary"]];
  const binary = await python(page, ["-c", "open('img/logo.png', 'rb')"], {}, { leftOut });
  assert.match(binary.error, /note: img\/logo\.png was left out when the repository was imported: binary/);
  const option = await python(page, ["--check-hash-based-pycs", "x"]);
  assert.deepEqual(option.end, exit(2));
  assert.match(option.error, /the option --check-hash-based-pycs is not understood in this tab; what is: `python FILE/);
  const waits = await python(page, ["-c", "import asyncio\nasync def late():\n    await asyncio.sleep(0.01)\n    return 7\nprint(asyncio.run(late()))"]);
  assert.deepEqual([waits.end, waits.out], [exit(0), "7\n"], waits.error);
});
