import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { mapLimits } from '../outline/node.ts';
import { writeOutline } from '../outline/write-outline.ts';
import { layoutOf, type Placed } from './layout.ts';
import { drawSvg } from './svg.ts';
import { wrapText, widthOf } from './text-lines.ts';

const plain = { title: 'Guide', color: '', theme: 'inherit' } as const;

/** Every tag with its attributes; throws when tags are not nested properly. */
function tagsOf(xml: string) {
  const open: string[] = [];
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push(name);
        tags.push({ name, attributes });
      },
      onclosetag: (name, implied) => {
        if (implied && !xml.includes('/>')) throw new Error(`${name} is not closed`);
        expect(open.pop()).toBe(name);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return tags;
}

describe('MM16: a map as a picture', () => {
  test('has a name, follows light and dark, and links only into the page', () => {
    const svg = drawSvg('# Guide\n## [备份](#备份)\n- daily\n## [Costs](#costs-%281%29)', plain);
    const tags = tagsOf(svg);
    expect(tags[0]).toMatchObject({
      name: 'svg',
      attributes: {
        xmlns: 'http://www.w3.org/2000/svg',
        role: expect.stringContaining('document'),
        'aria-label': 'Guide',
      },
    });
    expect(svg).toContain('<title>Guide</title>');
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(tags.filter(({ name }) => name === 'a').map(({ attributes }) => attributes)).toEqual([
      { href: '#备份' },
      { href: '#costs-%281%29' },
    ]);
  });

  test('whatever is stored, only text, shapes and fragments come out', () => {
    const hostile = [
      '# <script>alert(1)</script>&"\'',
      '## <img src=x onerror=alert(1)> [a](javascript:alert(1))',
      '## [b](https://evil.example) ![c](https://evil.example/c.png)',
      '## [d](#x"onload="alert(1))',
      '- </text><foreignObject>&lt;script&gt;',
      '- `</style><script>` ]]> <!-- -->',
    ].join('\n');
    const svg = drawSvg(hostile, { title: '</title><script>x', color: '"><script>', theme: 'auto' });
    const tags = tagsOf(svg);
    const allowed = new Set(['svg', 'title', 'style', 'g', 'path', 'rect', 'text', 'tspan', 'a']);
    expect(tags.filter(({ name }) => !allowed.has(name))).toEqual([]);
    const attributes = tags.flatMap((tag) => Object.entries(tag.attributes));
    expect(
      attributes.filter(([name]) => name.startsWith('on') || name === 'style' || name === 'src'),
    ).toEqual([]);
    expect(attributes.filter(([name, value]) => name === 'href' && !value.startsWith('#'))).toEqual([]);
    expect(svg).not.toMatch(/url\(|@import|evil\.example\/c/);
  });

  test('a fixed theme has no preference, an own colour is used', () => {
    expect(drawSvg('# T\n## a', { ...plain, theme: 'dark', color: '#123abc' })).not.toContain(
      'prefers-color-scheme',
    );
    expect(drawSvg('# T\n## a', { ...plain, color: '#123abc' })).toContain('--accent:#123abc');
  });

  test('an unreadable map shows its title', () => {
    expect(drawSvg('', { ...plain, title: 'Gu\u0000ide\uFFFE' })).toContain('<title>Guide</title>');
  });

  test('nodes of the largest map do not overlap and the picture stays bounded', () => {
    const text = 'Wide WORDS 宽字 '.repeat(9).slice(0, mapLimits.text);
    const leaves = Array.from({ length: 12 }, () => ({ text, anchor: '', children: [] }));
    const branches = Array.from({ length: 12 }, () => ({ text, anchor: 'a', children: leaves }));
    const root = { text, anchor: '', children: branches };
    const { root: placed, width, height } = layoutOf(root);
    const all = (node: Placed): Placed[] => [node, ...node.children.flatMap(all)];
    for (const level of [1, 2]) {
      const column = all(placed).filter((node) => node.level === level);
      const overlaps = column.filter((node, place) => {
        const before = column[place - 1];
        return before && before.y + before.height / 2 > node.y - node.height / 2;
      });
      expect(overlaps).toEqual([]);
    }
    const outside = all(placed).filter(
      (node) =>
        node.x < 0 ||
        node.x + node.width > width ||
        node.y - node.height / 2 < 0 ||
        node.y + node.height / 2 > height,
    );
    expect(outside).toEqual([]);
    expect(width).toBeLessThan(4 * 400);
    expect(height).toBeLessThan(mapLimits.nodes * 80);
    expect(drawSvg(writeOutline(root), plain).length).toBeLessThan(200_000);
  });
});

describe('lines', () => {
  test('break at blanks and between Chinese characters, and end in an ellipsis', () => {
    expect(wrapText('a short text', 14, 260, 3)).toEqual(['a short text']);
    expect(wrapText('四个汉字四个汉字', 10, 40, 3)).toEqual(['四个汉字', '四个汉字']);
    expect(wrapText('one two three four', 10, 60, 2)).toEqual(['one two', 'three four']);
    expect(wrapText('字'.repeat(99), 10, 40, 2)).toEqual(['字字字字', '字字字字…']);
    expect(wrapText('x'.repeat(120), 14, 260, 3).every((line) => widthOf(line, 14) <= 275)).toBe(true);
  });
});
