import { config as configGroup } from '../../../contract/config/config.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { ConfigPatch } from '../../../contract/config/patch.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { Config } from './config.ts';
import { warningsOf } from './save-warnings.ts';
import { createProbes, type ProbeDeps } from './probes.ts';

/** The configuration as administrators read, save and try it. Apart from the configuration itself, on which the models stand. */
export function createSettings(deps: ProbeDeps & { readonly config: Config }): Feature {
  const probes = createProbes(deps);
  const routes = implement(configGroup, {
    read: async () => shown(await deps.config.all()),
    save: async ({ body }) => {
      const { ignored, ...patch } = body;
      const warnings = warningsOf(patch, await deps.config.all(), deps.models);
      await deps.config.save(stored(patch));
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

/** Without a rewrite model of its own the language model rewrites; pages see its name. */
const shown = ({ models, ...groups }: ConfigGroups) => ({
  ...groups,
  models: {
    ...models,
    aiFoundationQueryRewriteModelName:
      models.aiFoundationQueryRewriteModelName || models.aiFoundationChatModelName,
  },
});

/** What a page was shown and sends back unchanged stays "the language model", whichever that will be. */
function stored(patch: ConfigPatch): ConfigPatch {
  const { models } = patch;
  const same = models?.aiFoundationQueryRewriteModelName === models?.aiFoundationChatModelName;
  if (!models || models.aiFoundationQueryRewriteModelName === undefined || !same) return patch;
  return { ...patch, models: { ...models, aiFoundationQueryRewriteModelName: '' } };
}
