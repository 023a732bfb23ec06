import { html, nothing } from 'lit';
import type { StructuredResult } from '../../../contract/articles/articles.ts';
import { pageUrl } from '../links.ts';
import type { ViewContext } from '../context.ts';

type Item = StructuredResult['items'][number];

/** Articles as cards, from the site's own data. A ranking shows positions. Below a text that says how they were chosen, no line repeats it. */
export function articleCards(result: StructuredResult, isIntroduced: boolean, context: ViewContext) {
  const { text } = context;
  return html`<section class="cards" data-variant=${result.variant}>
    <div class="head">
      <h3>${result.title || text('articles', { count: result.items.length })}</h3>
      ${result.description && !isIntroduced ? html`<p>${result.description}</p>` : nothing}
    </div>
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
      <span class="title" dir="auto">${item.title}</span>
      ${item.excerpt ? html`<span class="excerpt" dir="auto">${item.excerpt}</span>` : nothing}
      ${
        item.publishTime
          ? html`<time datetime=${item.publishTime} title=${text('published', { date: item.publishTime })}>
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
