import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../contract/events.ts';
import type { WritingEdit } from '../contract/writing/patch.ts';
import type { Ask } from './ask.ts';
import type { Change, Passage, PassagePicture } from './passage.ts';
import { createSession, type Stage } from './session.ts';
import { textsFor } from './texts.ts';

const texts = textsFor('en');
const edit = (start: number, end: number, replacement: string): WritingEdit => ({
  start,
  end,
  replacement,
  reason: 'spelling',
});

/** A session with a passage that remembers what was done to it. */
function open(
  answer: (ask: Ask) => readonly (StreamEvent | Error)[],
  fits: (change: Change) => boolean = () => true,
  pictures: readonly PassagePicture[] = [],
) {
  const stages: Stage[] = [];
  const applied: string[][] = [];
  const asked: Ask[] = [];
  const passage: Passage = {
    text: 'He go home and were glad.',
    pictures: () => pictures,
    without: [],
    showsChanges: true,
    fits,
    show: () => undefined,
    apply: (changes) => applied.push(changes.map(({ replacement }) => replacement)) && changes.length,
    insert: () => true,
    release: () => undefined,
  };
  const session = createSession({
    texts,
    changed: (stage) => stages.push(stage),
    async *send(ask) {
      asked.push(ask);
      for (const event of answer(ask)) {
        if (event instanceof Error) throw event;
        yield await Promise.resolve(event);
      }
    },
  });
  session.open(passage);
  return { session, stages, applied, asked };
}

const first: StreamEvent = { event: 'token', data: { content: 'He goes ' } };
const two: readonly StreamEvent[] = [
  first,
  { event: 'token', data: { content: 'home and was glad.' } },
  { event: 'edits', data: { edits: [edit(3, 5, 'goes'), edit(15, 19, 'was')], notes: ['A note.'] } },
];

test('ED1: a text arrives piece by piece and ends in its changes', async () => {
  const { session, stages, asked } = open(() => two);
  await session.ask('proofread');
  expect(asked).toEqual([
    { text: 'He go home and were glad.', action: 'proofread', instruction: '', format: 'patch' },
  ]);
  const arrived = stages.flatMap((stage) => (stage.name === 'working' ? [stage.text] : []));
  expect(arrived).toEqual(['', 'He goes ', 'He goes home and was glad.', 'He goes home and was glad.']);
  expect(session.stage).toMatchObject({
    name: 'review',
    notes: ['A note.'],
    changes: [
      { before: 'go', replacement: 'goes', decision: 'open' },
      { before: 'were', replacement: 'was', decision: 'open' },
    ],
  });
});

test('ED3: the document is changed once, when the last change is decided', async () => {
  const { session, applied } = open(() => two);
  await session.ask('proofread');
  session.decide(1, 'accepted');
  expect([session.stage, applied]).toMatchObject([{ name: 'review', current: 0 }, []]);
  session.decide(0, 'rejected');
  expect([session.stage.name, applied]).toEqual(['done', [['was']]]);
});

test('ED3: what was decided before stays when the rest is decided at once', async () => {
  const { session, applied } = open(() => two);
  await session.ask('proofread');
  session.decide(0, 'rejected');
  session.decideRest('accepted');
  expect(applied).toEqual([['was']]);
});

test('ED3: with everything rejected nothing is done to the document', async () => {
  const { session, applied } = open(() => two);
  await session.ask('proofread');
  session.decideRest('rejected');
  expect([session.stage, applied]).toEqual([{ name: 'done', message: '' }, []]);
});

test('ED5: a change for which there is no place is left out and counted', async () => {
  const { session } = open(
    () => two,
    ({ before }) => before !== 'go',
  );
  await session.ask('proofread');
  expect(session.stage).toMatchObject({
    changes: [{ before: 'were' }],
    notes: [
      'A note.',
      'Left out because they would change more than text (images, code, the borders of blocks): 1',
    ],
  });
});

test('ED5: of links only addresses of pages come in', async () => {
  const links = ['/tea', 'https://a.example/b', 'javascript:alert(1)', '//evil.example', 'data:text/html,x'];
  const seen: string[] = [];
  for (const address of links) {
    const { session } = open(() => [
      { event: 'edits', data: { edits: [edit(6, 10, `[home](${address})`)] } },
    ]);
    await session.ask('link');
    if (session.stage.name === 'review') seen.push(...session.stage.changes.map(({ href = '' }) => href));
  }
  expect(seen).toEqual(['/tea', 'https://a.example/b']);
});

