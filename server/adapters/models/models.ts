import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { ModelInfo, ModelKind, Models } from '../../ports/models.ts';
import { builtinExtractive } from './builtin/builtin-extractive.ts';
import { createBuiltinIllustrator } from './builtin/illustrator/builtin-illustrator.ts';
import { builtinOverlap } from './builtin/builtin-overlap.ts';
import { vectorSpace } from './embedding-prefixes.ts';
import type { InHouse } from './in-house/in-house.ts';
import { isLocalAddress } from './model-address.ts';
import type { ModelSpec, ParsedModelsFile } from './models-file.ts';
import { createOpenai, type Openai, type OpenaiOptions } from './openai/openai.ts';

/**
 * All models: those of the file, then those in the house and the built-in ones. The default of a kind is the file's
 * choice, otherwise its first model of the kind, otherwise the one in the house or the built-in one, if any; a reranker in
 * the house is only used where it is chosen.
 */
export function createModels({
  file = NO_FILE,
  openai = {},
  client = createOpenai(openai),
  inHouse = NONE_IN_HOUSE,
}: {
  file?: ParsedModelsFile;
  openai?: OpenaiOptions;
  client?: Openai;
  inHouse?: ReturnType<InHouse['models']>;
} = {}): Models {
  const connect = <C>(kind: ModelKind, callOf: (spec: ModelSpec) => C): Offer<C>[] =>
    file.models
      .filter((spec) => spec.kind === kind)
      .map((spec) => ({ info: infoOf(spec), call: callOf(spec), learned: () => learnedOf(spec, client) }));

  /** A model of the file hides one in the house of the same name. */
  const others = <C>(offered: readonly Offer<C>[]) =>
    offered.filter(
      ({ info }) => !file.models.some(({ kind, name }) => kind === info.kind && name === info.name),
    );

  const offers = {
    chat: [...connect('chat', client.chat), builtinExtractive],
    embedding: [...connect('embedding', client.embedding), ...others(inHouse.embedding)],
    rerank: [...connect('rerank', client.rerank), builtinOverlap, ...others(inHouse.rerank)],
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
    list: (kind) => (kind === undefined ? Object.values(offers).flat() : offers[kind]).map(known),
    defaultOf(kind) {
      const found = standard<unknown>(kind, offers[kind]);
      return found && known(found);
    },
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
  /** What is known by now of a connected model. */
  readonly learned?: () => Partial<ModelInfo>;
}

const known = ({ info, learned }: Pick<Offer<unknown>, 'info' | 'learned'>): ModelInfo =>
  learned ? { ...info, ...learned() } : info;

const NONE_IN_HOUSE: ReturnType<InHouse['models']> = { embedding: [], rerank: [] };

const NO_FILE: ParsedModelsFile = {
  models: [],
  defaults: { chat: undefined, embedding: undefined, rerank: undefined, image: undefined },
};

/** A server in the house computes one answer at a time unless it or its owner says otherwise; the other kinds leave room for a question. */
const localCallsAtOnce: Readonly<Record<ModelKind, number>> = { chat: 1, embedding: 2, rerank: 2, image: 1 };

const infoOf = (spec: ModelSpec): ModelInfo => ({
  name: spec.name,
  kind: spec.kind,
  provider: spec.provider,
  modelId: spec.model,
  builtin: false,
  features: spec.features,
  ...(spec.dimensions === undefined ? {} : { dimensions: spec.dimensions }),
  ...(spec.kind === 'embedding' ? { vectorSpace: vectorSpace(spec) } : {}),
  ...(spec.fallback === undefined ? {} : { fallback: spec.fallback }),
});

/** What the models file says, else what was learned of the server. */
function learnedOf(spec: ModelSpec, client: Openai): Partial<ModelInfo> {
  const facts = client.facts(spec);
  const refused = client.notTaken(spec);
  const { contextTokens = facts.contextTokens } = spec;
  const local = isLocalAddress(spec.baseUrl) ? (facts.slots ?? localCallsAtOnce[spec.kind]) : undefined;
  const { callsAtOnce = local } = spec;
  return {
    ...(refused.length > 0 && { notTaken: refused }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(callsAtOnce !== undefined && { callsAtOnce }),
  };
}
