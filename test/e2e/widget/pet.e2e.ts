import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keepPicture } from '../kept-picture.ts';
import { Pet, PetJob } from '../../../contract/pets/record.ts';
import { startFixture } from '../fixture-server.ts';
import { isFocused, untilStill, violations, visit, type Visitor } from '../visitor.ts';
import { openLive } from '../live-service.ts';
import { sharpPhone as phone } from '../screens.ts';

const { browser, live } = await openLive();

beforeAll(async () => {
  await choose({ enabled: true, petId: 'ember', size: 96 });
});

const PetList = z.object({ pets: z.array(Pet) });

const en: BrowserContextOptions = { locale: 'en-GB' };
const article = '/archives/quick-start';

const choose = (pet: unknown) => live.writeConsole('/config/save', { pet });
const petOn = (page: Page) => page.locator('docent-pet .pet');
const launcherOn = (page: Page) => page.locator('docent-chat .launcher');
const figureOn = (page: Page) => petOn(page).locator('.figure');
const mood = (page: Page) => figureOn(page).getAttribute('data-mood');
/** The picture that is seen, as the end of its address. */
const seen = (page: Page) =>
  petOn(page)
    .locator('img.seen')
    .evaluate((image) => image.src.split('/').at(-1));
const picture = (page: Page, name: string) => keepPicture(page, `pet-${name}`);
const boxOf = async (page: Page) => {
  const box = await petOn(page).boundingBox();
  if (!box) throw new Error('The pet is not seen');
  return box;
};

