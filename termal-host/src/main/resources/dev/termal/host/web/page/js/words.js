/** Numbers, times and states in words. Pure. */

export const STATES = { idle: 'idle', working: 'working', asking: 'asks', error: 'failed', done: 'done' };

const units = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
  [365, 'd'],
];

/** How long ago, in one number. */
export function ago(time, now = Date.now()) {
  let amount = Math.max(0, (now - Date.parse(time)) / 1000);
  if (amount < 5) {
    return 'now';
  }
  for (const [size, unit] of units) {
    if (amount < size) {
      return Math.floor(amount) + ' ' + unit;
    }
    amount /= size;
  }
  return Math.floor(amount) + ' y';
}

export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) {
    return seconds.toFixed(1) + ' s';
  }
  const whole = Math.round(seconds);
  return whole < 60 ? whole + ' s' : Math.floor(whole / 60) + ' min ' + (whole % 60) + ' s';
}

/** A number of tokens or bytes, short. */
export function amount(number) {
  if (number < 1000) {
    return String(number);
  }
  return number < 1_000_000 ? (number / 1000).toFixed(number < 10_000 ? 1 : 0) + 'k' : (number / 1_000_000).toFixed(1) + 'M';
}

export const count = (number, one, many = one + 's') => number + ' ' + (number === 1 ? one : many);

/** What was used, as short texts. */
export function used(usage) {
  const said = [];
  if (usage?.inputTokens !== undefined) said.push(amount(usage.inputTokens) + ' in');
  if (usage?.outputTokens !== undefined) said.push(amount(usage.outputTokens) + ' out');
  if (usage?.thoughtTokens) said.push(amount(usage.thoughtTokens) + ' thought');
  if (!said.length && usage?.totalTokens !== undefined) said.push(amount(usage.totalTokens) + ' tokens');
  if (usage?.cost) said.push(usage.cost.amount + ' ' + usage.cost.currency);
  return said;
}

/** A path as seen from a folder. */
export function within(path, folder) {
  return folder && path.startsWith(folder.replace(/\/$/, '') + '/') ? path.slice(folder.replace(/\/$/, '').length + 1) : path;
}

export const folderName = (path) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

export const lineCount = (text) => (text ? text.replace(/\n$/, '').split('\n').length : 0);
