import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('tasks of one client run one after another, and others have their turn between them', async () => {
  const turns = createFairQueue();
  const order: string[] = [];
  const task = (name: string) => async () => void order.push(name);
  const mine = ['a1', 'a2', 'a3'].map((name) => turns.run('a', task(name)));
  // Arrives while the first client has two more to do.
  const other = new Promise<void>((resolve) => {
    setImmediate(() => resolve(turns.run('b', task('b1'))));
  });
  await Promise.all([...mine, other]);
  expect(order[0]).toBe('a1');
  expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a3'));
});

test('a task that fails keeps nobody waiting', async () => {
  const turns = createFairQueue();
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
