import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { articles } from '../site.ts';

let app: TestApp;

afterEach(async () => {
  await app[Symbol.asyncDispose]();
  expect(app.log.errors).toEqual([]);
});

const send = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  const reply = await app.inject({
    method,
    url: path.startsWith('/apis') ? path : consolePrefix + path,
    headers: asAdmin,
    ...(body && { payload: body }),
  });
  expect([path, reply.statusCode < 300]).toEqual([path, true]);
  return (reply.body === '' ? undefined : reply.json()) as T;
};
const recorded = async (area: string) =>
  (await send<{ items: { area: string; action: string }[] }>('GET', '/changes?size=100')).items.filter(
    (change) => change.area === area && change.action !== 'start',
  ).length;

const report = JSON.stringify({
  summary: 'Visitors miss a page on refunds.',
  gaps: [{ id: 1, title: 'Refunds', reason: 'Asked.', suggestedAction: 'Write it.', outline: ['Who'] }],
  nextActions: ['Write it'],
});

/** A service with one of each thing that can be removed or stopped; resolves with the request for each by the area of its change. */
async function oneOfEach() {
  app = await createTestApp({
    host: createFakeHost(articles),
    models: createFakeModels({
      kinds: ['chat'],
      chat: ({ scenario }) =>
        scenario === 'agent_content_gap' ? report : '# Coffee\n## Water\n- 93 degrees',
    }),
  });
  await send('POST', '/config/save', { chat: { shareConversations: true } });
  const conversationId = 'a-conversation-of-a-visitor';
  let logId = '';
  for (const message of ['How do I get a refund?', 'How to get a refund for a ticket?'])
    ({ logId } = await send<{ logId: string }>('POST', `${publicPrefix}/chat`, { message, conversationId }));
  await send('POST', `${publicPrefix}/chat/shares`, { conversationId });
  const { items } = await send<{ items: { id: string }[] }>('GET', '/shared-conversations');
  await send('POST', '/mindmap/generate', { postName: 'coffee' });
  const { taskId } = await send<{ taskId: string }>('POST', '/agent/content-gap/run', {});
  const stateOf = async (path: string) => (await send<{ status: string }>('GET', path)).status;
  await expect.poll(() => stateOf(`/agent/tasks/${taskId}`)).not.toMatch(/pending|running/);
  const [gap] = await send<{ gapId: string }[]>('GET', '/agent/gaps');
  const { runId } = await send<{ runId: string }>('POST', '/evaluations/run', {
    cases: [{ question: 'How hot is the water?' }],
  });
  await expect.poll(() => stateOf(`/evaluations/runs/${runId}/status`)).not.toBe('running');
  const { jobId } = await send<{ jobId: string }>('POST', '/mindmap/jobs/generate-all', {});
  await expect
    .poll(async () => (await send<{ job: { status: string } }>('GET', `/mindmap/jobs/${jobId}`)).job.status)
    .toBe('completed');
  return {
    ended: [
      ['gaps', 'POST', `/agent/tasks/${taskId}/cancel`],
      ['evaluations', 'POST', `/evaluations/runs/${runId}/cancel`],
      ['mindMaps', 'POST', `/mindmap/jobs/${jobId}/cancel`],
    ],
    there: [
      ['index', 'POST', '/knowledge/clear-post/coffee'],
      ['shares', 'DELETE', `/shared-conversations/${items[0]?.id}`],
      ['chatLogs', 'DELETE', `/chat-logs/${logId}`],
      ['mindMaps', 'POST', '/mindmap/clear', { postName: 'coffee' }],
      ['gaps', 'DELETE', `/agent/gaps/${gap?.gapId}`],
      ['gaps', 'DELETE', `/agent/tasks/${taskId}`],
      ['evaluations', 'DELETE', `/evaluations/runs/${runId}`],
    ],
  } as const;
}

test('CHG4: what is not there any more, or has ended, is not removed or stopped, and the list of changes says nothing of it', async () => {
  const { ended, there } = await oneOfEach();
  for (const [area, method, path] of ended) {
    const before = await recorded(area);
    await send(method, path);
    expect([path, await recorded(area)]).toEqual([path, before]);
  }
  for (const [area, method, path, body] of there) {
    const before = await recorded(area);
    await send(method, path, body);
    expect([path, 'once', await recorded(area)]).toEqual([path, 'once', before + 1]);
    await send(method, path, body);
    expect([path, 'again', await recorded(area)]).toEqual([path, 'again', before + 1]);
  }
});
