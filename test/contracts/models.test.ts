import { LLMock } from '@copilotkit/aimock';
import { createModels } from '../../server/adapters/models/models.ts';
import type { ModelSpec } from '../../server/adapters/models/models-file.ts';
import type { ModelKind } from '../../server/ports/models.ts';
import { specFor } from '../fakes/model-spec.ts';
import { createFakeModels } from '../fakes/models.ts';
import { PNG_DOT } from '../fakes/provider/quirks.ts';
import { startQuirksServer } from '../fakes/provider/quirks-server.ts';
import { modelsContract } from './models.ts';

const defaults = { chat: undefined, embedding: undefined, rerank: undefined, image: undefined };
const key = 'key-for-tests-0123';

const kindsAt = (url: string, models: Partial<Record<ModelKind, string>>): ModelSpec[] =>
  (['chat', 'embedding', 'rerank', 'image'] as const).flatMap((kind) => {
    const model = models[kind];
    return model === undefined ? [] : [specFor(url, { name: `remote-${kind}`, kind, model })];
  });

modelsContract('a scripted fake', () => ({ models: createFakeModels() }));

modelsContract('the built-in models', () => ({ models: createModels() }));

modelsContract('an OpenAI-compatible server with habits', async () => {
  const server = await startQuirksServer();
  const models = kindsAt(server.url, {
    chat: 'fixture:think-tags@20',
    embedding: 'vectors',
    rerank: 'ranks',
    image: 'picture',
  });
  return {
    models: createModels({ file: { models, defaults } }),
    key,
    close: () => server[Symbol.asyncDispose](),
  };
});

modelsContract('an OpenAI-compatible server that behaves', async () => {
  const mock = new LLMock({ port: 0, chunkSize: 3 });
  mock.onMessage(/.*/, { content: 'A back-up is a copy of the data folder.', reasoning: 'What is asked?' });
  mock.onImage(/.*/, { image: { b64Json: PNG_DOT.toString('base64') } });
  await mock.start();
  const models = kindsAt(`${mock.url}/v1`, {
    chat: 'gpt-4o',
    embedding: 'text-embedding-3-small',
    image: 'gpt-image-1',
  });
  return { models: createModels({ file: { models, defaults } }), key, close: () => mock.stop() };
});
