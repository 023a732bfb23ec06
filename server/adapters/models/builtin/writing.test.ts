import { describe, expect, it } from 'vitest';
import { write } from './writing.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

const perform = (action: string, text: string, instruction = '') =>
  write({ kind: 'writing', action, text, instruction });

describe('polish', () => {
  it.each([
    ['我用Docker部署了3个服务,效果很好!!!', '我用 Docker 部署了 3 个服务，效果很好！'],
    ['然后 , 重启(注意备份)就行...', '然后，重启（注意备份）就行……'],
    ['他说"你好"', '他说“你好”'],
    ['价格是3.5元,共10,000个', '价格是 3.5 元，共 10,000 个'],
    ['The the quick  brown fox ,jumps over;then sits .', 'The quick brown fox, jumps over; then sits.'],
    ['一段。\n\n\n\n又一段。', '一段。\n\n又一段。'],
  ])('%j becomes %j', (draft, tidy) => {
    expect(perform('polish', draft)).toBe(tidy);
  });

  it.each([
    '```js\nconst a = 1,b=2  ;\n```',
    '`npm  install,ok`',
    'https://example.org/a,b?c=d..e',
    '[链接](https://example.org/中文a)',
    '| a |  b |\n|---|---|\n| 1 |  2  |',
    '<span class="a  b">',
    'me@example.org',
    '- one\n  - two\n    indented',
    '$x  + y$',
    'Plain text, with a comma. And 3.5 more...',
    '一段正常的中文。没有问题！',
  ])('leaves %j alone', (text) => {
    expect(perform('polish', text)).toBe(text);
  });

  it('changes nothing more the second time', () => {
    for (const draft of [
      '我用Docker,"很好"(真的)。。。',
      'a ,b  c the the',
      '中a文b,c，，d!!e??',
      '"中(文"x)y',
    ]) {
      const once = perform('polish', draft);
      expect(perform('polish', once)).toBe(once);
    }
  });

  it('takes hostile drafts in its stride', () => {
    const began = cpuMs();
    for (const draft of [
      '"中'.repeat(6000),
      '(中'.repeat(6000),
      '<'.repeat(12_000),
      ' '.repeat(12_000),
      'a'.repeat(12_000),
      '```\n'.repeat(4000),
      '$'.repeat(12_000),
    ])
      perform('polish', draft);
    expect(cpuMs() - began).toBeLessThan(3000);
  });
});

describe('WR12: proofreading without a language model', () => {
  it.each([
    ['我们备份,然后重启.', '我们备份，然后重启。'],
    ['步骤（见下文)很多', '步骤（见下文）很多'],
    ['好的，，开始。。', '好的，开始。'],
    ['The the plan ,as  written , works .', 'The plan, as written, works.'],
    ['用 Docker 部署 Nginx，再装Redis。', '用 Docker 部署 Nginx，再装 Redis。'],
  ])('%j becomes %j', (draft, corrected) => {
    expect(perform('proofread', draft)).toBe(corrected);
    expect(perform('proofread', corrected)).toBe(corrected);
  });

  it.each([
    '用Docker部署Nginx，再装 Redis。',
    '他说"你好"！！',
    '目的的确认很重要。',
    'I had had it, and that that is, is.',
    '```\na ,b  c\n```',
    '| a |  b |\n|---|---|',
    'node .js  '.trim(),
    '一段。\n\n\n\n又一段。',
    'He recieve teh mail.',
  ])('leaves %j alone', (text) => {
    expect(perform('proofread', text)).toBe(text);
  });
});

const article =
  '博客的数据需要定期备份（这一点很多人会忘记）。硬盘损坏会让博客的数据全部丢失。定期备份博客的数据可以避免损失。今天天气很好。备份文件应当放在另一块硬盘上，避免和博客的数据一起丢失。';

describe('simplify and summarize', () => {
  it('keep the weightier sentences in their order', () => {
    const simple = perform('simplify', `# 备份\n\n${article}\n\n- 一项\n- 两项`);
    expect(simple).toMatch(/^# 备份\n\n/);
    expect(simple).toMatch(/\n\n- 一项\n- 两项$/);
    expect(simple).not.toContain('天气');
    expect(simple).not.toContain('（');
    expect(simple.length).toBeLessThan(article.length);
  });

  it('give at least a sentence', () => {
    expect(perform('summarize', 'Only one.')).toBe('Only one.');
    expect(perform('simplify', 'Only one.')).toBe('Only one.');
    expect(
      perform('summarize', `${article}${article.replaceAll('博客', '网站')}`.repeat(3)).length,
    ).toBeLessThan(article.length * 3);
  });
});

const outlineOf = (text: string) => JSON.parse(perform('outline', text));

describe('outline', () => {
  it('follows the headings of a draft', () => {
    expect(
      outlineOf(
        '# Backup\n\nWhy it matters.\n\n## By hand\n\nStop it first.\n\n### Copy\n\nx y z.\n\n## By machine\n\n- cron',
      ),
    ).toEqual({
      title: 'Backup',
      depth: 2,
      summary: 'Why it matters.',
      sections: [
        { heading: 'By hand', summary: 'Stop it first.', children: [{ heading: 'Copy', summary: 'x y z.' }] },
        { heading: 'By machine', summary: 'cron' },
      ],
    });
  });

  it.each(['如何备份博客', 'Backing up a blog', '', '???', article, '- a\n- b\n- c', '```\ncode\n```'])(
    'of %j has a title and sections with headings',
    (text) => {
      const { title, depth, sections } = outlineOf(text);
      expect(typeof title).toBe('string');
      expect([1, 2, 3]).toContain(depth);
      expect(sections.length).toBeGreaterThan(1);
      for (const { heading, summary } of sections) {
        expect(heading).not.toBe('');
        expect(typeof summary).toBe('string');
      }
    },
  );
});

describe('what only a language model can do', () => {
  it.each(['translate-en', 'continue', 'expand', 'rewrite', 'constructor', 'toString'])(
    '%s is unavailable',
    (action) => {
      expect(() => perform(action, 'text')).toThrow(
        expect.objectContaining({ code: 'unavailable', message: expect.stringContaining(action) }),
      );
    },
  );

  it('an instruction is unavailable', () => {
    expect(() => perform('polish', 'text', 'make it funny')).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    );
  });
});
