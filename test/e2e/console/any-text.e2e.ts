import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { publicPrefix } from '../../../contract/api.ts';
import { openLive } from '../live-service.ts';
import { seen } from '../seen.ts';
import { signIn } from './administrator.ts';
import { phone } from '../screens.ts';

const { browser, live } = await openLive();

const arabic = 'كيف أعمل نسخة احتياطية من الموقع؟';
const ask = (message: string) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ message, history: [] }),
  });

test('the name of a run, however long, takes two lines of a figure at most', async () => {
  const { runId } = z.object({ runId: z.string() }).parse(
    await live.writeConsole('/evaluations/run', {
      name: 'Elektrizitätenhauptbetriebswerk'.repeat(6),
      cases: [{ question: 'How do I back up Docent?', expectedSources: [] }],
    }),
  );
  const state = async () =>
    z.object({ status: z.string() }).parse(await live.readConsole(`/evaluations/runs/${runId}/status`))
      .status;
  while ((await state()) === 'running') await setTimeout(100);
  await using admin = await signIn(browser, live, phone);
  await admin.open('/evaluations');
  await expect.poll(async () => (await seen(admin.page.locator('.from').first())).height).toBeLessThan(50);
});

test('a question in Arabic begins at the right, in the table, in its conversation and at its log', async () => {
  await ask(`${arabic} (backup) 2.0`);
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs?view=table');
  const question = page.getByRole('button', { name: arabic });
  /** Position of the first letter, as a share of the width. */
  const begins = () =>
    question.first().evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const text = element.ownerDocument.createTreeWalker(element, 4).nextNode();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const box = element.getBoundingClientRect();
      return (range.getBoundingClientRect().right - box.left) / box.width;
    });
  await expect.poll(begins).toBeGreaterThan(0.9);
  await admin.open('/chat-logs');
  await expect.poll(begins).toBeGreaterThan(0.9);
});

test('on a phone a chosen conversation comes into sight, and one button leads back to it in the list', async () => {
  for (let n = 0; n < 12; n += 1) await ask(`How do I back up Docent, number ${n}?`);
  await using admin = await signIn(browser, live, phone);
  const { page } = admin;
  await admin.open('/chat-logs');
  const pane = page.locator('.pane');
  const first = page.locator('.list button').first();
  await first.click();
  const back = pane.getByRole('button', { name: 'Back to the list' });
  await expect.poll(() => seen(back)).toMatchObject({ isInView: true, isOnTop: true });
  await back.click();
  await expect.poll(() => seen(first)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => first.evaluate((element) => element.matches(':focus'))).toBe(true);
  expect(admin.troubles).toEqual([]);
});
