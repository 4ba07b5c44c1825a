/**
 * A session's entries as the cards that a person sees. Pure: knows neither server nor document.
 *
 * A card is an object that changes in place and counts its changes in `version`; `key` is its name on the screen.
 * Entries may come from any place on: what lies before is folded by itself and put in front.
 */
import { changes } from './changes.js';

const OVER = new Set(['completed', 'failed', 'rejected', 'cancelled', 'ended']);

export class Conversation {
  /** In the order in which they are seen. */
  cards = [];
  /** What is known of the session itself: title, mode, modes, options, commands, usage. */
  facts = {};
  /** By number: the prompt, the entry that ended it. */
  turns = new Map();

  #keyed = new Map(); // cards that further entries change, and answers whose question is not here
  #unfinished = new Set();

  add(entry) {
    FOLDS[entry.type]?.(this, entry);
  }

  addAll(entries) {
    entries.forEach((entry) => this.add(entry));
    return this;
  }

  /** The last turn: its number and what is known of it; null before the first. */
  get lastTurn() {
    const number = Math.max(0, ...this.turns.keys());
    return number ? { number, ...this.turns.get(number) } : null;
  }

  keyed(key) {
    return this.#keyed.get(key);
  }

  turn(number) {
    if (!this.turns.has(number)) {
      this.turns.set(number, {});
    }
    return this.turns.get(number);
  }

  show(card) {
    card.version = 0;
    this.cards.push(card);
    return card;
  }

  /** Shows a card that a later entry may change; or changes it. */
  put(key, card) {
    const there = this.#keyed.get(key);
    if (there && !there.stub) {
      const { seq } = there;
      Object.assign(there, card, { seq, key });
      there.version++;
      return there;
    }
    const shown = this.show({ ...card, ...(there ? { answer: there.answer } : {}), key });
    this.#keyed.set(key, shown);
    return shown;
  }

  answer(key, answer) {
    const there = this.#keyed.get(key);
    if (there) {
      there.answer = answer;
      there.version = (there.version ?? 0) + 1;
    } else {
      this.#keyed.set(key, { stub: true, answer });
    }
  }

  /** A tool or a question, open until it is over or its turn is. */
  settle(card) {
    const over = card.type === 'tool' ? OVER.has(card.status) : Boolean(card.answer);
    if (over) {
      this.#unfinished.delete(card);
    } else if (this.turns.get(card.turn)?.ended) {
      end(card);
      this.#unfinished.delete(card);
    } else {
      this.#unfinished.add(card);
    }
  }

