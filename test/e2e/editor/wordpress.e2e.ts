import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { plainPng } from '../../fakes/png.ts';
import { isMissing } from '../../missing-tool.ts';
import { startWordpress, wordpressMissing, type RealWordpress } from '../../platforms/wordpress.ts';
import { startLiveService, type LiveOptions, type LiveService } from '../live-service.ts';
import { contrastOf, seen } from '../seen.ts';
import { startBrowser, styleOf } from '../visitor.ts';
import { harmlessAlt, hostileAlt } from './hostile-alt.ts';
import { signInToWordpress } from './wordpress-user.ts';

const isSkipped = isMissing('the editor of a real WordPress', await wordpressMissing());

const paragraph = (html: string) => `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->\n\n`;
// Later versions write the class of a heading; either is kept as it is.
const heading = '<!-- wp:heading -->\n<h2 class="wp-block-heading">A day</h2>\n<!-- /wp:heading -->\n\n';
const content =
  heading +
  paragraph('He <strong>go</strong> home with <a href="/tea">the tea</a>. She dont like it.') +
  '<!-- wp:code -->\n<pre class="wp-block-code"><code>let itme = 1;</code></pre>\n<!-- /wp:code -->\n\n' +
  paragraph('The end were good.').trim();

const corrected = (text: string) =>
  text
    .replace('go home', 'goes home')
    .replace('dont', 'does not')
    .replace('itme', 'item')
    .replace('were', 'was');

let answer: (text: string) => FakeAnswer = corrected;
const models = createFakeModels({
  kinds: ['chat'],
  readsImages: true,
  chat: (call) => {
    const shown = /<text-([\w-]+)>\n([\s\S]*?)\n<\/text-\1>/.exec(call.messages.at(-1)?.content ?? '');
    return answer(shown?.[2] ?? '');
  },
});

