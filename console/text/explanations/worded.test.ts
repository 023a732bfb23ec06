import { afterEach, expect, test } from 'vitest';
import { explain } from '../../../contract/explanations/explain.ts';
import { explanationTexts } from '../../../contract/explanations/texts.ts';
import { language } from '../language-choice.ts';
import { chineseTexts } from './chinese.ts';
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

test('a list of reasons keeps its paths and counts', () => {
  language.value = 'zh';
  expect(worded('Left out: 2 (a.md line 1: the front matter is not closed; b.md: empty)')).toBe(
    '未收录：2 (a.md line 1: front matter 没有结束标记; b.md: 文件是空的)',
  );
  expect(worded('Left out: 12 (it is a list), 3 (it is missing)')).toBe(
    '未收录：12 (这是列表页), 3 (页面不存在)',
  );
});

test('both languages name the same parameters', () => {
  for (const [code, english] of Object.entries(explanationTexts)) {
    const chinese = chineseTexts[code as keyof typeof chineseTexts];
    expect([code, namesIn(chinese)]).toEqual([code, namesIn(english)]);
    expect(chinese).toMatch(/\p{Script=Han}|^Node|^\{before\}/u);
  }
});
