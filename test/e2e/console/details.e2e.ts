import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contrastOf } from '../seen.ts';
import { styleOf, untilStill } from '../visitor.ts';
import { signIn } from './administrator.ts';
import { openLive } from '../live-service.ts';
import { phone } from '../screens.ts';
import { countRounds } from './rounds.ts';

/** A service that was started a minute ago: no questions, no calls, no pets. */
const { browser, live } = await openLive();

/** Pages of the menu that show something of the service. */
const askingPages = [
  '/models',
  '/knowledge',
  '/retrieval',
  '/chat',
  '/intent-routes',
  '/pets',
  '/excerpts',
  '/mindmap',
  '/chat-logs',
  '/evaluations',
  '/agent',
  '/usage',
  '/notices',
];

/** Pages of which a part asks once the rest is there. */
const twoRounds = new Set(['/evaluations', '/pets']);

test('on a phone the current one of the retrieval tabs is in sight', async () => {
  await using admin = await signIn(browser, live, phone);
  await admin.open('/debug');
  const isInSight = async () => {
    const bar = await boxOf(admin.page, '.tabs');
    const tab = await boxOf(admin.page, '.tabs [aria-current]');
    return tab.x >= bar.x && tab.x + tab.width <= bar.x + bar.width;
  };
  await expect.poll(isInSight).toBe(true);
});

test('FILE5: pages inside the console are drawn after two rounds of requests at most, and of few files', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const counted = await countRounds(page);
  const files: string[] = [];
  page.on('request', (request) => {
    if (/\/console\/assets\/[^/]+\.(?:js|css)$/.test(request.url())) files.push(request.url());
  });
  await admin.open('/account');
  const html = await (await fetch(`${live.service}/console/`)).text();
  const fromTheStart = files.filter((file) => html.includes(new URL(file).pathname));
  expect(fromTheStart.length).toBeGreaterThan(1);
  expect(files.length - fromTheStart.length).toBeLessThanOrEqual(6);
  const late: Record<string, unknown> = {};
  for (const path of askingPages) {
    files.length = 0;
    await page.locator(`nav a[href$="/console${path}"]`).first().click();
    await page.waitForURL(`**/console${path}`);
    let found: Awaited<ReturnType<typeof counted.drawn>>;
    await expect.poll(async () => (found = await counted.drawn()), { message: path }).toBeDefined();
    if (found?.some(({ round }) => round > (twoRounds.has(path) ? 2 : 1))) late[path] = found;
    if (files.length > 4) late[`files of ${path}`] = [...files];
  }
  expect(late).toEqual({});
  expect(admin.troubles).toEqual([]);
});

test('an empty log says whether nobody has asked or nothing matches', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const nobody = page.getByText('No questions in this period.', { exact: false });
  for (const view of ['', '?view=table']) {
    await admin.open(`/chat-logs${view}`);
    await nobody.waitFor();
    await admin.open(`/chat-logs${view === '' ? '?' : `${view}&`}question=nothing-like-this`);
    await page.getByText('No matches.', { exact: false }).waitFor();
    await expect.poll(() => nobody.count()).toBe(0);
  }
});

test('fields for numbers are as wide as their place on a phone', async () => {
  await using admin = await signIn(browser, live, phone);
  for (const path of ['/agent', '/evaluations']) {
    await admin.open(path);
    const numbers = admin.page.locator('.n-input-number');
    await numbers.first().waitFor();
    const narrow = await numbers.evaluateAll((fields) =>
      fields.filter((field) => {
        const place = field.closest('.n-form-item-blank');
        return !place || field.getBoundingClientRect().width < place.getBoundingClientRect().width - 1;
      }),
    );
    expect([path, narrow.length]).toEqual([path, 0]);
  }
});

test('the card of the sign-in page keeps a margin on a small phone', async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, isMobile: true });
  try {
    const page = await context.newPage();
    await page.goto(`${live.service}/login`);
    const margin = async () => {
      const { x, width } = await boxOf(page, 'main');
      return Math.min(x, 320 - x - width);
    };
    await expect.poll(margin).toBeGreaterThanOrEqual(12);
  } finally {
    await context.close();
  }
});

