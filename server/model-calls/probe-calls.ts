import type { MessageImage, Models } from '../ports/models.ts';
import { textOf } from './collect-text.ts';

interface ProbeCall {
  readonly model: string;
  readonly signal: AbortSignal;
}

/** Small calls that try a model of each kind; the provider may charge for them. */
export const probeCalls = {
  /** The reply to a greeting. */
  chat: (models: Models, call: ProbeCall): Promise<string> =>
    textOf(
      models.chat({
        ...call,
        ...tried,
        task: { kind: 'ping' },
        messages: [{ role: 'user', content: 'Reply with one short greeting.' }],
        temperature: 0,
        maxTokens: 64,
        reasoning: 'disabled',
      }),
    ),

  /** What a model says that is shown a picture of two colours, and whether it names both. */
  async picture(models: Models, call: ProbeCall): Promise<{ readonly said: string; readonly seen: boolean }> {
    const content = 'Which two colours has the picture, from left to right? Reply with two English words.';
    const said = await textOf(
      models.chat({
        ...call,
        ...tried,
        task: { kind: 'text', what: 'reading a picture' },
        messages: [{ role: 'user', content, images: [greenAndYellow] }],
        temperature: 0,
        maxTokens: 64,
        reasoning: 'disabled',
      }),
    );
    return { said, seen: /green[^]*yellow/i.test(said) };
  },

  /** Length of the vector that comes; the model may give another than the wanted one. */
  async embedding(models: Models, call: ProbeCall & { readonly dimensions?: number }): Promise<number> {
    const texts = ['A short sentence to embed.'];
    const { vectors } = await models.embed({ ...call, ...tried, texts, anyDimensions: true });
    return vectors[0]?.length ?? 0;
  },

  /** The better of two texts, of which the first one answers the query, and its score. */
  async rerank(models: Models, call: ProbeCall) {
    const { ranks } = await models.rerank({
      ...call,
      ...tried,
      query: 'How are articles ranked?',
      documents: ['Articles are ranked by how well they answer the question.', 'The weather was fine.'],
      topN: 2,
    });
    return ranks[0];
  },

  async image(
    models: Models,
    {
      prompt = 'A small friendly round mascot on a plain background.',
      ...call
    }: ProbeCall & { readonly prompt?: string | undefined },
  ): Promise<Uint8Array | undefined> {
    const task = { kind: 'probe' } as const;
    const { images } = await models.image({ ...call, ...tried, task, prompt, width: 256, height: 256 });
    return images[0];
  },
};

const tried = { scenario: 'model_test' } as const;

/** 128 × 64 pixels, the left half green, the right half yellow; smaller ones are refused by some models. */
const greenAndYellow: MessageImage = {
  bytes: Buffer.from(
    [
      '/9j/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEExNDk7Pj4+JS5ESUM8SDc9Pjv/',
      '2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozv/wAAR',
      'CABAAIADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAA',
      'AAAAAAAAAAAAAAAGB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMkBJIYAAAAABVgEc1QAAAAABKQFiysA',
      'AAAABVgEc1QAAAAABKQFiysAAAAABVgEc1QAAAAABKQFiysAAAAABVgEc1QAAAAABKQFiysAAAAABVgEc1QAAAAAB//Z',
    ].join(''),
    'base64',
  ),
  mediaType: 'image/jpeg',
  width: 128,
  height: 64,
};
