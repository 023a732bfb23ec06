import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { publicPrefix } from '../../../../contract/api.ts';
import { articlePage, createWebSite, paragraph } from '../../../fakes/web-site.ts';
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

const env = {
  DOCENT_CONTENT_DIR: join(folder, 'site'),
  DOCENT_SOURCES_DIR: join(folder, 'open'),
  DOCENT_SOURCES_PRIVATE: 'on',
};
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
  await dialog.getByLabel('Name', { exact: true }).fill('House manual');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('listbox', { name: 'Kind' }).getByText('Folder of Markdown').click();
  await dialog.getByLabel('Folder', { exact: true }).fill('nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is no folder nowhere').first().waitFor();
  await dialog.getByLabel('Folder', { exact: true }).fill('manual');
  await dialog.getByLabel('Address of its pages (optional)').fill('https://manual.example.org/');
  await dialog.getByRole('button', { name: 'Look at it' }).click();
  await dialog.getByText('Found: 1 Markdown file.').waitFor();
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

test('SRC14: a site that is closed to visitors is read with what it asks for, which its dialog never shows again', async () => {
  await using site = await createWebSite();
  const header = `Basic ${Buffer.from('reader:open sesame').toString('base64')}`;
  site.missing = ({ headers, url }, response) => {
    if (headers.authorization !== header) return response.writeHead(401).end();
    const found = url === '/' ? articlePage('Apiary', paragraph('the apiary behind the wall')) : undefined;
    return response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' }).end(found);
  };
  await using administrator = await signIn(browser, live);
  const { page } = administrator;
  await administrator.open('/site');
  await page.getByRole('button', { name: 'Add a source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByLabel('Name', { exact: true }).fill('Members');
  await dialog.getByLabel('Address of the site').fill(site.origin);
  await dialog.getByRole('button', { name: 'Look at it' }).click();
  await dialog.getByRole('alert').getByText('The front page answers 401').waitFor();
  await dialog.getByText('Access (optional)').click();
  const tops = () =>
    dialog
      .locator('.secrets input')
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().top)));
  await expect.poll(async () => [(await tops()).length, new Set(await tops()).size]).toEqual([3, 1]);
  await dialog.getByLabel('User name').fill('reader');
  await dialog.getByLabel('Password or application password').fill('open sesame');
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'Members' });
  await row.getByText('read', { exact: true }).waitFor({ timeout: 60_000 });
  await row.getByRole('cell', { name: '1', exact: true }).waitFor();

  await row.getByRole('button', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Change the source' });
  await change.getByText('Access (optional)').click();
  const password = change.getByLabel('Password or application password');
  await expect.poll(() => password.getAttribute('placeholder')).toBe('Stored; type to replace it');
  await expect.poll(() => password.inputValue()).toBe('');
  await change.getByLabel('Address of the site').fill('https://elsewhere.example/');
  await expect.poll(() => password.getAttribute('placeholder')).toBe('');
  expect(administrator.troubles).toEqual([]);
});

test('SRC13: a large loss of a source is confirmed in its row, on a phone and in Chinese', async () => {
  const large = join(folder, 'open/large');
  await mkdir(large);
  for (let nth = 0; nth < 24; nth += 1)
    await writeFile(join(large, `${nth}.md`), `# Note ${nth}\n\nThe quokka ${nth} smiles.\n`);
  await using mobile = await signIn(browser, live, { ...phone, locale: 'zh-CN' });
  const { page } = mobile;
  await mobile.open('/site');
  await page.getByRole('button', { name: '添加来源' }).click();
  const dialog = page.getByRole('dialog', { name: '添加来源' });
  await dialog.getByLabel('名称', { exact: true }).fill('笔记');
  await dialog.getByRole('combobox', { name: '类型' }).click();
  await page.getByRole('listbox', { name: '类型' }).getByText('Markdown 文件夹').click();
  await dialog.getByLabel('文件夹', { exact: true }).fill('large');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  const quokkas = async () => {
    const reply = await fetch(`${live.service}${publicPrefix}/search/halo-results?keyword=quokka`);
    return z.looseObject({ total: z.number() }).parse(await reply.json()).total;
  };
  await expect.poll(quokkas, patient).toBeGreaterThan(0);
  const all = await quokkas();
  for (const name of (await readdir(large)).slice(2)) await rm(join(large, name));
  await page.getByRole('button', { name: '立即读取' }).last().click();
  await page.getByText('有 22 篇文章同时从这个来源消失').waitFor({ timeout: 60_000 });
  await expect.poll(quokkas, patient).toBe(all);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('button', { name: '从索引中移除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '从索引中移除' }).click();
  await page.getByText('有 22 篇文章').waitFor({ state: 'detached' });
  await expect.poll(quokkas, patient).toBeLessThan(all);
  expect(mobile.troubles).toEqual([]);
});
