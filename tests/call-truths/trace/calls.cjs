// Loaded by `node --require`: writes which function of a repository called which, as JSON lines, a file for each process.
//
// The repository is $QUARRY_TRACE_ROOT, the folder of the files $QUARRY_TRACE_OUT. At the head of each function of a CommonJS module it
// inserts a call that looks one frame up. Frames of the engine (`Array.prototype.map`) are skipped, so a callback that they run counts
// as called from where they were called; a generator runs later than it is called and is left out.
'use strict';
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const acorn = Module.createRequire(`${process.env.QUARRY_PEERS}/`)('acorn');

const root = fs.realpathSync(process.env.QUARRY_TRACE_ROOT) + path.sep;
const files = new Map();
const functions = [];
const calls = new Set();
const capture = Error.captureStackTrace;

/** The source with calls inserted, all on the lines where they are inserted; what does not parse as a script stays as it is. */
function instrumented(text, file) {
  let tree;
  try {
    tree = acorn.parse(text, { ecmaVersion: 'latest', locations: true, allowReturnOutsideFunction: true, allowHashBang: true });
  } catch {
    return text;
  }
  const inserted = [];
  const own = [];
  const insert = (at, place, code) => inserted.push({ at, line: place.line, column: place.column, code });
  const visit = (node, parent) => {
    if (/Function/.test(node.type)) {
      const { name, line } = naming(node, parent);
      own.push({ file, name, line, start: node.loc.start, end: node.loc.end });
      if (!node.generator) {
        const number = functions.push({ file, name, line }) - 1;
        const hook = `__quarryCalled(${number})`;
        if (node.body.type === 'BlockStatement') {
          const directives = node.body.body.filter(it => it.directive);
          const last = directives.at(-1);
          if (last) insert(last.end, last.loc.end, `;${hook};`);
          else insert(node.body.start + 1, { line: node.body.loc.start.line, column: node.body.loc.start.column + 1 }, `${hook};`);
        } else {
          // What is in parentheses begins before the expression does, and both stay inside of these.
          insert(node.body.start, node.body.loc.start, `(${hook},`);
          insert(node.body.end, node.body.loc.end, ')');
        }
      }
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (child && typeof child.type === 'string') visit(child, node);
      }
    }
  };
  visit(tree, null);
  inserted.sort((a, b) => a.at - b.at);
  files.set(file, { own, inserted });
  let out = '';
  let from = 0;
  for (const { at, code } of inserted) {
    out += text.slice(from, at) + code;
    from = at;
  }
  return out + text.slice(from);
}

/** What a function is called, and the line where that or the function begins. */
function naming(node, parent) {
  const line = node.loc.start.line;
  const by = target => ({ name: target.name ?? String(target.value ?? ''), line: Math.min(line, target.loc.start.line) });
  if (node.id) return by(node.id);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return by(parent.id);
  if (parent?.type === 'AssignmentExpression') {
    if (parent.left.type === 'Identifier') return by(parent.left);
    if (parent.left.type === 'MemberExpression' && !parent.left.computed) return by(parent.left.property);
  }
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent?.type) && !parent.computed) return by(parent.key);
  return { name: '<anonymous>', line };
}

/** The innermost function around a place of the instrumented source. */
function around(file, line, column) {
  const { own, inserted } = files.get(file);
  let shift = 0;
  for (const it of inserted) {
    if (it.line === line && it.column + shift < column) shift += it.code.length;
  }
  const at = { line, column: Math.max(0, column - shift) };
  const before = (a, b) => a.line < b.line || (a.line === b.line && a.column <= b.column);
  const holding = own.filter(it => before(it.start, at) && before(at, it.end));
  return holding.reduce((inner, it) => (!inner || before(inner.start, it.start) ? it : inner), null);
}

globalThis.__quarryCalled = number => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const held = {};
  Error.prepareStackTrace = (_, frames) => frames;
  Error.stackTraceLimit = 5;
  capture(held, globalThis.__quarryCalled);
  const frames = held.stack;
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  const from = frames.slice(1).find(frame => frame.getFileName());
  const file = from?.getFileName();
  // An async function that goes on is nobody's caller but its own.
  if (file && files.has(file) && !from.isAsync()) {
    calls.add(`${number} ${from.getLineNumber()} ${from.getColumnNumber() - 1} ${file}`);
  }
};

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, file, ...rest) {
  const traced = file.startsWith(root) && !file.includes(`${path.sep}node_modules${path.sep}`);
  return compile.call(this, traced ? instrumented(content, file) : content, file, ...rest);
};

process.on('exit', () => {
  const lines = [...calls].map(call => {
    const [number, line, column, ...rest] = call.split(' ');
    const file = rest.join(' ');
    const caller = around(file, Number(line), Number(column));
    const callee = functions[number];
    return JSON.stringify({
      path: path.relative(root, file),
      line: Number(line),
      caller: caller ? caller.name : '<module>',
      caller_line: caller ? caller.line : 1,
      to_path: path.relative(root, callee.file),
      to_name: callee.name,
      to_line: callee.line,
    }) + '\n';
  });
  fs.writeFileSync(path.join(process.env.QUARRY_TRACE_OUT, `${process.pid}.jsonl`), lines.join(''));
});
