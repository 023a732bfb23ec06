import { describe, expect, it } from 'vitest';
import type { TaskPassage } from '../../../ports/models.ts';
import { answer } from './answer.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

const zh: TaskPassage[] = [
  {
    article: 1,
    title: '备份与恢复',
    headingPath: ['备份'],
    text: '博客的数据都在 data 目录里。建议每天凌晨自动备份一次，并保留最近 30 天的备份。\n\n备份之前需要停止写入：\n\n1. 打开控制台\n2. 点击“只读模式”\n3. 运行备份命令\n\n```sh\ndocent backup --to /mnt/backup\n```',
  },
  {
    article: 2,
    title: '主题',
    headingPath: ['颜色'],
    text: '主题颜色可以在控制台的外观页面修改。修改后立即生效，不需要重启。',
  },
];

const en: TaskPassage[] = [
  {
    article: 1,
    title: 'Backup',
    headingPath: ['Schedule'],
    text: 'All data lives in one folder. The service is copied every night at 3 am. It keeps thirty copies, because disks are cheap.',
  },
  {
    article: 2,
    title: 'Themes',
    headingPath: ['Install a theme'],
    text: 'To install a theme:\n\n- Download the theme\n- Unpack it into the themes folder\n- Choose it in the console\n\nThemes may bring their own fonts.',
  },
];

const ask = (question: string, passages: readonly TaskPassage[], brief = false) =>
  answer({ kind: 'answer', question, passages, language: /\p{sc=Han}/u.test(question) ? 'zh' : 'en', brief });

const marks = (said: string) => said.match(/\[1\]/g)?.length;

describe('an extractive answer', () => {
  it('quotes the sentence that answers, with the mark of its article', () => {
    expect(ask('多久备份一次？', zh)).toContain('建议每天凌晨自动备份一次，并保留最近 30 天的备份。[1]');
    expect(ask('怎么修改主题颜色？', zh)).toContain('主题颜色可以在控制台的外观页面修改。[2]');
    expect(ask('When is the service copied?', en)).toContain(
      'The service is copied every night at 3 am. [1]',
    );
  });

  it('keeps what has to be read together', () => {
    expect(ask('Why does it keep thirty copies?', en)).toBe(
      'The service is copied every night at 3 am. [1] It keeps thirty copies, because disks are cheap. [1]',
    );
    expect(ask('How do I install a theme?', en)).toContain(
      'To install a theme:\n\n- Download the theme [2]\n- Unpack it into the themes folder [2]\n- Choose it in the console [2]',
    );
  });

  it('keeps steps and code readable as Markdown', () => {
    const said = ask('备份之前如何停止写入？', zh);
    expect(said).toContain(
      '备份之前需要停止写入：\n\n1. 打开控制台[1]\n2. 点击“只读模式”[1]\n3. 运行备份命令[1]',
    );
    expect(said).toContain('\n\n```sh\ndocent backup --to /mnt/backup\n```');
  });

  it('says in the language of the question that nothing answers', () => {
    expect(ask('月球上有哪些火山？', zh)).toBe('本站的文章没有回答这个问题。');
    expect(ask('Who invented the telephone?', en)).toBe(
      'The articles on this site do not answer this question.',
    );
    expect(ask('anything', [])).toBe('The articles on this site do not answer this question.');
    expect(answer({ kind: 'answer', question: '？？？', passages: zh, language: 'zh', brief: false })).toBe(
      '本站的文章没有回答这个问题。',
    );
  });

  it('never answers with a sentence that only points to another page', () => {
    const limits: TaskPassage[] = [
      {
        article: 1,
        title: 'Costs',
        headingPath: [],
        text: 'See Limiting what visitors can spend and Chat logs. A visitor can spend ten answers an hour.',
      },
    ];
    expect(ask('How do I limit what visitors can spend?', limits)).toBe(
      'A visitor can spend ten answers an hour. [1]',
    );
  });

  it('prefers the article that is about the subject to one that mentions it', () => {
    const said = 'The chain is oiled every month.';
    const both: TaskPassage[] = [
      { article: 1, title: 'A day in the shop', headingPath: [], text: said },
      { article: 2, title: 'The chain', headingPath: [], text: said },
    ];
    expect(ask('How often is the chain oiled?', both)).toMatch(/^The chain is oiled every month\. \[2\]/);
  });

  it('is shorter when it is to be brief', () => {
    const foods = [
      'fish from the sea',
      'birds of the garden',
      'mice under the barn',
      'cream out of bowls',
      'cheese in small cubes',
    ];
    const text = foods.map((food) => `Cats like ${food}.`).join(' ');
    const cats: TaskPassage[] = [{ article: 1, title: 'Animals', headingPath: [], text }];
    expect(marks(ask('What do cats like?', cats))).toBe(4);
    expect(marks(ask('What do cats like?', cats, true))).toBe(2);
  });

  it('is the same every time', () => {
    expect(ask('How do I install a theme?', en)).toBe(ask('How do I install a theme?', en));
  });

  it('marks every statement with an article that holds it', () => {
    for (const [question, passages] of [
      ['怎么备份博客的数据？', zh],
      ['What about themes and copies?', en],
    ] as const) {
      for (const line of ask(question, passages).split('\n')) {
        for (const [, statement = '', article] of line.matchAll(/(?:\d+\. |- )?([^[\]]+?) ?\[(\d+)\] ?/g)) {
          expect(
            passages.some(
              (passage) => passage.article === Number(article) && passage.text.includes(statement),
            ),
          ).toBe(true);
        }
      }
    }
  });

  it('is quick over many long passages', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      title: 'Backup',
      headingPath: [],
      article: n + 1,
      text: `${en[0]?.text} number ${n}. `.repeat(20),
    }));
    const began = cpuMs();
    ask('When is the service copied every night?', many);
    expect(cpuMs() - began).toBeLessThan(1500);
  });
});
