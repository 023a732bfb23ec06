import { expect, test } from 'vitest';
import { headWith } from '../../../../../test/fakes/heads.ts';
import { unavailable } from '../../../../kit/fault.ts';
import type { ArticleHead } from '../../../../ports/host.ts';
import { createListing, type ListingSource } from './listing.ts';

const listingOf = (source: Partial<ListingSource>) => {
  const clock = { time: 0, now: () => clock.time };
  let fullReads = 0;
  let articles = [headWith('a'), headWith('b')];
  const listing = createListing(
    {
      async *listAll() {
        fullReads++;
        yield* articles;
      },
      changes: async () => [],
      ...source,
    },
    clock,
  );
  return {
    clock,
    listing,
    ids: async () => [...(await listing.heads()).values()].map(({ id, revision }) => id + revision),
    fullReads: () => fullReads,
    publish: (next: ArticleHead[]) => void (articles = next),
  };
};

test('HOST11: a list is updated incrementally, and read in full after a deletion', async () => {
  let answer: readonly ArticleHead[] | 'full' = [];
  const { clock, ids, fullReads, publish } = listingOf({ changes: async () => answer });
  expect(await ids()).toEqual(['a1', 'b1']);
  clock.time += 5_000;
  answer = [headWith('b', '2'), headWith('c')];
  expect(await ids()).toEqual(['a1', 'b2', 'c1']);
  expect(fullReads()).toBe(1);
  clock.time += 5_000;
  answer = 'full';
  publish([headWith('a')]);
  expect(await ids()).toEqual(['a1']);
  expect(fullReads()).toBe(2);
});

test('HOST11: an interrupted full read changes nothing and is reported', async () => {
  let broken = false;
  const { clock, ids } = listingOf({
    async *listAll() {
      yield headWith('a');
      if (broken) throw unavailable('The site is away');
      yield headWith('b');
    },
    changes: async () => 'full',
  });
  expect(await ids()).toEqual(['a1', 'b1']);
  clock.time += 5_000;
  broken = true;
  await expect(ids()).rejects.toMatchObject({ code: 'unavailable' });
  broken = false;
  expect(await ids()).toEqual(['a1', 'b1']);
});

test('a list that is fresh is not asked for again, unless a push came', async () => {
  const { listing, ids, fullReads, clock } = listingOf({ changes: async () => 'full' });
  await Promise.all([ids(), ids()]);
  clock.time += 500;
  await ids();
  expect(fullReads()).toBe(1);
  listing.outdated();
  await ids();
  expect(fullReads()).toBe(2);
});

test('HOST9: a push that comes while the list is asked for is not lost', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<readonly ArticleHead[]>();
  let questions = 0;
  const { clock, listing, ids } = listingOf({
    changes: () => {
      questions++;
      asked.resolve();
      return questions === 1 ? answered.promise : Promise.resolve([headWith('a', '2')]);
    },
  });
  await ids();
  clock.time += 5_000;
  const first = ids();
  await asked.promise;
  listing.outdated();
  answered.resolve([]);
  expect(await first).toEqual(['a1', 'b1']);
  expect(await ids()).toEqual(['a2', 'b1']);
});
