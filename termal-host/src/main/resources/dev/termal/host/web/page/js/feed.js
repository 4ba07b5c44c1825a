/** Events of the server as they come, over everything that interrupts them: a restart, a sleep, a lost network. */
import { request } from './api.js';
import { EventParser } from './sse.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const SLICE = 30; // ms of reading before the page may do something else
const SILENCE = 30_000; // the server says something every 10 s

/** How long to wait before the n-th try in a row; never all tabs at once. */
export function backoff(tries, random = Math.random) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2);
}

export class Feed {
  #path;
  #lastId;
  #onEvent;
  #onState;
  #closed = false;
  #tries = 0;
  #abort = null;
  #timer = null;
  #watchdog = null;

  /**
   * @param onEvent called with each event's name and data, which is parsed
   * @param onState called with 'open', 'waiting' or a Problem that no further try can mend
   */
  constructor(path, { lastId = null, onEvent, onState }) {
    this.#path = path;
    this.#lastId = lastId;
    this.#onEvent = onEvent;
    this.#onState = onState;
    this.#run();
  }

  close() {
    this.#closed = true;
    this.#stop();
  }

  /** Tries again now, where it waits to do so. */
  wake() {
    if (!this.#closed && this.#timer) {
      this.#tries = 0;
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#run();
    }
  }

  #stop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#timer = null;
    this.#abort?.abort();
  }

  async #run() {
    const abort = (this.#abort = new AbortController());
    try {
      this.#watch(abort);
      const headers = this.#lastId === null ? {} : { 'Last-Event-ID': String(this.#lastId) };
      const response = await request('GET', this.#path, { headers, signal: abort.signal });
      this.#tries = 0;
      this.#onState('open');
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader(), abort);
    } catch (failure) {
      if ([401, 404, 410].includes(failure.status)) {
        this.close();
        this.#onState(failure);
        return;
      }
    }
    clearTimeout(this.#watchdog);
    if (!this.#closed) {
      this.#onState('waiting');
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#run();
      }, backoff(this.#tries++));
    }
  }

  async #read(reader, abort) {
    const parser = new EventParser();
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.#closed) {
        return;
      }
      this.#watch(abort);
      let begun = performance.now();
      for (const event of parser.feed(value)) {
        if (performance.now() - begun > SLICE) {
          await new Promise((go) => setTimeout(go));
          begun = performance.now();
        }
        if (this.#closed) {
          return;
        }
        if (event.id !== null) {
          this.#lastId = event.id;
        }
        this.#onEvent(event.name, JSON.parse(event.data));
      }
    }
  }

  #watch(abort) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => abort.abort(), SILENCE);
  }
}
