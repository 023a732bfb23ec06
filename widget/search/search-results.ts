import { html, nothing } from 'lit';
import { highlightsOf } from './highlights.ts';
import { pageUrl } from '../answer/links.ts';
import type { FoundArticle } from './search-api.ts';
import type { SearchText } from './search-text.ts';
import type { Search } from './search-controller.ts';

interface Acts {
  readonly again: () => void;
  /** A result was opened on this page. */
  readonly picked: () => void;
}

/** The articles that were found, or why there are none. */
export function searchResults(finding: Search['finding'], words: SearchText, site: string, acts: Acts) {
  return html`<section class="results" aria-label=${words.title} aria-busy=${finding === 'searching'}>
    ${content(finding, words, site, acts)}
  </section>`;
}

function content(finding: Search['finding'], words: SearchText, site: string, { again, picked }: Acts) {
  if (finding === undefined) return nothing;
  if (finding === 'searching') return html`<p class="hint">${words.searching}</p>`;
  if (finding === 'off') return html`<p class="hint">${words.off}</p>`;
  if (finding === 'failed')
    return html`<p class="hint">${words.failed}</p>
      <button type="button" class="plain-button" @click=${again}>${words.tryAgain}</button>`;
  if (finding.length === 0) return html`<p class="hint">${words.noResults}</p>`;
  return html`<h3>${words.results(finding.length)}</h3>
    <ol>
      ${finding.map((article) => html`<li>${row(article, site, picked)}</li>`)}
    </ol>`;
}

function row(article: FoundArticle, site: string, picked: () => void) {
  const url = pageUrl(article, site);
  const inside = html`<span class="words">
    <span class="title">${article.title}</span>
    ${article.snippet === '' ? nothing : html`<span class="excerpt">${highlighted(article.snippet)}</span>`}
  </span>`;
  if (!url) return html`<span class="dead">${inside}</span>`;
  return html`<a class="row" href=${url} @click=${(event: MouseEvent) => opensHere(event) && picked()}
    >${inside}</a
  >`;
}

const highlighted = (snippet: string) =>
  highlightsOf(snippet).map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text));

/** With a modifier the page opens elsewhere and the search stays. */
const opensHere = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;
