// A real drop: the browser itself hands the folder over, as it does for a person's mouse.

/** Drops a file or folder of this machine on an element. */
export async function drop(page, target, path) {
  const session = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, ...at, data });
  await session.detach();
}
