import { html } from '../../lib/preact/standalone.mjs';
import { KEYS } from '../keys.js';
import { Dialog } from './dialog.js';

export function KeysDialog({ app }) {
  return html`
    <${Dialog} title="Keys" onClose=${() => app.show(null)}>
      <dl class="keys">${KEYS.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    </${Dialog}>
  `;
}
