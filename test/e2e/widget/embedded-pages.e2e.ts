import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openLive, startLiveService } from '../live-service.ts';
import { violations, visit } from '../visitor.ts';
import { laptop, phone } from '../screens.ts';

const article = `---
title: Formulas and tables
date: 2026-08-12
---

The area is $A = \\pi r^2$, and $5 and $10 stay prices.

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

$$ ${Array.from({ length: 30 }, (_, n) => `a_{${n}}`).join(' + ')} $$

| 设置 | 默认值 | 说明 | 何时生效 |
| --- | --- | --- | --- |
| 每日上限 | 100000 | 每个模型每天最多使用的数量，超过以后当天不再回答 | 下一次提问时 |

| One | Two |
| --- | --- |
| 1 | 2 |
`;

const folder = await mkdtemp(join(tmpdir(), 'docent-pages-'));
afterAll(() => rm(folder, { recursive: true }));
await writeFile(join(folder, 'tables.md'), article);
for (const day of [11, 13])
  await writeFile(
    join(folder, `day-${day}.md`),
    `---\ntitle: An article with a title of just the wrong length ${day}\ndate: 2026-08-${day}\n---\n\nA text on day ${day}.\n`,
  );
const { browser, live } = await openLive(startLiveService({ env: { DOCENT_CONTENT_DIR: folder } }));

const screens = { phone, desktop: laptop };

describe.each(['phone', 'desktop'] as const)('on a %s', (screen) => {
  test('HOST15: formulas are drawn, without errors of the page, and wide ones scroll', async () => {
    await using visitor = await visit(browser, live, '/archives/tables', screens[screen]);
    const { page, troubles } = visitor;
    const formulas = page.locator('.text math');
    await expect.poll(() => formulas.count()).toBe(3);
    for (const formula of await formulas.all()) {
      const box = await formula.boundingBox();
      expect(box?.height).toBeGreaterThan(10);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    }
    await expect.poll(() => page.locator('.text').innerText()).toContain('$5 and $10 stay prices');
    await expect.poll(() => page.locator('.text').innerText()).not.toContain('\\sum');
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('HOST16: tables are readable, and no date is broken', async () => {
    await using visitor = await visit(browser, live, '/archives/tables', screens[screen]);
    const { page } = visitor;
    const long = page.getByRole('cell', { name: '每个模型每天' });
    await expect.poll(async () => (await long.boundingBox())?.width).toBeGreaterThan(150);
    await expect
      .poll(async () => (await page.getByRole('cell', { name: '100000' }).boundingBox())?.height)
      .toBeLessThan(300);
    const dates = async () => {
      const heights = page
        .locator('time')
        .evaluateAll((all) => all.map((each) => each.getClientRects().length));
      return [...new Set(await heights)];
    };
    await expect.poll(dates).toEqual([1]);
    await page.goto(`${live.site}/?lang=en`);
    for (const width of [320, 340, 360, 375, 390, 412]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(dates).toEqual([1]);
    }
  });
});
