import { describe, expect, test } from 'vitest';
import { defaults } from '../../../../contract/config/groups.ts';
import { WritingRequest } from '../../../../contract/writing/writing.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { plainPng } from '../../../../test/fakes/png.ts';
import { readImageHeader } from '../../../imaging/image-header.ts';
import { unavailable } from '../../../kit/fault.ts';
import { estimateMessages } from '../../../model-calls/estimate.ts';
import type { ModelInfo } from '../../../ports/models.ts';
import { createWrite } from '../writing.ts';
import { picturesIn } from './pictures-in.ts';

const text = 'Herons nest here.\n\n![](/photos/heron.png)\n\n![A map](/map.png)\n\nThey return each spring.';
const photo = plainPng(2000, 1000, [200, 30, 30, 255]);

interface Given {
  readonly reply?: string;
  readonly picture?: Uint8Array | Error;
  /** Names of chat models, those that read pictures with `+`. */
  readonly models?: readonly string[];
  readonly writingModel?: string;
}

async function described(
  fields: object,
  { reply = 'A heron on its nest', picture = photo, models: names = ['one+'], writingModel = '' }: Given = {},
) {
  const models = createFakeModels({ kinds: ['chat'], chat: () => reply });
  const infos = names.map((name): ModelInfo => ({
    name: name.replace('+', ''),
    kind: 'chat',
    provider: 'fake',
    modelId: name,
    builtin: false,
    features: name.endsWith('+') ? ['image-input'] : [],
  }));
  const groups = defaults();
  const read: string[] = [];
  const called: string[] = [];
  const write = createWrite({
    config: {
      read: async (group) =>
        (group === 'writing' ? { ...groups.writing, writingModel } : groups[group]) as never,
    },
    models: {
      list: () => infos,
      defaultOf: () => infos[0],
      chat(call) {
        called.push(call.model);
        return models.chat({ ...call, model: '' });
      },
    },
    articles: async () => [],
    heads: async () => new Map(),
    like: async () => [],
    async picture(address, page) {
      read.push(`${address} from ${page}`);
      if (picture instanceof Error) throw picture;
      return picture;
    },
  });
  let result = '';
  const request = WritingRequest.parse({ text, action: 'alt-text', ...fields });
  for await (const piece of write(request, AbortSignal.timeout(5000))) result += piece;
  return { result, read, called, call: models.calls.chat[0] };
}

describe('WR20: alternative texts of pictures', () => {
  test('the model sees a small copy with what is around it, and its pixels are reserved', async () => {
    const { result, read, call } = await described({ url: '/posts/herons' });
    expect(result).toBe('A heron on its nest');
    expect(read).toEqual(['/photos/heron.png from /posts/herons']);
    const [image] = call?.messages.at(-1)?.images ?? [];
    expect(image).toMatchObject({ mediaType: 'image/jpeg', width: 1024, height: 512 });
    expect(readImageHeader(image?.bytes ?? new Uint8Array())).toEqual({
      mediaType: 'image/jpeg',
      width: 1024,
      height: 512,
    });
    const { content = '' } = call?.messages.at(-1) ?? {};
    expect(content).toMatch(/Herons nest here\.\s+\[the picture\]\s+!\[A map\]/);
    expect(call).toMatchObject({ scenario: 'writing_assist', maxTokens: 300 });
    const messages = call?.messages ?? [];
    const bare = messages.map(({ role, content: words }) => ({ role, content: words }));
    expect(estimateMessages(messages) - estimateMessages(bare)).toBe(Math.ceil((1024 * 512) / 700));
  });

  test('a picture is named by its address; without one the first without a text is meant', async () => {
    expect((await described({ image: '/map.png' })).read).toEqual(['/map.png from ']);
    const html = { text: '<p><img alt="x" src="/a.png"><img src=/b.png?w=1&amp;h=2></p>' };
    expect((await described(html)).read).toEqual(['/b.png?w=1&h=2 from ']);
    await expect(described({ image: 'http://169.254.169.254/latest' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^image must be the address/),
    });
    await expect(described({ text: 'No picture.' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([
    ['“A heron\non its nest.”', 'A heron on its nest.'],
    ['**A heron**', 'A heron'],
    ['A heron"><img src=x onload="a()">', 'A heron"›‹img src=x onload="a()"›'],
    ['A\u0000 heron\u202e on\u2028its nest', 'A heron on its nest'],
  ])('of %j one plain line is left', async (reply, line) => {
    expect((await described({}, { reply })).result).toBe(line);
  });

  test.each([
    [{ reply: ' \n' }, 'upstream', /nothing/],
    [{ reply: 'heron '.repeat(60) }, 'upstream', /fits|limit/],
    [
      { picture: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      'invalid',
      /JPEG, PNG or WebP/,
    ],
    [{ picture: photo.slice(0, 80) }, 'invalid', /damaged/],
    [{ picture: plainPng(4097, 4097, [0, 0, 0, 255]) }, 'invalid', /16777216 pixels/],
    [{ picture: unavailable('The site is away') }, 'unavailable', /away/],
    [{ models: ['one', 'two'] }, 'unavailable', /reads pictures/],
  ] as const)('%o is refused', async (given, code, message) => {
    await expect(described({}, given)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test.each([
    [['one', 'two+', 'three+'], '', 'two'],
    [['one', 'two+', 'three+'], 'three', 'three'],
    [['one+', 'two+'], '', 'one'],
  ])('of the models %j with %j for writing %s is called', async (models, writingModel, name) => {
    expect((await described({}, { models, writingModel })).called).toEqual([name]);
  });

  test.each([
    ['![A [big] heron](/a(1).png "Its nest")', '/a(1).png', 'A [big] heron'],
    ['<img alt="2 > 1, src=/no.png" src="/a.png">', '/a.png', '2 > 1, src=/no.png'],
    ["<IMG\nSRC='/a b.png' title=x ALT='It \"sings\"' />", '/a b.png', 'It "sings"'],
    ['<img data-src="/no.png" src=/a.png?b=1&amp;c=2>', '/a.png?b=1&c=2', ''],
    [`<img src="/a.png?${'b&amp;'.repeat(990)}">`, `/a.png?${'b&'.repeat(990)}`, ''],
    ['<img src="/a.png" hidden src="/no.png"/>', '/a.png', ''],
  ])('the address and the text of a picture are read (%#)', (picture, address, alt) => {
    expect(picturesIn(`Before ${picture} behind.`)).toEqual([
      { address, alt, start: 7, end: 7 + picture.length },
    ]);
  });

  test('pictures of a text are found in linear time', () => {
    for (const part of [
      '![',
      '![a](',
      '![a](b(',
      '![[',
      '<img ',
      '<img src="',
      "<img alt='",
      '<img a ',
      '<img alt="x" src= ',
    ])
      expect(picturesIn(part.repeat(20_000)).length).toBeLessThan(20_001);
  });
});
