/** The sessions that there are: as they were listed, and as they change. */
import { get, path, query } from './api.js';
import { Seen } from './seen.js';
import { SharedFeed } from './shared-feed.js';

const PAGE = 100;

export class SessionList {
  sessions = new Map();
  state = 'waiting';
  #changed;
  #onChange;
  #feed;
  #sorted = null;
  #next = null;
  #seen;

  /** @param onChange called with a session as it was and as it is, after the first listing */
  constructor(changed, onChange) {
    this.#changed = changed;
    this.#onChange = onChange;
    this.#seen = new Seen(changed);
    this.#feed = new SharedFeed('/events', {
      all: () => this.#all(),
      onEvent: (name, data) => this.#event(name, data),
      onState: (state) => {
        this.state = state;
        changed();
      },
    });
  }

  close() {
    this.#feed.close();
    this.#seen.close();
  }

  wake() {
    this.#feed.wake();
  }

  /** Newest first. */
  get sorted() {
    return (this.#sorted ??= [...this.sessions.values()].sort((a, b) => (a.updated < b.updated ? 1 : -1)));
  }

  get hasMore() {
    return this.#next !== null;
  }

  count(state) {
    return this.sorted.filter((session) => state === 'all' || session.state === state).length;
  }

  /** Older ones than were listed. */
  async more() {
    const from = this.#next;
    this.#next = null;
    const answer = await get('/sessions' + query({ limit: PAGE, from }));
    answer.sessions.forEach((session) => this.put(session, false));
    this.#next = answer.next ?? null;
    this.#changed();
  }

  isUnread(session) {
    return session.lastSeq > (this.#seen.of(session.key) ?? session.lastSeq) && session.state !== 'working';
  }

  /** A person has seen it, up to its end. */
  saw(key, seq) {
    this.#seen.saw(key, seq);
  }

  put(session, news = true) {
    const before = this.sessions.get(session.key);
    this.#seen.begin(session.key, news && !before ? 0 : session.lastSeq);
    this.sessions.set(session.key, session);
    this.#sorted = null;
    if (news) {
      this.#onChange(before, session);
    }
    this.#changed();
  }

  drop(key) {
    this.sessions.delete(key);
    this.#sorted = null;
    this.#changed();
  }

  #listed = false;

  #event(name, data) {
    if (name === 'session') {
      this.put(data, this.#listed);
    } else if (name === 'removed') {
      this.drop(data.key);
    } else if (name === 'listed') {
      this.#listedAgain(data);
    }
  }

  /** After a reconnect: what is no longer there was removed meanwhile. */
  #listedAgain({ keys, more }) {
    const there = new Set(keys);
    if (!more) {
      [...this.sessions.keys()].filter((key) => !there.has(key)).forEach((key) => this.drop(key));
    } else if (this.#next === null && !this.#listed) {
      this.#findNext();
    }
    this.#listed = true;
    this.#changed();
  }

  /** What a tab that comes later is told. */
  #all() {
    const listed = { keys: [...this.sessions.keys()], more: this.hasMore };
    return [...[...this.sessions.values()].map((session) => ['session', session]), ...(this.#listed ? [['listed', listed]] : [])];
  }

  async #findNext() {
    const answer = await get('/sessions' + query({ limit: 200 })).catch(() => ({}));
    this.#next = answer.next ?? null;
    this.#changed();
  }
}

/** One session and what is to be chosen in it. */
export const detail = (key) => get(path('sessions', key));
