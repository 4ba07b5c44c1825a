/** A screen beside the list: what it is about, and what it shows once the server has said it. */
import { html, useEffect, useRef, useState } from '../../lib/preact/standalone.mjs';
import { reason } from '../api.js';

/** What a request gives; `again` asks again, and what was there stays until it is answered. */
export function useAnswer(ask, of = []) {
  const [answer, setAnswer] = useState({ loading: true });
  const latest = useRef(0);
  const again = async () => {
    const mine = ++latest.current;
    setAnswer((old) => ({ ...old, loading: true }));
    let next;
    try {
      next = { value: await ask() };
    } catch (failure) {
      next = { problem: reason(failure) };
    }
    if (mine === latest.current) {
      setAnswer({ ...next, loading: false });
    }
  };
  useEffect(() => {
    again();
    return () => (latest.current = -1);
  }, of);
  return { ...answer, again };
}

export function Screen({ title, answer, actions, children }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  return html`
    <section class="screen" aria-labelledby="screen-title" aria-busy=${answer.loading}>
      <header>
        <a class="back" href="#/" aria-label="Back to the list">←</a>
        <h2 id="screen-title" tabindex="-1" ref=${heading}>${title}</h2>
        ${actions}
      </header>
      ${answer.problem && html`<p class="problem" role="alert">${answer.problem} <button type="button" onClick=${answer.again}>Try again</button></p>`}
      ${!answer.value && answer.loading && html`<p role="status" class="hint"><span class="spinner" aria-hidden="true"></span> Asking the server …</p>`}
      ${answer.value && children}
    </section>
  `;
}
