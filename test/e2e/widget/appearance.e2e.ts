import type { BrowserContextOptions } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { keepPicture } from '../kept-picture.ts';
import type { Scenario } from '../scenarios.ts';
import { openFixture, styleOf, untilStill, violations, visit, type Visitor } from '../visitor.ts';
import { sharpPhone as phone } from '../screens.ts';

const { browser, fixture } = await openFixture();
beforeEach(() => void (fixture.settings = rich));

const rich = {
  triggerSize: 48,
  triggerLabel: '',
  triggerShape: 'circle',
  allowVisitorReasoning: true,
  showPrivacyTip: true,
  showRetrievalStatus: true,
  shortcuts: [
    { id: 'hot', label: '', query: '最近大家都在读什么？', icon: 'fire', intentRouteId: 'hot' },
    { id: 'new', label: '最新文章', query: '这个月有哪些新文章？', icon: 'clock' },
    { id: 'tag', label: '', query: '关于备份有哪些文章？', icon: 'tag' },
  ],
};

const desktop: BrowserContextOptions = { viewport: { width: 1200, height: 800 } };
const screens = { phone, desktop };
const themes = ['light', 'dark'] as const;

/** Shows a scenario to its end. */
async function show(visitor: Visitor, scenario: Scenario, question: string): Promise<void> {
  fixture.scenario = scenario;
  const before = fixture.asked.length;
  await visitor.ask(question);
  await expect.poll(() => fixture.asked.length).toBe(before + 1);
  fixture.release();
  await visitor.panel.getByRole('button', { name: /Stop answering|停止回答/ }).waitFor({ state: 'detached' });
  fixture.release();
}

/** Themes of pages that know light and dark. */
const darken = (visitor: Visitor) => visitor.page.evaluate(`document.documentElement.classList.add('dark')`);

const picture = (visitor: Visitor, name: string) => keepPicture(visitor.page, name);

for (const [screen, options] of Object.entries(screens)) {
  for (const theme of themes) {
    for (const language of ['zh', 'en'] as const) {
      test(`nothing is wrong to axe and the eye: ${screen}, ${theme}, ${language}`, async () => {
        await using visitor = await visit(browser, fixture, `/${language}`, options);
        const take = (name: string) => picture(visitor, `${language}-${screen}-${theme}-${name}`);
        if (theme === 'dark') await darken(visitor);
        await visitor.page.locator('docent-chat .launcher').waitFor();
        await take('1-page');
        await expect.poll(() => violations(visitor.page)).toEqual([]);
        await visitor.open();
        await visitor.input.waitFor();
        await untilStill(visitor.page);
        await take('2-welcome');
        await expect.poll(() => violations(visitor.page)).toEqual([]);
        await visitor.panel.getByRole('button', { name: /Got it|知道了/ }).click();
        await show(
          visitor,
          language,
          language === 'zh' ? '怎么备份站点，升级前要注意什么？' : 'How do I back up the site?',
        );
        await visitor.panel.locator('.references').waitFor();
        await take('3-answer');
        await expect.poll(() => violations(visitor.page)).toEqual([]);
        await visitor.panel.getByRole('button', { name: /Bad answer|没帮助/ }).click();
        await take('4-comment');
        await expect.poll(() => violations(visitor.page)).toEqual([]);
      });
    }
  }
}

for (const theme of themes) {
  test(`every kind of answer in ${theme}`, async () => {
    await using visitor = await visit(browser, fixture, '/zh/inline', desktop);
    if (theme === 'dark') await darken(visitor);
    await visitor.input.waitFor();
    await visitor.panel.getByRole('button', { name: '知道了' }).click();
    fixture.scenario = 'zh';
    await visitor.ask('怎么备份站点？');
    await visitor.thread.getByText('正在阅读 3 篇文章').waitFor();
    await picture(visitor, `kinds-${theme}-waiting`);
    await expect.poll(() => violations(visitor.page)).toEqual([]);
    fixture.release();
    await visitor.panel.locator('.references').waitFor();
    const kinds: [Scenario, string][] = [
      ['structured', '最近大家都在读什么？'],
      ['reasoning', '怎么备份？'],
      ['notCovered', '怎么训练猫？'],
      ['limited', '再问一个'],
      ['disabled', '再问一个'],
      ['cut', '再问一个'],
    ];
    for (const [scenario, question] of kinds) {
      await show(visitor, scenario, question);
      await picture(visitor, `kinds-${theme}-${scenario}`);
      await expect
        .poll(async () => ({ scenario, found: await violations(visitor.page) }))
        .toEqual({ scenario, found: [] });
    }
  });
}

