/** Pictures, links and files in a conversation. */
import { html } from '../../lib/preact/standalone.mjs';
import { amount } from '../words.js';

const SHOWN = /^image\/(png|jpeg|gif|webp)$/;

export function Content({ block }) {
  const { type, mimeType, data, uri, name, text, blob } = block;
  if (type === 'text') {
    return html`<pre class="plain" tabindex="0">${text}</pre>`;
  }
  if (type === 'image' && SHOWN.test(mimeType)) {
    return html`<img class="picture" src=${'data:' + mimeType + ';base64,' + data} alt="Picture in the conversation" />`;
  }
  if (type === 'resource_link') {
    return html`<p class="file">${/^https?:/i.test(uri) ? html`<a href=${uri} target="_blank" rel="noopener noreferrer nofollow">${name}</a>` : html`${name} <code>${uri}</code>`}</p>`;
  }
  if (type === 'resource' && text !== undefined) {
    return html`<details class="file"><summary>${uri}</summary><pre class="plain" tabindex="0">${text}</pre></details>`;
  }
  const size = data ?? blob;
  return html`<p class="file">${mimeType ?? type}${uri ? ' ' + uri : ''}${size ? ', ' + amount(Math.round(size.length * 0.75)) + ' bytes' : ''}</p>`;
}

export const ContentCard = ({ card }) => html`<article class="message"><${Content} block=${card.content} /></article>`;
