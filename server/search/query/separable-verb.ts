/**
 * The verb of a question that ends with its particle, put together: „anmelde“ in the place of „melde“. `read` gives the word of the
 * site for it, by which it is told from the other words.
 */
export function separableVerb(
  words: readonly string[],
  particle: string,
  read: (word: string) => string | undefined,
): { readonly place: number; readonly meant: string } | undefined {
  for (const [place, word] of words.entries()) {
    const meant = word.length >= SHORTEST ? read(particle + word) : undefined;
    if (meant !== undefined) return { place, meant };
  }
  return undefined;
}

const SHORTEST = 3;
