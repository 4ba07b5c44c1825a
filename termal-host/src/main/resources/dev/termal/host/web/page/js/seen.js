/** Up to which entry a person has seen each session, in whatever tab. */

const KEPT_AS = 'termal.seen';
const MOST = 2000;
const KEEP_MS = 1000;

const kept = () => new Map(JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]'));

export class Seen {
  #seen = kept();
  #timer = null;
  #stop = new AbortController();

  /** @param changed told when another tab has shown something */
  constructor(changed) {
    const look = ({ key }) => {
      if (key === KEPT_AS) {
        this.#take(kept());
        changed();
      }
    };
    addEventListener('storage', look, { signal: this.#stop.signal });
  }

  close() {
    this.#stop.abort();
  }

  /** The number of the last entry; undefined for a session that was never heard of. */
  of(key) {
    return this.#seen.get(key);
  }

  /** Where a session begins to be followed. */
  begin(key, seq) {
    if (!this.#seen.has(key)) {
      this.#seen.set(key, seq);
    }
  }

  saw(key, seq) {
    if ((this.#seen.get(key) ?? 0) < seq) {
      this.#put(key, seq);
      this.#timer ??= setTimeout(() => this.#keep(), KEEP_MS);
    }
  }

  #put(key, seq) {
    this.#seen.delete(key); // the last are those seen last
    this.#seen.set(key, seq);
    while (this.#seen.size > MOST) {
      this.#seen.delete(this.#seen.keys().next().value);
    }
  }

  #take(others) {
    others.forEach((seq, key) => {
      if ((this.#seen.get(key) ?? -1) < seq) {
        this.#put(key, seq);
      }
    });
  }

  #keep() {
    this.#timer = null;
    this.#take(kept());
    localStorage.setItem(KEPT_AS, JSON.stringify([...this.#seen]));
  }
}
