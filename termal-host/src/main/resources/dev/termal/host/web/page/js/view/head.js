/** The head of a conversation: what it is, how it stands, how the agent works, what can be done with it. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { amount, STATES, used } from '../words.js';
import { Choosers } from './choosers.js';
import { Menu } from './menu.js';

export function Head({ app, open, session }) {
  const facts = open.facts;
  return html`
    <header class="head">
      <div class="head-line">
        <a class="back" href="#/" aria-label="Back to the list">←</a>
        <span class="badge" data-state=${session.state} aria-hidden="true">${session.badge}</span>
        <div class="head-text">
          <h2 title=${session.name || session.title}>${session.name || facts.title || session.title || 'New session'}</h2>
          <p title=${session.cwd}><span class="state" data-state=${session.state}>${STATES[session.state] ?? session.state}</span> · ${session.agent} · ${session.engine} · ${session.cwd}</p>
        </div>
        <${Gauge} usage=${facts.usage} />
        <${Menu} app=${app} session=${session} />
      </div>
      <${Choosers} key=${open.key} app=${app} open=${open} session=${session} facts=${facts} />
      ${open.feedState === 'waiting' && app.list.state === 'open' && html`<p class="offline" role="status">Catching up …</p>`}
    </header>
  `;
}

/** How full the agent's context is, and what the session has used. */
function Gauge({ usage }) {
  const [open, setOpen] = useState(false);
  if (!usage) {
    return null;
  }
  const { contextUsed, contextSize } = usage;
  const known = contextUsed !== undefined && contextSize > 0;
  const percent = known ? Math.min(100, Math.round((100 * contextUsed) / contextSize)) : 0;
  const said = used(usage);
  if (!known && !said.length) {
    return null;
  }
  return html`
    <div class="gauge">
      <button type="button" class="quiet" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        ${known ? html`<meter min="0" max="100" high="80" value=${percent} aria-label="context used"></meter> ${percent} % of context` : said[0]}
      </button>
      ${open && html`
        <ul class="gauge-more">
          ${known && html`<li>${amount(contextUsed)} of ${amount(contextSize)} tokens of context</li>`}
          ${said.map((text) => html`<li>${text}</li>`)}
        </ul>
      `}
    </div>
  `;
}
