import { afterEach, expect, test } from 'vitest';
import { explained } from '../../../contract/explanations/explained.ts';
import { explain } from '../../../contract/explanations/explain.ts';
import { explanationTexts } from '../../../contract/explanations/texts.ts';
import { language } from '../language-choice.ts';
import { chineseTexts } from '../../../contract/explanations/chinese/chinese.ts';
import { worded } from './worded.ts';

afterEach(() => {
  language.value = 'en';
});

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

test('a text of the service is said in the language of the console, and the reason within it, too', () => {
  const text = 'The site cannot be reached: The site answers 503 for robots.txt';
  expect(worded(text)).toBe(text);
  language.value = 'zh';
  expect(worded(text)).toBe('无法访问站点：站点的 robots.txt 返回 503');
  expect(worded('Chat log not found')).toBe('不存在或已被删除：问答日志');
  expect(worded('any text', explain('The disk of the data folder is full'))).toBe('数据目录所在磁盘已满');
});

test('words of a provider stay as they are within the sentence', () => {
  language.value = 'zh';
  expect(worded('Model "m": HTTP 401: Incorrect API key')).toBe('模型“m”返回 HTTP 401：Incorrect API key');
  expect(worded('Incorrect API key')).toBe('Incorrect API key');
});

test('WIRE11: a list of reasons is worded by the code of each, with its paths and counts', () => {
  const files = explained('site_files_left_out', {
    count: 4,
    list: [
      { path: 'a.md', line: 1, reason: explained('front_matter_open') },
      { path: 'b; empty.md', reason: 'words of a library' },
    ],
  });
  expect(files.text).toBe(
    'Files left out: 4. The first: a.md line 1: the front matter is not closed; b; empty.md: words of a library',
  );
  const pages = explained('site_left_out', { list: [{ count: 12, reason: explained('left_list') }] });
  language.value = 'zh';
  expect(worded(files.text, files.explanation)).toBe(
    '有 4 个文件未收录，例如 a.md 第 1 行：front matter 没有结束标记；b; empty.md：words of a library',
  );
  expect(worded(pages.text, pages.explanation)).toBe('未收录：12 个（这是列表页）');
});

test('both languages name the same parameters', () => {
  for (const [code, english] of Object.entries(explanationTexts)) {
    const chinese = chineseTexts[code as keyof typeof chineseTexts];
    expect([code, namesIn(chinese)]).toEqual([code, namesIn(english)]);
    expect(chinese).toMatch(/\p{Script=Han}|^Node|^\{before\}/u);
  }
});
