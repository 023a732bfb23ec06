import { expect, test } from 'vitest';
import { versionRemark } from './version-remark.ts';

const versionOf = async (url: string) => /\/(v\d)\//.exec(url)?.[1];
const page = { postId: 'a', title: 'Lamp', url: '/docs/v1/lamp' };
const remarkOn = async (citation: object) =>
  (
    await Array.fromAsync(
      versionRemark(
        { versionOf },
        { context: { notBy: 'v2', citations: [{ ...page, ...citation }] }, language: 'en' },
        { summary: () => ({ answerState: 'answered' }), judged: () => undefined },
      ),
    )
  ).map((event) => JSON.stringify(event));

test('PGV2: a page of another source has no version of the site, whatever its path', async () => {
  expect(await remarkOn({})).toEqual([expect.stringContaining('v1')]);
  expect(await remarkOn({ url: 'https://docs.example.org/v1/lamp', source: 'Elsewhere' })).toEqual([]);
});
