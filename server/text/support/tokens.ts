import type { Language } from '../language.ts';
import { stemLanguage } from '../morphology/stem.ts';
import { scriptRuns, type ScriptRun } from '../scripts.ts';
import { foldText, isStopWord, plainWord, runWords, stem } from '../text.ts';
import { isGrammarWord } from '../word-lists/grammar-words.ts';
import { lexiconFor, type Lexicon, type Meanings } from './lexicon.ts';

/** A word of a text in order. */
export interface Token {
  /** Folded. */
  readonly word: string;
  /** Stem. */
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly clause: number;
  /** False for function words. */
  readonly isContent: boolean;
  readonly isDense: boolean;
}

/** A word or phrase with a meaning that matters for support, such as a negation. */
export interface Sign {
  readonly start: number;
  readonly end: number;
  readonly clause: number;
  readonly meanings: Meanings;
}

/** A text split into words and clauses, with its signs. */
export interface Tokens {
  /** The folded text that the offsets count in. */
  readonly folded: string;
  readonly tokens: readonly Token[];
  readonly signs: readonly Sign[];
  readonly clauses: number;
}

/** Tokenizes a text; words of spaced scripts are stemmed in `language`, or in English for a language without blanks. */
export function tokensOf(text: string, language: Language): Tokens {
  const folded = foldText(text).replaceAll('’', "'");
  const spaced = isDenseLanguage(language) ? 'en' : language;
  const lexicon = lexiconFor(spaced);
  const denseLexicon = lexiconFor(isDenseLanguage(language) ? language : 'zh');
  const tokens: Token[] = [];
  const signs: Sign[] = [];
  let clause = 0;
  let before = 0;
  const run: { readonly word: string; readonly start: number; readonly end: number }[] = [];
  const endRun = () => {
    signs.push(...phrasesIn(run, clause, lexicon));
    run.length = 0;
  };
  for (const part of scriptRuns(folded)) {
    if (BORDER.test(folded.slice(before, part.start))) {
      endRun();
      clause++;
    }
    before = part.end;
    if (part.script === 'spaced') {
      run.push({ word: part.text, start: part.start, end: part.end });
      tokens.push(spacedToken(part, clause, spaced));
      continue;
    }
    endRun();
    tokens.push(...denseTokens(part, clause));
    signs.push(...signsIn(part, clause, denseLexicon));
  }
  endRun();
  return { folded, tokens, signs, clauses: clause + 1 };
}

/** Ends a clause; not the comma of a number. */
const BORDER = /[;；，、:：()（）。！？!?—\n]|,(?=\s|$)|\.(?=\s|$)/;

export const isDenseLanguage = (language: Language): boolean =>
  language === 'zh' || language === 'ja' || language === 'ko';

function spacedToken(run: ScriptRun, clause: number, language: Language): Token {
  const word = plainWord(run.text);
  return {
    word,
    term: stem(word, stemLanguage(language)),
    start: run.start,
    end: run.end,
    clause,
    isContent: !isStopWord(word) && !(language !== 'en' && isGrammarWord(word, language)),
    isDense: false,
  };
}

function* denseTokens(run: ScriptRun, clause: number): Generator<Token> {
  let at = run.start;
  for (const word of runWords(run)) {
    const found = run.text.indexOf(word, at - run.start);
    const start = found < 0 ? at : run.start + found;
    at = start + word.length;
    yield { word, term: word, start, end: at, clause, isContent: !isStopWord(word), isDense: true };
  }
}

/** Signs in a run without blanks: the longest at each position. */
function* signsIn(run: ScriptRun, clause: number, { words, longest }: Lexicon): Generator<Sign> {
  for (let at = 0; at < run.text.length;) {
    let length = Math.min(longest, run.text.length - at);
    while (length > 0 && !words.has(run.text.slice(at, at + length))) length--;
    const meanings = length > 0 ? words.get(run.text.slice(at, at + length)) : undefined;
    if (meanings) yield { start: run.start + at, end: run.start + at + length, clause, meanings };
    at += Math.max(1, length);
  }
}

/** Signs in words with blanks between them. */
function* phrasesIn(
  run: readonly { readonly word: string; readonly start: number; readonly end: number }[],
  clause: number,
  { words, longest }: Lexicon,
): Generator<Sign> {
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at);
    let meanings: Meanings | undefined;
    for (; length > 0; length--) {
      meanings = words.get(
        run
          .slice(at, at + length)
          .map(({ word }) => word)
          .join(' '),
      );
      if (meanings) break;
    }
    const first = run[at];
    const last = run[at + length - 1];
    if (meanings && first && last) yield { start: first.start, end: last.end, clause, meanings };
    at += Math.max(1, length);
  }
}
