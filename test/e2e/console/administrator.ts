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

/**
 * A browser that is signed in. The sign-in page is left out, and the page that it leads to: drawing both took longer than many tests.
 */
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
  const signedIn = await context.request.post(`${live.service}/login`, {
    form: { password: live.password },
    headers: { origin: live.service },
  });
  if (!signedIn.ok()) throw new Error(`The sign-in answers ${signedIn.status()}`);
  const open = async (path: string) => {
    await page.goto(`${live.service}/console${path}`);
    await page.locator('h1').waitFor();
    await settled();
  };
  return {
    page,
    troubles,
    strays,
    open,
    async walk(path) {
      // The console is loaded first; before a page is drawn its router has not begun to listen.
      if (page.url() === 'about:blank') await open(path);
      else await page.locator('h1').waitFor();
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
