import type { Models } from '../ports/models.ts';
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
