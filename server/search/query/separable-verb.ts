/**
 * Joins the verb of a question with the separable particle at its end: „anmelde“ instead of „melde“. `read` returns the site's word for
 * a joined form, which shows which word of the question is the verb.
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
