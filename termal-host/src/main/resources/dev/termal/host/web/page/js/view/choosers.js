/** Model, mode and options: those of the live session, or what the agent's profile knows until it has answered. */
import { html, useEffect, useState } from '../../lib/preact/standalone.mjs';
import { get } from '../api.js';
import { offered } from '../offered.js';

let agents = null; // asked once

export function Choosers({ app, open, session, facts }) {
  const [profile, setProfile] = useState(null);
  const [busy, setBusy] = useState(null);
  useEffect(() => {
    (agents ??= get('/agents')).then(
      (list) => setProfile(list.find((agent) => agent.id === session.agent)),
      () => (agents = null),
    );
  }, [session.agent]);
  const elsewhere = session.owner && !session.owner.here;
  const choose = async (id, change) => {
    setBusy(id);
    await app.attempt(() => open.choose(change));
    setBusy(null);
  };
  const choosers = offered(facts, session, profile);
  return html`
    <div class="choosers" role="group" aria-label="How the agent works">
      ${choosers.map(({ id, name, value, choices, hint, change }) => html`
        <label key=${id} title=${hint ?? name}>
          <span>${name}</span>
          <select value=${value} disabled=${busy !== null || elsewhere} onChange=${(event) => choose(id, change(event.target.value))}>
            ${!choices.some(([key]) => key === value) && html`<option value=${value ?? ''} selected>${value || 'as configured'}</option>`}
            ${choices.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
          </select>
        </label>
      `)}
      ${busy && html`<span role="status" class="hint">Changing …</span>`}
    </div>
  `;
}
