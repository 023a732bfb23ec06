import { expect, test } from 'vitest';
import type { Following } from '../chat/answer-stream.ts';
import type { Ending } from '../chat/conversation.ts';
import { createSearchController, type Search } from './search-controller.ts';
import { findingFrom, type Finding } from './search-api.ts';

/** A search whose results, answers and pauses the test brings about by hand. */
function start() {
  const looked: { keyword: string; scope: string; signal: AbortSignal; give: (finding: Finding) => void }[] =
    [];
  const answers: {
    keyword: string;
    scope: string;
    following: Following;
    finish: (ending: Ending) => void;
  }[] = [];
  const pauses: (() => void)[] = [];
  const waits: number[] = [];
  const clock = { time: 0 };
  const told: unknown[] = [];
  const shown: Search[] = [];
  const controller = createSearchController({
    api: {
      find: (keyword, scope, signal) => new Promise((give) => looked.push({ keyword, scope, signal, give })),
      answer: (keyword, scope, following) =>
        new Promise((finish) => {
          answers.push({ keyword, scope, following, finish });
          following.signal.addEventListener('abort', () => finish('stopped'));
        }),
    },
    changed: (search) => shown.push(search),
    found: (...given) => told.push(given),
    later(task, ms) {
      pauses.push(task);
      waits.push(ms);
      return () => void pauses.splice(pauses.indexOf(task), 1);
    },
    beforePaint: (task) => queueMicrotask(task),
    now: () => clock.time,
  });
  const now = () => {
    const search = shown.at(-1);
    if (!search) throw new Error('Nothing was shown');
    return search;
  };
  return {
    controller,
    looked,
    answers,
    told,
    now,
    waits,
    clock,
    pause: () => pauses.splice(0).forEach((task) => task()),
  };
}

const article = { postId: 'a', title: 'A', url: '/a', snippet: '' };

test('articles are looked for once the visitor pauses; what is written on replaces what is on its way', async () => {
  const { controller, looked, told, now, pause } = start();
  controller.write('ba');
  controller.write('backup');
  expect(looked).toEqual([]);
  pause();
  expect(looked.map(({ keyword }) => keyword)).toEqual(['backup']);
  controller.write('backups');
  expect(looked[0]?.signal.aborted).toBe(true);
  pause();
  looked[0]?.give([]);
  looked[1]?.give([article]);
  await expect.poll(() => now().finding).toEqual([article]);
  expect(told).toEqual([['backups', 1]]);
  controller.write('  backups ');
  pause();
  expect(looked).toHaveLength(2);
  controller.write(' ');
  expect(now()).toMatchObject({ finding: undefined, turn: undefined });
});

test('SR10: once the searches are used up, the search waits as long as the service says, and goes on by itself', async () => {
  const { controller, looked, told, now, pause, waits, clock } = start();
  controller.write('backup');
  pause();
  looked[0]?.give({ waitSeconds: 20 });
  await expect.poll(() => now().finding).toEqual({ waitSeconds: 20 });
  expect(waits.at(-1)).toBe(20_000);
  clock.time = 5_000;
  controller.write('backups');
  await controller.find();
  expect(looked).toHaveLength(1);
  expect(waits.at(-1)).toBe(15_000);
  expect(now().finding).toEqual({ waitSeconds: 20 });
  clock.time = 20_000;
  pause();
  expect(looked.at(-1)?.keyword).toBe('backups');
  looked[1]?.give([article]);
  await expect.poll(() => now().finding).toEqual([article]);
  expect(told).toEqual([['backups', 1]]);
});

test('an answer is given only when it is asked for, once for a keyword', async () => {
  const { controller, answers, now, pause } = start();
  controller.write('backup');
  pause();
  expect(answers).toEqual([]);
  controller.answer();
  controller.answer();
  expect(answers.map(({ keyword }) => keyword)).toEqual(['backup']);
  answers[0]?.following.receive([{ event: 'token', data: { content: 'Copy it.' } }]);
  await expect.poll(() => now().turn?.answer.text).toBe('Copy it.');
  answers[0]?.finish('done');
  await expect.poll(() => now().turn?.answer.ending).toBe('done');
  controller.answer();
  expect(answers).toHaveLength(1);
  controller.answer(true);
  expect(answers).toHaveLength(2);
  controller.write('restore');
  expect(answers[1]?.following.signal.aborted).toBe(true);
  expect(now().turn).toBeUndefined();
});

test('leaving ends everything that is on its way', () => {
  const { controller, looked, answers, pause } = start();
  controller.write('backup');
  pause();
  controller.answer();
  controller.leave();
  expect(looked[0]?.signal.aborted).toBe(true);
  expect(answers[0]?.following.signal.aborted).toBe(true);
});

test('a reply of the search is read whatever it is', () => {
  expect(findingFrom({ source: 'disabled', articles: [] })).toBe('off');
  expect(findingFrom({ source: 'error', articles: [] })).toBe('failed');
  for (const broken of [undefined, null, 7, {}, { articles: 'x' }])
    expect(findingFrom(broken)).toBe('failed');
  expect(findingFrom({ source: 'lucene', articles: [null, { title: ' ', url: '/b', snippet: 5 }] })).toEqual([
    { postId: '', title: '', url: '', snippet: '' },
    { postId: '', title: '/b', url: '/b', snippet: '' },
  ]);
});

test('SCP6: a chosen part narrows results and answer, and an answer from elsewhere is taken away', async () => {
  const { controller, looked, answers, now, pause } = start();
  controller.choose({ scope: 'tag:linux', name: 'Linux' });
  pause();
  expect(looked).toEqual([]);
  controller.write('backup');
  pause();
  controller.answer();
  expect(looked.at(-1)).toMatchObject({ keyword: 'backup', scope: 'tag:linux' });
  expect(answers).toMatchObject([{ keyword: 'backup', scope: 'tag:linux' }]);
  controller.choose({ scope: 'tag:linux', name: 'Linux' });
  expect(now().turn).toBeDefined();
  controller.choose(undefined);
  expect(answers[0]?.following.signal.aborted).toBe(true);
  expect(looked[0]?.signal.aborted).toBe(true);
  expect(now()).toMatchObject({ finding: 'searching', turn: undefined, part: undefined });
  pause();
  expect(looked.at(-1)).toMatchObject({ keyword: 'backup', scope: '' });
  looked.at(-1)?.give({ waitSeconds: 20 });
  await expect.poll(() => now().finding).toEqual({ waitSeconds: 20 });
  const before = looked.length;
  controller.choose({ scope: 'tag:linux', name: 'Linux' });
  expect(looked).toHaveLength(before);
});
