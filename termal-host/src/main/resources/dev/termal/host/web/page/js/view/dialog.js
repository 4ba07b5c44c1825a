/** A dialog above the page: Esc closes it, and the keyboard stays in it. */
import { html, useEffect, useRef } from '../../lib/preact/standalone.mjs';

export function Dialog({ title, onClose, children }) {
  const element = useRef(null);
  useEffect(() => {
    const dialog = element.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return html`
    <dialog ref=${element} aria-labelledby="dialog-title" onCancel=${onClose}>
      <header>
        <h2 id="dialog-title">${title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>✕</button>
      </header>
      ${children}
    </dialog>
  `;
}
