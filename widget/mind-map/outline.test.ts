import { describe, expect, test } from 'vitest';
import { readOutline, type MapNode } from './outline.ts';

const linesOf = (node: MapNode, depth = 0): string[] => [
  `${'  '.repeat(depth)}${node.text}${node.anchor && ` → ${node.anchor}`}`,
  ...node.children.flatMap((child) => linesOf(child, depth + 1)),
];
const treeOf = (markdown: string) => {
  const outline = readOutline(markdown, 'Page');
  return outline && linesOf(outline.root);
};

describe('the tree of a map', () => {
  test('is made of headings and the points below them', () => {
    const outline = readOutline(
      '# Guide\n## [Setup](#setup)\n- download\n- install\n### [On Linux](#on-linux)\n- npm ci\n## Costs',
      'Page',
    );
    expect(outline?.chapters).toBe(3);
    expect(outline && linesOf(outline.root)).toEqual([
      'Guide',
      '  Setup → setup',
      '    download',
      '    install',
      '    On Linux → on-linux',
      '      npm ci',
      '  Costs',
    ]);
  });

  test('of a nested list, of several tops, of skipped levels', () => {
    expect(treeOf('- Guide\n  - Setup\n    1. first\n  - Costs')).toEqual([
      'Guide',
      '  Setup',
      '    first',
      '  Costs',
    ]);
    expect(treeOf('## A\n## B ##')).toEqual(['Page', '  A', '  B']);
    expect(treeOf('# A\n#### B\n## C')).toEqual(['A', '  B', '  C']);
  });

  test('without an outline there is none', () => {
    expect(readOutline('just words\n\n<p>more</p>', 'Page')).toBeUndefined();
    expect(readOutline('', 'Page')).toBeUndefined();
  });

  test('escaped signs are what they were, emphasis goes, fragments are decoded', () => {
    expect(treeOf('# C\\+\\+ \\[x\\] **bold** `code` www\\.a and https\\://a')).toEqual([
      'C++ [x] bold code www.a and https://a',
    ]);
    expect(treeOf('# [备份](#%E5%A4%87%E4%BB%BD)\n## [x](#%)')).toEqual(['备份 → 备份', '  x → %']);
  });

  test('MM15: whatever a map holds, nothing leads elsewhere and nothing is more than text', () => {
    expect(
      treeOf(
        [
          '# [Click](javascript:alert(1)) me',
          '## [Away](https://evil.example/#setup)',
          '## ![pixel](https://evil.example/p.png)',
          '## <img src=x onerror=alert(1)>',
          '## [x](data:text/html,hi) <script>alert(1)</script>',
        ].join('\n'),
      ),
    ).toEqual([
      'Click me',
      '  Away',
      '  pixel',
      '  <img src=x onerror=alert(1)>',
      '  x <script>alert(1)</script>',
    ]);
  });

  test('a map without end has one here', () => {
    const wide = readOutline(
      Array.from({ length: 5000 }, (_, n) => `- ${'x'.repeat(300)}${n}`).join('\n'),
      'Page',
    );
    expect(wide?.root.children).toHaveLength(500);
    expect(wide?.root.children[0]?.text).toHaveLength(200);
    const deep = treeOf(Array.from({ length: 400 }, (_, n) => `${' '.repeat(n)}- n${n}`).join('\n')) ?? [];
    expect(Math.max(...deep.map((line) => line.search(/\S/) / 2))).toBeLessThan(12);
  });
});
