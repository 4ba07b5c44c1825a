/** A text that may be long: its beginning, and the whole when wanted. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { count, lineCount } from '../words.js';
import { CopyButton } from './copy.js';

const LINES = 10;
const CHARACTERS = 480;
const MOST = 200_000;

export function Panel({ label, text, children }) {
  const [open, setOpen] = useState(false);
  const isLong = lineCount(text) > LINES || text.length > CHARACTERS;
  const shown = open || !isLong ? text.slice(0, MOST) : text.split('\n').slice(0, LINES).join('\n').slice(0, CHARACTERS) + ' …';
  return html`
    <div class="panel">
      <header><span>${label}</span> ${children} <${CopyButton} text=${text} /></header>
      <pre tabindex="0" role="region" aria-label=${label}>${shown}</pre>
      ${open && text.length > MOST && html`<p class="hint">The first ${MOST} of ${text.length} characters.</p>`}
      ${isLong && html`<button type="button" class="quiet" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? 'Less' : 'All ' + count(lineCount(text), 'line')}</button>`}
    </div>
  `;
}
