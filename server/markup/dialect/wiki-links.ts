import type { TokenizerExtensionFunction } from 'marked';
import { headingSlug } from '../heading-id.ts';

const wikiLink = /^(!?)\[\[(?![\s\d:-]+\]|[\s:-])([^[\]|\n]{1,300}?)(?:\\?\|([^[\]\n]{0,300}))?\]\](?![\](])/;
/** What stands before an index into a list of lists, or before a bracket that is no link. */
const partOfCode = /[\w)\]\\]$/;
const picture = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;
/** A size of a picture, which Obsidian takes in place of a label. */
const size = /^\s*\d{1,5}(?:x\d{1,5})?\s*$/;

/**
 * Reads the links of wikis (`[[Page]]`, `[[Page#Part|label]]`) and what notes embed (`![[plan.png|300]]`), as Obsidian and its like write them, as links and
 * pictures of Markdown.
 */
export const wikiLinks: TokenizerExtensionFunction = function read(source, tokens) {
  if (partOfCode.test((tokens.at(-1)?.raw ?? '').slice(-1))) return undefined;
  const [raw, embeds, wanted = '', behind] = wikiLink.exec(source) ?? [];
  const target = wanted.trim();
  if (raw === undefined || !/[\p{L}\p{N}]/u.test(target)) return undefined;
  const labels = (behind ?? '').split('|').filter((one) => one.trim() !== '' && !size.test(one));
  const label = labels.join(' ').trim();
  if (embeds !== '' && picture.test(target))
    return { type: 'image', raw, href: encodeURI(target), title: null, text: label };
  const text = label || shown(target);
  const tokensOf = [{ type: 'text', raw: text, text, escaped: false }];
  return { type: 'link', raw, href: addressOf(target), title: null, text, tokens: tokensOf };
};

/** A target as it is shown: `Fees#Summer` is the part "Summer" of the page "Fees". */
const shown = (target: string): string =>
  target
    .replace(/#\^[\w-]*$/, '')
    .split('#')
    .filter((part) => part !== '')
    .join(' > ') || target;

function addressOf(target: string): string {
  const [page = '', ...parts] = target.split('#');
  const part = headingSlug(parts.at(-1) ?? '');
  return encodeURI(page.trim()) + (part === '' || parts.at(-1)?.startsWith('^') ? '' : `#${part}`);
}
