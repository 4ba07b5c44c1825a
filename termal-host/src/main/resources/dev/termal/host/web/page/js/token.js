/** The token: it comes in the address once, and is kept for this tab alone. */

const KEY = 'termal.token';

/** What an address's fragment says: the token if it has one, and the fragment without it. */
export function readFragment(fragment) {
  const rest = [];
  let token = null;
  for (const part of fragment.replace(/^#/, '').split('&')) {
    if (part.startsWith('token=')) {
      token = decodeURIComponent(part.slice('token='.length)).trim() || null;
    } else if (part) {
      rest.push(part);
    }
  }
  return { token, rest: rest.length ? '#' + rest.join('&') : '' };
}

/** Takes the token out of the address bar, so that it is in no history, bookmark or screenshot. */
export function takeToken() {
  const { token, rest } = readFragment(location.hash);
  if (token) {
    keepToken(token);
    history.replaceState(null, '', location.pathname + location.search + (rest || '#/'));
  }
  return sessionStorage.getItem(KEY);
}

export function keepToken(token) {
  sessionStorage.setItem(KEY, token);
}

export function forgetToken() {
  sessionStorage.removeItem(KEY);
}

/** The token in what a person has pasted: the token itself, or the whole address. */
export function tokenIn(text) {
  const at = text.indexOf('#');
  return (at >= 0 && readFragment(text.slice(at)).token) || text.trim();
}
