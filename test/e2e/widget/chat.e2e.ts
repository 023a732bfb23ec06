import { expect, test } from 'vitest';
import { seen } from '../seen.ts';
import { openFixture, isFocused, violations, visit } from '../visitor.ts';

const { browser, fixture } = await openFixture();

test('a visitor asks and reads the first words before the answer is whole', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { panel, thread, input } = visitor;
  await visitor.open();
  await panel.getByText('Hello! What would you like to know?').waitFor();
  await visitor.ask('How do I back up?');
  await thread.getByText('The first words', { exact: true }).waitFor();
  await expect.poll(() => panel.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true);
  await expect.poll(() => input.inputValue()).toBe('');
  fixture.release();
  await thread.getByText('The first words and the last.').waitFor();
  await panel.getByRole('button', { name: 'Copy answer' }).waitFor();
  const conversationId: unknown = expect.stringMatching(/^[\w-]{16,64}$/);
  const resumeKey: unknown = expect.stringMatching(/^[\w-]{32,64}$/);
  await expect
    .poll(() => fixture.asked)
    .toEqual([{ message: 'How do I back up?', history: [], conversationId, resumeKey, askedFrom: '/en' }]);
  expect(visitor.troubles).toEqual([]);
});

test('the next question sends the conversation; a new conversation starts empty', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.ask('first');
  await visitor.thread.getByText('The first words').waitFor();
  fixture.release();
  await visitor.panel.getByRole('button', { name: 'Answer again' }).waitFor();
  await visitor.ask('second');
  await expect.poll(() => fixture.asked.length).toBe(2);
  await expect
    .poll(() => fixture.asked[1]?.history)
    .toEqual([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'The first words and the last.' },
    ]);
  await visitor.panel.getByRole('button', { name: 'New conversation' }).click();
  await visitor.panel.getByText('Hello! What would you like to know?').waitFor();
  await expect.poll(() => visitor.thread.getByText('The first words').count()).toBe(0);
});

test('a mark leads to its source, and the source to the passage', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { panel, page } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up?');
  await expect.poll(() => fixture.asked.length).toBe(1);
  fixture.release();
  const source = panel.locator('[data-reference="1"] a').first();
  await source.waitFor();
  await panel.getByText('2 sources').click();
  await expect.poll(() => source.isVisible()).toBe(false);
  await panel.getByRole('link', { name: 'Source 1: Backing up' }).first().click();
  await source.waitFor();
  await expect
    .poll(async () => (await panel.locator('[data-reference="1"]').getAttribute('class')) ?? '')
    .toContain('found');
  await expect
    .poll(() => panel.locator('[data-reference="1"]').textContent())
    .toContain('Stop the service before you restore');
  const [opened] = await Promise.all([page.context().waitForEvent('page'), source.click()]);
  await opened.waitForLoadState();
  expect(new URL(opened.url()).pathname).toBe('/articles/backup');
  expect(new URL(opened.url()).hash).toMatch(/^#restore/);
  await expect.poll(() => opened.evaluate('window.opener')).toBeNull();
});

test('WG70: a bad answer is disliked with a comment, and a visitor may change their mind', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { panel } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up?');
  await visitor.thread.getByText('The first words').waitFor();
  fixture.release();
  await panel.getByRole('button', { name: 'Bad answer' }).click();
  const comment = panel.getByRole('textbox', { name: 'Tell us more' });
  await comment.fill('x'.repeat(250));
  await panel.getByText('200/200').waitFor();
  await comment.fill('The second step is missing');
  await comment.press('Enter');
  await panel.getByText('Thanks for your feedback.').first().waitFor();
  await expect
    .poll(() => fixture.feedback.map((query) => Object.fromEntries(query)))
    .toEqual([{ logId: 'log-slow', type: 'dislike', comment: 'The second step is missing' }]);
  await panel.getByRole('button', { name: 'Good answer' }).click();
  await expect.poll(() => fixture.feedback.length).toBe(2);
  await expect.poll(() => fixture.feedback[1]?.get('type')).toBe('like');
});

test('a stopped answer keeps its text, ends the request and can be asked again', async () => {
  fixture.scenario = 'slow';
  await using visitor = await visit(browser, fixture, '/en');
  const { panel, thread } = visitor;
  await visitor.open();
  await visitor.ask('How do I back up?');
  await thread.getByText('The first words').waitFor();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await thread.getByText('Stopped.').waitFor();
  await expect.poll(() => fixture.left).toBe(1);
  await expect.poll(() => fixture.stopped).toEqual([fixture.asked[0]?.resumeKey]);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => fixture.asked.length).toBe(2);
  await expect.poll(() => thread.locator('.question').count()).toBe(1);
});

