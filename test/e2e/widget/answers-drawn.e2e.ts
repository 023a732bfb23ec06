import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { contrastOf, placeAtRest, seen } from '../seen.ts';
import { openFixture, isFocused, violations, visit, type Visitor } from '../visitor.ts';
import { laptop, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture({ scenario: 'drawn' });

const screens = { desktop: laptop, phone: shortPhone };

async function drawn(visitor: Visitor): Promise<void> {
  await visitor.open();
  await visitor.ask('How large is a circle?');
  await visitor.panel.locator('.references').waitFor();
  await expect.poll(() => visitor.thread.locator('docent-prose[aria-busy]').count()).toBe(0);
}

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('WG17: formulas are rendered and code is highlighted, also under a strict content security policy', async () => {
    await using visitor = await visit(browser, fixture, '/en/strict', screens[screen]);
    await drawn(visitor);
    const prose = visitor.thread.locator('docent-prose');
    await expect.poll(() => prose.locator('math').count()).toBe(3);
    await expect.poll(() => prose.locator('math[display=block]').count()).toBe(2);
    const formula = prose.locator('div.formula').first();
    await formula.scrollIntoViewIfNeeded();
    await expect.poll(() => seen(formula)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(async () => (await seen(formula)).height).toBeGreaterThan(30);
    await expect.poll(() => prose.innerText()).toContain('prices like $5 and $10 stay prices');
    await expect.poll(() => prose.locator('.code-comment').count()).toBe(2);
    await expect.poll(() => prose.locator('.code-keyword').first().innerText()).toBe('const');
    await expect.poll(() => prose.locator('pre[data-language=text] span').count()).toBe(0);
    for (const kind of ['comment', 'keyword', 'string', 'value'])
      await expect.poll(() => contrastOf(prose.locator(`.code-${kind}`).first())).toBeGreaterThanOrEqual(4.5);
    await expect.poll(() => violations(visitor.page)).toEqual([]);
    expect([...visitor.troubles, ...visitor.strays]).toEqual([]);
  });
});

