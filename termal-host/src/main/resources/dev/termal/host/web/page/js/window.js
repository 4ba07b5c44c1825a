/**
 * Which cards of a long conversation are in the document: a run of them whose weight is bounded. Pure.
 * A card weighs about as many elements as it is drawn with.
 */

const MOST_WEIGHT = 900;
const STEP = 300;

const TEXT_PER_ELEMENT = 60; // characters, in Markdown with much in it

export function weight(card) {
  if (card.type === 'message') {
    return 8 + Math.min(500, card.text.length / TEXT_PER_ELEMENT);
  }
  return { thought: 10, plan: 30, tool: 60, permission: 80, question: 60, end: 25 }[card.type] ?? 10;
}

/** Up to which index the weight of a step goes from one on, in a direction. */
function reach(cards, from, direction, most) {
  let sum = 0;
  let i = from;
  while (i >= 0 && i < cards.length && (sum === 0 || sum + weight(cards[i]) <= most)) {
    sum += weight(cards[i]);
    i += direction;
  }
  return i - direction;
}

/** The cards from one on, as many as there may be. */
export function windowFrom(cards, start) {
  return { start, end: cards.length ? reach(cards, start, 1, MOST_WEIGHT) + 1 : 0 };
}

/** The last cards. */
export function atEnd(cards) {
  return { start: cards.length ? reach(cards, cards.length - 1, -1, MOST_WEIGHT) : 0, end: cards.length };
}

/** The cards around one. */
export function around(cards, index) {
  return windowFrom(cards, reach(cards, index, -1, MOST_WEIGHT / 3));
}

/** Where a window begins that shows some more before. */
export function up(cards, { start }) {
  return start > 0 ? reach(cards, start - 1, -1, STEP) : 0;
}

/** Where a window begins that shows some more behind. */
export function down(cards, { start, end }) {
  if (end >= cards.length) {
    return start;
  }
  return Math.max(start, reach(cards, reach(cards, end, 1, STEP), -1, MOST_WEIGHT));
}
