import { html } from '../../lib/preact/standalone.mjs';
import { Content } from './content.js';

/** What the person has said. */
export function PromptCard({ card }) {
  return html`
    <article class="prompt">
      <header><span>You</span> <time datetime=${card.time}>${new Date(card.time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}</time></header>
      ${card.content.map((block) => (block.type === 'text' ? html`<p class="said">${block.text}</p>` : html`<${Content} block=${block} />`))}
    </article>
  `;
}