test('WG35: a question that is not sent yet is there on the next page of the tab, until it is sent', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, input } = visitor;
  const question = 'A long question that goes on, and on.\nAnd on,\nand on.';
  await visitor.open();
  await input.fill(question);
  await page.goto(`${fixture.site}/zh`);
  await input.waitFor();
  await expect.poll(() => input.inputValue()).toBe(question);
  // All of its lines are seen.
  await expect.poll(async () => (await seen(input)).height).toBeGreaterThan(60);
  await expect.poll(() => input.evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThan(2);
  await input.press('Enter');
  await expect.poll(() => fixture.asked[0]?.message).toBe(question);
  await expect.poll(() => input.inputValue()).toBe('');
  await page.reload();
  await input.waitFor();
  await expect.poll(() => input.inputValue()).toBe('');
  await expect.poll(() => page.evaluate(`sessionStorage.getItem('docent-draft')`)).toBeNull();
  expect(visitor.troubles).toEqual([]);
});

test('WG74: conversations of earlier days are listed, gone on with and deleted', async () => {
  fixture.settings = { rememberConversations: true };
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel, thread } = visitor;
  const list = panel.getByRole('button', { name: 'Past conversations' });
  const ask = async (question: string) => {
    await visitor.ask(question);
    await expect.poll(() => fixture.asked.at(-1)?.message).toBe(question);
    fixture.release();
    await panel.getByRole('button', { name: 'Answer again' }).waitFor();
  };
  await visitor.open();
  await ask('How do I back up?');
  await expect.poll(() => list.count()).toBe(0);
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await list.click();
  await thread.getByText('Kept only in this browser, for 30 days.').waitFor();
  await expect.poll(() => violations(page)).toEqual([]);
  await thread.getByRole('button', { name: /How do I back up/ }).click();
  await thread.getByText('copying one folder').waitFor();
  await ask('And then?');
  await expect
    .poll(() => fixture.asked.at(-1)?.history)
    .toMatchObject([{ content: 'How do I back up?' }, { role: 'assistant' }]);
  await panel.getByRole('button', { name: 'New conversation' }).click();
  await page.evaluate('sessionStorage.clear()');
  await page.goto(`${fixture.site}/zh`);
  await visitor.open();
  await panel.getByRole('button', { name: '历史对话' }).click();
  await thread.getByRole('button', { name: '全部删除' }).click();
  await panel.getByText('你好，想了解些什么？').waitFor();
  await expect.poll(() => page.evaluate(`localStorage.getItem('docent-conversations')`)).toBeNull();
  await expect.poll(() => isFocused(visitor.input)).toBe(true);
});

