import { expect, test } from 'vitest';
import { isFocused, openFixture, visit } from '../visitor.ts';

const { browser, fixture } = await openFixture();

const questions = () => fixture.asked.map(({ message }) => message);
/** The reason why a call failed, or its result. */
const wayOf = (call: string) =>
  `Promise.resolve().then(() => ${call}).then((result) => result ?? 'done', (error) => error.name + ': ' + error.message)`;

test('WG50, WG51, WG52: a question from before the script is asked, answered and told once', async () => {
  await using visitor = await visit(browser, fixture, '/en/early');
  await expect.poll(questions).toEqual(['Asked early?']);
  fixture.release();
  await expect
    .poll(() => visitor.page.evaluate('window.early'))
    .toMatchObject({ asked: 'Asked early?', citations: [{}, {}] });
  expect(await visitor.page.evaluate('seen')).toEqual([
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
  expect(await visitor.page.evaluate('three')).toMatchObject([
    { asked: 'Two?' },
    { asked: 'Three?' },
    expect.stringMatching(/not taken/),
  ]);
  await visitor.page.evaluate('window.held = Docent; held.close(); held.destroy()');
  expect(await visitor.page.evaluate(wayOf(`held.ask('Gone?')`))).toMatch(/removed/);
  expect(await visitor.page.locator('docent-chat').count()).toBe(0);
  expect(visitor.troubles).toEqual([]);
});

test('WG50: what is only put into the field is not sent; closing takes back what would open', async () => {
  await using visitor = await visit(browser, fixture, '/en/search');
  const { page, input } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  await page.evaluate('Docent.open(); Docent.close(); Docent.search(); Docent.closeSearch()');
  await page.evaluate(`Docent.open({ query: 'How do I begin?' })`);
  await expect.poll(() => input.inputValue()).toBe('How do I begin?');
  expect(questions()).toEqual([]);
  expect(await page.evaluate(wayOf('Docent.ask(7)'))).toMatch(/^TypeError/);
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
  expect(await isFocused(input)).toBe(true);
  expect(await input.inputValue()).toBe('How do I begin? Now?');
  expect(visitor.troubles).toEqual([]);
});

test('WG51: a question stays when the chat does not load, and is asked when it does', async () => {
  fixture.missing = 'chat';
  await using visitor = await visit(browser, fixture, '/en/early');
  await visitor.page.getByText('The chat could not be loaded.').waitFor();
  expect(questions()).toEqual([]);
  fixture.missing = 'none';
  await visitor.page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(questions).toEqual(['Asked early?']);
  fixture.release();
  await expect.poll(() => visitor.page.evaluate('window.early?.asked')).toBe('Asked early?');
});

test('WG51: a chat that is switched off asks nothing', async () => {
  fixture.settings = { allowGuest: false };
  await using visitor = await visit(browser, fixture, '/en');
  expect(
    await visitor.page.evaluate(`new Promise((done) => {
    const ask = () => ${wayOf(`Docent.ask('Anyone?')`)}.then(done);
    if (window.Docent) ask(); else document.addEventListener('docent:ready', ask);
  })`),
  ).toMatch(/switched off/);
  expect(questions()).toEqual([]);
});
