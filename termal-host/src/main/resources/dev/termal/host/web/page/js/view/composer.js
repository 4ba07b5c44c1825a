/** Where a person writes: prompts, pictures, the agent's commands. */
import { html, useEffect, useRef, useState } from '../../lib/preact/standalone.mjs';
import { draft, keepDraft, keepSent, sent } from '../drafts.js';
import { accepted, dropped, read } from '../attachments.js';
import { Commands, matching } from './commands.js';

export function Composer({ app, open, session }) {
  const [text, setText] = useState(() => draft(open.key));
  const [pictures, setPictures] = useState([]);
  const [sending, setSending] = useState(false);
  const [stopping, setStopping] = useState(0);
  const [past, setPast] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [dragging, setDragging] = useState(false);
  const area = useRef(null);
  const works = session.state === 'working' || session.state === 'asking';
  const elsewhere = session.owner && !session.owner.here;
  const commands = matching(open.facts.commands, text);

  const write = (value) => {
    setText(value);
    setChosen(0);
    keepDraft(open.key, value);
  };
  useEffect(() => {
    area.current.style.height = 'auto';
    area.current.style.height = Math.min(area.current.scrollHeight + 2, innerHeight * 0.4) + 'px';
  }, [text]);
  useEffect(() => setStopping(0), [works]);
  useEffect(() => area.current.focus({ preventScroll: true }), []);

  const add = async (files) => {
    const { pictures: more, problems } = await read(files, app.info.limits.promptBytes ?? 16e6);
    setPictures((old) => [...old, ...more]);
    if (problems.length) {
      app.say(problems.join(' '));
    }
  };
  const send = async (interrupt) => {
    const content = [...(text.trim() ? [{ type: 'text', text }] : []), ...pictures.map((picture) => picture.block)];
    if (!content.length || sending) {
      return;
    }
    setSending(true);
    area.current.focus(); // now, since the person may go elsewhere meanwhile
    if (await app.attempt(() => open.send(content, interrupt))) {
      keepSent(text);
      setPast(0);
      setPictures([]);
      write('');
    }
    setSending(false);
  };
  const recall = (by) => {
    const all = sent();
    const at = Math.max(0, Math.min(all.length, past + by));
    setPast(at);
    write(at ? all[all.length - at] : '');
  };
  const take = (command) => write('/' + command.name + ' ');
  const key = (event) => {
    if (event.isComposing) {
      return;
    }
    if (commands.length && ['ArrowDown', 'ArrowUp', 'Tab'].includes(event.key)) {
      event.preventDefault();
      if (event.key === 'Tab') {
        take(commands[chosen]);
      } else {
        setChosen((chosen + (event.key === 'ArrowDown' ? 1 : commands.length - 1)) % commands.length);
      }
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send((event.ctrlKey || event.metaKey) && works);
    } else if (event.key === 'ArrowUp' && (text === '' || past)) {
      event.preventDefault();
      recall(1);
    } else if (event.key === 'ArrowDown' && past) {
      event.preventDefault();
      recall(-1);
    }
  };
  const stop = () => {
    setStopping(stopping + 1);
    app.attempt(() => open.cancel(stopping > 0));
  };
  const paste = (event) => {
    const files = [...event.clipboardData.files];
    if (files.length) {
      event.preventDefault();
      add(files);
    }
  };
  const adding = useRef(add);
  adding.current = add;
  useEffect(() => dropped((files) => adding.current(files), setDragging), []);
  return html`
    <form class=${'composer' + (dragging ? ' dragging' : '')} onSubmit=${(event) => { event.preventDefault(); send(false); }}>
      ${commands.length > 0 && html`<${Commands} commands=${commands} chosen=${chosen} take=${take} />`}
      ${pictures.length > 0 && html`
        <ul class="pictures" aria-label="Pictures and files to send">
          ${pictures.map((picture, i) => html`
            <li key=${i}>${picture.url && html`<img src=${picture.url} alt="" />`}<span>${picture.name || 'picture'} · ${Math.ceil(picture.size / 1024)} KB</span>
              <button type="button" class="quiet" aria-label=${'Leave out ' + (picture.name || 'the picture')} onClick=${() => setPictures(pictures.filter((_, n) => n !== i))}>✕</button></li>
          `)}
        </ul>
      `}
      ${elsewhere && html`<p class="hint">This session is in use by ${session.owner.who}; what you send waits until it is free.</p>`}
      <label class="hidden" for="prompt">Prompt</label>
      <textarea id="prompt" ref=${area} rows="1" placeholder=${'Send a prompt to ' + session.agent + ' …'} value=${text}
        onInput=${(event) => { setPast(0); write(event.target.value); }} onKeyDown=${key} onPaste=${paste}></textarea>
      <div class="composer-buttons">
        <label class="button quiet attach" title="Add pictures or text files"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="M3 4h14v12H3zM3 13l4-4 4 4 3-3 3 3M12.5 7.5h.01" /></svg><span class="hidden">Add pictures or text files</span>
          <input type="file" multiple accept=${accepted} onChange=${(event) => { add([...event.target.files]); event.target.value = ''; }} /></label>
        <span class="hint">Enter sends · Shift+Enter a further line${works ? ' · Ctrl+Enter interrupts' : ''}</span>
        ${works && !elsewhere && html`<button type="button" id="stop" class="stop" onClick=${stop}>${stopping ? (stopping > 1 ? 'Ending …' : 'Stopping … (again: end it)') : 'Stop'}</button>`}
        <button type="submit" class="primary" disabled=${sending || !(text.trim() || pictures.length)}>${sending ? 'Sending …' : works ? 'Queue' : 'Send'}</button>
      </div>
    </form>
  `;
}
