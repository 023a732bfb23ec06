import { createFenceTracker } from './dialect/fence-tracker.ts';

/** A longer tag is text, or an attack. */
const mostTag = { length: 4_000, lines: 40 };

/**
 * Converts MDX to Markdown: imports, exports and comments removed, and the tags of components, whose text stays; a
 * component's `title` or `label` stands above its text. Code is unchanged but for its indentation. Never throws; linear in the length of
 * the text.
 */
export const plainMdx = (source: string): string => {
  const inFence = createFenceTracker();
  const lines: string[] = [];
  let depth = 0;
  let isAfterBlank = true;
  let statement: number | undefined;
  let pending: string[] = [];
  /** Indentation of the fenced code, which its lines share. */
  let codeIndent: number | undefined;
  const write = ({ text, nesting }: Plain) => {
    lines.push(outdented(text, depth));
    depth = Math.max(0, depth + nesting);
  };
  for (const line of source.split('\n')) {
    const isBlank = line.trim() === '';
    const isCode = statement === undefined && pending.length === 0 && inFence(line);
    if (!isCode) codeIndent = undefined;
    if (isCode) {
      codeIndent ??= line.length - outdented(line, depth).length;
      lines.push(line.slice(Math.min(codeIndent, line.search(/\S|$/))));
    } else if (statement !== undefined || (isAfterBlank && /^(?:import|export)\s/.test(line))) {
      // A statement ends with its brackets and a blank line.
      statement = isBlank && (statement ?? 0) <= 0 ? undefined : (statement ?? 0) + openBrackets(line);
    } else {
      pending.push(line);
      const text = pending.join('\n');
      const isLong = pending.length >= mostTag.lines || text.length > mostTag.length;
      const plain = withoutTags(text) ?? (isLong ? { text, nesting: 0 } : undefined);
      if (plain) pending = [];
      if (plain) write(plain);
    }
    isAfterBlank = isBlank;
  }
  if (pending.length > 0) write({ text: pending.join('\n'), nesting: 0 });
  return lines.join('\n');
};

interface Plain {
  readonly text: string;
  /** Components opened, less those closed. */
  readonly nesting: number;
}

/** The text without tags of components and comments; `undefined` when one of them does not end in it. */
const withoutTags = (text: string): Plain | undefined => {
  let kept = '';
  let nesting = 0;
  let at = 0;
  const mark = /`+|\{\/\*|\{(?:' '|" ")\}|<(\/?)(?:[A-Z][\w.]*)?(?=[\s/>]|$)/g;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const [found, closing] = match;
    if (found.startsWith('`')) {
      const end = text.indexOf(found, mark.lastIndex);
      if (end >= 0) mark.lastIndex = end + found.length;
      continue;
    }
    if (/^<\/?$/.test(found) && text[mark.lastIndex] !== '>') continue;
    const end = found.startsWith('<')
      ? endOfTag(text, mark.lastIndex)
      : found === '{/*'
        ? endOf(text, '*/}', mark.lastIndex)
        : mark.lastIndex;
    if (end === undefined) return undefined;
    kept += text.slice(at, match.index);
    if (found.startsWith('<')) {
      const tag = text.slice(match.index, end);
      if (closing !== '') nesting -= 1;
      else if (!tag.endsWith('/>')) nesting += 1;
      kept += captionOf(tag);
    } else if (found !== '{/*') kept += ' ';
    at = mark.lastIndex = end;
  }
  return { text: kept + text.slice(at), nesting };
};

const endOf = (text: string, end: string, from: number): number | undefined => {
  const found = text.indexOf(end, from);
  return found < 0 ? undefined : found + end.length;
};

/** End of a tag, whose attributes may hold the sign for it in quotes and braces. */
const endOfTag = (text: string, from: number): number | undefined => {
  let braces = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') braces += 1;
    else if (sign === '}') braces -= 1;
    else if (sign === '"' || sign === "'") at = Math.max(at, text.indexOf(sign, at + 1));
    else if (sign === '>' && braces <= 0) return at + 1;
  }
  return undefined;
};

const captionOf = (tag: string): string => {
  const caption = /\s(?:title|label)=(?:\{?"([^"]{1,200})"|\{?'([^']{1,200})')/.exec(tag);
  return caption ? `\n\n**${(caption[1] ?? caption[2] ?? '').trim()}**\n\n` : '';
};

/** Texts in components are indented, which is no code in MDX. */
const outdented = (text: string, depth: number): string => {
  if (depth === 0) return text;
  const indent = new RegExp(`^(?: {1,2}|\\t){1,${Math.min(depth, mostDepth)}}`, 'gm');
  return text.replace(indent, '');
};
const mostDepth = 20;

const openBrackets = (line: string): number =>
  (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
