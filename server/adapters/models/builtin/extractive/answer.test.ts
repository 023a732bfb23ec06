import { describe, expect, it } from 'vitest';
import type { TaskBlock, TaskPassage } from '../../../../ports/models.ts';
import { cpuMs } from '../../../../../test/fakes/cpu-time.ts';
import { answer } from './answer.ts';

const block = (kind: TaskBlock['kind'], markdown: string, heading: string): TaskBlock => ({
  kind,
  markdown,
  headingPath: [heading],
  anchor: heading.toLowerCase().replaceAll(' ', '-'),
});

const blocks: readonly TaskBlock[] = [
  block('paragraph', 'The shop opens at nine. It closes at six.', 'Hours'),
  block('paragraph', 'Install a theme in three steps:', 'Themes'),
  block('list', '1. Download the theme\n2. Unpack it into `themes`\n3. Choose it in the console', 'Themes'),
  block('paragraph', 'Themes may bring their own fonts.', 'Fonts'),
  block('paragraph', 'What a plan costs:', 'Prices'),
  block('table', '| Plan | Price |\n| --- | --- |\n| Small | 5 euros |\n| Large | 9 euros |', 'Prices'),
  block('paragraph', 'Run the backup:', 'Backup'),
  block('code', '```sh\ndocent backup --to /mnt\n\nls /mnt\n```', 'Backup'),
];
const passages: readonly TaskPassage[] = blocks.map(({ markdown, headingPath }) => ({
  article: 1,
  title: 'Handbook',
  headingPath,
  text: markdown,
}));

const quote = (
  question: string,
  more: {
    brief?: boolean;
    blocks?: readonly TaskBlock[] | undefined;
    passages?: readonly TaskPassage[];
  } = {},
) => answer({ kind: 'answer', question, passages, blocks, brief: false, ...more });

