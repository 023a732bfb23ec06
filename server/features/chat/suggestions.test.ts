import { expect, test } from 'vitest';
import { headingAsked, nextQuestions, questionOf } from './suggestions.ts';

test.each([
  ['How to connect WordPress', 'en', 'How to connect WordPress?'],
  ['What is not in the logs', 'en', 'What is not in the logs?'],
  ['What the database holds', 'en', 'Tell me about “What the database holds”'],
  ['Where is it kept?', 'en', 'Where is it kept?'],
  ['5.2.2. Package Removal', 'en', 'Tell me about “Package Removal”'],
  ['第 3 章 如何备份', 'zh-CN', '如何备份？'],
  ['如何备份', 'zh-CN', '如何备份？'],
  ['过期了怎么续', 'zh-CN', '过期了怎么续？'],
  ['可以下载视频吗', 'zh-CN', '可以下载视频吗？'],
  ['支持哪些格式', 'zh-CN', '支持哪些格式？'],
  ['What to bring', 'en', 'What to bring?'],
  ['恢复', 'en', 'Tell me about “恢复”'],
  ['System upgrade', 'zh-CN', '介绍一下“System upgrade”'],
  ['5.2. Réglages', 'ja', '「Réglages」について教えて'],
  ['Restore', 'de', 'Erzähl mir mehr über „Restore“'],
])('SSE13: of the heading %j comes a question', (heading, language, wanted) => {
  expect(questionOf(heading, language)).toBe(wanted);
});

test.each(['zh-CN', 'zh-TW', 'en', 'ja', 'ko', 'fr', 'de', 'es', 'pt', 'ru', 'fi'])(
  'SSE13: a question made of a heading in %s is searched by the heading alone',
  (language) => expect(headingAsked(` ${questionOf('System upgrade', language)}\n`)).toBe('System upgrade'),
);

test.each(['Tell me about the weather', 'Tell me about “”', 'How to upgrade?', '介绍一下', '介绍一下“'])(
  'SSE13: %j names no heading',
  (question) => expect(headingAsked(question)).toBeUndefined(),
);

test('SSE13: at most three headings near the place are asked about, the nearest first, its own and empty ones never', () => {
  const blocks = ['Overview', 'Install', 'Ratio', 'Water', 'Summary', 'Cleaning', 'Costs'].map((heading) => ({
    kind: 'paragraph' as const,
    markdown: 'x',
    headingPath: [heading],
    anchor: '',
  }));
  expect(nextQuestions(blocks, { headingPath: ['Water'] }, 'en', '')).toEqual([
    'Tell me about “Ratio”',
    'Tell me about “Cleaning”',
    'Tell me about “Install”',
  ]);
});
