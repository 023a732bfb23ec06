import type { StemLanguage } from '../../text/morphology/stem.ts';

/** Word statistics of the site. */
export interface SiteWords {
  readonly language: StemLanguage;
  /** Number of chunks that contain the word or another form of it. */
  frequencyOf(word: string): number;
  /** Words of the site that begin with these letters. */
  completions(letters: string): readonly string[];
  /** Words of the site that contain these letters after their first one. */
  containing(letters: string): readonly string[];
}

/**
 * Words of the site made of the same parts as an unknown word: „Senioren“ is searched as „Seniorentanz“,
 * „Mitgliedschaft“ as „Mitglied“, „Ferienlager“ as „Ferien“, „Vorschulturnen“ as „Vorschulkinder turnen“, „Rabatt“ as
 * „Mengenrabatt“. Not for English, which rarely joins words.
 */
export function relatedCompound(word: string, known: SiteWords): string | undefined {
  if (known.language === 'en' || word.length < SHORTEST || !LETTERS.test(word)) return undefined;
  return (
    withUmlauts(word, known) ??
    ofParticiple(word, known) ??
    ofTwoParts(word, known) ??
    ofBeginning(word, known) ??
    ofEnding(word, known) ??
    frequent(known.completions(word.slice(0, Math.max(SHORTEST, word.length - MAX_ENDING_LENGTH))), known)
  );
}

/** Restores umlauts that were typed without them: „Oeffnungszeiten“ to „Öffnungszeiten“. */
function withUmlauts(word: string, known: SiteWords): string | undefined {
  if (known.language !== 'de') return undefined;
  const umlauts = word.replaceAll('ae', 'ä').replaceAll('oe', 'ö').replaceAll('ue', 'ü');
  return umlauts !== word && known.frequencyOf(umlauts) > 0 ? umlauts : undefined;
}

/** The verb of a participle: „kündigen“ for „gekündigt“. */
function ofParticiple(word: string, known: SiteWords): string | undefined {
  if (!WITH_PARTICIPLES.has(known.language) || !word.startsWith('ge')) return undefined;
  const rest = word.slice(2);
  return rest.length >= SHORTEST && known.frequencyOf(rest) > 0 ? rest : undefined;
}

/** The two parts of a compound, if the site has the last one as a word and the first one as a word or as the first part of another compound. */
function ofTwoParts(word: string, known: SiteWords): string | undefined {
  if (!WITH_COMPOUNDS.has(known.language)) return undefined;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const head = known.frequencyOf(word.slice(at)) > 0 ? word.slice(at) : undefined;
    if (head === undefined) continue;
    const first = word.slice(0, at);
    const plain = first.replace(/(?:es|s|en|n)$/, '');
    const own = [first, plain].find((part) => part.length >= SHORTEST_PART && known.frequencyOf(part) > 0);
    const modifier = own ?? frequent(known.completions(first), known);
    if (modifier !== undefined) return `${modifier} ${head}`;
  }
  return undefined;
}

/** The longest word of the site that is a prefix of the word. */
function ofBeginning(word: string, known: SiteWords): string | undefined {
  const least = Math.max(SHORTEST, Math.ceil(word.length * MIN_SHARE));
  for (let length = word.length - 1; length >= least; length--) {
    const beginning = word.slice(0, length);
    if (known.frequencyOf(beginning) > 0) return beginning;
  }
  return undefined;
}

/** The compound of the site that ends with the word. */
function ofEnding(word: string, known: SiteWords): string | undefined {
  if (!WITH_COMPOUNDS.has(known.language)) return undefined;
  return frequent(
    known.containing(word).filter((one) => one.endsWith(word)),
    known,
  );
}

function frequent(words: readonly string[], known: SiteWords): string | undefined {
  let best: { word: string; frequency: number } | undefined;
  for (const word of words.slice(0, MAX_CANDIDATES)) {
    const frequency = known.frequencyOf(word);
    if (frequency > (best?.frequency ?? 0)) best = { word, frequency };
  }
  return best?.word;
}

/** Maximum number of words with the same beginning to check: the first ones in the alphabet. */
const MAX_CANDIDATES = 16;

const LETTERS = /^\p{L}+$/u;
const SHORTEST = 5;
const SHORTEST_PART = 4;
const MIN_SHARE = 0.5;

/** Endings that distinguish a form of the word from a compound that begins with it. */
const MAX_ENDING_LENGTH = 2;

const WITH_PARTICIPLES: ReadonlySet<StemLanguage> = new Set(['de', 'nl']);
const WITH_COMPOUNDS: ReadonlySet<StemLanguage> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu']);
