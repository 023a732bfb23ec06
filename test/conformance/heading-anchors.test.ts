import { expect, test } from 'vitest';
import { renderMarkdown } from '../../server/adapters/hosts/embedded/content/markdown.ts';
import { extractBlocks } from '../../server/features/knowledge/indexing/extract.ts';

/** A citation leads to a heading by the anchor the indexer gave; the page must carry the same. */
const articles: Readonly<Record<string, string>> = {
  plain: '# One\n\nText\n\n## Two *three*\n\nText\n\n## Two three\n\nText',
  scripts: '## 第一节：概述\n\n文\n\n## Ünïcode & more\n\n文\n\n## 🎉\n\n文\n\n## ???\n\n文',
  'own ids': '## Costs {#costs}\n\nText\n\n## Costs\n\nText\n\n### `code` in [link](x.md)\n\nText',
  nested:
    '> ## In a quote\n\n- # In a list\n\n::: tip Container\n## In a container\n:::\n\n## In a quote\n\nText',
  generators:
    '{% note %}\n## Noted {{ x }}\n{% endnote %}\n\nText\n\n## Image ![alt](x.png)\n\nText\n\n## ![](x.png)\n\nText',
  breaks:
    'Setext\n======\n\nText\n\nSecond\nline\n---\n\nText\n\n## Entity &amp; &lt;b&gt; <b>bold</b>\n\nText',
};

test.each(Object.entries(articles))('every anchor of an article (%s) exists on its page', (_, text) => {
  const { html, titleId } = renderMarkdown(text, 'One', (address) => address);
  const onPage = new Set([
    titleId,
    ...Array.from(html.matchAll(/<h[1-6] id="([^"]*)"/g), (match) => match[1]),
  ]);
  const anchors = extractBlocks({ format: 'markdown', text }).map((block) => block.anchor);
  const named = anchors.filter((anchor) => anchor !== '');
  expect(named).not.toEqual([]);
  expect(named.filter((anchor) => !onPage.has(anchor))).toEqual([]);
});
