/** What was typed and sent: a draft for each session, and the last prompts of all. */

const HISTORY = 'termal.history';
const MOST = 100;
const LONGEST = 5000;

export const draft = (key) => sessionStorage.getItem('termal.draft.' + key) ?? '';

export function keepDraft(key, text) {
  if (text) {
    sessionStorage.setItem('termal.draft.' + key, text);
  } else {
    sessionStorage.removeItem('termal.draft.' + key);
  }
}

/** Newest last. */
export const sent = () => JSON.parse(localStorage.getItem(HISTORY) ?? '[]');

export function keepSent(text) {
  if (text && text.length <= LONGEST) {
    localStorage.setItem(HISTORY, JSON.stringify([...sent().filter((each) => each !== text), text].slice(-MOST)));
  }
}
