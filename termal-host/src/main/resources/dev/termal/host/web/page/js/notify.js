/** A word of the system's own when a session wants a person, or is done, while nobody looks at the page. */

const WORTH = { asking: 'wants an answer', done: 'is done', error: 'has failed' };

export const canNotify = () => 'Notification' in window;

let allowed = canNotify() && Notification.permission === 'granted'; // to ask the browser is slow

export const mayNotify = () => allowed;

/** Asks whether it may; to be called on a click. */
export async function askToNotify() {
  allowed = (await Notification.requestPermission()) === 'granted';
}

export function notify(session, open) {
  if (!document.hidden || !mayNotify() || !WORTH[session.state]) {
    return;
  }
  const note = new Notification((session.name || session.title || 'A session') + ' ' + WORTH[session.state], {
    body: session.preview,
    tag: 'termal-' + session.key, // a further one of the session replaces it
  });
  note.onclick = () => {
    window.focus();
    open();
    note.close();
  };
}
