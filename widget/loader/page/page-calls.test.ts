import { expect, test } from 'vitest';
import type { DocentAsked } from '../../../contract/widget/page-api.ts';
import { createPageCalls, type EarlyCall } from './page-calls.ts';

const answer: DocentAsked = { asked: 'x', answerState: 'answered', citations: [] };

/** The calls of a page over a widget that writes down what happens to it. */
function page({ hasChat = true } = {}) {
  const log: string[] = [];
  let start = () => {};
  const docent = createPageCalls({
    chat: () =>
      hasChat
        ? {
            async open(options) {
              log.push(options?.query ? `open with ${options.query}` : 'open');
            },
            close: () => void log.push('close'),
            async ask(question) {
              log.push(`ask ${question}`);
              return answer;
            },
          }
        : null,
    search: {
      async open(keyword) {
        log.push(`search ${keyword ?? ''}`.trim());
      },
      close: () => void log.push('close search'),
    },
    ready: new Promise<void>((resolve) => (start = resolve)),
    on: (event) => {
      log.push(`on ${event}`);
      return () => log.push(`off ${event}`);
    },
    destroy: () => log.push('destroy'),
  });
  return { docent, log, start: () => start() };
}

const failureOf = (said: Promise<unknown>) =>
  said.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

test('WG50: calls before the button is drawn run in their order then, later ones at once', async () => {
  const { docent, log, start } = page();
  const said = docent.ask('first?');
  void docent.search('word');
  void docent.open({ query: 'draft', submit: false });
  expect(log).toEqual([]);
  start();
  expect(await said).toEqual(answer);
  expect(log).toEqual(['ask first?', 'search word', 'open with draft']);
  await docent.open();
  expect(log.at(-1)).toBe('open');
});

test('WG50: closing takes back what would open, in the chat and in the search each', async () => {
  const { docent, log, start } = page();
  const [opened, asked, searched] = [docent.open(), failureOf(docent.ask('x')), docent.search('y')];
  docent.close();
  await opened;
  expect(await asked).toMatch(/closed first/);
  docent.closeSearch();
  await searched;
  start();
  await docent.open();
  expect(log).toEqual(['close', 'close search', 'open']);
});

test('WG50: wrong arguments are a TypeError that says what is right', () => {
  const { docent } = page();
  const wrong: readonly ((given: never) => unknown)[] = [
    (given) => docent.ask(given),
    (given) => docent.on(given, () => undefined),
    (given) => docent.on('answer', given),
  ];
  for (const call of wrong)
    for (const given of [undefined, null, 7, '', '  ', {}, ['x']])
      expect(() => call(given as never)).toThrow(TypeError);
  expect(() => docent.on('anwser' as never, () => undefined)).toThrow(/answer/);
  expect(() => docent.ask('x', { submit: 'no' } as never)).toThrow(/submit must be a boolean/);
  expect(() => docent.open('x' as never)).toThrow(/query/);
  expect(() => docent.open({ query: 5 } as never)).toThrow(/query must be a string/);
  expect(() => docent.search({} as never)).toThrow(TypeError);
  // What a page passes when it makes the method a listener itself.
  expect(() => docent.open(new Event('click') as never)).not.toThrow();
  expect(() => docent.search(new Event('click') as never)).not.toThrow();
});

test('WG50: after it was removed nothing throws; what is asked is rejected with the reason', async () => {
  const { docent, log, start } = page();
  start();
  await docent.open();
  docent.destroy();
  docent.destroy();
  docent.close();
  docent.closeSearch();
  for (const said of [docent.open(), docent.ask('x'), docent.search()])
    expect(await failureOf(said)).toMatch(/removed/);
  expect(log.filter((each) => each === 'destroy')).toHaveLength(1);
  const early = page();
  const asked = failureOf(early.docent.ask('x'));
  early.docent.destroy();
  expect(await asked).toMatch(/closed first/);
});

test('WG50: without a chat on the page a question is rejected', async () => {
  const { docent, start } = page({ hasChat: false });
  start();
  expect(await failureOf(docent.ask('x'))).toMatch(/no chat/i);
});

test('WG50: calls that were written down before the script run in their order with their results', async () => {
  const { docent, log, start } = page();
  const results: unknown[] = [];
  const failures: unknown[] = [];
  const call = (name: string, ...args: unknown[]): EarlyCall => [
    name,
    args,
    async (value) => results.push(await value),
    (error) => failures.push(error),
  ];
  docent.q.push(
    call('on', 'answer', () => undefined),
    call('open'),
    call('ask', 'early?'),
    call('ask', 5),
    call('fly'),
    call('q'),
    call('constructor'),
  );
  start();
  await expect.poll(() => log).toEqual(['on answer', 'open', 'ask early?']);
  await expect.poll(() => results.length).toBe(3);
  expect(results.at(-1)).toEqual(answer);
  expect(failures).toHaveLength(4);
  expect(failures.every((error) => error instanceof TypeError)).toBe(true);
});
