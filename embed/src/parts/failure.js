// Failures as messages that a person can act on.

export class Failure extends Error {
  constructor(kind, message, advice = null) {
    super(message);
    this.name = "QuarryError";
    this.kind = kind;
    this.advice = advice;
  }

  static from({ kind, message, advice }) {
    return new Failure(kind, message, advice);
  }

  /** Converts anything thrown to a failure. */
  static of(error) {
    return error instanceof Failure ? error : new Failure("internal", String(error?.message ?? error));
  }

  get isCancelled() {
    return this.kind === "cancelled";
  }
}
