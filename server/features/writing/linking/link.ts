import type { WritingEdit } from '../../../../contract/writing/patch.ts';
import { escapeHtml } from '../../../markup/html.ts';
import { closedPlaces } from './linkable.ts';
import { keyOf, phrasesIn, termsOf, type LinkTarget, type Phrase, type Term } from './link-phrases.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

/**
 * Links from phrases of a text to the articles they name: one per article, none to an article already linked or to the
 * text itself, none at a closed place, at most three plus one per 300 characters.
 */
export function linkEdits(text: string, articles: Iterable<LinkTarget>, url = ''): WritingEdit[] {
  const terms = termsOf(text);
  const closed = closedPlaces(text);
  const isOpen = openArticles(text, url);
  const others = [...articles].filter((article) => article.url !== '' && isOpen(article));
  const byKey = new Map(phrasesIn(terms, others).map((phrase) => [phrase.key, phrase]));
  const places = placesOf(terms, byKey).filter(({ start, end }) => !closed.subarray(start, end).includes(1));
  const asHtml = looksLikeHtml(text);
  return best(places, 3 + Math.floor(text.length / 300)).map(({ start, end, phrase: { target } }) => ({
    start,
    end,
    replacement: linked(text.slice(start, end), target.url, asHtml),
    reason: target.title,
  }));
}

/** True for a text that is HTML, where a link is an element. */
export const looksLikeHtml = (text: string): boolean =>
  /^\s*<(?:p|div|h[1-6]|ul|ol|section|article|blockquote|figure|table)\b/i.test(text);

interface Place {
  readonly start: number;
  readonly end: number;
  readonly phrase: Phrase;
}

/** The longest phrase that begins at each word. */
function placesOf(terms: readonly Term[], byKey: ReadonlyMap<string, Phrase>): Place[] {
  const longest = Math.max(0, ...[...byKey.keys()].map((key) => key.split(' ').length));
  const places: Place[] = [];
  for (let from = 0; from < terms.length && longest > 0; from++) {
    const first = terms[from];
    for (let length = longest; length > 0; length--) {
      const run = terms.slice(from, from + length);
      const last = run.at(-1);
      const phrase = run.slice(1).every(({ follows }) => follows) ? byKey.get(keyOf(run)) : undefined;
      if (!phrase || !first || !last || run.length < length) continue;
      places.push({ start: first.start, end: last.end, phrase });
      from += length - 1;
      break;
    }
  }
  return places;
}

const MAX_LINKS = 20;

/** The most certain phrase of each article and the most certain articles, in text order. */
function best(places: readonly Place[], wanted: number): Place[] {
  const rank = ({ start, end, phrase }: Place) => phrase.score * 100 + (end - start);
  const byArticle = new Map<string, Place>();
  for (const place of places) {
    const known = byArticle.get(place.phrase.target.id);
    if (!known || rank(place) > rank(known)) byArticle.set(place.phrase.target.id, place);
  }
  return [...byArticle.values()]
    .toSorted((one, other) => rank(other) - rank(one) || one.start - other.start)
    .slice(0, Math.min(MAX_LINKS, wanted))
    .toSorted((one, other) => one.start - other.start);
}

/** Words as a link, in Markdown or HTML. */
export function linked(words: string, url: string, asHtml: boolean): string {
  if (asHtml) return `<a href="${escapeHtml(url)}">${words}</a>`;
  return `[${words}](${url.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)})`;
}

/**
 * True for articles that a text may link: not for those that it links already, nor for the text itself, which is known by its address or
 * by its title as a heading.
 */
export function openArticles(text: string, ownUrl: string): (article: LinkTarget) => boolean {
  const paths = new Set(ownUrl === '' ? [] : [pathOf(ownUrl)]);
  for (const [, markdown, html, bare] of text.matchAll(LINK_TARGET))
    paths.add(pathOf(markdown ?? html ?? bare ?? ''));
  const headings = new Set(
    [...text.matchAll(OWN_TITLE)].map(([, markdown, html, matter]) =>
      plain(markdown ?? html ?? matter ?? ''),
    ),
  );
  return ({ title, url }) => !paths.has(pathOf(url)) && !headings.has(plain(title));
}

const LINK_TARGET =
  /\]\(\s{0,5}<?([^\s)>]{1,2000})|href\s{0,5}=\s{0,5}["']([^"'\n]{1,2000})["']|(https?:\/\/[^\s<>)"']{1,2000})/gi;
const OWN_TITLE =
  /^ {0,3}#{1,2}[ \t]+([^\n]{1,300})|<h[12][^<>]{0,300}>([^<\n]{1,300})<|^title:[ \t]{0,5}([^\n]{1,300})/gim;

const plain = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Path of an address without query, fragment and trailing slash, decoded where possible. */
function pathOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#][^]*$/, '');
  try {
    return withoutEnd(decodeURI(path), /\//);
  } catch {
    return withoutEnd(path, /\//);
  }
}
