/** The keys of the page, where no text is typed. */

export const KEYS = [
  ['/', 'search'],
  ['n', 'a new session'],
  ['j, k', 'the next, the previous session'],
  ['c, i', 'to the line where you write'],
  ['a', 'to what the agent asks'],
  ['g', 'to the end of the conversation'],
  ['s', 'stop the agent'],
  [', r d', 'settings, permission rules, doctor'],
  ['?', 'these keys'],
  ['Esc', 'close a dialog or a screen; leave the line'],
  ['Enter', 'send'],
  ['Shift+Enter', 'a further line'],
  ['Ctrl+Enter', 'interrupt the agent and send at once'],
  ['↑, ↓ in an empty line', 'what you sent before'],
  ['1–9 on a request', 'its first to ninth answer'],
];

const isTyping = (target) => target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]');

const focus = (selector) => document.querySelector(selector)?.focus();

export function listenToKeys(app) {
  const step = (by) => {
    const sessions = app.list.sorted;
    const at = sessions.findIndex((session) => session.key === app.open?.key);
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, at + by))];
    if (next) {
      app.go(next.key);
    }
  };
  const actions = {
    '/': () => focus('#search'),
    n: () => app.show('new'),
    j: () => step(1),
    k: () => step(-1),
    c: () => focus('#prompt'),
    i: () => focus('#prompt'),
    a: () => focus('.ask:not(.over) :is(.options button, form input, form select, form textarea)'),
    g: () => document.querySelector('#latest')?.click(),
    s: () => document.querySelector('#stop')?.click(),
    ',': () => (location.hash = '#/settings'),
    r: () => (location.hash = '#/rules'),
    d: () => (location.hash = '#/doctor'),
    '?': () => app.show('keys'),
    Escape: () => app.leave(),
  };
  document.addEventListener('keydown', (event) => {
    if (!app.list || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
      return;
    }
    if (document.querySelector('dialog[open]')) {
      return; // its keys are the browser's: Esc closes it
    }
    if (event.key === 'Escape' && isTyping(event.target)) {
      event.target.blur();
      return;
    }
    if (isTyping(event.target) || !Object.hasOwn(actions, event.key)) {
      return;
    }
    event.preventDefault();
    actions[event.key]();
  });
}
