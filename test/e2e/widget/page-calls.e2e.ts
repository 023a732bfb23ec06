import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { projectRoot } from '../../source-files.ts';
import { isFocused, openFixture, visit } from '../visitor.ts';

const { browser, fixture } = await openFixture();

const questions = () => fixture.asked.map(({ message }) => message);
/** The reason why a call failed, or its result. */
const wayOf = (call: string) =>
  `Promise.resolve().then(() => ${call}).then((result) => result ?? 'done', (error) => error.name + ': ' + error.message)`;

test('WG50, WG51, WG52: a question from before the script is asked, answered and told once', async () => {
  await using visitor = await visit(browser, fixture, '/en/early');
  await visitor.thread.getByText('Asked early?').waitFor();
  await expect.poll(questions).toEqual(['Asked early?']);
  fixture.release();
  await expect
    .poll(() => visitor.page.evaluate('window.early'))
    .toMatchObject({ asked: 'Asked early?', citations: [{}, {}] });
  await expect
    .poll(() => visitor.page.evaluate('seen'))
    .toEqual([
      ['ready', ''],
      ['open', ''],
      ['ask', 'Asked early?'],
      ['answer', 'Asked early?'],
    ]);
  // While an answer runs the next question waits, and one more says that it was not taken.
  await visitor.page.evaluate(
    `void (window.three = Promise.all(['Two?', 'Three?', 'Four?'].map((each) => ${wayOf('Docent.ask(each)')})))`,
  );
  await expect.poll(questions).toEqual(['Asked early?', 'Two?']);
  fixture.release();
  await expect.poll(questions).toEqual(['Asked early?', 'Two?', 'Three?']);
  fixture.release();
  await expect
    .poll(() => visitor.page.evaluate('three'))
    .toMatchObject([{ asked: 'Two?' }, { asked: 'Three?' }, expect.stringMatching(/not taken/)]);
  await visitor.page.evaluate('window.held = Docent; held.close(); held.destroy()');
  const gone = await visitor.page.evaluate(wayOf(`held.ask('Gone?')`));
  expect(gone).toMatch(/removed/);
  await expect.poll(() => visitor.page.locator('docent-chat').count()).toBe(0);
  expect(visitor.troubles).toEqual([]);
});

test('WG50: what is only put into the field is not sent; closing takes back what would open', async () => {
  await using visitor = await visit(browser, fixture, '/en/search');
  const { page, input } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  await page.evaluate('Docent.open(); Docent.close(); Docent.search(); Docent.closeSearch()');
  await page.evaluate(`Docent.open({ query: 'How do I begin?' })`);
  await expect.poll(() => input.inputValue()).toBe('How do I begin?');
  await expect.poll(questions).toEqual([]);
  const wrong = await page.evaluate(wayOf('Docent.ask(7)'));
  expect(wrong).toMatch(/^TypeError/);
  // Over our own search and over a window of the page, the chat can be used.
  await page.evaluate('Docent.search()');
  await visitor.field.waitFor();
  await page.evaluate('Docent.open()');
  await visitor.field.waitFor({ state: 'hidden' });
  await page.evaluate('Docent.close()');
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<dialog id="modal"><button>Help</button></dialog>');
    modal.showModal(); Docent.open()`);
  await input.click();
  await page.keyboard.type(' Now?');
  await expect.poll(() => isFocused(input)).toBe(true);
  await expect.poll(() => input.inputValue()).toBe('How do I begin? Now?');
  // Also where a modal part of the page comes later and holds the focus by a script.
  await page.evaluate('modal.close(); Docent.close(); Docent.open()');
  await expect.poll(() => isFocused(input)).toBe(true);
  const isModal = () => page.locator('docent-chat dialog').evaluate((window) => window.matches(':modal'));
  await expect.poll(isModal).toBe(false);
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="trap"><button>Hold</button></div>');
    document.addEventListener('focusin', ({ target }) => trap.contains(target) || trap.firstChild.focus(), true); trap.firstChild.focus()`);
  await input.click();
  await page.keyboard.type(' Yes.');
  await expect.poll(() => input.inputValue()).toContain(' Yes.');
  await expect.poll(isModal).toBe(true);
  expect(visitor.troubles).toEqual([]);
});

