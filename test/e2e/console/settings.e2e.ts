import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AccessToken } from '../../../contract/account.ts';
import { Route, RouteImport } from '../../../contract/intent-routes/route-fields.ts';
import { signIn } from './administrator.ts';
import { violations } from '../visitor.ts';
import { answering, startReceiver } from '../../fakes/notices/receiver.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

const routes = async () => z.array(Route).parse(await live.readConsole('/intent-routes'));
const routeOf = async (id: string) => (await routes()).find((route) => route.id === id);
const tokens = async () =>
  z.object({ tokens: z.array(AccessToken) }).parse(await live.readConsole('/account/tokens')).tokens;

test('a route is made, tried before it is saved, turned off, exported, imported and deleted', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: 'New route' }).click();
  const drawer = page.getByRole('dialog', { name: 'New route' });
  const save = drawer.getByRole('button', { name: 'Save' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Newest of all');
  await drawer.getByRole('textbox', { name: 'Id' }).fill('newest-of-all');
  await drawer.getByRole('textbox', { name: 'Phrase 1' }).fill('freshest');
  await drawer.getByRole('textbox', { name: 'Question' }).fill('What is freshest?');
  await drawer.getByRole('button', { name: 'Test' }).click();
  await drawer.getByText('A trigger matches this question.').waitFor();
  await save.click();
  await expect
    .poll(() => routeOf('newest-of-all'))
    .toMatchObject({ enabled: true, triggerPatterns: ['freshest'] });

  const turn = page.getByRole('switch', { name: 'On: Newest of all' });
  await turn.click();
  await expect.poll(() => routeOf('newest-of-all')).toMatchObject({ enabled: false });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  const exported = await readFile(await download.path());
  expect(RouteImport.parse(JSON.parse(exported.toString())).routes.map(({ id }) => id)).toContain(
    'newest-of-all',
  );

  const row = page.getByRole('row', { name: /Newest of all/ });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => routeOf('newest-of-all')).toBeUndefined();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles({ name: 'routes.json', mimeType: 'application/json', buffer: exported });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect.poll(() => routeOf('newest-of-all')).toMatchObject({ enabled: false });
  expect(admin.troubles).toEqual([]);
});

test('a description in plain words becomes a draft that is saved only on request', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: 'Describe a route' }).click();
  await page.getByRole('button', { name: /^Articles of the category Tutorials/ }).click();
  const before = await routes();
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('dialog', { name: 'Review draft' }).waitFor();
  await expect.poll(routes).toEqual(before);
  expect(admin.troubles).toEqual([]);
});

test('the search playground shows results and an answer, and the settings are saved', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/search');
  await page.getByRole('textbox', { name: 'Search query' }).fill('backup');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText(/\d+ results/).waitFor();
  await page.getByRole('button', { name: 'Search with answer' }).click();
  await page.getByRole('heading', { name: /^Answer/ }).waitFor();
  // Trying settings writes no visitor's log.
  await expect.poll(() => live.readConsole('/chat-logs')).toMatchObject({ total: 0 });
  await page.locator('[data-field=resultCount] input').fill('7');
  await page.locator('[data-field=resultCount] input').blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ search: { resultCount: 7 } });
  expect(admin.troubles).toEqual([]);
});

test('SCP10: a rule for paths is written, refused while it cannot be read, and shows what it finds', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/search');
  const rules = page.getByRole('textbox', { name: 'Rules for paths' });
  await rules.fill('/docs/v(.*)/');
  await rules.blur();
  await page.getByText(/must be a path with \{language\} or \{version\}/i).waitFor();
  await rules.fill('/ language=en');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Saved rules' }).waitFor();
  await page.getByText(/^English \(\d+ articles\)$/).waitFor();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ search: { pathRules: ['/ language=en'] } });
  expect(admin.troubles).toEqual([]);
});

test('a token is created, shown once and deleted; the page says who may change the password', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/account');
  await page.getByRole('textbox', { name: 'Token name' }).fill('Backup script');
  const create = page.getByRole('button', { name: 'Create token' });
  await expect.poll(() => create.isDisabled()).toBe(true);
  await page.locator('form .n-select').click();
  await page.getByText('Read statistics and logs', { exact: true }).click();
  await page
    .getByText('Reads usage, chat logs and content gaps, without addresses of visitors; changes nothing.')
    .waitFor();
  await create.click();
  await page.getByText('This token is shown only once.').waitFor();
  await page.getByRole('cell', { name: 'Backup script' }).waitFor();
  await expect.poll(tokens).toMatchObject([{ name: 'Backup script', scope: 'analytics', expiresAt: '' }]);
  await expect.poll(() => page.getByText('token has full access').count()).toBe(0);
  await admin.open('/account');
  await page.getByRole('cell', { name: 'Backup script' }).waitFor();
  await expect.poll(() => page.getByText('This token is shown only once.').count()).toBe(0);
  await page
    .getByRole('row', { name: /Backup script/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await tokens()).map(({ name }) => name)).not.toContain('Backup script');

  // The operator has set the password: the page says so beforehand and offers no form.
  await page.getByText('DOCENT_ADMIN_PASSWORD').waitFor();
  await expect.poll(() => page.getByLabel('New password').count()).toBe(0);
  expect(admin.troubles).toEqual([]);
});

