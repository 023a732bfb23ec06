import type { Correction } from '../../ports/search-index.ts';
import { editDistance, isTypingError, SHORTEST_MISSPELT } from '../../text/edit-distance.ts';
import { scriptRuns } from '../../text/scripts.ts';
import { withoutAccents } from '../../text/morphology/stem.ts';
import { foldText, isCommonWord, isStopWord, plainWord } from '../../text/text.ts';
import { synonymsOf } from '../../text/synonyms/synonyms.ts';
import { relatedCompound, SHORTEST } from './compounds.ts';
import { frequencyOf, hasTerm } from './has-term.ts';
import { pairsOf } from './parse-query.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { WordKeys } from './word-keys.ts';

/** A text with the spelling of the site. */
export interface Spelling {
  /** Folded, with each unknown word replaced by the most likely word of the site. */
  readonly text: string;
  /** The replaced words, in reading order. */
  readonly corrections: readonly Correction[];
}

/**
 * Corrects the spaced words that the site does not know: misspelt ones, and those of which only the ending is
 * missing. With `isTyping` a word that nothing else is found for may be any prefix, since the visitor is still typing. Both
 * chat retrieval and the search box use it.
 */
export function correctSpelling(
  index: InvertedIndex,
  text: string,
  keys: WordKeys,
  { isTyping = false }: { readonly isTyping?: boolean } = {},
): Spelling {
  const folded = foldText(text);
  const runs = scriptRuns(folded).filter(({ script }) => script === 'spaced');
  const known: SpellingContext = {
    index,
    keys,
    frequencyOf(word) {
      const [stemHigh = 0, stemLow = 0, high = 0, low = 0] = keys.of(word);
      return Math.max(
        frequencyOf(index, { high: stemHigh, low: stemLow }),
        frequencyOf(index, { high, low }),
      );
    },
  };
  const corrections: Correction[] = [];
  let corrected = '';
  let at = 0;
  for (const [place, run] of runs.entries()) {
    if (run.start < at) continue;
    const typed = plainWord(run.text);
    const next = runs[place + 1];
    const isOpen = !isStopWord(typed) && !isCommonWord(typed) && known.frequencyOf(typed) === 0;
    const spelt = isOpen
      ? (correctionOf(known, typed) ??
        splitUp(known, typed) ??
        relatedCompound(typed, { language: keys.language, frequencyOf: known.frequencyOf }))
      : undefined;
    const other = spelt === undefined ? synonym(known, typed, next && plainWord(next.text)) : undefined;
    const meant = spelt ?? other?.meant ?? (isOpen && isTyping ? completion(known, typed) : undefined);
    if (meant === undefined) continue;
    const until = other?.isPhrase === true && next !== undefined ? next.end : run.end;
    corrections.push({ typed: plainWord(folded.slice(run.start, until)), meant });
    corrected += folded.slice(at, run.start) + meant;
    at = until;
    if (corrections.length === MAX_CORRECTIONS) break;
  }
  return { text: corrected + folded.slice(at), corrections };
}

/** More unknown words than this mean another language, not typing errors. */
const MAX_CORRECTIONS = 4;

/** Maximum number of letters missing at the end of a word. */
const MAX_MISSING = 3;

interface SpellingContext {
  readonly index: InvertedIndex;
  readonly keys: WordKeys;
  /** Number of chunks that contain the word or another form of it. */
  frequencyOf(word: string): number;
}

/** The most frequent word of the site that begins so. */
function completion({ index, frequencyOf }: SpellingContext, beginning: string): string | undefined {
  const [best] = index.vocabulary
    .completions(beginning)
    .map((word) => ({ word, frequency: frequencyOf(word) }))
    .toSorted((a, b) => b.frequency - a.frequency);
  return best && best.frequency > 0 ? best.word : undefined;
}

