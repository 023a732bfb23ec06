import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openLive, startLiveService } from '../../live-service.ts';
import { violations } from '../../visitor.ts';
import { signIn } from '../administrator.ts';

/** What another administrator has changed meanwhile is not deleted unseen. */
const { browser, live } = await openLive();

const again = (page: Page, title = 'Changed since you opened it') =>
  page.getByRole('dialog', { name: title });
/** Presses the button that deletes, and agrees to the first question. */
async function remove(page: Page, button: string, act = 'Delete') {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click();
}

test('CFG29: a curated answer that another one has changed is kept and shown, or deleted after a second question', async () => {
  const fields = { questions: ['When is the owlery open?'], answer: 'At dusk.' };
  const { id } = (await live.writeConsole('/curated-answers', fields)) as { id: string };
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  await page.getByText('When is the owlery open?').waitFor();
  const change = (questions: string[]) =>
    live.writeConsole(`/curated-answers/${id}`, { ...fields, questions }, 'PUT');
  await change(['When does the owlery open?']);
  await remove(page, 'Delete');
  await again(page).getByText('“When is the owlery open?” is now “When does the owlery open?”').waitFor();
  await again(page).getByText('Last changed by: ').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await again(page).getByRole('button', { name: 'Keep and show it' }).click();
  // The page shows what there is now.
  await page.getByText('When does the owlery open?').waitFor();
  await change(['Is the owlery open?']);
  await remove(page, 'Delete');
  await again(page).getByRole('button', { name: 'Delete anyway' }).click();
  await expect.poll(() => live.readConsole('/curated-answers')).toMatchObject({ items: [] });
  await page.getByText('Is the owlery open?').waitFor({ state: 'hidden' });
  expect(admin.troubles).toEqual([]);
});

test('CFG29: a site that another one has connected meanwhile is not disconnected unseen', async () => {
  await using service = await startLiveService();
  const connect = (port: number) =>
    service.writeConsole('/connected-site', { address: `http://127.0.0.1:${port}/`, kind: 'web' }, 'PUT');
  await connect(9);
  await using admin = await signIn(browser, service, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/site');
  await expect
    .poll(() => page.getByRole('textbox', { name: '站点地址' }).inputValue())
    .toBe('http://127.0.0.1:9/');
  await connect(10);
  await remove(page, '断开连接', '断开连接');
  const dialog = again(page, '打开本页之后，它已被修改');
  await dialog.getByText('现为“http://127.0.0.1:10/”').waitFor();
  await dialog.getByRole('button', { name: '保留并查看' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: '站点地址' }).inputValue())
    .toBe('http://127.0.0.1:10/');
  await expect
    .poll(() => service.readConsole('/connected-site'))
    .toMatchObject({ site: { address: 'http://127.0.0.1:10/' } });
});
