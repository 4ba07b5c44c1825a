/** Markdown of agents as HTML that can do no harm: no script, no style, and nothing fetched before a click. */
import DOMPurify from '../lib/dompurify/purify.es.mjs';
import { Marked } from '../lib/marked/marked.esm.js';
import { definesLinks, finished } from './blocks.js';

const ALLOWED = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del'],
    ...['a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'div', 'span', 'button'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'class', 'start', 'align', 'tabindex', 'type', 'target', 'rel', 'role', 'aria-label'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ADD_URI_SAFE_ATTR: ['start', 'align', 'tabindex', 'type', 'target', 'rel', 'role', 'aria-label'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: true,
};
const MOST_BLOCKS = 150;
const PLAIN_PART = 2000;
const LONGEST_TAIL = 8000; // characters of a block that are read again with each piece

const escaped = (text) => text.replace(/[&<>"']/g, (found) => '&#' + found.charCodeAt(0) + ';');

function link(href, title, html) {
  const hint = escaped(title ? title + '\n' + href : href);
  return `<a href="${escaped(href)}" title="${hint}" target="_blank" rel="noopener noreferrer nofollow">${html}</a>`;
}

const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2); // below those of the page
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    link({ href, title, tokens }) {
      return link(href, title, this.parser.parseInline(tokens));
    },
    image: ({ href, title, text }) => link(href, title, 'picture: ' + escaped(text || href)),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    code({ text, lang }) {
      const name = escaped((lang || '').split(/\s/)[0]);
      const head = `<div class="code-head"><span>${name}</span><button type="button" class="copy-code">Copy</button></div>`;
      return `<div class="code">${head}<pre tabindex="0" role="region" aria-label="code"><code>${escaped(text)}</code></pre></div>`;
    },
    table(token) {
      const row = (cells) => cells.map((cell) => this.tablecell(cell)).join('');
      const body = token.rows.map((cells) => `<tr>${row(cells)}</tr>`).join('');
      const table = `<table><thead><tr>${row(token.header)}</tr></thead><tbody>${body}</tbody></table>`;
      return `<div class="table" tabindex="0" role="region" aria-label="table">${table}</div>`;
    },
  },
});

function put(element, tokens) {
  element.innerHTML = DOMPurify.sanitize(markdown.parser(tokens), ALLOWED);
}

/** Text in an element that grows: what is finished is rendered once, and only the last block again. */
export class StreamedMarkdown {
  #root;
  #source = '';
  #done = 0; // how much of the source is finished
  #tail = null;
  #plain = 0; // how much of the tail is shown as plain text
  #complete = false;
  #mostBlocks = MOST_BLOCKS;

  constructor(root) {
    this.#root = root;
  }

  /** Whether the beginning of a very long text is left out. */
  hidden = false;

  showAll() {
    this.#mostBlocks = Infinity;
    const source = this.#source;
    this.#reset();
    this.set(source, this.#complete);
  }

  /** Shows the text as it is now; complete says that nothing follows. */
  set(source, complete) {
    if (!source.startsWith(this.#source)) {
      this.#reset();
    }
    if (source.length === this.#source.length && complete === this.#complete) {
      return;
    }
    this.#source = source;
    if (complete && !this.#complete && this.#done > 0 && definesLinks(source)) {
      this.#reset();
      this.#source = source;
    }
    this.#complete = complete;
    this.#grow();
  }

  #reset() {
    this.#root.replaceChildren();
    this.#source = '';
    this.#done = 0;
    this.#tail = null;
    this.#plain = 0;
    this.hidden = false;
  }

  /** A block that has grown very long is text, and nothing more, until it is finished; in parts, of which only the last is laid out again. */
  #growPlainly() {
    if (this.#plain === 0) {
      this.#tail.replaceChildren();
    }
    let part = this.#tail.lastElementChild;
    if (!part || part.textContent.length > PLAIN_PART) {
      part = document.createElement('div');
      this.#tail.append(part);
    }
    part.append(this.#source.slice(this.#done + this.#plain));
    this.#plain = this.#source.length - this.#done;
  }

  #grow() {
    const length = this.#source.length - this.#done;
    if (this.#tail && !this.#complete && length > LONGEST_TAIL && !this.#source.slice(this.#done + this.#plain).includes('\n')) {
      this.#growPlainly();
      return;
    }
    this.#readTail();
  }

  #readTail() {
    const tokens = markdown.lexer(this.#source.slice(this.#done));
    const { blocks, length } = finished(tokens);
    for (const block of blocks) {
      if (block.type !== 'space') {
        put(this.#tail ?? this.#block(), [block]);
        this.#tail = null;
      }
    }
    this.#done += length;
    const rest = tokens.slice(blocks.length);
    if (rest.some((token) => token.type !== 'space')) {
      put((this.#tail ??= this.#block()), rest);
      this.#plain = 0;
    }
  }

  #block() {
    const block = document.createElement('div');
    block.className = 'md-block';
    this.#root.append(block);
    if (this.#root.childElementCount > this.#mostBlocks) {
      this.#root.firstElementChild.remove();
      this.hidden = true;
    }
    return block;
  }
}
