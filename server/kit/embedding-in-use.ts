import type { ConfigGroups } from '../../contract/config/groups.ts';
import type { ModelInfo, Models } from '../ports/models.ts';

/** An embedding model and the length of its vectors. */
export interface EmbeddingInUse {
  readonly model: ModelInfo;
  readonly dimensions: number;
  /** True when the models file gives the length, which wins over the configuration. */
  readonly isFixed: boolean;
}

/** The embedding model for indexing, questions and tests alike; `undefined` when no such model is connected. */
export function embeddingInUse(
  models: Pick<Models, 'list' | 'defaultOf'>,
  names: Pick<ConfigGroups['models'], 'aiFoundationEmbeddingModelName' | 'embeddingDimensions'>,
): EmbeddingInUse | undefined {
  const wanted = names.aiFoundationEmbeddingModelName;
  const model = wanted
    ? models.list('embedding').find(({ name }) => name === wanted)
    : models.defaultOf('embedding');
  return (
    model && {
      model,
      dimensions: model.dimensions ?? names.embeddingDimensions,
      isFixed: model.dimensions !== undefined,
    }
  );
}
