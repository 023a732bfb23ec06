import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RealWordpress } from '../../platforms/wordpress.ts';

/** A browser in which somebody has signed in to WordPress. */
export interface WordpressUser extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Of the users whom `wordpress.php` makes. */
const passwords = { admin: 'login-password', editor: 'editor-password', reader: 'reader-password' };

/** Signs in to a real WordPress. */
export async function signInToWordpress(
  browser: Browser,
  { origin }: RealWordpress,
  user: keyof typeof passwords,
  locale = 'en-GB',
): Promise<WordpressUser> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, locale });
  // Pictures of accounts come from elsewhere; without a network a page would wait for them.
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/wp-login.php`, { waitUntil: 'domcontentloaded' });
  // A moment after it is drawn the page moves to the name and selects it: what is typed then would end up there.
  await page.waitForFunction("document.activeElement?.id === 'user_login'");
  await page.locator('#user_login').fill(user);
  await page.locator('#user_pass').fill(passwords[user]);
  await page.locator('#wp-submit').click();
  await page.waitForURL('**/wp-admin/**', { waitUntil: 'domcontentloaded' });
  return { context, page, [Symbol.asyncDispose]: () => context.close() };
}
