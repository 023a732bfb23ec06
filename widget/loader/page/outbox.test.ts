import { expect, test } from 'vitest';
import type { Panel } from '../../chat/panel-parts.ts';
import { createOutbox } from './outbox.ts';

/** A panel whose answers end when the test says so. */
function fakePanel() {
  const asked: string[] = [];
  let end: (() => void) | undefined;
  let running = Promise.resolve();
  const panel = {
    idle: () => running,
    ask(question: string) {
      asked.push(question);
      const answered = new Promise<string>((done) => (end = () => done(`answer to ${question}`)));
      running = answered.then(() => undefined);
      return answered;
    },
  };
  return { panel: panel as unknown as Panel, asked, end: () => end?.() };
}

const ask = (question: string) => (panel: Panel) => panel.ask(question, {});

const wayOf = (said: Promise<unknown>) =>
  said.then(
    (result) => result,
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );

test('WG51: one question runs, one waits, one more is not taken and says so', async () => {
  const outbox = createOutbox();
  const { panel, asked, end } = fakePanel();
  const [first, second, third] = ['a', 'b', 'c'].map((each) => wayOf(outbox.ask(ask(each))));
  expect(await third).toMatch(/not taken/);
  outbox.give(panel);
  await expect.poll(() => asked).toEqual(['a']);
  end();
  expect(await first).toBe('answer to a');
  await expect.poll(() => asked).toEqual(['a', 'b']);
  end();
  expect(await second).toBe('answer to b');
});

test('WG51: a question waits for the answer that the visitor asked for', async () => {
  const outbox = createOutbox();
  const { panel, asked, end } = fakePanel();
  void panel.ask('typed', {});
  outbox.give(panel);
  const said = outbox.ask(ask('from a script'));
  expect(asked).toEqual(['typed']);
  end();
  await expect.poll(() => asked).toEqual(['typed', 'from a script']);
  end();
  expect(await said).toBe('answer to from a script');
});

test('WG51: what is not sent is taken back, what is sent goes on', async () => {
  const outbox = createOutbox();
  const { panel, asked, end } = fakePanel();
  outbox.give(panel);
  const [first, second] = ['a', 'b'].map((each) => wayOf(outbox.ask(ask(each))));
  await expect.poll(() => asked).toEqual(['a']);
  outbox.cancel('closed');
  expect(await second).toBe('closed');
  end();
  expect(await first).toBe('answer to a');
  expect(asked).toEqual(['a']);
  const third = outbox.ask(ask('c'));
  await expect.poll(() => asked).toEqual(['a', 'c']);
  end();
  expect(await third).toBe('answer to c');
});

test('WG51: a chat that is switched off asks nothing, until it is on again', async () => {
  const outbox = createOutbox();
  const { panel, asked, end } = fakePanel();
  const early = wayOf(outbox.ask(ask('early')));
  outbox.refuse('off');
  outbox.give(panel);
  expect(await early).toBe('off');
  expect(await wayOf(outbox.ask(ask('later')))).toBe('off');
  outbox.refuse();
  const said = outbox.ask(ask('on'));
  await expect.poll(() => asked).toEqual(['on']);
  end();
  expect(await said).toBe('answer to on');
});

test('WG51: a question that waits goes to the panel that comes in the place of another', async () => {
  const outbox = createOutbox();
  const [one, other] = [fakePanel(), fakePanel()];
  void one.panel.ask('typed', {});
  outbox.give(one.panel);
  const said = outbox.ask(ask('moved'));
  outbox.give(undefined);
  one.end();
  outbox.give(other.panel);
  await expect.poll(() => other.asked).toEqual(['moved']);
  other.end();
  expect(await said).toBe('answer to moved');
  expect(one.asked).toEqual(['typed']);
});

test('a failed sending fails its question alone; a text for the field waits for no answer', async () => {
  const outbox = createOutbox();
  const { panel, asked, end } = fakePanel();
  const filled: string[] = [];
  const early = outbox.hand(() => filled.push('early'));
  outbox.give(panel);
  await early;
  void outbox.ask(ask('a'));
  await expect.poll(() => asked).toEqual(['a']);
  await outbox.hand(() => filled.push('late'));
  expect(filled).toEqual(['early', 'late']);
  const continued = outbox.hand(() => filled.push('continued'), true);
  end();
  await continued;
  const failing = wayOf(
    outbox.ask(() => {
      throw new Error('broken');
    }),
  );
  expect(await failing).toBe('broken');
});
