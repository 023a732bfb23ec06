import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWebSite, type WebSite } from '../../test/fakes/web-site.ts';
import { readEnv } from '../env.ts';
import { checkSite } from './check-site.ts';

let folder: string;
const sites: WebSite[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-check-'));
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const check = (site: string) => checkSite(site, readEnv({}));

/** A site whose front page and interface are given. */
async function siteWith(front: string, api?: unknown): Promise<string> {
  const site = await createWebSite({ '/': front });
  sites.push(site);
  if (api !== undefined)
    site.missing = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(api));
  return `${site.origin}/`;
}

test('SETUP3: a folder says how many Markdown files it has, in quotes and below the home folder as well', async () => {
  await mkdir(join(folder, 'my posts'));
  await writeFile(join(folder, 'my posts', 'bees.md'), '# Bees\n');
  expect(await check(`'${join(folder, 'my posts')}'`)).toEqual({
    site: join(folder, 'my posts'),
    found: `1 Markdown file in ${join(folder, 'my posts')}`,
  });
  expect((await check('~/no such folder')).site).toBe(join(homedir(), 'no such folder'));
});

test('SETUP3: a folder without Markdown files is doubted, a file and a misspelt name are refused', async () => {
  await writeFile(join(folder, 'bees.md'), '# Bees\n');
  expect((await check(join(folder, 'bees.md'))).wrong).toContain('name the folder that it is in');
  await mkdir(join(folder, 'empty'));
  expect((await check(join(folder, 'empty'))).doubt).toContain('no Markdown files');
  expect((await check('my-psots')).wrong).toContain('there is no folder my-psots here');
  expect((await check('./psots')).wrong).toBe('there is no folder ./psots');
  expect((await check('C:\\Users\\me\\psots')).wrong).toBe('there is no folder C:\\Users\\me\\psots');
});

test('SETUP3: an address is looked at: its platform is told, and one that does not answer is doubted', async () => {
  const wordpress = await siteWith('<link rel="https://api.w.org/" href="/wp-json/">', [
    { id: 1, link: '/a', title: { rendered: 'A' } },
  ]);
  expect((await check(wordpress)).found).toContain('WordPress');
  const website = await siteWith('<h1>A site</h1>');
  expect((await check(website)).found).toBe('a website, read page by page as a visitor does');
  const closed = await siteWith('<h1>Closed</h1>');
  const at = sites.at(-1);
  at?.pages.delete('/');
  if (at) at.missing = (_, response) => response.writeHead(401).end();
  expect((await check(closed)).doubt).toContain('the front page answers 401');
  expect((await check('http://127.0.0.1:9/')).doubt).toBeTruthy();
  expect(await check('')).toEqual({ site: '' });
});
