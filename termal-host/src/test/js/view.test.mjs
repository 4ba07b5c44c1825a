import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './page.mjs';

const { compare, sideBySide } = await load('diff');
const { around, atEnd, down, up, weight, windowFrom } = await load('window');
const { readFragment, tokenIn } = await load('token');
const words = await load('words');
const { inAndOut } = await load('tool-text');
const { changes } = await load('changes');
const { changeable, others, valueOf } = await load('settings');
const { offered } = await load('offered');
const { initial, valuesOf } = await load('answers');

const lines = (from, to) => Array.from({ length: to - from }, (_, i) => 'line ' + (from + i)).join('\n') + '\n';

test('a diff shows what is near a change, with its line numbers', () => {
  const { rows, added, removed } = compare(lines(0, 100), lines(0, 50) + 'new\n' + lines(51, 100));
  assert.deepEqual([added, removed], [1, 1]);
  assert.deepEqual(rows.map((row) => row.kind).join(''), '…   -+   …');
  assert.equal(rows.find((row) => row.kind === '-').old, 51);
  assert.equal(rows.find((row) => row.kind === '+').new, 51);
});

test('a new and a deleted file', () => {
  assert.deepEqual(compare(undefined, 'a\nb\n').added, 2);
  assert.deepEqual(compare('a\nb', undefined).removed, 2);
  assert.deepEqual(compare('', '').rows, []);
});

test('what is too large to compare is shown as replaced, and a long line shortened', () => {
  const large = compare('x'.repeat(600_000), 'y'.repeat(600_000));
  assert.equal(large.tooLarge, true);
  assert.equal(large.rows.length, 2);
  assert.ok(large.rows[0].text.length < 1100);
});

test('side by side, what was removed stands beside what was added', () => {
  const { rows } = compare('a\nb\nc\n', 'a\nB\nC\nD\n');
  assert.deepEqual(sideBySide(rows).map(([left, right]) => [left?.text, right?.text]), [['a', 'a'], ['b', 'B'], ['c', 'C'], [undefined, 'D']]);
});

const cards = Array.from({ length: 1000 }, (_, i) => ({ type: 'tool', seq: i }));
const weigh = ({ start, end }) => cards.slice(start, end).reduce((sum, card) => sum + weight(card), 0);

test('a window of a long conversation is bounded, moves by steps and reaches both ends', () => {
  let window = atEnd(cards);
  assert.equal(window.end, 1000);
  for (let n = 0; window.start > 0; n++) {
    assert.ok(weigh(window) <= 900 && n < 1000);
    const next = windowFrom(cards, up(cards, window));
    assert.ok(next.start < window.start && next.end >= window.start, 'moves, and overlaps');
    window = next;
  }
  for (let n = 0; window.end < 1000; n++) {
    const next = windowFrom(cards, down(cards, window));
    assert.ok(next.end > window.end && next.start <= window.end && n < 1000);
    window = next;
  }
  const { start, end } = around(cards, 500);
  assert.ok(start <= 500 && end > 500);
  assert.deepEqual(atEnd([]), { start: 0, end: 0 });
});

test('the token is taken out of the address', () => {
  assert.deepEqual(readFragment('#token=a-b_c'), { token: 'a-b_c', rest: '' });
  assert.deepEqual(readFragment('#/s/x&token=t'), { token: 't', rest: '#/s/x' });
  assert.deepEqual(readFragment('#/s/x'), { token: null, rest: '#/s/x' });
  assert.equal(tokenIn(' http://127.0.0.1:8376/#token=abc '), 'abc');
  assert.equal(tokenIn(' abc\n'), 'abc');
});

