// What TypeScript's own checker finds to be called at each call of a repository, as JSON lines.
//
//     node typescript_calls.mjs REPOSITORY
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ts = createRequire(`${process.env.QUARRY_PEERS}/`)('typescript');

const root = path.resolve(process.argv[2]);
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
  .map(entry => path.join(entry.parentPath, entry.name));
const program = ts.createProgram(files, {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();
const own = new Set(files);

function visit(node, source) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) {
    report(node, source);
  }
  ts.forEachChild(node, child => visit(child, source));
}

function report(node, source) {
  const callee = node.expression ?? node.tag;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const declared = checker.getResolvedSignature(node)?.declaration;
  const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
  for (const declaration of implemented(declared, name)) {
    const target = declaration.getSourceFile();
    if (!own.has(target.fileName)) continue;
    const at = ts.getNameOfDeclaration(declaration) ?? named(declaration) ?? declaration;
    process.stdout.write(JSON.stringify({
      path: path.relative(root, source.fileName),
      line,
      to_path: path.relative(root, target.fileName),
      to_name: ts.isConstructorDeclaration(declaration) ? 'constructor' : at.getText(target).split('\n')[0].slice(0, 80),
      to_line: target.getLineAndCharacterOfPosition(at.getStart(target)).line + 1,
    }) + '\n');
  }
}

/** The variable or property that a function without a name of its own is assigned to. */
function named(declaration) {
  const parent = declaration.parent;
  return parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))
    ? parent.name
    : undefined;
}

/** The bodies behind a signature: of an overload its implementation, of a class without a constructor the class. */
function implemented(declared, name) {
  if (declared && declared.body) return [declared];
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  const all = symbol?.declarations ?? [];
  const bodies = all.filter(it => it.body || ts.isClassDeclaration(it) || ts.isMethodSignature(it) || ts.isMethodDeclaration(it));
  return bodies.some(it => it.body) ? bodies.filter(it => it.body) : bodies.slice(0, 1);
}

for (const source of program.getSourceFiles()) {
  if (own.has(source.fileName)) visit(source, source);
}
