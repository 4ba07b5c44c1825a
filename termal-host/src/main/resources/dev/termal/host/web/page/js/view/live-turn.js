/** Who works on what, and for how long already. */
import { html, useEffect, useState } from '../../lib/preact/standalone.mjs';
import { duration } from '../words.js';

const textOf = (content) => (content ?? []).map((block) => block.text ?? '[' + block.type + ']').join(' ').trim();

export function LiveTurn({ open, session }) {
  const [now, setNow] = useState(Date.now());
  const works = session.state === 'working' || session.state === 'asking';
  useEffect(() => {
    if (!works) {
      return undefined;
    }
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [works]);
  if (!works) {
    return html`<div role="status" class="hidden"></div>`;
  }
  const turn = open.conversation.lastTurn;
  const running = turn && !turn.ended;
  const prompt = running ? textOf(turn.prompt) : '';
  const since = running ? Date.parse(turn.since) : NaN;
  return html`
    <div class="live-turn" data-state=${session.state}>
      <span class="spinner" aria-hidden="true"></span>
      <span role="status">${session.agent} ${session.state === 'asking' ? 'waits for your answer' : running ? 'is working' : 'is starting'}</span>
      ${prompt && html`<span class="live-prompt" title=${prompt}>${prompt}</span>`}
      ${since > 0 && html`<span class="elapsed" aria-hidden="true">${duration(Math.max(0, now - since)).replace(/\.\d/, '')}</span>`}
    </div>
  `;
}
