/** The session on the screen: its conversation, what can be chosen in it, what waits. */
import { get, path, patch, post, query, reason, remove } from './api.js';
import { Feed } from './feed.js';
import { Conversation } from './fold.js';

const FIRST_PAGE = 100;
const PAGE = 200;

export class OpenSession {
  conversation = new Conversation();
  detail = null;
  waiting = [];
  held = false;
  problem = null;
  loading = true;
  feedState = 'waiting';
  /** Whether older entries are on the server, and newer ones that no feed brings yet. */
  hasOlder = false;
  hasNewer = false;
  #first = null;
  #last = 0;
  #feed = null;
  #changed;
  #closed = false;
  #fetching = false;

  /** @param seq where to begin, if not at the end */
  constructor(key, seq, changed) {
    this.key = key;
    this.seq = seq;
    this.#changed = changed;
    this.#load();
  }

  /** The number of the last entry that is known. */
  get last() {
    return this.#last;
  }

  close() {
    this.#closed = true;
    this.#feed?.close();
  }

  /** Lets go of the connection where nobody looks: a browser has only few for all its tabs. */
  rest() {
    this.#feed?.close();
    this.#feed = null;
  }

  wake() {
    if (!this.#feed && !this.loading && !this.hasNewer && !this.problem) {
      this.#listen();
    }
    this.#feed?.wake();
  }

  #entries(fields) {
    return get(path('sessions', this.key, 'entries') + query(fields));
  }

  async #load() {
    try {
      const around = this.seq ? { after: Math.max(0, this.seq - FIRST_PAGE / 2) } : {};
      const [page] = await Promise.all([this.#entries({ ...around, limit: FIRST_PAGE }), this.refresh()]);
      if (this.#closed) {
        return;
      }
      const conversation = new Conversation().addAll(page.entries);
      this.conversation = conversation;
      this.#first = page.first;
      this.#last = page.last ?? 0;
      this.hasOlder = this.seq ? (page.first ?? 1) > 1 : page.more;
      this.hasNewer = Boolean(this.seq) && page.more;
      this.loading = false;
      if (!this.hasNewer && !document.hidden) {
        this.#listen();
      }
    } catch (failure) {
      this.loading = false;
      this.problem = failure.status === 404 ? 'This session is no more, or never was.' : reason(failure);
    }
    this.#changed();
  }

  #listen() {
    this.#feed = new Feed(path('sessions', this.key, 'events'), {
      lastId: this.#last,
      onEvent: (name, data) => this.#event(name, data),
      onState: (state) => {
        this.feedState = state;
        if (state.status === 404 || state.status === 410) {
          this.problem = 'This session was removed.';
        }
        this.#changed();
      },
    });
  }

  #event(name, data) {
    if (name === 'entry') {
      if (data.seq > this.#last) {
        this.#last = data.seq;
        this.conversation.add(data);
      }
    } else if (name === 'rewind') {
      this.rest();
      this.loading = true;
      this.#load(); // what was shown behind it is lost
    } else if (name === 'gone') {
      this.rest();
      this.problem = 'This session was removed.';
    }
    this.#changed();
  }

  /** What lies before; resolves to whether something has come. */
  async loadOlder() {
    if (!this.hasOlder || this.#fetching) {
      return false;
    }
    return this.#page({ before: this.#first }, (page) => {
      this.hasOlder = page.more && page.first !== null;
      this.#first = page.first ?? this.#first;
      this.conversation.prepend(new Conversation().addAll(page.entries));
    });
  }

  async loadNewer() {
    if (!this.hasNewer || this.#fetching) {
      return false;
    }
    return this.#page({ after: this.#last }, (page) => {
      this.#last = page.last ?? this.#last;
      this.conversation.addAll(page.entries);
      this.hasNewer = page.more;
      if (!page.more) {
        this.#listen();
      }
    });
  }

  async #page(fields, use) {
    this.#fetching = true;
    try {
      const conversation = this.conversation;
      const page = await this.#entries({ ...fields, limit: PAGE });
      if (this.#closed || conversation !== this.conversation) {
        return false;
      }
      use(page);
      return true;
    } finally {
      this.#fetching = false;
      this.#changed();
    }
  }

  /** What is not in the stream: what can be chosen, and which prompts wait. */
  async refresh() {
    const [detail, line] = await Promise.all([get(path('sessions', this.key)), get(path('sessions', this.key, 'prompts'))]);
    this.detail = detail;
    this.waiting = line.waiting;
    this.held = line.held;
    this.#changed();
  }

  /** What the agent says of itself now: what was told first, and what has changed since. */
  get facts() {
    return { usage: this.detail?.usage, ...this.detail?.stateFacts, ...this.conversation.facts };
  }

  async send(content, interrupt) {
    await post(path('sessions', this.key, 'prompts'), { content, ...(interrupt ? { interrupt } : {}) });
    await this.refresh();
  }

  async takeBack(id) {
    await remove(path('sessions', this.key, 'prompts', id));
    await this.refresh();
  }

  async resume() {
    await post(path('sessions', this.key, 'resume'), {});
    await this.refresh();
  }

  cancel = (kill) => post(path('sessions', this.key, 'cancel'), kill ? { kill } : {});

  permit = (card, option, scope) =>
    post(path('sessions', this.key, 'permissions', card.id), {
      option,
      seq: card.seq,
      ...(scope ? { remember: { scope } } : {}),
    });

  answer = (card, answer) => post(path('sessions', this.key, 'questions', card.id), { ...answer, seq: card.seq });

  async choose(change) {
    await patch(path('sessions', this.key), change);
    await this.refresh();
  }
}
