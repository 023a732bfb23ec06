import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../e2e/console/administrator.ts';
import type { Scene } from './scenes.ts';
import type { LiveService } from '../e2e/live-service.ts';
import { phone } from '../e2e/screens.ts';

const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 } },
  phone,
} as const;

/** The languages and themes that the console has. */
export const looks = (['zh-CN', 'en-GB'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ locale, colorScheme })),
);

/** Pictures of every page of the console, whole, and of what opens over them, for a screen and a look; gives the names of the files. */
export async function takeConsole(options: {
  readonly browser: Browser;
  readonly live: LiveService;
  readonly folder: string;
  readonly screen: keyof typeof screens;
  readonly look: (typeof looks)[number];
  /** Pages whose names hold this; all of them without it. */
  readonly only: string;
  readonly pages: readonly string[];
  readonly scenes: readonly Scene[];
}): Promise<string[]> {
  const { browser, live, folder, screen, look, only, pages, scenes } = options;
  await using admin = await signIn(browser, live, { ...screens[screen], ...look });
  const files: string[] = [];
  for (const name of pages) {
    if (!name.includes(only)) continue;
    await admin.open(name === 'overview' ? '/' : `/${name}`);
    const file = join(folder, `${screen}-${look.locale.slice(0, 2)}-${look.colorScheme}-${name}.png`);
    await whole(admin.page, file);
    files.push(file);
  }
  for (const scene of scenes) {
    if (!`scene-${scene.name}`.includes(only)) continue;
    const file = join(
      folder,
      `${screen}-${look.locale.slice(0, 2)}-${look.colorScheme}-scene-${scene.name}.png`,
    );
    await scene.before?.(admin.page);
    await admin.open(scene.path);
    await scene.show?.(admin.page);
    await admin.page.waitForTimeout(600);
    await (scene.isWhole
      ? whole(admin.page, file)
      : admin.page.screenshot({ path: file, animations: 'disabled' }));
    await admin.page.unrouteAll();
    files.push(file);
  }
  return files;
}

/** Taller pictures say no more. */
const tallest = 2600;

/** The whole of a page: its content scrolls within the window, so the window becomes as tall as it. */
async function whole(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? screens.desktop.viewport;
  const content = await page.locator('main').evaluate((element) => element.scrollHeight + 60);
  await page.setViewportSize({ width, height: Math.min(tallest, Math.max(height, content)) });
  await page.waitForTimeout(400);
  await page.screenshot({ path, animations: 'disabled' });
  await page.setViewportSize({ width, height });
}
