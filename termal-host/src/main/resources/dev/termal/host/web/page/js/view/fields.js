/** Labelled fields of forms. */
import { html } from '../../lib/preact/standalone.mjs';

export function Choice({ id, label, value, set, choices, hint }) {
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select id=${id} value=${value} onChange=${(event) => set(event.target.value)} aria-describedby=${hint ? id + '-hint' : undefined}>
        ${choices.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === value}>${text}</option>`)}
      </select>
      ${hint && html`<p class="hint" id=${id + '-hint'}>${hint}</p>`}
    </div>
  `;
}

/** Text, with choices that may be taken instead of typing. */
export function Text({ id, label, value, set, choices = [], hint, ...more }) {
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input id=${id} type="text" autocomplete="off" spellcheck=${false} value=${value} onInput=${(event) => set(event.target.value)}
        list=${choices.length ? id + '-list' : undefined} aria-describedby=${hint ? id + '-hint' : undefined} ...${more} />
      ${choices.length > 0 && html`<datalist id=${id + '-list'}>${choices.map((choice) => html`<option key=${choice} value=${choice} />`)}</datalist>`}
      ${hint && html`<p class="hint" id=${id + '-hint'}>${hint}</p>`}
    </div>
  `;
}
