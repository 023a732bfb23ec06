import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { signIn } from './administrator.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();
beforeAll(async () => {
  await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'How do I make a backup?' }),
  });
});

const quote = 'To back up Docent, copy the data folder.';
const citation = { postId: 'a', title: 'Backup', url: '/archives/backup', quote };

/** Opens the log of the question as if it had this outcome and these sources. */
async function openLog(
  page: Page,
  log: { readonly answerState: string; readonly citations: readonly object[] },
): Promise<void> {
  await page.unrouteAll();
  await page.route('**/chat-logs/conversations?*', async (route) => {
    const reply = await (await route.fetch()).json();
    for (const { turns } of reply.items) for (const turn of turns) Object.assign(turn, log);
    await route.fulfill({ json: reply });
  });
  await page.goto(`${live.service}/console/chat-logs`);
  await page.getByRole('heading', { name: 'How do I make a backup?' }).waitFor();
}

describe('sources of an answer in the logs', () => {
  test('are called nearest articles where the site does not cover the question', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await openLog(page, { answerState: 'not_covered', citations: [citation] });
    await page.getByText('Nearest articles (not used as sources)').waitFor();
    await expect.poll(() => page.getByText('Sources', { exact: true }).count()).toBe(0);
  });

  test('have no heading where nothing was near either', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await openLog(page, { answerState: 'not_covered', citations: [] });
    for (const heading of [/^Nearest articles/, /^Sources$/])
      await expect.poll(() => page.getByText(heading).count()).toBe(0);
    await openLog(page, { answerState: 'answered', citations: [] });
    await page.getByText('Sources', { exact: true }).waitFor();
  });

  test('have their quotes on lines of their own, below their titles', async () => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    await openLog(page, { answerState: 'answered', citations: [citation] });
    const title = await page.getByRole('link', { name: 'Backup', exact: true }).boundingBox();
    const words = await page.getByText(quote).boundingBox();
    expect(words?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 1);
    expect(Math.abs((words?.x ?? 0) - (title?.x ?? 0))).toBeLessThan(2);
  });
});