async function drag(page: Page, to: { x: number; y: number }): Promise<void> {
  const box = await boxOf(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

async function asked(visitor: Visitor): Promise<void> {
  await petOn(visitor.page).click();
  await visitor.input.waitFor();
  await visitor.ask('How do I start Docent?');
}

test('PET49: the chosen pet replaces the button, opens the chat and has an accessible name', async () => {
  await using visitor = await visit(browser, live, article, en);
  const { page } = visitor;
  await petOn(page).waitFor();
  await expect.poll(() => launcherOn(page).isVisible()).toBe(false);
  const box = await boxOf(page);
  expect([box.width, box.height]).toEqual([96, 96]);
  expect(box.x + box.width).toBeGreaterThan(1100);
  await expect.poll(() => petOn(page).getAttribute('aria-label')).toMatch(/: Ask The Docent handbook$/);
  await expect.poll(() => violations(page, 'html')).toEqual([]);

  await petOn(page).focus();
  await page.keyboard.press('Enter');
  await visitor.input.waitFor();
  await expect.poll(() => isFocused(visitor.input)).toBe(true);
  // Beside the window, not behind it.
  const dialog = await page.locator('docent-chat dialog').boundingBox();
  await expect.poll(async () => (await boxOf(page)).x + 96).toBeLessThanOrEqual(dialog?.x ?? 0);
  await expect.poll(() => violations(page, 'docent-pet')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => launcherOn(page).isVisible()).toBe(false);
  await expect.poll(() => isFocused(petOn(page))).toBe(true);
  await expect.poll(async () => boxOf(page)).toEqual(box);
  expect(visitor.strays).toEqual([]);
  expect(visitor.troubles).toEqual([]);
});

test('it shows thinking while the answer streams, and happy or sad after a rating', async () => {
  await using visitor = await visit(browser, live, article, { ...en, reducedMotion: 'reduce' });
  const { page, panel } = visitor;
  await petOn(page).waitFor();
  await expect.poll(async () => [await mood(page), await seen(page)]).toEqual(['idle', 'master']);
  live.holdAnswers();
  await asked(visitor);
  await expect.poll(() => mood(page)).toBe('thinking');
  await expect.poll(() => seen(page)).toBe('thinking');
  await picture(page, 'thinking');
  live.release();
  await expect.poll(() => mood(page)).toBe('idle');
  await panel.getByRole('button', { name: 'Good answer' }).click();
  await expect.poll(() => seen(page)).toBe('happy');
  await picture(page, 'happy');

  await panel.getByRole('button', { name: 'New conversation' }).click();
  await visitor.ask('How do I start Docent?');
  await panel.getByRole('button', { name: 'Bad answer' }).click();
  await panel.getByRole('button', { name: 'Send feedback' }).click();
  await expect.poll(() => seen(page)).toBe('sad');
  await picture(page, 'sad');
  // And then it is itself again.
  await expect.poll(() => mood(page)).toBe('idle');
  expect(visitor.troubles).toEqual([]);
});

test('it can be dragged to another place, which is remembered; a drag opens nothing', async () => {
  await using visitor = await visit(browser, live, article, en);
  const { page } = visitor;
  await petOn(page).waitFor();
  await drag(page, { x: 200, y: 300 });
  await expect.poll(async () => (await boxOf(page)).x).toBeLessThan(60);
  await expect.poll(() => page.locator('docent-chat dialog[open]').count()).toBe(0);
  const { y } = await boxOf(page);
  expect(Math.abs(y + 48 - 300)).toBeLessThan(4);
  await page.reload();
  await petOn(page).waitFor();
  await expect.poll(async () => Math.round((await boxOf(page)).y)).toBe(Math.round(y));
  // The window opens at the same side.
  await petOn(page).click();
  await visitor.input.waitFor();
  const dialog = await page.locator('docent-chat dialog').boundingBox();
  expect(dialog?.x).toBeLessThan(60);
  await expect
    .poll(async () => (await boxOf(page)).x)
    .toBeGreaterThan((dialog?.x ?? 0) + (dialog?.width ?? 0) - 1);
});

test('WG59: it blinks and walks a little, but not for visitors who want less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await using visitor = await visit(browser, live, article, { ...en, reducedMotion });
    const { page } = visitor;
    await petOn(page).waitFor();
    // Observes the pet for a minute of fake time.
    await page.clock.install();
    await page.reload();
    await petOn(page).waitFor();
    // What it blinks with comes when somebody reaches for it.
    await expect.poll(() => petOn(page).locator('img').count()).toBe(1);
    await petOn(page).dispatchEvent('pointerenter');
    await expect.poll(() => petOn(page).locator('img').count()).toBe(5);
    await page.evaluate(`
      window.observed = new Set();
      const figure = document.querySelector('docent-pet').shadowRoot.querySelector('.figure');
      new MutationObserver(() => {
        observed.add(figure.querySelector('img.seen').src.split('/').at(-1));
        if ('walks' in figure.dataset) observed.add('walks ' + figure.dataset.faces);
      }).observe(figure, { subtree: true, attributes: true });`);
    for (let second = 0; second < 60; second++) await page.clock.runFor(1000);
    const observed = (await page.evaluate('[...observed].toSorted()')) as string[];
    expect(observed).toEqual(
      reducedMotion === 'reduce' ? [] : ['blink', 'master', 'walks left', 'walks right'],
    );
  }
});

