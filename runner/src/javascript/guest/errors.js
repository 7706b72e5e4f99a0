// Errors as Node prints them: with their message before the stack.

Error.prepareStackTrace = (error, sites) => {
  const lines = sites.map((site) => {
    const place = `${site.getFileName() ?? "native"}:${site.getLineNumber() ?? 0}:${site.getColumnNumber() ?? 0}`;
    return `\n    at ${site.getFunctionName() || "<anonymous>"} (${place})`;
  });
  return `${heading(error)}${lines.filter((line) => !/ \((null|native|node):/.test(line)).join("")}`;
};

function heading(error) {
  const name = error?.name ?? "Error";
  return error?.message ? `${name}: ${error.message}` : String(name);
}

/** The text for a program that ends because nothing caught this. */
export function uncaught(error, modules) {
  if (!(error instanceof Error)) return `Uncaught ${modules.inspect(error)}\n`;
  const stack = typeof error.stack === "string" && error.stack ? error.stack : heading(error);
  // Code that changes the message afterwards leaves the old one in the stack.
  const text = stack.includes(String(error.message)) ? stack : `${heading(error)}\n${stack}`;
  const cause = error.cause === undefined ? "" : `\n  caused by: ${uncaught(error.cause, modules).trimEnd()}`;
  return `${text}${cause}\n`;
}

/** An error with one of Node's codes. */
export function failure(code, message, more = {}) {
  return Object.assign(new Error(message), { code }, more);
}
