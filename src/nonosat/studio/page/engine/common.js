// What both engines share.

// Why there is no answer: `kind` is one of input, limit, busy, missing, network, internal, aborted, or another that a
// server has; `more` is what else the error says: where, limit, problems.
export class EngineError extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message, more = {}) {
    super(message);
    this.name = "EngineError";
    Object.assign(this, { where: "", limit: "", problems: [], retry: 0 }, more, { kind });
  }
}

// The error that such an answer stands for.
/** @param {{kind?: string, message: string}} options */
export function errorOf({ kind = "internal", message, ...more }) {
  return new EngineError(kind, message, more);
}

export const aborted = () => new EngineError("aborted", "the question was withdrawn");

/** @typedef {{signal?: AbortSignal, onProgress?: (known: any) => void}} Options of a question */

// What an engine tells of itself; see engine.js.
export class Engine extends EventTarget {
  #status = "starting";
  #place = 0;

  // The place of a question that waits in a queue; 0 if none does.
  get place() {
    return this.#place;
  }

  set place(place) {
    if (place !== this.#place) {
      this.#place = place;
      this.dispatchEvent(new Event("status"));
    }
  }

  get status() {
    return this.#status;
  }

  set status(status) {
    if (status !== this.#status) {
      this.#status = status;
      this.dispatchEvent(new Event("status"));
    }
  }
}
