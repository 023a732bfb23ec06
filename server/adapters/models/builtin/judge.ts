import type { ChatTask } from '../../../ports/models.ts';
import { guessLanguage } from '../../../text/language.ts';
import { sentences } from '../../../text/sentences.ts';
import { createSupport } from '../../../text/support/support.ts';
import { subjectTerms, termsOf } from '../../../text/terms.ts';

type JudgeTask = Extract<ChatTask, { kind: 'judge' }>;

/** Overlaps, as fractions from 0 to 1. */
interface Shares {
  /** Of the question's terms, those in the answer. */
  readonly question: number;
  /** Of the reference's terms, those in the answer; `undefined` without a reference. */
  readonly recalled: number | undefined;
  /** Of the answer's terms, those in the reference or the passages. */
  readonly grounded: number;
  /** Of the answer's statements, those found in a passage. */
  readonly standing: number;
  /** Of the answer's citation markers, those whose article contains the statement; `undefined` without markers. */
  readonly cited: number | undefined;
}

/**
 * Judges an answer by overlap alone, as strict JSON with integer scores from 1 to 5. The reason names the built-in
 * judge and its counts, so that nobody takes the scores for a language model's opinion.
 */
export function judge(task: JudgeTask): string {
  const shares = count(task);
  const { question, recalled, grounded, standing, cited } = shares;
  return JSON.stringify({
    relevance: score(recalled === undefined ? question : Math.max(question, recalled)),
    correctness: score(recalled === undefined ? grounded : 0.7 * recalled + 0.3 * grounded),
    faithfulness: score(standing),
    completeness: score(recalled ?? question),
    citationAccuracy: score(cited ?? (task.passages.length === 0 ? 1 : 0)),
    hallucinationRisk: standing >= 0.8 ? 'low' : standing >= 0.5 ? 'medium' : 'high',
    reason: explainShares(shares, guessLanguage(task.question) === 'zh'),
  });
}

const score = (share: number) => 1 + Math.round(4 * Math.min(1, Math.max(0, share)));

function count({ question, reference, answer, passages }: JudgeTask): Shares {
  const said = new Set(termsOf(answer.replace(MARKS, ' ')));
  const statements = statementsOf(answer);
  const support = createSupport(passages, { question });
  const sources = passages.flatMap(({ title, headingPath, text }) =>
    termsOf([title, ...headingPath, text].join('\n')),
  );
  const known = new Set([...termsOf(reference), ...sources]);
  const marks = statements.flatMap(({ text, articles }) => articles.map((article) => ({ text, article })));
  return {
    question: shareIn(subjectTerms(question), said),
    recalled: reference.trim() === '' ? undefined : shareIn(subjectTerms(reference), said),
    grounded: shareIn(subjectTerms(answer.replace(MARKS, ' ')), known),
    standing: shareOf(statements, ({ text }) => support.best(text) !== undefined),
    cited:
      marks.length === 0
        ? undefined
        : shareOf(marks, ({ text, article }) => support.judge(text, article).verdict !== 'unsupported'),
  };
}

const MARKS = /\[\d{1,3}\]/g;

/** Sentences of an answer with the markers after them, without headings, fences and introductions. */
function statementsOf(answer: string): { text: string; articles: number[] }[] {
  const marked = answer.replace(/([。！？.!?]["'”’」』）)]*)((?:\s*\[\d{1,3}\])+)/g, '$2$1 ');
  return sentences(marked)
    .map(({ text }) => ({
      text: text.replace(MARKS, '').trim(),
      articles: [...text.matchAll(MARKS)].map(([mark]) => Number(mark.slice(1, -1))),
    }))
    .filter(({ text }) => subjectTerms(text).length > 1 && !/^(\*\*.*\*\*|#.*|```.*|.*[:：])$/.test(text));
}

const shareIn = (terms: readonly string[], known: ReadonlySet<string>) =>
  shareOf([...new Set(terms)], (term) => known.has(term));

const shareOf = <T>(things: readonly T[], holds: (thing: T) => boolean) =>
  things.length === 0 ? 0 : things.filter(holds).length / things.length;

function explainShares({ question, recalled, standing, cited }: Shares, chinese: boolean): string {
  return chinese
    ? [
        '内置重叠评分（未使用语言模型）：',
        recalled === undefined
          ? `回答含有问题词的 ${percent(question)}`
          : `回答含有参考答案用词的 ${percent(recalled)}`,
        `，${percent(standing)} 的句子能在检索到的文章中找到`,
        cited === undefined ? '，没有引用标记。' : `，${percent(cited)} 的引用标记与文章相符。`,
      ].join('')
    : [
        'Built-in overlap judge (no language model): ',
        recalled === undefined
          ? `the answer holds ${percent(question)} of the question's terms`
          : `the answer holds ${percent(recalled)} of the reference's terms`,
        `, ${percent(standing)} of its statements stand in the retrieved passages`,
        cited === undefined
          ? ', and it carries no marks.'
          : `, and ${percent(cited)} of its marks fit their article.`,
      ].join('');
}

const percent = (share: number) => `${Math.round(100 * share)}%`;
