import type { Clock } from '../../../ports/clock.ts';
import { coalesced } from '../../../work/schedule/coalesce.ts';
import { atOnce, inSteps } from '../../../work/schedule/steps.ts';
import { catalogueOf, nextDueDate, type Catalogue } from './catalogue.ts';
import type { SourceArticle } from './content/article.ts';

/** The catalogue of a folder's articles at the moment. */
export function createSortedCatalogue(all: () => readonly SourceArticle[], clock: Clock) {
  let current = atOnce(catalogueOf([], clock.now()));
  let changesAt: number | undefined;
  const renew = coalesced(async () => {
    const now = clock.now();
    const sources = all();
    current = await inSteps(catalogueOf(sources, now));
    changesAt = nextDueDate(sources, now);
  });
  return {
    /** Sorts anew, with turns for everything else. */
    renew,
    /** As it was sorted last. */
    last: (): Catalogue => current,
    /** As it is now: articles are published and expire. */
    async now(): Promise<Catalogue> {
      if (changesAt !== undefined && clock.now() >= changesAt) await renew();
      return current;
    },
  };
}
