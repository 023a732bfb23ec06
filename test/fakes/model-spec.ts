import type { ModelSpec } from '../../server/adapters/models/models-file.ts';

/** A model of the file at some address, with a key of its own. */
export const specFor = (baseUrl: string, spec: Partial<ModelSpec> = {}): ModelSpec => ({
  name: 'test',
  kind: 'chat',
  provider: 'openai-compatible',
  baseUrl,
  model: 'm',
  key: () => 'key-for-tests-0123',
  features: [],
  reasoningStartsAtOnce: false,
  headers: {},
  ...spec,
});
