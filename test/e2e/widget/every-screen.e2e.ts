import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../scenarios.ts';
import { contrastOf, cutOff, seen } from '../seen.ts';
import { openFixture, styleOf, violations, visit, type Visitor } from '../visitor.ts';
import { laptop, narrowPhone, shortPhone } from '../screens.ts';

const { browser, fixture } = await openFixture();

const screens = { desktop: laptop, phone: shortPhone, narrow: narrowPhone };

/** A busy machine may take long to draw a whole answer. */

async function answered(visitor: Visitor, scenario: Scenario, question = 'A question'): Promise<void> {
  fixture.scenario = scenario;
  const before = fixture.asked.length;
  await visitor.ask(question);
  await expect.poll(() => fixture.asked.length).toBe(before + 1);
  const send = visitor.panel.locator('.send[type=submit]');
  await expect
    .poll(async () => {
      fixture.release();
      return send.isVisible();
    })
    .toBe(true);
  await expect.poll(() => visitor.thread.locator('docent-prose[aria-busy]').count()).toBe(0);
}

/** The controls in a place, by their words and size. Links inside a sentence may be as small as its letters. */
const controlsIn = (place: Locator) =>
  place.evaluate((root) =>
    [...(root.shadowRoot ?? root).querySelectorAll('button, a, summary, input, textarea')]
      .filter((each) => each.getClientRects().length > 0 && !each.matches('.prose p a, .prose li a, .mark *'))
      .map((each) => {
        const { left, right, width, height } = each.getBoundingClientRect();
        const words = `${each.className} ${each.ariaLabel ?? each.textContent.trim()}`;
        return { words: words.slice(0, 60), left, right, side: Math.round(Math.min(width, height)) };
      }),
  );

/** States of the chat, each as a way to get there. */
const states: readonly (readonly [string, Scenario])[] = [
  ['an answer with code and a table', 'zh'],
  ['cards', 'latest'],
  ['a partial answer', 'partial'],
  ['a failed answer', 'failed'],
  ['a question that is not covered', 'notCovered'],
  ['formulas', 'drawn'],
  ['several passages', 'quoted'],
];

const settings = {
  contactUrl: 'mailto:help@example.org',
  allowVisitorReasoning: true,
  showPrivacyTip: true,
  shortcuts: [{ id: 'a', label: 'Backing up', query: 'How do I back up the site and everything in it?' }],
};