test('the inline panel fits its place, and a page from right to left mirrors it', async () => {
  await using inline = await visit(browser, fixture, '/en/inline', desktop);
  await show(inline, 'en', 'How do I back up the site?');
  await picture(inline, 'inline-en');
  const box = await inline.panel.boundingBox();
  expect(box?.width).toBeGreaterThan(500);
  await using mirrored = await visit(browser, fixture, '/ar', desktop);
  await mirrored.open();
  await show(mirrored, 'en', 'How do I back up the site?');
  await mirrored.panel.locator('.references').waitFor();
  await picture(mirrored, 'rtl');
  await expect.poll(() => violations(mirrored.page)).toEqual([]);
  // WG56: what is said in another language than the window's is read out and set in its own.
  for (const place of ['.asked', 'docent-prose'])
    await expect.poll(() => mirrored.panel.locator(place).getAttribute('lang')).toBe('en');
});

test('WG1, WG12: the window runs in the direction of its language, whatever the page says', async () => {
  for (const [language, direction, close] of [
    ['ar', 'rtl', 'إغلاق'],
    ['he', 'rtl', 'סגירה'],
    ['pl', 'ltr', 'Zamknij'],
    ['vi', 'ltr', 'Đóng'],
  ] as const) {
    await using visitor = await visit(browser, fixture, '/en', desktop);
    await visitor.page.evaluate(`document.documentElement.lang = '${language}'`);
    await visitor.page.locator(`docent-chat .shell[lang=${language}]`).waitFor();
    await visitor.open();
    await visitor.input.waitFor();
    await expect.poll(() => styleOf(visitor.panel, ['direction'])).toEqual({ direction });
    const box = await visitor.panel.getByRole('button', { name: close }).boundingBox();
    const outer = await visitor.panel.boundingBox();
    const isLeft = (box?.x ?? 0) < (outer?.x ?? 0) + (outer?.width ?? 0) / 2;
    expect({ language, isLeft }).toEqual({ language, isLeft: direction === 'rtl' });
    await picture(visitor, `language-${language}`);
    await expect.poll(() => violations(visitor.page)).toEqual([]);
  }
});

test('arrows follow the direction of the page, whatever its language', async () => {
  for (const [path, towards] of [
    ['/ar', 'left'],
    ['/rtl', 'left'],
    ['/ltr', 'right'],
    ['/en', 'right'],
  ] as const) {
    await using visitor = await visit(browser, fixture, path, desktop);
    await visitor.open();
    await show(visitor, 'en', 'How do I back up the site?');
    await visitor.panel.locator('.references summary').click();
    // The chevron points down; a turn to the right by a quarter lets it point to the left.
    const arrow = visitor.panel.locator('.references .arrow');
    const transform = towards === 'left' ? 'matrix(0, 1, -1, 0, 0, 0)' : 'matrix(0, -1, 1, 0, 0, 0)';
    await expect.poll(() => styleOf(arrow, ['transform'])).toEqual({ transform });
  }
});

test('a button with two letters in place of the icon', async () => {
  fixture.settings = { triggerLabel: 'AI' };
  await using visitor = await visit(browser, fixture, '/zh', desktop);
  await visitor.page.getByRole('button', { name: '问问本站' }).waitFor();
  await picture(visitor, 'default-page');
  await expect.poll(() => violations(visitor.page)).toEqual([]);
  await visitor.open();
  await visitor.input.waitFor();
  await picture(visitor, 'default-welcome');
});

test('the window follows the theme of the page while it is open', async () => {
  await using visitor = await visit(browser, fixture, '/en', { ...desktop, colorScheme: 'dark' });
  await visitor.open();
  await visitor.input.waitFor();
  const background = () => styleOf(visitor.panel, ['backgroundColor']);
  await expect.poll(background).toEqual({ backgroundColor: 'rgb(255, 255, 255)' });
  await darken(visitor);
  await expect.poll(background).toEqual({ backgroundColor: 'rgb(23, 25, 30)' });
});

test('on a phone the page rests behind the window, and the page does not move for reduced motion', async () => {
  await using visitor = await visit(browser, fixture, '/en', { ...phone, reducedMotion: 'reduce' });
  await visitor.open();
  await visitor.input.waitFor();
  const dialog = visitor.page.locator('docent-chat dialog');
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expect.poll(() => styleOf(dialog, ['animationName'])).toEqual({ animationName: 'none' });
});
