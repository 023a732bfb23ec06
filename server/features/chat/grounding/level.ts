import type { Evidence } from '../../../ports/search-index.ts';
import { withoutGrammar } from '../../../text/word-lists/grammar-words.ts';
import { stemLanguageOf, type StemLanguage } from '../../../text/morphology/stem.ts';
import { contentTerms, isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';
import { factsAsked } from '../../../text/question/fact-kinds.ts';
import type { EvidenceLevel, Passage } from '../../knowledge/knowledge.ts';

type Place = Pick<Passage, 'title' | 'headingPath' | 'text'>;

/** The level of an answer: that of the evidence, and `answers` where little is missing and the first passage shows that it answers. */
export function levelOf(
  { level, score }: Pick<Evidence, 'level' | 'score'>,
  [first]: readonly Place[],
  question: string,
  language: string,
): EvidenceLevel {
  if (level === 'answers' || first === undefined) return level;
  const isShown = showsFact(first, score, question) || isAskedByHeading(first, question, language);
  return level === 'close' && isShown ? 'answers' : level;
}

/** From this evidence on, a passage that shows the price or the time that was asked for answers. */
const factFrom = 0.35;

/** True when a passage shows what was asked for, such as a price. */
function showsFact({ text }: Place, score: number, question: string): boolean {
  const facts = factsAsked(question);
  return score >= factFrom && facts.length > 0 && facts.every((fact) => fact.test(text));
}

/**
 * True when a passage stands under a heading that is the question: the question names at least half of the heading, and title and
 * headings name all that it asks about. "What if I capsize?" is answered under "If you capsize" on a site of any size.
 */
function isAskedByHeading({ title, headingPath, text }: Place, question: string, language: string): boolean {
  const stems = stemLanguageOf(language);
  const asked = new Set(tellingTerms(withoutGrammar(question, language), stems));
  if (asked.size === 0) return false;
  const above = new Set(contentTerms([title, ...headingPath].join('\n'), stems));
  return [headingPath.at(-1) ?? '', ...headingsIn(text)].some((heading) => {
    const own = contentTerms(withoutGrammar(heading, language), stems);
    const named = own.filter((term) => asked.has(term));
    if (named.length === 0 || named.length < LEAST_OF_HEADING * own.length) return false;
    const known = new Set([...above, ...own]);
    return [...asked].every((term) => known.has(term));
  });
}

const LEAST_OF_HEADING = 0.5;

/** Terms that say what a question is about; all of them where all are everyday words. */
function tellingTerms(question: string, language: StemLanguage): readonly string[] {
  const content = words(question).filter((word) => !isStopWord(word));
  const telling = content.filter((word) => !isCommonWord(word, language));
  return (telling.length > 0 ? telling : content).map((word) => stem(word, language));
}

/** Short sections that were joined into one passage keep their headings as lines above their text. */
export const headingsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|\n\n)(?:[^\n]* › )?([^\n]{1,80}[^\s.:;,。：；，])\n(?=\S)/g)].map(
    ([, heading = '']) => heading,
  );
