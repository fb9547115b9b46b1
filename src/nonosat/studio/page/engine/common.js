// What both engines share.

/**
 * @typedef {(known: any) => void} Progress hears what is known so far
 * @typedef {{signal?: AbortSignal, onProgress?: Progress}} Options of a question
 * @typedef {Record<string, any>} Payload of a question, or its answer
 * @typedef {{kind?: string, message: string, where?: string, limit?: string, problems?: object[], retry?: number}} Failure as
 *   engines write it
 */

// Why there is no answer: `kind` is one of input, limit, busy, missing, network, internal, aborted, or another that a
// server has; `retry` are the seconds after which to ask again, 0 if not.
export class EngineError extends Error {
  where = "";
  limit = "";
  /** @type {any[]} */
  problems = [];
  retry = 0;

  /** @param {string} kind @param {string} message @param {Partial<Failure>} more */
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, more, { name: "EngineError" });
    this.kind = kind;
  }
}

// The error that such an answer stands for.
/** @param {Failure} failure */
export function errorOf({ kind = "internal", message, ...more }) {
  return new EngineError(kind, message, more);
}

export const aborted = () => new EngineError("aborted", "the question was withdrawn");

/** What went wrong, in words. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

// What an engine tells of itself; see engine.js.
export class Engine extends EventTarget {
  #status = "starting";
  #place = 0;

  // The place of a question that waits in a queue; 0 if none does.
  get place() {
    return this.#place;
  }

  set place(place) {
    if (place === this.#place) return;
    this.#place = place;
    this.dispatchEvent(new Event("status"));
  }

  get status() {
    return this.#status;
  }

  set status(status) {
    if (status === this.#status) return;
    this.#status = status;
    this.dispatchEvent(new Event("status"));
  }
}
