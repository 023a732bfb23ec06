import {
  countLineEnds,
  endOfBrackets,
  endOfLine,
  endOfQuote,
  isBlank,
  isBlankOrEnd,
  onOneLine,
  quoteOnOneLine,
  skip,
  skipBlanks,
} from './yaml-tokens.ts';

/**
 * The same YAML in a form that strict parsers read: values in quotation marks and brackets that go on in further lines
 * stand on the line where they begin, whatever the indentation of those lines was, and a plain value with a colon in it
 * is in quotation marks. libyaml, with which Jekyll reads, asks for no indentation there, and authors mean the colon as
 * text. Later lines keep their numbers. One pass over the text, which ends at what is never closed.
 */
export function rewriteYaml(text: string): string {
  const output: string[] = [];
  let at = 0;
  /** Lines that begin behind this column go on with a plain value or a block of text. */
  let textColumn: number | undefined;
  while (at < text.length) {
    const end = endOfLine(text, at) + 1;
    const first = skip(text, at, ' ');
    const isKept = skipBlanks(text, at) >= end - 1 || text[first] === '#';
    if (isKept || (textColumn !== undefined && first - at > textColumn)) {
      output.push(text.slice(at, end));
      at = end;
      continue;
    }
    const line = rewriteLine(text, at);
    if (!line) break;
    output.push(line.text);
    ({ end: at, textColumn } = line);
  }
  output.push(text.slice(at));
  return output.join('');
}

interface Line {
  readonly text: string;
  /** Where the next line begins. */
  readonly end: number;
  readonly textColumn: number | undefined;
}

/** The line at `start` with the values that begin on it; `undefined` when one of them is never closed. */
function rewriteLine(text: string, start: number): Line | undefined {
  const edits: Edit[] = [];
  const { at: first, mark } = skipMarks(text, start);
  const key = tokenAt(text, first);
  if (key === 'unclosed') return undefined;
  if (key) edits.push({ start: first, ...key });
  const colon = key ? colonBehind(text, key.end) : colonIn(text, first);
  if (colon === undefined)
    return lineOf(text, start, { edits, at: key?.end ?? first, textColumn: key ? undefined : mark });
  const at = skipProperties(text, skipBlanks(text, colon + 1));
  const value = tokenAt(text, at);
  if (value === 'unclosed') return undefined;
  const edit = value ?? quotedPlain(text, at);
  if (edit) edits.push({ start: at, ...edit });
  const isText = !value && at < endOfLine(text, at) && text[at] !== '#';
  return lineOf(text, start, { edits, at: edit?.end ?? at, textColumn: isText ? first - start : undefined });
}

/** What stands at a place, and its new form where it needs one. */
interface Token {
  /** Position behind it. */
  readonly end: number;
  readonly value?: string;
}

interface Edit extends Token {
  readonly start: number;
}

/** Applies the edits, and puts the line ends that they took behind the line. */
function lineOf(
  text: string,
  start: number,
  { edits, at, textColumn }: { edits: readonly Edit[]; at: number; textColumn: number | undefined },
): Line {
  const end = Math.min(endOfLine(text, at) + 1, text.length);
  const parts: string[] = [];
  let copied = start;
  for (const edit of edits) {
    if (edit.value === undefined) continue;
    parts.push(text.slice(copied, edit.start), edit.value);
    copied = edit.end;
  }
  parts.push(text.slice(copied, end), '\n'.repeat(countLineEnds(text, start, end - 1)));
  return { text: parts.join(''), end, textColumn };
}

/** The quoted text or the bracketed collection that begins at `at`, if one does. */
function tokenAt(text: string, at: number): Token | 'unclosed' | undefined {
  const sign = text[at];
  const isQuote = sign === '"' || sign === "'";
  if (!isQuote && sign !== '[' && sign !== '{') return undefined;
  const end = isQuote ? endOfQuote(text, at) : endOfBrackets(text, at);
  if (end === undefined) return 'unclosed';
  if (countLineEnds(text, at, end) === 0)
    // Strict parsers ask for a blank in front of a comment.
    return text[end] === '#' ? { end, value: `${text.slice(at, end)} ` } : { end };
  return { end, value: isQuote ? quoteOnOneLine(text.slice(at, end)) : onOneLine(text, at, end) };
}

/** A plain value with a colon and a blank in it, in quotation marks. */
function quotedPlain(text: string, at: number): Token | undefined {
  const colon = colonIn(text, at);
  if (colon === undefined || notPlain.includes(text.charAt(at))) return undefined;
  let end = commentIn(text, at);
  while (isBlank(text[end - 1])) end -= 1;
  if (colon + 1 >= end) return undefined;
  return { value: JSON.stringify(text.slice(at, end)), end };
}

/** Characters with which no plain value begins. */
const notPlain = '"\'[]{}|>&*!%@`#,?:-\n';

/** First colon of a plain text that ends a name. */
function colonIn(text: string, start: number): number | undefined {
  const end = commentIn(text, start);
  for (let at = start; at < end; at += 1) if (text[at] === ':' && isBlankOrEnd(text[at + 1])) return at;
  return undefined;
}

function colonBehind(text: string, start: number): number | undefined {
  const at = skipBlanks(text, start);
  return text[at] === ':' && isBlankOrEnd(text[at + 1]) ? at : undefined;
}

/** Start of the comment on the line of `start`, else its end. */
function commentIn(text: string, start: number): number {
  const end = endOfLine(text, start);
  for (let at = start + 1; at < end; at += 1) if (text[at] === '#' && isBlank(text[at - 1])) return at;
  return end;
}

/** The first place behind the marks of lists, and the column that lines of a plain text are behind. */
function skipMarks(text: string, start: number): { readonly at: number; readonly mark: number } {
  let at = skip(text, start, ' ');
  let mark = at - start - 1;
  while ((text[at] === '-' || text[at] === '?') && isBlankOrEnd(text[at + 1])) {
    mark = at - start;
    at = skipBlanks(text, at + 1);
  }
  return { at: skipProperties(text, at), mark };
}

/** Behind anchors and tags. */
function skipProperties(text: string, start: number): number {
  let at = start;
  while (text[at] === '&' || text[at] === '!') {
    while (!isBlankOrEnd(text[at])) at += 1;
    at = skipBlanks(text, at);
  }
  return at;
}
