import { describe, expect, it } from 'vitest';
import type { QuotableArticle, TaskBlock, TaskPassage } from '../../../../ports/models.ts';
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
const article: QuotableArticle = { article: 1, title: 'Handbook', blocks };
const passages: readonly TaskPassage[] = blocks.map(({ markdown, headingPath }) => ({
  article: 1,
  title: 'Handbook',
  headingPath,
  text: markdown,
}));

const quote = (
  question: string,
  more: { brief?: boolean; articles?: readonly QuotableArticle[]; passages?: readonly TaskPassage[] } = {},
) => answer({ kind: 'answer', question, passages, articles: [article], brief: false, ...more });

describe('the quoted passage', () => {
  it('ANS1: is one place of the article in its own order and words', () => {
    expect(quote('When does the shop close?')).toMatchObject({
      article: 1,
      headingPath: ['Hours'],
      anchor: 'hours',
      markdown: 'The shop opens at nine. It closes at six.',
    });
  });

  it('ANS21: what a thing is, is quoted from the sentence that explains it', () => {
    const own = [
      block('paragraph', 'Ask the archive for a backport: a backport of a backport is refused.', 'Rules'),
      block('paragraph', 'A backport is a newer version, built for an older release.', 'Words'),
    ];
    const articles = [{ article: 1, title: 'Handbook', blocks: own }];
    expect(quote('What is a backport?', { articles })?.headingPath).toEqual(['Words']);
  });

  it('ANS21: a question of how to do something is quoted from the beginning of the section that is named after it', () => {
    const steps = 'The kernel is compiled by the package, which compiles the kernel and its modules in turn.';
    const own = [
      block('paragraph', 'Whoever wants a smaller system builds one of its own.', 'Compiling a kernel'),
      block('paragraph', `${steps} ${'More follows. '.repeat(50)}`, 'Compiling a kernel'),
    ];
    const articles = [{ article: 1, title: 'Handbook', blocks: own }];
    expect(quote('How do I compile a kernel?', { articles })?.markdown).toMatch(/^Whoever wants/);
  });

  it('ANS21: what a thing is for, is quoted from the sentence that says what it does', () => {
    const own = [
      block('paragraph', 'With a large file VACUUM waits for VACUUM.', 'How VACUUM works'),
      block('paragraph', 'The VACUUM command rebuilds the file into less space.', 'Description'),
    ];
    const articles = [{ article: 1, title: 'Commands', blocks: own }];
    const sources = own.map(({ headingPath, markdown }) => ({
      article: 1,
      title: 'Commands',
      headingPath,
      text: markdown,
    }));
    for (const question of ['What is VACUUM for?', 'What does VACUUM do?'])
      expect(quote(question, { articles, passages: sources })?.headingPath).toEqual(['Description']);
  });

  it('ANS22: an article whose title is the question is quoted from its beginning', () => {
    const own = [
      block('paragraph', 'All about boats:', 'Overview'),
      block('paragraph', 'Boats are tested by hand and by machine before they leave.', 'Overview'),
      block('paragraph', 'Machines test the boats: boats are tested by being filled with water.', 'Water'),
    ];
    const articles = [{ article: 1, title: 'How Boats Are Tested', blocks: own }];
    const sources = own.toReversed().map(({ headingPath, markdown }) => ({
      article: 1,
      title: 'How Boats Are Tested',
      headingPath,
      text: markdown,
    }));
    expect(quote('How are boats tested?', { articles, passages: sources })?.headingPath).toEqual([
      'Overview',
    ]);
  });

  it('ANS21: of a long list of terms only the entry is quoted, with all the names that it has', () => {
    const entries = Array.from(
      { length: 30 },
      (_, n) => `- --option-${n}\n  Sets thing number ${n} to a value.`,
    );
    const signing = '- -S\n- --gpg-sign\n  Signs the commits with a key.';
    const own = [block('list', [...entries, signing, ...entries].join('\n'), 'Options')];
    const sources = [{ article: 1, title: 'git-commit', headingPath: ['Options'], text: signing }];
    const articles = [{ article: 1, title: 'git-commit', blocks: own }];
    expect(quote('how do i sign commits with a key', { articles, passages: sources })?.markdown).toBe(
      signing,
    );
  });

  it('ANS1: the caption of a figure neither begins nor ends a quotation', () => {
    const own = [
      block('paragraph', 'Figure 4.1. The list of tasks', 'Tasks'),
      block('paragraph', 'Choose the tasks of the machine in this step.', 'Tasks'),
      block('paragraph', '图 4.2 任务', 'Tasks'),
    ];
    const articles = [{ article: 1, title: 'Handbook', blocks: own }];
    expect(quote('Which step chooses the tasks of the machine?', { articles })?.markdown).toBe(
      'Choose the tasks of the machine in this step.',
    );
  });

  it('ANS14: a section headed by the question comes before a list of another section', () => {
    const own = [
      block('paragraph', '接入 WordPress，把网站地址告诉 Docent 就行。', '怎么接入 WordPress'),
      block(
        'list',
        '1. 在网站上提问。\n2. 改动一篇文章再问。\n3. 控制台的系统页显示 WordPress。',
        '检查一下',
      ),
    ];
    const articles = [{ article: 1, title: '接入 WordPress', blocks: own }];
    expect(quote('怎么接入 WordPress？', { articles })?.headingPath).toEqual(['怎么接入 WordPress']);
  });

  it('ANS14: a section whose heading asks something else counts for less', () => {
    const own = [
      block(
        'paragraph',
        'Say so in the prompt. Without a language model the passage is quoted.',
        'How do I shorten answers?',
      ),
      block('paragraph', 'For a language model, connect its address.', 'The file'),
    ];
    const articles = [{ article: 1, title: 'Questions', blocks: own }];
    expect(quote('How do I use a language model?', { articles })?.headingPath).toEqual(['The file']);
  });

  it('ANS1: a section of one introducing sentence is quoted with the sections below it', () => {
    const under = (kind: TaskBlock['kind'], markdown: string, ...headingPath: string[]): TaskBlock => ({
      kind,
      markdown,
      headingPath,
      anchor: '',
    });
    const own = [
      under('paragraph', 'Here is what helped with slow docker pulls.', 'Slow docker pulls'),
      under('paragraph', 'Name a mirror in `daemon.json`.', 'Slow docker pulls', 'A mirror'),
      under('code', '```sh\nsystemctl restart docker\n```', 'Slow docker pulls', 'A mirror'),
      under(
        'paragraph',
        `Set a proxy. ${'It takes a while. '.repeat(40)}`.trim(),
        'Slow docker pulls',
        'A proxy',
      ),
      under('paragraph', 'Clean up once a week.', 'Clean up'),
    ];
    const docker = { article: 1, title: 'Docker', blocks: own };
    const question = 'What to do about slow docker pulls?';
    const found = own.map(({ headingPath, markdown }) => ({
      article: 1,
      title: 'Docker',
      headingPath,
      text: markdown,
    }));
    expect(
      answer({ kind: 'answer', question, passages: found, articles: [docker], brief: false })?.markdown,
    ).toBe(
      'Here is what helped with slow docker pulls.\n\n**A mirror**\n\nName a mirror in `daemon.json`.\n\n' +
        '```sh\nsystemctl restart docker\n```',
    );
  });

  it('ANS1: a row speaks of what its columns are called, and an everyday word decides little', () => {
    const own = [
      block('paragraph', 'You can rent a bike by the day or the week.', 'Rental'),
      block(
        'table',
        '| Bike | Day | Week |\n| --- | --- | --- |\n| City | £18 | £75 |\n| Tandem | £36 | £140 |',
        'Rates',
      ),
      block('paragraph', 'How long does a repair take? It takes one day.', 'Repairs'),
      block('paragraph', 'We refund the money within five days.', 'Returns'),
    ];
    const shop = { article: 1, title: 'Shop', blocks: own };
    const ask = (question: string) =>
      answer({
        kind: 'answer',
        question,
        articles: [shop],
        brief: false,
        passages: own.map(({ markdown: text, headingPath }) => ({
          article: 1,
          title: 'Shop',
          headingPath,
          text,
        })),
      });
    expect(ask('How much is it to rent a tandem for a week?')?.anchor).toBe('rates');
    expect(ask('How long does the refund take?')?.anchor).toBe('returns');
  });

  it.each([
    [
      'a list with its lead-in',
      'How do I install a theme?',
      'Install a theme in three steps:\n\n1. Download the theme\n2. Unpack it into `themes`\n3. Choose it in the console',
    ],
    [
      'a table with its lead-in',
      'What is the price of the large plan?',
      'What a plan costs:\n\n| Plan | Price |\n| --- | --- |\n| Small | 5 euros |\n| Large | 9 euros |',
    ],
    [
      'code with its lead-in',
      'How do I run the backup?',
      'Run the backup:\n\n```sh\ndocent backup --to /mnt\n\nls /mnt\n```',
    ],
  ])('ANS1: %s comes whole', (_, question, wanted) => {
    expect(quote(question)?.markdown).toBe(wanted);
  });

  it('ANS1: code longer than a quotation comes whole or not at all', () => {
    const lines = Array.from({ length: 60 }, (_, n) => `docent backup --to /mnt/disk-${n}`);
    const code = ['```sh', ...lines, '```'].join('\n');
    const own = [
      block('paragraph', 'Run the backup of every disk:', 'Backup'),
      block('code', code, 'Backup'),
      block('paragraph', 'A backup of one disk takes a minute.', 'Time'),
    ];
    const ask = (question: string) => quote(question, { articles: [{ ...article, blocks: own }] })?.markdown;
    expect(ask('docent backup --to /mnt/disk-7')).toBe(code);
    for (const question of ['How do I run the backup of every disk?', 'What does a backup take?'])
      expect(ask(question)?.split('```').length).toBeOneOf([1, 3]);
  });

  it('ANS17: a section about another matter of the article is not quoted', () => {
    const own = [
      block('paragraph', 'The hut has eighteen beds.', 'Beds'),
      block('paragraph', 'Book the hut ten days ahead.', 'Booking'),
    ];
    const ask = (question: string) =>
      answer({
        kind: 'answer',
        question,
        passages: [{ article: 1, title: 'The hut', headingPath: [], text: 'Book the hut ten days ahead.' }],
        articles: [{ article: 1, title: 'The hut', blocks: own }],
        brief: false,
      })?.headingPath;
    expect(ask('Who founded the hut?')).toBeUndefined();
    expect(ask('How many beds has the hut?')).toEqual(['Beds']);
  });

  it('ANS17: neither is the beginning of an article for a question that it says nothing of but its title', () => {
    const own: readonly TaskBlock[] = [
      {
        kind: 'paragraph',
        markdown: 'Three nights a week a train leaves at 19:22.',
        headingPath: [],
        anchor: '',
      },
    ];
    const title = 'The night train to Vienna';
    const ask = (question: string) =>
      answer({
        kind: 'answer',
        question,
        passages: [{ article: 1, title, headingPath: [], text: own[0]?.markdown ?? '' }],
        articles: [{ article: 1, title, blocks: own }],
        brief: false,
      });
    expect(ask('Is there wifi on the night train?')).toBeUndefined();
    expect(ask('When does the night train depart?')).toBeDefined();
  });

  it('ANS11: a price and a date are quoted from under the heading that names them', () => {
    const own = [
      block(
        'paragraph',
        'There are six places for bikes, €15 each, until 14 days before.',
        'Bringing a bike',
      ),
      block('paragraph', 'A bed is €129, a seat €39.', 'Booking and prices'),
      block('list', '- 20 September\n- 18 October', 'Dates'),
    ];
    const ask = (question: string) =>
      answer({
        kind: 'answer',
        question,
        passages: own.map(({ markdown }) => ({
          article: 1,
          title: 'Night train',
          headingPath: [],
          text: markdown,
        })),
        articles: [{ article: 1, title: 'Night train', blocks: own }],
        brief: false,
      })?.headingPath;
    expect(ask('How much does the night train cost?')).toEqual(['Booking and prices']);
    expect(ask('When is the next night train?')).toEqual(['Dates']);
  });

  it('ANS11: the kind of fact is read off the whole question, where its function words are not searched for', () => {
    const text = 'Ein Lastenrad trägt zwei Kinder.';
    const ask = (wording: string) =>
      answer({
        kind: 'answer',
        question: 'Lastenrad',
        wording,
        passages: [{ article: 1, title: 'Lastenräder', headingPath: [], text }],
        brief: false,
      })?.markdown;
    expect(ask('Was trägt ein Lastenrad?')).toBe(text);
    expect(ask('Wie schwer ist ein Lastenrad?')).toBeUndefined();
    expect(ask('Wie viele Kinder trägt ein Lastenrad?')).toBe(text);
  });

  it('ANS1: of passages alone, code that their boundary cuts is left out and a table stays one', () => {
    const cut = 'ls /mnt/disk\n```\n\nThe backup of a disk takes a minute.\n\n```sh\ndocent backup --to /mnt';
    const table = '| Disk | Minutes |\n| --- | --- |\n| SSD | 1 |\n| Tape | 60 |';
    const ask = (question: string, text: string) =>
      answer({
        kind: 'answer',
        question,
        passages: [{ article: 1, title: 'Handbook', headingPath: ['Backup'], text }],
        brief: false,
      })?.markdown;
    expect(ask('How long does the backup of a disk take?', cut)).toBe('The backup of a disk takes a minute.');
    expect(ask('How many minutes for a tape?', `How long each takes:\n\n${table}`)).toContain(table);
  });

  it('ANS1: ends before a sentence that only sends to another page, whose link a quotation does not have', () => {
    const quoted = (...texts: string[]) =>
      quote('How long is the warranty?', {
        articles: [{ ...article, blocks: texts.map((text) => block('paragraph', text, 'Warranty')) }],
      })?.markdown;
    const fact = 'The warranty lasts two years. It covers the battery.';
    expect(quoted(`${fact} See Repairs and Returns.`)).toBe(fact);
    expect(quoted(fact, 'See Repairs.')).toBe(fact);
    expect(quoted(`See Repairs for the parts. ${fact}`)).toBe(`See Repairs for the parts. ${fact}`);
  });

  it('ANS1: never leaves its section', () => {
    for (const question of ['When does the shop close?', 'How do I install a theme?', 'What about fonts?']) {
      const { headingPath = [], markdown = '' } = quote(question) ?? {};
      const own = blocks.filter((one) => one.headingPath[0] === headingPath[0]).map((one) => one.markdown);
      expect(own.join('\n\n')).toContain(markdown);
    }
  });

  it('ANS1: of a paragraph that is too long come whole sentences around the best one, at most 700 characters', () => {
    const sentences = Array.from(
      { length: 60 },
      (_, n) => `Room number ${n} holds ${n} chairs and one lamp.`,
    );
    const long = { ...article, blocks: [block('paragraph', sentences.join(' '), 'Rooms')] };
    const { markdown = '' } =
      answer({
        kind: 'answer',
        question: 'How many chairs does room number 42 hold?',
        passages: [
          { article: 1, title: 'Handbook', headingPath: ['Rooms'], text: sentences.slice(38, 46).join(' ') },
        ],
        articles: [long],
        brief: false,
      }) ?? {};
    expect(markdown).toContain('Room number 42 holds 42 chairs');
    expect(markdown.length).toBeLessThanOrEqual(700);
    expect(markdown).toMatch(/^Room number .* lamp\.$/);
  });

  it('ANS1: is shorter for a search', () => {
    const sentences = Array.from({ length: 30 }, (_, n) => `Cats like thing ${n}.`).join(' ');
    const cats = { ...article, blocks: [block('paragraph', sentences, 'Cats')] };
    const found = [{ article: 1, title: 'Cats', headingPath: [], text: sentences }];
    const ask = (brief: boolean) =>
      answer({ kind: 'answer', question: 'What do cats like?', passages: found, articles: [cats], brief });
    expect(ask(true)?.markdown.length).toBeLessThanOrEqual(400);
    expect(ask(false)?.markdown.length).toBeGreaterThan(400);
  });

  it('is taken from the passages where the article is not known as a whole', () => {
    expect(quote('When does the shop close?', { articles: [] })?.markdown).toContain('It closes at six.');
  });

  it('is undefined when nothing matches the question', () => {
    for (const question of ['月球上有哪些火山？', 'Who invented telephones?', '？？？'])
      expect(quote(question)).toBeUndefined();
    expect(answer({ kind: 'answer', question: 'anything', passages: [], brief: false })).toBeUndefined();
  });

  it('prefers the article that is about the subject to one that mentions it', () => {
    const text = 'The chain is oiled every month.';
    const both: TaskPassage[] = [
      { article: 1, title: 'A day in the shop', headingPath: [], text },
      { article: 2, title: 'The chain', headingPath: [], text },
    ];
    const said = answer({
      kind: 'answer',
      question: 'How often is the chain oiled?',
      passages: both,
      brief: false,
    });
    expect(said?.article).toBe(2);
  });

  it('is quick over many long passages', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      title: 'Backup',
      headingPath: [],
      article: n + 1,
      text: `All data lives in one folder. It is copied every night at ${n}. `.repeat(20),
    }));
    const began = cpuMs();
    answer({ kind: 'answer', question: 'When is it copied every night?', passages: many, brief: false });
    expect(cpuMs() - began).toBeLessThan(1500);
  });
});

