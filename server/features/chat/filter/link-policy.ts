import { decodeEntities } from '../../../markup/markdown.ts';
import type { AnswerContext } from '../grounding/context.ts';

/**
 * Returns a test whether an address may be a link: pages of the site and of cited articles. The address is interpreted
 * in every way that Markdown renderers and browsers may (escapes, character references, blanks, backslashes), and all
 * of them must lead to the site. This prevents data leaks by links from a manipulated model.
 */
export function linkPolicy(
  { citations }: Pick<AnswerContext, 'citations'>,
  siteOrigin: string | undefined,
): (url: string) => boolean {
  const origins = new Set(citations.flatMap(({ url }) => webOrigin(url) ?? []));
  if (siteOrigin) origins.add(siteOrigin);
  const leadsHome = (address: string) => {
    const isRelative = /^(?:[/#?]|\.{1,2}\/)/.test(address);
    return bases.every((base) => {
      const origin = webOrigin(address, base);
      return origin !== undefined && (origins.has(origin) || (isRelative && origin === base));
    });
  };
  return (url) => readings(url).every((address) => leadsHome(address) && !leadsOn.test(address));
}

/** An address within an address: a redirect, or two addresses in one. */
const leadsOn = /^(?:https?:\/\/|[./#?])[^]*?(?::\/|\/{2}[\w-]+\.|www\.)/i;

/** Bases for resolving relative addresses; the name can never be registered. */
const bases = ['https://page.invalid', 'http://page.invalid'];

function webOrigin(url: string, base?: string): string | undefined {
  const parsed = URL.parse(url, base);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** As written, with character references decoded, and also with Markdown escapes removed. */
function readings(url: string): string[] {
  const decoded = decodeEntities(url);
  return [url, decoded, unescaped(url), unescaped(decoded)].map((text) => text.replace(/\s/g, ''));
}

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
