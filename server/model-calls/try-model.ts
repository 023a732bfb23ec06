import type { ModelInfo, Models } from '../ports/models.ts';
import { explained } from '../kit/explained.ts';
import { isFault, unavailable } from '../kit/fault.ts';
import { modelNamed, readsImages } from '../kit/model-named.ts';
import { probeCalls } from './probe-calls.ts';

/** Result of a test call to a model. */
export interface TriedModel {
  readonly ok: boolean;
  readonly milliseconds: number;
  /** Summary of the answer, or the reason of the failure. */
  readonly said: string;
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
    const reason = error instanceof Error ? error.message : 'the call failed';
    const isAnswered = isFault(error) && ['status', 'protocol'].includes(error.details.upstreamKind ?? '');
    return { ok: false, milliseconds: milliseconds(), said: oneLine(reason), isAnswered };
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
    const said = `answers “${oneLine(text).slice(0, 60)}”${await pictureSaid(models, call)}`;
    return tokens === undefined
      ? { said }
      : { said: `${said}, reads ${tokens} tokens in one call`, contextTokens: tokens };
  },
  async embedding(models, call) {
    const dimensions = await probeCalls.embedding(models, call);
    return { said: `a vector of ${dimensions} dimensions`, dimensions };
  },
  async rerank(models, call) {
    const first = await probeCalls.rerank(models, call);
    return { said: first?.index === 0 ? 'ranks the right text first' : 'answers, but ranks oddly' };
  },
  async image(models, call) {
    const image = await probeCalls.image(models, call);
    return { said: `a picture of ${image?.length ?? 0} bytes` };
  },
};

/** Shows a picture to a model that is said to read them. Throws `unavailable` when it does not see what it shows. */
async function pictureSaid(models: Models, call: Call): Promise<string> {
  const info = modelNamed(models, 'chat', call.model);
  if (!info || !readsImages(info)) return '';
  const { said, seen } = await probeCalls.picture(models, call);
  if (!seen) throw unavailable(explained('model_sees_nothing', { said: oneLine(said).slice(0, 60) }));
  return ', reads pictures';
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, shownLength);
