/** The whole page: the list on the left, the conversation beside it, dialogs above. */
import { html } from '../../lib/preact/standalone.mjs';
import { Conversation } from './conversation.js';
import { DoctorScreen } from './doctor-screen.js';
import { KeysDialog } from './keys-dialog.js';
import { NewSession } from './new-session.js';
import { RulesScreen } from './rules-screen.js';
import { Sessions } from './sessions.js';
import { SettingsScreen } from './settings-screen.js';
import { SignIn } from './sign-in.js';

const DIALOGS = { new: NewSession, keys: KeysDialog };
const SCREENS = { settings: SettingsScreen, rules: RulesScreen, doctor: DoctorScreen };

export function Page({ app }) {
  document.title = title(app);
  if (!app.hasToken) {
    return html`<${SignIn} app=${app} />`;
  }
  if (!app.list) {
    return null;
  }
  app.look();
  const Dialog = DIALOGS[app.dialog];
  return html`
    <div class=${'layout' + (app.open || app.screen ? ' has-open' : '')}>
      <${Sessions} app=${app} />
      <main>
        ${app.list.state === 'waiting' && html`<p class="offline" role="status">Not connected to the server. Trying again …</p>`}
        <${Main} app=${app} />
      </main>
      ${Dialog && html`<${Dialog} app=${app} />`}
      <div class="toast" role="alert">
        ${app.message && html`<p>${app.message} <button type="button" onClick=${() => app.say(null)}>Close</button></p>`}
      </div>
    </div>
  `;
}

function Main({ app }) {
  if (app.screen) {
    const Screen = SCREENS[app.screen.name];
    return html`<${Screen} key=${app.screen.name} app=${app} part=${app.screen.part} />`;
  }
  return app.open
    ? html`<${Conversation} key=${app.open.key + '/' + app.open.seq} app=${app} open=${app.open} />`
    : html`<${Nothing} app=${app} />`;
}

function Nothing({ app }) {
  return html`
    <div class="nothing">
      <h2>${app.list.sessions.size ? 'No session is open' : 'No sessions yet'}</h2>
      <p>${app.list.sessions.size ? 'Choose one from the list, or begin another.' : 'Begin one: choose an agent and a folder for it to work in.'}</p>
      <p><button type="button" class="primary" onClick=${() => app.show('new')}>New session</button></p>
      <p class="hint">Press <kbd>?</kbd> for all keys.</p>
    </div>
  `;
}

function title(app) {
  const wanting = app.list ? app.list.sorted.filter((session) => session.state === 'asking' || app.list.isUnread(session)).length : 0;
  const session = app.open && app.summary(app.open.key);
  return (wanting ? '(' + wanting + ') ' : '') + (session ? (session.name || session.title || 'New session') + ' · ' : '') + 'TermAl';
}
