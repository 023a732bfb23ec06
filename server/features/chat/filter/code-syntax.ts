import type { InlineParser } from './inline-parser.ts';

/** A code block that is being shown: its sign, the length of its fence, and how far it is indented. */
export interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly indent: number;
}

/** The line that opens a code block, at most a language behind its fence. `before` is what its line shows so far. */
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
 * Code within a line. What no equal run of backticks closes on its line is none, and is escaped so that it pairs with
 * nothing further on, unless it could be the fence of a block inside a list.
 */
export const readCodeSpan: InlineParser = ({ text, before, unpaired, ended }) => {
  const [run = ''] = /^`+/.exec(text) ?? [];
  const line = text.split('\n', 1)[0] ?? '';
  for (const other of line.matchAll(/`+/g)) {
    if (other.index === 0 || other[0] !== run) continue;
    const end = other.index + run.length;
    if (end === text.length && !ended) return 'more';
    const span = text.slice(0, end);
    // A bar could end the cell of a table, and the code with it.
    const isCode = !unpaired && (!span.includes('|') || !/[[\]<&:]|www/i.test(span));
    if (isCode) return { take: end, show: span };
    break;
  }
  if (line.length === text.length && !ended) return 'more';
  const mayBeFence = run.length >= 3 && /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/.test(before);
  if (unpaired || mayBeFence) return { take: run.length, show: run, unpaired: true };
  return { take: run.length, show: '\\`'.repeat(run.length) };
};

/** Effect of a line inside a code block; `undefined` while the line is too short to decide. */
export function lineInCode(
  line: string,
  whole: boolean,
  fence: Fence,
): 'code' | 'end' | 'unsure' | undefined {
  if (!whole && /^[ \t]*[`~]*[ \t]*$/.test(line)) return undefined;
  if (line.trim() === '') return 'code';
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  // A line that stands further out may have left the list that the block is in.
  if (indent < fence.indent) return 'unsure';
  const sign = line.trim();
  const closes = sign.length >= fence.length && sign === fence.sign.repeat(sign.length);
  if (!closes) return 'code';
  if (indent <= 3) return 'end';
  return fence.indent === 0 ? 'code' : 'unsure';
}

/** True when a shown line begins a code block somewhere: at the margin, or inside a list or a quotation. */
export function fenceIn(line: string): 'none' | 'margin' | 'inside' {
  if (/^ {0,3}(?:`{3,}[^`]*|~{3,}.*)$/.test(line)) return 'margin';
  return /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*[\s>]*(?:`{3,}|~{3,})/.test(line) ? 'inside' : 'none';
}
