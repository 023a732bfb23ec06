import { describe, expect, it } from 'vitest';
import { mindmap } from './mindmap.ts';

const draw = (markdown: string, maxDepth = 3, title = 'Backup') =>
  mindmap({ kind: 'mindmap', title, markdown, maxDepth }).split('\n');

describe('a mind map', () => {
  it('is the headings below the title, with points where no headings follow', () => {
    const map = draw(
      '# Backup\n\nIntro.\n\n## Why\n\nDisks break. Always.\n\n## How\n\n### By hand\n\n- stop\n- copy\n\n### By machine\n\nx',
    );
    expect(map).toEqual([
      '# Backup',
      '## Why',
      '- Disks break',
      '- Always',
      '## How',
      '### By hand',
      '### By machine',
    ]);
  });

  it('of a section with subsections begins with the points of its own text', () => {
    expect(
      draw('## Plugin\n\nCopy the plugin into its folder. Switch it on.\n\n### In the editor\n\nText.', 4),
    ).toEqual([
      '# Backup',
      '## Plugin',
      '- Copy the plugin into its folder',
      '- Switch it on',
      '### In the editor',
      '- Text',
    ]);
  });

  it.each([1, 2, 3, 4])('is %i levels deep', (maxDepth) => {
    const map = draw('## A\n\n### B\n\n#### C\n\n- point', maxDepth);
    expect(map).toEqual(['# Backup', '## A', '### B', '#### C'].slice(0, maxDepth));
  });

  it('closes up levels that the author has skipped', () => {
    expect(draw('#### Deep\n\n## Up\n\n##### Below', 4)).toEqual([
      '# Backup',
      '## Deep',
      '## Up',
      '### Below',
    ]);
  });

  it('takes no heading from code', () => {
    expect(draw('## Real\n\n```sh\n# not a heading\n```')).toEqual(['# Backup', '## Real']);
  });

  it('of an article without headings is its weightiest sentences', () => {
    const map = draw(
      '博客备份要每天自动进行。备份文件保存在另一块硬盘上，保留三十天。恢复备份前先停止博客服务。',
      3,
      '博客备份',
    );
    expect(map[0]).toBe('# 博客备份');
    expect(map.slice(1)).toEqual([
      '- 博客备份要每天自动进行',
      '- 备份文件保存在另一块硬盘上，保留三十天',
      '- 恢复备份前先停止博客服务',
    ]);
  });

  it('of nothing is the title', () => {
    expect(draw('')).toEqual(['# Backup']);
  });
});
