import { grammarWords } from './word-lists/grammar-words.ts';
import { scriptLanguage, type LanguageTag } from './script-language.ts';
import { isStopWord } from './text.ts';

/**
 * Detects the language of a short text such as a question. A script that belongs to one language decides at once;
 * Latin, Cyrillic and Arabic scripts are told apart by n-grams (eld), in favour of English when a short text is
 * ambiguous. A text without letters is in the first likely language, otherwise `en`.
 *
 * `likely` returns the languages that the text is probably in, such as those of the site: a few words that may be in one of
 * them are assigned to it ("Telefonnummer" on a German site). It is called only when it may decide.
 */
export async function detectLanguage(text: string, likely: Likely = nowhere): Promise<LanguageTag> {
  const sample = withoutQuoted(text.slice(0, SAMPLE));
  const script = scriptLanguage(sample);
  if (script !== undefined) return script;
  if (!/\p{L}/u.test(sample)) return (await likely())[0] ?? 'en';
  const words = withoutNames(sample);
  return isEnglish(words) ? 'en' : bestGuess(words, likely);
}

type Likely = () => Promise<readonly string[]>;

const nowhere: Likely = async () => [];

/** Maximum of characters read. */
const SAMPLE = 1000;

/** Removes quotations, which may be titles in any language; returns the whole text when little else remains. */
function withoutQuoted(text: string): string {
  const rest = text.replace(QUOTED, ' ');
  return /\p{L}{2}/u.test(rest) ? rest : text;
}

const QUOTED =
  /“[^“”]{1,200}”|„[^„“”]{1,200}[“”]|«[^«»]{1,200}»|"[^"\n]{1,200}"|「[^「」]{1,200}」|『[^『』]{1,200}』|《[^《》]{1,200}》/gu;

/** Removes code and words with an inner capital, a digit or a dot, which do not show the language. */
const withoutNames = (text: string): string => {
  const plain = text
    .replace(/`[^`]*`/g, ' ')
    .replace(/\S+/g, (word) => (/[\p{Ll}\d][\p{Lu}._/]|\d/u.test(word) ? ' ' : word))
    .replace(/\b\p{Lu}{2,}\b/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(plain) ? plain : text;
};

/** English function words that no other language of Latin script has in the same spelling. */
const englishOnly =
  /\b(?:the|what|what's|how|where|which|who|why|does|did|is|are|can|could|should|would|you|your|my|this|that|there|with|and|from|of|it|have|has|will|when|i'm|don't|please|tell|about|need|want|use|get|find)\b/gi;

function isEnglish(text: string): boolean {
  if (/[^\p{ASCII}’‘“”–—…]/u.test(text)) return false;
  const words = text.match(/[\p{L}'’]+/gu) ?? [];
  const english = text.match(englishOnly)?.length ?? 0;
  return english >= Math.max(1, words.length * 0.34) && english >= (words.length > 3 ? 2 : 1);
}

/** Candidate languages. The n-grams report Indonesian as the closely related Malay. */
const guessed = 'en de fr es pt it nl pl tr ru uk bg vi ms sv da no fi cs ro hu ar fa ur hr lt et'.split(' ');

/** Candidate languages for a few keywords in plain letters; in the other languages a keyword is hard to distinguish from a name ("cookies" is not Romanian). */
const guessedOfFew = new Set(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']);
const FEW_WORDS = 3;

/** For a text of up to this many words, a language of the site wins when it is nearly as likely as another one. */
const SHORT = 6;

/** Minimum lead over English for a text of ASCII letters, and minimum score of a text of a few words. */
const AHEAD_OF_ENGLISH = 0.14;
const CERTAIN = 0.72;

/** Score that each function word adds to its language. */
const WORD_BONUS = 0.16;

/** Loaded on demand by commands, since it takes up to half a second of the processor and some megabytes. */
const nGrams = () => import('eld/extrasmall');

/** Loads what the detection needs. A service does so before it listens: nothing else is answered meanwhile. */
export async function loadLanguages(): Promise<void> {
  await nGrams();
}

async function bestGuess(text: string, likely: Likely): Promise<LanguageTag> {
  const { eld } = await nGrams();
  eld.setLanguageSubset(guessed);
  const guess = eld.detect(text);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = new Map(
    Object.entries(guess.getScores()).map(([tag, score]) => [tag === 'ms' ? 'id' : tag, score]),
  );
  for (const [tag, known] of grammarWords) {
    const hits = new Set(words.filter((word) => known.has(word))).size;
    if (hits > 0) scores.set(tag, (scores.get(tag) ?? 0.4) + hits * WORD_BONUS);
  }
  // "In", "me" and "no" are also words of other languages.
  const englishHits = new Set(words.filter(isStopWord)).size;
  if (englishHits > 0) scores.set('en', (scores.get('en') ?? 0.4) + englishHits * WORD_BONUS);
  const english = scores.get('en') ?? 0;
  const isPlain = !/[^\p{ASCII}’‘“”–—…]/u.test(text);
  const isFew = isPlain && words.length <= FEW_WORDS && !text.includes('?');
  const allowed = [...scores].filter(([tag]) => !isFew || guessedOfFew.has(tag) || hasGrammar(words, tag));
  const [tag, score] = allowed.reduce((best, next) => (next[1] > best[1] ? next : best), ['en', english]);
  const isUncertain = score < CERTAIN && (words.length < 3 || (isFew && !hasGrammar(words, tag)));
  if (words.length <= SHORT || score - english < AHEAD_OF_ENGLISH) {
    const site = (await likely()).map((one) => one.split('-', 1)[0] ?? one);
    const near = site.find((one) => scores.has(one) && (scores.get(one) ?? 0) > score - AHEAD_OF_ENGLISH);
    const isUnknown = words.length === 1 && scores.size === 0;
    const first =
      (isUncertain && !isPlain) || isUnknown ? site.find((one) => guessedOfFew.has(one)) : undefined;
    if ((near ?? first) !== undefined) return near ?? first ?? tag;
  }
  if (!isPlain) return tag;
  return score - english < AHEAD_OF_ENGLISH || isUncertain ? 'en' : tag;
}

const hasGrammar = (words: readonly string[], tag: string): boolean =>
  words.some((word) => grammarWords.get(tag)?.has(word));
