import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('tasks of one client run one after another, and others have their turn between them', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const task = (name: string) => async () => void order.push(name);
  const mine = ['a1', 'a2', 'a3'].map((name) => turns.take('a', task(name)));
  // Arrives while the first client has two more to do.
  const other = new Promise<void>((resolve) => {
    setImmediate(() => resolve(turns.take('b', task('b1'))));
  });
  await Promise.all([...mine, other]);
  expect(order[0]).toBe('a1');
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a3'));
});

test('a task that fails keeps nobody waiting', async () => {
  const turns = createTurns();
  const failing = turns.take('a', () => Promise.reject(new Error('broken')));
  const next = turns.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
