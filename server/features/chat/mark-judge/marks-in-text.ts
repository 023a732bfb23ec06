import { isFence } from '../grounding/foreign-code.ts';

/** A marker in a text, from `at` to before `end`. */
export interface MarkPlace {
  readonly at: number;
  readonly end: number;
  readonly article: number;
}

/** The markers `[N]` of an answer in Markdown outside of code, in their order, and whether a place is code. */
export function marksIn(text: string): {
  readonly marks: readonly MarkPlace[];
  readonly isCode: (at: number) => boolean;
} {
  const prose = withoutCode(text);
  const marks = Array.from(prose.matchAll(/\[\d{1,2}\]/g), ({ 0: mark, index: at }) => ({
    at,
    end: at + mark.length,
    article: Number(mark.slice(1, -1)),
  }));
  return { marks, isCode: (at) => prose[at] !== text[at] };
}

/** A text with blanks in place of its code: blocks, and within a line from one run of backticks to the next as long as it. */
function withoutCode(text: string): string {
  let isInBlock = false;
  const lines = text.split('\n').map((line) => {
    const isBorder = isFence(line);
    if (isBorder) isInBlock = !isInBlock;
    return isBorder || isInBlock ? ' '.repeat(line.length) : withoutSpans(line);
  });
  return lines.join('\n');
}

function withoutSpans(line: string): string {
  const begun = new Map<number, number>();
  let prose = '';
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const end = index + run.length;
    const from = begun.get(run.length);
    if (from === undefined || from < prose.length) begun.set(run.length, index);
    else prose = `${prose}${line.slice(prose.length, from)}${' '.repeat(end - from)}`;
  }
  return prose + line.slice(prose.length);
}
