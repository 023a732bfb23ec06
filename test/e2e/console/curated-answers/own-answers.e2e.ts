import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { consolePrefix, publicPrefix } from '../../../../contract/api.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { phone } from '../../screens.ts';
import { violations } from '../../visitor.ts';
import { signIn, type Administrator } from '../administrator.ts';

/** A site of two articles, one of which changes. */
const folder = await mkdtemp(join(tmpdir(), 'docent-curated-'));
const bees = join(folder, 'bees.md');
const writeBees = async (text: string, at: Date) => {
  await writeFile(bees, `---\ntitle: Keeping bees\nslug: bees\ndate: 2024-02-02\n---\n\n${text}\n`);
  await utimes(bees, at, at);
};
await writeBees(
  'A hive of bees needs about twenty kilograms of honey for the winter.',
  new Date('2024-02-02'),
);
await writeFile(
  join(folder, 'bread.md'),
  '---\ntitle: Bread\n---\n\nDough rests for twelve hours in the cold.\n',
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const { browser, live } = await openLive(startLiveService({ env: { DOCENT_CONTENT_DIR: folder } }));

const List = z.object({ items: z.array(z.object({ id: z.string(), questions: z.array(z.string()) })) });
const create = (questions: readonly string[], answer: string, more: object = {}) =>
  live.writeConsole('/curated-answers', { questions, answer, ...more });

beforeEach(async () => {
  const { items } = List.parse(await live.readConsole('/curated-answers'));
  for (const { id } of items)
    await fetch(`${live.service}${consolePrefix}/curated-answers/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${live.token}` },
    });
});

/** What a visitor is told. */
async function told(message: string): Promise<string> {
  const reply = await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, history: [] }),
  });
  return z.object({ reply: z.string() }).parse(await reply.json()).reply;
}

const drawerOf = ({ page }: Administrator, name: string) => page.getByRole('dialog', { name });
const csvOf = (rows: readonly (readonly string[])[]) => ({
  name: 'answers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
});

test('CA1, CA8: a logged question gets an answer by the owner, which the next visitor reads', async () => {
  const question = 'How much honey does a hive need for the winter?';
  await told(question);
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs');
  await page.getByRole('button', { name: 'Details' }).first().click();
  await page.getByRole('button', { name: 'Write an answer for this question' }).click();
  const drawer = drawerOf(admin, 'New curated answer');
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Questions' }).inputValue()).toBe(question);
  // What was answered and where it came from is the beginning of the new answer.
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Answer', exact: true }).inputValue())
    .toContain('twenty kilograms');
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Sources' }).inputValue())
    .toMatch(/bees Keeping bees$/m);
  await drawer
    .getByRole('textbox', { name: 'Answer', exact: true })
    .fill('**Twenty** kilograms, says the owner.');
  await drawer.getByText('kilograms, says the owner.').last().waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => drawer.count()).toBe(0);
  await expect.poll(() => told(question)).toContain('says the owner');
  await admin.open('/curated-answers');
  const row = page.getByRole('row', { name: new RegExp(question.replace('?', '\\?')) });
  await expect.poll(() => row.innerText()).toMatch(/Active/);
  // The address no longer names the log: a reload opens no second draft.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(admin.troubles).toEqual([]);
});

test('CA15: what visitors asked in other words is proposed, and added to the questions', async () => {
  const asked = 'How many hours does bread dough rest in the cold?';
  await told(asked);
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  await page.getByRole('button', { name: 'New answer' }).click();
  const drawer = drawerOf(admin, 'New curated answer');
  const questions = drawer.getByRole('textbox', { name: 'Questions' });
  await questions.fill('How long does the dough rest?');
  await drawer.getByRole('button', { name: `Add “${asked}”` }).click();
  await expect.poll(() => questions.inputValue()).toBe(`How long does the dough rest?\n${asked}`);
  await drawer.getByRole('textbox', { name: 'Answer', exact: true }).fill('Twelve hours.');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => told(asked)).toBe('Twelve hours.');
  expect(admin.troubles).toEqual([]);
});

test('CA1, CA4: an answer is written by hand, tried, found, switched off and deleted', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  await page.getByText('No curated answers. Write one', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'New answer' }).click();
  const drawer = drawerOf(admin, 'New curated answer');
  const save = drawer.getByRole('button', { name: 'Save' });
  await expect.poll(() => save.isDisabled()).toBe(true);
  await drawer.getByRole('textbox', { name: 'Questions' }).fill('When are you open?\nOpening hours');
  await drawer.getByRole('textbox', { name: 'Answer', exact: true }).fill('From nine to five.');
  await drawer.getByRole('textbox', { name: 'Language' }).fill('english please');
  await expect.poll(() => save.isDisabled()).toBe(true);
  await drawer.getByRole('textbox', { name: 'Language' }).fill('en');
  await save.click();
  await expect.poll(() => drawer.count()).toBe(0);
  const row = page.getByRole('row', { name: /When are you open\?/ });
  await row.getByText('and 1 more').waitFor();

  const trial = page.getByRole('textbox', { name: 'Try a question' });
  await trial.fill('opening  HOURS?');
  await page.getByRole('button', { name: 'Try a question' }).click();
  await page.getByText('Answered as “Opening hours” (likeness 100%)').waitFor();
  await expect.poll(() => told('opening hours')).toBe('From nine to five.');

  await page.getByRole('textbox', { name: 'Words in question or answer' }).fill('nothing like it');
  await page.getByText('No curated answers match.').waitFor();
  await page.getByRole('textbox', { name: 'Words in question or answer' }).fill('nine');
  await row.getByRole('switch').click();
  await row.getByText('Off', { exact: true }).waitFor();
  await expect.poll(() => told('opening hours')).not.toBe('From nine to five.');

  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('is then answered from the articles again', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row.count()).toBe(0);
  expect(admin.troubles).toEqual([]);
});

