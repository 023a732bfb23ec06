import { html, nothing } from 'lit';
import type { StructuredResult } from '../../contract/articles.ts';
import { pageUrl } from './links.ts';
import type { ViewContext } from './context.ts';

type Item = StructuredResult['items'][number];

/** Articles as cards, from the site's own data. A ranking shows its places. */
export function articleCards(result: StructuredResult, context: ViewContext) {
  const { text } = context;
  return html`<section class="cards ${result.variant}">
    <header>
      <h3>${result.title || text.articles(result.items.length)}</h3>
      ${result.description ? html`<p>${result.description}</p>` : nothing}
    </header>
    <ol>
      ${result.items.map((item) => html`<li>${card(item, result.variant === 'ranking', context)}</li>`)}
    </ol>
  </section>`;
}

function card(item: Item, isRanked: boolean, { site, text }: ViewContext) {
  const url = pageUrl(item, site);
  const content = html`
    ${isRanked ? html`<span class="rank">${item.rank}</span>` : nothing}
    <span class="words">
      <span class="title">${item.title}</span>
      ${item.excerpt ? html`<span class="excerpt">${item.excerpt}</span>` : nothing}
      ${
        item.publishTime
          ? html`<time datetime=${item.publishTime} title=${`${text.published} ${item.publishTime}`}>
              ${item.publishTime}
            </time>`
          : nothing
      }
    </span>
  `;
  return url
    ? html`<a class="card" href=${url} target="_blank" rel="noopener">${content}</a>`
    : html`<span class="card">${content}</span>`;
}
