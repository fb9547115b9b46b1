// Shared by both engines.

/**
 * @typedef {(known: any) => void} Progress is called with partial answers
 * @typedef {{signal?: AbortSignal, onProgress?: Progress}} Options of a question
 * @typedef {Record<string, any>} Payload of a question, or its answer
 * @typedef {{kind?: string, message: string, where?: string, limit?: string, problems?: object[], retry?: number}} Failure as
 *   engines write it
 */

// Reason for a missing answer: `kind` is input, limit, busy, missing, network, internal, aborted, or another of a server;
// `retry` are the seconds after which to ask again, or 0.
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

// The error of a failure.
/** @param {Failure} failure */
export function errorOf({ kind = "internal", message, ...more }) {
  return new EngineError(kind, message, more);
}

export const aborted = () => new EngineError("aborted", "the question was withdrawn");

/** The reason of an error in words. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

const PATIENCE = 30_000; // milliseconds for a small file

/** The JSON of a file beside the page; rejects with a sentence if it does not arrive in time. @param {URL} url */
export async function fetched(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) throw new Error(`the answer is ${response.status}`);
    return await response.json();
  } catch (error) {
    const name = url.pathname.split("/").at(-1);
    throw new EngineError("network", `${name} does not arrive: ${reasonOf(error)}`);
  }
}

// State of an engine; see engine.js.
export class Engine extends EventTarget {
  status = "starting";
  /** Whether a server answers, which has the page, too. */
  isServed = false;

  /** Takes up a new status, and announces it. @param {string} status */
  become(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}
