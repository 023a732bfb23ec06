import type { StemLanguage } from '../../text/morphology/stem.ts';

/** Word statistics of the site. */
export interface SiteWords {
  readonly language: StemLanguage;
  /** Number of chunks that contain the word or another form of it. */
  frequencyOf(word: string): number;
}

/**
 * A word of the site for an unknown one: its umlauts, where they were typed without them („Oeffnungszeiten“), or the longest word that it
 * begins with („Mitgliedschaft“ is searched as „Mitglied“, „Ferienlager“ as „Ferien“). Not for English, which rarely joins words.
 */
export function relatedCompound(word: string, known: SiteWords): string | undefined {
  if (known.language === 'en' || word.length < SHORTEST || !LETTERS.test(word)) return undefined;
  return withUmlauts(word, known) ?? ofBeginning(word, known);
}

/** Restores umlauts that were typed without them: „Oeffnungszeiten“ to „Öffnungszeiten“. */
function withUmlauts(word: string, known: SiteWords): string | undefined {
  if (known.language !== 'de') return undefined;
  const umlauts = word.replaceAll('ae', 'ä').replaceAll('oe', 'ö').replaceAll('ue', 'ü');
  return umlauts !== word && known.frequencyOf(umlauts) > 0 ? umlauts : undefined;
}

/** The longest word of the site that is a prefix of the word. */
function ofBeginning(word: string, known: SiteWords): string | undefined {
  for (let length = word.length - 1; length >= SHORTEST; length--) {
    const beginning = word.slice(0, length);
    if (known.frequencyOf(beginning) > 0) return beginning;
  }
  return undefined;
}

const LETTERS = /^\p{L}+$/u;
/** Shorter unknown words are often names or abbreviations. */
export const SHORTEST = 5;
