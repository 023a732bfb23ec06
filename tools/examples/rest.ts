import type { FakeHost } from '../../test/fakes/host.ts';
import { until, type Recorder } from './recorder.ts';

/** Streams, notices, and the paths that older pages ask. */
export async function recordRest({ ask, ofConsole, ofVisitor }: Recorder): Promise<void> {
  const question = { message: 'How hot should the water for green tea be?' };
  const aliases = '/apis/api.ai-suite.svc.run/v1alpha2';
  await ask(`POST ${aliases}/chat`, question);
  await ask(`POST ${aliases}/chat/stream`, question);
  await ask(`GET ${aliases}/widget-config`);
  for (const path of ['model-options', 'default-model-slots'])
    await ask(`GET /apis/console.api.aifoundation.halo.run/v1alpha1/${path}`);
  await ask('GET /console/session');
  await ofVisitor('GET /related', undefined, '?postName=green-tea');
  await ofConsole('POST /chat/debug/stream', { ...question, config: { retrieval: { topK: 4 } } }).catch(
    (error: Error) => console.warn(error.message),
  );
  await ofConsole('POST /search/debug/answer', { keyword: 'green tea' });
  const draft = { action: 'polish', text: 'Tea are good when water not too hot.' };
  await ofConsole('POST /writing/assist/stream', draft);

  await ofConsole('GET /notices/settings');
  await ofConsole('PUT /notices/settings', { events: { digest: true } }).catch((error: Error) =>
    console.warn(error.message),
  );
  await ofConsole('GET /notices/deliveries');
  await ofConsole('GET /shared-conversations');
  await ofConsole('GET /system/tables');
  await ofConsole('GET /connected-site');
  await ofConsole('GET /connected-models/in-house');
  await ofConsole('POST /system/first-steps', { shown: 'hidden' }).catch((error: Error) =>
    console.warn(error.message),
  );
}

/** What shares, keeps or ends something. */
export async function recordLast({ ofConsole, ofVisitor }: Recorder, host: FakeHost): Promise<void> {
  const message = 'How hot should the water for green tea be?';
  await ofConsole('POST /config/save', { chat: { shareConversations: true, answerCacheHours: 24 } });
  const conversationId = 'a-name-that-only-this-browser-knows';
  const resumeKey = 'a-key-that-only-this-question-has';
  await ofVisitor('POST /chat', { message, conversationId, resumeKey });
  await ofVisitor('POST /chat/stream/stop', { resumeKey });
  const { shareId } = await ofVisitor('POST /chat/shares', { conversationId });
  await ofVisitor('GET /chat/shares/{id}', undefined, '', { id: String(shareId) });
  await ofConsole('DELETE /shared-conversations/{id}', undefined, { id: String(shareId) });
  await ofVisitor('POST /chat/shares/revoke', { conversationId });
  await ofVisitor('GET /search/scopes');
  await ofConsole('GET /answer-cache');
  await ofConsole('DELETE /answer-cache');

  // Articles that vanish all at once.
  const held = Array.from({ length: 25 }, (_, index) => `recipe-${index}`);
  host.publish(...held.map((id) => ({ id, text: `The tea of ${id}.` })));
  const stats = () => ofConsole('GET /knowledge/stats');
  await until(stats, ({ totalArticles }) => totalArticles > held.length);
  for (const id of held) host.unpublish(id);
  await until(stats, ({ heldArticles }) => heldArticles > 0);
  await ofConsole('POST /knowledge/confirm-removal');
}