test('the hint of a route id stays while the id is typed', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: 'New route' }).click();
  const hint = page.getByText('Lowercase letters, digits and hyphens.', { exact: false });
  await hint.waitFor();
  await page.getByRole('textbox', { name: 'ID' }).fill('opening-hours');
  await expect.poll(() => hint.isVisible()).toBe(true);
});

test('without a call there is no failure rate', async () => {
  await using admin = await signIn(browser, live);
  await admin.open('/usage');
  const card = admin.page.locator('.figure', { hasText: 'Failure rate' });
  await expect.poll(() => card.locator('.value').innerText()).toMatch(/^–/);
});

test('the index says in one line of figures that only keywords are searched', async () => {
  await using admin = await signIn(browser, live, {
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  });
  await admin.open('/knowledge');
  const values = admin.page.locator('.figure .value');
  await values.filter({ hasText: '仅关键词检索' }).waitFor();
  const heights = await values.evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect().height),
  );
  expect(new Set(heights.map(Math.round)).size).toBe(1);
});

test('on a phone a note beside a figure does not break within a word', async () => {
  await using admin = await signIn(browser, live, { ...phone, locale: 'zh-CN' });
  await admin.open('/chat-logs');
  const notes = admin.page.locator('.figure small');
  await notes.filter({ hasText: '差评' }).first().waitFor();
  const lines = await notes.evaluateAll((found) =>
    found.map((note) => {
      // So narrow that a part of it would stay beside the figure.
      if (note.parentElement) note.parentElement.style.width = '70px';
      return note.getClientRects().length;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
});

test('the table of the home page has what the chart of costs shows', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/overview');
  await page.getByText('View as table').click();
  await page.getByRole('columnheader', { name: 'Answer rate' }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Cost' }).count()).toBe(1);
});

test('examples of a route to describe stay within the dialog of a phone', async () => {
  await using admin = await signIn(browser, live, phone);
  const { page } = admin;
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: 'Describe a route' }).click();
  // Its place is measured once it has opened.
  await page.getByRole('dialog').waitFor();
  await untilStill(page);
  const dialog = await boxOf(page, '[role=dialog]');
  for (const example of await page.locator('.examples button').all()) {
    const box = await example.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(dialog.x + dialog.width);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    const { lineHeight, fontSize } = await styleOf(example, ['lineHeight', 'fontSize']);
    expect(parseFloat(lineHeight ?? '') / parseFloat(fontSize ?? '')).toBeGreaterThan(1.3);
  }
});

test('on a phone the button of a section stands beside its heading', async () => {
  await using admin = await signIn(browser, live, phone);
  await admin.open('/chat');
  const heads = admin.page.locator('main .head:has(button[aria-label^="Restore defaults"])');
  await heads.nth(5).waitFor();
  const below = await heads.evaluateAll((all) =>
    all
      .filter((head) => {
        const [h2, extra] = head.children;
        const { bottom } = h2.getBoundingClientRect();
        return extra.getBoundingClientRect().top >= bottom;
      })
      .map((head) => head.textContent),
  );
  expect(below).toEqual([]);
});

test('what Docent may not do on a platform says what it needs, and the plugin is named where there is one', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await page.route('**/system/info', async (route) => {
    const reply = await route.fetch();
    const info = z.looseObject({ host: z.looseObject({}) }).parse(await reply.json());
    const host = { ...info.host, kind: 'wordpress', version: 'REST v2', canWriteExcerpts: false };
    await route.fulfill({ json: { ...info, host } });
  });
  await admin.open('/system');
  const site = page
    .locator('.n-card')
    .filter({ has: page.getByRole('heading', { name: 'Site', exact: true }) });
  await site.getByText('DOCENT_WORDPRESS_USER').waitFor();
  await expect.poll(() => site.getByRole('cell', { name: 'WordPress', exact: true }).count()).toBe(1);
  await expect.poll(() => site.getByRole('link').getAttribute('href')).toContain('connect-wordpress');
  await expect.poll(() => site.locator('.line').count()).toBe(2);
  await admin.open('/site');
  await page.getByText('On WordPress, the Docent plugin adds this line for you').waitFor();
});

