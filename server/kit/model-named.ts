import type { ModelInfo, ModelKind, Models } from '../ports/models.ts';

/** The model of a name in the configuration, `''` for the default; `undefined` when it is not connected. */
export const modelNamed = (
  models: Pick<Models, 'list' | 'defaultOf'>,
  kind: ModelKind,
  name: string,
): ModelInfo | undefined =>
  name === '' ? models.defaultOf(kind) : models.list(kind).find((model) => model.name === name);

/** The feature of a chat model that reads pictures. */
export const imageInput = 'image-input';

export const readsImages = ({ kind, features }: Pick<ModelInfo, 'kind' | 'features'>): boolean =>
  kind === 'chat' && features.includes(imageInput);

/** True for a model that runs within the service and costs nothing; false for one that is not connected. */
export const isBuiltin = (
  models: Pick<Models, 'list' | 'defaultOf'>,
  kind: ModelKind,
  name: string,
): boolean => {
  const { builtin = false, inHouse = false } = modelNamed(models, kind, name.trim()) ?? {};
  return builtin || inHouse;
};
