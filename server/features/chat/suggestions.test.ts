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

const blocksOf = (headings: readonly string[], markdown: string) =>
  headings.map((heading) => ({
    kind: 'paragraph' as const,
    markdown,
    headingPath: [heading],
    anchor: '',
  }));
const inEnglish = 'The water is heated and then it is poured over the coffee, which takes some time.';

test('SSE13: at most three headings that ask, near the place, are asked next, the nearest first and its own never', () => {
  const headings = [
    'Overview',
    '1. How to install it',
    'Why is it slow?',
    'How much water',
    'Can I stop it?',
    'Costs',
    'What to clean',
    'Which ports: PORT',
  ];
  const next = (heading: string, asked = '') =>
    nextQuestions(blocksOf(headings, inEnglish), { headingPath: [heading] }, 'en', asked);
  expect(next('Costs')).toEqual(['What to clean?', 'Can I stop it?', 'Why is it slow?']);
  expect(next('Why is it slow?')).toEqual(['How to install it?', 'Can I stop it?', 'What to clean?']);
  expect(next('Costs', 'Can I stop it?')).not.toContain('Can I stop it?');
});

test.each([
  ['en', inEnglish, ['Ratio', 'Cleaning', '恢复', '“Check it”']],
  ['de', inEnglish, ['How to install it', 'Why is it slow?']],
  ['zh-CN', inEnglish, ['How to install it']],
  ['en', '先停止服务，再把整个目录复制到另一个地方，然后重新启动。', ['如何备份', '恢复要多久？']],
])(
  'SSE13: better no question in %s than a heading in a mould or in another language',
  (language, text, headings) => {
    expect(nextQuestions(blocksOf(headings, text), { headingPath: [] }, language, '')).toEqual([]);
  },
);