test('buttons of a page stand beside its title and leave its introduction the whole width', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  const boxOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.setViewportSize({ width: 820, height: 900 });
  await admin.open('/intent-routes');
  await expect.poll(async () => (await boxOf('main .intro')).width).toBeGreaterThan(700);
  await page.setViewportSize({ width: 390, height: 844 });
  await admin.open('/overview');
  const beside = async () => {
    const [title, refresh] = [await boxOf('main h1'), await boxOf('main header button')];
    const lower = Math.abs(refresh.y + refresh.height / 2 - title.y - title.height / 2);
    return { isRight: refresh.x > title.x, isLevel: lower < 4 };
  };
  await expect.poll(beside).toEqual({ isRight: true, isLevel: true });
});

test('where the system chooses the colours, switches are seen, on differs from off, and the chosen part has a line', async () => {
  await using admin = await signIn(browser, live, { forcedColors: 'active' });
  const { page } = admin;
  const railOf = async (path: string) => {
    await admin.open(path);
    const rail = page.locator('main .n-switch__rail').first();
    const border = async () => (await styleOf(rail, ['borderTopStyle']))['borderTopStyle'];
    await expect.poll(async () => [path, await border()]).toEqual([path, 'solid']);
    const { backgroundColor } = await styleOf(rail, ['backgroundColor']);
    const knob = await styleOf(rail.locator('.n-switch__button'), ['backgroundColor']);
    expect(knob['backgroundColor']).not.toBe(backgroundColor);
    return { rail: backgroundColor, knob: knob['backgroundColor'] };
  };
  const [on, off] = [await railOf('/search'), await railOf('/enhancement')];
  expect(on.rail).not.toBe(off.rail);
  expect(on.knob).not.toBe(off.knob);
  await admin.open('/writing');
  const chosen = page.locator('main [aria-pressed=true]').first();
  await expect.poll(async () => (await styleOf(chosen, ['outlineStyle']))['outlineStyle']).toBe('solid');
});

test.each([
  ['en-GB', 'Docent cannot be reached.'],
  ['zh-CN', '无法连接 Docent'],
] as const)('a service that cannot be reached is said in plain words: %s', async (locale, words) => {
  await using admin = await signIn(browser, live, { locale });
  const { page } = admin;
  await admin.open('/models');
  await page.route('**/apis/**', (route) => route.abort());
  await page.locator('nav a[href$="/knowledge"]').first().click();
  await page.getByText(words, { exact: false }).first().waitFor();
  await expect.poll(() => page.getByText('Failed to fetch').count()).toBe(0);
});

test.each(['light', 'dark'] as const)(
  'in the %s theme an empty box can be seen, and a colour that is not set is blank',
  async (colorScheme) => {
    await using admin = await signIn(browser, live, { colorScheme });
    await admin.open('/doctor');
    const box = admin.page.locator('main .n-checkbox-box__border').first();
    await expect.poll(() => contrastOf(box, 'borderTopColor')).toBeGreaterThanOrEqual(3);
    await admin.open('/search');
    const pattern = admin.page.locator('[data-field] .n-color-picker-checkboard');
    await pattern.waitFor({ state: 'attached' });
    await expect.poll(() => pattern.isVisible()).toBe(false);
  },
);

test('PET8: a built-in skin is put on the site with one button, and the list says which one visitors meet', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await live.writeConsole('/config/save', { pet: { enabled: false, petId: '' } });
  await admin.open('/pets');
  await page.getByRole('button', { name: 'Show on the site: Inky' }).click();
  // The tag in the list: a section further down has the same words as its heading.
  await page.getByRole('list').getByText('On the site', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Show on the site: Inky' }).count()).toBe(0);
  await expect
    .poll(() => live.readConsole('/config'))
    .toMatchObject({ pet: { enabled: true, petId: 'inky' } });
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}
