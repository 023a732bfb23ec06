import type { MarkQuote } from '../../../../contract/articles/articles.ts';
import type { AnswerFilter } from '../filter/answer-filter.ts';
import type { CheckedMark, DoubtfulMark, MarkCounts } from '../filter/mark-check.ts';
import type { Attribution } from '../grounding/attribution.ts';
import { marksIn, type MarkPlace } from './marks-in-text.ts';
import type { CitedStatement } from './prompt.ts';
import type { MarkVerdict } from './verdicts.ts';

/** An answer whose markers were judged once more. */
export interface Revision {
  readonly text: string;
  readonly quotes: readonly MarkQuote[];
  readonly marks: MarkCounts;
}

type Judged = (mark: CitedStatement) => MarkVerdict | undefined;

/**
 * The text without the markers that the judge refuted, and with the dropped ones that it confirmed; `undefined` when the markers
 * of the text are not those that were shown.
 */
export function revisedText(
  text: string,
  filter: Pick<AnswerFilter, 'shown' | 'doubtful' | 'quotes' | 'marks'>,
  judged: Judged,
  quoteFor: Attribution['quoteFor'],
): Revision | undefined {
  const { marks: places, isCode } = marksIn(text);
  const { shown } = filter;
  if (places.length !== shown.length || places.some(({ article }, n) => article !== shown[n]?.article))
    return undefined;
  const marks = { ...filter.marks };
  const quotes = new Map(filter.quotes.map((quote) => [quote.mark, quote]));
  const kept: Shown[] = [];
  const edits: Edit[] = [];
  places.forEach(({ at, end }, n) => {
    const mark = shown[n];
    if (!mark) return;
    if (judged(mark) !== 'no') return kept.push({ at, mark, quote: quotes.get(n + 1) });
    if (mark.origin !== 'added') {
      marks[mark.origin]--;
      marks.dropped++;
    }
    return edits.push({ from: blankBefore(text, at, end), to: end, put: '' });
  });
  for (const mark of filter.doubtful.filter((one) => judged(one) === 'yes')) {
    const at = placeOf(mark, text, places);
    const isStanding = kept.some((one) => one.at === at && one.mark.article === mark.article);
    if (at === undefined || isCode(at) || isStanding) continue;
    marks.dropped--;
    marks.kept++;
    const quote = quoteFor(mark.statement, mark.article);
    kept.push({ at, mark, quote: { article: mark.article, quote: '', ...quote } });
    const to = text[at] === ' ' && isBorder(text, at + 1) ? at + 1 : at;
    edits.push({ from: at, to, put: `${text.slice(at, to)}[${mark.article}]` });
  }
  return { text: edited(text, edits), quotes: numbered(kept), marks };
}

interface Shown {
  readonly at: number;
  readonly mark: CheckedMark | DoubtfulMark;
  readonly quote: Omit<MarkQuote, 'mark'> | undefined;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** Where a removed marker begins: at the blank before it, unless a word follows. */
const blankBefore = (text: string, at: number, end: number): number =>
  text[at - 1] === ' ' && isBorder(text, end) ? at - 1 : at;

/** True where no word begins. */
const isBorder = (text: string, at: number): boolean =>
  /^(?:$|[\s.,;:!?)。，；：！？）])/.test(text.charAt(at));

/** Where a dropped marker stood: behind the last place of its statement before the next marker, and behind the markers there. */
function placeOf(
  { statement, after }: DoubtfulMark,
  text: string,
  places: readonly MarkPlace[],
): number | undefined {
  const limit = places[after]?.at ?? text.length;
  const start = statement === '' ? -1 : text.lastIndexOf(statement, limit - statement.length);
  if (start < 0) return undefined;
  let end = start + statement.length;
  for (const mark of places)
    if (mark.at === end || (mark.at === end + 1 && text[end] === ' ')) end = mark.end;
  return end;
}

const numbered = (kept: readonly Shown[]): readonly MarkQuote[] =>
  kept
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ quote }, n) => (quote ? [{ ...quote, mark: n + 1 }] : []));

function edited(text: string, edits: readonly Edit[]): string {
  let [result, done] = ['', 0];
  for (const { from, to, put } of edits.toSorted((one, other) => one.from - other.from)) {
    result += text.slice(done, from) + put;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}
