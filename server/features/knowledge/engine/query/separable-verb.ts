import type { StemLanguage } from '../../../../text/morphology/stem.ts';

/** Particles that stand apart from their verb at the end of a sentence: „Wie melde ich mich an?“, “Hoe meld ik me aan?”. */
const particles: Readonly<Partial<Record<StemLanguage, ReadonlySet<string>>>> = {
  de: new Set('ab an auf aus ein her hin los mit nach um vor weg zu zurück'.split(' ')),
  nl: new Set('aan af in mee na om op terug toe uit'.split(' ')),
};

/**
 * The verb of a question that ends with its particle, put together: „anmelde“ in the place of „melde“. `read` gives the word of the
 * site for it, by which it is told from the other words.
 */
export function separableVerb(
  words: readonly string[],
  language: StemLanguage,
  read: (word: string) => string | undefined,
): { readonly place: number; readonly meant: string } | undefined {
  const particle = words.at(-1) ?? '';
  if (particles[language]?.has(particle) !== true) return undefined;
  for (const [place, word] of words.slice(0, -1).entries()) {
    const meant = word.length >= SHORTEST ? read(particle + word) : undefined;
    if (meant !== undefined) return { place, meant };
  }
  return undefined;
}

const SHORTEST = 3;
