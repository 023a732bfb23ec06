import { config as configGroup } from '../../../contract/config/config.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { ConfigPatch } from '../../../contract/config/patch.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { Config } from './config.ts';
import { warningsOf } from './save-warnings.ts';
import { createProbes, type ProbeDeps } from './probes.ts';

/** Operations on the configuration: read, save, test. Separate from `Config`, on which the models depend. */
export function createSettings(deps: ProbeDeps & { readonly config: Config }): Feature {
  const probes = createProbes(deps);
  const routes = implement(configGroup, {
    read: async ({ query }) => {
      const { groups, revisions } = await deps.config.current();
      return { ...shown(groups), ...(query.revisions === 'true' && { revisions: { ...revisions } }) };
    },
    save: async ({ body }, { by }) => {
      const { ignored, basedOn, ...patch } = body;
      const warnings = warningsOf(patch, await deps.config.all(), deps.models);
      await deps.config.save(stored(patch), { by, ...(basedOn && { basedOn }) });
      return {
        saved: true as const,
        ...(ignored && { ignored }),
        ...(warnings.length > 0 && { warnings }),
      };
    },
    testConnection: ({ body }, { signal }) => probes.testConnection(body, signal),
    testModel: ({ body }, { signal }) => probes.testModel(body, signal),
    testImage: ({ body }, { signal }) => probes.testImage(body, signal),
    testEmbedding: ({ body }, { signal }) => probes.testEmbedding(body, signal),
    testRerank: ({ body }, { signal }) => probes.testRerank(body, signal),
    testQueryRewrite: ({ body }, { signal }) => probes.testQueryRewrite(body, signal),
  });
  return { routes: [routes] };
}

/** The configuration for pages: without a rewrite model it has the language model's name, which is used instead. */
const shown = ({ models, ...groups }: ConfigGroups) => ({
  ...groups,
  models: {
    ...models,
    aiFoundationQueryRewriteModelName:
      models.aiFoundationQueryRewriteModelName || models.aiFoundationChatModelName,
  },
});

/** The patch to store: a rewrite model equal to the language model means "use the language model". */
function stored(patch: ConfigPatch): ConfigPatch {
  const { models } = patch;
  const same = models?.aiFoundationQueryRewriteModelName === models?.aiFoundationChatModelName;
  if (!models || models.aiFoundationQueryRewriteModelName === undefined || !same) return patch;
  return { ...patch, models: { ...models, aiFoundationQueryRewriteModelName: '' } };
}
