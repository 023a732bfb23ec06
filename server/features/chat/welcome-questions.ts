import { isRecent } from '../../kit/calendar.ts';
import type { TaskBlock } from '../../ports/models.ts';
import { guessLanguage } from '../../text/language.ts';
import { asksItself } from '../../text/question/headings.ts';
import { relatives } from './language.ts';
import { isTelling, questionOf } from './suggestions.ts';
import { labelGroup, languageGroup } from '../../text/script-language.ts';
import { contentTerms } from '../../text/text.ts';

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
/** Fewest words besides stop words of a heading that can stand alone. */
const fewestWords = 2;
const keptMs = 5 * 60_000;
/** Maximum of cached languages. */
const mostKept = 12;

/**
 * Questions from the site's headings, used when none are configured: those of a page of questions, headings that ask,
 * then titles, in the given language where there are enough, otherwise in that of most titles. Cached for some minutes;
 * empty for a site with too few articles.
 */
export function createWelcomeQuestions(deps: {
  readonly articles: () => Promise<Iterable<ArticleTitle>>;
  readonly blocks: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
  readonly now: () => number;
}): (language: string) => Promise<readonly string[]> {
  const kept = new Map<string, { readonly at: number; readonly questions: readonly string[] }>();

  return async (language) => {
    const known = kept.get(language);
    if (known && isRecent(known.at, keptMs, deps.now())) return known.questions;
    const all = [...(await deps.articles())].filter(
      (article) => isTelling(article.title) || isListOfQuestions(article),
    );
    const titlesIn = (group: string) => all.filter(({ title }) => labelGroup(title) === group);
    const own = await questionsOf(titlesIn(languageGroup(language)), language);
    const most = commonest(all.map(({ title }) => labelGroup(title)));
    const questions = own.length >= fewestQuestions ? own : await questionsOf(titlesIn(most), language);
    const enough = questions.length >= fewestQuestions ? questions : [];
    if (kept.size >= mostKept) kept.clear();
    kept.set(language, { at: deps.now(), questions: enough });
    return enough;
  };

  /** The questions that some articles offer. */
  async function questionsOf(articles: readonly ArticleTitle[], language: string): Promise<string[]> {
    const first = articles
      .toSorted(
        (a, b) =>
          Number(isListOfQuestions(b)) - Number(isListOfQuestions(a)) ||
          (b.visits ?? 0) - (a.visits ?? 0) ||
          (a.modifiedAt < b.modifiedAt ? 1 : -1),
      )
      .slice(0, mostArticles);
    const blocks = await deps.blocks(first.map(({ id }) => id));
    const asked = first.map(({ id }) => asking(blocks.get(id) ?? []));
    const spoken = new Map(
      first.map(({ id, title }) => [title, languageOfMould(blocks.get(id) ?? [], language)]),
    );
    // The site's own list of questions, then one of each article, then their further ones, then what the others are about.
    const headings = [
      ...first.flatMap((article, at) => (isListOfQuestions(article) ? (asked[at] ?? []) : [])),
      ...asked.flatMap(([heading]) => heading ?? []),
      ...asked.flatMap(([, ...further]) => further),
      ...first
        .filter(({ title }, at) => asked[at]?.length === 0 && isTelling(title))
        .map(({ title }) => title),
    ];
    const questions = headings.map((heading) => questionOf(heading, spoken.get(heading) ?? language));
    return [...new Set(questions)].slice(0, mostQuestions);
  }
}

/** A title is asked about in its own language: “Erzähl mir mehr über „What it is not““ is said in none. */
function languageOfMould(blocks: readonly TaskBlock[], language: string): string {
  const spoken = guessLanguage(blocks.map(({ markdown }) => markdown).join('\n'));
  if (spoken === 'other' || relatives(spoken, language)) return language;
  return spoken === 'zh' ? 'zh-CN' : spoken;
}

/** A page of frequently asked questions says itself what visitors ask. */
const isListOfQuestions = ({ title }: ArticleTitle): boolean =>
  /\bFAQs?\b|\bfrequently asked\b|\bquestions and answers\b|常见问题|常見問題|常见问答|よくある質問|자주 묻는/i.test(
    title,
  );

/** The headings of an article that are questions and can be understood without the article. */
const asking = (blocks: readonly TaskBlock[]): string[] => [
  ...new Set(
    blocks
      .flatMap(({ headingPath }) => headingPath.slice(-1))
      .filter((heading) => isTelling(heading) && asksItself(heading) && standsAlone(heading)),
  ),
];

/** "Why does it fail?" names nothing of its own; "Why do model calls fail?" does. "Which ports: PORT" is no sentence. */
function standsAlone(heading: string): boolean {
  return !/[:：]/.test(heading) && new Set(contentTerms(heading)).size >= fewestWords;
}

function commonest(languages: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['en', 0] as const)[0];
}
