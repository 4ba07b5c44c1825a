import { html } from '../../lib/preact/standalone.mjs';
import { MarkdownText } from './markdown-text.js';

/** What the agent says. */
export function MessageCard({ card, complete }) {
  return html`<article class=${card.role === 'user' ? 'prompt' : 'message'}><${MarkdownText} text=${card.text} complete=${complete} /></article>`;
}