test('CA17: two answers with the same question say so in the list and in the editor', async () => {
  await create(['When are you open?'], 'From nine to five.');
  await create(['Opening hours', 'when are you open'], 'From ten to six.');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  const remark = /Another answer has the question “when are you open\??”, too/i;
  await expect.poll(() => page.getByText(remark).count()).toBe(2);
  await page.getByRole('button', { name: 'Opening hours' }).click();
  const drawer = drawerOf(admin, 'Edit curated answer');
  await drawer.getByText(remark).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('CA9: a file is shown before it is imported; what stands there already is kept, or overwritten when asked to', async () => {
  await create(['When are you open?'], 'From nine to five.');
  const { items } = List.parse(await live.readConsole('/curated-answers'));
  const [{ id } = { id: '' }] = items;
  const file = csvOf([
    ['id', 'questions', 'answer'],
    [id, 'When are you open?', 'Around the clock.'],
    ['', 'Do you sell tea?', 'Green and black.'],
    ['', '', 'An answer to nothing.'],
  ]);
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  const choose = async () => {
    await page.locator('input[type=file]').setInputFiles(file);
    return drawerOf(admin, 'Import answers');
  };
  const first = await choose();
  await first.getByText('1 new answer').waitFor();
  await first.getByText('Line 2: When are you open?').waitFor();
  await first.getByText(/^Line 4: /).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  // Looking at a file changes nothing.
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => told('Do you sell tea?')).not.toBe('Green and black.');
  const second = await choose();
  await second.getByRole('button', { name: 'Import, keep mine' }).click();
  await page.getByText('1 answer imported').waitFor();
  await expect.poll(() => told('Do you sell tea?')).toBe('Green and black.');
  await expect.poll(() => told('When are you open?')).toBe('From nine to five.');
  const third = await choose();
  await third.getByText('1 answer is there already').waitFor();
  await third.getByRole('button', { name: 'Import and overwrite 1' }).click();
  await expect.poll(() => told('When are you open?')).toBe('Around the clock.');
  expect(admin.troubles).toEqual([]);
});

test('CA10: an answer whose source has changed since says so, until the owner finds it still right', async () => {
  await create(['How much honey?'], 'Twenty kilograms.', {
    sources: [{ title: 'Keeping bees', url: '/archives/bees' }],
  });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/curated-answers');
  const row = page.getByRole('row', { name: /How much honey\?/ });
  await row.waitFor();
  await expect.poll(() => row.getByText('The source “Keeping bees” changed').count()).toBe(0);
  await writeBees('A hive of bees needs about thirty kilograms of honey.', new Date(Date.now() + 1000));
  await expect
    .poll(() => live.readConsole('/curated-answers?state=outdated'), { interval: 500 })
    .toMatchObject({ total: 1 });
  await admin.open('/curated-answers?state=outdated');
  await row.getByText('The source “Keeping bees” changed', { exact: false }).waitFor();
  await row.getByRole('button', { name: 'How much honey?' }).click();
  const drawer = drawerOf(admin, 'Edit curated answer');
  await drawer.getByText('The source “Keeping bees” changed', { exact: false }).waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await drawer.getByRole('button', { name: 'Still right' }).click();
  await page.getByText('No curated answers match.').waitFor();
  expect(admin.troubles).toEqual([]);
});

describe.each([
  ['en-GB', 'light', undefined],
  ['zh-CN', 'dark', phone],
] as const)('in %s, %s', (locale, colorScheme, screen) => {
  test('axe finds no fault on the list, the form with its mistakes and the question before it closes', async () => {
    await create(['When are you open?', 'Opening hours'], 'From nine to five.');
    await using admin = await signIn(browser, live, { ...screen, locale, colorScheme });
    const { page } = admin;
    await admin.open('/curated-answers');
    const faults = () => violations(page, 'html');
    await expect.poll(faults).toEqual([]);
    await page.getByRole('button', { name: /^(New answer|新建回答)$/ }).click();
    const drawer = page.getByRole('dialog', { name: /^(New curated answer|新建站长回答)$/ });
    await drawer.getByRole('textbox', { name: /^(Language|语言)$/ }).fill('no language');
    await drawer.getByRole('textbox', { name: /^(Sources|来源)$/ }).fill('not an address');
    await expect.poll(faults).toEqual([]);
    await drawer.getByRole('button', { name: /^(Cancel|取消)$/ }).click();
    await page.getByRole('dialog', { name: /^(Discard unsaved changes\?|放弃未保存的修改？)$/ }).waitFor();
    await expect.poll(faults).toEqual([]);
    expect(admin.troubles).toEqual([]);
  });
});
