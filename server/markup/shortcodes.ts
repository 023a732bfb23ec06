import { wordsOfTag, type TagPlace } from './dialect/tag-words.ts';

/** Delimiters of template tags; longer openers come first. */
const tagPairs = [
  { open: '{{<', close: '>}}' },
  { open: '{{%', close: '%}}' },
  { open: '{{', close: '}}' },
  { open: '{%', close: '%}' },
] as const;

/** Longer text between delimiters is prose or an attack, not a tag. */
const maxTagLength = 4000;

/**
 * Removes template tags of site generators: Liquid and Nunjucks (`{% %}`, `{{ }}`), Hugo shortcodes (`{{< >}}`, `{{%
 * %}}`). Text between paired tags stays, except comments, and as it is between `{% raw %}` and its end; so does what a tag
 * says itself, such as the caption of a figure; inline code is unchanged. Must not be given fenced code.
 * Linear time.
 */
export const stripShortcodes = (text: string): string => {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  const next = createFinder(text);
  let kept = '';
  let at = 0;
  const opener = /`+|\{\{|\{%/g;
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const end = match[0].startsWith('`') ? endOfCode(text, match, next) : endOfTag(text, match.index, next);
    if (end === undefined) continue;
    if (!match[0].startsWith('`')) {
      const tag = text.slice(match.index, end);
      const words = wordsOfTag(tag, placeOf(text, match.index, end, next));
      kept += text.slice(at, match.index) + (words.startsWith('**') ? `\n${words}\n` : words);
      at = end;
      const raw = rawTag.test(tag) ? next('{%', endOfRaw(end, next)) : -1;
      if (raw >= 0) {
        kept += withoutTagSigns(text.slice(end, raw));
        at = raw;
        opener.lastIndex = raw;
        continue;
      }
    }
    opener.lastIndex = end;
  }
  return kept + text.slice(at);
};

/** The value of an attribute has straight quotation marks, those that WordPress has made typographic, or none. */
const attributedShortcode =
  /\[[a-z][\w-]{1,40}(?:\s+[\w-]{1,40}=(?:"[^"[\]]*"|'[^'[\]]*'|[“”„″«»][^“”„″«»[\]]*[“”″«»]|[‘’‚′][^‘’‚′[\]]*[‘’′]|[^\s"'“”„″«»‘’‚′[\]]+))+\s*\/?\]/gi;

/**
 * Removes unresolved WordPress shortcodes: `[name attr="…"]`, `[/name]` with its opening tag, and names with an
 * underscore. Plain brackets such as `[1]` or `[sic]` stay.
 */
export const stripBracketShortcodes = (text: string): string => {
  if (!text.includes('[')) return text;
  const closed = new Set(Array.from(text.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi), (match) => match[1]));
  return text
    .replace(attributedShortcode, '')
    .replace(/\[(\/?)([a-z][\w-]{1,40})\]/gi, (whole, slash: string, name: string) =>
      slash === '/' || closed.has(name) || name.includes('_') ? '' : whole,
    );
};

const rawTag = /^\{%-?\s*(?:raw|verbatim)\s*-?%\}/;

/** The tag that closes text to be shown as it is begins at or behind this place; nothing is found behind the end. */
const endOfRaw = (from: number, next: Finder): number => {
  const named = next('endraw', from);
  const end = named >= 0 ? named : next('endverbatim', from);
  return end < 0 ? Infinity : Math.max(from, end - 6);
};

/** Text that is shown as it is, with signs that make it no tag when it is read again; in code they would be seen. */
const withoutTagSigns = (text: string): string =>
  text.replace(/(`{1,4})[^`]{1,500}\1(?!`)|\{(?=[{%])/g, (found, ticks?: string) =>
    ticks === undefined ? '{\\' : found,
  );

function placeOf(text: string, start: number, end: number, next: Finder): TagPlace {
  const name = /^\{[{%][<%-]?\s*([\w-]{1,40})/.exec(text.slice(start, start + 60))?.[1] ?? '';
  const closers = text.startsWith('{%', start)
    ? [`{% end${name}`, `{%- end${name}`, `{% /${name}`]
    : [`{{< /${name}`, `{{</${name}`, `{{% /${name}`, `{{%/${name}`];
  return {
    isAlone:
      /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 40), start)) &&
      /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 40)),
    isClosed: name !== '' && closers.some((closer) => next(closer, end) >= 0),
    isTarget: /(?:\]\(<?|=["']?)$/.test(text.slice(Math.max(0, start - 3), start)),
  };
}

type Finder = (what: string, from: number) => number;

/** `indexOf` with the last result cached, so that repeated searches for a missing text cost one scan. */
const createFinder = (text: string): Finder => {
  const found = new Map<string, number>();
  return (what, from) => {
    const known = found.get(what);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const index = text.indexOf(what, from);
    found.set(what, index);
    return index;
  };
};

const endOfTag = (text: string, start: number, next: Finder): number | undefined => {
  const pair = tagPairs.find(({ open }) => text.startsWith(open, start));
  if (!pair) return undefined;
  const close = next(pair.close, start + pair.open.length);
  if (close < 0 || close - start > maxTagLength) return undefined;
  const end = close + pair.close.length;
  return /^\{%-?\s*comment\b/.test(text.slice(start, end)) ? endOfComment(end, next) : end;
};

const endOfComment = (from: number, next: Finder): number => {
  const open = next('endcomment', from);
  const close = open < 0 ? -1 : next('%}', open);
  return close < 0 ? from : close + 2;
};

/** End of an inline code span within the paragraph; `undefined` when the backticks are not closed. */
const endOfCode = (text: string, run: RegExpExecArray, next: Finder): number | undefined => {
  const from = run.index + run[0].length;
  const paragraphEnd = next('\n\n', from);
  const room = text.slice(from, Math.min(paragraphEnd < 0 ? text.length : paragraphEnd, from + maxTagLength));
  let close = room.indexOf(run[0]);
  while (close >= 0) {
    let end = close + run[0].length;
    if (text[from + end] !== '`') return from + end;
    while (text[from + end] === '`') end++;
    close = room.indexOf(run[0], end);
  }
  return undefined;
};
