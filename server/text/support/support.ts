import { guessLanguage, type Language } from '../language.ts';
import { closestTo } from './closest.ts';
import { contentOf, longestStatement, type Content } from './content.ts';
import { evidenceOf, type Evidence, type EvidenceSentence, type SupportPassage } from './evidence.ts';
import { quotesOf, type Quotes } from './quotations.ts';
import { editsOf } from './edits/edits.ts';
import { probability, thresholds } from './model.ts';
import { isDenseLanguage } from './tokens.ts';

/**
 * Whether an article supports a statement. `foreign` is a statement in another language whose numbers and names occur in the
 * article; nothing else can be compared across languages.
 */
export type Verdict = 'supported' | 'foreign' | 'unsupported';

export interface Judgement {
  readonly verdict: Verdict;
  /** Probability that the article supports the statement; 0 when nothing was compared. */
  readonly score: number;
  /** The closest sentence, in the Markdown of the passage. */
  readonly sentence?: EvidenceSentence;
  /** True when words alone tell neither way: a paraphrase that may be right, or a statement in another language. */
  readonly isUndecided?: boolean;
}

export interface Support {
  /** Judges a statement by the sentences of one article. */
  judge(statement: string, article: number): Judgement;
  /**
   * The article that supports the statement best, with a stricter threshold than for one that was named; `undefined` when none does, and
   * for a foreign statement.
   */
  best(statement: string): number | undefined;
  /** The same with a still stricter threshold: the statement is practically a quotation. */
  surest(statement: string): number | undefined;
  /** False only when clearly no article supports the statement; a paraphrase may still be right. */
  mayBe(statement: string): boolean;
}

export interface SupportOptions {
  /** The question that the statements answer; a short answer is judged together with it. */
  readonly question?: string | undefined;
}

const unsupported: Judgement = { verdict: 'unsupported', score: 0 };

/**
 * Compares statements with the closest one or two sentences of a cited article. The numbers are those of
 * `weights.json` and `edits/numbers.json`, which `bench/support/learn.py` learns. Takes time linear in the length of a statement, of which at most
 * `longestStatement` characters count.
 */
export function createSupport(
  passages: readonly SupportPassage[],
  { question }: SupportOptions = {},
): Support {
  const articles = [...new Set(passages.map(({ article }) => article))];
  const known = new Map<number, ReturnType<typeof judgeOf>>();
  const judge = (statement: string, article: number): Judgement => {
    const judgeArticle =
      known.get(article) ??
      judgeOf(
        passages.filter((passage) => passage.article === article),
        question,
      );
    known.set(article, judgeArticle);
    return judgeArticle(statement.slice(0, 2 * longestStatement));
  };
  const first = (statement: string, least: number): number | undefined =>
    articles
      .map((article) => ({ article, ...judge(statement, article) }))
      .filter(({ verdict, score }) => verdict === 'supported' && score >= least)
      .toSorted((one, other) => other.score - one.score || one.article - other.article)[0]?.article;
  return {
    judge,
    mayBe: (statement) => articles.some((article) => judge(statement, article).score >= thresholds.possible),
    best: (statement) => first(statement, thresholds.moved),
    surest: (statement) => first(statement, thresholds.sure),
  };
}

/** Judges statements by the passages of one article, which are read at the first one. */
function judgeOf(
  passages: readonly SupportPassage[],
  question: string | undefined,
): (statement: string) => Judgement {
  const evidence = evidenceOf(passages);
  const asked = question === undefined ? undefined : contentOf(question, evidence.language);
  const known = new Map<string, Judgement>();
  let quotes: Quotes | undefined;

  const byWords = (statement: string): Judgement => {
    const content = checkable(statement, evidence.language, question);
    if (evidence.sentences.length === 0 || content.tokens.length === 0) return unsupported;
    if (isForeign(content, statement, evidence)) return foreignVerdict(content, evidence);
    const top = closestTo(content, evidence, asked);
    if (top === undefined) return unsupported;
    const { signals, sentence, contents } = top;
    const score = probability(signals, editsOf(content, contents, sentence, evidence));
    const isTooShort = content.terms.size < minTerms;
    // A statement with a quantity that the page lacks is never supported: precision .817 → .828 and .811 → .816 on both halves of the set.
    const isPossible = signals.valuesMissing === 0 && (!isTooShort || signals.exact === 1);
    return {
      score,
      sentence,
      verdict: isPossible && score >= thresholds.threshold ? 'supported' : 'unsupported',
      isUndecided: isPossible && score >= thresholds.possible && score < thresholds.sure,
    };
  };

  const judge = (statement: string): Judgement => {
    const compared = byWords(statement);
    quotes ??= quotesOf(passages);
    // What stands on the page word for word is said there, whatever its words are.
    return quotes(statement) ? { ...compared, verdict: 'supported', score: 1, isUndecided: false } : compared;
  };

  return (statement) => {
    const before = known.get(statement);
    if (before) return before;
    const judgement = judge(statement);
    if (known.size >= maxCachedJudgements) known.clear();
    known.set(statement, judgement);
    return judgement;
  };
}

/** Support of a sentence by a whole article. */
export function supportOf(article: {
  readonly title: string;
  readonly text: string;
}): (sentence: string) => boolean {
  const support = createSupport([{ article: 1, headingPath: [], ...article }]);
  return (sentence) => support.judge(sentence, 1).verdict === 'supported';
}

/** Size of the cache of judgements: a mark, its quotation and the answer state ask for the same statements. */
const maxCachedJudgements = 200;

/** A statement with fewer terms is too short to be checked, unless the article contains it word for word. */
const minTerms = 2;

/** The content of a statement; of a bare name or number together with the question. */
function checkable(statement: string, language: Language, question: string | undefined): Content {
  const content = contentOf(statement, language);
  const isFact = content.terms.size < minTerms && content.names.size + content.quantities.length > 0;
  return isFact && question !== undefined ? contentOf(`${question}\n${statement}`, language) : content;
}

/** True when statement and article are in different languages and therefore share few words. */
function isForeign(content: Content, statement: string, { language, holding }: Evidence): boolean {
  const known = Array.from(content.terms).filter((term) => holding.has(term)).length;
  if (known > sharedTerms * content.terms.size) return false;
  const isDense = isDenseLanguage(language);
  if (isDense ? content.dense < 0.2 && content.terms.size >= 3 && mostlyProse(content) : content.dense > 0.6)
    return true;
  if (isDense || content.tokens.length < wordsOfLanguage || language === 'other') return false;
  const own = guessLanguage(statement);
  return own !== language && own !== 'other';
}

/** A statement of which the article has more terms is in its language, whatever its other words look like. */
const sharedTerms = 0.5;

/** Minimum number of words to detect the language of a statement. */
const wordsOfLanguage = 8;

/** True when enough words are not names: a list of product names is in every language. */
const mostlyProse = (content: Content): boolean => content.tokens.length - content.names.size >= 4;

/** Across languages, all numbers and names must occur in the article. */
function foreignVerdict(content: Content, { sentences, folded }: Evidence): Judgement {
  const text = folded();
  const values = new Set(
    sentences.flatMap((sentence) => sentence.content().quantities.map(({ value }) => value)),
  );
  const isTrue =
    content.quantities.every(({ value, isWeak }) => isWeak || values.has(value)) &&
    [...content.names].every((name) => text.includes(name));
  return isTrue ? { verdict: 'foreign', score: 0, isUndecided: true } : unsupported;
}
