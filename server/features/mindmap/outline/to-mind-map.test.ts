import { describe, expect, test } from 'vitest';
import { seeded } from '../../../../test/fakes/random.ts';
import type { ArticleHeading } from '../article-text.ts';
import { toMindMap, storedMap } from './to-mind-map.ts';
import { mapLimits, type MapNode } from './node.ts';
import { writeOutline } from './write-outline.ts';

const headings: readonly ArticleHeading[] = [
  { text: 'Setup', anchor: 'setup' },
  { text: 'Example', anchor: 'example' },
  { text: 'Costs', anchor: 'costs' },
  { text: 'Example', anchor: 'example-1' },
  { text: '数据备份', anchor: '数据备份' },
];

const outlineOf = (answer: string) => {
  const map = toMindMap(answer, 'Guide', headings, 3);
  return map && writeOutline(map).split('\n');
};
const below = (node: MapNode): MapNode[] => [node, ...node.children.flatMap(below)];
const depth = (node: MapNode): number => 1 + Math.max(0, ...node.children.map(depth));

describe('the map in an answer', () => {
  test('stands under the title of the article, as headings with the points as a list', () => {
    expect(
      outlineOf('# Something else\n\n## Setup\n- download\n- install\n\n## Prices\n### Monthly'),
    ).toEqual(['# Guide', '## [Setup](#setup)', '- download', '- install', '## Prices', '- Monthly']);
  });

  test('may be a nested list, several headings of one level, or both', () => {
    const wanted = ['# Guide', '## [Setup](#setup)', '- download', '## [Costs](#costs)'];
    expect(outlineOf('- Guide\n  - Setup\n    - download\n  - Costs')).toEqual(wanted);
    expect(outlineOf('1. Setup\n1.1 download\n2. Costs')).toEqual(wanted);
    expect(outlineOf('1. Setup\n   1.1. download\n2. Costs')).toEqual(wanted);
    expect(outlineOf('1. Setup\n   * download\n2. Costs')).toEqual(wanted);
    expect(outlineOf('# Setup\n- download\n# Costs')).toEqual(wanted);
    expect(outlineOf('# Guide\n- Setup\n  - download\n- Costs')).toEqual(wanted);
  });

  test('is found behind reasoning, inside fences and between other words', () => {
    const wanted = ['# Guide', '## [Setup](#setup)', '- download'];
    const map = '# Guide\n## Setup\n- download';
    expect(outlineOf(`<think>\n# Wrong\n## Way\n- x\n- y\n- z\n</think>\n\n${map}`)).toEqual(wanted);
    expect(outlineOf(`Here it is:\n\n\`\`\`markdown\n${map}\n\`\`\`\n\nAnything else?`)).toEqual(wanted);
    expect(outlineOf(`~~~\n${map}`)).toEqual(wanted);
    expect(outlineOf(`${map}\n\n<reasoning>\n- was this right`)).toEqual(wanted);
  });

  test.each([
    '',
    'Sorry, I cannot do that.',
    '# Guide',
    '```\n```',
    '<p># Guide</p>',
    '---\n\n> ## quoted',
    '| a |\n|-|\n| b |',
  ])('is none when there is no outline: %j', (answer) => expect(outlineOf(answer)).toBeUndefined());
});

describe('MM15: links', () => {
  test('stay when their heading exists, are repaired when it nearly does, and go when it does not', () => {
    expect(
      outlineOf(
        [
          '## [How to begin](#setup)',
          '## [Setup](#no-such)',
          '## [Money](#Costs!)',
          '## [Ghost](#ghost)',
          '## [备份](#%E6%95%B0%E6%8D%AE%E5%A4%87%E4%BB%BD)',
          '## Costs {#costs}',
        ].join('\n'),
      ),
    ).toEqual([
      '# Guide',
      '## [How to begin](#setup)',
      '## [Setup](#setup)',
      '## [Money](#costs)',
      '## Ghost',
      '## [备份](#数据备份)',
      '## [Costs](#costs)',
    ]);
  });

  test('a node that is named like a heading gets its link; of equal ones in their order', () => {
    expect(outlineOf('## setup:\n## Example\n## EXAMPLE\n## example')).toEqual([
      '# Guide',
      '## [setup:](#setup)',
      '## [Example](#example)',
      '## [EXAMPLE](#example-1)',
      '## [example](#example-1)',
    ]);
  });

  test('nothing leads elsewhere, loads or runs', () => {
    const lines = outlineOf(
      [
        '## [Click](javascript:alert(1)) <img src=x onerror=alert(1)>',
        '## [Away](https://evil.example/#setup) ![pixel](https://evil.example/p.png)',
        '## <script>alert(1)</script>Read <b onclick=x>this</b>',
        '## https://evil.example and www.evil.example and me@evil.example',
        '## <https://evil.example> `<script>` &lt;script&gt; [x]: y',
        '## [Setup](#setup "title" ) <a href="//evil.example">x</a>',
      ].join('\n'),
    );
    expect(lines).toEqual([
      '# Guide',
      '## Click',
      '## Away pixel',
      '## Read this',
      '## https\\://evil.example and www\\.evil.example and me\\@evil.example',
      '## https\\://evil.example \\<script\\> \\<script\\> \\[x\\]: y',
      '## [Setup x](#setup)',
    ]);
  });
});

