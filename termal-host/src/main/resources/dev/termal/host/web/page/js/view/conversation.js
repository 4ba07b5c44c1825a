/** A session on the screen: its head, its cards, what waits, the line to write in. */
import { html } from '../../lib/preact/standalone.mjs';
import { Composer } from './composer.js';
import { Head } from './head.js';
import { LiveTurn } from './live-turn.js';
import { Queue } from './queue.js';
import { Timeline } from './timeline.js';

export function Conversation({ app, open }) {
  const session = app.summary(open.key);
  if (open.problem) {
    return html`<div class="nothing" role="alert"><h2>${open.problem}</h2><p><a href="#/">Back to the list</a></p></div>`;
  }
  if (open.loading || !session) {
    return html`<div class="nothing" role="status"><p>Loading …</p></div>`;
  }
  const live = session.owner?.here === true;
  return html`
    <${Head} app=${app} open=${open} session=${session} />
    <${Timeline} app=${app} open=${open} session=${session} live=${live} />
    <div class="below">
      <${LiveTurn} open=${open} session=${session} />
      <${Queue} app=${app} open=${open} />
      <${Composer} key=${open.key} app=${app} open=${open} session=${session} />
    </div>
  `;
}
