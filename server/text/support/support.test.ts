import { describe, expect, test } from 'vitest';
import { contentOf } from './content.ts';
import { evidenceOf } from './evidence.ts';
import { createSupport } from './support.ts';

const guide = {
  article: 1,
  title: 'Running the greenhouse',
  headingPath: ['Watering'],
  text: [
    'The pump can be connected to a rain barrel. Close the valve before you open the lid.',
    'The seedlings need water twice a week, at least 20 litres each time.',
    'Cold nights may harm young tomatoes. Pumps of the Arvo series are quieter than those of the Brisk series.',
    '',
    '```sh',
    'pumpctl start --slow',
    '```',
  ].join('\n'),
};
const zh = {
  article: 2,
  title: '温室管理',
  headingPath: ['浇水'],
  text: '水泵可以接在雨水桶上。打开盖子之前要先关闭阀门。幼苗每周浇水两次，每次至少二十升。低温可能会损伤番茄苗。',
};
const { judge, best, surest } = createSupport([guide, zh]);
const verdictOf = (statement: string, article = 1) => judge(statement, article).verdict;

describe('whether an article supports a statement', () => {
  test.each([
    ['a quotation', 'The pump can be connected to a rain barrel.', 1],
    ['a number in digits', 'The seedlings need water 2 times a week, at least 20 litres each time.', 1],
    ['a Chinese quotation', '打开盖子之前要先关闭阀门。', 2],
    ['Chinese numerals as digits', '幼苗每周浇水 2 次，每次至少 20 升。', 2],
  ])('PROD3: yes for %s', (_, statement, article) => expect(verdictOf(statement, article)).toBe('supported'));

  test.each([
    ['a negation', 'The pump cannot be connected to a rain barrel.', 1],
    ['another number', 'The seedlings need water twice a week, at least 35 litres each time.', 1],
    [
      'another number in words',
      'The seedlings need water five times a week, at least 20 litres each time.',
      1,
    ],
    ['the other bound', 'The seedlings need water twice a week, at most 20 litres each time.', 1],
    ['the other Chinese bound', '幼苗每周浇水两次，每次不要超过二十升。', 2],
    ['the opposite order', 'Close the valve after you open the lid.', 1],
    ['a possibility as a rule', 'Cold nights always harm young tomatoes.', 1],
    ['another name', 'Pumps of the Zephyr series are quieter than those of the Brisk series.', 1],
    ['an announcement', 'The answer is:', 1],
    ['one word', 'Pump', 1],
    ['something else', 'The app store sells subscriptions for the greenhouse camera.', 1],
    ['a sentence of another article', '水泵可以接在雨水桶上。', 9],
    ['a Chinese negation', '水泵不可以接在雨水桶上。', 2],
    ['another Chinese numeral', '幼苗每周浇水五次，每次至少二十升。', 2],
    ['the opposite in Chinese', '打开盖子之后要先关闭阀门。', 2],
    ['a Chinese possibility as a rule', '低温一定会损伤所有番茄苗。', 2],
    ['nothing', '', 1],
  ])('PROD3: no for %s', (_, statement, article) =>
    expect(verdictOf(statement, article)).toBe('unsupported'),
  );

  test('PROD3: what a question asks for is claimed by a bare answer', () => {
    const page = { ...guide, text: 'PostgreSQL can hold the data. SQLite is the default database.' };
    const asked = createSupport([page], { question: 'Which database is the default?' });
    expect(asked.judge('The database used by default is PostgreSQL.', 1).verdict).toBe('unsupported');
    expect(asked.judge('SQLite is the default database.', 1).verdict).toBe('supported');
  });

  test('PROD3: in another language only numbers and names are compared', () => {
    expect(verdictOf('Each seedling gets its water in the evening hours', 2)).toBe('foreign');
    expect(verdictOf('Each seedling gets 45 litres of water every single time', 2)).toBe('unsupported');
    expect(best('Each seedling gets its water in the evening hours')).toBeUndefined();
  });

  test('PROD4: a marker is added to what is as good as quoted', () => {
    expect(surest('The pump can be connected to a rain barrel.')).toBe(1);
    expect(surest('The app store sells subscriptions for the greenhouse camera.')).toBeUndefined();
  });

  test('PROD3: a statement of a million characters is cut', () => {
    const long = 'The pump can be connected to a rain barrel. '.repeat(25_000);
    expect(['supported', 'unsupported']).toContain(verdictOf(long));
  });
});

describe('quantities', () => {
  test.each([
    ['1,200 metres', ['1200000 length']],
    ['two hundred and five days', [`${205 * 1440} time`]],
    ['一个半小时', ['90 time']],
    ['三四斤', ['1500 mass', '2000 mass']],
    ['２０ 人', ['20 person']],
    ['百分之三十', ['0.3 share']],
    ['forty per cent', ['0.4 share']],
    ['三个钟头', ['180 time']],
    ['three quarters', ['0.75 undefined']],
    ['2024-05-01', ['2024 year', '5 month', '1 date']],
    ['1 May 2024', ['1 date', '5 month', '2024 year']],
    ['走 3 千米', ['3000000 length']],
    ['千万不要打开', []],
    ['3 to 5 weeks', [`${3 * 10_080} time`, `${5 * 10_080} time`]],
  ])('PROD3: %s', (text, wanted) => {
    const language = /\p{sc=Han}/u.test(text) ? 'zh' : 'en';
    expect(contentOf(text, language).quantities.map(({ value, unit }) => `${value} ${unit}`)).toEqual(wanted);
  });

  test.each([
    ['no more than 20 litres', 'most'],
    ['不要超过 20 升', 'most'],
    ['超过 20 升', 'least'],
    ['没有就多 20 升', 'least'],
    ['20 升', undefined],
  ])('PROD3: the bound of %s', (text, bound) => {
    const language = /\p{sc=Han}/u.test(text) ? 'zh' : 'en';
    expect(contentOf(text, language).quantities[0]?.bound).toBe(bound);
  });

  test('PROD3: a page may say one thing without saying how many there are', () => {
    expect(verdictOf('One pump can be connected to a rain barrel.')).toBe('supported');
  });
});

describe('the sentences of an article', () => {
  test('PROD3: the end of a sentence that the next passage repeats is none of them', () => {
    const whole = 'Visitors will not be able to feed the fish in the pond.';
    const passages = [
      'The garden is open in May. ' + whole,
      'be able to feed the fish in the pond.\nBring a hat.',
    ];
    const some = passages.map((text) => ({ article: 1, title: 'Garden', headingPath: [], text }));
    expect(evidenceOf(some).sentences.map(({ text }) => text)).toEqual([
      'The garden is open in May.',
      whole,
      'Bring a hat.',
    ]);
  });
});
