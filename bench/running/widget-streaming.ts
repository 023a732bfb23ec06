import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { startFixture } from '../../test/e2e/fixture-server.ts';
import { scenarios } from '../../test/e2e/scenarios.ts';
import { startBrowser, visit } from '../../test/e2e/visitor.ts';
import { createFigures } from '../fixtures/figures.ts';

/** CPU slowdown that simulates a slow phone. */
const slowdown = 4;
/** Interval between pieces of the answer, in milliseconds. */
const pace = 25;
/** Tasks longer than this delay the visitor's input, in milliseconds. */
const longTask = 50;

/**
 * Longest task of the main thread on a slow phone while an answer of 8,000 characters streams in, with headings, lists,
 * tables, code and formulas. Processor time, since other work on this machine does not affect it. Needs a build and
 * Chromium.
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
    // A finger: under a mouse the browser would look again and again for what lies there.
    await page.locator('docent-chat .launcher').tap();
    await visitor.input.waitFor();
    // The visitor reads the welcome and writes.
    await pause(1000);
    await watchShifts(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const stop = await startTrace(session);
    await visitor.ask('How do I move the site?');
    // Nothing asks the page anything meanwhile: that would be a task, too.
    const pieces = scenarios.long.filter((step) => typeof step === 'object' && 'hold' in step).length;
    for (let n = 0; n < pieces * 1.2; n++) {
      fixture.release();
      await pause(pace);
    }
    await pause(1000);
    const tasks = await stop();
    await visitor.panel.locator('.send[type=submit]').waitFor();
    const longest = tasks.toSorted((one, other) => other.cpu - one.cpu)[0] ?? { cpu: 0, wall: 0 };
    const figures = createFigures('widget-streaming');
    figures.note('longest task', longest.cpu, 'CPU ms', { atMost: longTask });
    figures.note('longest task, on the clock', longest.wall, 'ms');
    figures.note(`tasks above ${longTask} CPU ms`, tasks.filter(({ cpu }) => cpu > longTask).length, 'tasks');
    figures.note('tasks', tasks.length, 'tasks');
    figures.note('layout shift of the page', await page.evaluate<number>('window.shift'), '', {
      atMost: 0.05,
    });
    await figures.keep();
  } finally {
    await browser.close();
    await fixture.close();
  }
}

/** Adds up what moved without the visitor's doing. */
const watchShifts = (page: Page) =>
  page.evaluate(`{
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  }`);

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the clock and of the thread's own. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

interface Task {
  readonly cpu: number;
  readonly wall: number;
}

/** Records what the browser does; the returned function ends that and gives the tasks of the page's main thread. */
async function startTrace(session: CDPSession): Promise<() => Promise<readonly Task[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    return tasksOfPage(events);
  };
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;

/** The page's main thread is the one among the renderers that had the most to do. */
function tasksOfPage(events: readonly TraceEvent[]): readonly Task[] {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  const byThread = Map.groupBy(
    // The browser notes each task once more by what runs in it.
    events.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && mains.has(threadOf(event))),
    threadOf,
  );
  const busiest = [...byThread.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
  return busiest.map(({ dur = 0, tdur = 0 }) => ({ cpu: tdur / 1000, wall: dur / 1000 }));
}
