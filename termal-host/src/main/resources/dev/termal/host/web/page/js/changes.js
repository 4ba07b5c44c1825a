/** What an agent has told of files, as changes to show: what was deleted in one place and is new in another was renamed. Pure. */

const LARGE = 200_000; // characters that are compared only when somebody wants to see them
const ALIKE = 0.5;

export const WORDS = { A: 'New file', D: 'Deleted', M: 'Edit', R: 'Renamed' };

function kindOf({ oldText, newText }) {
  if (oldText === undefined && newText !== undefined) return 'A';
  return newText === undefined && oldText !== undefined ? 'D' : 'M';
}

/** Whether two texts have at least half of their lines in common. */
function alike(one, other) {
  if (one === other) {
    return true;
  }
  if (one.length + other.length > LARGE) {
    return false;
  }
  const [a, b] = [new Set(one.split('\n')), new Set(other.split('\n'))];
  const same = [...a].filter((line) => b.has(line)).length;
  return same / Math.max(a.size, b.size) >= ALIKE;
}

/**
 * The changes of some diffs: `change` is A, D, M or R, which has a `from`; `binary` has no lines to show, nor has what tells of no
 * text; what is `large` is better compared only when wanted.
 */
export function changes(diffs) {
  const all = diffs.map((diff) => ({ ...diff, change: kindOf(diff) }));
  for (const now of all.filter((each) => each.change === 'A')) {
    const old = all.find((each) => each.change === 'D' && alike(each.oldText, now.newText));
    if (old) {
      Object.assign(now, { change: 'R', from: old.path, oldText: old.oldText });
      all.splice(all.indexOf(old), 1);
    }
  }
  return all.map((each) => {
    const texts = [each.oldText, each.newText].filter((text) => text !== undefined);
    return {
      ...each,
      binary: texts.some((text) => text.includes('\0')),
      untold: !texts.length,
      large: texts.reduce((sum, text) => sum + text.length, 0) > LARGE,
    };
  });
}
