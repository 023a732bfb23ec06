import { explained, type ExplainedText } from '../../../kit/explained.ts';
import { linesOf, segmentsOf } from './segments.ts';

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['（', '）'],
  ['(', ')'],
  ['《', '》'],
  ['【', '】'],
  ['「', '」'],
  ['『', '』'],
  ['“', '”'],
]);
const CLOSERS: ReadonlySet<string> = new Set(PAIRS.values());

/**
 * Notes about unpaired quotation marks and brackets within a paragraph, at most five. They are not corrected, since
 * only the author knows where the counterpart belongs. Code is ignored.
 */
export function unbalancedNotes(text: string): ExplainedText[] {
  const stray = segmentsOf(text).flatMap(({ kind, start, text: segment }) =>
    kind === 'code'
      ? []
      : paragraphsOf(segment, start).flatMap(({ text: paragraph, start: from }) =>
          unpaired(paragraph).map(({ sign, at }) => ({ sign, at: from + at })),
        ),
  );
  return stray.slice(0, MAX_NOTES).map(({ sign, at }) => {
    const line = text.slice(0, at).split('\n').length;
    return explained('writing_no_partner', { sign, line });
  });
}

/** Paragraphs between empty lines. */
function paragraphsOf(prose: string, start: number): { text: string; start: number }[] {
  const found: { lines: string[]; start: number }[] = [];
  let at = start;
  let isOpen = false;
  for (const line of linesOf(prose)) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) found.at(-1)?.lines.push(line);
    else {
      found.push({ lines: [line], start: at });
      isOpen = true;
    }
    at += line.length;
  }
  return found.map(({ lines, start: from }) => ({ text: lines.join(''), start: from }));
}

const MAX_NOTES = 5;

function unpaired(paragraph: string): { sign: string; at: number }[] {
  // Brackets in code spans, link targets, list marks such as `1)` and emoticons do not count.
  const plain = paragraph.replace(/`[^`\n]*`|\]\([^()\n]{0,1000}\)|^[ \t]*\w{1,3}\)|[:;]-?[()]/gm, (match) =>
    ' '.repeat(match.length),
  );
  // A German quotation ends with the English opening mark.
  const isGerman = paragraph.includes('„');
  const open: { sign: string; at: number }[] = [];
  const stray: { sign: string; at: number }[] = [];
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at);
    if (isGerman && (sign === '“' || sign === '”')) continue;
    if (PAIRS.has(sign)) open.push({ sign, at });
    else if (CLOSERS.has(sign)) {
      const last = open.at(-1);
      if (last && PAIRS.get(last.sign) === sign) open.pop();
      else stray.push({ sign, at });
    }
  }
  return [...open, ...stray].toSorted((one, other) => one.at - other.at);
}
