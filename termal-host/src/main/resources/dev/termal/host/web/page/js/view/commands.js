/** The agent's own commands, while one is being typed. */
import { html } from '../../lib/preact/standalone.mjs';

const MOST = 8;

/** Those that a text may be the beginning of. */
export function matching(commands, text) {
  const typed = /^\/(\S*)$/.exec(text);
  return typed ? (commands ?? []).filter((command) => command.name.startsWith(typed[1])).slice(0, MOST) : [];
}

export function Commands({ commands, chosen, take }) {
  return html`
    <ul class="commands" role="listbox" aria-label="The agent's commands">
      ${commands.map((command, i) => html`
        <li key=${command.name} role="option" aria-selected=${i === chosen} onMouseDown=${(event) => { event.preventDefault(); take(command); }}>
          <code>/${command.name}</code> <span>${command.description}</span>
        </li>
      `)}
      <li class="hint" role="presentation">↑ ↓ choose, Tab takes</li>
    </ul>
  `;
}
