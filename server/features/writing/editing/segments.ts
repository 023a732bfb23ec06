import { createFenceTracker } from '../../../markup/dialect/fence-tracker.ts';

/** Consecutive lines of prose or code. `code` is fenced code, front matter or a `pre`, `script` or `style` element. */
export interface Segment {
  readonly kind: 'prose' | 'code';
  readonly start: number;
  readonly text: string;
}

/** Splits a text into prose and code that must not change; joined they give the text. Linear time. */
export function segmentsOf(text: string): Segment[] {
  const found: { kind: Segment['kind']; start: number; end: number }[] = [];
  const lines = linesOf(text);
  const isCode = createCodeTracker(endOfFrontMatter(lines));
  let start = 0;
  for (const line of lines) {
    const kind = isCode(line.replace(/\r?\n$/, '')) ? 'code' : 'prose';
    const end = start + line.length;
    const last = found.at(-1);
    if (last?.kind === kind) last.end = end;
    else found.push({ kind, start, end });
    start = end;
  }
  return found.map(({ kind, ...place }) => ({
    kind,
    start: place.start,
    text: text.slice(place.start, place.end),
  }));
}

/** The lines of a text, each with its line break. */
export const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** For each line in turn, true when it is code; the first lines may be front matter. */
function createCodeTracker(frontMatter: number): (line: string) => boolean {
  const isFenced = createFenceTracker();
  let seen = 0;
  let element = '';
  return (line) => {
    seen += 1;
    if (seen <= frontMatter) return true;
    if (element === '') {
      if (isFenced(line)) return true;
      element = OPENS_CODE.exec(line)?.[1]?.toLowerCase() ?? '';
      if (element === '') return false;
    }
    if (line.toLowerCase().includes(`</${element}`)) element = '';
    return true;
  };
}

const OPENS_CODE = /^[ \t]{0,12}<(pre|script|style)\b/i;

/** Number of lines of a closed YAML or TOML front matter, otherwise 0. */
function endOfFrontMatter(lines: readonly string[]): number {
  const mark = /^(---|\+\+\+)[ \t]*\r?\n$/.exec(lines[0] ?? '')?.[1];
  if (mark === undefined) return 0;
  const close = lines.slice(1, MAX_FRONT_MATTER).findIndex((line) => line.trimEnd() === mark);
  const inside = lines.slice(1, close + 1);
  // A horizontal rule at the top is no front matter unless lines like `name: value` follow.
  return close > 0 && inside.some((line) => /^[\w-]+[ \t]*[:=]/.test(line)) ? close + 2 : 0;
}

const MAX_FRONT_MATTER = 200;