function correctionOf({ index, frequencyOf }: SpellingContext, word: string): string | undefined {
  if (word.length < SHORTEST_MISSPELT) return undefined;
  const { vocabulary } = index;
  const cut = vocabulary.completions(word).filter((one) => one.length - word.length <= MAX_MISSING);
  const candidates = [...vocabulary.similar(word), ...cut];
  let best: { word: string; distance: number; frequency: number } | undefined;
  for (const candidate of candidates) {
    const frequency = frequencyOf(candidate);
    if (frequency === 0) continue;
    const isCompletion = candidate.startsWith(word);
    if (!isCompletion && !isTypingError(word, candidate)) continue;
    const isSame = withoutAccents(word) === withoutAccents(candidate);
    const distance = isSame ? 0 : isCompletion ? 1 : editDistance(word, candidate, MAX_MISSING);
    const isBetter =
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance && frequency > best.frequency);
    if (isBetter) best = { word: candidate, distance, frequency };
  }
  return best?.word;
}

/**
 * Replaces an unknown word, or a phrase with one in it ("flat tire"), by the closest synonym that the site knows; the
 * phrase when that is found, otherwise the word alone.
 */
function synonym(
  { keys, frequencyOf }: SpellingContext,
  word: string,
  next: string | undefined,
): { readonly meant: string; readonly isPhrase: boolean } | undefined {
  const isKnown = (one: string) => one.split(/[ -]/).every((part) => frequencyOf(part) > 0);
  const known = (words: string) => {
    const synonyms = synonymsOf(words, keys.language);
    return synonyms.find((one) => !one.includes(' ') && isKnown(one)) ?? synonyms.find(isKnown);
  };
  const isUnknown = (one: string) =>
    !isStopWord(one) && !isCommonWord(one, keys.language) && frequencyOf(one) === 0;
  const [isFirst, isSecond] = [isUnknown(word), next !== undefined && isUnknown(next)];
  const phrase = isFirst || isSecond ? known(`${word} ${next ?? ''}`) : undefined;
  if (phrase !== undefined) return { meant: phrase, isPhrase: true };
  const alone = isFirst ? known(word) : undefined;
  return alone === undefined ? undefined : { meant: alone, isPhrase: false };
}

/**
 * Splits an unknown word into the fewest words that the site writes side by side: "ebike" becomes "e bike" of "e-bike", "selfcheckin"
 * becomes "self check in".
 */
function splitUp({ index, keys, frequencyOf }: SpellingContext, word: string): string | undefined {
  if (word.length < SHORTEST_JOINED || word.length > LONGEST_JOINED) return undefined;
  const isPair = (one: string, other: string) =>
    pairsOf(`${one} ${other}`, keys).some((pair) => hasTerm(index, pair));
  /** The rest of a word as so many words, the first of them behind `before`. */
  const split = (rest: string, count: number, before: string): readonly string[] | undefined => {
    const follows = (one: string) => frequencyOf(one) > 0 && (before === '' || isPair(before, one));
    if (count === 1) return follows(rest) ? [rest] : undefined;
    for (let at = 1; at < rest.length; at++) {
      const one = rest.slice(0, at);
      const others = follows(one) ? split(rest.slice(at), count - 1, one) : undefined;
      if (others !== undefined && isMeant(word, [one, ...others])) return [one, ...others];
    }
    return undefined;
  };
  for (let count = 2; count <= MOST_PARTS; count++) {
    const parts = split(word, count, '');
    if (parts !== undefined) return parts.join(' ');
  }
  return undefined;
}

/** All parts of a short word must be content words: "wifi" becomes "Wi-Fi", "xray" becomes "X-ray", but "asis" does not become "as is". */
const isMeant = (word: string, parts: readonly string[]): boolean => {
  return word.length >= SHORTEST || !parts.some(isStopWord);
};

const SHORTEST_JOINED = 4;
/** Longer unknown words are no names of things. */
const LONGEST_JOINED = 30;
const MOST_PARTS = 4;
