import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { signIn } from './administrator.ts';
import { violations } from '../visitor.ts';
import { seen } from '../seen.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

/** Jobs and saves are waited for this long, also on a busy machine. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** The pet with this name, as the service returns it. */
async function petNamed(name: string): Promise<Record<string, unknown>> {
  const { pets } = (await live.readConsole('/pets/list')) as { pets: Record<string, unknown>[] };
  return pets.find((pet) => pet['name'] === name) ?? {};
}

test('questions are added, ordered, previewed unsaved in the real widget, and saved', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat');
  const preview = page.frameLocator('iframe[title=Preview]');
  await preview.getByText('What would you like to know').waitFor();
  for (const [number, question] of ['What is new?', 'How do I make a backup?'].entries()) {
    await button(page, 'Add question').click();
    const field = page.getByRole('textbox', { name: `Question ${number + 1}`, exact: true });
    await expect.poll(() => field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    const problem = page.getByText('Enter a question or delete this row.');
    await expect.poll(() => problem.count()).toBe(0);
    await field.blur();
    await problem.waitFor();
    await field.fill(question);
    await expect.poll(() => problem.count()).toBe(0);
  }
  await button(page, 'Move up 2').click();
  await preview.getByRole('button', { name: 'How do I make a backup?' }).waitFor();
  await button(page, 'Save').click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({
      chat: { shortcutItems: [{ query: 'How do I make a backup?' }, { query: 'What is new?' }] },
    });
  await button(page, 'Try 1').click();
  await page.getByText(/ total$/).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('custom wording and a contact link are shown in the preview, and saved', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat');
  const preview = page.frameLocator('iframe[title=Preview]');
  await preview.getByText('Ask this site').waitFor();
  await button(page, 'Add text').click();
  await page.getByRole('textbox', { name: 'Replace with: Title of the window' }).fill('Ask the beekeeper');
  await preview.getByText('Ask the beekeeper').waitFor();
  await page.locator('[data-field=contactUrl] input').fill('write to us');
  await page.locator('[data-field=contactUrl] input').blur();
  await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
  await page.locator('[data-field=contactUrl] input').fill('/contact');
  await page.locator('[data-field=contactLabel]').waitFor();
  await button(page, 'Save').click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ chat: { contactUrl: '/contact', widgetTexts: { title: 'Ask the beekeeper' } } });
  expect(admin.troubles).toEqual([]);
});

test('usage is shown by day and by model, single calls are filtered, limits are saved', async () => {
  const chat = `${live.service}${publicPrefix}/chat`;
  const body = JSON.stringify({ message: 'How do I make a backup?' });
  await fetch(chat, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/usage?range=today');
  await page.getByRole('img', { name: /by day/ }).waitFor();
  await button(page, 'Table view').click();
  await page.getByRole('columnheader', { name: /builtin/ }).waitFor();
  await button(page, 'Call log').click();
  await page.getByRole('cell', { name: 'Visitor answer' }).first().waitFor();
  await page.waitForURL('**/usage?**calls=open**');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('switch', { name: 'Visitor limits' }).getAttribute('aria-checked'))
    .toBe('true');
  await page.getByRole('textbox', { name: 'Answers per IP address per day' }).fill('40');
  await page.getByRole('textbox', { name: 'Answers per IP address per day' }).blur();
  await button(page, 'Save').click();
  await expect
    .poll(() => live.readConsole('/usage/limits'))
    .toMatchObject({ visitor: { enabled: true, dailyLimit: 40 } });
  expect(admin.troubles).toEqual([]);
});

test('the usage of a model is hidden, shown again, and deleted only after a dialog says what is lost', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/usage?range=today');
  // Another administrator has hidden a model since the page was opened.
  await live.writeConsole('/usage/cleanup/hidden', { hiddenModels: ['of-another-administrator'] });
  await button(page, 'Hide').click();
  await button(page, 'Show of-another-administrator again').click();
  await expect.poll(() => page.getByRole('button', { name: /^Show .* again$/ }).count()).toBe(1);
  await button(page, /^Show .* again$/).click();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByText('permanently deleted').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/calls? on 1 day deleted/).waitFor();
  await expect.poll(() => live.readConsole('/usage/today')).toMatchObject({ models: [] });
});

