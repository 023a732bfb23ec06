import type { TaskBlock } from '../../ports/models.ts';
import { asksItself, isTelling, questionOf } from './suggestions.ts';
import { sameLanguage } from './language.ts';

/** Facts about an article for the questions on the welcome screen. */
export interface ArticleTitle {
  readonly id: string;
  readonly title: string;
  readonly visits: number | null;
  readonly modifiedAt: string;
}

/** Maximum of articles read, most visited first, and of questions. */
const mostArticles = 12;
const mostQuestions = 4;
const fewestQuestions = 3;
const keptMs = 5 * 60_000;
/** Maximum of cached languages. */
const mostKept = 12;

/**
 * Questions from the site's headings, used when none are configured: headings that ask, then titles, in the given
 * language where there are enough, otherwise in that of most titles. Cached for some minutes; empty for a site with too
 * few articles.
 */
export function createWelcomeQuestions(deps: {
  readonly articles: () => Iterable<ArticleTitle>;
  readonly blocks: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  readonly now: () => number;
}): (language: string) => Promise<readonly string[]> {
  const kept = new Map<string, { readonly at: number; readonly questions: readonly string[] }>();

  return async (language) => {
    const known = kept.get(language);
    if (known && deps.now() - known.at < keptMs) return known.questions;
    const all = [...deps.articles()].filter(({ title }) => isTelling(title));
    const own = all.filter(({ title }) => sameLanguage(titleLanguage(title), scriptOf(language)));
    const most = commonest(all.map(({ title }) => titleLanguage(title)));
    const titles =
      own.length >= fewestQuestions ? own : all.filter(({ title }) => titleLanguage(title) === most);
    const first = titles
      .toSorted((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || (a.modifiedAt < b.modifiedAt ? 1 : -1))
      .slice(0, mostArticles);
    const blocks = await deps.blocks(first.map(({ id }) => id));
    const headings = first.map(({ id, title }) => asking(blocks.get(id) ?? []) ?? title);
    const questions = [...new Set(headings.map((heading) => questionOf(heading, language)))].slice(
      0,
      mostQuestions,
    );
    const enough = questions.length >= fewestQuestions ? questions : [];
    if (kept.size >= mostKept) kept.clear();
    kept.set(language, { at: deps.now(), questions: enough });
    return enough;
  };
}

/** The first heading of an article that is a question. */
const asking = (blocks: readonly TaskBlock[]): string | undefined =>
  blocks
    .flatMap(({ headingPath }) => headingPath.slice(-1))
    .find((heading) => isTelling(heading) && asksItself(heading));

/** Language of a title by its script, which is enough to group titles. */
function titleLanguage(title: string): string {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(title)) return 'ja';
  if (/\p{sc=Hangul}/u.test(title)) return 'ko';
  if (/\p{sc=Han}/u.test(title)) return 'zh';
  if (/\p{sc=Cyrillic}/u.test(title)) return 'ru';
  return 'en';
}

/** Script group of a language; all Latin scripts count as one. */
const scriptOf = (language: string): string => /^(?:zh|ja|ko|ru)/.exec(language)?.[0] ?? 'en';

function commonest(languages: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['en', 0] as const)[0];
}
