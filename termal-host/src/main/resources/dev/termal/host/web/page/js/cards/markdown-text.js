/** Markdown that may still grow. */
import { Component, html } from '../../lib/preact/standalone.mjs';
import { StreamedMarkdown } from '../markdown.js';
import { copyOn } from './copy.js';

const REST = 4; // of the time, at least so many parts are left to everything else

export class MarkdownText extends Component {
  #markdown = null;
  #timer = null;
  #ready = 0;

  componentDidMount() {
    this.#markdown = new StreamedMarkdown(this.element);
    this.#draw();
  }

  componentDidUpdate() {
    this.#draw();
  }

  componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  shouldComponentUpdate(next) {
    return next.text !== this.props.text || next.complete !== this.props.complete;
  }

  /** A block that takes long to draw, such as a table of a thousand rows, is drawn less often while it grows. */
  #draw() {
    clearTimeout(this.#timer);
    const begun = performance.now();
    if (begun < this.#ready && !this.props.complete) {
      this.#timer = setTimeout(() => this.#draw(), this.#ready - begun);
      return;
    }
    const wasHidden = this.#markdown.hidden;
    this.#markdown.set(this.props.text, this.props.complete);
    const ended = performance.now();
    this.#ready = ended + REST * (ended - begun);
    if (wasHidden !== this.#markdown.hidden) {
      this.forceUpdate();
    }
  }

  render() {
    return html`
      ${this.#markdown?.hidden && html`<button type="button" class="more" onClick=${() => { this.#markdown.showAll(); this.forceUpdate(); }}>The beginning of this long text</button>`}
      <div class="markdown" ref=${(element) => (this.element = element)} onClick=${copyOn}></div>
    `;
  }
}
