import { describe, expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import { publicPrefix } from '../../../contract/api.ts';
import { signIn } from './administrator.ts';
import { seen } from '../seen.ts';
import { violations } from '../visitor.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

/** Timeout of expectations that wait for the service. */

const ask = async (message: string) => {
  const reply = await fetch(`${live.service}${publicPrefix}/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });
  await reply.text();
};

const pages = [
  '/excerpts',
  '/excerpts?part=settings',
  '/mindmap',
  '/mindmap?part=settings',
  '/writing',
  '/writing?part=editors',
  '/writing?part=settings',
];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('axe finds no fault on the pages for authors and the chat logs, and they load nothing from other origins', async () => {
    await using admin = await signIn(browser, live, { colorScheme });
    for (const path of pages) {
      await admin.walk(path);
      await expect.poll(async () => [path, await violations(admin.page, 'html')]).toEqual([path, []]);
    }
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  });

  test('axe finds no fault on a chat log with its dialogs', async () => {
    await ask('How do I make a backup?');
    await using admin = await signIn(browser, live, { colorScheme });
    const { page } = admin;
    await admin.open('/chat-logs');
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByRole('heading', { name: 'Stored trace' }).waitFor();
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await page.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByRole('heading', { name: 'Add to a dataset' }).waitFor();
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    expect(admin.troubles).toEqual([]);
  });
});

test('a proposal is shown next to a person’s excerpt and stored only when accepted', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/excerpts?keyword=Backup');
  const row = page.getByRole('row', { name: /Backup, restore, upgrade/ });
  await row.getByText('Manual').waitFor();
  await row.getByRole('button', { name: 'Generate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The current excerpt was written manually').waitFor();
  const replace = dialog.getByRole('button', { name: 'Replace manual excerpt' });
  await expect.poll(() => replace.isEnabled()).toBe(true);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  const proposal = await dialog.locator('section').nth(1).locator('p').innerText();
  await dialog.getByRole('button', { name: 'Keep current' }).click();
  await expect.poll(() => row.getByText('Manual').count()).toBe(1);

  await row.getByRole('button', { name: 'Generate' }).click();
  await expect.poll(() => replace.isEnabled()).toBe(true);
  await replace.click();
  await row.getByText('Generated').waitFor();
  await expect.poll(() => row.innerText()).toContain(proposal);
});

test('a batch over all articles is confirmed, runs to its end and keeps excerpts that people wrote', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/excerpts');
  await page.getByRole('button', { name: 'Generate all' }).click();
  await page.getByText('Manual excerpts are kept.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate all' }).click();
  await page.getByText('Generating all excerpts – completed').waitFor();
  await page.getByText(/manual kept, 0 failed/).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
});

test('unsaved settings are kept when another tab of the page is opened', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/excerpts?part=settings');
  const length = page.locator('[data-field=maxLength] input');
  await length.fill('200');
  await length.blur();
  await page.getByRole('button', { name: 'Articles' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ excerpt: { maxLength: 200 } });
  await page.getByRole('button', { name: 'Articles' }).click();
  await page.getByRole('button', { name: 'Generate all' }).waitFor();
});

test('a map is drawn and previewed, and the whole site in the background', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/mindmap');
  await page.getByRole('textbox', { name: 'Title contains' }).fill('backup');
  await page.waitForURL('**/mindmap?keyword=backup');
  const row = page.getByRole('row', { name: /Backup, restore, upgrade/ });
  await row.getByRole('button', { name: 'Generate' }).click();
  await row.getByText('Generated', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Preview' }).click();
  const map = page.getByRole('dialog').getByRole('img', { name: /Map of “Backup/ });
  await expect.poll(() => map.locator('.markmap-node').count()).toBeGreaterThan(3);
  // The note that it was drawn passes by itself.
  await page.locator('.n-message').waitFor({ state: 'detached' });
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  const width = (await page.locator('svg.markmap g').first().boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThan(300);
  await keepPicture(page, 'console-mindmap');
  await page.getByRole('button', { name: 'Text view' }).click();
  await page.getByText('# Backup, restore, upgrade').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Generate', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/^(Stopped; generated maps are kept|Completed)$/).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('the changes of a text are accepted one by one', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/writing');
  const text = page.getByRole('textbox', { name: 'Text' });
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Enter a value.', { exact: true }).waitFor();
  await text.fill('We wrote the the page yesterday.  It is short ,and clear.');
  await page.getByRole('button', { name: 'Run' }).click();
  const changes = page.getByRole('listitem').filter({ has: page.getByRole('button', { pressed: true }) });
  await expect.poll(() => changes.count()).toBeGreaterThan(1);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  const before = await changes.count();
  await changes.first().getByRole('button').click();
  await expect.poll(() => changes.count()).toBe(before - 1);
  await page.getByRole('button', { name: 'Replace text' }).click();
  await expect
    .poll(() => text.inputValue())
    .not.toBe('We wrote the the page yesterday.  It is short ,and clear.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => text.inputValue())
    .toBe('We wrote the the page yesterday.  It is short ,and clear.');
});

test('before the first run the right half of Writing says what the action does, and offers a text to try', async () => {
  await using admin = await signIn(browser, live, { viewport: { width: 1440, height: 900 } });
  const { page } = admin;
  await admin.open('/writing');
  const guide = page.locator('.guide');
  await guide.getByText('Improves the wording and the flow', { exact: false }).waitFor();
  const [box, field] = [await seen(guide), await page.getByRole('textbox', { name: 'Text' }).boundingBox()];
  expect(box).toMatchObject({ isInView: true, isOnTop: true });
  expect(box.width).toBeGreaterThan(400);
  await expect
    .poll(async () => (await guide.boundingBox())?.x)
    .toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
  await page.getByText('Polish', { exact: true }).first().click();
  await page.getByText('Proofread', { exact: true }).click();
  await guide.getByText('Corrects spelling, punctuation and grammar', { exact: false }).waitFor();
  await guide.getByRole('button', { name: 'Use a sample text' }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  await expect.poll(() => guide.count()).toBe(0);
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { pressed: true }) })
    .first()
    .waitFor();
  expect(admin.troubles).toEqual([]);
});

test('an action that needs a language model says so', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/writing');
  await page.getByRole('textbox', { name: 'Text' }).fill('A short text.');
  await page.getByText('Polish', { exact: true }).first().click();
  await page.getByText('Translate to English', { exact: true }).click();
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.poll(() => page.getByText(/A language model must be connected/).count()).toBe(1);
});

test('a log is filtered, opened, answered again, saved as a test case and deleted', async () => {
  const question = 'Which reverse proxy settings does Docent need?';
  await ask(question);
  await ask('What is a chat log?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs?question=reverse&view=table');
  await expect.poll(() => page.getByRole('button', { name: question }).count()).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^chat-logs-.*\.jsonl$/);

  await page.getByRole('button', { name: question }).click();
  await page.waitForURL(/\/chat-logs\/[\w-]+\?question=reverse/);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('heading', { name: /^New/ }).waitFor();
  await page.getByRole('button', { name: 'Add to dataset' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added to the dataset').waitFor();
  await expect
    .poll(async () => JSON.stringify(await live.readConsole('/evaluations/datasets')))
    .toContain(question);
  await page.getByRole('button', { name: 'close' }).first().click();
  await page.waitForURL('**/chat-logs?question=reverse&view=table');

  await page.getByRole('button', { name: 'Delete all matching' }).click();
  await page.getByText(/1 log matches the filters \(Period: 7 days, Question contains: reverse\)/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted: 1').waitFor();
  await expect.poll(() => page.getByRole('button', { name: question }).count()).toBe(0);
  await expect.poll(() => live.readConsole('/chat-logs?question=log')).toMatchObject({ total: 1 });
});
