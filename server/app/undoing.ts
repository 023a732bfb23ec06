import type { Changes } from '../features/changes/changes.ts';
import type { createChangeList } from '../features/changes/routes.ts';
import type { CuratedAnswers } from '../features/curated-answers/curated-answers.ts';
import type { Evaluations } from '../features/evaluations/evaluations.ts';
import type { IntentRoutes } from '../features/intent-routes/intent-routes.ts';
import type { Pets } from '../features/pets/pets.ts';
import type { Foundation } from './foundation.ts';

/** Features whose records can be restored from the list of changes. */
export interface WithHistory {
  readonly intentRoutes: Pick<IntentRoutes, 'restore'>;
  readonly curatedAnswers: Pick<CuratedAnswers, 'restore' | 'firstQuestions'>;
  readonly evaluations: Pick<Evaluations, 'restore'>;
  readonly pets: Pick<Pets, 'names'>;
}

/** What the list of changes needs of the features. */
export const undoing = (
  { changes, config, usage, sources }: Foundation,
  { intentRoutes, curatedAnswers, evaluations, pets }: WithHistory,
): Omit<Parameters<typeof createChangeList>[0], 'tokenNames'> & { readonly changes: Changes } => ({
  changes,
  restore: {
    settings: config.restore,
    limits: usage.restoreLimits,
    routes: intentRoutes.restore,
    curatedAnswers: curatedAnswers.restore,
    datasets: evaluations.restore,
  },
  subjectNames: {
    curatedAnswers: curatedAnswers.firstQuestions,
    pets: pets.names,
    sources: sources.namesNow,
  },
});
