// One turn of the event loop, so that waiting messages are handled. Not setTimeout: that waits 4 ms when nested.
export function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
