import { setTimeout as pause } from 'node:timers/promises';
import { startFixture } from '../test/e2e/fixture-server.ts';
import { startBrowser, visit } from '../test/e2e/visitor.ts';

/** The processor of a slow phone: this many times slower than this machine. */
const slowdown = 4;
/** Pieces of the answer come this far apart, in milliseconds. */
const pace = 25;

/**
 * What holds up the page of a visitor with a slow phone while an answer of 8,000 characters streams in, with headings, lists,
 * tables, code and formulas: the longest task of the main thread. Needs a build and Chromium.
 */
export async function run(): Promise<void> {
  const [browser, fixture] = await Promise.all([startBrowser(), startFixture()]);
  try {
    fixture.scenario = 'long';
    await using visitor = await visit(browser, fixture, '/en', {
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = visitor;
    await visitor.open();
    await visitor.input.waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    // Tasks are reported from 50 ms on; frames that come late show the shorter ones.
    await page.evaluate(`{
      window.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.tasks.push(duration);
      }).observe({ type: 'longtask' });
    }`);
    await visitor.ask('How do I move the site?');
    const done = visitor.panel.locator('.send[type=submit]').waitFor({ timeout: 120_000 });
    let isDone = false;
    void done.then(() => (isDone = true));
    while (!isDone) {
      fixture.release();
      await pause(pace);
    }
    await page.evaluate('new Promise((done) => setTimeout(done, 500))');
    const tasks: number[] = JSON.parse(await page.evaluate('JSON.stringify(window.tasks)'));
    const longest = tasks.length === 0 ? 'under 50' : Math.max(...tasks).toFixed(0);
    console.log(`longest task while streaming, ${slowdown} times throttled: ${longest} ms (goal at most 50)`);
    console.log(`tasks of 50 ms and more: ${tasks.length}`);
  } finally {
    await browser.close();
    await fixture.close();
  }
}
