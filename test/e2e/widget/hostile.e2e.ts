import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostileTexts } from '../scenarios.ts';
import { openFixture, everyElement, visit } from '../visitor.ts';

const { browser, fixture } = await openFixture({ scenario: 'hostile' });

for (const missing of ['none', 'markdown']) {
  test(`a hostile answer never runs or loads anything (${missing === 'none' ? 'as Markdown' : 'as plain text'})`, async () => {
    fixture.missing = missing;
    await using visitor = await visit(browser, fixture, '/en');
    const { panel, thread, page } = visitor;
    await visitor.open();
    await visitor.ask('Tell me everything');
    await panel.getByRole('button', { name: 'Copy answer' }).waitFor();
    await thread.getByText('The end').waitFor();
    await thread.locator(missing === 'none' ? 'docent-prose:not(.plain)' : 'docent-prose.plain').waitFor();
    const nodes = await everyElement(thread.locator('docent-prose'));
    const forbidden = /^(img|script|style|iframe|object|embed|link|form|input|video|audio|base|meta|math)$/;
    expect(nodes.filter(({ name }) => forbidden.test(name))).toEqual([]);
    expect(
      nodes.filter(({ attributes }) => attributes.some((name) => /^(on|style$|id$|name$|src)/.test(name))),
    ).toEqual([]);
    const links = (await everyElement(thread)).flatMap(({ href }) => href ?? []);
    expect(links).not.toEqual([]);
    expect(links.filter((href) => new URL(href).origin !== fixture.site)).toEqual([]);
    for (const link of await thread.locator('details summary').all()) await link.click();
    await page.waitForLoadState('networkidle');
    expect(visitor.strays).toEqual([]);
    expect(visitor.troubles).toEqual([]);
  });
}

test('a link to another site shows its address, not only its label', async () => {
  fixture.missing = 'none';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('Tell me everything');
  await visitor.thread.getByText('The end').waitFor();
  await visitor.thread.locator('docent-prose:not(.plain)').waitFor();
  const words = await visitor.thread.locator('docent-prose').innerText();
  expect(words).toContain('your account (https://evil.example/login)');
  expect(words).toContain('[image: leak]');
  expect(words).toContain('<script>alert(1)</script>');
});

test('deeply nested or backtracking texts do not block the page', async () => {
  fixture.scenario = 'deep';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('Go deep');
  await visitor.thread.getByText('The end').waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('the second line of defence alone lets nothing through but tags and attributes of an answer', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const files = readdirSync('dist/widget').filter((name) => /^(?:markdown|purify).*\.js$/.test(name));
  // The first sets the second up.
  const urls = files.toSorted().map((name) => `${fixture.service}/widget/${name}`);
  const kept = await visitor.page.evaluate<string[]>(`(async () => {
    const [, { default: purify }] = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));
    return ${JSON.stringify(hostileTexts)}
      .flatMap((text) => [...purify.sanitize(text).querySelectorAll('*')])
      .flatMap(({ localName, namespaceURI, attributes }) => [
        localName + ' ' + namespaceURI,
        ...[...attributes].map(({ name, value }) => name + ' ' + value.slice(0, 8)),
      ]);
  })()`);
  const html = 'http://www.w3.org/1999/xhtml';
  expect([...new Set(kept)].toSorted()).toEqual([`a ${html}`, `details ${html}`, 'href https://']);
});
