import type { InlineParser, ParserState } from './inline-parser.ts';

/** Beginnings of addresses that some renderer turns into links, in plain or full-width characters. */
const heads = ['https:/', 'http:/', 'ftps:/', 'ftp:/', 'wss:/', 'ws:/', 'www.'];
/** What an address cannot hold, or what ends it in running text. A Chinese full stop before a letter is a dot of a host. */
const addressText = /^(?:[^\s<>()[\]"'`|，。．｡；！？、）】」』》]|[。．｡](?=[a-z0-9]))*/i;

/**
 * An address in running text: kept when it may stay, left out otherwise. It is set apart from what follows, because
 * renderers do not agree on where an address ends: some read a quotation mark or a Chinese full stop as more of it.
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
  const said = address.replace(/[.,;:!?*_~：]+$/, '');
  const url = narrow(said.slice(0, 12)).startsWith('www.') ? `https://${said}` : said;
  if (url.includes('\\') || !allowsLink(url)) return { take: said.length, show: plainAddress(said, place) };
  return { take: address.length, show: /\S/.test(text.charAt(address.length)) ? `${address} ` : address };
};

/**
 * A foreign address as code: everybody can read and copy it, no renderer makes a link of it. Where code would pair with
 * other backticks of its paragraph the address is left out.
 */
export const plainAddress = (
  address: string,
  { before, unpaired }: Pick<ParserState, 'before' | 'unpaired'>,
): string => (unpaired || /[`\\]/.test(address) || /[`\\]$/.test(before) ? '' : `\`${address}\``);

/** From this length on an address is not read further; what is left of it is dropped as it comes. */
const longestAddress = 600;

/** The rest of an address whose scheme nobody knows or that was shown as a word before: `://…` and `//host.name/…`. */
export const readSchemeless: InlineParser = ({ text, ended }) => {
  const folded = narrow(text.slice(0, 200));
  if (!ended && /^(?::?\/*|\/{2,}[\w.-]*)$/.test(folded)) return 'more';
  if (!/^(?::\/{2,}|\/{2,}[\w-]+(?:\.[\w-]+)+)/.test(folded)) return undefined;
  const address = addressText.exec(text)?.[0] ?? '';
  if (!ended && goesOn(text.slice(address.length))) return 'more';
  if (address.length === text.length) return { take: text.length, show: '', dropping: true };
  return { take: address.length, show: '' };
};

/** Length of the address that is being dropped, and whether it may continue in the next piece. */
export function droppedPart(text: string): { readonly length: number; readonly open: boolean } {
  const length = addressText.exec(text)?.[0].length ?? 0;
  return { length, open: goesOn(text.slice(length)) };
}

/** True when an address may go on behind what was read of it: nothing follows yet, or a stop that may be a dot. */
const goesOn = (rest: string) => /^[。．｡]?$/.test(rest);

/** True when a link's destination could lead anywhere but to a page beside the answer. */
export const isSuspicious = (destination: string): boolean => /[:：/\\<&%`~?#]/.test(destination);

/** Small, narrow letters, and every slash alike. */
const narrow = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('\\', '/');
