import { describe, expect, test } from 'vitest';
import { createPriorityLimiter, type Urgency } from './priority-limiter.ts';

const never = new AbortController().signal;

/** Takes a turn and notes when it has come. */
function taker(most: number) {
  const turns = createPriorityLimiter();
  const order: string[] = [];
  const take = (name: string, urgency: Urgency, signal = never) => {
    const { ahead, acquired: entered } = turns.acquire(most, urgency, signal);
    const left = entered.then((leave) => {
      order.push(name);
      return leave;
    });
    left.catch(() => {});
    return { ahead, leave: async () => (await left)(), entered: left };
  };
  return { turns, order, take };
}

describe('a queue of calls', () => {
  test('MOD11: visitors come before persons, and both before the background', async () => {
    const { order, take } = taker(1);
    const first = take('running', 'background');
    const batch = take('batch', 'background');
    const editor = take('editor', 'person');
    const visitor = take('visitor', 'visitor');
    expect([first.ahead, batch.ahead, editor.ahead, visitor.ahead]).toEqual([0, 1, 1, 1]);
    for (const turn of [first, visitor, editor, batch]) await turn.leave();
    expect(order).toEqual(['running', 'visitor', 'editor', 'batch']);
  });

  test('MOD11: the background leaves one of several places free', async () => {
    const { order, take } = taker(2);
    take('one', 'background');
    take('two', 'background');
    const visitor = take('visitor', 'visitor');
    await visitor.entered;
    expect(order).toEqual(['one', 'visitor']);
  });

  test('MOD11: who leaves while waiting gives its place away, and the next one moves up', async () => {
    const { turns, order, take } = taker(1);
    const first = take('first', 'visitor');
    const gone = new AbortController();
    const second = take('second', 'visitor', gone.signal);
    const third = take('third', 'visitor');
    gone.abort(new Error('left'));
    await expect(second.entered).rejects.toThrow('left');
    await first.leave();
    await third.entered;
    expect(order).toEqual(['first', 'third']);
    await third.leave();
    expect(turns.busy).toBe(0);
  });

  test('MOD11: a turn that comes in the moment of leaving is given back', async () => {
    const { turns, take } = taker(1);
    const first = take('first', 'visitor');
    const gone = new AbortController();
    const second = take('second', 'visitor', gone.signal);
    const leave = await first.entered;
    leave();
    gone.abort(new Error('left'));
    await second.entered.then(
      (give) => give(),
      () => {},
    );
    await Promise.resolve();
    expect(turns.busy).toBe(0);
  });
});