test('the system page shows the state of the service and saves the privacy settings of logs', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/system');
  await page.getByText('SQLite in the data folder').waitFor();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Privacy', exact: true }).click();
  await page.waitForURL('**/system?part=privacy');
  await page.locator('[data-field=logRetentionDays] input').fill('30');
  await page.locator('[data-field=logRetentionDays] input').blur();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ privacy: { logRetentionDays: 30 } });
  expect(admin.troubles).toEqual([]);
});

test('CFG25, CHG1, CHG2: what another administrator has saved meanwhile is shown beside one’s own, and can be undone', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/search');
  const field = page.locator('[data-field=systemPrompt] textarea');
  await live.writeConsole('/config/save', { search: { systemPrompt: 'Theirs, saved first' } });
  await field.fill('Mine, saved later');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed these settings' });
  await dialog.getByText('Theirs, saved first').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe('Mine, saved later');
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({
      search: { systemPrompt: 'Theirs, saved first' },
    });
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ search: { systemPrompt: 'Mine, saved later' } });

  await admin.open('/system?part=changes');
  const row = page.getByRole('row', { name: /Mine, saved later/ });
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await row.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ search: { systemPrompt: 'Theirs, saved first' } });
  expect(admin.troubles).toEqual([]);
});

test('CFG27: limits that another administrator has saved meanwhile are kept, and the same ones shown side by side', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/usage');
  const perDay = page.getByRole('textbox', { name: 'Answers per IP address per day' });
  await live.writeConsole('/usage/limits', { dailyCostLimit: 3, visitor: { dailyLimit: 55 } });
  await perDay.fill('41');
  await perDay.blur();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed these settings' });
  await dialog.getByText('55', { exact: true }).waitFor();
  await dialog.getByText('41', { exact: true }).waitFor();
  await expect.poll(() => dialog.innerText()).toContain('Answers per IP address per day');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await expect
    .poll(() => live.readConsole('/usage/limits'))
    .toMatchObject({ dailyCostLimit: 3, visitor: { dailyLimit: 41 } });
  expect(admin.troubles).toEqual([]);
});

test('NT4: a webhook is tried as it is typed, told truly, and its address is not shown again once saved', async () => {
  await using receiver = await startReceiver();
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/notices');
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.address);
  const card = page.locator('.n-card').filter({ hasText: 'Kind of receiver' });
  const test = card.getByRole('button', { name: 'Send a test' });
  await test.click();
  await card.getByText('The test did not arrive').waitFor();
  await card.getByText(/is a private address/).waitFor();
  await card.getByRole('switch', { name: /private address/ }).click();
  receiver.answers.push(answering(500, 'out of order'));
  await test.click();
  await card.getByText(/status 500: out of order/).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await test.click();
  await card.getByText('The test arrived').waitFor();
  await expect.poll(() => receiver.received.at(-1)?.headers['docent-event']).toBe('test');

  await card.getByRole('switch', { name: 'Send to this webhook' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => live.readConsole('/notices/settings'))
    .toMatchObject({ webhook: { enabled: true, address: 'stored', privateAddresses: true } });
  await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');
  await expect.poll(() => page.content()).not.toContain('/hook');
  expect(admin.troubles).toEqual([]);
});

describe.each([
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'zh-CN' },
] as const)('in $colorScheme and $locale', (look) => {
  test('axe finds no fault on routes, search, account, notices and system, and they load nothing from other origins', async () => {
    await using admin = await signIn(browser, live, look);
    const { page } = admin;
    const clean = async (place: string) =>
      await expect.poll(async () => [place, await violations(page, 'html')]).toEqual([place, []]);
    for (const path of [
      '/intent-routes',
      '/search',
      '/account',
      '/notices',
      '/system',
      '/system?part=changes',
    ]) {
      await admin.walk(path);
      await clean(path);
    }
    await admin.open('/intent-routes');
    await page
      .locator('header button')
      .filter({ hasText: /Describe a route|用文字描述/ })
      .click();
    await page.locator('.n-modal').waitFor();
    await clean('the wish');
    await admin.open('/intent-routes');
    await page
      .getByRole('row')
      .getByRole('button', { name: /Edit|编辑/ })
      .first()
      .click();
    await page.locator('.n-drawer').waitFor();
    await clean('the editor of a route');
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  }, 300_000);
});
