import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { ModelInfo, ModelKind, Models } from '../../ports/models.ts';
import { builtinExtractive } from './builtin/builtin-extractive.ts';
import { createBuiltinIllustrator } from './builtin/illustrator/builtin-illustrator.ts';
import { builtinOverlap } from './builtin/builtin-overlap.ts';
import type { ModelSpec, ParsedModelsFile } from './models-file.ts';
import { createOpenai, type Openai, type OpenaiOptions } from './openai/openai.ts';

/**
 * All models: those of the file, then the built-in ones. The default of a kind is the file's choice, otherwise its
 * first model of the kind, otherwise the built-in one, if any.
 */
export function createModels({
  file = NO_FILE,
  openai = {},
  client = createOpenai(openai),
}: { file?: ParsedModelsFile; openai?: OpenaiOptions; client?: Openai } = {}): Models {
  const connect = <C>(kind: ModelKind, callOf: (spec: ModelSpec) => C): Offer<C>[] =>
    file.models
      .filter((spec) => spec.kind === kind)
      .map((spec) => ({ info: infoOf(spec), call: callOf(spec), notTaken: () => client.notTaken(spec) }));

  const offers = {
    chat: [...connect('chat', client.chat), builtinExtractive],
    embedding: connect('embedding', client.embedding),
    rerank: [...connect('rerank', client.rerank), builtinOverlap],
    image: [...connect('image', client.image), createBuiltinIllustrator()],
  };
  const standard = <C>(kind: ModelKind, offered: readonly Offer<C>[]) =>
    offered.find(({ info }) => info.name === file.defaults[kind]) ?? offered[0];

  /** @throws Fault `unavailable` when the kind has no such model */
  function find<C>(kind: ModelKind, offered: readonly Offer<C>[], name: string): C {
    const found = name === '' ? standard(kind, offered) : offered.find(({ info }) => info.name === name);
    if (found !== undefined) return found.call;
    throw name === ''
      ? unavailable(explained('model_none', { kind }))
      : unavailable(explained('model_unknown', { kind, model: name }));
  }

  return {
    list: (kind) => (kind === undefined ? Object.values(offers).flat() : offers[kind]).map(withNotTaken),
    defaultOf: (kind) => standard<unknown>(kind, offers[kind])?.info,
    async *chat(call) {
      yield* find('chat', offers.chat, call.model)(call);
    },
    embed: async (call) => find('embedding', offers.embedding, call.model)(call),
    rerank: async (call) => find('rerank', offers.rerank, call.model)(call),
    image: async (call) => find('image', offers.image, call.model)(call),
  };
}

/** A model with the call of its kind. */
interface Offer<C> {
  readonly info: ModelInfo;
  readonly call: C;
  readonly notTaken?: () => readonly string[];
}

const withNotTaken = ({ info, notTaken }: Pick<Offer<unknown>, 'info' | 'notTaken'>): ModelInfo => {
  const refused = notTaken?.() ?? [];
  return refused.length === 0 ? info : { ...info, notTaken: refused };
};

const NO_FILE: ParsedModelsFile = {
  models: [],
  defaults: { chat: undefined, embedding: undefined, rerank: undefined, image: undefined },
};

const infoOf = ({
  name,
  kind,
  provider,
  model,
  features,
  dimensions,
  fallback,
  callsAtOnce,
}: ModelSpec): ModelInfo => ({
  name,
  kind,
  provider,
  modelId: model,
  builtin: false,
  features,
  ...(dimensions === undefined ? {} : { dimensions }),
  ...(fallback === undefined ? {} : { fallback }),
  ...(callsAtOnce === undefined ? {} : { callsAtOnce }),
});
