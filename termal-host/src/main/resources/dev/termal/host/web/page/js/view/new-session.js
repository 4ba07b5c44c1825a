/** Begins a session: who works where, and how. */
import { html, useEffect, useState } from '../../lib/preact/standalone.mjs';
import { get, query, reason } from '../api.js';
import { Dialog } from './dialog.js';
import { Choice, Text } from './fields.js';

const POLICIES = ['', 'ask', 'auto', 'read-only', 'deny'];
const LAST = 'termal.folder';

const settingOf = (agent, key) => agent?.settings.find((setting) => setting.key === key);

export function NewSession({ app }) {
  const [agents, setAgents] = useState(null);
  const [fields, setFields] = useState({ cwd: localStorage.getItem(LAST) || app.list.sorted[0]?.cwd || '' });
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const set = (key) => (value) => setFields((old) => ({ ...old, [key]: value }));
  useEffect(() => {
    get('/agents').then(
      (list) => {
        setAgents(list);
        set('agent')((list.find((agent) => agent.default) ?? list[0])?.id ?? '');
      },
      (failure) => setProblem(reason(failure)),
    );
  }, []);
  const agent = agents?.find((each) => each.id === fields.agent);
  const create = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    localStorage.setItem(LAST, fields.cwd);
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
    try {
      await app.create(given);
    } catch (failure) {
      setProblem(reason(failure).replace(/^cwd:/, 'Folder:'));
      setBusy(false);
    }
  };
  const folders = [...new Set(app.list.sorted.map((session) => session.cwd))].slice(0, 20);
  return html`
    <${Dialog} title="New session" onClose=${() => app.show(null)}>
      <form class="new-session" onSubmit=${create}>
        ${!agents && !problem && html`<p role="status">Looking for agents …</p>`}
        ${agents && html`
          <${Choice} id="agent" label="Agent" value=${fields.agent} set=${set('agent')}
            choices=${agents.map((each) => [each.id, each.name + (isReady(each) ? '' : ' (not ready)')])} />
          <${Readiness} agent=${agent} />
          <${Text} id="cwd" label="Folder" value=${fields.cwd} set=${set('cwd')} choices=${folders} required
            placeholder="/path/to/the/project" />
          <${Models} agent=${agent} cwd=${fields.cwd} value=${fields.model ?? ''} set=${set('model')} />
          <${OfAgent} agent=${agent} name="mode" label="Mode" value=${fields.mode ?? ''} set=${set('mode')} />
          <${Choice} id="permissions" label="Permissions" value=${fields.permissions ?? ''} set=${set('permissions')}
            choices=${POLICIES.map((policy) => [policy, policy || 'as configured'])} />
          <details>
            <summary>More</summary>
            ${agent?.engines.length > 1 && html`
              <${Choice} id="engine" label="Engine" value=${fields.engine ?? ''} set=${set('engine')}
                choices=${[['', 'the preferred one'], ...agent.engines.map((engine) => [engine, engine])]} />
            `}
            <${OfAgent} agent=${agent} name="effort" label="Effort" value=${fields.effort ?? ''} set=${set('effort')} />
            <${Text} id="name" label="Name" value=${fields.name ?? ''} set=${set('name')} placeholder="none" />
          </details>
        `}
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <footer>
          <button type="button" onClick=${() => app.show(null)}>Cancel</button>
          <button type="submit" class="primary" disabled=${busy || !agent}>${busy ? 'Starting …' : 'Start'}</button>
        </footer>
      </form>
    </${Dialog}>
  `;
}

const isReady = (agent) => agent.readiness === 'ready';

function Readiness({ agent }) {
  if (!agent) {
    return null;
  }
  return html`
    <div class=${'readiness ' + (isReady(agent) ? 'ready' : 'not-ready')} role="status">
      <strong>${isReady(agent) ? 'Ready' : agent.readiness.replaceAll('_', ' ')}</strong>
      ${agent.detail && html` <span class="detail" title=${agent.detail}>${agent.detail}</span>`}
      ${agent.hint && html`<p>${agent.hint}</p>`}
    </div>
  `;
}

/** A setting whose choices the agent's profile tells; nothing where it has none. */
function OfAgent({ agent, name, label, value, set }) {
  const setting = settingOf(agent, name);
  if (!setting) {
    return null;
  }
  const first = ['', 'as configured'];
  return setting.choices.length
    ? html`<${Choice} id=${name} label=${label} value=${value} set=${set} hint=${setting.text}
        choices=${[first, ...setting.choices.map((choice) => [choice, choice])]} />`
    : html`<${Text} id=${name} label=${label} value=${value} set=${set} hint=${setting.text} placeholder=${first[1]} />`;
}

/** The model: typed, or chosen from what the agent tells when it is asked. */
function Models({ agent, cwd, value, set }) {
  const [told, setTold] = useState({ agent: null, models: [], problem: null, busy: false });
  const known = told.agent === agent?.id ? told : { models: [] };
  const ask = async () => {
    setTold({ agent: agent.id, models: [], busy: true });
    try {
      setTold({ agent: agent.id, models: (await get('/models' + query({ agent: agent.id, cwd }))).models });
    } catch (failure) {
      setTold({ agent: agent.id, models: [], problem: reason(failure) });
    }
  };
  const choices = known.models.length ? known.models.map((model) => model.id) : (settingOf(agent, 'model')?.choices ?? []);
  return html`
    <${Text} id="model" label="Model" value=${value} set=${set} choices=${choices} placeholder="the agent's own choice" />
    <p class="hint">
      <button type="button" class="quiet" disabled=${known.busy || !agent} onClick=${ask}>${known.busy ? 'Asking …' : 'Ask the agent which there are'}</button>
      ${known.models.length > 0 && html` ${known.models.length} known: type or choose.`}
      ${known.problem && html` <span class="problem" role="alert">${known.problem}</span>`}
    </p>
  `;
}
