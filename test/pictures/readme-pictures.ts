import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { z } from 'zod';
import { signIn, type Administrator } from '../e2e/console/administrator.ts';
import type { LiveService } from '../e2e/live-service.ts';
import { visit, type Visitor } from '../e2e/visitor.ts';

const look = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  colorScheme: 'light',
  reducedMotion: 'reduce',
} as const;
const article = '/archives/backup-and-upgrade';

/** The pictures of the README: what people see on the shipped handbook, answered by the built-in models. */
export async function takeReadme(browser: Browser, live: LiveService, folder: string): Promise<void> {
  const write = async (page: Page, name: string) => {
    await page.waitForTimeout(800);
    const picture = await page.screenshot({ animations: 'disabled' });
    await sharp(picture)
      .webp({ quality: 80, effort: 6 })
      .toFile(join(folder, `${name}.webp`));
  };
  await prepare(live);
  for (const [name, show] of Object.entries(visitorPictures)) {
    await using visitor = await visit(browser, live, article, look);
    await visitor.page.locator('docent-pet .figure img.seen').waitFor();
    await show(visitor);
    await write(visitor.page, name);
  }
  for (const [name, show] of Object.entries(consolePictures)) {
    await using admin = await signIn(browser, live, look);
    await show(admin);
    await write(admin.page, name);
  }
}

/** A mascot, and the map of the article. */
async function prepare(live: LiveService): Promise<void> {
  await live.writeConsole('/config/save', { pet: { enabled: true, petId: 'ember' } });
  const maps = await live.readConsole('/mindmap/articles?keyword=Backup');
  const { items } = z.object({ items: z.array(z.object({ postName: z.string() })) }).parse(maps);
  for (const { postName } of items) await live.writeConsole('/mindmap/generate', { postName });
}

const visitorPictures: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  async chat(visitor) {
    await visitor.page.locator('docent-pet .figure').click();
    await visitor.ask('Can I go back to an older version?');
    await visitor.panel.locator('.references').waitFor();
    await visitor.panel.locator('docent-prose:not([aria-busy])').waitFor();
  },
  async search(visitor) {
    await visitor.page.keyboard.press('Control+k');
    await visitor.field.fill('connect a model');
    await visitor.search.locator('.results a.row').nth(3).waitFor();
    await visitor.field.press('Enter');
    await visitor.search.getByRole('button', { name: 'Continue in chat' }).waitFor();
    await visitor.search.locator('docent-prose:not([aria-busy]) .code').waitFor();
  },
  async 'mind-map'(visitor) {
    await visitor.page.locator('docent-mind-map .fold').click();
    await visitor.page.locator('docent-mind-map [role=treeitem]').first().waitFor();
    // All of the map's frame, with the overview in its corner.
    await visitor.page.locator('docent-mind-map').evaluate((map) => map.scrollIntoView({ block: 'end' }));
    await visitor.page.locator('docent-mind-map .overview').waitFor();
  },
};

/** Waits until a button that was busy can be pressed again. */
const isReady = (button: Locator) => button.and(button.page().locator(':enabled')).waitFor();

const consolePictures: Readonly<Record<string, (admin: Administrator) => Promise<void>>> = {
  async overview({ page, open }) {
    await open('/');
    // The first steps are done on a site that is in use.
    await page.getByRole('button', { name: /^(?:Hide|Dismiss|Don)/ }).click();
  },
  async trace({ page, open }) {
    await open('/debug');
    await page.getByRole('textbox').last().fill('Can I go back to an older version?');
    const ask = page.getByRole('button', { name: 'Ask', exact: true });
    await ask.click();
    await isReady(ask);
    // The end of the answer, and the stages below it.
    await page
      .getByRole('heading', { name: 'Stages' })
      .evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  },
  async 'content-gaps'({ page, open }) {
    await open('/agent');
    // Below the form: what was found.
    const found = page.getByText(/\d+ gaps? found/).first();
    await found.evaluate((words) => words.scrollIntoView({ block: 'start' }));
  },
};
