import { html, nothing } from 'lit';
import type { Citation } from '../../../contract/articles/articles.ts';
import { isThisPage, passageUrl } from '../links.ts';
import { shownNumbers } from '../marks.ts';
import type { Answer } from '../../chat/conversation.ts';
import type { ViewContext } from '../context.ts';
import { icon } from '../../ui/icon.ts';
import { canHighlight } from '../mark-nodes.ts';
import type { Passage } from '../passage.ts';
import { citedTitle } from '../../../contract/articles/cited-title.ts';
import { followLink } from '../scroll-to-source.ts';

/** Number of sources shown at once; a longer list is collapsed. */
const shownAtOnce = 3;
/** Maximum number of passages listed per article. */
const mostQuotes = 3;

/** The sources that an answer marks, or all of them when it marks none. */
export function references(answer: Answer, context: ViewContext) {
  const { citations } = answer;
  const numbers = shownNumbers(answer.text, citations.length);
  if (numbers.size === 0) return nothing;
  return html`<details class="references" ?open=${numbers.size <= shownAtOnce}>
    <summary>
      ${icon('chevron', 'arrow')}<span>${context.text('sources', { count: numbers.size })}</span>
    </summary>
    <ol>
      ${[...numbers].map(([n, shown]) => {
        const citation = citations[n - 1];
        return (
          citation &&
          html`<li data-reference=${shown}>
            <span class="number">${shown}</span>${entry(citation, passagesOf(answer, n), context)}
          </li>`
        );
      })}
    </ol>
  </details>`;
}

/** Articles close to a question that the site does not cover. */
export function nearestArticles(articles: readonly Citation[], context: ViewContext) {
  if (articles.length === 0) return nothing;
  return html`<div class="references nearest">
    <p class="caption">${context.text('nearest')}</p>
    <ul>
      ${articles.map((article) => html`<li>${entry(article, [article], context)}</li>`)}
    </ul>
  </div>`;
}

/** The passages of an article that marks refer to, each once; without any, the passage quoted by the citation. */
function passagesOf({ quotes, citations }: Answer, n: number): readonly Passage[] {
  const ours = quotes.filter(({ article }) => article === n);
  const different = ours.filter(
    ({ quote }, index) => ours.findIndex((each) => each.quote === quote) === index,
  );
  const citation = citations[n - 1];
  return different.length > 0 ? different.slice(0, mostQuotes) : citation ? [citation] : [];
}

function entry(citation: Citation, passages: readonly Passage[], { site, text }: ViewContext) {
  const [first = {}] = passages;
  const link = linkTo(citation, first, site);
  const title = html`<span class="title" dir="auto">${citedTitle(citation)}</span>`;
  const quotes = passages.filter(({ quote }) => quote);
  const quoted = (passage: Passage) => html`<q dir="auto" data-quote=${passage.quote}>${passage.quote}</q>`;
  // A single passage is also the target of the title.
  const single = quotes.length === 1 && quotes[0] === first ? quoted(first) : nothing;
  if (!link)
    return html`<span class="entry"
      >${title}${quotes.map(({ quote }) => html`<q dir="auto">${quote}</q>`)}</span
    >`;
  return html`<span class="entry">
    ${anchor(link, first, html`${title}${isThisPage(link) ? html` <span class="this-page">${text('onThisPage')}</span>` : nothing}${single}`)}
    ${
      single === nothing
        ? quotes.map((passage) => {
            const url = linkTo(citation, passage, site);
            return url && anchor(url, passage, quoted(passage));
          })
        : nothing
    }
  </span>`;
}

const linkTo = (citation: Citation, { quote, anchor: heading }: Passage, site: string) =>
  passageUrl(
    { ...citation, ...(quote && { quote }), ...(heading && { anchor: heading }) },
    site,
    canHighlight,
  );

const anchor = (url: string, passage: Passage, content: unknown) =>
  html`<a
    href=${url}
    target=${isThisPage(url) ? '_self' : '_blank'}
    rel="noopener"
    @click=${(event: MouseEvent) => followLink(event, passage)}
    >${content}</a
  >`;
