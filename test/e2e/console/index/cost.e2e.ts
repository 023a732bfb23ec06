import { expect, test } from 'vitest';
import { createFakeModels } from '../../../fakes/models.ts';
import { signIn } from '../administrator.ts';
import { seen } from '../../seen.ts';
import { violations } from '../../visitor.ts';
import { openLive, startLiveService } from '../../live-service.ts';

const models = createFakeModels({ chat: () => 'backup, restore, folder' });
const { browser, live } = await openLive(startLiveService({ models }));

/** The index is brought up to date by other steps than the browser's. */

test('KN19, KN20, KN21: settings are previewed, saving costs nothing, the rebuild shows its cost, asks for confirmation and can be cancelled', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await expect
    .poll(() => live.readConsole('/knowledge/stats'))
    .toMatchObject({ outdated: false, status: 'idle' });
  await admin.open('/chunking');
  const count = page.locator('main').getByText(/^\d+ passages?$/);
  await count.waitFor();
  const before = parseInt((await count.textContent()) ?? '', 10);
  const paid = models.calls.embedding.length;
  const size = page.locator('[data-field=chunkSize] input');
  await size.fill('150');
  await size.blur();
  await expect.poll(async () => parseInt((await count.textContent()) ?? '', 10)).toBeGreaterThan(before);
  await expect.poll(() => live.readConsole('/knowledge/stats')).toMatchObject({ outdated: false });

  await page.getByRole('switch', { name: 'Generate keywords with the language model' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'The index is outdated' });
  await notice.waitFor();
  await expect.poll(() => seen(notice)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(async () => (await seen(notice)).height).toBeGreaterThan(60);
  await expect
    .poll(() => notice.textContent())
    .toMatch(/about [\d,]+ passages.*calls to the embedding model/);
  await expect.poll(() => models.calls.embedding.length).toBe(paid);

  await page.getByRole('button', { name: 'Rebuild now' }).click();
  const question = page.getByRole('dialog', { name: 'Rebuild the index?' });
  await question.getByText(/calls to the language model for keywords/).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .poll(() => live.readConsole('/knowledge/stats'))
    .toMatchObject({ outdated: true, status: 'idle' });

  live.holdAnswers();
  await page.getByRole('button', { name: 'Rebuild now' }).click();
  await question.getByRole('button', { name: 'Rebuild all' }).click();
  await page.waitForURL('**/knowledge');
  const cancel = page.getByRole('button', { name: 'Cancel rebuild' });
  await cancel.waitFor();
  await expect.poll(() => seen(cancel)).toMatchObject({ isInView: true, isOnTop: true });
  await cancel.click();
  live.release();
  await page.getByText('You cancelled the rebuild.').waitFor();
  await expect
    .poll(() => live.readConsole('/knowledge/stats'))
    .toMatchObject({ outdated: true, status: 'idle' });
  await page.getByRole('button', { name: 'Rebuild now' }).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('KN10: the passages of an article stand under their headings', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/knowledge?keyword=backup');
  await page
    .getByRole('row', { name: /Backup/ })
    .getByRole('button', { name: 'Passages' })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: /Passages of/ });
  const path = drawer.locator('.path').first();
  // Waits until the drawer has slid in.
  await path.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await path.textContent()) ?? '').not.toBe('');
  await expect.poll(() => seen(path)).toMatchObject({ isInView: true, isOnTop: true });
  expect(admin.troubles).toEqual([]);
});
