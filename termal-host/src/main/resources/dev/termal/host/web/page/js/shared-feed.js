/**
 * One stream of the server's for all tabs, since a browser has only few connections to a server: one tab holds it and passes on
 * what comes. When it goes, the next takes over and is told by the server what there is.
 */
import { Feed } from './feed.js';

/** Does it once no other tab does, until the signal; where a browser has no locks, at once. */
function alone(name, signal, begin) {
  if (!navigator.locks) {
    begin();
    return;
  }
  const until = new Promise((over) => signal.addEventListener('abort', over, { once: true }));
  navigator.locks
    .request(name, { signal }, () => {
      if (!signal.aborted) {
        begin();
        return until;
      }
    })
    .catch(() => {}); // closed before it was its turn
}

export class SharedFeed {
  #me = crypto.randomUUID();
  #stop = new AbortController();
  #channel;
  #feed = null; // of the tab that holds it
  #state = 'waiting';
  #onEvent;
  #onState;
  #all;

  /**
   * @param onEvent as for a feed
   * @param onState as for a feed
   * @param all the events that bring a new tab to where this one is, as pairs of name and data
   */
  constructor(path, { onEvent, onState, all }) {
    const name = 'termal' + path;
    this.#onEvent = onEvent;
    this.#onState = onState;
    this.#all = all;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    alone(name, this.#stop.signal, () => this.#lead(path));
    this.#tell({ hello: this.#me });
  }

  close() {
    this.#feed?.close();
    this.#stop.abort();
    this.#channel.close();
  }

  /** Tries again now, where it waits to do so. */
  wake() {
    if (this.#feed) {
      this.#feed.wake();
    } else {
      this.#tell({ wake: true });
    }
  }

  #tell(message) {
    this.#channel.postMessage(message);
  }

  #lead(path) {
    this.#feed = new Feed(path, {
      onEvent: (name, data) => {
        this.#onEvent(name, data);
        this.#tell({ events: [[name, data]] });
      },
      onState: (state) => {
        this.#state = state;
        this.#onState(state);
        if (typeof state === 'string') {
          this.#tell({ state }); // a problem each tab finds by itself
        }
      },
    });
  }

  #hear({ hello, wake, to, state, events }) {
    if (this.#feed) {
      if (hello) {
        this.#tell({ to: hello, state: this.#state, events: this.#all() });
      } else if (wake) {
        this.#feed.wake();
      }
    } else if (!to || to === this.#me) {
      events?.forEach(([name, data]) => this.#onEvent(name, data));
      if (state) {
        this.#onState(state);
      }
    }
  }
}
