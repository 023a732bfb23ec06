import { scriptRuns } from '../../../text/scripts.ts';
import { foldText, plainWord } from '../../../text/text.ts';

/*
 * Questions are searched by overlapping grams, in the order of the text: pairs of characters where words are not set
 * apart (Chinese, Japanese, Korean, Thai), triples elsewhere; a shorter word is a gram of its own. A row of grams then
 * stands in an index of positions where the folded text contains the searched one; blanks and punctuation only part
 * words. `安装 docent` is 安装 装 doc oce cen ent.
 */

/** The grams of a text in order, and what short searches need beside them. */
export interface TextGrams {
  readonly grams: readonly string[];
  /** Words of one letter or digit. */
  readonly letters: readonly string[];
  /** The last two letters of longer words, which begin no triple. */
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

/** What a text must have to contain the searched one. */
export interface GramMatch {
  /** Grams in a row. */
  readonly sequence: readonly string[];
  /** The last gram of the row may be the beginning of a longer one. */
  readonly open: boolean;
  /** Two letters alone, which may end a word just as well. */
  readonly ending: string | undefined;
  /**
   * A searched text that ends in a single letter or digit wants that as a word of its own: as a part of words
   * it would be in nearly every text.
   */
  readonly letter: string | undefined;
}

/**
 * How to find texts that contain `searched`; `undefined` when it has neither letters nor digits. One or two letters at
 * its beginning, with more behind a blank, are taken for a whole word.
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
  /** Characters in a gram of this run. */
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

/** The grams of a run in a text. The last character of a dense run stands alone too, so that it can be found alone. */
function wholeRun(run: Run): string[] {
  const { units, size } = run;
  if (size === pair) return [...fullGrams(run), ...units.slice(-1)];
  return units.length < size ? [units.join('')] : fullGrams(run);
}

const distinct = (runs: readonly Run[]): string[] => [...new Set(runs.map(({ units }) => units.join('')))];
