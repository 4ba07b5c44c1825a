/** The list of sessions: filters, search, and the rows that are in view. */
import { html, useEffect, useRef, useState } from '../../lib/preact/standalone.mjs';
import { askToNotify, canNotify, mayNotify } from '../notify.js';
import { Row, ROW_HEIGHT } from './session-row.js';

const FILTERS = [
  ['all', 'All'],
  ['working', 'Working'],
  ['asking', 'Asks'],
  ['done', 'Done'],
  ['error', 'Failed'],
];
const PLACES = [
  ['settings', 'Settings'],
  ['rules', 'Rules'],
  ['doctor', 'Doctor'],
];
const SPARE = 4; // rows beyond the edge of the view

export function Sessions({ app }) {
  const [, redraw] = useState(0);
  return html`
    <nav class="sessions" aria-label="Sessions">
      <header>
        <h1><a href="#/">TermAl</a></h1>
        ${canNotify() && !mayNotify() && html`
          <button type="button" class="quiet" title="Tell me when a session wants me and I do not look" onClick=${() => askToNotify().then(() => redraw((n) => n + 1))}>Notify me</button>
        `}
        <button type="button" class="primary" title="New session (n)" onClick=${() => app.show('new')}>New</button>
      </header>
      <div class="search">
        <label class="hidden" for="search">Search in all sessions</label>
        <input id="search" type="search" placeholder="Search (/)" value=${app.search.text}
          onInput=${(event) => app.find(event.target.value)}
          onKeyDown=${(event) => event.key === 'Escape' && app.find('')} />
      </div>
      ${app.search.hits ? html`<${Hits} app=${app} />` : html`<${Filters} app=${app} /><${Rows} app=${app} />`}
      <div class="places">
        ${PLACES.map(([id, name]) => html`<a key=${id} href=${'#/' + id} aria-current=${app.screen?.name === id ? 'page' : undefined}>${name}</a>`)}
      </div>
    </nav>
  `;
}

function Filters({ app }) {
  return html`
    <div class="filters" role="group" aria-label="Which sessions">
      ${FILTERS.map(([id, name]) => html`
        <button type="button" aria-pressed=${app.filter === id} onClick=${() => app.choose(id)}>${name} <span>${app.list.count(id)}</span></button>
      `)}
    </div>
  `;
}

function Rows({ app }) {
  const view = useRef(null);
  const [place, setPlace] = useState({ top: 0, height: 800 });
  const sessions = app.list.sorted.filter((session) => app.filter === 'all' || session.state === app.filter);
  const look = () => setPlace({ top: view.current.scrollTop, height: view.current.clientHeight });
  useEffect(() => {
    addEventListener('resize', look);
    look();
    return () => removeEventListener('resize', look);
  }, []);
  const first = Math.max(0, Math.floor(place.top / ROW_HEIGHT) - SPARE);
  const last = Math.min(sessions.length, Math.ceil((place.top + place.height) / ROW_HEIGHT) + SPARE);
  return html`
    <div class="rows" ref=${view} onScroll=${look}>
      ${!sessions.length && html`<p class="empty">${app.filter === 'all' ? 'No sessions yet.' : 'None.'}</p>`}
      <ul style=${{ height: sessions.length * ROW_HEIGHT + 'px' }}>
        ${sessions.slice(first, last).map((session, i) => html`
          <${Row} key=${session.key} app=${app} session=${session} top=${(first + i) * ROW_HEIGHT}
            position=${first + i + 1} total=${sessions.length} />
        `)}
      </ul>
      ${app.list.hasMore && html`<button type="button" class="more" onClick=${() => app.attempt(() => app.list.more())}>Older sessions</button>`}
    </div>
  `;
}

function Hits({ app }) {
  const { hits, problem } = app.search;
  return html`
    <div class="rows hits" role="region" aria-label="Found">
      <p class="empty" role="status">${problem ?? (hits.length ? hits.length + ' found' : 'Nothing found.')}</p>
      <ul>
        ${hits.map((hit) => html`
          <li key=${hit.session.key + hit.seq}>
            <a href=${'#/s/' + encodeURIComponent(hit.session.key) + '/' + hit.seq}>
              <strong>${hit.session.name || hit.session.title}</strong>
              <span class="snippet">${hit.snippet}</span>
            </a>
          </li>
        `)}
      </ul>
    </div>
  `;
}
