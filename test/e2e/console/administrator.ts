import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { LiveService } from '../live-service.ts';
import { whenSettled } from '../settled.ts';

/** A signed-in administrator at the console, and what their browser noticed. */
export interface Administrator extends AsyncDisposable {
  readonly page: Page;
  /** Errors of scripts and policies. */
  readonly troubles: string[];
  /** Requests to other places than the service. */
  readonly strays: string[];
  /** Opens a page of the console by its path, such as `/models`. */
  open(path: string): Promise<void>;
  /** Goes to a page inside the console, as links do: the console itself is not loaded anew, which takes most of the time. */
  walk(path: string): Promise<void>;
}

/** Signs in with the password, as a person does. */
export async function signIn(
  browser: Browser,
  live: Pick<LiveService, 'service' | 'password'>,
  options: BrowserContextOptions = {},
): Promise<Administrator> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const [troubles, strays]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && origin !== live.service) strays.push(request.url());
  });
  const settled = whenSettled(page);
  await page.goto(`${live.service}/login`);
  await page.locator('#password').fill(live.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/console/**');
  return {
    page,
    troubles,
    strays,
    async open(path) {
      await page.goto(`${live.service}/console${path}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
    },
    async walk(path) {
      // Before the first page is drawn the router has not begun to listen.
      await page.locator('h1').waitFor();
      // The router follows the browser's own way back and forth.
      const address = JSON.stringify(`/console${path}`);
      await page.evaluate(
        `history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate')); undefined`,
      );
      await settled();
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