describe.each(['phone', 'narrow'] as const)('on a %s screen', (screen) => {
  test('WG12, WG13: every state of the chat fits, and all that can be pressed is large enough for a finger', async () => {
    fixture.settings = settings;
    await using visitor = await visit(browser, fixture, '/articles/backup', screens[screen]);
    const { width } = screens[screen].viewport;
    const look = async (state: string) => {
      const controls = await controlsIn(visitor.panel);
      expect(controls.length).toBeGreaterThan(3);
      const bad = controls.filter(({ left, right, side }) => side < 44 || left < 0 || right > width);
      await expect
        .poll(async () => ({ state, bad, cut: await cutOff(visitor.panel) }))
        .toEqual({ state, bad: [], cut: [] });
    };
    await visitor.open();
    await visitor.input.waitFor();
    await look('welcome');
    await visitor.panel.getByRole('button', { name: 'Got it' }).click();
    await visitor.panel.getByRole('button', { name: 'Ask about this page' }).click();
    await look('about a page');
    for (const [state, scenario] of states) {
      await answered(visitor, scenario);
      await look(state);
    }
    await visitor.panel.getByRole('button', { name: 'Bad answer' }).last().click();
    await visitor.panel.getByRole('textbox', { name: 'Tell us more' }).waitFor();
    await look('feedback');
  });

  test('WG13: what belongs together stands together: sources, and the icons below the answer', async () => {
    await using visitor = await visit(browser, fixture, '/en', screens[screen]);
    await visitor.open();
    await answered(visitor, 'en');
    const rows = visitor.thread.locator('.references li');
    const [first, second] = [await rows.nth(0).boundingBox(), await rows.nth(1).boundingBox()];
    const quote = await rows.nth(0).locator('q').boundingBox();
    const title = await rows.nth(1).locator('.title').boundingBox();
    expect((title?.y ?? 0) - (quote?.y ?? 0) - (quote?.height ?? 0)).toBeLessThan(24);
    await expect.poll(() => rows.locator('a').count()).toBe(2);
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThanOrEqual(44);
    const [icon, text] = [
      await visitor.thread.locator('.tools .icon').first().boundingBox(),
      await visitor.thread.locator('.answer p').first().boundingBox(),
    ];
    expect(Math.abs((icon?.x ?? 0) - (text?.x ?? 0))).toBeLessThan(3);
  });

  test('WG12, WG13: every state of the search fits, and all that can be pressed is large enough for a finger', async () => {
    fixture.settings = { suggestions: ['How do I back up?', 'What is kept?'] };
    await using visitor = await visit(browser, fixture, '/en/search', screens[screen]);
    const { page, search, field } = visitor;
    const look = async (state: string) => {
      const controls = await controlsIn(search);
      const bad = controls.filter(({ side }) => side < 44);
      await expect
        .poll(async () => ({ state, bad, cut: await cutOff(search) }))
        .toEqual({ state, bad: [], cut: [] });
    };
    await page.getByRole('button', { name: 'Search' }).click();
    await search.getByRole('button', { name: 'What is kept?' }).waitFor();
    await look('start');
    await field.fill('backup');
    await search.locator('.row').nth(2).waitFor();
    await look('results');
    await field.press('Enter');
    await expect.poll(() => fixture.answered.length).toBe(1);
    fixture.release();
    await search.getByRole('button', { name: 'Continue in chat' }).waitFor();
    await look('answer');
  });
});

/** Languages of the widget beyond those of the other tests; the page changes to each without a load. */
const furtherLanguages = ['it', 'nl', 'pl', 'tr', 'vi', 'id', 'ar', 'he'];

test.each([
  ['on a desktop', screens.desktop],
  ['on a phone', screens.phone],
  ['in forced colours', { ...screens.desktop, forcedColors: 'active' }],
  ['at a zoom of 400 %', { ...screens.desktop, viewport: { width: 320, height: 256 } }],
] as const)(
  'WG1, WG12: in each further language every state fits and nothing is wrong to axe, %s',
  async (look, options) => {
    fixture.settings = { ...settings, siteTitle: 'Docent', suggestions: ['How do I back up?'] };
    await using visitor = await visit(browser, fixture, '/en', options);
    const { page, panel, search } = visitor;
    const isTouched = look === 'on a phone';
    const { width } = options.viewport;
    const read = async (state: string, place: Locator) => {
      const controls = await controlsIn(place);
      const bad = controls.filter(
        ({ left, right, side }) => (isTouched && side < 44) || left < 0 || right > width,
      );
      return { state, bad, cut: await cutOff(place), wrong: await violations(page, 'html') };
    };
    const isSound = async (state: string, place: Locator) => {
      // A window that fades in has its colours at the end.
      await expect.poll(() => read(state, place)).toEqual({ state, bad: [], cut: [], wrong: [] });
    };
    for (const language of furtherLanguages) {
      await page.evaluate(`document.documentElement.lang = '${language}'`);
      await page.locator(`docent-chat .shell[lang=${language}]`).waitFor();
      await page.evaluate("Docent.search('backup')");
      await search.locator('.row').nth(2).waitFor();
      await isSound(`${language}: button and search`, search);
      await page.evaluate('Docent.closeSearch(); Docent.open()');
      await visitor.input.waitFor();
      await isSound(`${language}: empty`, panel);
      await answered(visitor, 'en');
      await answered(visitor, 'failed');
      await isSound(`${language}: an answer and an error`, panel);
      await panel.locator('.bar .tool').nth(1).click();
      await expect.poll(() => visitor.thread.locator('.turn').count()).toBe(0);
      await page.evaluate('Docent.close()');
    }
    expect(visitor.troubles).toEqual([]);
  },
);

