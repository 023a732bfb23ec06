import { citedTitle } from '../../contract/articles/cited-title.ts';
import { apiPaths } from '../kit/api-paths.ts';
import { fieldsOf, listOf, textOf, wholeOf } from '../kit/coerce.ts';
import { watchPage } from '../kit/watch-page.ts';

const mark = 'data-docent-related';
const patienceMs = 15_000;
const most = 10;
const usual = 3;
const textLength = 500;
const addressLength = 2_000;

export interface RelatedArticle {
  readonly title: string;
  /** Whole address. */
  readonly href: string;
}

/** The articles of a reply that have a page. */
export const relatedIn = (value: unknown, site: string): readonly RelatedArticle[] =>
  listOf(fieldsOf(value)['articles']).flatMap((each) => {
    const { title, url, source } = fieldsOf(each);
    const href = pageAddress(textOf(url, addressLength).trim(), site);
    const name = textOf(title, textLength).trim();
    const shown = citedTitle({ title: name, source: textOf(source, textLength).trim() });
    return href === undefined || name === '' ? [] : [{ title: shown, href }];
  });

/** Whole address of a page of the web. The module of answers has the like, which pages that only list links need not load. */
function pageAddress(address: string, site: string): string | undefined {
  try {
    const { protocol, username, href } = new URL(address, `${site}/`);
    return address !== '' && /^https?:$/.test(protocol) && username === '' ? href : undefined;
  } catch {
    return undefined;
  }
}

/** The question for a place: the article that it names, otherwise the one of this page. */
export function addressFor(base: URL, place: Element, page: string): string {
  const url = new URL(apiPaths.related, base);
  const name = place.getAttribute(mark)?.trim() ?? '';
  if (name === '') url.searchParams.set('page', page);
  else url.searchParams.set('postName', name);
  const size = wholeOf(Number(place.getAttribute('data-count') ?? usual), 1, most, usual);
  url.searchParams.set('size', String(size));
  return url.href;
}

/**
 * Fills every place that the page marks with `data-docent-related` with a plain list of links, in the page's own style, and shows
 * it if it was hidden. A place for which there is nothing stays as the page made it. Returns a function that stops it.
 */
export function showRelated({ base, site }: { readonly base: URL; readonly site: string }): () => void {
  const stop = new AbortController();
  const filled = new WeakMap<Element, { readonly for: string; readonly wasHidden: boolean }>();

  async function fill(place: Element): Promise<void> {
    const address = addressFor(base, place, location.origin + location.pathname);
    const before = filled.get(place);
    if (before?.for === address) return;
    const wasHidden = before?.wasHidden ?? place.hasAttribute('hidden');
    filled.set(place, { for: address, wasHidden });
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(address, { credentials: 'omit', signal });
    const articles = response.ok ? relatedIn(await response.json(), site) : [];
    if (stop.signal.aborted || filled.get(place)?.for !== address) return;
    place.querySelector(`:scope > [${mark}-list]`)?.remove();
    if (articles.length > 0) place.append(listOfLinks(articles));
    place.toggleAttribute('hidden', wasHidden && articles.length === 0);
  }

  const look = () => {
    for (const place of document.querySelectorAll(`[${mark}]`)) void fill(place).catch(() => undefined);
  };
  const stopWatching = watchPage(look);
  look();
  return () => {
    stop.abort();
    stopWatching();
  };
}

function listOfLinks(articles: readonly RelatedArticle[]): HTMLUListElement {
  const list = document.createElement('ul');
  list.setAttribute(`${mark}-list`, '');
  for (const { title, href } of articles) {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = title;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}
