import type { AnswerState } from '../../contract/articles/articles.ts';

/** The colour of an outcome, the same on every page. */
export const stateTags: Readonly<Record<AnswerState, 'success' | 'info' | 'warning' | 'error' | 'default'>> =
  {
    answered: 'success',
    partial: 'info',
    not_covered: 'warning',
    refused: 'default',
    limited: 'warning',
    failed: 'error',
  };
