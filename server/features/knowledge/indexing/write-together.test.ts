import { describe, expect, it } from 'vitest';
import type { ArticleWrite } from '../store/rows.ts';
import { createWriteTogether } from './write-together.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';

const writeOf = (id: string) => ({ generation: 1, article: { id }, now: 1 }) as unknown as ArticleWrite;
const idsOf = (writes: readonly ArticleWrite[]) => writes.map(({ article }) => article.id);

/** The articles that each call has written. */
function recorded() {
  const calls: string[][] = [];
  const together = createWriteTogether(async (writes) => void calls.push(idsOf(writes)));
  return { calls, together };
}

describe('writing articles together', () => {
  it('writes what is put at the same time in one call, and a single article at once', async () => {
    const { calls, together } = recorded();
    const indexed = (id: string) =>
      together.track(async () => {
        await yieldToEventLoop();
        await together.put(writeOf(id));
      });
    await Promise.all(['a', 'b', 'c'].map(indexed));
    await together.track(() => together.put(writeOf('d')));
    expect(calls).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('does not wait for an article that takes long', async () => {
    const { calls, together } = recorded();
    const slow = Promise.withResolvers<void>();
    const late = together.track(async () => {
      await slow.promise;
      await together.put(writeOf('late'));
    });
    await together.track(() => together.put(writeOf('soon')));
    expect(calls).toEqual([['soon']]);
    slow.resolve();
    await late;
    expect(calls).toEqual([['soon'], ['late']]);
  });

  it('writes the rest when an article ends without writing', async () => {
    const { calls, together } = recorded();
    const slow = Promise.withResolvers<void>();
    const other = together.track(() => slow.promise);
    const put = together.track(() => together.put(writeOf('a')));
    slow.resolve();
    await Promise.all([other, put]);
    expect(calls).toEqual([['a']]);
  });

  it('fails only the article that cannot be stored', async () => {
    const stored: string[] = [];
    const together = createWriteTogether(async (writes) => {
      if (idsOf(writes).includes('bad')) throw new Error('it cannot be stored');
      stored.push(...idsOf(writes));
    });
    const ends = await Promise.allSettled(
      ['a', 'bad', 'b'].map((id) => together.track(() => together.put(writeOf(id)))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual(['a', 'b']);
  });
});
