import { cutArticle, type CutInput } from './cut-article.ts';

/** Operations of the threads that cut articles. */
export const operations = {
  cut: async (input: CutInput) => cutArticle(input),
};
