/** What the agent does: compact first, all of it when wanted. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { changes } from '../changes.js';
import { inAndOut, isText } from '../tool-text.js';
import { count, lineCount, within } from '../words.js';
import { Content } from './content.js';
import { DiffCard } from './diff.js';
import { Panel } from './panel.js';

const STATES = { pending: 'waits', in_progress: 'running', completed: 'done', ended: 'was not finished' };

const UNFINISHED = new Set(['pending', 'in_progress']);

export function ToolCard({ card, live, open: session }) {
  const [open, setOpen] = useState(false);
  const { given, got } = inAndOut(card);
  const told = card.status === 'pending' && card.allowed ? 'in_progress' : card.status;
  const status = !live && UNFINISHED.has(told) ? 'ended' : told;
  const diffs = status === 'pending' ? [] : changes(card.content.filter((part) => part.type === 'diff')); // what waits is shown where it is asked for
  const others = card.content.filter((part) => !isText(part) && part.type !== 'diff' && part.type !== 'terminal');
  const cwd = session.detail?.cwd;
  const sizes = [given && count(lineCount(given), 'line') + ' in', got && count(lineCount(got), 'line') + ' out'];
  return html`
    <section class="card tool" data-status=${status} aria-label=${'Tool: ' + card.title}>
      <button type="button" class="tool-head" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        <span class="kind">${card.tool ?? card.kind}</span>
        <span class="title">${(card.command ?? card.title).split('\n')[0]}</span>
        <span class="sizes">${sizes.filter(Boolean).join(' · ')}</span>
        <span class="status" data-status=${status}>${STATES[status] ?? status}</span>
      </button>
      ${diffs.map((diff) => html`<${DiffCard} key=${diff.path} diff=${diff} cwd=${cwd} />`)}
      ${others.map((block) => html`<${Content} block=${block} />`)}
      ${open && html`
        <div class="tool-more">
          ${card.command && card.title !== card.command && html`<p>${card.title}</p>`}
          ${card.mcpServer && html`<p class="hint">by the MCP server ${card.mcpServer}</p>`}
          ${card.locations.length > 0 && html`<p class="locations">${card.locations.map(({ path, line }) => html`<code title=${path}>${within(path, cwd)}${line === undefined ? '' : ':' + line}</code> `)}</p>`}
          ${given && html`<${Panel} label="In" text=${given} />`}
          ${got ? html`<${Panel} label="Out" text=${got} />` : html`<p class="hint">${UNFINISHED.has(status) ? 'Nothing yet …' : 'No output.'}</p>`}
        </div>
      `}
    </section>
  `;
}
