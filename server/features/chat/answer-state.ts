import type { AnswerState } from '../../../contract/articles.ts';
import { sentences } from '../../kit/sentences.ts';
import type { MarkCounts } from './filter/answer-filter.ts';
import type { Attribution } from './attribution.ts';

/** An answer of which at least this share of statements stands in the passages is an answer. */
const answeredShare = 0.6;
/** Below this share nothing of it stands. */
const partialShare = 0.25;
/** Shorter pieces are headings or courtesies, not statements. */
const shortestStatement = 8;

/** What an answer is worth, told from its checked marks and from how much of it stands in the passages. */
export function stateOf(input: {
  readonly answer: string;
  readonly covered: boolean;
  readonly marks: MarkCounts;
  readonly attribution: Attribution;
  readonly reason: 'stop' | 'length' | 'filtered' | 'other';
}): AnswerState {
  const { answer, covered, marks, attribution, reason } = input;
  if (reason === 'filtered') return 'refused';
  if (answer.trim() === '') return 'failed';
  const statements = statementsOf(answer).filter(({ text }) => text.length >= shortestStatement);
  const standing = statements.filter(
    ({ text, marked }) => marked || attribution.bestFor(text) !== undefined,
  ).length;
  const share = statements.length === 0 ? 0 : standing / statements.length;
  const standingMarks = marks.kept + marks.moved;
  if (standingMarks === 0 && (!covered || share < partialShare)) return 'not_covered';
  if (reason === 'length') return 'partial';
  return share >= answeredShare
    ? 'answered'
    : standingMarks > 0 || share >= partialShare
      ? 'partial'
      : 'not_covered';
}

/** Sentences of an answer without their marks, which stand before or behind the full stop. */
function statementsOf(answer: string): { readonly text: string; readonly marked: boolean }[] {
  const inside = answer.replace(/([。！？.!?]["'”’」』）)]*)((?:\s*\[\d{1,2}\])+)/g, '$2$1 ');
  return sentences(inside).map(({ text }) => {
    const plain = text.replace(/\[\d{1,2}\]/g, '').trim();
    return { text: plain, marked: plain.length < text.length };
  });
}
