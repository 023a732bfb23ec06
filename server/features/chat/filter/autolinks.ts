import type { InlineParser, ParserState } from './inline-parser.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

/** Beginnings of addresses that some renderer makes links of, in normal or full-width characters. */
const heads = ['https:/', 'http:/', 'ftps:/', 'ftp:/', 'wss:/', 'ws:/', 'www.'];
/** Characters that an address can consist of. A Chinese full stop before a letter is a dot of a host name. */
const addressText = /^(?:[^\s<>()[\]"'`|，。．｡；！？、）】」』》]|[。．｡](?=[a-z0-9]))*/i;

/**
 * An address in running text: kept when allowed, otherwise removed. It is separated from the following text, since
 * renderers disagree on where an address ends: some include a quotation mark or a Chinese full stop.
 */
export const readAddress: InlineParser = (place) => {
  const { text, ended, allowsLink } = place;
  const folded = narrow(text.slice(0, 12));
  if (!heads.some((head) => folded.startsWith(head)))
    return !ended && heads.some((head) => head.startsWith(folded)) ? 'more' : undefined;
  const address = addressText.exec(text)?.[0] ?? '';
  if (!ended && goesOn(text.slice(address.length))) return 'more';
  if (address.length === text.length && text.length >= longestAddress)
    return { take: text.length, show: '', dropping: true };
  const said = withoutEnd(address, /[.,;:!?*_~：]/);
  const url = narrow(said.slice(0, 12)).startsWith('www.') ? `https://${said}` : said;
  if (url.includes('\\') || !allowsLink(url)) return { take: said.length, show: plainAddress(said, place) };
  return { take: address.length, show: /\S/.test(text.charAt(address.length)) ? `${address} ` : address };
};

/**
 * A foreign address as inline code, which people can copy and no renderer makes a link of. Removed instead where its
 * backticks would pair with others of the paragraph.
 */
export const plainAddress = (
  address: string,
  { before, unpaired }: Pick<ParserState, 'before' | 'unpaired'>,
): string => (unpaired || /[`\\]/.test(address) || /[`\\]$/.test(before) ? '' : `\`${address}\``);

/** Maximum length of an address; a longer one is dropped as it arrives. */
const longestAddress = 600;

/** The rest of an address with an unknown scheme, or one whose scheme was already shown: `://…` and `//host.name/…`. */
export const readSchemeless: InlineParser = ({ text, ended }) => {
  const folded = narrow(text.slice(0, 200));
  if (!ended && /^(?::?\/*|\/{2,}[\w.-]*)$/.test(folded)) return 'more';
  if (!/^(?::\/{2,}|\/{2,}[\w-]+(?:\.[\w-]+)+)/.test(folded)) return undefined;
  const address = addressText.exec(text)?.[0] ?? '';
  if (!ended && goesOn(text.slice(address.length))) return 'more';
  if (address.length === text.length) return { take: text.length, show: '', dropping: true };
  return { take: address.length, show: '' };
};

/** Length of the dropped address, and whether it may continue in the next piece. */
export function droppedPart(text: string): { readonly length: number; readonly open: boolean } {
  const length = addressText.exec(text)?.[0].length ?? 0;
  return { length, open: goesOn(text.slice(length)) };
}

/** True when an address may continue: no text follows yet, or a stop that may be a dot. */
const goesOn = (rest: string) => /^[。．｡]?$/.test(rest);

/** True when a link's destination may lead anywhere but to a page of the same folder. */
export const isSuspicious = (destination: string): boolean => /[:：/\\<&%`~?#]/.test(destination);

/** Normalized lower-case text with all slashes alike. */
const narrow = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('\\', '/');
