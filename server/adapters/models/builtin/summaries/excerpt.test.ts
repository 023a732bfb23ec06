import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

const text = `# 备份

预计阅读：3 分钟

博客的备份很重要，硬盘随时可能损坏。本文介绍如何**自动备份**[博客](https://example.org)的数据库和附件。你好。

- 备份数据库
- 备份附件

\`\`\`sh
docent backup
\`\`\`

自动备份每天凌晨运行，备份文件保留三十天。今天天气不错。恢复备份时先停止服务，再运行恢复命令。`;

const make = (maxLength: number, from = text, title = '博客备份') =>
  excerpt({ kind: 'excerpt', title, text: from, maxLength });

describe('an excerpt', () => {
  it('is whole sentences in their order, without Markdown, within the length', () => {
    const said = make(80);
    expect(said.length).toBeLessThanOrEqual(80);
    expect(said).toContain('本文介绍如何自动备份博客的数据库和附件。');
    expect(said).not.toMatch(/[*[\]#`]|预计阅读|今天天气/);
    expect(text.replace(/\*\*|\[|\]\([^)]*\)/g, '')).toContain(said.split('。')[0]);
  });

  it.each([10, 30, 60, 120, 500])('fits into %i characters', (maxLength) => {
    expect(make(maxLength).length).toBeLessThanOrEqual(maxLength);
    expect(make(maxLength)).not.toBe('');
    expect(make(maxLength).isWellFormed()).toBe(true);
  });

  it('cuts a sentence that is too long at a clause', () => {
    expect(make(20, 'The service copies all of its data, every night, to another disk.', '')).toBe(
      'The service copies…',
    );
    expect(make(36, 'The service copies all of its data, every night, to another disk.', '')).toBe(
      'The service copies all of its data…',
    );
  });

  it('of an article without prose is its points, of an empty one its title', () => {
    expect(make(50, '- one thing to know about cats\n- another thing about dogs')).toMatch(/one thing/);
    expect(make(50, '', '标题')).toBe('标题');
  });

  it('opens as the article does, without cross-references', () => {
    const opening = 'Docent answers questions of visitors from the published pages of a site alone.';
    const rest =
      'See Connecting a model for the questions of visitors. They are published pages of questions and answers. The pages of a site hold questions that visitors ask of pages.';
    const said = make(170, `${opening} ${rest}`, 'What Docent is');
    expect(said.startsWith(opening)).toBe(true);
    expect(said).not.toContain('See Connecting');
  });

  it('goes on from its best sentence with those that follow, up to the next heading or list', () => {
    const from = `# Backups

Backups keep the articles and settings of the site safe. They run every night at three.

## Restore

Stop the service before a restore. Backups of the site are restored from one file.`;
    expect(make(150, from, 'Backups of the site')).toBe(
      'Backups keep the articles and settings of the site safe. They run every night at three.',
    );
  });

  it('does not begin with a sentence that needs the lead-in before it', () => {
    const from =
      'To put the chat on a page, add this line:\n\n```html\n<script>\n```\n\nIt adds a button to the page. Visitors of the page open the chat with a click on the button.';
    expect(make(70, from, 'Chat on a page')).toBe(
      'Visitors of the page open the chat with a click on the button.',
    );
  });

  it('fills the room of a short sentence with the beginning of the next', () => {
    const from =
      'Answers carry marks with numbers of articles. Each mark of an answer opens the passage of the article that supports the sentence before it, word by word, with its heading.';
    expect(make(120, from, 'Answers and their marks')).toMatch(
      /^Answers carry marks with numbers of articles\. Each mark of an answer opens.*…$/,
    );
  });

  it('cuts an opening that is too long rather than passing it over for an aside', () => {
    const opening =
      'Backups of the database hold articles, excerpts, chat logs, settings, usage and everything else that the database of the service knows, in one file.';
    const said = make(
      100,
      `${opening} Take care of yourself and of the others every day.`,
      'Backups of the database',
    );
    expect(said).toMatch(/^Backups of the database hold articles.*…$/);
  });

  it.each([
    '。'.repeat(50_000),
    'a. '.repeat(50_000),
    '#'.repeat(50_000),
    '> '.repeat(20_000),
    '\n'.repeat(50_000),
  ])('of hostile text is made without end or error, case %#', (from) => {
    expect(make(150, from, '标题').length).toBeLessThanOrEqual(150);
  });
});
