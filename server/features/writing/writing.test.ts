import { describe, expect, test } from 'vitest';
import { defaults } from '../../../contract/config/groups.ts';
import type { WritingAction } from '../../../contract/writing/actions.ts';
import { Outline, WritingRequest } from '../../../contract/writing/writing.ts';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { seeded } from '../../../test/fakes/random.ts';
import type { ChatCall, ChatPart } from '../../ports/models.ts';
import { applyEdits } from './editing/edits.ts';
import { createWrite } from './writing.ts';

/** Writing with a model that answers by `chat`. */
function writer(chat: NonNullable<FakeScript['chat']>, settings: object = {}) {
  const models = createFakeModels({ kinds: ['chat'], chat });
  const groups = { ...defaults(), writing: { ...defaults().writing, ...settings } };
  const write = createWrite({
    config: { read: async (group) => groups[group] },
    models,
    articles: async () => [],
    heads: async () => new Map(),
    like: async () => [],
    picture: async () => new Uint8Array(),
  });
  return async (text: string, action: WritingAction, format: 'text' | 'patch' = 'text') => {
    const pieces = write(WritingRequest.parse({ text, action, format }), AbortSignal.timeout(5000));
    const said: string[] = [];
    for (;;) {
      const next = await pieces.next();
      if (next.done) return { result: said.join(''), pieces: said, ...next.value };
      said.push(next.value);
    }
  };
}

const letterByLetter = (text: string) =>
  Array.from(text, (letter): ChatPart => ({ type: 'text', text: letter }));

/** The text in a call's prompt. */
const textIn = (call: ChatCall): string =>
  /<(text-[\w-]+)>\n([\s\S]*)\n<\/\1>/.exec(call.messages.at(-1)?.content ?? '')?.[2] ?? '';

test('WR10, WR11: the edits of any text and any reply give exactly the result', async () => {
  const random = seeded(23);
  const stock = [
    'The cat sat. ',
    'It was 3.5 metres, then. ',
    '天气很好。',
    '我们出发，',
    '\n\n',
    '\n',
    '\r\n\r\n',
    '# Title\n\n',
    '```\ncode  x\n```\n',
    '- item\n',
    '"so" ',
    '(see) ',
    '👩‍🚀 ',
    '  ',
    '<b>x</b> ',
    '`a  b` ',
    '[x](/y) ',
    '---\n',
  ];
  const some = (count: number) => Array.from({ length: count }, () => stock[random(stock.length)]).join('');
  const worse = (text: string) => {
    // Texts with other numbers would be refused.
    const parts = text.split('3.5');
    for (let change = 0; change < 3; change++) {
      const part = random(parts.length);
      const letters = Array.from(parts[part] ?? '');
      letters.splice(1 + random(letters.length), random(2), 'y');
      parts[part] = letters.join('');
    }
    return parts.join('3.5');
  };
  const write = writer((call) => letterByLetter(worse(textIn(call))), { maxTokens: 256 });
  for (let round = 0; round < 60; round++) {
    const text = `${some(random(80))}An end.${some(random(3))}`;
    for (const action of ['polish', 'expand', 'simplify', 'proofread'] as const) {
      const { result, edits } = await write(text, action, 'patch');
      expect(applyEdits(text, edits)).toBe(result);
    }
    const { result, edits } = await write(text, 'continue', 'patch');
    expect(applyEdits(text, edits)).toBe(text + result);
  }
});

test('WR13: a model that does not keep to its limit of tokens is stopped there', async () => {
  async function* endless(): AsyncGenerator<ChatPart> {
    for (;;) yield { type: 'text', text: 'and so on '.repeat(100) };
  }
  const write = writer(endless, { maxTokens: 256 });
  await expect(write('A text.', 'polish')).rejects.toMatchObject({
    code: 'upstream',
    message: expect.stringContaining('256 tokens'),
  });
  expect((await write('A text.', 'continue')).result.length).toBeLessThan(10_000);
});

test('WR11: chunks without words are not sent to a model', async () => {
  const write = writer(() => new Error('never asked'));
  const text = '---\ntitle: x\n---\n\n```js\nlet a;\n```\n\n***\n<pre>\nas is\n</pre>\n';
  expect((await write(text, 'polish')).result).toBe(text);
});

test('WR11: a heading that stands alone is not blown up into a paragraph', async () => {
  const write = writer((call) => `${textIn(call)} And more.`);
  const text = '# Code\n\n```\nx\n```\n\nIt is short.';
  expect((await write(text, 'expand')).result).toBe(`${text} And more.`);
  expect((await write('# Code', 'expand')).result).toBe('# Code And more.');
});

describe('WR10: a continuation', () => {
  test.each([
    ['It ends.', 'And goes on.', ' And goes on.'],
    ['It ends.', '\n\nAnd goes on.', '\n\nAnd goes on.'],
    ['It ends.\n', '\n\nAnd goes on.', 'And goes on.'],
    ['It ends.\r\nHere.', '\n\nOn.', '\r\n\r\nOn.'],
    ['天气很好。', '我们出发。', '我们出发。'],
    ['天气', '很好。', '很好。'],
    ['# Title', 'It begins.', '\n\nIt begins.'],
  ])('of %j by %j is %j', async (text, said, result) => {
    const written = await writer(() => letterByLetter(said))(text, 'continue', 'patch');
    expect(written.result).toBe(result);
    expect(written.edits).toEqual([
      { start: text.length, end: text.length, replacement: result, reason: 'added' },
    ]);
  });
});

