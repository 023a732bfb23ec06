import { decodeEntities } from '../../../markup/markdown.ts';
import { plainAddress } from './autolinks.ts';
import type { InlineParser, ParserState } from './inline-parser.ts';

const harmlessTag = /^<(?:br\s*\/?|\/?(?:sub|sup|kbd|details|summary))>/i;
const openTag = /^<(?:br\s{0,9}\/?|\/?[a-z]{0,7})$/i;
const autolink = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/i;
const openAutolink = /^<[a-z][a-z0-9+.-]{0,31}(?::[^\s<>]*)?$/i;

/**
 * Placeholder for `<` outside of code: streams get it escaped, since some clients render HTML; logs and replies get the
 * character.
 */
export const escapedAngle = '\uE003';

/** Shows ordinary addresses only; a `javascript:` one is removed. */
const plainAutolink = (url: string, place: ParserState): string =>
  /^(?:https?|ftps?|mailto):/i.test(url) ? plainAddress(url, place) : '';

/** `<`: an autolink to another site is shown as code, HTML is shown as text; a few formatting tags stay. */
export const readAngle: InlineParser = (place) => {
  const { text, ended, allowsLink } = place;
  if (text.length === 1) return ended ? undefined : 'more';
  if (!/^<[a-z/!?]/i.test(text)) return undefined;
  const [tag] = harmlessTag.exec(text) ?? [];
  if (tag !== undefined) return { take: tag.length, show: tag };
  const [link, url = ''] = autolink.exec(text) ?? [];
  if (link !== undefined)
    return { take: link.length, show: allowsLink(url) ? link : plainAutolink(url, place) };
  if (!ended && (openTag.test(text) || openAutolink.test(text))) return 'more';
  return { take: 1, show: escapedAngle };
};

/** `&`: character references that hide characters of addresses and markers are decoded. */
export const readReference: InlineParser = ({ text, before, ended }) => {
  const [reference] = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});/i.exec(text) ?? [];
  if (reference === undefined) return !ended && /^&[#\w]{0,31}$/.test(text) ? 'more' : undefined;
  const decoded = decodeEntities(reference);
  const sign = NOTHING.test(decoded) ? ' ' : decoded;
  if (!HIDES.test(sign)) return undefined;
  const joins = /[\]!]$/.test(before) && /[:([]/.test(sign);
  return { take: reference.length, show: '', again: joins ? ` ${sign}` : sign };
};

/** Characters that are decoded. Angle brackets, quotes and `&` stay references. */
const HIDES = /^[ \w:/\\.@()[\]!%?#=-]$/;
const NOTHING = /^[\0-\x20\u00ad\u200b-\u200f\ufeff]$/;
