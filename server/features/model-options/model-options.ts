import { modelOptions, type ModelOption, type ModelType } from '../../../contract/model-options.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { ModelInfo, ModelKind, Models } from '../../ports/models.ts';

const kindOf: Readonly<Record<ModelType, ModelKind>> = {
  language: 'chat',
  embedding: 'embedding',
  rerank: 'rerank',
  image: 'image',
};
const typeOf: Readonly<Record<ModelKind, ModelType>> = {
  chat: 'language',
  embedding: 'embedding',
  rerank: 'rerank',
  image: 'image',
};
const isType = (word: string): word is ModelType => Object.hasOwn(kindOf, word);

/** Models to choose from on the models page; none for an unknown kind. */
export function createModelOptions({
  models,
}: {
  readonly models: Pick<Models, 'list' | 'defaultOf'>;
}): Feature {
  const nameOf = (kind: ModelKind) => models.defaultOf(kind)?.name;
  const routes = implement(modelOptions, {
    list: async ({ query: { modelType } }) => {
      const shown = (model: ModelInfo) => ({
        ...toOption(model),
        ...(nameOf(model.kind) === model.name && { isDefault: true }),
      });
      if (modelType === '') return models.list().map(shown);
      return isType(modelType) ? models.list(kindOf[modelType]).map(shown) : [];
    },
    defaults: async () => ({
      languageModelName: nameOf('chat'),
      embeddingModelName: nameOf('embedding'),
      rerankModelName: nameOf('rerank'),
      imageModelName: nameOf('image'),
    }),
  });
  return { routes: [routes] };
}

const toOption = (model: ModelInfo): ModelOption => ({
  name: model.name,
  modelId: model.modelId,
  displayName: model.name,
  modelType: typeOf[model.kind],
  enabled: true,
  available: true,
  features: [...model.features],
  builtin: model.builtin,
  provider: { displayName: model.provider },
  ...(model.notTaken !== undefined && { notTaken: [...model.notTaken] }),
  ...(model.contextTokens !== undefined && { contextTokens: model.contextTokens }),
  ...(model.callsAtOnce !== undefined && { callsAtOnce: model.callsAtOnce }),
  ...(model.kind === 'embedding' && model.dimensions !== undefined && { dimensions: model.dimensions }),
});
