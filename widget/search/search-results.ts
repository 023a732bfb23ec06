import { html, nothing, type TemplateResult } from 'lit';
import type { ViewContext } from '../answer/context.ts';
import { isThisPage, pageUrl } from '../answer/links.ts';
import { highlightsOf } from './highlights.ts';
import { isWaiting, type FoundArticle } from './search-api.ts';
import { waitText } from './wait-text.ts';
import type { Search } from './search-controller.ts';

interface Actions {
  readonly again: () => void;
  /** A result was opened on this page. */
  readonly picked: () => void;
  /** What is said where a part of the site has none; nothing where the whole site was searched. */
  readonly nothingFound: () => TemplateResult | undefined;
}

/** The articles that were found, or why there are none; beside an answer nobody needs to be told to ask. */
export function searchResults(
  { finding, keyword, turn, part }: Search,
  context: ViewContext,
  actions: Actions,
) {
  if (turn && !part && Array.isArray(finding) && finding.length === 0) return nothing;
  return html`<section class="results" aria-busy=${finding === 'searching'}>
    ${content(finding, keyword.trim(), context, actions)}
  </section>`;
}

function content(
  finding: Search['finding'],
  keyword: string,
  context: ViewContext,
  { again, picked, nothingFound }: Actions,
) {
  const { text, settings } = context;
  if (finding === undefined) return nothing;
  if (finding === 'searching') return html`<p class="hint">${text('searchingNow')}</p>`;
  if (finding === 'off') return html`<p class="hint">${text('searchOff')}</p>`;
  if (isWaiting(finding))
    return html`<p class="hint">${finding.said ?? waitText(finding.waitSeconds, context)}</p>`;
  if (finding === 'failed')
    return html`<p class="hint">${text('searchFailed')}</p>
      <button type="button" class="plain-button" @click=${again}>${text('retry')}</button>`;
  if (finding.length === 0)
    return (
      nothingFound() ??
      html`<p class="hint" dir="auto">
        ${text(settings.searchShowAiAnswer ? 'noResults' : 'noResultsPlain', { keyword })}
      </p>`
    );
  return html`<h2 class="section">${text('results', { count: finding.length })}</h2>
    <ol>
      ${finding.map(
        (article) =>
          html`<li>
            ${row(article, context.site, picked)}
            ${(article.sections ?? []).map((section) => sectionRow({ ...article, ...section }, context.site, picked))}
          </li>`,
      )}
    </ol>`;
}

function row(article: FoundArticle, site: string, picked: () => void) {
  const url = pageUrl(article, site);
  const inside = html`<span class="words">
    <span class="title" dir="auto">${article.title}</span>
    ${path(article)}
    ${
      article.snippet === ''
        ? nothing
        : html`<span class="excerpt" dir="auto">${highlighted(article.snippet)}</span>`
    }
  </span>`;
  return link(url, article, picked, inside);
}

/** A further section of the article above it. */
const sectionRow = (place: FoundArticle, site: string, picked: () => void) =>
  link(
    pageUrl(place, site),
    place,
    picked,
    html`<span class="words section-of">
      <span class="path" dir="auto">${place.heading}</span>
      <span class="excerpt" dir="auto">${highlighted(place.snippet)}</span>
    </span>`,
  );

function link(url: string | undefined, article: FoundArticle, picked: () => void, inside: unknown) {
  if (!url) return html`<span class="no-link">${inside}</span>`;
  const open = (event: MouseEvent) => {
    if (!opensHere(event)) return;
    picked();
    // The browser would stay where it is when the address does not change.
    if (isThisPage(url))
      void import('../answer/passage.ts').then(
        ({ showPassage }) => showPassage({ anchor: article.anchor }),
        () => undefined,
      );
  };
  return html`<a class="row" href=${url} @click=${open}>${inside}</a>`;
}

/** The source that is not the site itself, the headings above a place in its article, and its own. */
function path({ title, source, heading, breadcrumbs = [] }: FoundArticle) {
  const steps = [...(source ? [source] : []), ...breadcrumbs, ...(heading ? [heading] : [])].filter(
    (step, index, all) => step !== title && step !== all[index - 1],
  );
  return steps.length === 0 ? nothing : html`<span class="path" dir="auto">${steps.join(' › ')}</span>`;
}

const highlighted = (snippet: string) =>
  highlightsOf(snippet).map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text));

/** With a modifier the page opens elsewhere and the search stays. */
const opensHere = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;
