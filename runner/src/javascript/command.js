// What `node` is asked to do, by its arguments.

const KNOWN = "`node FILE ARGUMENTS`, `node -e CODE`, `node -p CODE`, `node --test FILES` and `--input-type=module`";

/** A sentence for the person: the arguments cannot be understood. */
export class BadArguments extends Error {}

/**
 * Reads the arguments after `node`. Gives `{kind: "file", file, args}`, `{kind: "code", code, isModule, isPrinted, args}` or
 * `{kind: "tests", files}`, where no files means all that look like tests.
 */
export function readArguments(argv) {
  const rest = [...argv];
  let [isModule, isTest, isPrinted, code] = [false, false, false, undefined];
  while (rest.length > 0 && rest[0].startsWith("-") && rest[0] !== "-") {
    const option = rest.shift();
    if (option === "--") break;
    if (option === "--test") isTest = true;
    else if (option === "--input-type=module") isModule = true;
    else if (option === "--input-type=commonjs") isModule = false;
    else if (["-e", "--eval", "-p", "--print"].includes(option)) {
      if (rest.length === 0) throw new BadArguments(`node: ${option} needs code after it`);
      isPrinted = ["-p", "--print"].includes(option);
      code = rest.shift();
    } else if (!QUIET.test(option)) {
      throw new BadArguments(`node: the option ${option} is not understood in this tab; what is: ${KNOWN}`);
    }
  }
  if (code !== undefined) return { kind: "code", code, isModule, isPrinted, args: rest };
  if (isTest) return { kind: "tests", files: rest };
  if (rest.length === 0) throw new BadArguments(`node: there is nothing to run; what is understood in this tab: ${KNOWN}`);
  return { kind: "file", file: rest[0], args: rest.slice(1) };
}

/** Options of Node that change nothing about what a program does here. */
const QUIET = /^--(no-warnings|enable-source-maps|experimental-strip-types|test-reporter=.*|test-force-exit|no-deprecation)$/;

/** The paths that `node --test` runs where none is named, as Node chooses them. */
export function isTest(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!/\.[cm]?[jt]s$/.test(name) || /\.d\.[cm]?ts$/.test(name)) return false;
  return /(^|\/)test\//.test(path) || /^(test|test-.*|.*[._-]test)\.[cm]?[jt]s$/.test(name);
}
