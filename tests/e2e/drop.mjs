// A real drop: the browser itself delivers the folder, as for a mouse.

import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** A copy in a folder that the browser lets pages read: it denies them cache folders. */
export function droppable(folder) {
  const copy = join(mkdtempSync(join(tmpdir(), "quarry-drop-")), basename(folder));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Drops files or folders of this machine on an element. */
export async function drop(page, target, ...files) {
  const session = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, ...at, data });
  await session.detach();
}
