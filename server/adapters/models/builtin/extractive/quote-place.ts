import type { QuotedPlace, TaskBlock } from '../../../../ports/models.ts';
import type { Question } from './question.ts';
import { bare, partsOf, tableHead, segmentsOf, type Source, type Unit } from './segments.ts';
import { scoreSegments, type ScoredSegment } from './score.ts';

/** One contiguous place of an article in its own order and words. */
export interface QuotedPassage extends QuotedPlace {
  readonly markdown: string;
  /** The weight of its best statement, from 0 to about 1. */
  readonly score: number;
}

/**
 * The place that answers a question best: the block of the best statement with its lead-in, and the blocks beside it in the same
 * section while they fit into `longest` characters. Lists, tables and code come whole; a paragraph, list or table that is too long gives the
 * sentences, items or rows around the statement. `undefined` when nothing speaks of the question.
 */
export function quotePlace(
  sources: readonly Source[],
  question: Question,
  longest: number,
): QuotedPassage | undefined {
  const units = sources.flatMap((source) => segmentsOf(source));
  const weighed = scoreSegments(units, question, standingIn(sources));
  const best = weighed.reduce<ScoredSegment | undefined>(
    (top, next) => (next.score > (top?.score ?? 0) ? next : top),
    undefined,
  );
  const source = sources.find(({ article }) => article === best?.unit.article);
  if (best === undefined || source === undefined || best.score < LEAST_COVERAGE) return undefined;
  const { blocks } = source;
  const { headingPath = [], anchor = '' } = blocks[best.unit.block] ?? {};
  const own = weighed.filter(({ unit }) => unit.article === source.article);
  return {
    article: source.article,
    headingPath,
    anchor,
    markdown: markdownAround(blocks, own, best.unit, longest),
    score: best.score,
  };
}

/** Below this share of the question a statement is taken for something else. */
const LEAST_COVERAGE = 0.2;

/** A statement of a passage that was found counts more, the more the better it was found. */
function standingIn(sources: readonly Source[]): (unit: Unit) => number {
  const found = new Map(
    sources.map(({ article, found: passages }) => [
      article,
      passages.map(({ rank, text }) => ({ rank, text: bare(text) })),
    ]),
  );
  const order = new Map(sources.map(({ article }, place) => [article, place]));
  return ({ article, text }) => {
    const needle = bare(text).slice(0, 60);
    const rank = found.get(article)?.find((passage) => passage.text.includes(needle))?.rank;
    return (
      (rank === undefined ? NOT_FOUND : 1 / (1 + RANK * rank)) /
      (1 + ARTICLE_RANK * (order.get(article) ?? 0))
    );
  };
}

const NOT_FOUND = 0.85;
const RANK = 0.03;
const ARTICLE_RANK = 0.04;

function markdownAround(
  blocks: readonly TaskBlock[],
  weighed: readonly ScoredSegment[],
  best: Unit,
  longest: number,
): string {
  const scoreOf = (block: number) =>
    Math.max(0, ...weighed.filter(({ unit }) => unit.block === block).map(({ score }) => score));
  let [first, last] = [best.block, best.block];
  const length = (from: number, to: number) =>
    blocks.slice(from, to + 1).reduce((sum, { markdown }) => sum + markdown.length + 2, -2);
  const fits = (from: number, to: number) => length(from, to) <= longest;
  if (!fits(first, last)) return partAround(blocks, weighed, best, longest);
  const isBeside = (block: number) => sameSection(blocks[block], blocks[best.block]);
  for (;;) {
    const before = isBeside(first - 1) && fits(first - 1, last) ? first - 1 : undefined;
    const after = isBeside(last + 1) && fits(first, last + 1) ? last + 1 : undefined;
    const leads = before !== undefined && INTRODUCES.test(blocks[before]?.markdown ?? '');
    const introduces = after !== undefined && INTRODUCES.test(blocks[last]?.markdown ?? '');
    if (leads) first -= 1;
    else if (introduces) last += 1;
    else if (before !== undefined && (after === undefined || scoreOf(before) > scoreOf(after))) first -= 1;
    else if (after !== undefined) last += 1;
    else break;
  }
  // A lead-in whose list or code did not fit announces nothing.
  if (last > best.block && INTRODUCES.test(blocks[last]?.markdown ?? '')) last -= 1;
  return blocks
    .slice(first, last + 1)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

/** A sentence that announces what follows. */
const INTRODUCES = /[:：]$/;

const sameSection = (one: TaskBlock | undefined, other: TaskBlock | undefined) =>
  one !== undefined && one.headingPath.join('\n') === other?.headingPath.join('\n');

/** Sentences, items or rows around the best one, as many as fit; code comes whole whatever its length. */
function partAround(
  blocks: readonly TaskBlock[],
  weighed: readonly ScoredSegment[],
  best: Unit,
  longest: number,
): string {
  const block = blocks[best.block];
  if (block === undefined || block.kind === 'code') return block?.markdown ?? best.text;
  const parts = partsOf(block);
  const head = block.kind === 'table' ? tableHead(block.markdown) : '';
  const scores = weighed.filter(({ unit }) => unit.block === best.block).map(({ score }) => score);
  const at = Math.max(
    0,
    parts.findIndex(({ text }) => text === best.text),
  );
  let [first, last] = [at, at];
  const fits = (from: number, to: number) =>
    head.length + (parts[to]?.end ?? Infinity) - (parts[from]?.start ?? -Infinity) <= longest;
  for (;;) {
    const before = first > 0 && fits(first - 1, last);
    const after = last < parts.length - 1 && fits(first, last + 1);
    if (!before && !after) break;
    if (before && (!after || (scores[first - 1] ?? 0) > (scores[last + 1] ?? 0))) first -= 1;
    else last += 1;
  }
  return head + block.markdown.slice(parts[first]?.start, parts[last]?.end);
}
