import type { ModelInfo, Models } from '../ports/models.ts';

/** Result of a test call to a model. */
export interface TriedModel {
  readonly ok: boolean;
  readonly milliseconds: number;
  /** Summary of the answer, or the reason of the failure. */
  readonly said: string;
  /** Vector length of an embedding model. */
  readonly dimensions?: number;
}

const longestMs = 60_000;
const shownLength = 300;

/** Makes one small call to the model; the provider may charge for it. Never throws. */
export async function tryModel(models: Models, model: ModelInfo): Promise<TriedModel> {
  const startedAt = performance.now();
  const milliseconds = () => Math.round(performance.now() - startedAt);
  try {
    const { said, ...rest } = await calls[model.kind](models, {
      model: model.name,
      scenario: 'model_test',
      signal: AbortSignal.timeout(longestMs),
    });
    return { ok: true, milliseconds: milliseconds(), said, ...rest };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the call failed';
    return { ok: false, milliseconds: milliseconds(), said: oneLine(reason) };
  }
}

interface Call {
  readonly model: string;
  readonly scenario: 'model_test';
  readonly signal: AbortSignal;
}
type Said = { readonly said: string; readonly dimensions?: number };

/** A small call for each kind of model. */
const calls: Readonly<Record<ModelInfo['kind'], (models: Models, call: Call) => Promise<Said>>> = {
  async chat(models, call) {
    let text = '';
    const parts = models.chat({
      ...call,
      task: { kind: 'ping' },
      messages: [{ role: 'user', content: 'Reply with one short greeting.' }],
      temperature: 0,
      maxTokens: 64,
      reasoning: 'disabled',
    });
    for await (const part of parts) if (part.type === 'text') text += part.text;
    if (text.trim() === '') throw new Error('The model answered with an empty text');
    return { said: `answers “${oneLine(text).slice(0, 60)}”` };
  },
  async embedding(models, call) {
    const { vectors } = await models.embed({
      ...call,
      texts: ['A short sentence to embed.'],
      anyDimensions: true,
    });
    const dimensions = vectors[0]?.length ?? 0;
    return { said: `a vector of ${dimensions} dimensions`, dimensions };
  },
  async rerank(models, call) {
    const { ranks } = await models.rerank({
      ...call,
      query: 'How are articles ranked?',
      documents: ['Articles are ranked by how well they answer the question.', 'The weather was fine.'],
      topN: 2,
    });
    return { said: ranks[0]?.index === 0 ? 'ranks the right text first' : 'answers, but ranks oddly' };
  },
  async image(models, call) {
    const prompt = 'A small friendly round mascot on a plain background.';
    const { images } = await models.image({
      ...call,
      task: { kind: 'probe' },
      prompt,
      width: 256,
      height: 256,
    });
    return { said: `a picture of ${images[0]?.length ?? 0} bytes` };
  },
};

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, shownLength);
