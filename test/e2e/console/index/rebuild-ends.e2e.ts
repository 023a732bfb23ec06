import { beforeEach, expect, test } from 'vitest';
import { unavailable } from '../../../../server/kit/fault.ts';
import { createFakeModels } from '../../../fakes/models.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { seen } from '../../seen.ts';
import { signIn } from '../administrator.ts';

let isBroken = false;
const { browser, live } = await openLive(
  startLiveService({
    models: createFakeModels(),
    ports: ({ host }) => ({
      host: {
        ...host,
        article: (id, signal) =>
          isBroken ? Promise.reject(unavailable('The disk is gone')) : host.article(id, signal),
      },
    }),
  }),
);
const stats = () => live.readConsole('/knowledge/stats');
beforeEach(() => {
  isBroken = false;
});

test('KN27: a rebuild that failed earlier is shown with its time, its reason and what serves, until one succeeds', async () => {
  isBroken = true;
  await live.writeConsole('/knowledge/reindex', {});
  await expect.poll(stats).toMatchObject({
    status: 'idle',
    rebuildFailure: { error: expect.stringContaining('The disk is gone') },
  });
  isBroken = false;
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/knowledge');
  const failure = page.getByText(/The last rebuild failed \(\d{4}-\d\d-\d\d \d\d:\d\d\): .*The disk is gone/);
  await failure.waitFor();
  await expect.poll(() => seen(failure)).toMatchObject({ isInView: true, isOnTop: true });
  await expect
    .poll(() => seen(page.getByText('The previous index stays in use.')))
    .toMatchObject({
      isInView: true,
      isOnTop: true,
    });
  await page.getByRole('button', { name: 'Rebuild all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild all' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await failure.waitFor({ state: 'detached' });
  await admin.open('/knowledge');
  await page.getByText('Ready', { exact: true }).waitFor();
  await expect.poll(() => failure.count()).toBe(0);
  expect(admin.troubles).toEqual([]);
});

test.each([['/models'], ['/chunking']])(
  'KN27: %s shows the end of a rebuild without being loaded again, and why it failed',
  async (path) => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    let told: object = { status: 'indexing', outdated: true, plannedEmbedding: 'other@256' };
    await page.route('**/knowledge/stats', async (route) => {
      const reply = await (await route.fetch()).json();
      await route.fulfill({ json: { ...reply, ...told } });
    });
    await admin.open(path);
    const running = page.getByText('The index is being rebuilt');
    await running.waitFor();
    const error = 'The rebuild was interrupted';
    told = { outdated: true, plannedEmbedding: 'other@256', rebuildFailure: { error, endedAt: Date.now() } };
    const failed = page.getByText(/The last rebuild failed .*: The rebuild was interrupted/);
    await failed.waitFor();
    await expect.poll(() => seen(failed)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => running.count()).toBe(0);
    told = {};
    await failed.waitFor({ state: 'detached' });
    expect(admin.troubles).toEqual([]);
  },
);
