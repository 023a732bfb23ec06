import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeEach } from 'vitest';
import { findChromium } from './chromium.ts';
import { startFixture, type Fixture } from './fixture-server.ts';
import { whenSettled } from './settled.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** As patient as `expect.poll` is in these tests: what is waited for comes late on a busy machine. */
const patience = 90_000;

/** Starts the browser of a test file, with settings of its own as command line flags. */
export async function startBrowser(settings: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...flags, ...settings],
  });
  return browser.on('context', (context) => context.setDefaultTimeout(patience));
}

/**
 * A browser and a site with fakes for the tests of a file; closed after them. Before each test the site is put back,
 * `more` included.
 */
export async function openFixture(
  more: Partial<Fixture> = {},
): Promise<{ readonly browser: Browser; readonly fixture: Fixture }> {
  const [browser, fixture] = await Promise.all([startBrowser(), startFixture()]);
  afterAll(async () => {
    await browser.close();
    await fixture.close();
  });
  beforeEach(() => {
    Object.assign(fixture, {
      scenario: 'en',
      settings: {},
      missing: 'none',
      left: 0,
      listed: 0,
      resumes: undefined,
      ...more,
    });
    const { asked, feedback, searched, narrowed, answered, resumed, stopped } = fixture;
    for (const list of [asked, feedback, searched, narrowed, answered, resumed, stopped]) list.length = 0;
  });
  return { browser, fixture };
}

/** A visitor on a page of the site, and what their browser noticed. */
export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** The window or the inline panel. */
  readonly panel: Locator;
  readonly input: Locator;
  readonly thread: Locator;
  readonly status: Locator;
  /** Errors of scripts and policies, and dialogs that opened. */
  readonly troubles: string[];
  /** Requests to other places than the site and the service. */
  readonly strays: string[];
  /** Replies with status 400 and above, as `status path`. */
  readonly refused: string[];
  /** The search window's content, and its field. */
  readonly search: Locator;
  readonly field: Locator;
  open(): Promise<void>;
  /** Waits until the page has loaded all it wants and no longer changes. */
  settled(): Promise<void>;
  ask(question: string): Promise<void>;
}

/** Opens a page of the site as a new visitor. */
export async function visit(
  browser: Browser,
  { site, service }: Pick<Fixture, 'site' | 'service'>,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  const strays: string[] = [];
  const refused: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports answers that were cut or refused; those are the tests' own doing.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== site && origin !== service) strays.push(request.url());
  });
  context.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  const settled = whenSettled(page);
  await page.goto(site + path);
  const panel = page.locator('docent-panel');
  const input = panel.locator('.composer textarea');
  const search = page.locator('docent-search-box');
  return {
    page,
    panel,
    input,
    search,
    field: search.locator('input'),
    troubles,
    strays,
    refused,
    thread: panel.locator('.thread'),
    status: panel.getByRole('status'),
    open: () => page.locator('docent-chat .launcher').click(),
    settled,
    async ask(question) {
      await input.fill(question);
      await input.press('Enter');
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Pulls the free edge of the chat's window aside by so many pixels, once it has come and rests. */
export async function pullEdge(page: Page, by: number): Promise<void> {
  const edge = page.locator('docent-chat .grip.edge');
  await edge.waitFor();
  await untilStill(page);
  const box = await edge.boundingBox();
  if (!box) throw new Error('The window has no edge');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 3 });
  await page.mouse.up();
}

/** Violations reported by axe in the widget, or in all `within`, as `rule: place` lines. */
export async function violations(
  page: Page,
  within: 'docent-chat' | 'docent-search' | 'docent-pet' | 'html' = 'docent-chat',
): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // Colours are not what they will be while something fades in.
  await untilStill(page);
  return page.evaluate(`axe.run('${within}', { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ': ' + node.target.flat().join(' ') + ' ' + node.failureSummary)))`);
}

/** Waits until what opened or moved has come to its place; what moves for ever is left out. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => undefined)))`);
}

/** True when an element inside the widget has the focus. */
export const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element.matches(':focus'));

/** Some computed styles of an element. */
export const styleOf = (place: Locator, names: readonly string[]): Promise<Record<string, string>> =>
  place.evaluate((element, names) => {
    const style = element.ownerDocument.defaultView.getComputedStyle(element);
    return Object.fromEntries(names.map((name) => [name, style[name]]));
  }, names);

/** Every HTML element below a place. */
export const everyElement = (
  place: Locator,
): Promise<{ readonly name: string; readonly attributes: string[]; readonly href: string | undefined }[]> =>
  place.evaluate((root) =>
    [...root.querySelectorAll('*:not(svg, path)')].map((element) => ({
      name: element.localName,
      attributes: element.getAttributeNames(),
      href: element.localName === 'a' ? element.href : undefined,
    })),
  );
