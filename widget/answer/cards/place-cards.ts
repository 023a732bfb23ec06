import { html, nothing } from 'lit';
import type { Place } from '../../../contract/articles/articles.ts';
import type { Answer } from '../../chat/conversation.ts';
import type { ViewContext } from '../context.ts';
import { isThisPage, passageUrl } from '../links.ts';
import { canHighlight } from '../mark-nodes.ts';
import { followLink } from '../scroll-to-source.ts';

/** Places in articles worth reading; after a partial answer, the closest ones. */
export function placeCards({ places, state }: Answer, context: ViewContext) {
  return html`<section class="places">
    <p class="caption">${context.text(state === 'partial' ? 'closest' : 'places')}</p>
    <ul>
      ${places.map((place) => html`<li>${card(place, context.site)}</li>`)}
    </ul>
  </section>`;
}

function card({ title, url, heading, anchor, line }: Place, site: string) {
  const passage = { quote: line, anchor };
  const address = passageUrl(
    { url, quote: line, ...(anchor && { anchor }), postId: '', title },
    site,
    canHighlight,
  );
  const content = html`<span class="title" dir="auto">${title}</span>
    ${heading && heading !== title ? html`<span class="heading" dir="auto">${heading}</span>` : nothing}
    ${line ? html`<span class="excerpt" dir="auto">${line}</span>` : nothing}`;
  return address
    ? html`<a
        class="place"
        href=${address}
        target=${isThisPage(address) ? '_self' : '_blank'}
        rel="noopener"
        @click=${(event: MouseEvent) => followLink(event, passage)}
        >${content}</a
      >`
    : html`<span class="place">${content}</span>`;
}
