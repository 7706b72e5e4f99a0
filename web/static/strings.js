// The page's strings in another language than English.

/** Longest wait for a language, in milliseconds; then the page is in English. */
const LONGEST = 10_000;

/** The texts of a language. `of` names the English of this build: the file has to be made for it. */
export async function loadTexts(url, of) {
  const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const file = await response.json();
  if (file.of !== of) throw new Error("it is of another build");
  return file.texts;
}

/** The languages that the browser prefers, with spaces between. */
export function preferredLanguages() {
  return navigator.languages.join(" ");
}

/** Opens the page anew at the same address. */
export function reload() {
  location.reload();
}
