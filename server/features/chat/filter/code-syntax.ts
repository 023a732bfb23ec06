import type { InlineParser } from './inline-parser.ts';
import { withoutEnd } from '../../../kit/scan/edges.ts';

/** The open code block: fence character, fence length and indentation. */
export interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly indent: number;
}

/**
 * Parses the line that opens a code block, with at most a language after the fence. `before` is the line's output so
 * far.
 */
export function readFence(
  text: string,
  before: string,
  ended: boolean,
): { readonly fence: Fence; readonly take: number } | 'more' | undefined {
  const [run = ''] = /^(?:`+|~+)/.exec(text) ?? [];
  if (run === '' || !/^ {0,3}$/.test(before)) return undefined;
  if (run.length === text.length && !ended && run.length < 80) return 'more';
  if (run.length < 3) return undefined;
  const [line] = /^[`~]+[^`~\n:]{0,80}\n/.exec(text) ?? [];
  if (line !== undefined)
    return { fence: { sign: run.charAt(0), length: run.length, indent: before.length }, take: line.length };
  return !ended && /^[`~]+[^`~\n:]{0,80}$/.test(text) ? 'more' : undefined;
}

/**
 * Inline code. Backticks that are not closed on their line are escaped, unless they may be the fence of a block inside
 * a list.
 */
export const readCodeSpan: InlineParser = ({ text, before, unpaired, ended }) => {
  const [run = ''] = /^`+/.exec(text) ?? [];
  const line = text.split('\n', 1)[0] ?? '';
  for (const other of line.matchAll(/`+/g)) {
    if (other.index === 0 || other[0] !== run) continue;
    const end = other.index + run.length;
    if (end === text.length && !ended) return 'more';
    const span = text.slice(0, end);
    // A `|` may end the cell of a table and the code with it.
    const isCode = !unpaired && (!span.includes('|') || !/[[\]<&:]|www/i.test(span));
    if (isCode) return { take: end, show: span };
    if (!unpaired && !span.slice(1, -1).includes('`')) return { take: end, show: inCells(span) };
    break;
  }
  if (line.length === text.length && !ended) return 'more';
  const mayBeFence = run.length >= 3 && /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/.test(before);
  if (unpaired || mayBeFence) return { take: run.length, show: run, unpaired: true };
  return { take: run.length, show: '\\`'.repeat(run.length) };
};

/** Code with a `|` as one piece of code on each side of it, which reads alike in a table and outside. */
const inCells = (span: string): string =>
  span
    .slice(1, -1)
    .split('|')
    .map((piece) => withoutEnd(piece, /[\s\\]/).trim())
    .map((piece) => (piece === '' ? '' : `\`${piece}\``))
    .join(' | ')
    .trim();

/** Effect of a line inside a code block; `undefined` while it is too short to decide. */
export function lineInCode(
  line: string,
  whole: boolean,
  fence: Fence,
): 'code' | 'end' | 'unsure' | undefined {
  if (!whole && /^[ \t]*(?:[`~]+[ \t]*)?$/.test(line)) return undefined;
  if (line.trim() === '') return 'code';
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  // A line with less indentation may have left the list that contains the block.
  if (indent < fence.indent) return 'unsure';
  const sign = line.trim();
  const closes = sign.length >= fence.length && sign === fence.sign.repeat(sign.length);
  if (!closes) return 'code';
  if (indent <= 3) return 'end';
  return fence.indent === 0 ? 'code' : 'unsure';
}

/** Position at which a line opens a code block in some renderer: at the margin, or inside a list or quotation. */
export function fenceIn(line: string): 'none' | 'margin' | 'inside' {
  if (/^ {0,3}(?:`{3,}[^`]*|~{3}[^]*)$/.test(line)) return 'margin';
  return /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s[\s>]*)*(?:`{3}|~{3})/.test(line) ? 'inside' : 'none';
}
