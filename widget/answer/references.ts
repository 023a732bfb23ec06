import { html, nothing } from 'lit';
import type { Citation } from '../../contract/articles.ts';
import { passageUrl } from './links.ts';
import { markedSources } from './marks.ts';
import type { Answer } from '../chat/conversation.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import { canHighlight } from './mark-nodes.ts';

/** Up to this many sources are shown at once; a longer list waits folded. */
const shownAtOnce = 3;

/** The sources of an answer that it really marks, or all of them when it marks none. */
export function references(answer: Answer, { text, site }: ViewContext) {
  const { citations } = answer;
  const marked = markedSources(answer.text, citations.length);
  const numbers = marked.length > 0 ? marked : citations.map((_, index) => index + 1);
  if (numbers.length === 0) return nothing;
  return html`<details class="references" ?open=${numbers.length <= shownAtOnce}>
    <summary>${icon('chevron', 'arrow')}<span>${text.sources(numbers.length)}</span></summary>
    <ol>
      ${numbers.map((n) => {
        const citation = citations[n - 1];
        return (
          citation &&
          html`<li data-reference=${n}><span class="number">${n}</span>${entry(citation, site)}</li>`
        );
      })}
    </ol>
  </details>`;
}

/** Articles near to a question that the site does not cover. */
export function nearestArticles(articles: readonly Citation[], { text, site }: ViewContext) {
  if (articles.length === 0) return nothing;
  return html`<div class="references nearest">
    <p class="caption">${text.nearest}</p>
    <ul>
      ${articles.map((article) => html`<li>${entry(article, site)}</li>`)}
    </ul>
  </div>`;
}

function entry(citation: Citation, site: string) {
  const url = passageUrl(citation, site, canHighlight);
  const quote = citation.quote ? html`<q>${citation.quote}</q>` : nothing;
  return url
    ? html`<a href=${url} target="_blank" rel="noopener"
        ><span class="title">${citation.title}</span>${quote}</a
      >`
    : html`<span class="entry"><span class="title">${citation.title}</span>${quote}</span>`;
}