test.each(['polish', 'proofread', 'continue', 'summarize', 'translate-en'] as const)(
  'WR13: a reply to %s without a word is reported',
  async (action) => {
    await expect(writer(() => ' \n ')('Old.', action)).rejects.toMatchObject({
      code: 'upstream',
      message: 'The model answered with nothing',
    });
  },
);

describe('WR14: an outline', () => {
  const section = (heading: string) => ({ heading, summary: `About ${heading}.` });
  const good = { title: 'Backup', summary: 'Why.', sections: [section('By hand'), section('By cron')] };

  test.each([
    ['fenced', `Sure!\n\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\``],
    ['with a line break in a text', JSON.stringify(good).replace('Why.', 'Why.\n')],
    ['with commas too many', JSON.stringify(good).replaceAll('}', ',}')],
    ['broken off by itself', `${JSON.stringify(good).slice(0, -2)}, {"heading": "Half`],
    ['with other names', JSON.stringify({ ...good, sections: [{ title: 'By hand' }, 'By cron'] })],
    ['with its title last', JSON.stringify({ sections: good.sections, title: 'Backup' })],
  ])('that is %s is put right', async (_, said) => {
    const { result } = await writer(() => letterByLetter(said))('Backup', 'outline');
    const outline = Outline.parse(JSON.parse(result));
    expect(outline).toMatchObject({ title: 'Backup', depth: 1 });
    expect(outline.sections.slice(0, 2).map(({ heading }) => heading)).toEqual(['1. By hand', '2. By cron']);
  });

  test('comes section by section', async () => {
    const { pieces } = await writer(() => letterByLetter(JSON.stringify(good)))('Backup', 'outline');
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces[0]).toMatch(/^\{"title":"Backup".*By hand/);
  });

  test.each([
    'I cannot do that.',
    '{}',
    '{"title":"","sections":["a"]}',
    '{"title":"T","sections":"a"}',
    '[1]',
    '{"a":',
  ])('that is %j is reported', async (said) => {
    await expect(writer(() => said)('T', 'outline')).rejects.toMatchObject({
      code: 'upstream',
      message: 'The model answered with something that is no outline',
    });
  });

  test.each([
    ['chinese', '备份', ['一、甲', '二、3 种乙', '三、3.5 版']],
    ['chinese-paren', '备份', ['（一）甲', '（二）3 种乙', '（三）3.5 版']],
    ['arabic', '备份', ['1. 甲', '2. 3 种乙', '3. 3.5 版']],
    ['roman', '备份', ['I. 甲', 'II. 3 种乙', 'III. 3.5 版']],
    ['none', '备份', ['甲', '3 种乙', '3.5 版']],
    ['chinese', 'Backup', ['1. 甲', '2. 3 种乙', '3. 3.5 版']],
  ])('is numbered as %s when its title is %s', async (outlineNumbering, title, headings) => {
    const first = { heading: '一、甲', children: [{ heading: '1.1 细节', children: [section('deep')] }] };
    const said = JSON.stringify({
      title,
      sections: [first, { heading: '2. 3 种乙' }, { heading: '3.5 版' }],
    });
    const { result } = await writer(() => said, { outlineNumbering, outlineDepth: 2 })(title, 'outline');
    const outline = Outline.parse(JSON.parse(result));
    expect(outline.depth).toBe(2);
    expect(outline.sections.map(({ heading }) => heading)).toEqual(headings);
    expect(outline.sections[0]?.children).toEqual([
      { heading: outlineNumbering === 'none' ? '细节' : '1.1 细节', summary: '' },
    ]);
  });
});

describe('WR17: numbers and names of a text survive its rewriting', () => {
  const text = 'Rust was made by Graydon Hoare in 2006 and runs on WebAssembly since version 1.14.';

  test.each([
    ['polish', 'Graydon Hoare made Rust in 2010; it runs on WebAssembly since version 1.14.', /2010, 2006/],
    ['polish', 'Rust is a language that was made in 2006.', /1\.14, WebAssembly/],
    ['proofread', text.replace('1.14', '1.41'), /1\.41/],
    ['translate-en', 'Rust was made in 2006 and runs on the web since version 1.14.', /WebAssembly/],
    ['simplify', 'Rust was made in 2006. 40 people use it.', /40/],
    ['summarize', 'Rust is from 2007.', /2007/],
  ] as const)('%s: %s', async (action, reply, named) => {
    await expect(writer(() => reply)(text, action)).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringMatching(named),
    });
  });

  test.each([
    ['polish', 'Take 3 eggs and 1,000 g of flour.', 'Take three eggs and 1000 g of flour.'],
    [
      'translate-en',
      '订单在30天内可以退款，最多3万元。',
      'Orders can be refunded within 30 days, up to 30,000 yuan.',
    ],
    ['translate-en', '这十分重要，第一步等十分钟。', 'This is very important; first wait 10 minutes.'],
    ['polish', 'Use Wi-Fi and PostgreSQL on 2024-05-01.', 'On May 1, 2024, use WiFi and postgresql.'],
    ['simplify', text, 'Rust runs on WebAssembly.'],
    ['expand', text, `${text} Some 40 people use it.`],
  ] as const)('%s keeps them in “%s”', async (action, source, reply) => {
    expect((await writer(() => reply)(source, action)).result).toBe(reply);
  });
});
