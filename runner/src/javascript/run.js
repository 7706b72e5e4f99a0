// A job from its arguments to its end.

import { BadArguments, isTest, readArguments } from "./command.js";
import { Files, resolve, ROOT } from "./files.js";
import { Output } from "./output.js";
import { OutOfMemory, Program } from "./program.js";
import { typescript } from "./typescript.js";

/** Node's exit code for arguments that it does not understand. */
const BAD_ARGUMENTS = 9;

async function setUp(job, parts, output) {
  const { loadTransform, loadUrl, ...loaded } = await parts;
  const files = new Files(job.paths, job.texts, job.leftOut);
  const hasTypes = job.paths.some(typescript.isNamed);
  const strip = hasTypes ? await loadTransform() : undefined;
  // It is as large as all the rest, and most programs do without.
  const usesUrl = [...job.texts, ...job.argv].some((text) => /\bURL\b/.test(text));
  const extensions = usesUrl ? [...loaded.extensions, await loadUrl()] : loaded.extensions;
  const cwd = resolve(ROOT, job.folder);
  if (files.kind(cwd) !== "folder") throw new Error(`\`${job.folder}\` is no folder of the repository`);
  return { ...loaded, extensions, files, output, memory: job.memory, cwd, stdin: job.stdin, strip };
}

async function runOne(setting, entry, argv) {
  const program = await Program.start(setting, argv);
  return program.run(entry);
}

/** Each file in an interpreter of its own, one after the other, as Node gives each a process. */
async function runTests(setting, named) {
  const all = setting.files.paths().filter((path) => path.startsWith(`${setting.cwd}/`));
  const wanted = named.map((name) => resolve(setting.cwd, name));
  const isWanted = (path) => wanted.some((name) => path === name || path.startsWith(`${name}/`));
  const files = named.length === 0 ? all.filter((path) => isTest(path.slice(setting.cwd.length + 1))) : all.filter((path) => isWanted(path) && (wanted.includes(path) || isTest(path)));
  if (files.length === 0) {
    setting.output.write(1, named.length > 0 ? `Could not find '${named.join("', '")}'\n` : "Could not find any test files\n");
    return 1;
  }
  let failed = 0;
  for (const file of files.sort()) {
    setting.output.write(0, `# ${file.slice(ROOT.length + 1)}\n`);
    const code = await runOne(setting, { kind: "file", file }, ["/usr/bin/node", file]);
    if (code !== 0) failed += 1;
    if (setting.output.isFull) break;
  }
  setting.output.write(0, `# files ${files.length}\n# files that failed ${failed}\n`);
  return failed > 0 ? 1 : 0;
}

/** Runs a job with the loaded parts; `post` gets the messages that `worker.js` lists. */
export async function run(job, parts, post) {
  const output = new Output(job.output, (stream, text) => post({ stream, text }));
  const end = await finish(job, parts, output, post);
  output.flush();
  post(output.isFull ? { end: "output" } : end);
}

async function finish(job, parts, output, post) {
  try {
    const entry = readArguments(job.argv);
    const setting = await setUp(job, parts, output);
    post({ started: true });
    if (entry.kind === "tests") return { end: "exit", code: await runTests(setting, entry.files) };
    const script = entry.kind === "file" ? [resolve(setting.cwd, entry.file)] : [];
    return { end: "exit", code: await runOne(setting, entry, ["/usr/bin/node", ...script, ...entry.args]) };
  } catch (error) {
    if (error instanceof OutOfMemory) return { end: "memory" };
    if (!(error instanceof BadArguments)) return { end: "failed", why: `The interpreter failed: ${error?.message ?? error}` };
    output.write(1, `${error.message}\n`);
    return { end: "exit", code: BAD_ARGUMENTS };
  }
}
