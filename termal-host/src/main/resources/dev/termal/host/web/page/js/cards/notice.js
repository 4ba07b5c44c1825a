import { html } from '../../lib/preact/standalone.mjs';

/** What is worth knowing beside the conversation. */
export const NoticeCard = ({ card }) => html`
  <p class="notice" data-level=${card.level}><span>${{ warning: 'Warning', error: 'Error' }[card.level] ?? 'Note'}</span> ${card.text}</p>
`;
