import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startFakeProvider } from '../../../fakes/provider/provider.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { violations } from '../../visitor.ts';
import { signIn } from '../administrator.ts';

/** Two administrators at one record: what fits together is kept, and where both have set the same the later one chooses. */
const { browser, live } = await openLive();

/** What another administrator saves meanwhile. */
const put = (path: string, body: object, service: Pick<typeof live, 'writeConsole'> = live) =>
  service.writeConsole(path, body, 'PUT');

const conflictIn = (page: Page) =>
  page.getByRole('dialog', { name: 'Somebody else has changed these settings' });
/** Chooses a side of the field with this label. */
const choose = (page: Page, field: string, side: 'Yours' | 'Theirs') =>
  conflictIn(page).getByRole('group', { name: field }).getByRole('button', { name: side }).click();
const keep = (page: Page) => conflictIn(page).getByRole('button', { name: 'Save the choice' }).click();

test('CFG28: a model that two have changed is settled by field, and no key is shown', async () => {
  await using provider = await startFakeProvider();
  const model = { kind: 'chat', baseUrl: provider.url, model: 'talker' };
  await put('/connected-models/main', { ...model, key: provider.key });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByRole('button', { name: 'Edit: main' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit: main' });
  await dialog.getByRole('textbox', { name: 'Model' }).fill('embedder');
  await dialog.getByRole('textbox', { name: 'API key' }).fill(provider.key);
  const price = { promptPerMillion: 3, currency: 'EUR' };
  await put('/connected-models/main', { ...model, key: 'sk-theirs-0123456789', model: 'another', price });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await conflictIn(page).getByText('another', { exact: true }).waitFor();
  await conflictIn(page).getByText('What they have stored or removed').waitFor();
  await expect.poll(() => conflictIn(page).innerText()).not.toContain('sk-theirs');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await choose(page, 'Model', 'Theirs');
  await keep(page);
  await expect
    .poll(async () => ((await dialog.isVisible()) ? page.locator('.n-message').allInnerTexts() : 'closed'))
    .toBe('closed');
  await expect
    .poll(() => live.readConsole('/connected-models'))
    .toMatchObject({ models: [{ name: 'main', model: 'another', key: 'stored', price }] });
  expect(admin.troubles).toEqual([]);
});

test('CFG28: an order of models that another one has changed meanwhile is asked about', async () => {
  await using service = await startLiveService();
  const model = { kind: 'chat', baseUrl: 'http://127.0.0.1:9/v1', model: 'talker' };
  for (const name of ['a', 'b', 'c']) await put(`/connected-models/${name}`, model, service);
  await using admin = await signIn(browser, service);
  const { page } = admin;
  await admin.open('/models');
  await page.getByRole('button', { name: 'Move up: c' }).waitFor();
  await service.writeConsole('/connected-models/arrange', { order: ['b', 'a', 'c'] });
  await page.getByRole('button', { name: 'Move up: c' }).click();
  await conflictIn(page).getByRole('heading', { name: 'Order' }).waitFor();
  await choose(page, 'Order', 'Theirs');
  await keep(page);
  const names = async () =>
    ((await service.readConsole('/connected-models')) as { models: { name: string }[] }).models.map(
      ({ name }) => name,
    );
  await expect.poll(names).toEqual(['b', 'a', 'c']);
  await conflictIn(page).waitFor({ state: 'hidden' });
  // What the page shows now is what was saved.
  await page.getByRole('button', { name: 'Move up: c' }).click();
  await expect.poll(names).toEqual(['b', 'c', 'a']);
});

test('CFG28: notices that two have changed keep what fits together', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/notices');
  await page.getByRole('textbox', { name: 'Mail server' }).fill('mine.example.org');
  await put('/notices/settings', {
    mail: { host: 'theirs.example.org', user: 'owner' },
    digest: { hour: 9 },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await conflictIn(page).getByText('theirs.example.org').waitFor();
  await choose(page, 'Mail: Mail server', 'Yours');
  await keep(page);
  await page.getByText('No unsaved changes').waitFor();
  await expect
    .poll(() => live.readConsole('/notices/settings'))
    .toMatchObject({ mail: { host: 'mine.example.org', user: 'owner' }, digest: { hour: 9 } });
  expect(admin.troubles).toEqual([]);
});

test('CFG28: a site that another one has connected meanwhile is asked about, not replaced', async () => {
  await using service = await startLiveService();
  await using admin = await signIn(browser, service);
  const { page } = admin;
  await admin.open('/site');
  await page.getByRole('textbox', { name: 'Address of the site' }).fill('http://127.0.0.1:9/');
  await put('/connected-site', { address: 'http://127.0.0.1:10/', kind: 'web' }, service);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await conflictIn(page).getByText('http://127.0.0.1:10/').waitFor();
  await choose(page, 'Address of the site', 'Theirs');
  await keep(page);
  await expect
    .poll(() => service.readConsole('/connected-site'))
    .toMatchObject({ site: { address: 'http://127.0.0.1:10/', kind: 'web' } });
  await conflictIn(page).waitFor({ state: 'hidden' });
});

test('MODEL12: a published price is proposed with its day, entered by a press, and an unknown one is told', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  await page.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a model' });
  // The list opens with the known providers in sight.
  await dialog.locator('.n-select', { hasText: 'Another address' }).click();
  await page.getByText('OpenAI', { exact: true }).click();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Address' }).inputValue())
    .toBe('https://api.openai.com/v1');
  await dialog.getByRole('textbox', { name: 'Model' }).fill('gpt-4.1-mini-2025-04-14');
  await dialog.getByText(/Known as of \d{4}-\d{2}-\d{2}: 0\.4 USD for input, 1\.6 for output/).waitFor();
  const input = dialog.getByRole('textbox', { name: 'Input', exact: true });
  await expect.poll(() => input.inputValue()).toBe('');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Enter these prices' }).click();
  await expect.poll(() => input.inputValue()).toBe('0.4');
  await dialog.getByText('it may have changed').waitFor();
  await input.fill('0.5');
  await dialog.getByRole('button', { name: 'Enter these prices' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Model' }).fill('gpt-of-tomorrow');
  await dialog.getByText('No price of this model is known here').waitFor();
  expect(admin.troubles).toEqual([]);
});
