import { expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { signIn } from './administrator.ts';
import { seen } from '../seen.ts';
import { violations } from '../visitor.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

const ask = (message: string) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });

test('a fresh installation says that it shows the sample site, and its steps are ticked off automatically', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  await page.getByText('This is the sample site').waitFor();
  await page.getByText('0 of 4 done').waitFor();
  await page.getByText('Nothing needs attention').waitFor();
  await expect.poll(() => page.getByText('docent.env').count()).toBe(0);
  await page.getByRole('link', { name: 'Open Site' }).click();
  await page.getByText('Every article is read.').waitFor();
  await page.getByText('By the operator instead').click();
  await expect.poll(() => page.getByText('DOCENT_CONTENT_DIR=').count()).toBe(1);
  const guide = page.getByRole('link', { name: 'WordPress', exact: true });
  await expect
    .poll(() => guide.getAttribute('href').then((href) => fetch(new URL(href ?? '', live.service))))
    .toMatchObject({ status: 200 });
  await expect.poll(() => page.locator('.guides a').count()).toBe(5);
  await page.getByText('The pages that Docent serves have the widget already').waitFor();
  const link = page.getByRole('link', { name: 'Allowed sites' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => seen(link)).toMatchObject({ isInView: true, isOnTop: true });
  await expect.poll(() => link.getAttribute('href')).toContain('/system?part=access');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByText('Waiting for the first visit.').waitFor();
  await fetch(`${live.service}${publicPrefix}/widget-config`, { headers: { referer: `${live.service}/` } });
  await page.getByText(`First visit seen: ${live.service}`).waitFor();
  await admin.open('/overview');
  await page.getByRole('link', { name: 'Open Debug trace' }).click();
  await page.getByRole('textbox', { name: 'Ask a question as a visitor' }).fill('How do I make a backup?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText(/ total$/).waitFor();
  await admin.open('/overview');
  await page.getByText('1 of 4 done').waitFor();
  await ask('How do I make a backup?');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('2 of 4 done').waitFor();
  await page.getByRole('link', { name: 'How do I make a backup?' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await admin.open('/overview');
  await expect.poll(() => page.getByText('First steps').count()).toBe(0);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  expect(admin.troubles).toEqual([]);
});

test('one look at the overview asks eight times at most, and a part that fails takes no other away', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/models');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/apis/')) asked.push(new URL(request.url()).pathname);
  });
  await admin.open('/overview');
  await expect.poll(() => asked.slice(8)).toEqual([]);
  await page.route('**/chat-logs/stats*', (route) => route.fulfill({ status: 500, json: { error: 'boom' } }));
  await admin.open('/overview');
  await page.getByText('Tokens today').waitFor();
  await page.getByRole('heading', { name: 'Latest questions' }).waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Visitor chat' }).isVisible()).toBe(true);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('Questions today').waitFor();
});

test('Ctrl+K leads to a page, a setting, an article and a question', async () => {
  await ask('How do I connect a model?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  const find = async (words: string, name: string) => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Search the console' });
    await box.fill(words);
    await page.getByRole('option', { name }).first().waitFor();
    return page.getByRole('option', { name }).first();
  };
  await find('mind', 'Mind maps');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/mindmap');
  await (await find('overlap', 'Overlap (characters)')).click();
  await page.waitForURL('**/chunking?field=chunkOverlap');
  const field = page.locator('[data-field=chunkOverlap] .is-found');
  await field.waitFor();
  const box = await field.boundingBox();
  expect(box && box.y > 0 && box.y < 900).toBe(true);
  await (await find('How do I connect', 'How do I connect a model?')).click();
  await page.waitForURL('**/chat-logs/**');
  await page.getByRole('dialog', { name: 'Chat log' }).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('edits are kept when the session expires, in a form and at saving', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat');
  const greeting = page.locator('[data-field=welcomeMessage] textarea');
  await greeting.fill('Welcome, and ask away.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Session expired' });
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByLabel('Password').fill(live.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ chat: { welcomeMessage: 'Welcome, and ask away.' } });
  await expect.poll(() => greeting.inputValue()).toBe('Welcome, and ask away.');
});

test('a drawer with unsaved edits asks before it closes', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: 'New route' }).click();
  const drawer = page.getByRole('dialog', { name: 'New route' });
  await drawer.getByRole('textbox', { name: 'Phrase 1' }).fill('what is fresh');
  await expect.poll(() => page.getByText('Enter a value.').count()).toBe(0);
  await drawer.getByRole('textbox', { name: 'Name' }).focus();
  await drawer.getByRole('textbox', { name: 'Phrase 1' }).focus();
  await page.getByText('Enter a value.').waitFor();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Phrase 1' }).inputValue())
    .toBe('what is fresh');
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await drawer.waitFor({ state: 'hidden' });
});

test('the text typed under Writing is kept while another page is visited', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/writing');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A text of my own.');
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Writing' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Text', exact: true }).inputValue())
    .toBe('A text of my own.');
});

test('questions of one visitor are shown as a conversation', async () => {
  await ask('How do I restore a backup?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs');
  await page.getByRole('button', { name: /How do I make a backup\?/ }).click();
  await page.getByRole('heading', { name: 'How do I restore a backup?' }).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  expect(admin.troubles).toEqual([]);
});

test('an address behind the last page leads to the last one, in every view', async () => {
  await ask('How do I make a backup?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  for (const path of ['/chat-logs?range=all&page=999', '/chat-logs?range=all&page=999&view=table']) {
    await admin.open(path);
    await expect.poll(() => page.url()).not.toContain('page=999');
    await page.getByRole('button', { name: 'How do I make a backup?' }).first().waitFor();
    await expect.poll(() => page.getByText('No questions in this period').count()).toBe(0);
  }
  await admin.open('/knowledge?page=999');
  await expect.poll(() => page.url()).not.toContain('page=999');
  expect(admin.troubles).toEqual([]);
});

test('a preset changes the numbers, and other numbers show no preset', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/retrieval');
  await page.getByRole('radio', { name: /^Precise/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ retrieval: { topN: 3, topK: 10 } });
  await page.getByRole('radio', { name: /^Balanced/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => live.readConsole('/config')).toMatchObject({ retrieval: { topN: 5 } });
  await expect.poll(() => violations(page, 'html')).toEqual([]);
});
