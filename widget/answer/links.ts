import type { Citation } from '../../contract/articles/articles.ts';

/** An address that may be put into a link. */
type Page = Pick<Citation, 'url' | 'anchor'>;

/** Browsers look for a quoted passage only when it is short enough to stand in an address. */
const longestQuote = 300;

/**
 * The full address of an article of the site at origin `site`, with its heading fragment;
 * nothing when there is no page or the address is not http(s).
 */
export function pageUrl({ url, anchor }: Page, site: string): string | undefined {
  const page = url.trim() === '' ? undefined : webAddress(url, site);
  if (page === undefined) return undefined;
  if (anchor) page.hash = anchor;
  return page.href;
}

/** Like `pageUrl`, with a text fragment that highlights the quoted sentence in supporting browsers (`canHighlight`). */
export function passageUrl(citation: Citation, site: string, canHighlight: boolean): string | undefined {
  const page = pageUrl(citation, site);
  const { quote } = citation;
  if (page === undefined || !canHighlight || !quote || quote.length > longestQuote) return page;
  // No text of a page goes over the cells of a table: a row is from its first one to its last.
  const cells = quote.split(' · ');
  const ends = cells.length > 1 ? [cells.at(0) ?? '', cells.at(-1) ?? ''] : cells;
  const directive = `:~:text=${ends.map(fragmentText).join(',')}`;
  return page.includes('#') ? page + directive : `${page}#${directive}`;
}

const fragmentText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/**
 * True when a link inside an answer may be clickable: it leads to the site itself or to a cited page. `cited`
 * contains full addresses; fragments do not matter.
 */
export function isLive(href: string, site: string, cited: readonly string[]): boolean {
  const target = webAddress(href, site);
  if (target === undefined) return false;
  return target.origin === site || cited.some((address) => withoutHash(address) === withoutHash(target.href));
}

const withoutHash = (address: string) => address.replace(/#.*$/s, '');

function webAddress(address: string, site: string): URL | undefined {
  const url = parsed(address, site);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  // Addresses with a user name and password are deceptive.
  return url && isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** `URL.parse` is not available in older browsers. */
function parsed(address: string, site: string): URL | undefined {
  try {
    return new URL(address, `${site}/`);
  } catch {
    return undefined;
  }
}

/** True when an address is that of the current page; fragments and a trailing slash do not matter. */
export function isThisPage(address: string): boolean {
  const url = parsed(address, location.origin);
  return url !== undefined && url.origin === location.origin && pathOf(url) === pathOf(location);
}

function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const path = pathname.replace(/(?:\/index\.html?|\/)$/, '');
  try {
    return decodeURI(path) + search;
  } catch {
    return path + search;
  }
}

/** The address of a contact link: a web page, `mailto:` or `tel:`; `undefined` for others. */
export function contactAddress(address: string, site: string): string | undefined {
  if (address.trim() === '') return undefined;
  const url = parsed(address, site);
  return url && /^(?:mailto|tel):$/.test(url.protocol) ? url.href : webAddress(address, site)?.href;
}

/** Longest text that a mail program takes in an address, in characters before encoding. */
const longestPassed = 1500;
/** Where an owner's contact address takes the conversation. */
const placeholder = /\{conversation\}|%7Bconversation%7D/gi;

/**
 * A contact address with the conversation passed on: as the text of a mail that has none, and in place of `{conversation}`
 * in any address. The newest part counts where it is too long.
 */
export function withConversation(address: string, said: string): string {
  const passed = encodeURIComponent(said.slice(-longestPassed).toWellFormed());
  if (address.search(placeholder) >= 0) return address.replace(placeholder, () => passed);
  if (said === '' || !/^mailto:/i.test(address) || /[?&]body=/i.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}body=${passed}`;
}
