/** What can be done with a session as a whole. */
import { html, useEffect, useRef, useState } from '../../lib/preact/standalone.mjs';
import { Dialog } from './dialog.js';
import { Text } from './fields.js';

export function Menu({ app, session }) {
  const [dialog, setDialog] = useState(null);
  const menu = useRef(null);
  const shut = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    const outside = (event) => menu.current?.contains(event.target) || shut();
    document.addEventListener('click', outside);
    return () => document.removeEventListener('click', outside);
  }, []);
  const act = (action) => () => {
    shut();
    action();
  };
  return html`
    <details class="menu" ref=${menu} onKeyDown=${(event) => event.key === 'Escape' && shut()}>
      <summary aria-label="What to do with the session">⋯</summary>
      <div class="menu-items">
        <button type="button" onClick=${act(() => setDialog('rename'))}>Rename</button>
        <button type="button" onClick=${act(() => app.fork(session.key))}>Copy the conversation</button>
        <button type="button" onClick=${act(() => app.download(session.key, 'markdown'))}>Export as Markdown</button>
        <button type="button" onClick=${act(() => app.download(session.key, 'json'))}>Export as JSON</button>
        <button type="button" onClick=${act(() => app.end(session.key))}>End the agent's process</button>
        <button type="button" class="danger" onClick=${act(() => setDialog('remove'))}>Remove</button>
      </div>
    </details>
    ${dialog === 'rename' && html`<${Rename} app=${app} session=${session} close=${() => setDialog(null)} />`}
    ${dialog === 'remove' && html`<${Remove} app=${app} session=${session} close=${() => setDialog(null)} />`}
  `;
}

function Rename({ app, session, close }) {
  const [name, setName] = useState(session.name ?? '');
  const rename = async (event) => {
    event.preventDefault();
    if (await app.rename(session.key, name.trim())) {
      close();
    }
  };
  return html`
    <${Dialog} title="Rename" onClose=${close}>
      <form onSubmit=${rename}>
        <${Text} id="new-name" label="Name" value=${name} set=${setName} required />
        <footer><button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary">Rename</button></footer>
      </form>
    </${Dialog}>
  `;
}

function Remove({ app, session, close }) {
  return html`
    <${Dialog} title="Remove the session?" onClose=${close}>
      <p>What was said in “${session.name || session.title || 'New session'}” is lost here. What the agent keeps itself stays.</p>
      <footer>
        <button type="button" onClick=${close}>Keep it</button>
        <button type="button" class="danger" onClick=${() => { close(); app.remove(session.key); }}>Remove</button>
      </footer>
    </${Dialog}>
  `;
}
