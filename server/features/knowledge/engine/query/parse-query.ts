import { guessLanguage, type Language } from '../../../../text/language.ts';
import { scriptRuns, type ScriptRun } from '../../../../text/scripts.ts';
import { foldText, isCommonWord, isStopWord, plainWord, runWords } from '../../../../text/text.ts';
import { analyze, spacedKeys } from '../analysis/analyze.ts';
import { createTermFrequencies } from '../analysis/term-frequencies.ts';
import { characterHigh, isNgramKind, isPairKind, kindOf, pairHigh } from '../analysis/term.ts';

/** A term of the question as a key, with what it weighs in its retriever. */
export interface KeyedTerm {
  readonly high: number;
  readonly low: number;
  readonly weight: number;
}

/** A question taken apart for the lexical retrievers. */
export interface Question {
  /** Terms for BM25, each once; stop words and everyday words are among them at a small weight. */
  readonly passage: readonly KeyedTerm[];
  /** The terms of `passage` that an answer has to speak of, without stop words; pairs over two words at half weight. */
  readonly subject: readonly KeyedTerm[];
  /** Terms for the n-gram retriever; the weight is the count in the question. */
  readonly grams: readonly KeyedTerm[];
  /** Pairs of neighbouring words or characters; the question itself when it is one word. */
  readonly pairs: readonly KeyedTerm[];
  /** Its numbers, each a word that begins with a digit. */
  readonly numbers: readonly KeyedTerm[];
  /** The language it is asked in; undefined where a few words tell too little. */
  readonly language: Language | undefined;
}

/** Takes a question apart. One made of stop words alone ("who are you") is all subject. */
export function parseQuery(text: string): Question {
  const folded = foldText(text);
  const passage = collectTerms(folded);
  const subject = passage
    .filter(({ telling }) => telling > 0)
    .map(({ high, low, weight, telling }) => ({ high, low, weight: weight * telling }));
  const all = allTerms(folded);
  const pairs = all.filter(({ high }) => isPairKind(kindOf(high)));
  return {
    passage,
    subject: subject.length > 0 ? subject : passage,
    grams: all.filter(({ high }) => isNgramKind(kindOf(high))),
    pairs: pairs.length > 0 ? pairs : passage,
    numbers: numbersOf(folded),
    language: languageOf(folded),
  };
}

function numbersOf(folded: string): KeyedTerm[] {
  return scriptRuns(folded)
    .filter(({ script, text }) => script === 'spaced' && /^\d/.test(text))
    .map(({ text }) => {
      const [high = 0, low = 0] = spacedKeys(text);
      return { high, low, weight: 1 };
    });
}

/** A name such as "Docker Compose" is no English; a sentence is, and a few characters of Chinese are Chinese. */
function languageOf(folded: string): Language | undefined {
  const runs = scriptRuns(folded);
  const dense = runs
    .filter(({ script }) => script === 'dense')
    .reduce((sum, { text }) => sum + text.length, 0);
  const spaced = runs.filter(({ script }) => script === 'spaced').length;
  if (dense < LEAST_CHARACTERS && spaced < LEAST_WORDS) return undefined;
  const language = guessLanguage(folded);
  return language === 'other' ? undefined : language;
}

const LEAST_CHARACTERS = 2;
const LEAST_WORDS = 4;

/** What a stop word and an everyday word weigh against a word of the subject. */
const STOP_WORD_WEIGHT = 0.3;
const EVERYDAY_WEIGHT = 0.5;

/** A word of a dense script counts once by its characters and once by its pairs, so each weighs half. */
const DENSE_WEIGHT = 0.5;

/** How telling a pair over the border of two words is. */
const BORDER_PAIR = 0.5;

interface FoundTerm extends KeyedTerm {
  /** How much it says about the subject: 0 nothing, 1 all of its weight. */
  readonly telling: number;
}

/** How a word counts in a question. */
interface Standing {
  readonly strength: number;
  readonly telling: number;
}

function standingOf(word: string): Standing {
  if (isStopWord(word)) return { telling: 0, strength: STOP_WORD_WEIGHT };
  return { telling: 1, strength: isCommonWord(word) ? EVERYDAY_WEIGHT : 1 };
}

function collectTerms(folded: string): FoundTerm[] {
  const found = new Map<string, FoundTerm>();
  const put = (high: number, low: number, { strength, telling }: Standing, share = 1) => {
    const key = `${high}:${low}`;
    const weight = strength * share;
    if (weight > (found.get(key)?.weight ?? 0)) found.set(key, { high, low, weight, telling });
  };
  for (const run of scriptRuns(folded)) {
    if (run.script === 'dense') collectDense(run, put);
    else {
      const [high = 0, low = 0] = spacedKeys(run.text);
      put(high, low, standingOf(plainWord(run.text)));
    }
  }
  return [...found.values()];
}

type Put = (high: number, low: number, standing: Standing, share: number) => void;

/**
 * The characters and pairs of a dense run. A character stands as its dictionary word, a pair as its weaker half.
 * A pair over the border of two words is asked for by half: an answer may put the words in another order.
 */
function collectDense(run: ScriptRun, put: Put): void {
  const letters = runWords(run).flatMap((word) => {
    const standing = standingOf(word);
    return Array.from({ length: word.length }, (_, place) => ({ standing, opensWord: place === 0 }));
  });
  let before: Standing | undefined;
  for (const [i, { standing, opensWord }] of letters.entries()) {
    const code = run.text.charCodeAt(i);
    put(characterHigh, code, standing, DENSE_WEIGHT);
    if (before !== undefined) {
      const pair = ((run.text.charCodeAt(i - 1) << 16) | code) >>> 0;
      const strength = Math.min(before.strength, standing.strength);
      const telling = Math.min(before.telling, standing.telling) * (opensWord ? BORDER_PAIR : 1);
      put(pairHigh, pair, { strength, telling }, DENSE_WEIGHT);
    }
    before = standing;
  }
}

/** All terms of the question as `analyze` makes them of an article; the weight is the count. */
function allTerms(folded: string): KeyedTerm[] {
  const bag = createTermFrequencies();
  analyze(folded, 1, bag);
  return Array.from({ length: bag.size }, (_, i) => ({
    high: bag.highs[i] ?? 0,
    low: bag.lows[i] ?? 0,
    weight: bag.counts[i] ?? 1,
  }));
}
