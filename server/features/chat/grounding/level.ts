import type { Evidence } from '../../../ports/search-index.ts';
import { factsAsked } from '../../../text/question/fact-kinds.ts';
import { withoutNumber } from '../../../text/question/headings.ts';
import { isIdlePredicate } from '../../../text/question/predicates.ts';
import { stemLanguageOf, type StemLanguage } from '../../../text/morphology/stem.ts';
import { synonymsOf } from '../../../text/synonyms/synonyms.ts';
import { contentTerms, foldText, isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';
import { withoutGrammar } from '../../../text/word-lists/grammar-words.ts';
import type { EvidenceLevel } from '../../knowledge/knowledge.ts';
import { explains } from './explaining-first.ts';
import { linesOf, sectionsOf, type Place, type Section } from './sections.ts';

/**
 * The level of an answer: that of the evidence, and `answers` where little is missing and the first passage shows that it answers or
 * explains the thing that is asked about, or one of the first stands under a heading that is the question.
 */
export function levelOf(
  { level, score }: Pick<Evidence, 'level' | 'score'>,
  places: readonly Place[],
  question: string,
  language: string,
): EvidenceLevel {
  const [first] = places;
  if (level === 'answers' && isOneCharacter(question)) return 'close';
  if (level === 'answers' || first === undefined) return level;
  const asked = askedWords(question, language);
  if (level === 'close' && score >= factFrom && showsFact(first, question, asked, language)) return 'answers';
  const facts = factsAsked(question);
  const shows = ({ text }: Section) => facts.every((fact) => fact.test(text));
  const isAsked = (section: Section) => shows(section) && isAskedByHeading(section, asked, language);
  const holdsAll = (section: Section) => shows(section) && speaksOfAll(section, asked, language);
  const isShown =
    (level === 'close' && explains(first.text, question)) ||
    (score >= mostFrom && speaksOfMost(first, asked, language)) ||
    places.slice(0, MOST_PLACES).some((place) => sectionsOf(place).some(isAsked)) ||
    sectionsOf(first).some(holdsAll);
  return isShown ? 'answers' : level;
}

/** A single letter or character is looked for rather than asked about. */
const isOneCharacter = (question: string): boolean => (question.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 2;

/** From this evidence on, a passage that names most of what the question is about answers. */
const mostFrom = 0.38;
const MOST = 0.75;
const LEAST_WORDS = 3;

const speaksOfMost = (place: Place, asked: Asked, language: string): boolean =>
  asked.words.length >= LEAST_WORDS && shareNamed(place, asked, language) >= MOST;

/** The share of what a question is about that a place names. */
function shareNamed({ title, headingPath, text }: Place, { words }: Asked, language: string): number {
  const holds = reader([title, ...headingPath, text].join('\n'), stemLanguageOf(language));
  return words.filter(holds).length / words.length;
}

const LEAST_NAMED = 0.6;

/** Places that are looked at for a heading that is the question. */
const MOST_PLACES = 3;

/** From this evidence on, a passage that shows the price or the time that was asked for answers. */
const factFrom = 0.35;

/** True when a passage shows what was asked for, such as a price, and names what it is asked of. */
function showsFact(place: Place, question: string, asked: Asked, language: string): boolean {
  const facts = factsAsked(question);
  return (
    facts.length > 0 &&
    facts.every((fact) => fact.test(place.text)) &&
    shareNamed(place, asked, language) >= LEAST_NAMED
  );
}

/** The subject of a question. */
interface Asked {
  /** The words that say what it is about; all of them where all are everyday words. */
  readonly words: readonly string[];
  /** Number of its words besides stop words. */
  readonly length: number;
  /** The question, folded. */
  readonly text: string;
}

function askedWords(question: string, language: string): Asked {
  const stems = stemLanguageOf(language);
  const text = foldText(question);
  const content = contentOf(withoutGrammar(question, language));
  // "getting" and "needs" tell as little as "get" and "need".
  const isTelling = (word: string) => !isCommonWord(word, stems) && !isCommonWord(stem(word, stems), stems);
  const about = content.filter((word) => !isIdlePredicate(word));
  const named = [about.filter(isTelling), about, content].find((list) => list.length > 0) ?? [];
  return { words: [...new Set(named)], length: content.length, text };
}

const contentOf = (text: string): readonly string[] => words(text).filter((word) => !isStopWord(word));

/**
 * True under a heading that is the question: the question names at least half of the heading, and title and headings name all
 * that it asks about, in its own words or others for the same. "What if I capsize?" is answered under "If you capsize" on a site of any size.
 */
function isAskedByHeading({ heading, above }: Section, asked: Asked, language: string): boolean {
  const stems = stemLanguageOf(language);
  if (isRestOf(asked.text, heading)) return true;
  const others = new Set(asked.words.flatMap((word) => readings(word, stems)));
  const unnumbered = withoutNumber(heading);
  const names = [heading, unnumbered.replace(BRACKETS, ' '), ...(unnumbered.match(BRACKETS) ?? [])];
  const isNamed = names.some((name) => {
    const own = contentTerms(withoutGrammar(name, language), stems);
    const shared = own.filter((term) => others.has(term)).length;
    return shared > 0 && shared >= LEAST_OF_HEADING * own.length;
  });
  if (!isNamed) return false;
  return asked.words.every(reader(above.join('\n'), stems));
}

/** True where a question in a script without blanks is a heading and everyday words: 可以开发票吗 under 发票, whatever words a dictionary cuts it into. */
function isRestOf(question: string, heading: string): boolean {
  const name = foldText(heading);
  if (!DENSE_NAME.test(name) || !question.includes(name)) return false;
  return contentOf(question.replace(name, ' ')).every((word) => isCommonWord(word));
}

const DENSE_NAME = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u;

const LEAST_OF_HEADING = 0.5;

/** "4.2 (3 February 2026)" is asked for as 4.2, "A hypothetical answer (HyDE)" as either. */
const BRACKETS = /[(（[【][^()（）[\]【】]*[)）\]】]/g;

/**
 * True where a line of a short section names all that the question is about, together with the headings above it: a sentence, an item or a
 * row. A single word stands at the beginning of the line.
 */
function speaksOfAll({ heading, above, text }: Section, asked: Asked, language: string): boolean {
  if (text.length > SHORT_SECTION) return false;
  const stems = stemLanguageOf(language);
  const isAbove = reader(above.join('\n'), stems);
  const rest = asked.words.filter((word) => !isAbove(word));
  const [word] = rest;
  if (word === undefined) return asked.words.length > 1;
  const isHeaded = asked.words.some(reader(heading, stems));
  if (asked.words.length > 1)
    return bareLines(text).some((line) => rest.every(reader(line, stems, isHeaded)));
  const opens = (line: string) => reader(line.slice(0, OPENING), stems)(word);
  return asked.length <= MOST_OF_LONE && bareLines(text).some(opens);
}

/** A question that names one thing says this much at most besides. */
const MOST_OF_LONE = 2;

/** Lines without the marks of a list and the name of the first column of a table. */
const bareLines = (text: string): readonly string[] => linesOf(text).map((line) => line.replace(LEAD, ''));

const LEAD = /^\s*(?:[-*+•]|\d{1,3}[.)、])?\s*(?:[^\n:：;；]{1,30}[:：]\s)?/u;
const OPENING = 24;
const SHORT_SECTION = 600;

/** Tells which words a text holds, by themselves or, unless told otherwise, by another word for the same. */
function reader(text: string, stems: StemLanguage, isLoose = true): (word: string) => boolean {
  const folded = foldText(text);
  const held = new Set(words(folded).map((word) => stem(word, stems)));
  const has = (word: string): boolean =>
    DENSE.test(word) ? folded.includes(word) : words(word).every((part) => held.has(stem(part, stems)));
  return (word) => has(word) || (isLoose && synonymsOf(word, stems).some((one) => has(one)));
}

/** The stems of a word and of other words for the same. */
const readings = (word: string, stems: StemLanguage): readonly string[] =>
  [word, ...synonymsOf(word, stems)].flatMap((one) => contentTerms(one, stems));

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
