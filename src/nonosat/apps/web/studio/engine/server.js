// The engine of a served page: each question is a request, its progress a stream of server-sent events.

import { Engine, EngineError, aborted, errorOf } from "./common.js";

const FIRST_WAIT = 500; // milliseconds before the first poll of a server that is away, doubled each time
const LONGEST_WAIT = 5000;
const MOST_TIMES = 8; // retries if the server is busy

/** @import { Options, Payload } from "./common.js" */

export class ServerEngine extends Engine {
  /** @override */
  isServed = true;
  #api;
  #health;

  /** @param {URL} api @param {URL} health */
  constructor(api, health) {
    super();
    this.#api = api;
    this.#health = health;
    this.ready = Promise.resolve();
    this.become("ready");
  }

  /** @param {string} question @param {Payload} payload @param {Options} [options] @returns {Promise<Payload>} */
  async ask(question, payload, options = {}) {
    for (let times = 0; ; times++) {
      try {
        return await this.#ask(question, payload, options);
      } catch (error) {
        if (!(error instanceof EngineError) || !error.retry || times === MOST_TIMES) throw error;
        await pause(Math.min(error.retry * 1000, LONGEST_WAIT), options.signal);
      }
    }
  }

  /** @param {string} question @param {Payload} payload @param {Options} options */
  async #ask(question, payload, { signal, onProgress }) {
    try {
      const response = await fetch(new URL(question, this.#api), {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
        body: JSON.stringify(payload),
        signal,
      });
      this.become("ready");
      const type = response.headers.get("Content-Type") ?? "";
      if (type.startsWith("text/event-stream") && response.body)
        return await streamed(response.body, onProgress ?? (() => {}));
      const answer = type.startsWith("application/json") ? await response.json() : {};
      if (response.ok && type.startsWith("application/json")) return answer;
      const retry = Number(response.headers.get("Retry-After")) || 0;
      throw errorOf({ message: `the server answered ${response.status}`, ...answer.error, retry });
    } catch (error) {
      if (signal?.aborted) throw aborted();
      if (error instanceof EngineError) throw error;
      this.#reconnect();
      throw new EngineError("network", "the server does not answer");
    }
  }

  // Polls until the server answers.
  async #reconnect() {
    if (this.status === "away") return;
    this.become("away");
    for (let wait = FIRST_WAIT; this.status === "away"; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const how = { signal: AbortSignal.timeout(LONGEST_WAIT) };
      const response = await fetch(this.#health, how).catch(() => null); // still away
      if (response?.ok) this.become("ready");
    }
  }
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

// The answer at the end of a stream of events; onProgress gets those before it.
/** @param {ReadableStream<BufferSource>} body @param {(known: Payload) => void} onProgress @returns {Promise<Payload>} */
async function streamed(body, onProgress) {
  for await (const { event, data } of events(body)) {
    if (event === "answer") return data;
    if (event === "error") throw errorOf(data.error);
    onProgress(data);
  }
  throw new EngineError("network", "the server ended in the middle of its answer");
}

// The server-sent events of a response, each of one line of JSON.
/** @param {ReadableStream<BufferSource>} body @returns {AsyncGenerator<{event: string, data: Payload}>} */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + value.replaceAll("\r", "")).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const fields = Object.fromEntries(part.split("\n").map((line) => line.split(/: ?(.*)/s)));
        if (fields.data) yield { event: fields.event, data: JSON.parse(fields.data) };
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // the stream of an aborted request is broken already
  }
}
