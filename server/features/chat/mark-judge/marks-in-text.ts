import { isFence } from '../grounding/foreign-code.ts';

/** A marker in a text, from `at` to before `end`. */
export interface MarkPlace {
  readonly at: number;
  readonly end: number;
  readonly article: number;
}

/** The markers `[N]` of an answer in Markdown outside of code, in their order, and the stretches of code. */
export function marksIn(text: string): {
  readonly marks: readonly MarkPlace[];
  readonly isCode: (at: number) => boolean;
} {
  const code = codeIn(text);
  const isCode = (at: number) => code.some(([from, to]) => at >= from && at < to);
  const marks: MarkPlace[] = [];
  let next = 0;
  for (const { 0: mark, index: at } of text.matchAll(/\[\d{1,2}\]/g)) {
    while ((code[next]?.[1] ?? Infinity) <= at) next++;
    if (at >= (code[next]?.[0] ?? Infinity)) continue;
    marks.push({ at, end: at + mark.length, article: Number(mark.slice(1, -1)) });
  }
  return { marks, isCode };
}

type Stretch = readonly [from: number, to: number];

/** Blocks and spans of code, in their order. */
function codeIn(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let block: number | undefined;
  let prose = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (isFence(line)) {
      if (block === undefined) {
        found.push(...spansIn(text, prose, at));
        block = at;
      } else {
        found.push([block, end]);
        block = undefined;
      }
      prose = end;
    }
    at = end + 1;
  }
  return [
    ...found,
    ...(block === undefined ? spansIn(text, prose, text.length) : [[block, text.length] as const]),
  ];
}

/** Spans of code: each goes from a run of backticks to the next one of the same length, within a paragraph. */
function spansIn(text: string, from: number, to: number): readonly Stretch[] {
  const runs = [...text.slice(from, to).matchAll(/`+|\n\s*\n/g)].map(({ 0: run, index }) => ({
    at: from + index,
    length: run.startsWith('`') ? run.length : 0,
  }));
  // Read backwards, the nearest partner of every run is known.
  const partner: (number | undefined)[] = [];
  let nearest = new Map<number, number>();
  for (let n = runs.length - 1; n >= 0; n--) {
    const length = runs[n]?.length ?? 0;
    if (length === 0) nearest = new Map();
    else {
      partner[n] = nearest.get(length);
      nearest.set(length, n);
    }
  }
  const found: Stretch[] = [];
  for (let n = 0; n < runs.length; n++) {
    const [first, last] = [runs[n], runs[partner[n] ?? -1]];
    if (!first || !last) continue;
    found.push([first.at, last.at + last.length]);
    n = partner[n] ?? n;
  }
  return found;
}
