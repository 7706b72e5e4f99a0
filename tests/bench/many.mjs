// A folder of many small files, as a large application has: the same each time.
//
// Usage: many.mjs FOLDER COUNT. Modules of Python in packages of twenty: a class of two methods, a function that calls one of
// another module, a doc comment for each. Writes nothing where the folder has them already.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, count] = [process.argv[2], Number(process.argv[3])];
const IN_PACKAGE = 20;
const THINGS = ["account", "address", "basket", "carrier", "customer", "delivery", "discount", "invoice", "ledger", "order", "parcel", "payment", "price", "receipt", "refund", "shelf", "stock", "supplier", "tax", "voucher"];
const DEEDS = ["add", "apply", "archive", "cancel", "charge", "check", "close", "count", "create", "export", "find", "import", "limit", "merge", "notify", "open", "print", "refund", "split", "store"];

const capital = (word) => word[0].toUpperCase() + word.slice(1);
/** Names of the module at a place: its package, its file, its class and its function. */
function named(at) {
  const thing = THINGS[at % THINGS.length];
  const deed = DEEDS[Math.floor(at / THINGS.length) % DEEDS.length];
  const number = Math.floor(at / IN_PACKAGE);
  return { thing, deed, package: `area_${number % 50}/part_${number}`, file: `${thing}_${at}`, type: `${capital(thing)}${capital(deed)}${at}`, does: `${deed}_${thing}_${at}` };
}

function text(at) {
  const own = named(at);
  const other = named((at * 7 + 13) % count);
  return `"""${capital(own.deed)}s each ${own.thing} of part ${Math.floor(at / IN_PACKAGE)}."""

from ${other.package.replaceAll("/", ".")}.${other.file} import ${other.does}

LIMIT = ${at % 97}


class ${own.type}:
    """A ${own.thing} that is to be kept."""

    def __init__(self, name, amount=${at % 13}):
        self.name = name
        self.amount = amount

    def is_due(self):
        """Whether the amount is over the limit."""
        return self.amount > LIMIT


def ${own.does}(items):
    """Goes over the items and hands those that are due on."""
    due = [item for item in items if item.is_due()]
    if not due:
        raise ValueError("no ${own.thing} is due")
    return ${other.does}(due)
`;
}

const complete = join(folder, "README.md");
if (!existsSync(complete)) {
  for (let at = 0; at < count; at += 1) {
    const { package: parent, file } = named(at);
    if (at % IN_PACKAGE === 0) mkdirSync(join(folder, parent), { recursive: true });
    writeFileSync(join(folder, parent, `${file}.py`), text(at));
  }
  // Last: its being there says that all others are.
  writeFileSync(complete, `# Many\n\n${count} small modules, made by a script.\n`);
}
