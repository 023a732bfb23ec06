import { scriptRuns } from '../../../text/scripts.ts';
import { foldText, plainWord } from '../../../text/text.ts';

/**
 * Questions are searched by overlapping n-grams in text order: bigrams in scripts without blanks (Chinese, Japanese,
 * Korean, Thai), trigrams elsewhere; a shorter word is a gram of its own. A sequence of grams occurs in a positional
 * index where the folded text contains the searched one; blanks and punctuation only separate words. `安装 docent` gives
 * 安装 装 doc oce cen ent.
 */

/** Grams of a text in order, with extras for short searches. */
export interface TextGrams {
  readonly grams: readonly string[];
  /** Words of one letter or digit. */
  readonly letters: readonly string[];
  /** The last two letters of longer words, which start no trigram. */
  readonly endings: readonly string[];
}

export function gramsOf(text: string): TextGrams {
  const runs = runsOf(text);
  const words = runs.filter(({ size }) => size === triple);
  return {
    grams: runs.flatMap(wholeRun),
    letters: distinct(words.filter(isLetter)),
    endings: distinct(
      words
        .filter(({ units }) => units.length >= triple)
        .map(({ units, size }) => ({ units: units.slice(-2), size })),
    ),
  };
}

/** Conditions for a text to contain the searched one. */
export interface GramMatch {
  /** Consecutive grams. */
  readonly sequence: readonly string[];
  /** True when the last gram may be a prefix. */
  readonly open: boolean;
  /** A search for two letters, which also matches the end of a word. */
  readonly ending: string | undefined;
  /**
   * A single letter or digit at the end of the search must match a whole word, because as a part of words it would
   * match nearly every text.
   */
  readonly letter: string | undefined;
}

/**
 * Conditions for texts that contain `searched`; `undefined` without letters and digits. One or two letters at its
 * start, followed by a blank and more, match a whole word.
 */
export function gramMatch(searched: string): GramMatch | undefined {
  const runs = runsOf(searched);
  const last = runs.at(-1);
  if (!last) return undefined;
  const before = runs.slice(0, -1).flatMap(wholeRun);
  const text = last.units.join('');
  if (isLetter(last)) return { sequence: before, open: false, ending: undefined, letter: text };
  const open = last.units.length < last.size;
  const alone = open && before.length === 0 && last.size === triple;
  return {
    sequence: [...before, ...(open ? [text] : fullGrams(last))],
    open,
    ending: alone ? text : undefined,
    letter: undefined,
  };
}

const pair = 2;
const triple = 3;

interface Run {
  readonly units: readonly string[];
  /** Length of a gram in this run. */
  readonly size: number;
}

const runsOf = (text: string): Run[] =>
  scriptRuns(foldText(text)).map((run) => ({
    units: Array.from(run.script === 'dense' ? run.text : plainWord(run.text)),
    size: run.script === 'dense' ? pair : triple,
  }));

const isLetter = ({ units, size }: Run): boolean => size === triple && units.length === 1;

const fullGrams = ({ units, size }: Run): string[] =>
  units.slice(0, 1 - size).map((_, place) => units.slice(place, place + size).join(''));

/** Grams of a run. The last character of a dense run is also a gram of its own, so that it can be found alone. */
function wholeRun(run: Run): string[] {
  const { units, size } = run;
  if (size === pair) return [...fullGrams(run), ...units.slice(-1)];
  return units.length < size ? [units.join('')] : fullGrams(run);
}

const distinct = (runs: readonly Run[]): string[] => [...new Set(runs.map(({ units }) => units.join('')))];
