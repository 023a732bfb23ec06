import { expect, test } from 'vitest';
import { treeOf } from './outline-tree.ts';

test('headings nest by level, items lie below their heading', () => {
  const tree = treeOf('# Tea\n## [Water](#water)\n- soft\n  - very\n- hot\n## Leaves\n### Green');
  expect(tree).toEqual({
    content: 'Tea',
    children: [
      {
        content: 'Water',
        children: [
          { content: 'soft', children: [{ content: 'very', children: [] }] },
          { content: 'hot', children: [] },
        ],
      },
      { content: 'Leaves', children: [{ content: 'Green', children: [] }] },
    ],
  });
});

test('no text becomes markup, and escapes of Markdown are taken away', () => {
  const tree = treeOf('# A \\<img src=x onerror=alert(1)> \\*b\\* & "c"');
  expect(tree?.content).toBe('A &lt;img src=x onerror=alert(1)&gt; *b* &amp; &quot;c&quot;');
});

test('what is no outline is no map; several tops stand under an empty root', () => {
  expect(treeOf('Only prose.')).toBeUndefined();
  expect(treeOf('')).toBeUndefined();
  expect(treeOf('# One\n# Two')).toMatchObject({
    content: '',
    children: [{ content: 'One' }, { content: 'Two' }],
  });
});

test('a stored text without end is cut', () => {
  const count = (node = treeOf(`# Top\n${'- x\n'.repeat(5000)}`)): number =>
    node === undefined ? 0 : node.children.reduce((sum, child) => sum + count(child), 1);
  expect(count()).toBe(400);
});
