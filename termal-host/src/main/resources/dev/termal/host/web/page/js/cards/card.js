/** Any card; drawn again only when it has changed. */
import { Component, html } from '../../lib/preact/standalone.mjs';
import { ContentCard } from './content.js';
import { EndCard } from './end.js';
import { MessageCard } from './message.js';
import { NoticeCard } from './notice.js';
import { PermissionCard } from './permission.js';
import { PlanCard } from './plan.js';
import { PromptCard } from './prompt.js';
import { QuestionCard } from './question.js';
import { ThoughtCard } from './thought.js';
import { ToolCard } from './tool.js';

const CARDS = {
  prompt: PromptCard,
  message: MessageCard,
  thought: ThoughtCard,
  content: ContentCard,
  tool: ToolCard,
  plan: PlanCard,
  permission: PermissionCard,
  question: QuestionCard,
  notice: NoticeCard,
  end: EndCard,
};
const LOOKED_AT = ['card', 'version', 'live', 'elsewhere', 'complete', 'hit', 'rememberable'];

export class Card extends Component {
  shouldComponentUpdate(next) {
    return LOOKED_AT.some((name) => next[name] !== this.props[name]);
  }

  render(props) {
    const Shown = CARDS[props.card.type];
    return html`<div class=${'card-place' + (props.hit ? ' hit' : '')}><${Shown} ...${props} /></div>`;
  }
}
