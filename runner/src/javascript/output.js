// What a program writes: posted in pieces, counted, and cut at the limit.

/** Characters after which a piece is posted. */
const PIECE = 8_192;

export class Output {
  #waiting = "";
  #stream = 0;
  #bytes = 0;

  /** `post(stream, text)` gets the pieces: stream 0 is standard output, 1 standard error. */
  constructor(limit, post) {
    this.limit = limit;
    this.post = post;
  }

  /** True once more than the limit was written; nothing is taken after that. */
  get isFull() {
    return this.#bytes > this.limit;
  }

  write(stream, text) {
    if (this.isFull) return;
    // Most characters have one byte; the engine counts exactly.
    this.#bytes += text.length;
    if (this.isFull) text = text.slice(0, text.length - (this.#bytes - this.limit));
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#waiting += text;
    if (this.#waiting.length >= PIECE) this.flush();
  }

  flush() {
    if (this.#waiting) this.post(this.#stream, this.#waiting);
    this.#waiting = "";
  }
}
