/** What the agent wants to know: a form, and what was answered. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { initial, valuesOf } from '../answers.js';
import { reason } from '../api.js';
import { MarkdownText } from './markdown-text.js';
import { Field } from './question-field.js';

const WORDS = { accepted: 'Answered', declined: 'Declined', cancelled: 'Not answered' };

export function QuestionCard({ card, live, elsewhere, open }) {
  card.draft ??= initial(card.fields); // it outlives the card's place on the screen
  const [, redraw] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  const over = Boolean(card.answer) || card.expired || !live;
  const set = (id, value) => {
    card.draft = { ...card.draft, [id]: value };
    redraw((n) => n + 1);
  };
  const answer = async (body) => {
    setBusy(true);
    setProblem(null);
    try {
      await open.answer(card, body);
    } catch (failure) {
      setProblem(reason(failure));
      setBusy(false);
    }
  };
  const submit = (event) => {
    event.preventDefault();
    answer({ answer: 'accepted', values: valuesOf(card.fields, card.draft) });
  };
  return html`
    <section class=${'card ask question' + (over ? ' over' : '')} aria-label="The agent asks">
      <header><strong>${card.title || 'The agent asks'}</strong></header>
      ${card.body && html`<${MarkdownText} text=${card.body} complete=${true} />`}
      ${card.url && /^https?:/i.test(card.url) && html`<p>It leads to <a href=${card.url} target="_blank" rel="noopener noreferrer nofollow">${card.url}</a></p>`}
      ${over ? html`<${Answered} card=${card} elsewhere=${elsewhere} />` : html`
        <form onSubmit=${submit}>
          ${card.fields.map((field) => html`<${Field} key=${field.id} name=${card.key + '-' + field.id} field=${field} value=${card.draft[field.id]} set=${(value) => set(field.id, value)} />`)}
          <div class="options">
            <button type="submit" data-kind="allow_once" disabled=${busy}>${card.fields.length ? 'Answer' : 'Agree'}</button>
            ${card.declinable && html`<button type="button" data-kind="reject_once" disabled=${busy} onClick=${() => answer({ answer: 'declined' })}>Decline</button>`}
          </div>
        </form>
      `}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    </section>
  `;
}

function Answered({ card, elsewhere }) {
  const { answer, fields } = card;
  if (!answer) {
    return html`<p class="decision">${elsewhere ? 'To be answered where the session is in use: ' + elsewhere : 'Expired: its turn is over.'}</p>`;
  }
  const shown = fields.filter((field) => answer.values?.[field.id]?.length);
  return html`
    <p class="decision">${WORDS[answer.answer] ?? answer.answer}${answer.reason ? ': ' + answer.reason : ''}</p>
    ${shown.length > 0 && html`<dl>${shown.map((field) => html`<div><dt>${field.label}</dt><dd>${field.kind === 'secret' ? '••••' : answer.values[field.id].join(', ')}</dd></div>`)}</dl>`}
  `;
}
