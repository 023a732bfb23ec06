import { supportOf } from '../../../text/support/support.ts';
import type { Article } from '../../../ports/host.ts';
import type { Block } from '../extraction/blocks.ts';
import { blocksOf, cutArticle, type CutArticle, type CutInput } from './cut-article.ts';

export type Body = Article['body'];

/** Statements to be checked against the text of an article. */
export interface Statements {
  readonly title: string;
  readonly text: string;
  readonly statements: readonly string[];
}

/** Operations on the text of an article, run in the event loop or in a thread. */
export const cutOperations = {
  cut: async (input: CutInput): Promise<CutArticle> => cutArticle(input),
  blocks: async (body: Body): Promise<readonly Block[]> => blocksOf({ body }),
  supported: async ({ statements, ...article }: Statements): Promise<readonly boolean[]> =>
    statements.map(supportOf(article)),
};
