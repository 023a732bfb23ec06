import { expect, test } from 'vitest';
import { startBelow, startBeside } from '../../deploy/beside-a-site.ts';
import { openLive } from '../live-service.ts';
import { visit } from '../visitor.ts';

const { browser, live } = await openLive();

test.each([
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
])(
  'DEP7: under a site’s origin an administrator comes in, reads the handbook and leaves: %s',
  async (_, viewport) => {
    await using site = await startBeside(live.service);
    await using context = await browser.newContext({ viewport, locale: 'en-GB' });
    const page = await context.newPage();
    const lost: string[] = [];
    page.on('response', (reply) => {
      if (reply.status() >= 400 && reply.status() !== 401) lost.push(`${reply.status()} ${reply.url()}`);
    });

    await page.goto(`${site.origin}/console/models`);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password').fill(live.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // Back on the page that was asked for.
    await page.waitForURL(`${site.origin}/console/models`);
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();

    const handbook = page.locator('a[href*="/docs/handbook/en/"]').first();
    const [leaf] = await Promise.all([context.waitForEvent('page'), handbook.click()]);
    await leaf.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(leaf.url()).pathname).toBe('/console/docs/handbook/en/connect-a-model');
    await leaf.close();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${site.origin}/console/login`);
    await expect.poll(() => page.getByLabel('Password').isVisible()).toBe(true);
    expect(lost).toEqual([]);
  },
);

test('PATH3: below a path a visitor reads the cited page, and an administrator works in the console', async () => {
  await using site = await startBelow(live.service, '/guide/docent');
  const below = `${site.origin}/guide/docent`;
  const lost: string[] = [];
  await using visitor = await visit(browser, { site: below, service: below }, '/', {
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
  });
  const { page } = visitor;
  page.on('response', (reply) => {
    const away = reply.url().startsWith(site.origin) && !reply.url().startsWith(`${below}/`);
    if (away || (reply.status() >= 400 && reply.status() !== 401))
      lost.push(`${reply.status()} ${reply.url()}`);
  });
  await visitor.ask('How do I connect WordPress?');
  const source = page.locator('docent-chat a[href*="/archives/"]').first();
  await source.waitFor();
  await expect
    .poll(() => source.getAttribute('href'))
    .toMatch(/^(?:http:\/\/[^/]+)?\/guide\/docent\/archives\//);

  await page.goto(`${below}/console/chat`);
  await page.getByLabel('Password').fill(live.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${below}/console/chat`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The preview loads the widget, and the pets their pictures.
  await page.goto(`${below}/console/pets`);
  await page.locator('img[src*="/pet-skins/"]').first().waitFor();
  await page.getByRole('link', { name: 'Models' }).first().click();
  await page.waitForURL(`${below}/console/models`);
  await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
  expect(lost).toEqual([]);
});
