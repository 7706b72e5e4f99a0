// What the scenarios of agents that act have in common: a folder that can be written to, and the changes on screen.

import { writeFiles } from "./opfs.mjs";

export const LAMP = {
  "lamp.py": "def light_up(colour):\n    return colour\n",
  "house.py":
    "from lamp import light_up\n\n\ndef evening():\n    return light_up('red')\n\n\ndef reading():\n    pass\n\n\ndef supper():\n    pass\n\n\ndef night():\n    return light_up('dim')\n",
};

/** The picker returns a folder of the origin private file system: it has a handle as any folder. */
export const picks = (folder) => ({
  prepare: (context) =>
    context.addInitScript((folder) => {
      window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folder);
    }, folder),
});

export async function choose(workbench, page, folder, files) {
  await writeFiles(page, folder, files);
  await workbench.ready();
  await page.getByRole("button", { name: "Choose a folder" }).click();
  await workbench.opened();
}

export async function act(workbench, agent, request) {
  await workbench.at("agent").selectOption(agent);
  return workbench.ask(request);
}

/** The changed files on screen, with the numbers of their hunks. */
export const changed = (workbench) =>
  workbench.at("changed-file").evaluateAll((files) =>
    files.map((file) => `${file.dataset.path} ${file.querySelectorAll('[data-testid="hunk"]').length}`),
  );

export const hunk = (page, path, number) =>
  page.locator(`[data-testid="changed-file"][data-path="${path}"] [data-testid="hunk"]`).nth(number);
