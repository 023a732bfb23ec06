import { watchPage } from '../kit/watch-page.ts';
import type { AskedPage } from './conversation.ts';

/** The article of the current page. */
export interface Page {
  /** Site-relative. */
  readonly url: string;
  readonly title: string;
}

/** Signs that a page shows one article; `<article>` counts only when it is the only one. */
const signs = [
  '[data-docent-post]',
  'script#ai-suite-page-context',
  '[data-target="Post" i][data-id]',
  'meta[property="og:type" i][content="article" i]',
];

/** The article of the page; `undefined` on lists, on the home page, and on pages of other sites than `site`. */
export function articlePage(site: string): Page | undefined {
  const { origin, pathname, search } = location;
  if (origin !== site || pathname === '/' || pathname.length + search.length > 2000) return undefined;
  const isArticle =
    signs.some((sign) => document.querySelectorAll(sign).length === 1) ||
    document.querySelectorAll('article').length === 1;
  if (!isArticle) return undefined;
  const heading = document.querySelector('article h1, main h1, h1');
  return { url: pathname + search, title: (heading && textOf(heading)) || document.title };
}

/** The most questions of a page that are offered, and the longest of them. */
const mostQuestions = 6;
const longestQuestion = 200;

/** The questions that the page itself offers to begin with: `<meta name="docent-question" content="…">`, one for each. */
export const pageQuestions = (): string[] =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="docent-question" i]')]
    .map(({ content }) => content.trim())
    .filter((question) => question !== '' && question.length <= longestQuestion)
    .slice(0, mostQuestions);

/** The text of a heading, without the links to itself that themes add: `#`, `¶` or a symbol of an icon font. */
function textOf(heading: Element): string {
  const copy = heading.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll('a')) if (!/[\p{L}\p{N}]/u.test(link.textContent)) link.remove();
  return copy.textContent.replace(/\s+/g, ' ').trim();
}

/** The page fields of a question about the page that the visitor chose. */
export const about = (page: Page | undefined): AskedPage | undefined =>
  page && { url: page.url, task: 'ask' };

/** Calls `turned` when the page shows another article. Returns a function that stops it. */
export function watchArticle(site: string, turned: () => void): () => void {
  const look = () => JSON.stringify([articlePage(site), pageQuestions()]);
  let seen = look();
  return watchPage(() => {
    const before = seen;
    seen = look();
    if (seen !== before) turned();
  });
}
