/** Prompts that wait for their turn. */
import { html } from '../../lib/preact/standalone.mjs';

export function Queue({ app, open }) {
  if (!open.waiting.length) {
    return null;
  }
  return html`
    <section class="queue" aria-label="Prompts that wait">
      ${open.held && html`
        <p class="held">These are held, as you stopped the agent.
          <button type="button" onClick=${() => app.attempt(() => open.resume())}>Send them now</button>
        </p>
      `}
      <ul>
        ${open.waiting.map((prompt) => html`
          <li key=${prompt.id} class="waiting">
            <span>${prompt.text}</span>
            ${prompt.owner && !prompt.owner.here && html`<small>by ${prompt.owner.who}</small>`}
            <button type="button" class="quiet" aria-label=${'Cancel: ' + prompt.text.slice(0, 60)} title="Do not send it"
              onClick=${() => app.attempt(() => open.takeBack(prompt.id))}>✕</button>
          </li>
        `)}
      </ul>
    </section>
  `;
}
