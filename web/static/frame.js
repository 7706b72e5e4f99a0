// The frame of Python: an origin of its own, which has nothing of this page's. Its own policy is in its document.

let open = null;

/** Opens the frame in place of an earlier one, and passes the engine's worker a port to it. */
export function openFrame(worker, address) {
  open?.remove();
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.hidden = true;
  frame.title = "Python";
  const { port1, port2 } = new MessageChannel();
  // Its origin has no name, so the message cannot be addressed; it goes to this one frame.
  frame.addEventListener("load", () => frame.contentWindow.postMessage("port", "*", [port1]), { once: true });
  frame.src = address;
  document.body.append(frame);
  open = frame;
  worker.postMessage({ frame: port2 }, [port2]);
}
