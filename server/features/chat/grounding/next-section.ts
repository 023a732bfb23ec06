import { withoutNumber } from '../../../text/question/headings.ts';
import { questionKey } from '../../../text/question/question-key.ts';
import { citedPath } from '../follow-up.ts';
import type { Question } from '../question.ts';
import { headingAsked } from '../suggestions.ts';
import type { PageArticle } from './page.ts';

/**
 * The section of the article quoted last that a question names by its heading, as the questions offered below an answer do, with its
 * path of headings; `undefined` for other questions. Every recipe has a section “Method”, and “Can I freeze it?” means the one just read.
 */
export async function sectionAsked(
  page: (url: string) => Promise<PageArticle | undefined>,
  { question, history }: Pick<Question, 'question' | 'history'>,
): Promise<Section | undefined> {
  const path = citedPath(history);
  const article = path === '' ? undefined : await page(path);
  if (article === undefined) return undefined;
  const asked = nameOf(headingAsked(question) ?? question);
  const first = article.blocks.find(({ headingPath }) => nameOf(headingPath.at(-1) ?? '') === asked);
  if (asked === '' || first === undefined) return undefined;
  const headingPath = first.headingPath;
  return { article: { ...article, blocks: sectionOf(article.blocks, headingPath) }, headingPath };
}

export interface Section {
  /** The article with the blocks of the section alone. */
  readonly article: PageArticle;
  readonly headingPath: readonly string[];
}

/** The blocks right under a heading. */
export const sectionOf = <T extends { readonly headingPath: readonly string[] }>(
  blocks: readonly T[],
  headingPath: readonly string[],
): readonly T[] => blocks.filter((block) => block.headingPath.join('\n') === headingPath.join('\n'));

/** A heading without its number, compared as questions are. */
const nameOf = (heading: string): string => questionKey(withoutNumber(heading));
