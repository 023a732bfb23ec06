import type { saveWarnings } from '../../../contract/config/config.ts';
import type { ConfigPatch } from '../../../contract/config/patch.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { ModelKind, Models } from '../../ports/models.ts';
import { embeddingInUse } from '../../kit/embedding-in-use.ts';

export interface SaveWarning {
  /** The setting, as `group.field`. */
  readonly path: string;
  readonly code: (typeof saveWarnings)[number];
  readonly message: string;
}

/** Settings of a save that will not work or have no effect; `before` are the settings before it. */
export function warningsOf(
  patch: ConfigPatch,
  before: Pick<ConfigGroups, 'models'>,
  models: Pick<Models, 'list' | 'defaultOf'>,
): SaveWarning[] {
  const named: readonly (readonly [string, string | undefined, ModelKind])[] = [
    ['models.aiFoundationChatModelName', patch.models?.aiFoundationChatModelName, 'chat'],
    ['models.aiFoundationEmbeddingModelName', patch.models?.aiFoundationEmbeddingModelName, 'embedding'],
    ['models.aiFoundationRerankModelName', patch.models?.aiFoundationRerankModelName, 'rerank'],
    ['models.aiFoundationQueryRewriteModelName', patch.models?.aiFoundationQueryRewriteModelName, 'chat'],
    ['writing.writingModel', patch.writing?.writingModel, 'chat'],
  ];
  return [
    ...named.flatMap(([path, name, kind]) => (name ? modelWarning(path, name, kind, models) : [])),
    ...dimensionsWarning(patch, before, models),
  ];
}

function modelWarning(
  path: string,
  name: string,
  kind: ModelKind,
  models: Pick<Models, 'list'>,
): SaveWarning[] {
  if (models.list(kind).some((model) => model.name === name)) return [];
  const other = models.list().find((model) => model.name === name);
  return other
    ? [{ path, code: 'wrong-kind', message: `"${name}" is a model for ${other.kind}, not for ${kind}` }]
    : [
        {
          path,
          code: 'unknown-model',
          message: `"${name}" is not in the model-management component; until it is, whatever needs it fails`,
        },
      ];
}

/** Warns about changed dimensions, unless the models file fixes them or a page sends the old value back. */
function dimensionsWarning(
  patch: ConfigPatch,
  before: Pick<ConfigGroups, 'models'>,
  models: Pick<Models, 'list' | 'defaultOf'>,
): SaveWarning[] {
  const wanted = patch.models?.embeddingDimensions;
  const inUse = embeddingInUse(models, { ...before.models, ...patch.models });
  if (wanted === undefined || wanted === before.models.embeddingDimensions) return [];
  if (!inUse?.isFixed || inUse.dimensions === wanted) return [];
  const { model, dimensions } = inUse;
  return [
    {
      path: 'models.embeddingDimensions',
      code: 'overridden',
      message: `The models file gives "${model.name}" ${dimensions} dimensions, so ${wanted} has no effect`,
    },
  ];
}
