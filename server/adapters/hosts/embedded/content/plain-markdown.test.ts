import { afterEach, expect, it } from 'vitest';
import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { bodyOf } from './article.ts';
import { createPlainMarkdown } from './plain-markdown.ts';

const plain = createPlainMarkdown();
afterEach(() => plain.close());

it('LIN1: a Markdown file of a megabyte is converted in a thread as in the event loop, and other work goes on', async () => {
  const text = `---\ntitle: Long\n---\n::: tip Tides\nHigh water at noon.\n:::\n\n${'> - The tower 灯塔 is red.\n'.repeat(40_000)}`;
  const bytes = new TextEncoder().encode(text);
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const read = await plain.of('long.md', bytes);
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
  expect(read).toBe(prepareMarkdown(bodyOf('long.md', bytes)));
  expect(await plain.of('short.md', bytes.slice(0, 60))).toBe(
    prepareMarkdown(bodyOf('short.md', bytes.slice(0, 60))),
  );
});