test('WG60: a place for further reading gets links in the page itself, and stays hidden where there is nothing', async () => {
  await using visitor = await visit(browser, fixture, '/en/search');
  const { page } = visitor;
  const asked: string[] = [];
  await page.route('**/v1alpha1/related?**', (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('postName') ?? new URL(searchParams.get('page') ?? '').pathname);
    const articles = searchParams.has('postName')
      ? []
      : [{ postId: 'next', title: 'Next & <b>more</b>', url: '/next', excerpt: '' }];
    return route.fulfill({ json: { articles }, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend',
    '<aside id="read" data-docent-related hidden><h2>Read next</h2></aside><aside id="none" data-docent-related="gone" hidden></aside>')`);
  const link = page.locator('#read li a');
  await link.waitFor();
  await expect.poll(() => link.innerText()).toBe('Next & <b>more</b>');
  await expect.poll(async () => new URL((await link.getAttribute('href')) ?? '').pathname).toBe('/next');
  await expect.poll(() => asked.toSorted()).toEqual(['/en/search', 'gone']);
  await expect.poll(() => page.locator('#none').isVisible()).toBe(false);
  expect(visitor.troubles).toEqual([]);
});

test('WG51: a question stays when the chat does not load, and is asked when it does', async () => {
  fixture.missing = 'chat';
  await using visitor = await visit(browser, fixture, '/en/early');
  await visitor.page.getByText('The chat could not be loaded.').waitFor();
  await expect.poll(questions).toEqual([]);
  fixture.missing = 'none';
  await visitor.page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(questions).toEqual(['Asked early?']);
  fixture.release();
  await expect.poll(() => visitor.page.evaluate('window.early?.asked')).toBe('Asked early?');
});

test('WG51: a chat that is switched off asks nothing', async () => {
  fixture.settings = { allowGuest: false };
  await using visitor = await visit(browser, fixture, '/en');
  const reply = await visitor.page.evaluate(`new Promise((done) => {
    const ask = () => ${wayOf(`Docent.ask('Anyone?')`)}.then(done);
    if (window.Docent) ask(); else document.addEventListener('docent:ready', ask);
  })`);
  expect(reply).toMatch(/switched off/);
  await expect.poll(questions).toEqual([]);
});

test('WG53, WG55: plain keys in our fields end there, also for pages that listen for single letters; ours open, unless they are off', async () => {
  await using visitor = await visit(browser, fixture, '/en/hotkeys');
  const { page, input } = visitor;
  await page.getByRole('button', { name: 'Own button' }).click();
  await expect.poll(() => input.inputValue()).toBe('How do I pay?');
  await expect.poll(() => page.locator('docent-chat .launcher').isVisible()).toBe(false);
  await input.fill('');
  await page.keyboard.type('sun / snow');
  await expect.poll(() => input.inputValue()).toBe('sun / snow');
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Own button' }))).toBe(true);
  await expect.poll(() => page.evaluate('window.stolen')).toEqual([]);
  await page.keyboard.press('Control+i');
  await input.waitFor();
  await page.keyboard.press('Control+i');
  await input.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await visitor.field.waitFor();
  await page.keyboard.type('sn/');
  await expect.poll(() => visitor.field.inputValue()).toBe('sn/');
  expect(visitor.troubles).toEqual([]);
});

test('WG54, WG56: the page changes its colours and its language without a load, and the widget follows', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel } = visitor;
  const shell = page.locator('docent-chat .shell');
  const theme = () => shell.getAttribute('data-theme');
  await visitor.open();
  await panel.getByText('Hello! What would you like to know?').waitFor();
  for (const [change, expected] of [
    ["document.body.style.background = 'oklch(0.13 0.028 262)'", 'dark'],
    ["document.body.style.background = 'lab(95 0 0)'", 'light'],
    ["document.body.style.background = 'linear-gradient(#111, #223)'", 'dark'],
    ["document.body.style.background = ''", 'light'],
    ["document.body.setAttribute('data-md-color-scheme', 'slate')", 'dark'],
    ["document.body.removeAttribute('data-md-color-scheme')", 'light'],
  ] as const) {
    await page.evaluate(change);
    await expect.poll(theme).toBe(expected);
  }
  await expect.poll(() => shell.getAttribute('lang')).toBe('en');
  await page.evaluate("document.documentElement.lang = 'ja'");
  await panel.getByText('こんにちは').first().waitFor();
  await expect.poll(() => shell.getAttribute('lang')).toBe('ja');
  await page.evaluate("document.documentElement.lang = 'de'; Docent.search()");
  await page.locator('docent-search .shell[lang=de]').waitFor();
  await page.evaluate('Docent.closeSearch()');
  await panel.getByRole('button', { name: 'Schließen' }).waitFor();
});

test('WG57: a banner that comes late moves the button, and so does its end', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  const launcher = page.locator('docent-chat .launcher');
  await launcher.waitFor();
  const bottom = async () => {
    const box = await launcher.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeGreaterThan(740);
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend',
    '<div id="consent" style="position:fixed;inset:auto 0 0;height:120px;z-index:2147483647;background:#ccc">Consent</div>')`);
  await expect.poll(bottom).toBeLessThan(681);
  await page.evaluate("consent.style.display = 'none'");
  await expect.poll(bottom).toBeGreaterThan(740);
});

test('WG57: behind a modal window the button stays above its banner, and gives way to what came or went meanwhile', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page } = visitor;
  const launcher = page.locator('docent-chat .launcher');
  await launcher.waitFor();
  const bottom = async () => {
    const box = await launcher.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', \`
    <aside id="consent" style="position:fixed;inset:auto 0 0;height:90px;z-index:9;background:#ccc">Consent</aside>
    <theme-menu></theme-menu>\`);
    const root = document.querySelector('theme-menu').attachShadow({ mode: 'open' });
    root.innerHTML = '<dialog>Menu</dialog>'`);
  await expect.poll(bottom).toBeLessThan(711);
  await page.clock.install();
  const windows = [
    ['Docent.search()', 'Docent.closeSearch()'],
    [
      "document.querySelector('theme-menu').shadowRoot.querySelector('dialog').showModal()",
      "document.querySelector('theme-menu').shadowRoot.querySelector('dialog').close(); document.body.click()",
    ],
  ] as const;
  for (const [open, close] of windows) {
    await page.evaluate(open);
    await expect
      .poll(() => page.evaluate('document.elementsFromPoint(5, 795).includes(consent)'))
      .toBe(false);
    await page.evaluate("document.body.className = 'locked'; dispatchEvent(new Event('resize'))");
    await page.clock.runFor(2000);
    await expect.poll(bottom).toBeLessThan(711);
    await page.evaluate("consent.style.display = 'none'");
    await page.clock.runFor(2000);
    await page.evaluate(close);
    await page.clock.runFor(2000);
    await expect.poll(bottom).toBeGreaterThan(740);
    await page.evaluate("consent.style.display = ''");
    await page.clock.runFor(2000);
    await expect.poll(bottom).toBeLessThan(711);
  }
  expect(visitor.troubles).toEqual([]);
});

