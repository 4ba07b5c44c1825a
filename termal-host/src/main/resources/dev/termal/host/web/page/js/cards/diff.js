/** What an edit changes. */
import { html, useMemo, useState } from '../../lib/preact/standalone.mjs';
import { WORDS } from '../changes.js';
import { compare, sideBySide } from '../diff.js';
import { amount, within } from '../words.js';
import { CopyButton } from './copy.js';

const FEW = 14; // rows that are shown at once
const MORE = 150;
const SIDES = 'termal.sides';

export function DiffCard({ diff, cwd }) {
  const [wanted, setWanted] = useState(!diff.large);
  const { oldText, newText, change, binary, untold } = diff;
  if (binary || untold || !wanted) {
    return html`
      <div class="diff">
        <header><${Named} diff=${diff} cwd=${cwd} /></header>
        <p class="hint">${sizes(diff)}
          ${!binary && !untold && html` <button type="button" class="quiet more-lines" onClick=${() => setWanted(true)}>Show the changes</button>`}</p>
      </div>
    `;
  }
  if (change === 'R' && oldText === newText) {
    return html`<div class="diff"><header><${Named} diff=${diff} cwd=${cwd} /></header><p class="hint">Its content is the same.</p></div>`;
  }
  return html`<${Lines} diff=${diff} cwd=${cwd} />`;
}

/** What is said instead of lines. */
function sizes({ oldText, newText, binary, untold }) {
  if (untold) {
    return 'The agent does not tell what has changed.';
  }
  const told = [oldText, newText].filter((text) => text !== undefined).map((text) => amount(text.length) + (binary ? ' bytes' : ' characters'));
  return (binary ? 'Binary, ' : 'Large, ') + told.join(' → ') + '.';
}

function Named({ diff: { path, from, change }, cwd }) {
  return html`<span class="what">${WORDS[change]}</span> <code title=${from ? from + ' → ' + path : path}>${from && within(from, cwd) + ' → '}${within(path, cwd)}</code>`;
}

function Lines({ diff, cwd }) {
  const { path, oldText, newText } = diff;
  const { rows, added, removed, tooLarge } = useMemo(() => compare(oldText, newText), [oldText, newText]);
  const [sides, setSides] = useState(localStorage.getItem(SIDES) === 'yes');
  const [most, setMost] = useState(FEW);
  const all = sides ? sideBySide(rows) : rows;
  const turn = () => {
    localStorage.setItem(SIDES, sides ? 'no' : 'yes');
    setSides(!sides);
  };
  return html`
    <div class="diff">
      <header>
        <${Named} diff=${diff} cwd=${cwd} />
        <span class="counts"><ins>+${added}</ins> <del>−${removed}</del></span>
        <button type="button" class="quiet" aria-pressed=${sides} onClick=${turn}>Side by side</button>
        <${CopyButton} text=${newText ?? oldText} />
      </header>
      ${tooLarge && html`<p class="hint">Too large to compare: all of it is shown as replaced.</p>`}
      ${rows.length === 0 && html`<p class="hint">An empty file.</p>`}
      <div class=${'diff-rows' + (sides ? ' sides' : '')} tabindex="0" role="region" aria-label=${'Changes of ' + path}>
        <div>${all.slice(0, most).map(sides ? pair : row)}</div>
      </div>
      ${all.length > most && html`<button type="button" class="quiet more-lines" onClick=${() => setMost(most + MORE)}>${Math.min(MORE, all.length - most)} more of ${all.length} lines</button>`}
      ${most > FEW && html`<button type="button" class="quiet" onClick=${() => setMost(FEW)}>Less</button>`}
    </div>
  `;
}

const KINDS = { '+': 'added', '-': 'removed', '…': 'gap' };

const row = ({ kind, old, new: now, text }) => html`
  <div class=${'row ' + (KINDS[kind] ?? '')}><span class="no">${now ?? old ?? ''}</span><span>${kind === '…' ? '⋯' : kind + ' ' + text}</span></div>
`;

const side = (half, number) =>
  half ? html`<span class="no">${half.kind === '…' ? '' : number}</span><span class=${KINDS[half.kind] ?? ''}>${half.kind === '…' ? '⋯' : half.text}</span>` : html`<span class="no"></span><span class="none"></span>`;

const pair = ([left, right]) => html`<div class="row">${side(left, left?.old)}${side(right, right?.new)}</div>`;
