/** Tags of logic, whose attributes are no text. */
const logic =
  /^\{[{%<]{1,2}[-\s#@/]{0,10}(?:if|elif|elsif|else|unless|for|assign|set|case|when|capture|with|block|extends|macro|import|from|range|define|template|end\w*)(?!\w)/;
const closing = /^\{[{%][<%-]?\s*(?:\/|end)/;
const value = String.raw`(?:"([^"]{1,1000})"|'([^']{1,1000})'|` + '`([^`]{1,1000})`)';
const said = new RegExp(String.raw`\s(caption|content|text)\s*=\s*${value}`);
const titled = new RegExp(String.raw`\s(title|header|heading|label|summary)\s*=\s*${value}`);
/** The last words of a tag, in quotation marks, before its end. */
const lastWords = /\s(?:"([^"\\]{1,200})"|“([^”]{1,200})”)\s*[-%>]{0,2}[%}]\}$/;
const literal = /^\{\{-?\s*(?:"([^"{}]{0,1000})"|'([^'{}]{0,1000})')\s*(?:\|[^{}]{0,300})?-?\}\}$/;
const reference =
  /^(?:\{\{[<%]\s*(?:rel)?ref\s+(?:path=)?["']?([^"'\s]{1,300})["']?[^{}]{0,100}[%>]\}\}|\{%-?\s*(?:link|post_url|post_path)\s+([^\s%{}]{1,300})\s*-?%\})$/;
const shown = /^\{\{([<%])\/\*([^{}]{0,1000}?)\*\/([%>])\}\}$/;

/** Where a tag stands. */
export interface TagPlace {
  /** The tag is all that its line holds. */
  readonly isAlone: boolean;
  /** A later tag closes it. */
  readonly isClosed: boolean;
  /** It stands as the target of a link or in an attribute. */
  readonly isTarget: boolean;
}

/**
 * What a template tag says on the page, as Markdown: a literal text; the address of a reference; the caption of a figure;
 * the title of a tab, a hint or a folded text; `''` for nothing.
 */
export function wordsOfTag(tag: string, { isAlone, isClosed, isTarget }: TagPlace): string {
  const [, open, inner = '', close] = shown.exec(tag) ?? [];
  if (open !== undefined && close !== undefined) return `{\\{${open}${inner}${close}}}`;
  const [, ...texts] = literal.exec(tag) ?? [];
  if (texts.length > 0) return one(texts);
  if (isTarget) return one((reference.exec(tag) ?? []).slice(1));
  if (logic.test(tag) || closing.test(tag)) return '';
  if (/^\{%\s/.test(tag)) {
    const link = linkOfHexo(tag.slice(2, -2).trim().split(/\s+/));
    if (link !== '') return link;
  }
  const title =
    one((titled.exec(tag) ?? []).slice(2)) || (isClosed ? one((lastWords.exec(tag) ?? []).slice(1)) : '');
  const text = one((said.exec(tag) ?? []).slice(2));
  if (!isAlone) return text || title;
  return [title === '' ? '' : `**${title.replaceAll('**', '').trim()}**`, text].filter(Boolean).join('\n\n');
}

const one = (found: readonly (string | undefined)[]): string => found.find(Boolean) ?? '';

/** Pictures and links of Hexo: the file, perhaps sizes, and a text. */
function linkOfHexo([name = '', ...words]: readonly string[]): string {
  const isPicture = name === 'asset_img';
  if (!isPicture && name !== 'post_link' && name !== 'asset_link') return '';
  const at = isPicture ? words.findIndex((word) => /\.\w{2,5}$/.test(word)) : 0;
  const target = words[at] ?? '';
  const rest = words.slice(at + 1).filter((word) => !/^(?:\d+|true|false)$/.test(word));
  const text = rest.join(' ').replace(/["'[\]]/g, '');
  return target === '' ? '' : `${isPicture ? '!' : ''}[${text || (isPicture ? '' : target)}](<${target}>)`;
}
