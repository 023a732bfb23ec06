import { expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { openLive } from '../live-service.ts';
import { cutOff, seen } from '../seen.ts';
import { styleOf } from '../visitor.ts';
import { signIn } from './administrator.ts';

const { browser, live } = await openLive();

const ask = (message: string) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, history: [] }),
  });
const looks = [
  { locale: 'en-GB', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
] as const;

test('while no row is selected there is a hint instead of buttons that do nothing, and selecting moves no row', async () => {
  await ask('How do I make a backup?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  for (const path of ['/excerpts', '/mindmap', '/chat-logs?view=table']) {
    await admin.open(path);
    const bar = page.locator('.selection');
    await bar.waitFor();
    await expect.poll(() => bar.innerText()).toMatch(/^Select /);
    await expect.poll(() => bar.locator('button:disabled').count()).toBe(0);
    const row = page.getByRole('row').nth(1);
    const before = await row.boundingBox();
    await row.getByRole('checkbox').check();
    await bar.getByText('1 selected').waitFor();
    await expect.poll(async () => (await row.boundingBox())?.y).toBe(before?.y);
  }
  expect(admin.troubles).toEqual([]);
});

test('a logged question opens its log by itself alone, at a place the pointer reaches', async () => {
  await ask('How do I make a backup?');
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat-logs?view=table');
  const row = page.getByRole('row').nth(1);
  await expect.poll(() => row.getByRole('button').count()).toBe(1);
  const opener = row.getByRole('button');
  await expect.poll(() => seen(opener)).toMatchObject({ isInView: true, isOnTop: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Stored trace' }).waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => opener.evaluate((button) => button === button.ownerDocument.activeElement))
    .toBe(true);
});

test('once all first steps are done they take one line at the next look', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.route('**/system/info', async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...reply, languageModel: 'talker', setup: { ...reply.setup, sampleSite: false } },
    });
  });
  await ask('How do I make a backup?');
  await admin.open('/');
  await page.getByText('4 of 4 done').waitFor();
  await page.getByText('Using talker.').waitFor();
  await admin.open('/');
  await page.getByText('4 of 4 done').waitFor();
  await expect.poll(() => page.getByText('Using talker.').count()).toBe(0);
  await page.getByRole('button', { name: 'View steps' }).click();
  await page.getByText('Using talker.').waitFor();
});

test.each([1440, 1280, 820, 390])(
  'at %i px a line leads to each part of the chat settings and says which one is in sight',
  async (width) => {
    await using admin = await signIn(browser, live, { viewport: { width, height: 900 } });
    const { page } = admin;
    await admin.open('/chat');
    const line = page.getByRole('navigation', { name: 'On this page' });
    const buttons = line.getByRole('button');
    const titles = await buttons.allInnerTexts();
    expect(titles.length).toBe(10);
    const target = buttons.filter({ hasText: 'Button and colors' });
    await target.click();
    const heading = page.getByRole('heading', { name: 'Button and colors' });
    await expect.poll(() => seen(heading)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => heading.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await expect.poll(() => target.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => seen(target)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(() => line.locator('[aria-current]').count()).toBe(1);
  },
);

test.each(looks)('titles of drawers and dialogs have one weight and size, in $locale', async (look) => {
  await using admin = await signIn(browser, live, look);
  const { page } = admin;
  const titles: unknown[] = [];
  const note = async (selector: string) => {
    const title = page.locator(selector).last();
    await title.waitFor();
    titles.push(await styleOf(title, ['fontWeight', 'fontSize']));
  };
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: /^(New route|新建路由)$/ }).click();
  await note('.n-drawer-header__main');
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: /^(Describe a route|用文字描述)$/ }).click();
  await note('[role=dialog] h2');
  await admin.open('/chunking');
  await page.locator('[data-field=chunkSize] input').fill('800');
  await page.getByRole('link', { name: /^(Models|模型)$/ }).click();
  await page.getByRole('dialog', { name: /^(Discard unsaved changes\?|放弃未保存的修改？)$/ }).waitFor();
  await note('[role=dialog] h2');
  expect(new Set(titles.map((title) => JSON.stringify(title))).size).toBe(1);
});

