/** The server's API: JSON in and out, problems as errors that say what to do. */

const BASE = '/api/v1';

let token = null;
let onRefused = () => {};

/** Whose requests these are, and who is told when the server does not know the token. */
export function connect(newToken, refused) {
  token = newToken;
  onRefused = refused;
}

/** Why a request was not answered as wished. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || 'the server answered ' + status);
    this.status = status;
    this.field = body.field;
    this.choices = body.choices;
  }
}

/** A response whose body is yet to be read; fails with a {@link Problem}, or a TypeError where there is no server. */
export async function request(method, path, { body, headers, signal } = {}) {
  const used = token;
  const response = await fetch(BASE + path, {
    method,
    signal,
    cache: 'no-store',
    headers: {
      Authorization: 'Bearer ' + used,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.ok) {
    return response;
  }
  if (response.status === 401 && used === token) {
    onRefused();
  }
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

async function json(method, path, body) {
  const response = await request(method, path, { body });
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/** A path of words that may hold anything, such as `path('sessions', key)`. */
export function path(...words) {
  return words.map((word) => '/' + encodeURIComponent(word)).join('');
}

/** A query of what is given; what is null or empty is left out. */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length ? '?' + new URLSearchParams(given) : '';
}

export const get = (at) => json('GET', at);
export const post = (at, body) => json('POST', at, body);
export const patch = (at, body) => json('PATCH', at, body);
export const put = (at, body) => json('PUT', at, body);
export const remove = (at) => json('DELETE', at);

/** What went wrong, for a person. */
export function reason(failure) {
  if (failure instanceof Problem) {
    const choices = failure.choices?.length ? ' (possible: ' + failure.choices.join(', ') + ')' : '';
    return failure.message + (failure.message.includes(failure.choices?.[0]) ? '' : choices);
  }
  return failure instanceof TypeError ? 'The server cannot be reached. Is termal serve still running?' : String(failure.message || failure);
}
