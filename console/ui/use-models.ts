import { computed, type Ref } from 'vue';
import { modelOptions, type ModelType } from '../../contract/model-options.ts';
import { call } from '../api/call.ts';
import { useQuery } from './queries/use-query.ts';

/** The selectable models, and the meaning of an empty choice. */
export function useModels() {
  const loaded = useQuery(async (signal) => {
    const [options, defaults] = await Promise.all([
      call(modelOptions, 'list', { signal }),
      call(modelOptions, 'defaults', { signal }),
    ]);
    return { options, defaults };
  });
  const ofType = (type: ModelType) =>
    computed(() => loaded.data.value?.options.filter((option) => option.modelType === type) ?? []);
  return { ...loaded, ofType };
}

/** Choices of a select for the models of one kind; the empty choice names the default model. */
export const useModelChoices = (
  models: ReturnType<typeof useModels>,
  type: ModelType,
  standard: Readonly<Ref<(name: string) => string>>,
) => {
  const slots = {
    language: 'languageModelName',
    embedding: 'embeddingModelName',
    rerank: 'rerankModelName',
    image: 'imageModelName',
  } as const;
  const options = models.ofType(type);
  return computed(() => [
    { value: '', label: standard.value(models.data.value?.defaults[slots[type]] ?? '') },
    ...options.value.map(({ name, provider, builtin }) => ({
      value: name,
      label: builtin ? name : `${name} · ${provider.displayName}`,
    })),
  ]);
};