test('a pet is drawn, edited, undone, erased, confirmed, given expressions and published', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/pets/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Mia');
  await page.getByRole('textbox', { name: 'Description' }).fill('a small red fox');
  await page.getByText('Full prompt').click();
  await page.getByText('a small red fox').last().waitFor();
  await button(page, /^Generate$/).click();
  await page.getByRole('heading', { name: 'Base image' }).waitFor();
  const drawn = await petNamed('Mia');
  expect(drawn).toMatchObject({ masterStatus: 'pending', confirmed: null });

  await button(page, 'Erase').click();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  const canvas = page.getByRole('application');
  await canvas.click({ position: { x: 60, y: 60 } });
  await canvas.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await button(page, 'Undo').click();
  await button(page, 'Make transparent').click();
  await expect.poll(() => petNamed('Mia')).toMatchObject({ hasOriginal: true, processing: null });
  await expect.poll(async () => (await petNamed('Mia'))['masterUrl']).not.toBe(drawn['masterUrl']);

  await button(page, 'Clean up edge').click();
  await page.getByRole('slider', { name: 'Shrink edge' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Edge preview').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await button(page, 'Apply').click();
  await button(page, 'Confirm base image').click();
  await expect.poll(() => petNamed('Mia')).toMatchObject({ masterStatus: 'confirmed' });
  // The button said “publish”, so what is missing for that comes into sight.
  const notice = page.getByText('This pet is confirmed, but visitors do not see it yet.');
  await notice.waitFor();
  await expect.poll(() => seen(notice)).toMatchObject({ isInView: true });
  await expect
    .poll(() => seen(button(page, 'Show on the site')))
    .toMatchObject({ isInView: true, isOnTop: true });

  await button(page, 'Compose all four (free)').click();
  await button(page, 'Confirm: Happy').click();
  await expect
    .poll(() => petNamed('Mia'))
    .toMatchObject({ confirmed: { expressions: { happy: expect.any(String) } } });
  await button(page, 'Edit a copy').click();
  await button(page, 'Discard copy').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard copy' }).click();
  await button(page, 'Edit a copy').waitFor();

  await button(page, 'All pets').click();
  await page.getByRole('switch', { name: 'Show a pet instead of the button' }).click();
  await page.locator('main .n-select').first().click();
  await page.locator('.n-base-select-option', { hasText: 'Mia' }).click();
  await button(page, 'Save').click();
  const shown = async () => (await fetch(`${live.service}${publicPrefix}/widget-config`)).json();
  await expect.poll(shown).toMatchObject({ pet: { name: 'Mia' } });
  expect(admin.troubles).toEqual([]);
}, 300_000);

test('from its base image to visitors a pet takes four presses', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/pets/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Otto');
  await page.getByRole('textbox', { name: 'Description' }).fill('a grey otter');
  await button(page, /^Generate$/).click();
  await page.getByRole('heading', { name: 'Base image' }).waitFor();
  for (const press of [
    'Confirm base image',
    'Compose all four (free)',
    /^Confirm all \(\d\)$/,
    'Show on the site',
  ])
    await button(page, press).click();
  const shown = async () => (await fetch(`${live.service}${publicPrefix}/widget-config`)).json();
  await expect.poll(shown).toMatchObject({ pet: { name: 'Otto' } });
  const { confirmed } = await petNamed('Otto');
  expect(Object.keys((confirmed as { expressions: object }).expressions)).toHaveLength(4);
  expect(admin.troubles).toEqual([]);
}, 300_000);

test('a lost job is not started again', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const begun: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && begun.push(new URL(request.url()).pathname));
  await admin.open('/pets/new?job=no-such-job');
  await page.getByText('Job status lost').waitFor();
  await page.waitForURL((url) => url.search === '');
  await expect.poll(() => begun.filter((path) => path.endsWith('/pets/generate'))).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('axe finds no fault on the pages for visitors, and they load nothing from other origins', async () => {
    await using admin = await signIn(browser, live, { colorScheme });
    const { id } = await petNamed('Mia');
    for (const path of [
      '/chat',
      '/usage',
      '/usage?calls=open',
      '/pets',
      '/pets/new',
      `/pets/${String(id)}`,
    ]) {
      await admin.walk(path);
      await expect.poll(async () => [path, await violations(admin.page, 'html')]).toEqual([path, []]);
    }
    await button(admin.page, 'Erase').click();
    await admin.page.getByRole('application').waitFor();
    await expect.poll(() => violations(admin.page, 'html')).toEqual([]);
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  }, 300_000);
});
