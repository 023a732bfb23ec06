import { describe, expect, it } from 'vitest';
import { specFor } from '../../../test/fakes/model-spec.ts';
import type { ChatCall } from '../../ports/models.ts';
import type { ModelSpec, ParsedModelsFile } from './models-file.ts';
import { createModels } from './models.ts';

const fileOf = (
  specs: readonly Partial<ModelSpec>[],
  defaults: Partial<ParsedModelsFile['defaults']> = {},
): ParsedModelsFile => ({
  models: specs.map((spec) => specFor('http://127.0.0.1:9/v1', spec)),
  defaults: { chat: undefined, embedding: undefined, rerank: undefined, image: undefined, ...defaults },
});

const chatCall = (task: ChatCall['task']): ChatCall => ({
  model: '',
  scenario: 'visitor_qa',
  task,
  messages: [],
  signal: new AbortController().signal,
});

const said = async (task: ChatCall['task']) => {
  const parts = await Array.fromAsync(createModels().chat(chatCall(task)));
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
};

describe('the model-management component', () => {
  it('offers the built-in models when nothing is connected', () => {
    const models = createModels();
    expect(models.list().map(({ name, kind, builtin }) => `${name} ${kind} ${builtin}`)).toEqual([
      'builtin-extractive chat true',
      'builtin-overlap rerank true',
      'builtin-illustrator image true',
    ]);
    expect(models.defaultOf('chat')?.name).toBe('builtin-extractive');
    expect(models.defaultOf('rerank')?.name).toBe('builtin-overlap');
    expect(models.defaultOf('embedding')).toBeUndefined();
    expect(models.defaultOf('image')?.name).toBe('builtin-illustrator');
  });

  it('takes the first model of the file, or the one it names, for the default', () => {
    const specs = [{ name: 'a' }, { name: 'b' }, { name: 'e', kind: 'embedding', dimensions: 8 }] as const;
    expect(createModels({ file: fileOf(specs) }).defaultOf('chat')?.name).toBe('a');
    const models = createModels({ file: fileOf(specs, { chat: 'b' }) });
    expect(models.defaultOf('chat')?.name).toBe('b');
    expect(models.list('chat').map(({ name }) => name)).toEqual(['a', 'b', 'builtin-extractive']);
    expect(models.list('embedding')).toEqual([
      {
        name: 'e',
        kind: 'embedding',
        provider: 'openai-compatible',
        modelId: 'm',
        builtin: false,
        features: [],
        dimensions: 8,
        callsAtOnce: 2,
        vectorSpace: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    ]);
  });

  it('does not take a model of another kind', async () => {
    const models = createModels({ file: fileOf([{ name: 'e', kind: 'embedding' }]) });
    await expect(
      Array.fromAsync(models.chat({ ...chatCall({ kind: 'ping' }), model: 'e' })),
    ).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The chat model "e" is not in the model-management component',
    });
  });
});

describe('the built-in chat model', () => {
  it('performs the tasks it supports', async () => {
    expect(await said({ kind: 'ping' })).toMatch(/ready/);
    expect(
      await said({
        kind: 'excerpt',
        title: 'T',
        text: 'A sentence of some length about cats.',
        maxLength: 100,
      }),
    ).toMatch(/cats/);
    expect(await said({ kind: 'mindmap', title: 'T', markdown: '## A', maxDepth: 3 })).toBe('# T\n## A');
    const passages = [{ article: 1, title: 'Cats', headingPath: [], text: 'Cats sleep at noon.' }];
    expect(await said({ kind: 'answer', question: 'When do cats sleep?', passages, brief: false })).toBe(
      'Cats sleep at noon.',
    );
    expect(await said({ kind: 'answer', question: '?', passages: [], brief: false })).toBe('');
    expect(
      JSON.parse(await said({ kind: 'judge', question: 'q', reference: '', answer: 'a', passages: [] })),
    ).toHaveProperty('reason');
    expect(await said({ kind: 'writing', action: 'polish', text: '用Vue', instruction: '' })).toBe('用 Vue');
  });

  it('refuses tasks that need a language model', async () => {
    await expect(said({ kind: 'text', what: 'query rewriting' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('query rewriting'),
    });
  });
});
