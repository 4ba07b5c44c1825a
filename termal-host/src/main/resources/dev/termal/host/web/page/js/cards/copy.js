/** Copying to the clipboard. */
import { html, useState } from '../../lib/preact/standalone.mjs';

const SAID_MS = 1500;

export function CopyButton({ text, label = 'Copy' }) {
  const [said, setSaid] = useState(null);
  const copy = async () => {
    setSaid(await written(text));
    setTimeout(() => setSaid(null), SAID_MS);
  };
  return html`<button type="button" class="quiet copy" onClick=${copy}>${said ?? label}</button>`;
}

/** Copies the code block whose button was clicked. */
export async function copyOn(event) {
  const button = event.target.closest('.copy-code');
  if (button) {
    button.textContent = await written(button.closest('.code').querySelector('code').textContent);
    setTimeout(() => (button.textContent = 'Copy'), SAID_MS);
  }
}

async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Not allowed';
  }
}
