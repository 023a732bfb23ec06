import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { publicPrefix } from '../../../../contract/api.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { phone } from '../../screens.ts';
import { violations } from '../../visitor.ts';
import { signIn } from '../administrator.ts';

const folder = await mkdtemp(join(tmpdir(), 'docent-sources-'));
await mkdir(join(folder, 'open/manual'), { recursive: true });
await writeFile(
  join(folder, 'open/manual/kettle.md'),
  '# Descaling the kettle\n\nPut two spoons of citric acid into the kettle and boil it with water once.\n',
);
await mkdir(join(folder, 'site'));
await writeFile(
  join(folder, 'site/bees.md'),
  '---\ntitle: Keeping bees\n---\n\nA hive of bees needs about twenty kilograms of honey for the winter.\n',
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = { DOCENT_CONTENT_DIR: join(folder, 'site'), DOCENT_SOURCES_DIR: join(folder, 'open') };
const { browser, live } = await openLive(startLiveService({ env }));

const Answer = z.looseObject({
  reply: z.string(),
  citations: z.array(z.looseObject({ url: z.string(), source: z.string().optional() })).optional(),
});
const ask = async () => {
  const reply = await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'How do I descale the kettle with citric acid?', history: [] }),
  });
  return Answer.parse(await reply.json());
};
const sourceOfAnswer = async () => (await ask()).citations?.[0]?.source;
const patient = { timeout: 60_000, interval: 500 };

test('SRC1, SRC2, SRC6: a folder is added in the console, quoted by its name, and forgotten once it is removed', async () => {
  await using administrator = await signIn(browser, live);
  const { page } = administrator;
  await administrator.open('/site');
  await page.getByRole('button', { name: 'Add a source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByLabel('Name').fill('House manual');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('listbox', { name: 'Kind' }).getByText('Folder of Markdown').click();
  await dialog.getByLabel('Folder', { exact: true }).fill('nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is no folder nowhere').first().waitFor();
  await dialog.getByLabel('Folder', { exact: true }).fill('manual');
  await dialog.getByLabel('Address of its pages (optional)').fill('https://manual.example.org/');
  await dialog.getByRole('button', { name: 'Look at it' }).click();
  await dialog.getByText('Found: 1 Markdown files.').waitFor();
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(sourceOfAnswer, patient).toBe('House manual');
  await expect
    .poll(async () => (await ask()).citations?.[0]?.url, patient)
    .toBe('https://manual.example.org/kettle');
  await page.getByText('read', { exact: true }).waitFor();

  await using mobile = await signIn(browser, live, phone);
  await mobile.open('/site');
  await mobile.page.getByText('House manual').waitFor();
  await expect.poll(() => violations(mobile.page, 'html')).toEqual([]);

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No further source yet.').waitFor();
  await expect.poll(sourceOfAnswer, patient).toBeUndefined();
  await expect.poll(async () => (await ask()).reply, patient).not.toContain('citric');
  expect(administrator.troubles).toEqual([]);
});
