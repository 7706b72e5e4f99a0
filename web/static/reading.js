// What the code view measures and the graph pane draws that costs less here than through web-sys.

/** Pixels of a line that its number, fold button and margins take: see `.number` and `.fold` in `styles/code.css`. */
const BESIDE = 116;

/** Calls back with the columns of code that fit whenever the box of `view` changes size, until it leaves the document. */
export function onColumns(view, callback) {
  const context = document.createElement("canvas").getContext("2d");
  const measure = () => {
    const style = getComputedStyle(view);
    context.font = `${style.fontSize} ${style.fontFamily}`;
    const width = context.measureText("0".repeat(100)).width / 100 || 8;
    return Math.max(10, Math.floor((view.clientWidth - BESIDE) / width));
  };
  const observer = new ResizeObserver(() => {
    if (view.isConnected) callback(measure());
    else observer.disconnect();
  });
  observer.observe(view);
}

/** Downloads the drawing inside of `host` as a PNG of twice its size on screen; rejects where there is none. */
export async function downloadPng(host, name) {
  const svg = host.querySelector("svg");
  if (!svg) throw new Error("graph-no-drawing");
  const copy = svg.cloneNode(true);
  const { width, height } = svg.viewBox.baseVal;
  // A canvas of a browser has a largest size; beyond it nothing would be drawn.
  const scale = Math.min(2, 8000 / Math.max(width, height, 1));
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.removeAttribute("style");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("graph-not-drawn");
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Shows `element` alone on the screen, or ends that; fails where the browser does not. */
export async function toggleFullScreen(element) {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (!element.requestFullscreen) throw new Error("graph-no-full-screen");
  return element.requestFullscreen();
}

/** Calls back with whether a part of the page fills the screen, each time that this changes. */
export function onFullScreen(callback) {
  document.addEventListener("fullscreenchange", () => callback(document.fullscreenElement !== null));
}

/** Whether the focus is inside of the element with this id. */
export function hasFocusIn(id) {
  return document.getElementById(id)?.contains(document.activeElement) ?? false;
}
