/** How a turn came out; what to do where it went wrong. */
import { html } from '../../lib/preact/standalone.mjs';
import { count, duration, used, within } from '../words.js';
import { CopyButton } from './copy.js';

const OUTCOMES = {
  done: 'Done',
  empty: 'The agent ended its turn and said nothing.',
  refused: 'The agent refused to answer.',
  limit: 'A limit was reached; what was said so far is kept.',
  agent_error: 'The agent answered with an error.',
  protocol_error: 'The agent broke its protocol.',
  crashed: 'The agent’s process ended amid the turn.',
  interrupted: 'TermAl itself was ended amid the turn.',
  timeout: 'The turn took too long.',
  stalled: 'Nothing came from the agent for too long.',
  session_lost: 'The agent does not know this conversation any more.',
  not_found: 'The agent’s program was not found.',
  denied: 'What the agent wanted to do was refused.',
  partly_denied: 'Some of what the agent wanted to do was refused.',
  auth_required: 'The agent wants you to sign in.',
  cancelled: 'Cancelled',
};
const CALM = new Set(['done', 'cancelled', 'denied', 'partly_denied', 'refused', 'empty', 'limit']);

const advice = (outcome, agent) =>
  ({
    empty: 'Send the prompt again, or say more precisely what you want.',
    limit: 'Send “go on”, or begin a new session where the context is full.',
    agent_error: 'Send the prompt again; if it stays, `termal doctor -a ' + agent + '` examines the agent.',
    protocol_error: '`termal doctor -a ' + agent + '` examines the agent; a newer version of it may help.',
    crashed: 'Send the prompt again: the agent is started anew and goes on with this conversation.',
    interrupted: 'Send the prompt again: the agent is started anew and goes on with this conversation.',
    timeout: 'Send the prompt again, or give turns more time with the setting `timeout`.',
    stalled: 'Send the prompt again, or give the agent more time with the setting `idleTimeout`.',
    session_lost: 'Begin a new session; what was said here stays to be read.',
    not_found: '`termal doctor -a ' + agent + '` says what is missing; `termal install ' + agent + '` may fetch it.',
    auth_required: 'Run `termal auth login -a ' + agent + '` in a terminal, then send the prompt again.',
  })[outcome];

export function EndCard({ card, open }) {
  const { outcome, error, usage, durationMs, turn } = card;
  const calm = CALM.has(outcome);
  const session = open.detail;
  const todo = advice(outcome, session?.agent ?? 'AGENT');
  const facts = [duration(durationMs), ...used(usage)];
  return html`
    <section class=${'end' + (calm ? '' : ' card failed')} data-outcome=${outcome} aria-label="End of the turn">
      <p><strong>${OUTCOMES[outcome] ?? outcome}</strong> <small>${facts.join(' · ')}</small></p>
      ${error && html`<p class="why">${error.message}${error.peerMessage && !error.message.includes(error.peerMessage) ? ': ' + error.peerMessage : ''}</p>`}
      ${todo && html`<p class="todo">${todo.split('`').map((piece, i) => (i % 2 ? html`<code>${piece}</code>` : piece))}</p>`}
      ${error?.stderr && html`<details><summary>What the agent printed last</summary><pre class="plain" tabindex="0">${error.stderr}</pre><${CopyButton} text=${error.stderr} /></details>`}
      <${Files} files=${open.conversation.filesOf(turn)} cwd=${session?.cwd} />
    </section>
  `;
}

const CHANGES = { A: 'new', D: 'deleted', M: 'changed', R: 'renamed' };

function Files({ files, cwd }) {
  if (!files.length) {
    return null;
  }
  return html`
    <details class="files" open=${files.length <= 6}>
      <summary>${count(files.length, 'file')} in this turn</summary>
      <ul>${files.map(({ path, change, from }) => html`<li><span class="change" data-change=${change} title=${CHANGES[change]}>${change}</span> <span class="hidden">${CHANGES[change]}</span> <code title=${path}>${from && within(from, cwd) + ' → '}${within(path, cwd)}</code></li>`)}</ul>
    </details>
  `;
}
