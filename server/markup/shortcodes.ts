/** What opens a template tag, and what closes it. The longer opener stands first. */
const tagPairs = [
  { open: '{{<', close: '>}}' },
  { open: '{{%', close: '%}}' },
  { open: '{{', close: '}}' },
  { open: '{%', close: '%}' },
] as const;

/** A tag longer than this is no tag but prose or an attack. */
const maxTagLength = 4000;

/**
 * Removes what a site generator would have executed: Liquid and Nunjucks tags and outputs (`{% %}`, `{{ }}`), Hugo
 * shortcodes (`{{< >}}`, `{{% %}}`). What stands between paired tags stays, except comments. Inline code is left alone;
 * fenced code must not be passed. Takes linear time whatever the text.
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
      kept += text.slice(at, match.index);
      at = end;
    }
    opener.lastIndex = end;
  }
  return kept + text.slice(at);
};

/**
 * Removes WordPress shortcodes that no plugin resolved: `[name attr="…"]`, `[/name]` and its opening partner, and
 * names with an underscore. Plain brackets such as `[1]` or `[sic]` stay.
 */
export const stripBracketShortcodes = (text: string): string => {
  if (!text.includes('[')) return text;
  const closed = new Set(Array.from(text.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi), (match) => match[1]));
  return text
    .replace(/\[[a-z][\w-]{1,40}(?:\s+[\w-]{1,40}=(?:"[^"[\]]*"|'[^'[\]]*'|[^\s"'[\]]+))+\s*\/?\]/gi, '')
    .replace(/\[(\/?)([a-z][\w-]{1,40})\]/gi, (whole, slash: string, name: string) =>
      slash === '/' || closed.has(name) || name.includes('_') ? '' : whole,
    );
};

type Finder = (what: string, from: number) => number;

/** Like `indexOf`, remembering the last find, so that many searches for an absent text cost one. */
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

/** The end of an inline code span on the same paragraph; `undefined` when the backticks close nothing. */
const endOfCode = (text: string, run: RegExpExecArray, next: Finder): number | undefined => {
  const from = run.index + run[0].length;
  const paragraphEnd = next('\n\n', from);
  const limit = paragraphEnd < 0 ? text.length : paragraphEnd;
  let close = text.indexOf(run[0], from);
  while (close >= 0 && close < limit && close - from < maxTagLength) {
    let end = close + run[0].length;
    if (text[end] !== '`') return end;
    while (text[end] === '`') end++;
    close = text.indexOf(run[0], end);
  }
  return undefined;
};
