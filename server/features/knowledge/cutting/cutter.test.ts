import { afterEach, describe, expect, it } from 'vitest';
import { configGroups } from '../../../../contract/config/groups.ts';
import { cutArticle } from './cut-article.ts';
import { createCutter, type Cutter } from './cutter.ts';
import { cutOperations } from './operations.ts';

const options = configGroups.chunking.parse({});
const articleOf = (text: string) => ({
  title: 'Title',
  body: { format: 'markdown' as const, text },
  options,
});
const long = articleOf(
  Array.from({ length: 30 }, (_, nth) => `## Part ${nth}\n\n${`Sentence ${nth}. 句子。`.repeat(40)}`).join(
    '\n\n',
  ),
);
const never = new AbortController().signal;

let cutter: Cutter | undefined;
afterEach(async () => cutter?.[Symbol.asyncDispose]());

describe('cutting articles', () => {
  it.each(['Han 灯塔. '])(
    'LIN1: an article of 50,000 characters of %j is read in a thread, and other work goes on',
    async (part) => {
      cutter = createCutter({ threads: 0 });
      const { body, ...article } = articleOf(`The tower is red. ${part.repeat(6_000)}`);
      const given = {
        title: article.title,
        text: body.text,
        statements: ['The tower is red.', 'It is blue.'],
      };
      const wanted = await Promise.all([
        cutOperations.cut({ body, ...article }),
        cutOperations.blocks(body),
        cutOperations.supported(given),
      ]);
      let turns = 0;
      const others = setInterval(() => turns++, 1);
      const read = [cutter.cut({ body, ...article }, never), cutter.blocks(body), cutter.supported(given)];
      expect(await Promise.all(read)).toEqual(wanted);
      clearInterval(others);
      expect(turns).toBeGreaterThan(1);
    },
  );

  it('makes the same passages and blocks in a thread as in the event loop', async () => {
    cutter = createCutter({ threads: 1, few: 1 });
    const inLoop = await cutter.cut(long, never);
    const inThread = await Promise.all([long, long].map(async (article) => cutter?.cut(article, never)));
    expect(inLoop).toEqual(cutArticle(long));
    expect(inLoop.chunks.length).toBeGreaterThan(20);
    expect(inThread).toEqual([inLoop, inLoop]);
  });

  it('fails only the article that a thread cannot take, and goes on', async () => {
    cutter = createCutter({ threads: 1, few: 0 });
    const bad = {
      ...articleOf(''),
      body: { format: 'markdown' as const, text: undefined as unknown as string },
    };
    await expect(cutter.cut(bad, never)).rejects.toThrow('In a thread');
    expect((await cutter.cut(articleOf('Text.'), never)).chunks).toHaveLength(1);
  });

  it('ends waiting articles when it is cancelled, and all of them when it is closed', async () => {
    cutter = createCutter({ threads: 1, few: 0 });
    const cancelled = new AbortController();
    const [first, second] = [cutter.cut(long, never), cutter.cut(long, cancelled.signal)];
    cancelled.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    const [ended] = await Promise.allSettled([first, cutter[Symbol.asyncDispose]()]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  });
});
