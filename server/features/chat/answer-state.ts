import type { AnswerState } from '../../../contract/articles/articles.ts';
import { sentences } from '../../text/sentences.ts';
import type { MarkCounts } from './filter/mark-check.ts';
import type { EvidenceLevel } from '../knowledge/knowledge.ts';
import type { Attribution } from './grounding/attribution.ts';

/** Minimum share of supported statements for `answered`. */
const answeredShare = 0.6;
/** Minimum share of supported statements for `partial`. */
const partialShare = 0.25;
/** Shorter sentences are headings or polite phrases. */
const shortestStatement = 8;

/** Derives the answer state from the checked marks and from the share of the answer that the passages support. */
export function stateOf(input: {
  readonly answer: string;
  readonly level: EvidenceLevel;
  readonly marks: MarkCounts;
  readonly attribution: Attribution;
  readonly reason: 'stop' | 'length' | 'filtered' | 'other';
}): AnswerState {
  const { answer, level, marks, attribution, reason } = input;
  if (reason === 'filtered') return 'refused';
  if (answer.trim() === '') return 'failed';
  const statements = statementsOf(answer).filter(({ text }) => text.length >= shortestStatement);
  const standing = statements.filter(
    ({ text, marked }) => marked || attribution.bestFor(text) !== undefined,
  ).length;
  const share = statements.length === 0 ? 0 : standing / statements.length;
  const standingMarks = marks.kept + marks.moved;
  const denied = deniesCoverage(answer);
  if (standingMarks === 0 && (denied || level !== 'answers' || share < partialShare)) return 'not_covered';
  if (denied || reason === 'length') return 'partial';
  const isUnfounded = standingMarks === 0 && marks.dropped > 0;
  return share >= answeredShare && !isUnfounded
    ? 'answered'
    : standingMarks > 0 || share >= partialShare
      ? 'partial'
      : 'not_covered';
}

/**
 * True when an answer says in its first sentences that the site lacks the information; it then counts as not covered,
 * even if other statements are supported.
 */
export const deniesCoverage = (answer: string): boolean => denials.test(answer.slice(0, 400));

const denials = new RegExp(
  [
    String.raw`\b(?:do(?:es)?|did|is|are|was|were|has|have|can|could)(?: not|n['’]t) (?:seem to |appear to |directly |explicitly |specifically |currently )?(?:cover|answer|mention|address|contain|say|provide|include|discuss|describe|specif|find|been found|mentioned|covered|available)`,
    String.raw`\bno (?:information|mention|article|passage|answer|details?)\b|\bnothing (?:on|about|in)\b`,
    String.raw`(?:没有|沒有|并未|並未|未|找不到|未能)(?:明确|明確|直接|具体|具體)?(?:提到|提及|涉及|涵盖|涵蓋|回答|说明|說明|介绍|介紹|包含|提供|找到|相关|相關|关于|關於|记载|記載)`,
    String.raw`記載(?:は|が)?(?:ありません|されていません)|(?:見つかりません|書かれていません|含まれていません|答えていません)`,
    String.raw`(?:다루지|나와 있지|언급하지|언급되어 있지|포함되어 있지|찾을 수|찾지) (?:않|없|못)`,
    String.raw`\bne (?:\w+ ){0,3}(?:pas|aucune?)\b|\b(?:aucune? (?:information|article|passage|réponse))\b`,
    String.raw`\b(?:nicht|keine?) (?:\w+ ){0,3}(?:behandelt|beantwortet|erwähnt|gefunden|enthalten|Informationen|Angaben|Antwort)`,
    String.raw`\bno (?:se )?(?:\w+ ){0,2}(?:cubren?|responden?|mencionan?|encontr|contien|tratan?)|\bninguna? (?:información|artículo)`,
    String.raw`\bnão (?:\w+ ){0,2}(?:cobrem?|respondem?|mencionam?|encontr|contém|tratam?)|\bnenhum[a]? (?:informação|artigo)`,
    String.raw`\bне (?:\S+ ){0,2}(?:содерж|упомина|отвеча|охват|наш|найден|рассматрива|говор)|\bнет (?:информации|ответа|данных|сведений)`,
  ].join('|'),
  'iu',
);

/** Sentences of an answer without their markers, which stand before or after the full stop. */
function statementsOf(answer: string): { readonly text: string; readonly marked: boolean }[] {
  const inside = answer.replace(/([。！？.!?]["'”’」』）)]*)((?:\s*\[\d{1,2}\])+)/g, '$2$1 ');
  return sentences(inside).map(({ text }) => {
    const plain = text.replace(/\[\d{1,2}\]/g, '').trim();
    return { text: plain, marked: plain.length < text.length };
  });
}
