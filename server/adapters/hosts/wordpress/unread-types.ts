import { isRecent } from '../../../kit/calendar.ts';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonIn, list, record, text } from '../remote/json-answer.ts';
import { textOfHtml } from '../remote/plain.ts';
import type { WordpressApi } from './api.ts';
import { types } from './posts.ts';

/** Post types that visitors may read and Docent does not, such as products and recipes. */
export interface UnreadTypes {
  /** Reads the types, at most every six hours; what WordPress refuses to list stays unknown. */
  look(signal: AbortSignal): Promise<void>;
  /** Message with their names and numbers of posts; `undefined` when there are none. */
  readonly words: ExplainedText | undefined;
}

const againMs = 6 * 60 * 60_000;
/** Each costs two requests. */
const maxTypes = 12;
/** Types of WordPress itself. */
const ofWordpress = /^(?:attachment|nav_menu_item|wp_\w+)$/;

export const createUnreadTypes = (deps: {
  readonly client: SiteClient;
  readonly api: WordpressApi;
  readonly clock: Clock;
}): UnreadTypes => {
  const { client, api, clock } = deps;
  let lookedAt = -Infinity;
  let words: ExplainedText | undefined;

  /** Number of posts of a type; 0 when they have no pages of their own. */
  const countOf = async (route: string, signal: AbortSignal): Promise<number> => {
    const response = await api.call(route, { per_page: '1', _fields: 'link' }, { signal });
    if (response.status !== 200) return 0;
    const link = text(record(list(jsonIn(response.text()))[0])['link']);
    const path = link === '' ? undefined : client.address.pathOf(link);
    if (path === undefined) return 0;
    // For a type without public pages, WordPress shows the front page at this address.
    const page = await client.request(path, { signal });
    const isShown = page.status === 200 && canonicalOf(page.text(), client) === path;
    return isShown ? Number(response.headers.get('x-wp-total') ?? 0) || 0 : 0;
  };

  const found = async (signal: AbortSignal): Promise<string[]> => {
    const response = await api.call('/wp/v2/types', {}, { signal });
    if (response.status !== 200) return [];
    const known: ReadonlySet<string> = new Set(Object.values(types));
    const others = Object.values(record(jsonIn(response.text())))
      .map(record)
      .filter(
        ({ slug, rest_base: base }) =>
          text(base) !== '' && !known.has(text(slug)) && !ofWordpress.test(text(slug)),
      );
    const named: string[] = [];
    for (const { name, rest_base: base, rest_namespace: space } of others.slice(0, maxTypes)) {
      const count = await countOf(`/${text(space) || 'wp/v2'}/${text(base)}`, signal);
      if (count > 0) named.push(`${textOfHtml(text(name))} (${count})`);
    }
    return named;
  };

  return {
    async look(signal) {
      if (isRecent(lookedAt, againMs, clock.now())) return;
      lookedAt = clock.now();
      try {
        const named = await found(signal);
        words = named.length === 0 ? undefined : explained('wordpress_unread', { types: named.join(', ') });
      } catch (error) {
        if (!isFault(error) && !signal.aborted) throw error;
      }
    },
    get words() {
      return words;
    },
  };
};

/** Path that a page names as its own. */
const canonicalOf = (html: string, client: SiteClient): string | undefined => {
  const tag = /<link\b[^<>]*\brel=["']?canonical\b[^<>]*>/i.exec(html)?.[0] ?? '';
  const address = /\bhref=["']?([^"'\s<>]+)/i.exec(tag)?.[1];
  return address === undefined ? undefined : client.address.pathOf(address.replaceAll('&#038;', '&'));
};