describe('limits', () => {
  test('MM6: no deeper than wanted, whatever the answer nests', () => {
    const answer = ['# Guide', '## A', '### B', '#### C', '##### D', '- e', '  - f', '    - g'].join('\n');
    for (const maxDepth of [2, 3, 4]) {
      const map = toMindMap(answer, 'Guide', [], maxDepth);
      expect(map && depth(map)).toBe(maxDepth);
    }
    const nested = Array.from({ length: 5_000 }, (_, level) => `${'  '.repeat(level)}- x${level}`).join('\n');
    const map = toMindMap(nested, 'Guide', [], 4);
    expect(map && depth(map)).toBeLessThanOrEqual(4);
  });

  test('of ten thousand branches some are left, of each level before the next', () => {
    const answer = Array.from({ length: 10_000 }, (_, n) => `## Branch ${n}\n- point`).join('\n');
    const map = toMindMap(answer, 'Guide', [], 3);
    expect(map?.children).toHaveLength(mapLimits.points);
    const many = Array.from({ length: 30 }, (_, n) => ({ text: `Branch ${n}`, anchor: `b${n}` }));
    const linked = toMindMap(
      many
        .map(({ text }) => `## ${text}\n${Array.from({ length: 12 }, (_, n) => `- p${n}`).join('\n')}`)
        .join('\n'),
      'Guide',
      many,
      3,
    );
    expect(linked?.children).toHaveLength(mapLimits.chapters);
    expect(linked && below(linked)).toHaveLength(mapLimits.nodes);
  });

  test('texts are one short line', () => {
    const map = toMindMap(
      `## ${'长'.repeat(500)}\n## a\u202Eb\u200Bc\n## x😀${'y'.repeat(117)}😀`,
      'Guide',
      [],
      3,
    );
    expect(map?.children.map(({ text }) => text.length)).toEqual([mapLimits.text, 3, 120]);
    expect(map?.children.every(({ text }) => text.isWellFormed())).toBe(true);
  });
});

test('MM15: whatever the answer, a stored map reads as it was drawn and every link is a heading', () => {
  const random = seeded(7);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[random(from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
  const signs = [
    ...Array.from('#*_`[]()<>!&|~\\{}-+=.:@1 \n\t"\'$^%x字é😀\u0000\u202E'),
    '\n## ',
    '\n- ',
    '\n  - ',
    '](#setup)',
    '[a](',
    '{#costs}',
    '```\n',
    '<b>',
    '</script>',
    'https://e.x/',
    'www.',
    '{{ x }}',
    '{%',
    '&amp;',
    '1. ',
    '[^1]',
    '![',
    '\n::: tip\n',
    '\n> ',
    '\n# ',
  ];
  const anchors = new Set(headings.map(({ anchor }) => anchor));
  for (let run = 0; run < 300; run += 1) {
    const answer = `## a\n- b\n${Array.from({ length: random(80) }, () => pick(signs)).join('')}`;
    const title = Array.from({ length: random(8) }, () => pick(signs)).join('') + 'T';
    const map = toMindMap(answer, title, headings, 2 + random(3));
    if (!map) continue;
    const markdown = writeOutline(map);
    expect([answer, storedMap(markdown)]).toEqual([answer, map]);
    const links = [...markdown.matchAll(/(?<!\\)\]\((?<target>[^)]*)\)/g)].map(
      ({ groups }) => groups?.['target'] ?? '',
    );
    expect(links.filter((target) => !anchors.has(decodeURIComponent(target.slice(1))))).toEqual([]);
  }
});
