import { html, nothing } from 'lit';
import type { Place } from '../../../contract/articles/articles.ts';
import { citedTitle } from '../../../contract/articles/cited-title.ts';
import type { Answer } from '../../chat/conversation.ts';
import type { ViewContext } from '../context.ts';
import { isThisPage, passageUrl } from '../links.ts';
import { canHighlight } from '../mark-nodes.ts';
import { followLink } from '../scroll-to-source.ts';

/** Places in articles worth reading, by article; after a partial answer, the closest ones. */
export function placeCards({ places, state }: Answer, context: ViewContext) {
  const articles = new Map<string, Place[]>();
  for (const place of places) {
    const key = `${place.url}\n${place.title}`;
    articles.set(key, [...(articles.get(key) ?? []), place]);
  }
  return html`<section class="places">
    <p class="caption">${context.text(state === 'partial' ? 'closest' : 'places')}</p>
    <ul>
      ${[...articles.values()].map((own) => html`<li>${own.map((place, n) => card(place, n > 0, context.site))}</li>`)}
    </ul>
  </section>`;
}

/** A place as a link; below another one of its article the title says nothing new. */
function card(place: Place, isFurther: boolean, site: string) {
  const { title, heading, anchor, line } = place;
  const passage = { quote: line, anchor };
  const address = passageUrl({ ...place, quote: line }, site, canHighlight);
  const content = html`${isFurther ? nothing : html`<span class="title" dir="auto">${citedTitle(place)}</span>`}
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