describe('the quoted passage', () => {
  it('ANS1: is one place of the article in its own order and words', async () => {
    expect(await quote('When does the shop close?')).toMatchObject({
      headingPath: ['Hours'],
      anchor: 'hours',
      markdown: 'The shop opens at nine. It closes at six.',
    });
  });

  it.each([
    ['What about closing at six?', 'It closes at six.'],
    ['How do I unpack a theme?', expect.stringContaining('Unpack it into `themes`')],
    ['What is the price of the large plan?', expect.stringContaining('Large')],
    ['docent backup --to /mnt', undefined],
  ])(
    'ANS7: names the sentence, item or row for which it was chosen, but no code: %s',
    async (question, sentence) => {
      expect((await quote(question))?.sentence).toEqual(sentence);
    },
  );

  it('ANS14: a section headed by the question comes before a list of another section', async () => {
    const own = [
      block('paragraph', '接入 WordPress，把网站地址告诉 Docent 就行。', '怎么接入 WordPress'),
      block(
        'list',
        '1. 在网站上提问。\n2. 改动一篇文章再问。\n3. 控制台的系统页显示 WordPress。',
        '检查一下',
      ),
    ];
    expect((await quote('怎么接入 WordPress？', { blocks: own }))?.headingPath).toEqual([
      '怎么接入 WordPress',
    ]);
  });

  it.each([
    ['its passage is more like the question', { ngrams: 0.1 }, { ngrams: 0.4 }, 'Overview'],
    [
      'its passage is nearer by its vector',
      { ngrams: 0.2, nearness: -1 },
      { ngrams: 0.2, nearness: 2 },
      'Overview',
    ],
  ])('ANS14: of places with the same words the one is quoted of which %s', async (_, one, other, heading) => {
    const own = [
      block('paragraph', 'The data folder is best kept outside of the program.', 'Upgrade'),
      block('paragraph', 'All that is kept is in the data folder.', 'Overview'),
    ];
    const found = own.map(({ headingPath, markdown }, at) => {
      const signals = at === 0 ? one : other;
      return { article: 1, title: 'Handbook', headingPath, text: markdown, signals };
    });
    expect((await quote('Where is the data kept?', { blocks: own, passages: found }))?.headingPath).toEqual([
      heading,
    ]);
  });

  it('ANS1: code longer than a quotation comes whole or not at all', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `docent backup --to /mnt/disk-${n}`);
    const code = ['```sh', ...lines, '```'].join('\n');
    const own = [
      block('paragraph', 'Run the backup of every disk:', 'Backup'),
      block('code', code, 'Backup'),
      block('paragraph', 'A backup of one disk takes a minute.', 'Time'),
    ];
    const ask = async (question: string) => (await quote(question, { blocks: own }))?.markdown;
    expect(await ask('docent backup --to /mnt/disk-7')).toBe(code);
    for (const question of ['How do I run the backup of every disk?', 'What does a backup take?'])
      expect((await ask(question))?.split('```').length).toBeOneOf([1, 3]);
  });

  it('ANS1: never leaves its section', async () => {
    for (const question of ['When does the shop close?', 'How do I install a theme?', 'What about fonts?']) {
      const { headingPath = [], markdown = '' } = (await quote(question)) ?? {};
      const own = blocks.filter((one) => one.headingPath[0] === headingPath[0]).map((one) => one.markdown);
      expect(own.join('\n\n')).toContain(markdown);
    }
  });

  it('ANS1: of a paragraph that is too long come whole sentences around the best one, at most 700 characters', async () => {
    const sentences = Array.from(
      { length: 60 },
      (_, n) => `Room number ${n} holds ${n} chairs and one lamp.`,
    );
    const long = [block('paragraph', sentences.join(' '), 'Rooms')];
    const { markdown = '' } =
      (await answer({
        kind: 'answer',
        question: 'How many chairs does room number 42 hold?',
        passages: [
          { article: 1, title: 'Handbook', headingPath: ['Rooms'], text: sentences.slice(38, 46).join(' ') },
        ],
        blocks: long,
        brief: false,
      })) ?? {};
    expect(markdown).toContain('Room number 42 holds 42 chairs');
    expect(markdown.length).toBeLessThanOrEqual(700);
    expect(markdown).toMatch(/^Room number .* lamp\.$/);
  });

  it('ANS1: is shorter for a search', async () => {
    const sentences = Array.from({ length: 30 }, (_, n) => `Cats like thing ${n}.`).join(' ');
    const cats = [block('paragraph', sentences, 'Cats')];
    const found = [{ article: 1, title: 'Cats', headingPath: [], text: sentences }];
    const ask = async (brief: boolean) =>
      answer({ kind: 'answer', question: 'What do cats like?', passages: found, blocks: cats, brief });
    expect((await ask(true))?.markdown.length).toBeLessThanOrEqual(400);
    expect((await ask(false))?.markdown.length).toBeGreaterThan(400);
  });

  it('is taken from the passages where the article is not known as a whole', async () => {
    expect((await quote('When does the shop close?', { blocks: undefined }))?.markdown).toContain(
      'It closes at six.',
    );
  });

  it('is undefined when nothing matches the question', async () => {
    for (const question of ['月球上有哪些火山？', 'Who invented telephones?', '？？？'])
      expect(await quote(question)).toBeUndefined();
    expect(
      await answer({ kind: 'answer', question: 'anything', passages: [], brief: false }),
    ).toBeUndefined();
  });

  it('LIN1: a long article is read in parts, and other work goes on', async () => {
    const own = Array.from({ length: 3_000 }, (_, n) =>
      block(
        'paragraph',
        `Lock number ${n} opens with its own key and lets boats of ${n} feet pass.`,
        `Lock ${n}`,
      ),
    );
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const quoted = await quote('Which boats does lock number 2718 let pass?', {
      blocks: own,
      passages: own.map(({ headingPath, markdown }) => ({
        article: 1,
        title: 'Handbook',
        headingPath,
        text: markdown,
      })),
    });
    clearInterval(others);
    expect(quoted?.headingPath).toEqual(['Lock 2718']);
    expect(turns).toBeGreaterThan(1);
  });

  it('is quick over many long passages', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      title: 'Backup',
      headingPath: [],
      article: n + 1,
      text: `All data lives in one folder. It is copied every night at ${n}. `.repeat(20),
    }));
    const began = cpuMs();
    await answer({
      kind: 'answer',
      question: 'When is it copied every night?',
      passages: many,
      brief: false,
    });
    expect(cpuMs() - began).toBeLessThan(1500);
  });
});
