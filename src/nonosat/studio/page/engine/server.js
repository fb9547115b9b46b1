// The engine of a served page: each question is a request, its progress a stream of server-sent events.

import { Engine, EngineError, aborted, errorOf } from "./common.js";

const FIRST_WAIT = 500; // milliseconds before a server that is away is looked for again; twice as long each time
const LONGEST_WAIT = 5000;
const MOST_TIMES = 8; // that a question is asked again of a server that is busy

export class ServerEngine extends Engine {
  kind = "server";
  #api;
  #health;
  /** @type {Map<object, number>} the places in the server's queue of questions that wait there */
  #places = new Map();

  /** @param {URL} api @param {any} health */
  constructor(api, health) {
    super();
    this.#api = api;
    this.#health = health;
    this.ready = Promise.resolve();
    this.status = "ready";
  }

  /** @param {string} question @param {any} payload @param {import("./common.js").Options} [options] */
  async ask(question, payload, options = {}) {
    for (let times = 0; ; times++) {
      try {
        return await this.#ask(question, payload, options);
      } catch (/** @type {any} */ error) {
        if (!error.retry || times === MOST_TIMES) throw error;
        await pause(Math.min(error.retry * 1000, LONGEST_WAIT), options.signal);
      }
    }
  }

  /** @param {string} question @param {any} payload @param {import("./common.js").Options} options */
  async #ask(question, payload, { signal, onProgress }) {
    const mine = {};
    /** @param {any} known */
    const hear = (known) => {
      this.#wait(mine, known.stage === "waiting" ? known.place : 0);
      if (known.stage !== "waiting") {
        onProgress?.(known);
      }
    };
    try {
      const response = await fetch(new URL(question, this.#api), {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
        body: JSON.stringify(payload),
        signal,
      });
      this.status = "ready";
      const type = response.headers.get("Content-Type") ?? "";
      if (type.startsWith("text/event-stream")) {
        return await streamed(response.body, hear);
      }
      if (!type.startsWith("application/json")) {
        throw new EngineError("internal", `the server answered ${response.status}`);
      }
      const answer = await response.json();
      if (!response.ok) {
        throw failed(answer, response);
      }
      return answer;
    } catch (/** @type {any} */ error) {
      if (signal?.aborted) {
        throw aborted();
      }
      if (error instanceof EngineError) {
        throw error;
      }
      this.#lookFor();
      throw new EngineError("network", "the server does not answer");
    } finally {
      this.#wait(mine, 0);
    }
  }

  /** @param {object} question @param {any} place */
  #wait(question, place) {
    if (place) {
      this.#places.set(question, place);
    } else {
      this.#places.delete(question);
    }
    this.place = this.#places.size ? Math.min(...this.#places.values()) : 0;
  }

  // Asks for the server until it is there again.
  async #lookFor() {
    if (this.status === "away") {
      return;
    }
    this.status = "away";
    for (let wait = FIRST_WAIT; this.status === "away"; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        if ((await fetch(this.#health)).ok) {
          this.status = "ready";
        }
      } catch {
        // still away
      }
    }
  }
}

// The error in an answer; `retry` has the seconds after which to ask again, if the server says so.
/** @param {{error: any}} options @param {{status: any, headers: any}} [options] */
function failed({ error }, { status, headers } = { status: 200, headers: new Headers() }) {
  const retry = Number(headers.get("Retry-After")) || 0;
  return errorOf({ ...(error ?? { message: `the server answered ${status}` }), retry });
}

/** @param {number} time in milliseconds @param {AbortSignal} [signal] */
function pause(time, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(aborted());
    });
  });
}

// The answer at the end of a stream of events; onProgress is told of those before it.
/** @param {any} body @param {(progress: any) => void} onProgress */
async function streamed(body, onProgress) {
  for await (const { event, data } of events(body)) {
    if (event === "answer") {
      return data;
    }
    if (event === "error") {
      throw failed(data);
    }
    onProgress(data);
  }
  throw new EngineError("network", "the server ended in the middle of its answer");
}

// The server-sent events of a response, each of one line of JSON.
/** @param {any} body */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      const parts = (text + value.replaceAll("\r", "")).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const fields = Object.fromEntries(part.split("\n").map((line) => line.split(/: ?(.*)/s)));
        if (fields.data) {
          yield { event: fields.event, data: JSON.parse(fields.data) };
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // the stream of an aborted request is broken already
  }
}