test('the preview takes no focus while somebody types beside it', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chat');
  const greeting = page.getByRole('textbox', { name: 'Greeting', exact: true });
  await greeting.fill('Welcome');
  const chat = page.frameLocator('main iframe').getByRole('dialog');
  await chat.getByText('Welcome').waitFor();
  await page.keyboard.type(' to us');
  await expect.poll(() => greeting.inputValue()).toBe('Welcome to us');
  await chat.getByText('Welcome to us').waitFor();
  await chat.getByRole('textbox').click();
  await page.keyboard.type('How');
  await expect.poll(() => chat.getByRole('textbox').inputValue()).toBe('How');
});

test.each([1440, 1280])(
  'the whole preview stays in sight beside the settings it shows at %i px',
  async (width) => {
    await using admin = await signIn(browser, live, { viewport: { width, height: 900 } });
    const { page } = admin;
    await admin.open('/chat');
    const line = page.getByRole('navigation', { name: 'On this page' });
    for (const part of ['Answer settings', 'Small talk', 'Button and colors']) {
      await line.getByRole('button', { name: part }).click();
      await expect
        .poll(() => seen(page.locator('main iframe')))
        .toMatchObject({ isInView: true, isOnTop: true });
    }
  },
);

test('a page that has nothing to save says so beside its button', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/chunking');
  await expect
    .poll(() => seen(page.getByText('No unsaved changes')))
    .toMatchObject({ isInView: true, isOnTop: true });
  await page.locator('[data-field=chunkSize] input').fill('800');
  await page.locator('[data-field=chunkSize] input').blur();
  await expect.poll(() => page.getByText('No unsaved changes').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
  await page.goto('about:blank');
  await admin.open('/usage');
  await page.getByText('No unsaved changes').scrollIntoViewIfNeeded();
  await expect
    .poll(() => seen(page.getByText('No unsaved changes')))
    .toMatchObject({ isInView: true, isOnTop: true });
});

test.each([1440, 1280])('the triggers of the shipped routes are read whole at %i px', async (width) => {
  await using admin = await signIn(browser, live, { viewport: { width, height: 900 } });
  await admin.open('/intent-routes');
  const cells = admin.page.locator('td[data-col-key=triggerPatterns] .n-ellipsis');
  await expect.poll(() => cells.count()).toBeGreaterThan(3);
  for (const cell of await cells.all()) {
    const cut = await cell.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
    );
    await expect.poll(async () => [await cell.textContent(), cut]).toEqual([expect.any(String), false]);
  }
});

test.each([1440, 1280])('buttons of a page stand beside its title at %i px', async (width) => {
  await using admin = await signIn(browser, live, { viewport: { width, height: 900 } });
  const { page } = admin;
  for (const path of ['/intent-routes', '/pets', '/chat-logs', '/knowledge']) {
    await admin.open(path);
    const title = page.getByRole('heading', { level: 1 });
    const button = page.locator('main header button, main header a.n-button').first();
    const apart = async () => {
      const [above, beside] = [await title.boundingBox(), await button.boundingBox()];
      return Math.abs((above?.y ?? 0) - (beside?.y ?? 999));
    };
    await expect.poll(apart).toBeLessThan(16);
    await expect.poll(() => cutOff(page.locator('main header').first())).toEqual([]);
  }
});

test.each(looks)(
  'at 820 px the figures of a row stand on one line, whatever their names take: $locale',
  async (look) => {
    await using admin = await signIn(browser, live, { viewport: { width: 820, height: 1180 }, ...look });
    for (const path of ['/', '/knowledge', '/chat-logs', '/usage']) {
      await admin.walk(path);
      const values = admin.page.locator('.figures .value');
      await values.first().waitFor();
      const tops = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().top));
      expect([path, Math.max(...tops) - Math.min(...tops)]).toEqual([path, expect.closeTo(0, 0)]);
    }
  },
);

test('at 820 px the card of a log is headed by its question', async () => {
  await ask('How do I make a backup?');
  await using admin = await signIn(browser, live, { viewport: { width: 820, height: 1180 } });
  await admin.open('/chat-logs?view=table');
  const heading = admin.page.locator('.cards li strong', { hasText: 'How do I make a backup?' }).first();
  await heading.waitFor();
  await expect.poll(() => seen(heading)).toMatchObject({ isInView: true, isOnTop: true });
});

test('a pet that was deleted while it was shown is called so, not by its id', async () => {
  await live.writeConsole('/config/save', { pet: { enabled: true, petId: 'gone-for-good' } });
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/pets');
  await page.getByText('This pet no longer exists').waitFor();
  await expect.poll(() => page.locator('main .n-select').first().innerText()).toContain('Deleted pet');
  await expect.poll(() => page.getByText('gone-for-good').count()).toBe(0);
});
