import { afterAll, expect, it } from 'vitest';
import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { bodyOf } from './article.ts';
import { renderMarkdown } from './markdown.ts';
import { createMarkdownThreads } from './markdown-threads.ts';

const markdown = createMarkdownThreads();
afterAll(() => markdown.close());

it('LIN1: a Markdown file of a megabyte is converted in a thread as in the event loop, and other work goes on', async () => {
  const text = `---\ntitle: Long\n---\n::: tip Tides\nHigh water at noon.\n:::\n\n${'> - The tower 灯塔 is red.\n'.repeat(40_000)}`;
  const bytes = new TextEncoder().encode(text);
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const read = await markdown.plain('long.md', bytes);
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
  expect(read).toBe(prepareMarkdown(bodyOf('long.md', bytes)));
  expect(await markdown.plain('short.md', bytes.slice(0, 60))).toBe(
    prepareMarkdown(bodyOf('short.md', bytes.slice(0, 60))),
  );
});

it('LIN1: a long article is rendered in a thread as in the event loop, with the addresses of the site, and other work goes on', async () => {
  const part =
    '## Tides\n\nHigh [water](water.md) at [noon](noon.md#h), [never](gone.md) ![map](map.png) <b>now</b> $x^2$.\n\n';
  const text = `# Long\n\n${part.repeat(4_000)}`;
  const resolve = (address: string) => (address.startsWith('gone') ? undefined : `/archives/${address}`);
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const rendered = await markdown.render(text, 'Long', resolve);
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
  expect(rendered).toEqual(renderMarkdown(text, 'Long', resolve));
  expect(rendered.html).toContain('href="/archives/noon.md#h"');
  const short = text.slice(0, 500);
  expect(await markdown.render(short, 'Long', resolve)).toEqual(renderMarkdown(short, 'Long', resolve));
});
