import type { Recorder } from './recorder.ts';

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
  await ofConsole('GET /connected-site');
  await ofConsole('GET /connected-models/in-house');
  await ofConsole('POST /system/first-steps', { shown: 'hidden' }).catch((error: Error) =>
    console.warn(error.message),
  );
}