test('WG58: the service is found where an optimiser put the script elsewhere', async () => {
  await using visitor = await visit(browser, fixture, '/en/combined');
  await visitor.open();
  await visitor.panel.getByText('Hello! What would you like to know?').waitFor();
  await using asked = await visit(browser, fixture, '/en?docent-ask=How%20much%3F');
  await asked.input.waitFor();
  await expect.poll(() => asked.input.inputValue()).toBe('How much?');
  await expect.poll(questions).toEqual([]);
  expect(visitor.troubles).toEqual([]);
});

test.each(['react', 'vue'] as const)(
  'WG79: a component of %s puts the widget on the page and takes it away again',
  async (framework) => {
    const code = await bundleOf(framework);
    const src = encodeURIComponent(`${fixture.service}/widget.js`);
    await using visitor = await visit(browser, fixture, `/frame?src=${src}`);
    const { page, panel } = visitor;
    await page.evaluate('document.body.replaceChildren()');
    await page.addScriptTag({ content: code, type: 'module' });
    const widget = page.locator('docent-chat');
    await page.waitForFunction('window.Docent && !Array.isArray(window.Docent.q)');
    if (framework === 'react') await visitor.open();
    await panel.getByText(framework === 'react' ? 'From React' : 'From Vue').waitFor();
    await visitor.ask('How do I back up?');
    await expect.poll(questions).toEqual(['How do I back up?']);
    fixture.release();
    await visitor.thread.getByText('copying one folder').waitFor();
    for (const _ of [1, 2]) {
      await page.getByRole('button', { name: 'Toggle' }).click();
      await expect.poll(() => widget.count()).toBe(0);
      await expect.poll(() => page.evaluate('typeof window.Docent')).toBe('undefined');
      await page.getByRole('button', { name: 'Toggle' }).click();
      await expect.poll(() => widget.count()).toBe(1);
    }
    expect(visitor.troubles).toEqual([]);
  },
);

/** A page of a framework as its developers would build it. */
async function bundleOf(framework: 'react' | 'vue'): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { [`docent/${framework}`]: join(projectRoot, `embed/${framework}.ts`) } },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(projectRoot, `test/e2e/pages/${framework}-page.ts`) },
    },
  });
  const [{ output: files }] = [output].flat() as unknown as [{ output: { code?: string }[] }];
  return files[0]?.code ?? '';
}
