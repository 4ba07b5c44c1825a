/** The cards of a conversation, as many as are near what is looked at. Stays at the end while the person is there. */
import { Component, html } from '../../lib/preact/standalone.mjs';
import { Card } from '../cards/card.js';
import { around, atEnd, down, up, windowFrom } from '../window.js';

const NEAR = 60; // pixels from the end that count as being there
const SOON = 400; // pixels from the edge at which more is drawn

export class Timeline extends Component {
  #stick = true;
  #startSeq = null;
  #top = 0;
  #shown = { start: 0, end: 0 };
  #observer = new ResizeObserver(() => this.#keepEnd());

  constructor(props) {
    super(props);
    if (props.open.seq) {
      const { cards } = props.open.conversation;
      const index = Math.max(0, cards.findLastIndex((card) => card.seq <= props.open.seq));
      this.#stick = false;
      this.#startAt(around(cards, index).start);
      this.hit = cards[index]?.key;
    }
  }

  #startAt(index) {
    const { cards } = this.props.open.conversation;
    this.#startSeq = cards[index]?.seq ?? null;
  }

  componentDidMount() {
    this.#observer.observe(this.list);
    this.#keepEnd();
    this.list.querySelector('.hit')?.scrollIntoView({ block: 'center' });
  }

  componentWillUnmount() {
    this.#observer.disconnect();
  }

  /** What is looked at stays where it is when something comes or goes above it. */
  getSnapshotBeforeUpdate() {
    if (this.#stick) {
      return null;
    }
    const top = this.view.scrollTop;
    const element = [...this.list.children].find((child) => child.offsetTop + child.offsetHeight > top);
    return element ? { element, below: element.offsetTop - top } : null;
  }

  componentDidUpdate(_props, _state, anchor) {
    if (this.#stick) {
      this.#keepEnd();
    } else if (anchor?.element.isConnected) {
      this.view.scrollTop = anchor.element.offsetTop - anchor.below;
    }
  }

  #keepEnd() {
    if (this.#stick) {
      this.view.scrollTop = this.view.scrollHeight;
      this.#top = this.view.scrollTop;
    }
  }

  #scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = this.view;
    const { open } = this.props;
    const { cards } = open.conversation;
    const atBottom = scrollHeight - scrollTop - clientHeight < NEAR;
    const isLast = this.#shown.end >= cards.length && !open.hasNewer;
    if (scrollTop < this.#top - 1 && !atBottom && this.#stick) {
      this.#stick = false;
      this.#startAt(this.#shown.start);
      this.forceUpdate();
    } else if (atBottom && isLast && !this.#stick) {
      this.#stick = true;
      this.forceUpdate();
    }
    this.#top = scrollTop;
    if (scrollTop < SOON) {
      this.#moreAbove();
    } else if (scrollHeight - scrollTop - clientHeight < SOON && !isLast) {
      this.#moreBelow();
    }
  };

  #moreAbove = async () => {
    const { open, app } = this.props;
    if (this.#shown.start === 0 && open.hasOlder) {
      await app.attempt(() => open.loadOlder());
    }
    this.#move(up);
  };

  async #moreBelow() {
    const { open, app } = this.props;
    if (this.#shown.end >= open.conversation.cards.length) {
      await app.attempt(() => open.loadNewer());
    }
    this.#move(down);
  }

  #move(how) {
    const { cards } = this.props.open.conversation;
    const start = how(cards, windowFrom(cards, this.#indexOf(this.#startSeq)));
    if (!this.#stick && start !== this.#shown.start) {
      this.#startAt(start);
      this.forceUpdate();
    }
  }

  /** Where the window begins now: cards may have come before it. */
  #indexOf(seq) {
    const { cards } = this.props.open.conversation;
    const index = cards.findIndex((card) => card.seq >= seq);
    return index < 0 ? Math.max(0, cards.length - 1) : index;
  }

  #toEnd = () => {
    const { app, open } = this.props;
    if (open.hasNewer) {
      app.go(open.key);
      return;
    }
    this.#stick = true;
    this.forceUpdate();
  };

  /** What a person opens stays under the pointer. */
  #clicked = (event) => {
    if (event.target.closest('[aria-expanded], summary, .more-lines') && this.view.scrollHeight > this.view.clientHeight) {
      this.#stick = false;
      this.#startAt(this.#shown.start);
    }
  };

  render({ app, open, session, live }) {
    const { cards, turns } = open.conversation;
    const shown = this.#stick ? atEnd(cards) : windowFrom(cards, this.#indexOf(this.#startSeq));
    this.#shown = shown;
    const earlier = shown.start > 0 || open.hasOlder;
    const isLast = shown.end >= cards.length && !open.hasNewer;
    return html`
      <div class="timeline" ref=${(e) => (this.view = e)} onScroll=${this.#scrolled} tabindex="0" role="region" aria-label="Conversation">
        ${earlier && html`<button type="button" class="more" onClick=${() => { this.#stick = false; this.#startAt(shown.start); this.#moreAbove(); }}>Earlier</button>`}
        <div class="cards" ref=${(e) => (this.list = e)} onClick=${this.#clicked}>
          ${cards.slice(shown.start, shown.end).map((card, i) => {
            const ended = Boolean(turns.get(card.turn)?.ended);
            return html`<${Card} key=${card.key} card=${card} version=${card.version} app=${app} open=${open}
              rememberable=${open.detail?.rememberable?.[card.id]} live=${live && !ended} elsewhere=${session.owner && !live ? session.owner.who : null}
              hit=${card.key === this.hit} complete=${ended || shown.start + i < cards.length - 1} />`;
          })}
          ${!cards.length && html`<p class="empty">Nothing was said yet.</p>`}
        </div>
        ${(!this.#stick || !isLast) && html`<button type="button" id="latest" class="latest" onClick=${this.#toEnd}>To the end ↓</button>`}
      </div>
    `;
  }
}
