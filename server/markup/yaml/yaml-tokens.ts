/** Position behind the closing mark. */
export function endOfQuote(text: string, start: number): number | undefined {
  const mark = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (mark === '"' && text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      if (mark === '"' || text[at + 1] !== mark) return at + 1;
      at += 1;
    }
  }
  return undefined;
}

/** Position behind the closing bracket. */
export function endOfBrackets(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { sign, end } of bracketTokens(text, start)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth === 0) return end;
  }
  return undefined;
}

/** Single characters inside brackets, but quoted texts, comments and line ends as a whole. */
function* bracketTokens(text: string, start: number) {
  // Before these a quotation mark opens a text; elsewhere it is an apostrophe.
  let isOpen = true;
  for (let at = start; at < text.length;) {
    const sign = text.charAt(at);
    const isQuote: boolean = isOpen && (sign === '"' || sign === "'");
    const isComment = sign === '#' && /\s/.test(text.charAt(at - 1));
    const end = isQuote ? endOfQuote(text, at) : isComment ? endOfLine(text, at) : at + 1;
    if (end === undefined) return;
    yield { sign: isQuote ? 'quote' : isComment ? 'comment' : sign, at, end };
    if (!/\s/.test(sign) && !isComment) isOpen = !isQuote && '[{,:'.includes(sign);
    at = end;
  }
}

/** A collection in brackets without its line ends and comments. */
export function onOneLine(text: string, start: number, end: number): string {
  const parts: string[] = [];
  for (const token of bracketTokens(text, start)) {
    if (token.at >= end) break;
    const piece = text.slice(token.at, token.end);
    if (token.sign === 'quote') parts.push(piece.includes('\n') ? quoteOnOneLine(piece) : piece);
    else if (token.sign !== 'comment') parts.push(piece === '\n' ? ' ' : piece);
  }
  return parts.join('');
}

/** Line ends in quotation marks are blanks, and each empty line is a line end. */
export function quoteOnOneLine(quoted: string): string {
  const isDouble = quoted.startsWith('"');
  const lines = quoted.slice(1, -1).split('\n');
  let joined = '';
  let isGlued = true;
  let emptyLines = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const text = trimmed(line, index > 0, !isLast, isDouble);
    if (text === '' && index > 0 && !isLast) {
      emptyLines += 1;
      continue;
    }
    joined += emptyLines > 0 ? '\\n'.repeat(emptyLines) : isGlued ? '' : ' ';
    emptyLines = 0;
    // A backslash at the end of a line joins it with the next one.
    isGlued = isDouble && !isLast && endsInBackslash(text);
    const kept = isGlued ? text.slice(0, -1) : text;
    joined += isDouble ? kept : JSON.stringify(kept.replaceAll("''", "'")).slice(1, -1);
  }
  return `"${joined}"`;
}

function trimmed(line: string, atStart: boolean, atEnd: boolean, isDouble: boolean): string {
  let start = 0;
  let end = line.length;
  if (atStart) while (isBlank(line[start])) start += 1;
  if (atEnd) while (end > start && isBlank(line[end - 1])) end -= 1;
  // A blank behind a backslash is a part of the text.
  if (isDouble && end < line.length && endsInBackslash(line.slice(start, end))) end += 1;
  return line.slice(start, end);
}

function endsInBackslash(text: string): boolean {
  let at = text.length;
  while (text[at - 1] === '\\') at -= 1;
  return (text.length - at) % 2 === 1;
}

export const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t';
export const isBlankOrEnd = (sign: string | undefined): boolean =>
  isBlank(sign) || sign === '\n' || sign === undefined;

export function skip(text: string, start: number, sign: string): number {
  let at = start;
  while (text[at] === sign) at += 1;
  return at;
}

export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text[at])) at += 1;
  return at;
}

export function endOfLine(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  return at < 0 ? text.length : at;
}

export function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
