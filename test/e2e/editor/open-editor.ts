import type { Browser, BrowserContextOptions } from 'playwright-core';

/** The page of an editor with Docent's panel, in a window of its own. */
export async function openEditorPage(of: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await of.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  await page.goto(origin);
  const panel = page.locator('.docent-writing');
  const document = page.locator('.tiptap');
  await document.waitFor();
  return {
    page,
    panel,
    document,
    /** Errors of scripts. */
    troubles,
    box: panel.locator('.box'),
    spoken: panel.getByRole('status'),
    menu: async () => {
      await document.press('Control+j');
      await panel.getByRole('toolbar').waitFor();
    },
    press: (name: string) => panel.getByRole('button', { name, exact: true }).click(),
    [Symbol.asyncDispose]: () => context.close(),
  };
}
