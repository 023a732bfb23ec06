import type { QuotedPlace, TaskBlock } from '../../../../ports/models.ts';
import { createYieldEvery } from '../../../../work/event-loop.ts';
import type { QuestionTerms } from './question.ts';
import { isSameSection, partsOf, tableHead, type Source, type Segment } from './segments.ts';
import { scoreSegments, type ScoredSegment } from './score.ts';

/** A contiguous part of an article, in its own order and words. */
export interface QuotedPassage extends QuotedPlace {
  readonly markdown: string;
  /** Score of its best segment, from 0 to about 1. */
  readonly score: number;
}

/**
 * The part of an article that answers a question best: the block of the best segment with its lead-in, and neighbouring blocks of
 * the section while they fit into `longest` characters. Lists, tables and code are quoted whole; of a paragraph, list or table that is too
 * long, the sentences, items or rows around the segment. `undefined` where it has no word of the question.
 */
export async function quotePlace(
  source: Source,
  question: QuestionTerms,
  longest: number,
): Promise<QuotedPassage | undefined> {
  const weighed = await scoreSegments(source, question, createYieldEvery(turnMs));
  const best = weighed.reduce<ScoredSegment | undefined>(
    (top, next) => (next.score > (top?.score ?? 0) ? next : top),
    undefined,
  );
  if (best === undefined) return undefined;
  const { blocks } = source;
  const { headingPath = [], anchor = '' } = blocks[best.segment.block] ?? {};
  const markdown = markdownAround(blocks, weighed, best.segment, longest);
  const { kind, text } = best.segment;
  return { headingPath, anchor, ...(kind !== 'code' && { sentence: text }), markdown, score: best.score };
}

/** Milliseconds that an article is read without a pause. */
const turnMs = 8;

function markdownAround(
  blocks: readonly TaskBlock[],
  weighed: readonly ScoredSegment[],
  best: Segment,
  longest: number,
): string {
  if ((blocks[best.block]?.markdown.length ?? 0) > longest) return partAround(blocks, weighed, best, longest);
  const [first, last] = spanAround(blocks, weighed, best.block, longest);
  return blocks
    .slice(first, last + 1)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

/** First and last block of the section's longest stretch around a block that fits, lead-ins with what they introduce. */
function spanAround(
  blocks: readonly TaskBlock[],
  weighed: readonly ScoredSegment[],
  best: number,
  longest: number,
): [first: number, last: number] {
  const scores = new Map<number, number>();
  for (const { segment, score } of weighed)
    scores.set(segment.block, Math.max(score, scores.get(segment.block) ?? 0));
  const length = (from: number, to: number) =>
    blocks.slice(from, to + 1).reduce((sum, { markdown }) => sum + markdown.length + 2, -2);
  const introduces = (block: number) => INTRODUCES.test(blocks[block]?.markdown ?? '');
  const isOwn = (block: number) => isSameSection(blocks[block], blocks[best]);
  const [first, last] = grown(best, {
    fits: (from, to) => isOwn(from) && isOwn(to) && length(from, to) <= longest,
    scoreOf: (block) => scores.get(block) ?? 0,
    introduces,
  });
  // Drops a lead-in whose list or code did not fit.
  return [first, last > best && introduces(last) ? last - 1 : last];
}

/** A sentence that introduces the next block. */
const INTRODUCES = /[:：]$/;

/** Sentences, items or rows around the best one, as many as fit; code is quoted whole. */
function partAround(
  blocks: readonly TaskBlock[],
  weighed: readonly ScoredSegment[],
  best: Segment,
  longest: number,
): string {
  const block = blocks[best.block];
  if (block === undefined || block.kind === 'code') return block?.markdown ?? best.text;
  const parts = partsOf(block);
  const head = block.kind === 'table' ? tableHead(block.markdown) : '';
  const scores = weighed.filter(({ segment }) => segment.block === best.block).map(({ score }) => score);
  const at = parts.findIndex(({ text }) => text === best.text);
  const [first, last] = grown(Math.max(0, at), {
    fits: (from, to) =>
      head.length + (parts[to]?.end ?? Infinity) - (parts[from]?.start ?? -Infinity) <= longest,
    scoreOf: (part) => scores[part] ?? 0,
  });
  return head + block.markdown.slice(parts[first]?.start, parts[last]?.end);
}

/** The stretch around a place that takes in the better of its neighbours as long as one fits, and what introduces another with that. */
function grown(
  place: number,
  {
    fits,
    scoreOf,
    introduces = () => false,
  }: {
    readonly fits: (first: number, last: number) => boolean;
    readonly scoreOf: (place: number) => number;
    readonly introduces?: (place: number) => boolean;
  },
): [first: number, last: number] {
  let [first, last] = [place, place];
  for (;;) {
    const before = fits(first - 1, last);
    const after = fits(first, last + 1);
    if (!before && !after) return [first, last];
    const leads = before && introduces(first - 1);
    const isBetter = before && (!after || scoreOf(first - 1) > scoreOf(last + 1));
    if (leads || (isBetter && !(after && introduces(last)))) first -= 1;
    else last += 1;
  }
}
