import { afterEach, describe, expect, test } from 'vitest';
import { flag, list, number, openReference, text, widgetView } from './reference.ts';

type Reference = Awaited<ReturnType<typeof openReference>>;
let reference: Reference | undefined;
afterEach(async () => {
  await reference?.app[Symbol.asyncDispose]();
  reference = undefined;
});
const open = async (...given: Parameters<typeof openReference>): Promise<Reference> =>
  (reference = await openReference(...given));

const answer = 'Use water of 93 degrees for a light roast. [1]';
const question = 'How hot should the water for coffee be?';

describe("the reference implementation's widget", () => {
  test('WC4, WC6: reads its configuration under v1alpha2, where it takes a missing switch for on or off', async () => {
    const { widget } = await open();
    const config = (await widget.getV2('/widget-config')).json();
    expect(config).toMatchObject({
      position: text,
      color: expect.stringMatching(/^#[0-9a-f]{3,6}$/i),
      icon: text,
      triggerLabel: text,
      triggerSize: number,
      triggerAlign: expect.stringMatching(/^(?:auto|manual)$/),
      triggerShape: expect.stringMatching(/^(?:square|rounded|circle)$/),
      triggerOffsetX: number,
      triggerOffsetY: number,
      theme: expect.stringMatching(/^(?:auto|light|dark)$/),
      welcome: text,
      width: number,
      height: number,
      shortcuts: list,
      searchTheme: text,
      searchColor: text,
      mindmapTheme: text,
      mindmapColor: text,
    });
    for (const on of [
      'stream',
      'allowGuest',
      'showReferences',
      'searchEnabled',
      'searchShowAiAnswer',
      'mindmapEnabled',
    ])
      expect(config[on]).toEqual(flag);
    for (const off of [
      'allowVisitorReasoning',
      'reasoningDefaultEnabled',
      'showRetrievalStatus',
      'showPrivacyTip',
    ])
      expect(config[off]).toEqual(flag);
  });

  test('SSE1, SSE2, SSE10: asks, shows the text, the sources and the tools for feedback, and stops at [DONE]', async () => {
    const { widget } = await open({ chat: () => answer });
    const history = Array.from({ length: 12 }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: 'w'.repeat(2000),
    }));
    const reply = await widget.postV2('/chat/stream', {
      message: question,
      history,
      reasoningEnabled: false,
    });
    expect([reply.status, reply.body.includes('\r')]).toEqual([200, false]);
    const seen = widgetView(reply.body);
    expect(seen).toMatchObject({ text: answer, done: true, thought: false });
    expect(seen.citations[0]).toMatchObject({
      postId: 'coffee',
      title: 'Brewing coffee at home',
      url: '/archives/coffee',
    });

    const feedback = async (query: string) => {
      const { status, json } = await widget.post(`/chat/feedback?${query}`);
      return [status, json()];
    };
    expect(await feedback(`logId=${seen.logId}&type=like`)).toEqual([200, { success: true }]);
    const comment = encodeURIComponent('x'.repeat(200));
    expect(await feedback(`logId=${seen.logId}&type=dislike&comment=${comment}`)).toEqual([
      200,
      { success: true },
    ]);
    expect(await feedback('logId=gone&type=like')).toEqual([200, { success: false, error: text }]);
  });

  test('SSE7, SSE8: shows thinking apart from the answer', async () => {
    const { widget } = await open({
      chat: () => [
        { type: 'reasoning', text: 'about water' },
        { type: 'text', text: answer },
      ],
    });
    const { body } = await widget.postV2('/chat/stream', { message: question, reasoningEnabled: true });
    expect(widgetView(body)).toMatchObject({
      thought: true,
      reasoning: 'about water',
      text: answer,
      done: true,
    });
  });

  test('CIT4, CIT7, SSE6: draws cards for a shortcut that names a route', async () => {
    const { widget } = await open();
    const { body } = await widget.postV2('/chat/stream', {
      message: 'Hot',
      intentRouteId: 'builtin-hot-articles',
    });
    const seen = widgetView(body);
    expect(seen.structured).toMatchObject({
      type: 'article-list',
      variant: 'ranking',
      title: text,
      description: text,
    });
    expect(seen.structured.items[0]).toEqual({
      rank: 1,
      postId: text,
      title: text,
      url: expect.stringMatching(/^\//),
      excerpt: text,
      publishTime: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect([seen.text.length > 0, seen.logId.length > 0]).toEqual([true, true]);
  });

  test('CHAT8, CHAT10: without streaming it reads `reply` and `citations`, also when the model failed', async () => {
    const { widget, models } = await open({ chat: () => answer });
    const { reply, citations, structuredResult } = (
      await widget.postV2('/chat', { message: question })
    ).json();
    expect([reply, citations[0].postId, structuredResult]).toEqual([answer, 'coffee', undefined]);
    models.fail('chat', new Error('no such host: secret.internal'), 5);
    const failed = await widget.postV2('/chat', { message: 'Zebras in astrophysics?' });
    expect([failed.status, failed.json()]).toEqual([
      200,
      expect.objectContaining({ reply: text, citations: [] }),
    ]);
    expect(failed.body).not.toMatch(/secret|"error"/);
  });

  test('ERR1, ERR2, SSE12: shows a closed chat and a failure as plain words, never as JSON', async () => {
    const { widget, console, models } = await open();
    models.fail('chat', new Error('boom'), 5);
    const failed = widgetView(
      (await widget.postV2('/chat/stream', { message: 'Zebras in astrophysics?' })).body,
    );
    expect(failed).toMatchObject({ done: true, logId: '' });
    const refused = await widget.postV2('/chat/stream', { message: ' ' });
    expect([refused.status, widgetView(refused.body).done]).toEqual([400, true]);
    await console.post('/config/save', { chat: { allowGuest: false } });
    const closed = widgetView((await widget.postV2('/chat/stream', { message: question })).body);
    for (const { text: shown } of [failed, widgetView(refused.body), closed])
      expect(shown).toMatch(/^[^{]+$/);
    expect((await widget.postV2('/chat', { message: question })).json()).toEqual({ error: text });
  });

  test('SR1, SR3, SR4, SA1, SSE11: its search box lists results and streams an answer', async () => {
    const { widget } = await open({ chat: () => answer });
    const found = (await widget.get('/search/halo-results?keyword=coffee')).json();
    expect(found).toEqual({ total: found.articles.length, articles: list, source: 'lucene' });
    expect(found.articles[0]).toMatchObject({
      postId: 'coffee',
      title: text,
      url: '/archives/coffee',
      score: number,
    });
    expect(found.articles[0].snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
    const seen = widgetView((await widget.post('/search/answer', { keyword: 'hot water coffee' })).body);
    expect(seen).toMatchObject({ done: true, logId: '', thought: false, structured: undefined });
    expect([seen.text.length > 0, seen.citations[0].title]).toEqual([true, 'Brewing coffee at home']);
  });

  test('MM1, MM2: its mind map shows the cached drawing, or the words of `error`', async () => {
    const { widget, console } = await open({ chat: () => '# Brewing coffee at home\n\n## Water\n\n- hot' });
    expect((await widget.get('/mindmap?postName=coffee')).json()).toEqual({ error: text });
    await console.post('/mindmap/generate', { postName: 'coffee' });
    const { status, json } = await widget.get('/mindmap?postName=coffee');
    expect([status, json()]).toEqual([200, { markdown: expect.stringMatching(/^##? /m), cached: true }]);
  });
});
