/** What the page knows, and what a person can do with it. */
import { connect, get, path, patch, post, query, reason, remove, request } from './api.js';
import { framed } from './frames.js';
import { notify } from './notify.js';
import { OpenSession } from './open-session.js';
import { SessionList } from './session-list.js';
import { forgetToken, keepToken, takeToken, tokenIn } from './token.js';

const SEARCH_MS = 200;
const SCREENS = ['settings', 'rules', 'doctor'];

/** A part of an address; as it is where nobody can have meant it. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export class App {
  list = null;
  open = null;
  screen = null;
  #lastOpen = null;
  dialog = null;
  filter = 'all';
  search = { text: '', hits: null, problem: null };
  message = null;
  info = { limits: {} };
  refused = false;
  #token = takeToken();
  #searchTimer = null;

  /** @param draw draws the page as it is now */
  constructor(draw) {
    this.changed = framed(draw);
    addEventListener('hashchange', () => {
      const token = takeToken();
      if (token !== this.#token) {
        this.#token = token;
        this.#start();
      }
      this.route();
    });
    addEventListener('online', () => this.wake());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.open?.rest() : this.wake()));
    this.#start();
  }

  get hasToken() {
    return Boolean(this.#token);
  }

  wake() {
    this.list?.wake();
    this.open?.wake();
    this.changed();
  }

  signIn(text) {
    this.#token = tokenIn(text);
    keepToken(this.#token);
    this.#start();
  }

  #signOut() {
    if (!this.#token) {
      return; // several requests may be refused at a time
    }
    this.refused = true;
    this.#token = null;
    forgetToken();
    this.list?.close();
    this.open?.close();
    this.list = this.open = null;
    this.changed();
  }

  #start() {
    this.list?.close();
    this.list = null;
    if (this.#token) {
      this.refused = false;
      connect(this.#token, () => this.#signOut());
      this.list = new SessionList(this.changed, (before, now) => this.#news(before, now));
      get('/info').then((info) => (this.info = info), () => {});
      this.route();
    }
    this.changed();
  }

  /** Opens what the address names: #/s/KEY, or #/s/KEY/SEQ for a place in it; #/settings, #/rules or #/doctor. */
  route() {
    const [, kind, key, seq] = location.hash.slice(1).split('/').map(decoded);
    this.screen = this.hasToken && SCREENS.includes(kind) ? { name: kind, part: key || null } : null;
    const wanted = this.hasToken && kind === 's' && key ? key : null;
    const place = seq ? Number(seq) : null;
    if (wanted !== (this.open?.key ?? null) || place !== (this.open?.seq ?? null)) {
      this.open?.close();
      this.#lastOpen = this.open?.key ?? this.#lastOpen;
      this.open = wanted ? new OpenSession(wanted, place, this.changed) : null;
    }
    this.changed();
  }

  go(key) {
    location.hash = key ? '#/s/' + encodeURIComponent(key) : '#/';
  }

  /** From a screen back to where one was. */
  leave() {
    if (this.screen) {
      this.go(this.#lastOpen);
    }
  }

  summary(key) {
    return this.list?.sessions.get(key) ?? (this.open?.key === key ? this.open.detail : null);
  }

  #news(before, now) {
    if (this.open?.key === now.key) {
      const changed = !before || ['state', 'waiting', 'model', 'mode', 'name'].some((field) => before[field] !== now[field]);
      if (changed || JSON.stringify(before.owner) !== JSON.stringify(now.owner)) {
        this.open.refresh().catch(() => {});
      }
    }
    if (before && before.state !== now.state) {
      notify(now, () => this.go(now.key));
    }
  }

  /** Marks what is on the screen as seen. */
  look() {
    if (this.open && !document.hidden && !this.open.hasNewer) {
      this.list?.saw(this.open.key, Math.max(this.open.last, this.summary(this.open.key)?.lastSeq ?? 0));
    }
  }

  show(dialog) {
    this.dialog = dialog;
    this.changed();
  }

  choose(filter) {
    this.filter = filter;
    this.changed();
  }

  find(text) {
    this.search = { ...this.search, text, problem: null, hits: text.trim() ? this.search.hits : null };
    clearTimeout(this.#searchTimer);
    if (text.trim()) {
      this.#searchTimer = setTimeout(() => this.#find(text), SEARCH_MS);
    }
    this.changed();
  }

  async #find(text) {
    let found;
    try {
      found = { hits: (await get('/search' + query({ q: text, limit: 50 }))).hits, problem: null };
    } catch (failure) {
      found = { hits: [], problem: reason(failure) };
    }
    if (this.search.text === text) {
      this.search = { text, ...found };
      this.changed();
    }
  }

  /** Does something that may fail, and says so where it does; resolves to whether it did not. */
  async attempt(action) {
    try {
      await action();
      return true;
    } catch (failure) {
      this.say(reason(failure));
      return false;
    }
  }

  say(message) {
    this.message = message;
    this.changed();
  }

  async create(fields) {
    const session = await post('/sessions', fields);
    this.list.put(session);
    this.dialog = null;
    this.go(session.key);
  }

  rename = (key, name) => this.attempt(async () => this.list.put(await patch(path('sessions', key), { name })));

  end = (key) => this.attempt(() => post(path('sessions', key, 'close'), {}));

  fork = (key) =>
    this.attempt(async () => {
      const session = await post(path('sessions', key, 'fork'), {});
      this.list.put(session);
      this.go(session.key);
    });

  remove = (key) =>
    this.attempt(async () => {
      await remove(path('sessions', key));
      this.list.drop(key);
      if (this.open?.key === key) {
        this.go(null);
      }
    });

  /** The conversation as a file. */
  download = (key, format) =>
    this.attempt(async () => {
      const answer = await request('GET', path('sessions', key, 'export') + query({ format }));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      const name = (this.summary(key)?.name || key).replace(/[^\w.-]+/g, '-');
      link.download = name + (format === 'json' ? '.jsonl' : '.md');
      link.click();
      URL.revokeObjectURL(link.href);
    });
}