test('WG75: what is selected on the page can be asked about, and goes along once', async () => {
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel, input } = visitor;
  await visitor.open();
  await input.waitFor();
  const offer = panel.getByRole('button', { name: /^Ask about this/ });
  await expect.poll(() => offer.count()).toBe(0);
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('article p, main p, p'))`);
  await offer.click();
  await expect.poll(() => isFocused(input)).toBe(true);
  await expect.poll(() => violations(page)).toEqual([]);
  await visitor.ask('What does this mean?');
  await expect.poll(() => fixture.asked[0]?.message).toMatch(/^What does this mean\?\n\n“.{8,601}”$/);
  await expect.poll(() => panel.getByRole('button', { name: 'Remove the selected text' }).count()).toBe(0);
  fixture.release();
  await panel.getByRole('button', { name: 'Answer again' }).waitFor();
  await visitor.ask('And?');
  await expect.poll(() => fixture.asked[1]?.message).toBe('And?');
});

test('the keyboard alone opens the chat, asks, reads the source, rates and closes', async () => {
  fixture.settings = { shortcuts: ['What is new?'] };
  await using visitor = await visit(browser, fixture, '/en');
  const { page, panel, input } = visitor;
  await page.locator('docent-chat .launcher').waitFor();
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(`document.activeElement.localName`)) === 'docent-chat') break;
  }
  await page.keyboard.press('Enter');
  await input.waitFor();
  await expect.poll(() => isFocused(input)).toBe(true);
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect.poll(() => fixture.asked[0]?.message).toBe('First line\nsecond line');
  fixture.release();
  const like = panel.getByRole('button', { name: 'Good answer' });
  await like.waitFor();
  for (let press = 0; press < 12 && !(await isFocused(like)); press++) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => fixture.feedback.length).toBe(1);
  await expect.poll(() => fixture.feedback[0]?.get('type')).toBe('like');
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.isVisible()).toBe(false);
  await expect
    .poll(() => page.evaluate(`document.querySelector('docent-chat').shadowRoot.activeElement.className`))
    .toBe('launcher');
});

test('Enter that ends a composition does not send', async () => {
  await using visitor = await visit(browser, fixture, '/zh');
  await visitor.open();
  await visitor.input.fill('nihao');
  await visitor.input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await visitor.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  await expect.poll(() => fixture.asked).toEqual([]);
  await expect.poll(() => visitor.input.inputValue()).toBe('nihao');
});

test('a question that the site does not cover gets a clear message with the nearest articles', async () => {
  fixture.scenario = 'notCovered';
  await using visitor = await visit(browser, fixture, '/zh');
  await visitor.open();
  await visitor.ask('怎么训练猫？');
  await visitor.thread.getByText('相关文章').waitFor();
  // Said once: by the answer itself.
  await expect.poll(() => visitor.thread.getByText(/没有介绍|没有谈到/).count()).toBe(1);
  await expect
    .poll(() => visitor.thread.getByRole('link', { name: '升级前的检查清单' }).getAttribute('href'))
    .toContain('/articles/upgrade#before');
});

test('articles are shown as cards; an address that is not http or https is no link', async () => {
  fixture.scenario = 'structured';
  await using visitor = await visit(browser, fixture, '/zh');
  await visitor.open();
  await visitor.ask('最热门的文章');
  await visitor.thread.getByText('热门文章', { exact: true }).waitFor();
  fixture.release();
  await visitor.thread.getByText('按浏览量为你找到 4 篇热门文章。').waitFor();
  await expect.poll(() => visitor.thread.locator('.card').count()).toBe(4);
  await expect.poll(() => visitor.thread.locator('a.card').count()).toBe(2);
  await expect.poll(() => visitor.thread.locator('.references').count()).toBe(0);
});

test('reasoning is shown folded, and requested only when visitors may choose it', async () => {
  fixture.scenario = 'reasoning';
  fixture.settings = { allowVisitorReasoning: true };
  await using visitor = await visit(browser, fixture, '/zh');
  const { panel, thread } = visitor;
  await visitor.open();
  await panel.getByRole('button', { name: '深度思考' }).click();
  await visitor.ask('怎么备份？');
  await thread.getByText('正在思考…').waitFor();
  await expect.poll(() => fixture.asked[0]?.reasoningEnabled).toBe(true);
  fixture.release();
  await thread.getByText('复制数据目录即可。').waitFor();
  const fold = thread.getByText(/已思考 \d+ 秒/);
  await fold.waitFor();
  await expect.poll(() => thread.getByText('先看备份文章').isVisible()).toBe(false);
  await fold.click();
  await expect.poll(() => thread.getByText('先看备份文章').isVisible()).toBe(true);
  await expect.poll(() => thread.locator('docent-prose').innerText()).toBe('复制数据目录即可。');
});

test('a shortcut asks its question on its route', async () => {
  fixture.scenario = 'slow';
  fixture.settings = {
    shortcuts: [
      { id: 'hot', label: 'Popular', query: 'What do others read?', icon: 'fire', intentRouteId: 'hot' },
    ],
  };
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.open();
  await visitor.panel.getByRole('button', { name: 'Popular' }).click();
  await visitor.thread.getByText('The first words').waitFor();
  await expect
    .poll(() => fixture.asked[0])
    .toMatchObject({ message: 'What do others read?', intentRouteId: 'hot' });
});

test('a theme opens the chat, asks, and receives an event about the answer', async () => {
  fixture.scenario = 'garbage';
  await using visitor = await visit(browser, fixture, '/en');
  await visitor.page.locator('docent-chat .launcher').waitFor();
  const heard = await visitor.page.evaluate(`new Promise((resolve) => {
    document.addEventListener('docent:answer', ({ detail }) => resolve(detail.ending));
    document.querySelector('docent-chat').ask('From the theme');
  })`);
  expect(heard).toBe('done');
  await expect.poll(() => fixture.asked[0]?.message).toBe('From the theme');
});
