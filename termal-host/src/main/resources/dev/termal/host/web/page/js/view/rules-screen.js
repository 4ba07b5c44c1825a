/** The rules by which agents' requests are answered: those of the config file, then what you had remembered. */
import { html, useState } from '../../lib/preact/standalone.mjs';
import { get, path, put, query, reason, remove } from '../api.js';
import { Choice, Text } from './fields.js';
import { Screen, useAnswer } from './screen.js';

const DECISIONS = { allow: 'Allow without asking', ask: 'Ask me', deny: 'Deny' };
const SCOPES = { session: 'in its session', folder: 'in its folder', always: 'everywhere' };

const when = (time) => new Date(time).toLocaleString();

/** The place of a rule in the config file, such as rules[2]; null for a remembered one. */
const place = (rule) => (rule.id ? null : /rules\[\d+\]$/.exec(rule.source)?.[0] ?? null);

export function RulesScreen({ app }) {
  const answer = useAnswer(() => get('/rules'));
  const forget = (rule) =>
    app.attempt(async () => {
      if (rule.id) {
        await remove(path('rules', rule.id));
      } else {
        const now = (await get('/rules')).find((each) => each.source === rule.source);
        if (now?.about === rule.about && now.decision === rule.decision) {
          await remove('/settings' + query({ path: place(rule) }));
        } else {
          app.say('The config file was changed meanwhile; this is how it stands now.');
        }
      }
      await answer.again();
      document.getElementById('screen-title')?.focus();
    });
  const rules = answer.value ?? [];
  return html`
    <${Screen} title="Permission rules" answer=${answer}>
      <p class="hint">The most specific rule that fits a request counts, else the strictest. Where none fits, the setting <a href="#/settings"><code>permissions</code></a> decides.
        A trusted repository's own rules hold in its folder besides; they are changed there.</p>
      ${rules.length
        ? html`<ul class="rules">${rules.map((rule) => html`<li key=${rule.id ?? rule.source}><${Rule} rule=${rule} forget=${() => forget(rule)} /></li>`)}</ul>`
        : html`<p class="empty">No rules yet: the setting alone decides.</p>`}
      <${NewRule} again=${answer.again} />
    </${Screen}>
  `;
}

function Rule({ rule, forget }) {
  const removable = rule.id || place(rule);
  return html`
    <span class="decision-word" data-decision=${rule.decision}>${rule.decision}</span>
    <div class="rule-text">
      <strong>${rule.about}</strong>
      <small>
        ${rule.id ? 'remembered ' + (SCOPES[rule.scope] ?? rule.scope ?? '') : 'your config file, ' + (place(rule) ?? rule.source)}
        ${rule.folder && html` · <code>${rule.folder}</code>`}
        ${rule.since && ' · since ' + when(rule.since)}
        ${rule.until && ' · until ' + when(rule.until)}
      </small>
    </div>
    ${removable && html`<button type="button" class="quiet danger" aria-label=${'Remove the rule: ' + rule.decision + ' ' + rule.about} onClick=${forget}>Remove</button>`}
  `;
}

const KINDS = ['', 'read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch'];

function NewRule({ again }) {
  const [fields, setFields] = useState({ decision: 'allow', kind: '', command: '', path: '', tool: '', agent: '' });
  const [problem, setProblem] = useState(null);
  const set = (name) => (value) => setFields({ ...fields, [name]: value });
  const add = async (event) => {
    event.preventDefault();
    const value = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]).filter(([, text]) => text));
    try {
      await put('/settings', { path: '/rules/-', value });
      setProblem(null);
      setFields({ ...fields, kind: '', command: '', path: '', tool: '', agent: '' });
      await again();
    } catch (failure) {
      setProblem(reason(failure));
    }
    document.getElementById('rule-decision')?.focus();
  };
  return html`
    <form class="new-rule" onSubmit=${add}>
      <h3>A further rule</h3>
      <p class="hint">It stands in your config file and counts for all sessions. What you leave empty may be anything.</p>
      <${Choice} id="rule-decision" label="Decision" value=${fields.decision} set=${set('decision')} choices=${Object.entries(DECISIONS)} />
      <${Choice} id="rule-kind" label="What the tool does" value=${fields.kind} set=${set('kind')} choices=${KINDS.map((kind) => [kind, kind || 'anything'])} />
      <${Text} id="rule-command" label="Command" value=${fields.command} set=${set('command')} placeholder="git status *" hint="Word for word: * in a word for any characters, alone at the end for any words." />
      <${Text} id="rule-path" label="Files" value=${fields.path} set=${set('path')} placeholder="src/**" hint="In the session's folder, ~/ or absolute: * for any name, ** for any folders." />
      <${Text} id="rule-tool" label="Tool" value=${fields.tool} set=${set('tool')} hint="By name, * for any characters; server/tool for an MCP server's." />
      <${Text} id="rule-agent" label="Agent" value=${fields.agent} set=${set('agent')} hint="By name; empty for all." />
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <footer><button type="submit" class="primary">Add the rule</button></footer>
    </form>
  `;
}
