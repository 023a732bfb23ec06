import { labelGroup, languageGroup, scriptLanguage } from '../../../text/script-language.ts';

/** An article in another language has to fit so much better than one that its reader can read: this share of its score counts. */
const foreignShare = 0.6;

interface Scored {
  readonly articleId: string;
  readonly score: number;
}

/**
 * Hits with those in the reader's language first, unless one in another language fits far better. A keyword in letters of
 * one language is in the language that its reader wants, whatever the page's.
 */
export function ownLanguageFirst<Hit extends Scored>(
  hits: readonly Hit[],
  titleOf: (articleId: string) => string,
  { keyword, language }: { readonly keyword: string; readonly language: string | undefined },
): readonly Hit[] {
  const reads = scriptLanguage(keyword) ?? language;
  if (reads === undefined) return hits;
  const own = languageGroup(reads);
  const isOwn = ({ articleId }: Hit) => labelGroup(titleOf(articleId)) === own;
  // A site without an article for this reader is ranked as it is.
  if (!hits.some(isOwn)) return hits;
  return hits
    .map((hit) => (isOwn(hit) ? hit : { ...hit, score: hit.score * foreignShare }))
    .toSorted((a, b) => b.score - a.score);
}