test('WG17: text that is not a formula stays as written, and copying gives the source', async () => {
  await using visitor = await visit(browser, fixture, '/en', {
    ...screens.desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await drawn(visitor);
  const prose = visitor.thread.locator('docent-prose');
  await expect.poll(() => prose.locator('math').count()).toBe(3);
  const kept = await prose.locator('code[data-formula]').allInnerTexts();
  expect(kept).toEqual([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\frac{1',
    '\\def\\a{\\a\\a}\\a',
  ]);
  await visitor.panel.getByRole('button', { name: 'Copy code' }).first().click();
  await expect
    .poll(() => visitor.page.evaluate('navigator.clipboard.readText()'))
    .toContain('// Adds up.\nconst total');
  await visitor.panel.getByRole('button', { name: 'Copy answer' }).click();
  await expect
    .poll(() => visitor.page.evaluate('navigator.clipboard.readText()'))
    .toContain('$A = \\pi r^2$');
});

test('WG17: without their modules formulas and code are shown as they are written', async () => {
  for (const missing of ['formula', 'code-colours', 'enrich']) {
    fixture.missing = missing;
    await using visitor = await visit(browser, fixture, '/en', screens.desktop);
    await drawn(visitor);
    const prose = visitor.thread.locator('docent-prose');
    const counts = { formulas: missing === 'code-colours' ? 3 : 0, keywords: missing === 'formula' ? 3 : 0 };
    await expect
      .poll(async () => ({
        formulas: await prose.locator('math').count(),
        keywords: await prose.locator('.code-keyword').count(),
      }))
      .toEqual(counts);
    await expect.poll(() => prose.innerText()).toContain('const total');
  }
});

test.each(['desktop', 'phone'] as const)(
  'WG18: nothing that is read moves while an answer comes, on a %s',
  async (screen) => {
    fixture.scenario = 'long';
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    const { page } = visitor;
    await page.evaluate(`{
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    }`);
    await visitor.open();
    await visitor.ask('How do I move the site?');
    const send = visitor.panel.locator('.send[type=submit]');
    // The question is drawn in a task of its own.
    await send.waitFor({ state: 'hidden' });
    const isDone = () => send.isVisible();
    while (!(await isDone())) {
      fixture.release();
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await visitor.panel.locator('.references').waitFor({ state: 'attached' });
    await expect.poll(() => visitor.thread.locator('math').count()).toBe(8);
    await expect.poll(() => page.evaluate('window.shifts')).toBeLessThan(0.05);
  },
);

test('WG18: cards that came before the words above them stay where they are', async () => {
  fixture.scenario = 'structured';
  await using visitor = await visit(browser, fixture, '/zh', screens.phone);
  await visitor.open();
  await visitor.ask('热门文章');
  const card = visitor.thread.locator('.card').first();
  await card.waitFor();
  await visitor.page.evaluate(`{
    window.places = [];
    const root = document.querySelector('docent-chat').shadowRoot.querySelector('docent-panel').shadowRoot;
    const note = () => {
      window.places.push(root.querySelector('.card').getBoundingClientRect().top);
      requestAnimationFrame(note);
    };
    note();
  }`);
  fixture.release();
  await visitor.thread.getByText('按浏览量为你找到').waitFor();
  await visitor.thread.locator('docent-prose[data-whole]').waitFor();
  const places = await visitor.page.evaluate<number[]>('window.places');
  expect(Math.max(...places) - Math.min(...places)).toBeLessThan(3);
});

test('WG18: sources and buttons appear below an answer once its text is there', async () => {
  fixture.scenario = 'rich';
  await using visitor = await visit(browser, fixture, '/zh', screens.phone);
  const { page, thread } = visitor;
  await page.route('**/markdown-*.js', async (route) => {
    await page.waitForTimeout(600);
    await route.continue();
  });
  await visitor.open();
  await visitor.input.waitFor();
  await page.evaluate(`{
    const root = document.querySelector('docent-chat').shadowRoot.querySelector('docent-panel').shadowRoot;
    window.early = 0;
    const look = () => {
      const [tools, prose] = [root.querySelector('.tools'), root.querySelector('docent-prose')];
      if (tools && getComputedStyle(tools).visibility === 'visible' && prose.textContent === '') early++;
      requestAnimationFrame(look);
    };
    look();
  }`);
  await visitor.ask('怎样备份？');
  await thread.locator('docent-prose[data-whole] table').waitFor();
  await thread.getByRole('button', { name: '复制回答' }).waitFor();
  await expect.poll(() => page.evaluate('early')).toBe(0);
});

test('WG18: an answer that was shown as it is written becomes Markdown in one step', async () => {
  fixture.scenario = 'en';
  await using visitor = await visit(browser, fixture, '/en', screens.phone);
  const { page, thread } = visitor;
  const arrived = Promise.withResolvers<undefined>();
  await page.route('**/markdown-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await visitor.open();
  await visitor.ask('How do I back up the site?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await thread.locator('docent-prose.plain[data-whole]').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.evaluate(`{
    const root = document.querySelector('docent-chat').shadowRoot.querySelector('docent-panel').shadowRoot;
    const [prose, tools] = [root.querySelector('docent-prose'), root.querySelector('.tools')];
    window.places = [];
    const note = () => {
      window.places.push(Math.round(tools.getBoundingClientRect().top - prose.getBoundingClientRect().top));
      requestAnimationFrame(note);
    };
    note();
  }`);
  arrived.resolve(undefined);
  await thread.locator('docent-prose:not(.plain) .block').getByText('To restore, put').waitFor();
  const places = await page.evaluate<number[]>('window.places');
  // What stands below the answer is seen in two places, before and after.
  expect(new Set(places).size).toBeLessThanOrEqual(2);
});

test('WG18: a question that grows while it is written moves nothing of the conversation', async () => {
  fixture.scenario = 'quoted';
  await using visitor = await visit(browser, fixture, '/en', screens.phone);
  const { input, thread } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up the site?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await thread.locator('docent-prose[data-whole]').waitFor();
  const places = () =>
    Promise.all([thread.locator('.question'), thread.locator('.block').first()].map(placeAtRest));
  // The question glides to the top while the answer comes.
  await visitor.settled();
  const before = await places();
  const line = await input.boundingBox();
  await input.fill('A question that is told at some length. '.repeat(5));
  await expect
    .poll(async () => (await input.boundingBox())?.height)
    .toBeGreaterThan((line?.height ?? 0) + 40);
  await expect.poll(places).toEqual(before);
});

test('WG18: what is selected and focused in a growing answer stays so, and grown code is copied whole', async () => {
  fixture.scenario = 'long';
  await using visitor = await visit(browser, fixture, '/en', {
    ...screens.desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, panel, thread } = visitor;
  await visitor.open();
  await visitor.ask('How do I move the site?');
  const until = async (place: Locator) => {
    while ((await place.count()) === 0) {
      fixture.release();
      await page.waitForTimeout(40);
    }
  };
  await until(thread.locator('td'));
  const table = thread.locator('.scrollable').first();
  await table.focus();
  const selected = () => page.evaluate('String(getSelection())');
  await table.locator('td').first().selectText();
  const words = await selected();
  expect(words).toContain('Database');
  await until(thread.getByRole('cell', { name: 'Cache', exact: true }));
  await expect.poll(selected).toBe(words);
  await expect.poll(() => isFocused(table)).toBe(true);
  await until(thread.locator('.code pre').filter({ hasText: 'docker compose start' }));
  await panel.getByRole('button', { name: 'Copy code' }).first().click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toMatch(/^docker compose stop\ntar[^]*start\n?$/);
});
