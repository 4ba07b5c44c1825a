import { html, useState } from '../../lib/preact/standalone.mjs';
import { amount } from '../words.js';
import { MarkdownText } from './markdown-text.js';

/** What the agent thinks: a line, until somebody wants to read it. */
export function ThoughtCard({ card, live, complete }) {
  const [open, setOpen] = useState(false);
  const thinking = live && !complete;
  const first = card.text.trim().split('\n')[0].replaceAll('*', '');
  return html`
    <details class="thought" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="label">${thinking ? 'Thinking …' : 'Thought'}</span>
        ${!open && html` <span class="first">${first}</span>`}
        ${card.tokens !== undefined && html` <small>${amount(card.tokens)} tokens</small>`}
      </summary>
      ${open && html`<${MarkdownText} text=${card.text} complete=${complete} />`}
    </details>
  `;
}
