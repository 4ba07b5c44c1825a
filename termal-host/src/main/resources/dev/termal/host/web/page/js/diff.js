/** What an edit changes, as rows to show. Pure. */
import { diffLines } from '../lib/diff/index.mjs';

const MOST_CHARACTERS = 1_000_000;
const MOST_EDITS = 3000;
const CONTEXT = 3;
const LONGEST_LINE = 1000;

const lines = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

const shortened = (line) =>
  line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) + ' … ' + (line.length - LONGEST_LINE) + ' more characters' : line;

/**
 * A diff: rows with their line numbers, hunks apart by rows of kind '…', how many lines were added and removed, and whether it
 * was too large to compare, which shows all as removed and added.
 *
 * @param oldText undefined for a new file
 * @param newText undefined for a deleted one
 */
export function compare(oldText, newText) {
  const before = oldText ?? '';
  const after = newText ?? '';
  const tooLarge = before.length + after.length > MOST_CHARACTERS;
  const changes = (!tooLarge && diffLines(before, after, { maxEditLength: MOST_EDITS })) || [
    { removed: true, value: before },
    { added: true, value: after },
  ];
  const rows = numbered(changes);
  return {
    rows: withoutTheSame(rows),
    added: rows.filter((row) => row.kind === '+').length,
    removed: rows.filter((row) => row.kind === '-').length,
    tooLarge,
  };
}

function numbered(changes) {
  const rows = [];
  let old = 0;
  let now = 0;
  for (const change of changes) {
    for (const line of lines(change.value)) {
      const text = shortened(line);
      if (change.added) {
        rows.push({ kind: '+', new: ++now, text });
      } else if (change.removed) {
        rows.push({ kind: '-', old: ++old, text });
      } else {
        rows.push({ kind: ' ', old: ++old, new: ++now, text });
      }
    }
  }
  return rows;
}

/** Only what is near a change. */
function withoutTheSame(rows) {
  const near = new Uint8Array(rows.length);
  rows.forEach((row, i) => {
    if (row.kind !== ' ') {
      near.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
    }
  });
  const shown = [];
  rows.forEach((row, i) => {
    if (near[i]) {
      shown.push(row);
    } else if (i === 0 || near[i - 1]) {
      shown.push({ kind: '…', text: '' });
    }
  });
  return shown;
}

/** Rows in two columns: what was beside what has come in its place. */
export function sideBySide(rows) {
  const pairs = [];
  for (let i = 0; i < rows.length; ) {
    if (rows[i].kind !== '-' && rows[i].kind !== '+') {
      pairs.push([rows[i], rows[i]]);
      i++;
      continue;
    }
    const removed = [];
    const added = [];
    for (; i < rows.length && (rows[i].kind === '-' || rows[i].kind === '+'); i++) {
      (rows[i].kind === '-' ? removed : added).push(rows[i]);
    }
    for (let n = 0; n < Math.max(removed.length, added.length); n++) {
      pairs.push([removed[n] ?? null, added[n] ?? null]);
    }
  }
  return pairs;
}