test('ED6: a failure keeps what has come, whether the stream tells it or breaks', async () => {
  const told = open(() => [first, { event: 'error', data: 'The model is overloaded' }]);
  await told.session.ask('polish');
  expect(told.session.stage).toMatchObject({
    name: 'failed',
    text: 'He goes ',
    message: 'The model is overloaded',
  });
  const broken = open(() => [first, new Error('No connection')]);
  await broken.session.ask('polish');
  expect(broken.session.stage).toMatchObject({ name: 'failed', message: 'No connection' });
});

test('ED4: events that arrive after stopping are ignored', async () => {
  const { session, applied } = open(() => two);
  const asking = session.ask('proofread');
  session.stop();
  await asking;
  expect([session.stage.name, applied]).toEqual(['menu', []]);
});

test('ED8: an action that makes a new text ends in that text', async () => {
  const { session, asked } = open(() => [first]);
  await session.ask('summarize');
  expect([asked[0]?.format, session.stage]).toMatchObject(['text', { name: 'result', text: 'He goes ' }]);
  session.insert('below');
  expect(session.stage).toEqual({ name: 'done', message: texts.inserted });
});

describe('ED15: alternative texts of pictures', () => {
  const picture = (address: string, alt = ''): PassagePicture => ({
    address,
    alt,
    text: `<img src="${address}">`,
  });
  const saying = (words: string): readonly StreamEvent[] => [{ event: 'token', data: { content: words } }];
  const refused = (
    code: 'picture_kind' | 'writing_no_image_model' | 'model_withheld' | 'writing_no_proposals',
    data: string,
  ): readonly StreamEvent[] => [
    { event: 'explanation', data: { code, params: {} } },
    { event: 'error', data },
  ];
  const described = (answer: (ask: Ask) => readonly (StreamEvent | Error)[], pictures: PassagePicture[]) =>
    open(answer, () => true, pictures);

  test('those without one are described one by one, each to be accepted or not', async () => {
    const one = described(
      ({ image }) => saying(`About ${image}`),
      [picture('/a.png'), picture('/b.png', 'A heron'), picture('/c.png')],
    );
    await one.session.ask('alt-text');
    expect(one.asked).toMatchObject([
      { action: 'alt-text', image: '/a.png', text: '<img src="/a.png">', format: 'text' },
      { action: 'alt-text', image: '/c.png' },
    ]);
    expect(one.session.stage).toMatchObject({
      name: 'review',
      changes: [{ replacement: 'About /a.png' }, { replacement: 'About /c.png' }],
      notes: [],
    });
    one.session.decide(0, 'rejected');
    one.session.decide(1, 'accepted');
    expect(one.applied).toEqual([['About /c.png']]);
  });

  test('where all have one, all are described anew; more than twenty are left for the next time', async () => {
    const all = Array.from({ length: 23 }, (_, nth) => picture(`/${nth}.png`, 'old'));
    const one = described(() => saying('new'), all);
    await one.session.ask('alt-text');
    expect(one.asked).toHaveLength(20);
    expect(one.session.stage).toMatchObject({ notes: [expect.stringContaining('3')] });
  });

  test('a picture that cannot be read is told and holds up no other; its data are never sent', async () => {
    const one = described(
      ({ image }) =>
        image === '/b.svg' ? refused('picture_kind', 'The picture must be …') : saying('A pond'),
      [picture('data:image/png;base64,AAAA'), picture('/b.svg'), picture('/c.png')],
    );
    await one.session.ask('alt-text');
    expect(one.asked.map(({ image }) => image)).toEqual(['/b.svg', '/c.png']);
    expect(one.session.stage).toMatchObject({
      changes: [{ replacement: 'A pond' }],
      notes: [expect.stringMatching(/no address/), expect.stringMatching(/^b\.svg: only JPEG/)],
    });
  });

  test('a reply that is withheld or does not fit concerns one picture', async () => {
    const one = described(
      ({ image }) =>
        image === '/a.png'
          ? refused('model_withheld', 'The provider …')
          : image === '/b.png'
            ? refused('writing_no_proposals', 'Nothing fits …')
            : saying('A pond'),
      [picture('/a.png'), picture('/b.png'), picture('/c.png')],
    );
    await one.session.ask('alt-text');
    expect(one.session.stage).toMatchObject({
      name: 'review',
      changes: [{ replacement: 'A pond' }],
      notes: [expect.stringMatching(/^a\.png: .*withheld/), expect.stringMatching(/^b\.png: /)],
    });
  });

  test('without a model that reads pictures the first refusal ends it', async () => {
    const one = described(
      () => refused('writing_no_image_model', 'Alternative texts need …'),
      [picture('/a.png'), picture('/b.png')],
    );
    await one.session.ask('alt-text');
    expect(one.asked).toHaveLength(1);
    expect(one.session.stage).toMatchObject({
      name: 'failed',
      message: expect.stringMatching(/reads pictures/),
    });
  });
});
