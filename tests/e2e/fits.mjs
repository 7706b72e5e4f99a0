// Whether the page fits into its window: nothing overflows sideways, and no control is outside or cut off.

/** The widths at which the page is looked at; 360 and 320 px are also 1440 px at 400% and 1280 px at 400%, 720 px is 1440 px at 200%. */
export const WIDTHS = [320, 360, 480, 720, 768, 1024, 1440, 1920, 2560];

/** Sets the window's width and waits until the page is laid out in it. */
export async function resize(page, width) {
  await page.setViewportSize({ width, height: width < 760 ? 800 : 900 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** What does not fit, one text each. Code, differences, tables and drawings scroll in boxes of their own. */
export function misfits(page) {
  return page.evaluate(() => {
    const found = [];
    const width = document.documentElement.clientWidth;
    const wide = document.scrollingElement.scrollWidth;
    if (wide > width) found.push(`the document is ${wide} px wide in ${width}`);
    const SCROLLS = "pre, table, svg, .code-box, .code-scroll, [data-scrolls]";
    const name = (element) => `${element.tagName.toLowerCase()}.${element.className} "${(element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 30)}"`;
    const dialog = document.querySelector("dialog[open]");
    for (const control of (dialog ?? document).querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")) {
      const box = control.getBoundingClientRect();
      if (box.width === 0 || control.closest(".visually-hidden, .skip") || control.closest(SCROLLS)) continue;
      if (getComputedStyle(control).visibility === "hidden") continue;
      if (box.left < -1 || box.right > width + 1) found.push(`${name(control)} is from ${box.left} to ${box.right} of ${width}`);
      for (let around = control.parentElement; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (style.overflowX === "visible") continue;
        const { left, right } = around.getBoundingClientRect();
        if (box.left < left - 1 || box.right > right + 1) found.push(`${name(control)} is cut off by ${name(around).slice(0, 60)}: ${box.left} to ${box.right} in ${left} to ${right}`);
        break;
      }
    }
    return found;
  });
}
