import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../../missing-tool.ts';
import { startWordpress, wordpressMissing, type RealWordpress } from '../../platforms/wordpress.ts';
import { projectRoot } from '../../source-files.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { seen } from '../seen.ts';
import { startBrowser } from '../visitor.ts';
import { signInToWordpress } from './wordpress-user.ts';

const isSkipped = isMissing('the plugin in a real WordPress', await wordpressMissing());

describe.skipIf(isSkipped)('the plugin for WordPress', () => {
  let browser: Browser;
  let live: LiveService;
  let site: RealWordpress;
  beforeAll(async () => {
    [browser, live] = await Promise.all([startBrowser(), startLiveService()]);
    site = await startWordpress();
    const plugin = join(projectRoot, 'deploy/wordpress/docent.php');
    await cp(plugin, join(site.folder, 'wp-content/plugins/docent.php'));
    await site.call('publish', { name: 'tea', title: 'Tea', text: '<p>Green tea wants 70 degrees.</p>' });
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
    await live[Symbol.asyncDispose]();
  });

  const save = async (page: Page, address: string) => {
    await page.getByLabel('Address of Docent').fill(address);
    // The page that follows has mostly the same words, and WordPress takes from its address at once that it has saved.
    await page.evaluate('window.isFormer = true');
    await page.getByRole('button', { name: 'Save and check' }).click();
    await page.waitForFunction(`!window.isFormer && document.readyState !== 'loading'`);
  };
  const scripts = (html: string) => html.match(/<script[^>]+widget\.js/g) ?? [];
  const visited = async () => scripts(await (await fetch(`${site.origin}/tea/`)).text());

  test('HOST12: the plugin is activated and set up on its page, which shows what works and what does not', async () => {
    await using admin = await signInToWordpress(browser, site, 'admin');
    const { page } = admin;
    await page.goto(`${site.origin}/wp-admin/plugins.php`);
    // A second try finds it switched on.
    const activate = page.locator('#activate-docent');
    if ((await activate.count()) > 0) await activate.click();
    await page
      .getByRole('row', { name: /Docent/ })
      .getByRole('link', { name: 'Settings' })
      .click();
    await save(page, '');
    await expect.poll(visited).toEqual([]);

    await save(page, 'javascript:alert(1)');
    await page.getByText('An address begins with https:// or http://').waitFor();
    await expect.poll(visited).toEqual([]);
    await save(page, site.origin);
    await page.getByText('What answers at this address is not Docent').waitFor();
    await save(page, 'http://127.0.0.1:9');
    await page.getByText('WordPress does not reach Docent at this address').waitFor();

    await page.getByLabel('Show the assistant to').selectOption('Administrators only');
    await save(page, live.service);
    const ready = page.getByText('Docent is ready.');
    await ready.waitFor();
    await expect.poll(() => seen(ready)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(visited).toEqual([]);
    await page.goto(`${site.origin}/tea/`);
    await expect.poll(async () => scripts(await page.content())).toHaveLength(1);
    await page
      .getByRole('button', { name: /Ask|assistant/ })
      .first()
      .waitFor();

    await page.goto(`${site.origin}/wp-admin/options-general.php?page=docent`);
    await page.getByLabel('Show the assistant to').selectOption('Everyone');
    await page.getByLabel('Access token').fill(live.token);
    await page.getByLabel('Secret for pushes').fill('of another Docent');
    await save(page, live.service);
    await page.getByText('Writing help is available in the block editor.').waitFor();
    await page.getByText('Docent refuses pushes of changes').waitFor();
    await expect.poll(() => page.content()).not.toContain(live.token);
    await expect.poll(visited).toHaveLength(1);
    await save(page, live.service);
    await page.getByText('Writing help is available in the block editor.').waitFor();
    await page.getByLabel('Remove it').check();
    await save(page, live.service);
    await page.getByText('Docent is ready.').waitFor();
    await expect.poll(() => page.getByText('Writing help is available').count()).toBe(0);
  }, 300_000);
});