describe('ANS14: what is asked for decides between the sections of an article', () => {
  const cake: QuotableArticle = {
    article: 1,
    title: 'Sharpening a knife',
    blocks: [
      block('paragraph', 'You need to sharpen a knife twice a year, or it slips.', 'Why'),
      block('list', '- a whetstone\n- water', 'What you need'),
      block('list', '1. Soak the stone.\n2. Draw the blade over it.', 'Step by step'),
      block(
        'paragraph',
        'A bread knife cannot be sharpened; take such a knife to a grinder.',
        'Bread knives',
      ),
      block('paragraph', 'Ask the grinder about prices.', 'Grinders'),
      block('table', '| Office | Name |\n| --- | --- |\n| Grinder | Ada Stone |', 'People'),
    ],
  };
  const own = (question: string) =>
    answer({
      kind: 'answer',
      question,
      passages: cake.blocks.map(({ markdown, headingPath }) => ({
        article: 1,
        title: cake.title,
        headingPath,
        text: markdown,
      })),
      articles: [cake],
      brief: false,
    })?.headingPath[0];

  it.each([
    ['how do I sharpen a knife', 'Step by step'],
    ['what do I need to sharpen a knife', 'What you need'],
    ['can I sharpen a bread knife', 'Bread knives'],
    ['who is the grinder', 'People'],
  ])('%s', (question, heading) => expect(own(question)).toBe(heading));
});
