import { decodeEntities } from '../../../markup/markdown.ts';
import type { AnswerContext } from '../grounding/context.ts';

/**
 * Which addresses may stand in an answer: pages of the site and of the cited articles. An address is read in every way
 * a Markdown renderer and a browser may read it (escapes, character references, blanks, backslashes), and all of them
 * have to lead to the site. A model that was talked into leaking something by a link cannot.
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

/** An address inside an address: a page that only sends its readers on, or two that stand together. */
const leadsOn = /^(?:https?:\/\/|[./#?])[^]*?(?::\/|\/{2}[\w-]+\.|www\.)/i;

/** Pages that relative addresses are tried on; the name can never be registered. */
const bases = ['https://page.invalid', 'http://page.invalid'];

function webOrigin(url: string, base?: string): string | undefined {
  const parsed = URL.parse(url, base);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}

/** As written, with character references decoded, and with Markdown's escapes undone as well. */
function readings(url: string): string[] {
  const decoded = decodeEntities(url);
  return [url, decoded, unescaped(url), unescaped(decoded)].map((text) => text.replace(/\s/g, ''));
}

const unescaped = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
