/** What an edit changes. */
import { html, useMemo, useState } from '../../lib/preact/standalone.mjs';
import { compare, sideBySide } from '../diff.js';
import { within } from '../words.js';
import { CopyButton } from './copy.js';

const FEW = 14; // rows that are shown at once
const MORE = 150;
const SIDES = 'termal.sides';

export function DiffCard({ diff, cwd }) {
  const { path, oldText, newText } = diff;
  const { rows, added, removed, tooLarge } = useMemo(() => compare(oldText, newText), [oldText, newText]);
  const [sides, setSides] = useState(localStorage.getItem(SIDES) === 'yes');
  const [most, setMost] = useState(FEW);
  const what = oldText === undefined ? 'New file' : newText === undefined ? 'Deleted' : 'Edit';
  const all = sides ? sideBySide(rows) : rows;
  const turn = () => {
    localStorage.setItem(SIDES, sides ? 'no' : 'yes');
    setSides(!sides);
  };
  return html`
    <div class="diff">
      <header>
        <span class="what">${what}</span> <code title=${path}>${within(path, cwd)}</code>
        <span class="counts"><ins>+${added}</ins> <del>−${removed}</del></span>
        <button type="button" class="quiet" aria-pressed=${sides} onClick=${turn}>Side by side</button>
        <${CopyButton} text=${newText ?? oldText ?? ''} />
      </header>
      ${tooLarge && html`<p class="hint">Too large to compare: all of it is shown as replaced.</p>`}
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