test('times and numbers in words', () => {
  assert.equal(words.ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T02:00:01Z')), '2 h');
  assert.equal(words.duration(2345), '2.3 s');
  assert.equal(words.duration(125_000), '2 min 5 s');
  assert.equal(words.amount(1_234_567), '1.2M');
  assert.equal(words.within('/a/b/c', '/a/b'), 'c');
  assert.equal(words.within('/a/bc', '/a/b'), '/a/bc');
  assert.deepEqual(words.used({ inputTokens: 1200, outputTokens: 3 }), ['1.2k in', '3 out']);
});

test('what went into a tool and what came out', () => {
  assert.deepEqual(inAndOut({ command: 'ls', content: [{ type: 'text', text: 'a' }], output: { raw: 1 } }), { given: 'ls', got: 'a' });
  assert.deepEqual(inAndOut({ input: { a: 1 }, content: [], output: null }), { given: '{\n  "a": 1\n}', got: '' });
});

test('what can be chosen: what the session tells, else what the profile knows', () => {
  const profile = { settings: [{ key: 'model', choices: ['m1', 'm2'], text: '' }, { key: 'mode', choices: ['plan'], text: '' }] };
  assert.deepEqual(offered({}, { model: 'm1' }, profile).map(({ id, value }) => [id, value]), [['model', 'm1'], ['mode', undefined]]);
  const options = [{ id: 'x', category: 'model', kind: 'select', name: 'Model', value: 'a', choices: [{ value: 'a', name: 'A' }] }];
  const live = offered({ options, mode: 'c', modes: [{ id: 'c', name: 'Chat' }] }, {}, profile);
  assert.deepEqual(live.map(({ id, value }) => [id, value]), [['mode', 'c'], ['model', 'a']]);
  assert.deepEqual(live[1].change('b'), { options: { x: 'b' } });
});

test('answers of all kinds of fields', () => {
  const fields = [
    { id: 'name', kind: 'text', defaults: [] },
    { id: 'copies', kind: 'number', defaults: ['1'] },
    { id: 'sure', kind: 'boolean', defaults: [] },
    { id: 'colours', kind: 'choice', multiple: true, defaults: ['red'] },
  ];
  const draft = initial(fields);
  assert.deepEqual(valuesOf(fields, draft), { copies: ['1'], sure: ['false'], colours: ['red'] });
  assert.deepEqual(valuesOf(fields, { ...draft, name: ['x'], sure: ['true'], colours: [] }), { name: ['x'], copies: ['1'], sure: ['true'] });
});

test('what is deleted here and new there was renamed; binary, untold and large files have no lines at first', () => {
  const text = 'a\nb\nc\nd\n';
  assert.deepEqual(changes([{ path: 'old', oldText: text }, { path: 'new', newText: text + 'e\n' }]).map(({ change, from, path }) => [change, from, path]), [['R', 'old', 'new']]);
  assert.deepEqual(changes([{ path: 'old', oldText: text }, { path: 'new', newText: 'x\ny\n' }]).map(({ change }) => change), ['D', 'A']);
  assert.ok(changes([{ path: 'p', oldText: 'a\0', newText: 'b' }])[0].binary);
  assert.ok(changes([{ path: 'p' }])[0].untold);
  assert.ok(changes([{ path: 'p', oldText: '', newText: 'x'.repeat(300_000) }])[0].large);
});

test('settings are those of the schema, as they stand', () => {
  const schema = {
    properties: {
      $schema: { type: 'string', description: 'no setting' },
      mode: { enum: ['a', 'b'], description: 'M.', default: 'a' },
      flag: { enum: [true, false, 'true', 'false'], description: 'F.' },
      tools: { type: ['string', 'array'], items: { type: 'string' }, pattern: '^(none|all)$', description: 'T.' },
      servers: { type: 'object', description: 'no field for it' },
    },
  };
  const lines = [{ path: 'mode', value: 'b', source: 'environment variable X' }, { path: 'servers.s', value: 'run', source: 'file' }];
  const [mode, flag, tools] = changeable(schema, '', lines);
  assert.deepEqual([mode.value, mode.fixed, flag.choices, flag.value], ['b', true, ['true', 'false'], '']);
  assert.deepEqual([valueOf(tools, 'x, y'), valueOf(tools, 'all')], [['x', 'y'], 'all']);
  assert.deepEqual(changeable({ properties: { mode: schema.properties.mode } }, 'agents.a.', lines)[0].inherits, 'b (as for all agents)');
  assert.deepEqual(others(lines, [mode]).map((line) => line.path), ['servers.s']);
});