describe.skipIf(isSkipped)('the block editor of WordPress', () => {
  let browser: Browser;
  let live: LiveService;
  let site: RealWordpress;
  beforeAll(async () => {
    const ports: LiveOptions['ports'] = ({ readPicture }) => ({
      // This Docent serves its handbook. One whose site is this WordPress reads its pictures also at a private address.
      readPicture: (address, how) =>
        readPicture(address, { ...how, isOfSite: address.startsWith(`${site.origin}/`) }),
    });
    [browser, live] = await Promise.all([startBrowser(), startLiveService({ models, ports })]);
    site = await startWordpress({
      docent: { origin: live.service, secret: 'a secret of both sides' },
      config: `define('DOCENT_TOKEN', '${live.token}');\n`,
    });
  }, 300_000);
  afterEach(() => {
    answer = corrected;
  });
  afterAll(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
    await live[Symbol.asyncDispose]();
  });

  /** An author at an article, with the sidebar open. */
  async function openArticle(text = content) {
    const name = `a-day-${Date.now()}`;
    const { id } = await site.call('publish', { name, title: 'A day', text });
    const { context, page } = await signInToWordpress(browser, site, 'editor');
    const exchanged: Promise<string>[] = [];
    // A response that the page has given up never has a whole body.
    context.on('requestfinished', (request) => {
      const sent = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
      exchanged.push(
        request
          .response()
          .then((response) => response?.text())
          .then((body) => sent + (body ?? ''))
          .catch(() => sent),
      );
    });
    await page.goto(`${site.origin}/wp-admin/post.php?post=${String(id)}&action=edit`, {
      waitUntil: 'domcontentloaded',
    });
    // WordPress replaces the state of its sidebars when the author's preferences arrive.
    await page.waitForFunction(
      `wp.data.select('core/preferences').get('core/edit-post', 'welcomeGuide') === false`,
    );
    await page.getByRole('button', { name: 'Writing help' }).click();
    const panel = page.locator('.docent-writing');
    await panel.locator('.box').waitFor();
    // Since WordPress 6.3 the article is written in a frame.
    const inPage = page.locator('.is-root-container');
    const framed = page.frameLocator('iframe[name="editor-canvas"]').locator('.is-root-container');
    await inPage.or(page.locator('iframe[name="editor-canvas"]')).first().waitFor();
    const canvas = (await inPage.count()) > 0 ? inPage : framed;
    return {
      page,
      panel,
      address: `${site.origin}/${name}/`,
      box: panel.locator('.box'),
      exchanged,
      canvas,
      press: (name: string) => panel.getByRole('button', { name, exact: true }).click(),
      html: () => page.evaluate<string>(`wp.data.select('core/editor').getEditedPostContent()`),
      undo: () => page.getByRole('button', { name: 'Undo' }).click(),
      [Symbol.asyncDispose]: () => context.close(),
    };
  }

  test('ED9: a rewrite is shown, accepted in parts, and reverted by one undo', async () => {
    await using article = await openArticle();
    const last = article.canvas.getByText('The end were good.');
    await last.click();
    await article.page.keyboard.press('End');
    await article.page.keyboard.type(' Yes.');
    await expect.poll(() => article.html()).toContain(' Yes.');
    const typed = await article.html();
    // Nothing selected: the whole text. The browser tells of the cursor later, by which the block would be selected again.
    await article.canvas.evaluate(`({ ownerDocument }) => {
      ownerDocument.getSelection().removeAllRanges();
      ownerDocument.activeElement.blur();
    }`);
    await article.page.evaluate(`wp.data.dispatch('core/block-editor').clearSelectedBlock()`);
    // The sidebar is narrow: the field for a wish has a row of its own, beside which its example would be cut.
    const [wish, send] = [
      article.panel.getByRole('textbox'),
      article.panel.getByRole('button', { name: 'Send' }),
    ];
    await expect
      .poll(async () => ((await send.boundingBox())?.y ?? 0) - ((await wish.boundingBox())?.y ?? Infinity))
      .toBeGreaterThan(20);
    await expect.poll(async () => (await wish.boundingBox())?.width).toBeGreaterThan(200);
    await article.press('Proofread');
    await article.box.getByText('Change 1 of 3').waitFor();
    const preview = article.panel.getByRole('region', { name: 'Preview' });
    await expect
      .poll(() => preview.innerText())
      .toBe('A day\n\nHe gogoes home with the tea. She dontdoes not like it.\n\nThe end werewas good. Yes.');
    await expect.poll(() => preview.locator('del').allInnerTexts()).toEqual(['go', 'dont', 'were']);
    for (const place of await preview.locator('del, ins').all()) {
      await expect.poll(() => seen(place)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(() => contrastOf(place)).toBeGreaterThan(4.5);
    }
    await expect
      .poll(() => styleOf(preview.locator('del').first(), ['textDecorationLine']))
      .toEqual({
        textDecorationLine: 'line-through',
      });
    await article.press('Accept');
    await article.press('Reject');
    await expect.poll(() => article.html()).toBe(typed);
    await article.press('Accept');
    const changed = typed.replace('<strong>go</strong>', '<strong>goes</strong>').replace('were', 'was');
    await expect.poll(article.html).toBe(changed);
    expect(changed).toContain('<a href="/tea">the tea</a>. She dont');
    await article.canvas.getByText('The end was good. Yes.').waitFor();
    await article.box.getByText('Changes made: 2').waitFor();
    await article.undo();
    await expect.poll(() => article.html()).toBe(typed);
    // The panel says that one undo takes them back: by the keys as well, while it has the focus.
    await article.page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(article.html).toBe(changed);
    await article.panel.getByRole('button', { name: 'Close' }).press('Control+z');
    await expect.poll(() => article.html()).toBe(typed);
  }, 300_000);

  test('ED9: a suggestion is still there after another sidebar was looked at, also one that arrived meanwhile', async () => {
    await using article = await openArticle();
    const asked = models.calls.chat.length;
    const isShown = () => article.panel.count();
    await article.page.route(/docent\/v1\/writing|docent%2Fv1%2Fwriting/, async (route) => {
      await article.page.getByRole('button', { name: 'Settings', exact: true }).click();
      await expect.poll(isShown).toBe(0);
      await route.continue();
    });
    const answered = article.page.waitForResponse(/docent\/v1\/writing|docent%2Fv1%2Fwriting/);
    await article.press('Proofread');
    await (await answered).finished();
    await article.page.getByRole('button', { name: 'Writing help' }).click();
    await article.box.getByText('Change 1 of 3').waitFor();
    await article.press('Accept');
    await article.page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect.poll(isShown).toBe(0);
    await article.page.getByRole('button', { name: 'Writing help' }).click();
    await article.box.getByText('Change 2 of 3').waitFor();
    await expect.poll(() => models.calls.chat).toHaveLength(asked + 1);
    await article.press('Accept all');
    await expect.poll(article.html).toContain('<strong>goes</strong>');
  }, 300_000);

  test('ED9: only the selected block is changed; added paragraphs become blocks', async () => {
    await using article = await openArticle();
    const before = await article.html();
    await article.canvas.getByText('The end were good.').click();
    answer = (text) => `${text} More.\n\nA new one.`;
    await article.press('Expand');
    await article.box.getByText(/Change 1 of/).waitFor();
    await expect
      .poll(() => article.panel.getByRole('region', { name: 'Preview' }).innerText())
      .not.toContain('He go');
    await article.press('Accept all');
    await expect.poll(article.html).toContain('<p>A new one.</p>');
    await expect.poll(() => article.html()).toContain('<p>The end were good. More.</p>');
    await article.undo();
    await expect.poll(() => article.html()).toBe(before);
  }, 300_000);

  test('ED9: a summary is inserted below as a block, and a failure shows Docent’s message', async () => {
    await using article = await openArticle();
    const before = await article.html();
    answer = () => 'A short day.';
    await article.press('Summarize');
    await article.press('Insert below');
    await expect.poll(article.html).toBe(`${before}\n\n${paragraph('A short day.').trim()}`);
    await article.undo();
    await expect.poll(() => article.html()).toBe(before);
    await live.writeConsole('/config/save', { writing: { enabled: false } });
    await article.press('Polish');
    await article.panel.getByRole('alert').getByText('The writing help is switched off.').waitFor();
    await live.writeConsole('/config/save', { writing: { enabled: true } });
    answer = corrected;
    await article.press('Try again');
    await article.box.getByText('Change 1 of 3').waitFor();
  }, 300_000);

  describe('pictures', () => {
    const said = 'A heron on its nest';
    const picture = (name: string, alt: string) =>
      `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${site.origin}/wp-content/uploads/${name}.png" alt="${alt}"/></figure>\n<!-- /wp:image -->\n\n`;
    const illustrated = () =>
      paragraph('Herons nest here.') +
      picture('heron', '') +
      paragraph('The way:') +
      picture('map', 'A map') +
      paragraph('They return.').trim();
    beforeAll(async () => {
      const uploads = join(site.folder, 'wp-content/uploads');
      await writeFile(join(uploads, 'heron.png'), plainPng(64, 32, [200, 30, 30, 255]));
      await writeFile(join(uploads, 'map.png'), plainPng(32, 32, [30, 30, 200, 255]));
    });
    const altsOf = (page: Page) =>
      page.evaluate<string[]>(
        `wp.data.select('core/block-editor').getBlocks().filter(({ name }) => name === 'core/image').map(({ attributes }) => attributes.alt)`,
      );

    test('ED15 ED9 ED10: the picture without an alternative text gets one, and one undo takes exactly it back', async () => {
      answer = () => said;
      await using article = await openArticle(illustrated());
      const before = await article.html();
      const asked = models.calls.chat.length;
      await article.press('Describe pictures');
      await article.box.getByText('Change 1 of 1 · Alternative text').waitFor();
      await expect.poll(() => models.calls.chat).toHaveLength(asked + 1);
      const shown = models.calls.chat.at(-1)?.messages.at(-1);
      expect(shown?.images).toMatchObject([{ width: 64, height: 32 }]);
      expect(shown?.content).toMatch(/Herons nest here\.\s+\[the picture\]\s+The way:/);
      const drawn = article.panel.locator('.picture img');
      await expect.poll(() => drawn.evaluate((image) => image.naturalWidth)).toBe(64);
      await expect.poll(() => seen(drawn)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(() => article.panel.locator('.pair ins').innerText()).toBe(said);
      await expect.poll(() => article.html()).toBe(before);
      await article.press('Accept');
      await article.box.getByText('Changes made: 1').waitFor();
      await expect.poll(() => altsOf(article.page)).toEqual([said, 'A map']);
      await expect.poll(() => article.html()).toBe(before.replace('alt=""', `alt="${said}"`));
      await article.undo();
      await expect.poll(() => article.html()).toBe(before);
    }, 300_000);

    test('ED15 ED9: a text of the model is words and nothing else, in the block, in the saved article and for its readers', async () => {
      answer = () => hostileAlt;
      await using article = await openArticle(illustrated());
      const { page } = article;
      await article.press('Describe pictures');
      await expect.poll(() => article.panel.locator('.pair ins').innerText()).toBe(harmlessAlt);
      await article.press('Accept all');
      await expect.poll(() => altsOf(page)).toEqual([harmlessAlt, 'A map']);
      const isHacked = () => page.evaluate<unknown>('window.isHacked');
      await expect.poll(isHacked).toBeUndefined();
      await page.evaluate(`wp.data.dispatch('core/editor').savePost()`);
      await page.waitForFunction(
        `wp.data.select('core/editor').didPostSaveRequestSucceed() && !wp.data.select('core/editor').isEditedPostDirty()`,
      );
      // The saved article is read again as blocks that WordPress takes for its own.
      await page.reload({ waitUntil: 'domcontentloaded' });
      await page.waitForFunction(`wp.data?.select('core/block-editor')?.getBlocks().length === 5`);
      await expect.poll(() => altsOf(page)).toEqual([harmlessAlt, 'A map']);
      const areValid = `wp.data.select('core/block-editor').getBlocks().every(({ isValid }) => isValid)`;
      await expect.poll(() => page.evaluate<boolean>(areValid)).toBe(true);
      await expect.poll(isHacked).toBeUndefined();
      await page.goto(article.address, { waitUntil: 'domcontentloaded' });
      const images = page.locator('figure img');
      await expect
        .poll(() => images.evaluateAll((all) => all.map((image) => image.alt)))
        .toEqual([harmlessAlt, 'A map']);
      await expect.poll(() => page.locator('[onerror], [onload], figure b, figure script').count()).toBe(0);
      await expect.poll(isHacked).toBeUndefined();
    }, 300_000);
  });

  test('ED10: the token stays on the server, and only authors get help', async () => {
    await using article = await openArticle();
    await article.press('Proofread');
    await article.box.getByText('Change 1 of 3').waitFor();
    const exchanged = await Promise.all(article.exchanged);
    expect(exchanged.filter((text) => text.includes('/docent/v1/writing'))).not.toEqual([]);
    expect(exchanged.filter((text) => text.includes(live.token))).toEqual([]);
    expect(exchanged.filter((text) => text.includes('/writing/assist'))).toEqual([]);

    const asked = models.calls.chat.length;
    const write = (headers: Record<string, string>) =>
      fetch(`${site.origin}/?rest_route=/docent/v1/writing`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"text":"He go."}',
      });
    const nobody = await write({});
    expect(nobody.status).toBe(401);
    // The cookie alone, as a page of another site would send it.
    const cookie = await cookieOf(article.page.context());
    const forged = await write({ cookie });
    expect(forged.status).toBe(401);
    const reader = await signInToWordpress(browser, site, 'reader');
    const nonce = await reader.page.evaluate<string>(
      `fetch('/wp-admin/admin-ajax.php?action=rest-nonce').then((reply) => reply.text())`,
    );
    const refused = await write({ cookie: await cookieOf(reader.context), 'x-wp-nonce': nonce });
    expect(refused.status).toBe(403);
    await reader.context.close();
    await expect.poll(() => models.calls.chat.length).toBe(asked);
  }, 300_000);

  const cookieOf = async (context: BrowserContext) =>
    (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
});
