import type { FirstSteps } from '../../../contract/system.ts';
import type { Database } from '../../kit/database.ts';
import { createFirstStepStore } from './store.ts';

/** How far the first steps of this installation are, for all administrators and browsers. */
export function createFirstSteps(db: Pick<Database, 'query'>) {
  const store = createFirstStepStore(db);
  let isTried = false;
  return {
    async read(): Promise<FirstSteps> {
      const noted = await store.read();
      const shown = noted.get('shown');
      return {
        tried: noted.get('tried') === 'yes',
        shown: shown === 'done' || shown === 'hidden' ? shown : 'open',
      };
    },
    show: (shown: FirstSteps['shown']): Promise<void> => store.note('shown', shown),
    /** Notes that a test question was answered. */
    async noteTried(): Promise<void> {
      if (isTried) return;
      await store.note('tried', 'yes');
      isTried = true;
    },
  };
}
