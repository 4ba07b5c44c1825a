import { html } from '../../lib/preact/standalone.mjs';

const MARKS = { completed: '✓', in_progress: '▸', pending: '○' };
const WORDS = { completed: 'done', in_progress: 'under way', pending: 'to do' };

/** What the agent means to do, and how far it is. */
export function PlanCard({ card }) {
  const done = card.entries.filter((entry) => entry.status === 'completed').length;
  return html`
    <section class="card plan" aria-label="Plan">
      <header><strong>Plan</strong> <span>${done} of ${card.entries.length}</span></header>
      <ol>
        ${card.entries.map((entry) => html`
          <li data-status=${entry.status}><span aria-hidden="true">${MARKS[entry.status] ?? '·'}</span>
            <span>${entry.text}</span><span class="hidden"> (${WORDS[entry.status] ?? entry.status})</span></li>
        `)}
      </ol>
    </section>
  `;
}
