/** The settings: what each does, how it stands and where that comes from; what your config file says can be changed. */
import { html, useEffect, useState } from '../../lib/preact/standalone.mjs';
import { get, put, query, remove } from '../api.js';
import { changeable, origin, others, valueOf } from '../settings.js';
import { Choice } from './fields.js';
import { Screen, useAnswer } from './screen.js';

export function SettingsScreen({ app, part }) {
  const answer = useAnswer(async () => {
    const [schema, stand, agents] = await Promise.all([get('/settings/schema'), get('/settings'), get('/agents')]);
    return { schema, agents, ...stand };
  });
  return html`
    <${Screen} title="Settings" answer=${answer}>
      ${answer.value && html`<${Settings} app=${app} agent=${part ?? ''} ...${answer.value} again=${answer.again} />`}
    </${Screen}>
  `;
}

function Settings({ app, agent, schema, settings, agents, problem, again }) {
  const ofAgents = schema.properties.agents;
  const own = ofAgents.properties[agent] ?? ofAgents.additionalProperties;
  const shown = agent ? changeable(own, 'agents.' + agent + '.', settings) : changeable(schema, '', settings);
  const rest = others(settings, shown).filter((line) => line.path.startsWith('agents.' + agent + '.') === Boolean(agent) && (agent || !line.path.startsWith('agents.')));
  return html`
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <${Choice} id="settings-of" label="For" value=${agent} set=${(name) => (location.hash = name ? '#/settings/' + encodeURIComponent(name) : '#/settings')}
      choices=${[['', 'all agents'], ...agents.map((each) => [each.id, each.name])]}
      hint="What is said for one agent counts before what is said for all; a variable of the environment counts before both." />
    <ul class="settings">
      ${shown.map((setting) => html`<li key=${setting.path}><${Field} app=${app} setting=${setting} again=${again} /></li>`)}
    </ul>
    ${rest.length > 0 && html`
      <h3>Also set</h3>
      <p class="hint">Change these with <code>termal config set</code>, or in the config file.</p>
      <dl class="also">${rest.map((line) => html`<div key=${line.path}><dt><code>${line.path}</code></dt><dd>${line.value} <small>${origin(line.source)}</small></dd></div>`)}</dl>
    `}
  `;
}

function stems({ fixed, source, value, inherits }) {
  if (fixed) return 'from the ' + origin(source) + ', to be changed there';
  if (source !== 'default') return 'from ' + origin(source);
  return value || inherits ? 'default' : '';
}

function Field({ app, setting, again }) {
  const [text, setText] = useState(setting.value);
  const [busy, setBusy] = useState(false);
  useEffect(() => setText(setting.value), [setting.value]);
  const id = 'setting-' + setting.key;
  const change = async (action) => {
    setBusy(true);
    let warnings = [];
    if (await app.attempt(async () => ({ warnings } = await action()))) {
      if (warnings.length) {
        app.say(warnings.join(' '));
      }
      await again();
    }
    setBusy(false);
    document.getElementById(id)?.focus();
  };
  const save = (event) => {
    event.preventDefault();
    if (text !== setting.value) {
      change(() => put('/settings', { path: setting.path, value: valueOf(setting, text) }));
    }
  };
  const reset = () => change(() => remove('/settings' + query({ path: setting.path })));
  const control = { id, value: text, disabled: setting.fixed, 'aria-describedby': id + '-about' };
  return html`
    <form class="setting" onSubmit=${save}>
      <label for=${id}><code>${setting.key}</code></label>
      <p class="hint" id=${id + '-about'}>${setting.about}</p>
      <div class="control">
        ${setting.type === 'choice'
          ? html`<select ...${control} onChange=${(event) => setText(event.target.value)}>
              ${!setting.choices.includes(text) && html`<option value=${text} selected>${setting.inherits ?? 'not set'}</option>`}
              ${setting.choices.map((choice) => html`<option key=${choice} value=${choice} selected=${choice === text}>${choice}</option>`)}
            </select>`
          : html`<input type="text" autocomplete="off" spellcheck=${false} ...${control} placeholder=${setting.inherits ?? 'not set'} onInput=${(event) => setText(event.target.value)} />`}
        ${text !== setting.value && html`<button type="submit" class="primary" disabled=${busy}>Save</button>`}
        ${setting.written && html`<button type="button" class="quiet" disabled=${busy} aria-label=${'Reset ' + setting.key} onClick=${reset}>Reset</button>`}
        <small>${stems(setting)}</small>
      </div>
    </form>
  `;
}
