import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, random } from './page.mjs';

const { Conversation } = await load('fold');

const entries = (...bodies) => bodies.map((body, i) => ({ seq: i + 1, turn: 1, time: '2026-01-01T00:00:00Z', ...body }));
const shown = (conversation) => conversation.cards.map(({ version, ...card }) => card);
const fold = (all) => new Conversation().addAll(all);

const PROMPT = { type: 'turn_started', prompt: [{ type: 'text', text: 'go' }] };
const END = { type: 'turn_ended', outcome: 'done', durationMs: 5 };
const tool = (id, status, more) => ({ type: 'tool_call', id, title: 'T', kind: 'edit', status, ...more });
const ASKS = { type: 'permission_requested', id: 'p', toolCall: {}, options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }] };

test('pieces of one message are one card, also around what shows nothing', () => {
  const { cards } = fold(entries({ type: 'message', role: 'agent', text: 'a' }, { type: 'usage', inputTokens: 1 }, { type: 'message', role: 'agent', text: 'b' }));
  assert.deepEqual(cards.map((card) => card.text), ['ab']);
});

test('messages with different ids are two cards', () => {
  const { cards } = fold(entries({ type: 'message', role: 'agent', messageId: '1', text: 'a' }, { type: 'message', role: 'agent', messageId: '2', text: 'b' }));
  assert.equal(cards.length, 2);
});

test('a tool call stays where it began and is as it was told last', () => {
  const { cards } = fold(entries(tool('t', 'pending'), { type: 'message', role: 'agent', text: 'x' }, tool('t', 'completed')));
  assert.deepEqual(cards.map((card) => [card.type, card.status]), [['tool', 'completed'], ['message', undefined]]);
});

test('a call that is told of once more is one card', () => {
  const { cards } = fold(entries(tool('t', 'pending'), tool('h', 'completed', { sameAs: 't' }), tool('t', 'completed')));
  assert.deepEqual(cards.map((card) => [card.type, card.status]), [['tool', 'completed']]);
});

test('what is unfinished at the end of its turn is no longer shown as running', () => {
  const { cards } = fold(entries(PROMPT, tool('t', 'in_progress'), ASKS, END));
  assert.equal(cards[1].status, 'ended');
  assert.equal(cards[2].expired, true);
  assert.equal(fold(entries(PROMPT, END, tool('late', 'in_progress'))).cards.at(-1).status, 'ended');
});

test('a request keeps its answer', () => {
  const { cards } = fold(entries(PROMPT, ASKS, { type: 'permission_answered', id: 'p', option: { id: 'yes' }, by: 'person' }, END));
  assert.deepEqual(cards[1].answer, { option: { id: 'yes' }, by: 'person' });
  assert.equal(cards[1].expired, undefined);
});

test('the files of a turn: new, changed and deleted', () => {
  const diff = (path, oldText, newText) => ({ type: 'diff', path, ...(oldText === null ? {} : { oldText }), ...(newText === null ? {} : { newText }) });
  const content = [diff('/a', null, 'x'), diff('/b', 'x', 'y'), diff('/c', 'z', null)];
  assert.deepEqual(fold(entries(tool('t', 'completed', { content }))).filesOf(1).map((file) => file.change + file.path), ['A/a', 'M/b', 'D/c']);
});

test('what is not known is left out, and facts are kept as told last', () => {
  const conversation = fold(entries({ type: 'from_the_future' }, { type: 'state', mode: 'a', title: 'x' }, { type: 'state', mode: 'b' }));
  assert.equal(conversation.cards.length, 0);
  assert.deepEqual([conversation.facts.mode, conversation.facts.title], ['b', 'x']);
});

test('two halves put together are as the whole, wherever it is cut', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const all = conversationOf(random(seed));
    const whole = shown(fold(all));
    for (let cut = 0; cut <= all.length; cut++) {
      const halves = fold(all.slice(cut)).prepend(fold(all.slice(0, cut)));
      assert.deepEqual(shown(halves), whole, 'seed ' + seed + ', cut ' + cut);
    }
  }
});

/** Any entries, in an order that can happen. */
function conversationOf(pick) {
  const bodies = [];
  for (let turn = 1; turn <= 2; turn++) {
    const add = (body) => bodies.push({ ...body, turn });
    add(PROMPT);
    for (let n = pick(12); n > 0; n--) {
      const id = String(pick(2));
      [
        () => add({ type: 'message', role: 'agent', text: 'm' + n }),
        () => add({ type: 'message', role: 'agent', messageId: id, text: 'n' + n }),
        () => add({ type: 'thought', text: 't' + n }),
        () => add(tool(id, ['pending', 'in_progress', 'completed'][pick(3)])),
        () => add({ type: 'plan', entries: [{ text: String(n), status: 'pending' }] }),
        () => add({ ...ASKS, id: 'p' + n }),
        () => bodies.at(-1).type === 'permission_requested' && add({ type: 'permission_answered', id: bodies.at(-1).id, option: null, by: 'rule' }),
        () => add({ type: 'notice', level: 'info', text: 'x' }),
      ][pick(8)]();
    }
    if (pick(4)) {
      add(END);
    }
  }
  return entries(...bodies);
}
