import type { AnswerState } from '../../../contract/articles/articles.ts';
import type { MarkCounts } from './filter/mark-check.ts';
import type { EvidenceLevel } from '../knowledge/knowledge.ts';
import type { Attribution } from './grounding/attribution.ts';
import { isForeignBlock, withoutCode } from './grounding/foreign-code.ts';
import { statementsOf } from './grounding/statements.ts';

/** From this share of unsupported statements on, an answer is `partial`. */
const partialFrom = 1 / 3;

/**
 * Derives the answer state from the checked marks and from the statements that the passages support. An answer without
 * any mark of its model's own is `answered` only where every statement is nearly quoted.
 */
export function stateOf(input: {
  readonly answer: string;
  readonly level: EvidenceLevel;
  readonly marks: MarkCounts;
  readonly attribution: StatementJudge;
  readonly reason: 'stop' | 'length' | 'filtered' | 'other';
  /** Docent's own remarks in the answer, which state nothing. */
  readonly remarks?: readonly string[];
}): AnswerState {
  const { answer, level, marks, attribution, reason, remarks = [] } = input;
  if (reason === 'filtered') return 'refused';
  if (answer.trim() === '') return 'failed';
  const denied = deniesCoverage(answer);
  const { supported, sure, unsupported } = countOf(answer, attribution, remarks);
  const hasMarks = marks.kept + marks.moved > 0;
  if (!hasMarks && (supported === 0 || denied || level !== 'answers')) return 'not_covered';
  const isFounded = hasMarks || (sure === supported && unsupported === 0 && marks.dropped === 0);
  const isPart = denied || reason === 'length' || !isFounded || supported === 0;
  return isPart || unsupported / (supported + unsupported) >= partialFrom ? 'partial' : 'answered';
}

/** Statements of a model's own text, whatever marks it has, and those that an article says. */
export function supportOf(text: string, attribution: StatementJudge) {
  const { supported, unsupported } = countOf(text.replace(/\[\d{1,2}\]/g, ''), attribution, []);
  return { supported, total: supported + unsupported };
}

/** What the state needs to know of statements. */
export type StatementJudge = Pick<Attribution, 'bestFor' | 'surestFor' | 'isForeign' | 'holdsCode'>;

/** Numbers of supported statements, of those that are nearly quoted, and of others. */
function countOf(answer: string, attribution: StatementJudge, remarks: readonly string[]) {
  const { prose, blocks } = withoutCode(answer);
  const count = { supported: 0, sure: 0, unsupported: 0 };
  for (const { text, marked } of statementsOf(prose)) {
    const isRemark = remarks.some((remark) => text.replace(/^\*|\*$/g, '') === remark);
    if (isRemark) continue;
    if (marked || attribution.bestFor(text) !== undefined) count.supported++;
    // A statement in another language is only known by its mark.
    else if (!attribution.isForeign(text)) count.unsupported++;
    if (attribution.surestFor(text) !== undefined) count.sure++;
  }
  count.unsupported += blocks.filter((lines) => isForeignBlock(lines, attribution)).length;
  return count;
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
