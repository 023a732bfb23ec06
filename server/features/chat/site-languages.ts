import { isRecent } from '../../kit/calendar.ts';
import type { TaskBlock } from '../../ports/models.ts';
import { isGrammarWord } from '../../text/word-lists/grammar-words.ts';
import { labelGroup, languageGroup } from '../../text/script-language.ts';
import { isStopWord, words } from '../../text/text.ts';
import { relatives } from './language.ts';

/** Articles of which the language is looked at, and the length of the text that is read of each. */
const mostArticles = 12;
const sampleLength = 400;
const keptMs = 5 * 60_000;

/** The languages in which a site is written, the commonest first, by the beginnings of its first articles; kept for some minutes. */
export function createSiteLanguages(deps: {
  readonly articles: () => Promise<Iterable<{ readonly id: string; readonly title: string }>>;
  readonly blocks: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  readonly detectLanguage: (text: string) => Promise<string>;
  readonly now: () => number;
}): () => Promise<readonly string[]> {
  let kept: { readonly at: number; readonly languages: readonly string[] } | undefined;
  return async () => {
    if (kept && isRecent(kept.at, keptMs, deps.now())) return kept.languages;
    const first = [...Iterator.from(await deps.articles()).take(mostArticles)];
    const blocks = await deps.blocks(first.map(({ id }) => id));
    const counts = new Map<string, number>();
    for (const { id, title } of first) {
      const language = await deps.detectLanguage(sampleOf(title, blocks.get(id) ?? []));
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const languages = [...counts].toSorted((a, b) => b[1] - a[1]).map(([language]) => language);
    kept = { at: deps.now(), languages };
    return languages;
  };
}

/** The beginning of an article's prose, which tells its language: a title of three words may be in any. */
export function sampleOf(title: string, blocks: readonly TaskBlock[]): string {
  const prose = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'list');
  return [title, ...prose.map(({ markdown }) => markdown)].join('\n').slice(0, sampleLength);
}

/**
 * True when a question is plainly in another language than the whole site: in another script, or with at least as many function words as
 * tell its language and none of the site's.
 */
export function isForeign(question: string, language: string, site: readonly string[]): boolean {
  if (site.length === 0 || !/\p{L}{2}/u.test(question)) return false;
  const group = labelGroup(question);
  if (site.every((own) => languageGroup(own) !== group)) return true;
  if (site.some((own) => relatives(own, language))) return false;
  const said = words(question);
  const count = (tag: string) =>
    said.filter((word) => (tag === 'en' ? isStopWord(word) : isGrammarWord(word, tag))).length;
  return count(language) > Math.max(...site.map(count));
}
