import { isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';

/** Keywords of a group of questions as written, most frequent first. */
export function keywordsOf(questions: readonly string[], limit: number): string[] {
  const byStem = new Map<string, { readonly word: string; times: number }>();
  for (const question of questions) {
    for (const word of new Set(words(question))) {
      if (isStopWord(word) || isCommonWord(word) || word.length < 2) continue;
      const known = byStem.get(stem(word));
      if (known) known.times += 1;
      else byStem.set(stem(word), { word, times: 1 });
    }
  }
  return [...byStem.values()]
    .toSorted((a, b) => b.times - a.times)
    .slice(0, limit)
    .map(({ word }) => word);
}
