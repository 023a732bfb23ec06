import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { cutArticle, type CutInput } from './cut-article.ts';

/** What a thread that cuts articles does. */
const operations = {
  cut: async (input: CutInput) => cutArticle(input),
};

export type CutOperations = typeof operations;

serveOperations(operations);