test.each([320, 390])(
  'PET50: on a screen %s pixels wide it is small and stays in its corner',
  async (width) => {
    await choose({ enabled: true, petId: 'ember', size: 240 });
    try {
      await using visitor = await visit(browser, live, article, {
        ...en,
        viewport: { width, height: 700 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = visitor;
      await page.clock.install();
      await page.reload();
      await petOn(page).waitFor();
      await expect.poll(() => launcherOn(page).isVisible()).toBe(false);
      const box = await boxOf(page);
      expect(box.width).toBeGreaterThanOrEqual(44);
      expect(box.width * box.height).toBeLessThan(0.03 * width * 700);
      expect(box.x + box.width).toBeGreaterThan(width - 32);
      const places = new Set<number>();
      for (let second = 0; second < 60; second += 2) {
        await page.clock.runFor(2000);
        places.add((await boxOf(page)).x);
      }
      expect([...places]).toEqual([box.x]);
    } finally {
      await choose({ enabled: true, petId: 'ember', size: 96 });
    }
  },
);

test('PET47: without a pet, or when its picture does not arrive, the plain button is there', async () => {
  const fixture = await startFixture();
  try {
    for (const settings of [
      {},
      { pet: { id: 'x', name: 'Gone', masterUrl: '/pets/gone.png', expressions: {} } },
    ]) {
      fixture.settings = settings;
      await using visitor = await visit(browser, fixture, '/en');
      await launcherOn(visitor.page).waitFor();
      await visitor.page.waitForLoadState('networkidle');
      await expect.poll(() => petOn(visitor.page).count()).toBe(0);
      await launcherOn(visitor.page).click();
      await visitor.input.waitFor();
    }
  } finally {
    await fixture.close();
  }
});

test('PET47: an expression that does not arrive is left out', async () => {
  await using visitor = await visit(browser, live, '/healthz', en);
  const { page } = visitor;
  await page.route('**/pet-skins/*/blink', (route) => route.abort());
  await page.goto(live.site + article);
  await petOn(page).waitFor();
  await petOn(page).dispatchEvent('pointerenter');
  await expect.poll(() => petOn(page).locator('img').count()).toBe(4);
});

test('it is added again when a page removes it; destroying Docent removes the pet and the button', async () => {
  await using visitor = await visit(browser, live, article, en);
  const { page } = visitor;
  await petOn(page).waitFor();
  await page.evaluate(`document.querySelector('docent-pet').remove()`);
  await petOn(page).waitFor();
  await expect.poll(() => page.locator('docent-pet').count()).toBe(1);
  await page.evaluate('Docent.destroy()');
  await expect.poll(() => page.locator('docent-pet, docent-chat').count()).toBe(0);
});

test('PET49: it still replaces the button when the chat is drawn anew', async () => {
  await using visitor = await visit(browser, live, article, en);
  const { page } = visitor;
  await petOn(page).waitFor();
  const before = await launcherOn(page).getAttribute('aria-label');
  await page.evaluate("document.documentElement.lang = 'de'");
  await expect.poll(() => launcherOn(page).getAttribute('aria-label')).not.toBe(before);
  await expect.poll(() => launcherOn(page).isVisible()).toBe(false);
  await expect.poll(() => petOn(page).isVisible()).toBe(true);
  await asked(visitor);
});

test('PET8: a pet of one’s own is shown once it is confirmed, and not before', async () => {
  const form = new FormData();
  form.set('name', 'Momo');
  form.set('style', 'soft-3d');
  form.set('customPrompt', 'a small owl');
  const { jobId, petId } = PetJob.pick({ jobId: true, petId: true }).parse(
    await live.writeConsole('/pets/generate', form),
  );
  const isDone = async () => PetJob.parse(await live.readConsole(`/pets/jobs/${jobId}`)).status === 'done';
  await expect.poll(isDone).toBe(true);
  await choose({ enabled: true, petId, size: 140 });
  try {
    await using before = await visit(browser, live, article, en);
    await launcherOn(before.page).waitFor();

    const { pets } = PetList.parse(await live.readConsole('/pets/list'));
    const { masterUrl, masterRevision } = pets.find(({ id }) => id === petId) ?? {};
    await live.writeConsole(`/pets/${petId}/background/approve`, { masterUrl, masterRevision });
    await using visitor = await visit(browser, live, article, en);
    await visitor.page.getByRole('button', { name: /^Momo: Ask / }).waitFor();
    await expect.poll(async () => (await boxOf(visitor.page)).width).toBe(140);
    await picture(visitor.page, 'own');
  } finally {
    await choose({ enabled: true, petId: 'ember', size: 96 });
  }
});

for (const [screen, options] of Object.entries({ phone, desktop: {} })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`nothing is wrong to axe and the eye: ${screen}, ${colorScheme}`, async () => {
      await using visitor = await visit(browser, live, article, { ...en, ...options, colorScheme });
      const { page } = visitor;
      await petOn(page).waitFor();
      await picture(page, `${screen}-${colorScheme}-1-rests`);
      await expect.poll(() => violations(page, 'html')).toEqual([]);
      await petOn(page).click();
      await visitor.input.waitFor();
      await untilStill(page);
      await picture(page, `${screen}-${colorScheme}-2-beside`);
      await expect.poll(() => violations(page, 'docent-pet')).toEqual([]);
      // The pet is hidden where there is no room beside the window.
      await expect.poll(() => petOn(page).isVisible()).toBe(screen === 'desktop');
    });
  }
}
