import type { Clock } from '../../../ports/clock.ts';
import { createYieldEvery } from '../../../work/event-loop.ts';
import { catalogueOf, catalogueSteps, nextDueDate, type Catalogue } from './catalogue.ts';
import type { SourceArticle } from './content/article.ts';

/** Articles are sorted for so long at once, in milliseconds. */
const heldMs = 10;

/** The catalogue of a folder's articles at the moment. */
export function createSortedCatalogue(all: () => readonly SourceArticle[], clock: Clock) {
  let current = catalogueOf([], clock.now());
  let changesAt: number | undefined;
  let sorted = 0;
  const sort = (): void => {
    sorted += 1;
    const now = clock.now();
    const sources = all();
    current = catalogueOf(sources, now);
    changesAt = nextDueDate(sources, now);
  };
  return {
    sort,
    /** As it was sorted last. */
    last: (): Catalogue => current,
    /** As it is now: articles are published and expire. */
    now(): Catalogue {
      if (changesAt !== undefined && clock.now() >= changesAt) sort();
      return current;
    },
    /** Sorts without holding up everything else; what was sorted meanwhile is newer and stays. */
    async sortInSteps(): Promise<void> {
      const begun = (sorted += 1);
      const now = clock.now();
      const sources = all();
      const steps = catalogueSteps(sources, now);
      const breathe = createYieldEvery(heldMs);
      for (let step = steps.next(); begun === sorted; step = steps.next()) {
        if (step.done) {
          current = step.value;
          changesAt = nextDueDate(sources, now);
          return;
        }
        await breathe();
      }
    },
  };
}
