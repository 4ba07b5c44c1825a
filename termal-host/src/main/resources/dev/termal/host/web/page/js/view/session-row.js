import { html } from '../../lib/preact/standalone.mjs';
import { ago, folderName, STATES } from '../words.js';

/** All rows have it, so that only those in view need be drawn. */
export const ROW_HEIGHT = 72;

/** Moves the keyboard from row to row. */
function step(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    const item = event.currentTarget.parentElement;
    (by > 0 ? item.nextElementSibling : item.previousElementSibling)?.querySelector('a')?.focus();
  }
}

export function Row({ app, session, top, position, total }) {
  const isOpen = app.open?.key === session.key;
  const unread = !isOpen && app.list.isUnread(session);
  return html`
    <li style=${{ top: top + 'px' }} aria-posinset=${position} aria-setsize=${total}>
      <a href=${'#/s/' + encodeURIComponent(session.key)} aria-current=${isOpen ? 'page' : undefined} class=${unread ? 'unread' : ''}
        title=${session.agent + ' · ' + session.cwd} onKeyDown=${step}>
        <span class="badge" data-state=${session.state} aria-hidden="true">${session.badge}</span>
        <span class="row-text">
          <span class="row-head">
            <span class="name">${session.name || session.title || 'New session'}</span>
            <time datetime=${session.updated}>${ago(session.updated)}</time>
          </span>
          <span class="row-preview">${session.preview || folderName(session.cwd)}</span>
          <span class="row-foot">
            <span class="state" data-state=${session.state}>${STATES[session.state] ?? session.state}</span>
            <span>${folderName(session.cwd)}</span>
            ${session.waiting > 0 && html`<span>${session.waiting} waiting</span>`}
            ${unread && html`<span class="new">new</span>`}
          </span>
        </span>
      </a>
    </li>
  `;
}
