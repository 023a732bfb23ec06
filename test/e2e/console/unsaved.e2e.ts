import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { signIn, type Administrator } from './administrator.ts';
import { openLive, startLiveService } from '../live-service.ts';
import { violations } from '../visitor.ts';

const { browser, live } = await openLive(startLiveService({ generatesCredentials: true }));
let petId = '';
beforeAll(async () => {
  await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'How do I make a backup?' }),
  });
  const wanted = { name: 'Mia', style: 'soft-3d', customPrompt: 'a red fox', withExpressions: 'false' };
  const form = new FormData();
  for (const [name, value] of Object.entries(wanted)) form.set(name, value);
  await live.writeConsole('/pets/generate', form);
  const list = async () => (await live.readConsole('/pets/list')) as { pets: { id: string }[] };
  await vi.waitUntil(async () => (await list()).pets.length === 1, { timeout: 90_000, interval: 300 });
  petId = (await list()).pets[0]?.id ?? '';
});

/** A form of the console: how it is reached, and the field that is edited. */
interface Form {
  readonly name: string;
  readonly path: string;
  readonly reach?: (page: Page) => Promise<unknown>;
  readonly field: (page: Page) => Locator;
  readonly typed: string;
}
const textbox = (name: string | RegExp) => (page: Page) =>
  page.getByRole('textbox', { name, exact: true }).first();
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

const pages: readonly Form[] = [
  {
    name: 'a setting',
    path: '/chat',
    field: (page) => page.locator('[data-field=systemPrompt] textarea'),
    typed: 'Be brief.',
  },
  { name: 'the limits', path: '/usage', field: textbox('Answers per IP address per day'), typed: '41' },
  {
    name: 'the allowed sites',
    path: '/system?part=access',
    field: textbox(/Other sites/),
    typed: 'https://blog.example',
  },
  { name: 'the password', path: '/account', field: (page) => page.getByLabel('New password'), typed: 'new' },
  { name: 'a new token', path: '/account', field: textbox('Token name'), typed: 'Backup' },
  { name: 'a new pet', path: '/pets/new', field: textbox('Description'), typed: 'a blue cat' },
  { name: 'the name of a pet', path: '/pets/mia', field: textbox('Name'), typed: 'Momo' },
  {
    name: 'the wishes for an expression',
    path: '/pets/mia',
    field: textbox('Description'),
    typed: 'winking',
  },
];

const windows: readonly (Form & { readonly close: (page: Page) => Promise<unknown> })[] = [
  {
    name: 'a route',
    path: '/intent-routes',
    reach: press('New route'),
    field: textbox('Name'),
    typed: 'Newest',
    close: press('Cancel'),
  },
  {
    name: 'a dataset',
    path: '/evaluations?part=datasets',
    reach: press('New dataset'),
    field: textbox('Name'),
    typed: 'Mine',
    close: press('Cancel'),
  },
  {
    name: 'a model',
    path: '/models',
    reach: press('Connect a model'),
    field: textbox('API key'),
    typed: 'sk-of-the-owner',
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'a case out of a log',
    path: '/chat-logs',
    reach: async (page) => {
      await press('Details')(page);
      await press('Add to dataset')(page);
    },
    field: textbox('Reference answer'),
    typed: 'Copy the folder.',
    close: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'a master that is drawn anew',
    path: '/pets/mia',
    reach: press('Regenerate'),
    field: textbox('Description'),
    typed: 'with a hat',
    close: press('Cancel'),
  },
];

const open = async ({ page, open: openPage }: Administrator, form: Form) => {
  await openPage(form.path.replace('mia', petId));
  await form.reach?.(page);
  const field = form.field(page);
  await field.fill(form.typed);
  await field.blur();
  return field;
};

/** Asks before it goes, keeps what was typed when told to, and goes when told to. */
const asksBefore = async (page: Page, leave: () => Promise<unknown>, field: Locator, typed: string) => {
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await leave();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => field.inputValue()).toBe(typed);
  await leave();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await question.waitFor({ state: 'hidden' });
};

describe('leaving a page with unsaved edits asks', () => {
  test.each(pages)('$name', async (form) => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    const field = await open(admin, form);
    const leave = () => page.getByRole('link', { name: 'Intent routes' }).click();
    await asksBefore(page, leave, field, form.typed);
    await page.getByRole('heading', { name: 'Intent routes', level: 1 }).waitFor();
    expect(admin.troubles).toEqual([]);
  });
});

describe('closing a window with unsaved edits asks', () => {
  test.each(windows)('$name', async (form) => {
    await using admin = await signIn(browser, live);
    const { page } = admin;
    const field = await open(admin, form);
    await asksBefore(page, () => form.close(page), field, form.typed);
    // It may go between a look and the next.
    const typed = () => field.inputValue({ timeout: 1_000 }).catch(() => '');
    const isStillThere = async () => (await field.isVisible()) && (await typed()) === form.typed;
    await expect.poll(isStillThere).toBe(false);
    expect(admin.troubles).toEqual([]);
  });
});

test('closing the browser tab asks, and an untouched form never does', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await admin.open('/account');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.reload();
  await expect.poll(() => asked).toEqual([]);
  const token = textbox('Token name')(page);
  await token.click();
  await token.pressSequentially('Backup');
  await page.reload();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(admin.troubles).toEqual([]);
});
