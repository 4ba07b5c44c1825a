/** What is wrong with the host and its agents, and what to do about it. Looks when it is opened, and when asked again. */
import { html } from '../../lib/preact/standalone.mjs';
import { get } from '../api.js';
import { count, duration } from '../words.js';
import { Screen, useAnswer } from './screen.js';

const OUTCOMES = { ok: ['✓', 'as it should be'], warning: ['!', 'to be looked at'], failure: ['✗', 'does not work'] };

function shown({ type, value }) {
  if (type === 'durationMs') return duration(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function DoctorScreen() {
  const answer = useAnswer(() => get('/doctor'));
  const again = html`<button type="button" disabled=${answer.loading} onClick=${answer.again}>${answer.loading ? 'Checking …' : 'Check again'}</button>`;
  return html`
    <${Screen} title="Doctor" answer=${answer} actions=${again}>
      ${answer.value && html`<${Report} report=${answer.value} />`}
    </${Screen}>
  `;
}

function Report({ report }) {
  const groups = [{ id: '', name: 'The host', ...report.host }, ...report.agents];
  const found = groups.flatMap((group) => group.checks).filter((check) => check.outcome !== 'ok').length;
  return html`
    <p role="status">${found ? count(found, 'finding') + ' to look at.' : 'Everything is as it should be.'}</p>
    ${groups.map((group) => html`<${Group} key=${group.id} ...${group} />`)}
    ${report.sessions?.length > 0 && html`
      <h3>Sessions that are open</h3>
      <ul class="checks">${report.sessions.map((session) => html`
        <li key=${session.session}><a href=${'#/s/' + encodeURIComponent(session.session)}>${session.agent} in ${session.cwd}</a> <small>${session.owner}</small></li>`)}</ul>
    `}
  `;
}

function Group({ name, checks, facts }) {
  return html`
    <section class="exam" aria-label=${name}>
      <h3>${name}</h3>
      <ul class="checks">
        ${checks.map((check) => {
          const [sign, words] = OUTCOMES[check.outcome] ?? ['?', check.outcome];
          return html`
            <li data-outcome=${check.outcome}>
              <span class="sign" aria-hidden="true">${sign}</span>
              <div><strong>${check.name}</strong><span class="hidden">: ${words}</span> <span class="detail">${check.detail}</span>
                ${check.hint && html`<p class="todo">${check.hint}</p>`}</div>
            </li>
          `;
        })}
      </ul>
      ${facts?.length > 0 && html`
        <details><summary>${count(facts.length, 'fact')}</summary>
          <dl class="also">${facts.map((fact) => html`<div key=${fact.key}><dt>${fact.label || fact.key}</dt><dd>${shown(fact)}</dd></div>`)}</dl>
        </details>
      `}
    </section>
  `;
}