describe.each(['desktop', 'phone'] as const)('on a page from right to left, on a %s', (screen) => {
  test('WG12: the question stands where lines end, its words run in their own direction, sources begin at their number', async () => {
    await using visitor = await visit(browser, fixture, '/ar', screens[screen]);
    await visitor.open();
    const edges = async (place: Locator) => {
      const box = await place.boundingBox();
      return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
    };
    for (const question of ['How do I back up?', 'كيف أنسخ الموقع؟']) {
      await answered(visitor, 'en', question);
      const turn = visitor.thread.locator('.turn').last();
      const [room, bubble] = [await edges(turn), await edges(turn.locator('.question'))];
      expect(bubble.left).toBeCloseTo(room.left, 0);
      expect(bubble.right).toBeLessThan(room.right - 40);
      // The question mark ends the sentence: on the right of English, on the left of Arabic words.
      const marks = await turn.locator('.asked').evaluate((element) => {
        const words = element.lastChild;
        const boxOf = (from: number) => {
          const range = element.ownerDocument.createRange();
          range.setStart(words, from);
          range.setEnd(words, from + 1);
          return range.getBoundingClientRect().left;
        };
        return boxOf(words.data.length - 1) - boxOf(0);
      });
      expect(Math.sign(marks)).toBe(question.startsWith('How') ? 1 : -1);
    }
    const row = visitor.thread.locator('[data-reference="1"]').last();
    await row.scrollIntoViewIfNeeded();
    const [number, title] = [await edges(row.locator('.number')), await firstLine(row.locator('.title'))];
    expect(number.left - title.right).toBeGreaterThan(0);
    expect(number.left - title.right).toBeLessThan(16);
    await expect.poll(() => violations(visitor.page)).toEqual([]);
  });
});

/** The first line of words that may take several. */
const firstLine = (place: Locator): Promise<{ readonly left: number; readonly right: number }> =>
  place.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const [{ left, right }] = range.getClientRects();
    return { left, right };
  });

test('WG12: on a page from left to right the question stands on the right', async () => {
  await using visitor = await visit(browser, fixture, '/zh', screens.desktop);
  await visitor.open();
  await answered(visitor, 'zh', '怎样备份？');
  const [room, bubble] = [
    await visitor.thread.locator('.turn').boundingBox(),
    await visitor.thread.locator('.question').boundingBox(),
  ];
  expect((bubble?.x ?? 0) + (bubble?.width ?? 0)).toBeCloseTo((room?.x ?? 0) + (room?.width ?? 0), 0);
});

test.each(['desktop', 'phone'] as const)(
  'WG21: a page that is the chat alone prints the whole conversation, dark on white, on a %s',
  async (screen) => {
    fixture.settings = { theme: 'dark' };
    await using visitor = await visit(browser, fixture, '/en?ai-embed=1', screens[screen]);
    const { page, thread, panel } = visitor;
    await visitor.input.waitFor();
    for (const scenario of ['drawn', 'quoted'] as const) await answered(visitor, scenario);
    await page.emulateMedia({ media: 'print' });
    for (const place of [thread.locator('.question').first(), thread.locator('.references li').last()]) {
      await expect.poll(async () => (await place.boundingBox())?.height).toBeGreaterThan(10);
      const below = async () => {
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        const box = await place.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0) - height;
      };
      await expect.poll(below).toBeLessThanOrEqual(0);
      await expect.poll(() => contrastOf(place)).toBeGreaterThan(4.5);
    }
    await expect.poll(() => contrastOf(thread.locator('.prose p').first())).toBeGreaterThan(10);
    await expect
      .poll(() => thread.evaluate((element) => element.scrollHeight - element.clientHeight))
      .toBe(0);
    for (const place of ['.footer', '.tool', '.tools', '.plain-button'])
      await expect.poll(() => panel.locator(place).filter({ visible: true }).count()).toBe(0);
  },
);

