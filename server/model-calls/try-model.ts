import type { ModelInfo, Models } from '../ports/models.ts';
import { explained, type Words } from '../kit/explained.ts';
import { isFault, unavailable } from '../kit/fault.ts';
import { modelNamed, readsImages } from '../kit/model-named.ts';
import { reasonOf } from '../kit/reason.ts';
import { probeCalls } from './probe-calls.ts';

/** Result of a test call to a model. */
export interface TriedModel {
  readonly ok: boolean;
  readonly milliseconds: number;
  /** Summary of the answer, or the reason of the failure. */
  readonly said: Words;
  /** The server has answered, but not as a model does. */
  readonly isAnswered?: boolean;
  /** Vector length of an embedding model. */
  readonly dimensions?: number;
  /** Tokens that a chat model reads in one call, where its server says so. */
  readonly contextTokens?: number;
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
      signal: AbortSignal.timeout(longestMs),
    });
    return { ok: true, milliseconds: milliseconds(), said, ...rest };
  } catch (error) {
    const isAnswered = isFault(error) && ['status', 'protocol'].includes(error.details.upstreamKind ?? '');
    return { ok: false, milliseconds: milliseconds(), said: short(reasonOf(error)), isAnswered };
  }
}

type Call = { readonly model: string; readonly signal: AbortSignal };
type Said = Pick<TriedModel, 'said' | 'dimensions' | 'contextTokens'>;

/** A small call for each kind of model. */
const calls: Readonly<Record<ModelInfo['kind'], (models: Models, call: Call) => Promise<Said>>> = {
  async chat(models, call) {
    const text = await probeCalls.chat(models, call);
    if (text.trim() === '') throw unavailable(explained('model_empty'));
    const tokens = modelNamed(models, 'chat', call.model)?.contextTokens;
    const code = (await seesPictures(models, call)) ? 'tried_pictures' : 'tried_chat';
    const reason = explained(code, { said: oneLine(text).slice(0, 60) });
    return tokens === undefined
      ? { said: reason }
      : { said: explained('tried_window', { reason, tokens }), contextTokens: tokens };
  },
  async embedding(models, call) {
    const dimensions = await probeCalls.embedding(models, call);
    return { said: explained('tried_vector', { dimensions }), dimensions };
  },
  async rerank(models, call) {
    const first = await probeCalls.rerank(models, call);
    return { said: explained(first?.index === 0 ? 'tried_ranks' : 'tried_odd_ranks') };
  },
  async image(models, call) {
    const image = await probeCalls.image(models, call);
    return { said: explained('tried_picture', { bytes: image?.length ?? 0 }) };
  },
};

/** Whether a model reads pictures: one that is said to is shown one. Throws `unavailable` when it does not see what it shows. */
async function seesPictures(models: Models, call: Call): Promise<boolean> {
  const info = modelNamed(models, 'chat', call.model);
  if (!info || !readsImages(info)) return false;
  const { said, seen } = await probeCalls.picture(models, call);
  if (!seen) throw unavailable(explained('model_sees_nothing', { said: oneLine(said).slice(0, 60) }));
  return true;
}

/** Words of a provider may be of any length. */
const short = (words: Words): Words =>
  typeof words === 'string' ? oneLine(words) : { ...words, text: oneLine(words.text) };

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, shownLength);
