/** May a tool run? The buttons are exactly the agent's options. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { reason } from '../api.js';
import { changes } from '../changes.js';
import { inAndOut } from '../tool-text.js';
import { DiffCard } from './diff.js';
import { Panel } from './panel.js';

const BY = { policy: 'by the permission policy', rule: 'by a rule', preset: 'by an answer given beforehand', turn_end: 'as the turn ended' };
const SCOPES = [
  ['', 'this time only'],
  ['session', 'and the like, in this session'],
  ['folder', 'and the like, in this folder'],
  ['always', 'and the like, always'],
];

export function PermissionCard({ card, live, elsewhere, rememberable, open }) {
  const [busy, setBusy] = useState(null);
  const [problem, setProblem] = useState(null);
  const [scope, setScope] = useState('');
  const { toolCall, options, answer } = card;
  const over = Boolean(answer) || card.expired || !live;
  const call = { ...toolCall, content: toolCall.content ?? [] };
  const { given } = inAndOut(call);
  const diffs = changes(call.content.filter((part) => part.type === 'diff'));
  const decide = async (option) => {
    setBusy(option);
    setProblem(null);
    try {
      await open.permit(card, option, scope);
      keepFocus();
    } catch (failure) {
      setProblem(reason(failure));
      setBusy(null);
    }
  };
  const key = (event) => {
    const option = /^[1-9]$/.test(event.key) && !event.target.closest('select') && options[Number(event.key) - 1];
    if (option && !over && !busy) {
      event.preventDefault();
      decide(option.id);
    }
  };
  return html`
    <section class=${'card ask permission' + (over ? ' over' : '')} aria-label="The agent asks for permission" onKeyDown=${key}>
      <header><strong>${over ? 'Permission' : 'May it?'}</strong> <span>${call.title}</span></header>
      ${!over && given && !diffs.length && html`<${Panel} label=${call.command ? 'Command' : 'Wants to'} text=${given} />`}
      ${!over && diffs.map((diff) => html`<${DiffCard} diff=${diff} cwd=${open.detail?.cwd} />`)}
      ${!over && rememberable && html`
        <label class="remember">The answer is for <select value=${scope} onChange=${(event) => setScope(event.target.value)}>${SCOPES.map(([id, text]) => html`<option value=${id}>${text}</option>`)}</select>
          ${scope && html`<small>${rememberable}</small>`}</label>
      `}
      <div class="options">
        ${options.map((option, i) => html`
          <button type="button" key=${option.id} data-kind=${option.kind} disabled=${over || busy !== null}
            class=${answer?.option?.id === option.id ? 'chosen' : ''} title=${over ? '' : 'key ' + (i + 1)}
            onClick=${() => decide(option.id)}>${answer?.option?.id === option.id ? '✓ ' : ''}${option.name}</button>
        `)}
      </div>
      ${over && html`<p class="decision">${decision(card, elsewhere)}</p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    </section>
  `;
}

/** The button that had the focus cannot have it any more; the conversation can, where the keys go on to work. */
function keepFocus() {
  if (document.activeElement === document.body || document.activeElement.closest('.ask')) {
    document.querySelector('.timeline')?.focus({ preventScroll: true });
  }
}

function decision({ answer }, elsewhere) {
  if (answer) {
    const what = answer.option ? answer.option.name : 'Not answered';
    return 'Decision: ' + what + (BY[answer.by] ? ', ' + BY[answer.by] : '');
  }
  return elsewhere ? 'To be answered where the session is in use: ' + elsewhere : 'Expired: its turn is over.';
}
