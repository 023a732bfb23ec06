import { languageOf } from '../../server/adapters/models/builtin/extractive/answer.ts';
import { readQuestion } from '../../server/adapters/models/builtin/extractive/question.ts';
import {
  segmentSignals,
  type SegmentSignals,
} from '../../server/adapters/models/builtin/extractive/score.ts';
import { sourceOf } from '../../server/adapters/models/builtin/extractive/segments.ts';
import type { WordTable } from '../../server/text/word-vectors/word-table.ts';
import { isLone, subjectTerms, termsOf } from '../../server/text/terms.ts';
import { extractBlocks, quotable } from '../../server/features/knowledge/indexing/extract.ts';
import type { TaskBlock, TaskPassage } from '../../server/ports/models.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';

/** What the place that answers is known by; nothing where only the article is known. */
export interface KnownPlace {
  /** Words of the place, one of which it holds. */
  readonly answers?: readonly string[];
  /** Fragments of the headings it stands under. */
  readonly anchors?: readonly string[];
  /** An answer in words of its own, as a person wrote it. */
  readonly reference?: string;
}

export interface PickedSegment {
  readonly signals: SegmentSignals;
  /** True in a block that answers. */
  readonly isRight: boolean;
}

/** The segments of the article that answers, as an answer reads them: with the passages that reach it. */
export function segmentsOfRight(
  question: string,
  { title, text }: { readonly title: string; readonly text: string },
  passages: readonly Omit<TaskPassage, 'article'>[],
  place: KnownPlace,
  table: WordTable | undefined,
): readonly PickedSegment[] {
  const blocks = quotable(extractBlocks({ format: 'markdown', text }));
  const right = rightBlocks(blocks, place);
  if (right.size === 0) return [];
  const own = passages.slice(0, MOST_PASSAGES).map((passage) => ({ ...passage, title, article: 1 }));
  if (own.length === 0) return [];
  const source = sourceOf(own, blocks);
  const asked = readQuestion(withoutGrammar(question, guessLanguage(question)), languageOf(own));
  return segmentSignals(source, asked, table).map(({ segment, signals }) => ({
    signals,
    isRight: right.has(segment.block),
  }));
}

/** Passages that reach an answer by default. */
const MOST_PASSAGES = 5;

/** Numbers of the blocks that answer: of a reference those that share most of it. */
function rightBlocks(
  blocks: readonly TaskBlock[],
  { answers = [], anchors = [], reference = '' }: KnownPlace,
): ReadonlySet<number> {
  const wanted = answers.map(bare).filter((answer) => answer !== '');
  const terms = new Set(subjectTerms(reference).filter((term) => !isLone(term)));
  const shareIn = ({ markdown }: TaskBlock) =>
    terms.size === 0 ? 0 : terms.intersection(new Set(termsOf(markdown))).size / terms.size;
  const shares = blocks.map(shareIn);
  const most = Math.max(LEAST_SHARE, ...shares);
  return new Set(
    blocks.flatMap((block, at) => {
      const said = bare(block.markdown);
      const isRight =
        anchors.includes(block.anchor) ||
        wanted.some((answer) => said.includes(answer)) ||
        (shares[at] ?? 0) >= most;
      return isRight ? at : [];
    }),
  );
}

/** A block that shares less with the reference does not say it. */
const LEAST_SHARE = 0.3;

const bare = (text: string): string => text.toLowerCase().replace(/[\p{P}\p{S}\s]/gu, '');
