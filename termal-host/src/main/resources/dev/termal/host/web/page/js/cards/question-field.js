/** One field of a question, of any kind. */
import { html } from '../../lib/preact/standalone.mjs';

export function Field({ name, field, value, set }) {
  const hint = field.description ? name + '-hint' : undefined;
  const Input = field.kind === 'choice' ? Choices : field.kind === 'boolean' ? Switch : Line;
  return html`
    <div class="field">
      <${Input} name=${name} field=${field} value=${value} set=${set} hint=${hint} />
      ${hint && html`<p class="hint" id=${hint}>${field.description}</p>`}
    </div>
  `;
}

const label = (field) => html`${field.label}${field.required ? html` <span class="required">(needed)</span>` : ''}`;

const TYPES = { secret: 'password', number: 'number' };

function Line({ name, field, value, set, hint }) {
  const { minLength, maxLength, minimum, maximum, pattern, integer, required, kind } = field;
  return html`
    <label for=${name}>${label(field)}</label>
    <input id=${name} type=${TYPES[kind] ?? 'text'} value=${value[0] ?? ''} onInput=${(event) => set([event.target.value])}
      required=${required} minlength=${minLength} maxlength=${maxLength} min=${minimum} max=${maximum} pattern=${pattern}
      step=${kind === 'number' ? (integer ? 1 : 'any') : undefined} autocomplete="off" aria-describedby=${hint} />
  `;
}

function Switch({ name, field, value, set, hint }) {
  return html`
    <label class="switch"><input type="checkbox" id=${name} checked=${value[0] === 'true'} aria-describedby=${hint}
      onChange=${(event) => set([String(event.target.checked)])} /> ${label(field)}</label>
  `;
}

function Choices({ name, field, value, set, hint }) {
  const change = (choice, on) => {
    const others = field.multiple ? value.filter((each) => each !== choice) : [];
    set(on ? [...others, choice] : others);
  };
  return html`
    <fieldset aria-describedby=${hint}>
      <legend>${label(field)}</legend>
      ${field.choices.map((choice) => html`
        <label class="switch"><input type=${field.multiple ? 'checkbox' : 'radio'} name=${name} checked=${value.includes(choice.value)}
          required=${field.required && !field.multiple} onChange=${(event) => change(choice.value, event.target.checked)} />
          ${choice.label}${choice.description ? html` <small>${choice.description}</small>` : ''}</label>
      `)}
    </fieldset>
  `;
}