test.each(['desktop', 'phone'] as const)(
  'WG21: a printed page shows the article and nothing of the widget, on a %s',
  async (screen) => {
    fixture.results = undefined;
    await using visitor = await visit(browser, fixture, '/articles/backup', screens[screen]);
    const { page } = visitor;
    await visitor.open();
    await answered(visitor, 'en');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('article').isVisible()).toBe(true);
    const parts = page.locator('docent-chat dialog, docent-chat .launcher, docent-panel');
    await expect
      .poll(() => parts.evaluateAll((all) => all.filter((each) => each.getClientRects().length > 0).length))
      .toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => seen(visitor.input)).toMatchObject({ isOnTop: true });
  },
);

test.each(['light', 'dark'] as const)('WG12: pressed buttons are readable, %s', async (theme) => {
  fixture.settings = { theme, allowVisitorReasoning: true };
  fixture.scenario = 'partial';
  await using visitor = await visit(browser, fixture, '/en');
  const { panel } = visitor;
  await visitor.open();
  await panel.locator('.toggle').click();
  await visitor.ask('How do I back up?');
  await visitor.thread.getByText('A sentence that is being read').waitFor();
  fixture.release();
  await panel.locator('.dislike').click();
  await panel.locator('.reasons button').first().click();
  await panel.locator('.reasons [aria-pressed=true]').waitFor();
  await expect.poll(() => panel.locator('.toggle').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => violations(visitor.page)).toEqual([]);
});

test('WG12: who wants less motion sees none', async () => {
  fixture.scenario = 'silence';
  await using visitor = await visit(browser, fixture, '/en/search', {
    ...screens.desktop,
    reducedMotion: 'reduce',
  });
  const { page } = visitor;
  const moving = () =>
    page.evaluate(
      `document.getAnimations().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)`,
    );
  /** What moves in the next frame. */
  const stays = async () => {
    await page.evaluate('new Promise(requestAnimationFrame)');
    const moves = await moving();
    expect(moves).toEqual([]);
  };
  await page.getByRole('button', { name: 'Search' }).click();
  await stays();
  await visitor.field.press('Escape');
  await visitor.open();
  await stays();
  fixture.scenario = 'en';
  await visitor.ask('A question');
  await visitor.thread.locator('.waiting').waitFor();
  await stays();
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  await visitor.thread.locator('.references').waitFor();
  await visitor.thread.locator('.references li').first().hover();
  await visitor.thread.locator('.mark a').first().click();
  await stays();
});

test('WG12: where the system chooses the colours, what colours told apart has lines', async () => {
  fixture.settings = settings;
  await using visitor = await visit(browser, fixture, '/en', { ...screens.desktop, forcedColors: 'active' });
  await visitor.open();
  await visitor.input.waitFor();
  const lined = async (place: Locator) => {
    const style = await styleOf(place, ['borderTopStyle', 'outlineStyle', 'textDecorationLine']);
    return Object.values(style).some((value) => value === 'solid' || value === 'underline');
  };
  await expect.poll(() => lined(visitor.panel.locator('.shortcut').first())).toBe(true);
  const longer = visitor.panel.getByRole('button', { name: 'Think longer' });
  await longer.click();
  await visitor.input.focus();
  await expect.poll(() => lined(longer)).toBe(true);
  await visitor.panel.getByRole('button', { name: 'Got it' }).click();
  await answered(visitor, 'quoted');
  for (const place of ['.question', '.mark a', '.references .number', '.tool', '.composer', '.send'])
    await expect
      .poll(async () => ({ place, lined: await lined(visitor.panel.locator(place).first()) }))
      .toEqual({
        place,
        lined: true,
      });
});

test('WG3: the promise of sources is made only where they are shown', async () => {
  for (const [showReferences, words] of [
    [true, 'Answers come from the articles on this site, with sources.'],
    [false, 'Answers come from the articles on this site.'],
  ] as const) {
    fixture.settings = { showReferences };
    await using visitor = await visit(browser, fixture, '/en', screens.desktop);
    await visitor.open();
    await expect.poll(() => visitor.panel.locator('.intro').innerText()).toBe(words);
  }
});