  endTurn(number) {
    for (const card of [...this.#unfinished]) {
      if (card.turn === number) {
        this.settle(card);
      }
    }
  }

  /** What a turn has done to files: the last of each. */
  filesOf(turn) {
    const files = new Map();
    for (const card of this.#keyed.values()) {
      if (card.type === 'tool' && card.turn === turn && card.status === 'completed') {
        for (const { path, change, from } of changes(card.content.filter((part) => part.type === 'diff'))) {
          files.set(path, { path, change, ...(from ? { from } : {}) });
        }
      }
    }
    return [...files.values()];
  }

  /** Puts what came right before in front. */
  prepend(older) {
    const moved = new Set();
    const front = older.cards.map((card) => {
      const mine = this.#keyed.get(card.key);
      if (!mine) {
        return card;
      }
      if (mine.stub) {
        card.answer = mine.answer;
        card.version++;
        return card;
      }
      moved.add(mine);
      mine.seq = card.seq;
      mine.version++;
      return mine;
    });
    this.cards = joined([...front, ...this.cards.filter((card) => !moved.has(card))]);
    for (const [key, card] of older.#keyed) {
      const mine = this.#keyed.get(key);
      if (!mine || mine.stub) {
        this.#keyed.set(key, card);
      }
    }
    for (const [number, turn] of older.turns) {
      this.turns.set(number, { ...turn, ...this.turns.get(number) });
    }
    this.facts = { ...older.facts, ...this.facts };
    older.#unfinished.forEach((card) => this.settle(this.#keyed.get(card.key)));
    return this;
  }
}

function end(card) {
  if (card.type === 'tool') {
    card.status = 'ended';
  } else {
    card.expired = true;
  }
  card.version++;
}

/** Whether a text goes on in the next card. */
function goesOn(card, next) {
  return (
    card !== undefined &&
    (card.type === 'message' || card.type === 'thought') &&
    card.type === next.type &&
    card.turn === next.turn &&
    card.role === next.role &&
    card.messageId === next.messageId
  );
}

/** Texts that have become neighbours are one. */
function joined(cards) {
  const all = [];
  for (const card of cards) {
    const last = all.at(-1);
    if (goesOn(last, card)) {
      last.text += card.text;
      last.tokens = card.tokens ?? last.tokens;
      last.version++;
    } else {
      all.push(card);
    }
  }
  return all;
}

function text(conversation, entry, card) {
  if (entry.content) {
    conversation.show({ ...card, key: 'content-' + entry.seq, type: 'content', content: entry.content });
    return;
  }
  const last = conversation.cards.at(-1);
  if (goesOn(last, card)) {
    last.text += card.text;
    last.tokens = card.tokens ?? last.tokens;
    last.version++;
  } else {
    conversation.show({ ...card, key: card.type + '-' + entry.seq });
  }
}

const at = ({ seq, turn, time }) => ({ seq, turn, time });

const FOLDS = {
  turn_started(conversation, entry) {
    conversation.turn(entry.turn).prompt = entry.prompt;
    conversation.turn(entry.turn).since = entry.time;
    conversation.show({ ...at(entry), key: 'prompt-' + entry.seq, type: 'prompt', content: entry.prompt });
  },
  message(conversation, entry) {
    const { role, messageId } = entry;
    text(conversation, entry, { ...at(entry), type: 'message', role, messageId, text: entry.text ?? '' });
  },
  thought(conversation, entry) {
    text(conversation, entry, { ...at(entry), type: 'thought', text: entry.text ?? '', tokens: entry.tokens });
  },
  tool_call(conversation, entry) {
    if (entry.sameAs) {
      return; // told once more: its first card shows it
    }
    const { id, title, kind, status, tool, command, mcpServer, input, output } = entry;
    const content = entry.content ?? [];
    const locations = entry.locations ?? [];
    const told = { id, title, kind, status, tool, command, mcpServer, input, output, content, locations };
    conversation.settle(conversation.put('tool-' + entry.turn + '-' + id, { ...at(entry), type: 'tool', ...told }));
  },
  plan(conversation, entry) {
    conversation.put('plan-' + entry.turn, { ...at(entry), type: 'plan', entries: entry.entries ?? [] });
  },
  permission_requested(conversation, entry) {
    const { id, toolCall, options } = entry;
    conversation.settle(
      conversation.put('permission-' + entry.turn + '-' + id, { ...at(entry), type: 'permission', id, toolCall, options }),
    );
  },
  permission_answered(conversation, entry) {
    const key = 'permission-' + entry.turn + '-' + entry.id;
    answered(conversation, key, { option: entry.option, by: entry.by });
    const tool = conversation.keyed('tool-' + entry.turn + '-' + conversation.keyed(key).toolCall?.id);
    if (tool && entry.option?.kind?.startsWith('allow')) {
      tool.allowed = true; // some agents do not say when it begins to run
      tool.version++;
    }
  },
  question_asked(conversation, entry) {
    const { id, title, fields, url, declinable } = entry;
    const asked = { type: 'question', id, title, body: entry.text, fields: fields ?? [], url, declinable };
    conversation.settle(conversation.put('question-' + entry.turn + '-' + id, { ...at(entry), ...asked }));
  },
  question_answered(conversation, entry) {
    const { answer, values, reason, by } = entry;
    answered(conversation, 'question-' + entry.turn + '-' + entry.id, { answer, values, reason, by });
  },
  notice(conversation, entry) {
    const { level, source } = entry;
    conversation.show({ ...at(entry), key: 'notice-' + entry.seq, type: 'notice', level, source, text: entry.text });
  },
  usage(conversation, entry) {
    const { seq, type, session, turn, time, late, ...usage } = entry;
    conversation.facts = { ...conversation.facts, usage: { ...conversation.facts.usage, ...usage } };
  },
  state(conversation, entry) {
    const { seq, type, session, turn, time, late, ...news } = entry;
    conversation.facts = { ...conversation.facts, ...news };
  },
  turn_ended(conversation, entry) {
    conversation.turn(entry.turn).ended = entry;
    conversation.endTurn(entry.turn);
    const { outcome, stopReason, usage, durationMs, error, denied } = entry;
    const report = { outcome, stopReason, usage, durationMs, error, denied };
    conversation.show({ ...at(entry), key: 'end-' + entry.seq, type: 'end', ...report });
  },
};

function answered(conversation, key, answer) {
  conversation.answer(key, answer);
  const card = conversation.keyed(key);
  if (!card.stub) {
    conversation.settle(card);
  }
}
