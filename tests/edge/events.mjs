// Server-sent events, read as a client reads them.

/** Sends a call and yields its events `{id, event, data}` as they come; data is parsed. */
export async function* events(url, { token, method = "POST", body, headers = {}, signal } = {}) {
  const response = await fetch(url, {
    method,
    signal,
    body: body && JSON.stringify(body),
    headers: { accept: "text/event-stream", ...(body && { "content-type": "application/json" }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    throw new Error(`${response.status}: ${await response.text()}`);
  }
  yield* parse(response.body);
}

export async function* parse(body) {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const frame = text.slice(0, end);
      text = text.slice(end + 2);
      if (frame.startsWith(":")) continue;
      const fields = Object.fromEntries(frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      yield { id: Number(fields.id), event: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

/** All events of a call. */
export async function all(url, call) {
  const found = [];
  for await (const event of events(url, call)) found.push(event);
  return found;
}
