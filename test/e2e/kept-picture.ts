import process from 'node:process';
import type { Page } from 'playwright-core';

/** Keeps a picture of the page under `test/e2e/screenshots` for a person to look at, where `DOCENT_TEST_PICTURES` is set: no test reads it. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env['DOCENT_TEST_PICTURES'] === undefined) return;
  await page.screenshot({ path: `test/e2e/screenshots/${name}.png` });
}
