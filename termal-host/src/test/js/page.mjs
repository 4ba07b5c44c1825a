/** Where the modules under test are, with the libraries that they need: in what the build has made. */
import { pathToFileURL } from 'node:url';

const built = pathToFileURL(process.env.TERMAL_PAGE + '/');

export const load = (name) => import(new URL('js/' + name + '.js', built));

export const library = (file) => import(new URL('lib/' + file, built));

/** The same numbers for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
