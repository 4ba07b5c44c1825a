import assert from 'node:assert/strict';
import { test } from 'node:test';
import { library, load, random } from './page.mjs';

const { EventParser } = await load('sse');
const { backoff } = await load('feed');
const { definesLinks, finished } = await load('blocks');
const { Marked } = await library('marked/marked.esm.js');

const STREAM = 'id: 1\nevent: entry\ndata: {"a":1}\n\n:\n\nid: 2\r\nevent: entry\r\ndata: x\r\ndata: y\r\n\r\nevent: gone\ndata: {}\n\n';
const EVENTS = [
  { id: '1', name: 'entry', data: '{"a":1}' },
  { id: '2', name: 'entry', data: 'x\ny' },
  { id: null, name: 'gone', data: '{}' },
];

test('events are the same however their text is cut', () => {
  for (let size = 1; size <= STREAM.length; size++) {
    const parser = new EventParser();
    const events = [];
    for (let i = 0; i < STREAM.length; i += size) {
      events.push(...parser.feed(STREAM.slice(i, i + size)));
    }
    assert.deepEqual(events, EVENTS, 'pieces of ' + size);
  }
});

test('an event that is not finished is not told', () => {
  assert.deepEqual(new EventParser().feed('data: x\n'), []);
});

test('waits grow, are never the same for all and never too long', () => {
  assert.equal(backoff(0, () => 0), 250);
  assert.equal(backoff(1, () => 1), 1000);
  assert.equal(backoff(99, () => 1), 10_000);
});

const TEXT = [
  '# Title\n\nA *paragraph*\nof two lines.\n\n',
  '- one\n\n- two\n  - inner\n\n```js\nlet a = 1;\n\nlet b;\n```\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n> more\n\nSetext\n===\n\n1. x\n2. y\n\n---\nend',
].join('');

test('Markdown that grows is as the whole at its end, however it is cut', () => {
  const marked = new Marked();
  const white = (html) => html.replace(/\s+/g, ' ').replace(/> </g, '><').trim();
  const whole = white(marked.parse(TEXT));
  for (let seed = 1; seed <= 100; seed++) {
    const pick = random(seed);
    let source = '';
    let done = 0;
    let html = '';
    let rest = '';
    while (source.length < TEXT.length) {
      source = TEXT.slice(0, source.length + 1 + pick(40));
      const tokens = marked.lexer(source.slice(done));
      const { blocks, length } = finished(tokens);
      html += marked.parser(blocks);
      rest = marked.parser(tokens.slice(blocks.length));
      done += length;
    }
    assert.equal(white(html + rest), whole, 'seed ' + seed);
  }
});

test('links that are defined at the end are noticed', () => {
  assert.equal(definesLinks('see [a]\n\n[a]: https://example.org'), true);
  assert.equal(definesLinks('see [a]: no'), false);
});
