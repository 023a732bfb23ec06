import { connectedModels } from '../../../contract/operator/connected-models.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { explained, inField } from '../../kit/explained.ts';
import { conflict, invalid } from '../../kit/fault.ts';
import { parseJson } from '../../kit/json.ts';
import { imageInput } from '../../kit/model-named.ts';
import { tryModel } from '../../model-calls/try-model.ts';
import type { InHouseAdmin } from '../../ports/in-house-models.ts';
import type { ModelAdmin } from '../../ports/model-admin.ts';
import type { Models } from '../../ports/models.ts';
import type { Changes } from '../changes/changes.ts';
import { inHouseHandlers } from './in-house.ts';
import { readStored, shownEntry } from './entries.ts';
import type { ModelFields } from './edits.ts';
import type { ConnectedModelRegistry } from './registry.ts';

/** Connecting models in the console; `managed` is missing where models are given from outside. */
export function createConnectedModels(deps: {
  readonly managed: { readonly admin: ModelAdmin; readonly registry: ConnectedModelRegistry } | undefined;
  /** Meters the calls of models that are tried. */
  readonly meter: (models: Models) => Models;
  /** Models that this process runs itself. */
  readonly inHouse?: InHouseAdmin | undefined;
  readonly record: Changes['record'];
}): Feature {
  const { managed } = deps;
  const own = () => {
    if (!managed) throw conflict(explained('models_fixed'));
    return managed;
  };

  /** The key of a request: the typed one, that of a variable, or the stored one of the model. */
  const keyOf = async ({
    key,
    keyVariable,
    name = '',
  }: {
    key?: string | undefined;
    keyVariable?: string | undefined;
    name?: string | undefined;
  }) => {
    const { admin, registry } = own();
    if (key) return key;
    if (keyVariable) {
      const value = admin.variable(keyVariable);
      if (value === undefined) throw invalid(explained('model_variable_unset', { variable: keyVariable }));
      return value;
    }
    return key === '' ? undefined : registry.keyOf(name);
  };

  /** One call to a model as it would be connected. */
  const attempt = async (fields: ModelFields, name: string, signal: AbortSignal) => {
    const { admin } = own();
    const { key: _key, keyVariable: _variable, fallback: _fallback, price: _price, ...others } = fields;
    const { queryPrefix, passagePrefix, readsImages, ...rest } = others;
    const key = await keyOf({ ...fields, name });
    return admin.atAddress(fields.baseUrl, async (baseUrl) => {
      signal.throwIfAborted();
      const model = {
        ...rest,
        queryPrefix: queryPrefix ?? undefined,
        passagePrefix: passagePrefix ?? undefined,
        ...(readsImages && { features: [imageInput] }),
        baseUrl,
        name,
        provider: 'openai-compatible',
        ...(key && { apiKeyEnv: 'KEY' }),
      };
      const registry = { version: 0, text: JSON.stringify({ models: [model] }), keys: { KEY: key ?? '' } };
      admin.check(registry);
      const models = deps.meter(admin.open(registry));
      const info = models.list().find((one) => one.name === name && !one.builtin);
      if (!info) throw invalid(explained('model_unknown', { kind: fields.kind, model: name }));
      return tryModel(models, info);
    });
  };

  const routes = implement(connectedModels, {
    list: async () => {
      if (!managed) return { ...nothing, source: 'fixed' as const };
      const { admin, registry } = managed;
      const file = admin.file();
      const presets = admin.presets.map(({ id, title, baseUrl, keyName, chat, embedding, prices }) => ({
        id,
        title,
        baseUrl,
        needsKey: keyName !== undefined,
        chat: [...chat],
        ...(embedding && { embedding }),
        prices: [...prices],
      }));
      const found = file === '' ? await registry.read() : modelsIn(admin);
      return {
        source: file === '' ? ('console' as const) : ('file' as const),
        file,
        problem: admin.problem(),
        presets,
        ...found,
      };
    },
    offered: async ({ body }) => {
      const { baseUrl, names } = await own().admin.offered(body.baseUrl, await keyOf(body));
      return { baseUrl, names: [...names] };
    },
    try: async ({ body: { name = '', ...fields } }, { signal }) => {
      const { tried, baseUrl } = await attempt(fields, name || fields.model, signal);
      const { ok, said, milliseconds, dimensions } = tried;
      return {
        connected: ok,
        ...inField('said', said),
        milliseconds,
        baseUrl,
        ...(dimensions !== undefined && { dimensions }),
      };
    },
    arrange: async ({ body: { basedOn, ...arrangement } }, { by }) => {
      await own().registry.arrange(arrangement, { by, basedOn });
      return { saved: true as const };
    },
    save: async ({ params, body: { basedOn, ...fields } }, { by }) => {
      await own().registry.save(params.name.trim(), fields, { by, basedOn });
      return { saved: true as const };
    },
    ...inHouseHandlers(deps),
    remove: async ({ params, query }, { by }) => {
      await own().registry.remove(params.name, by, query.basedOn);
      return { saved: true as const };
    },
  });
  return { routes: [routes], [Symbol.asyncDispose]: async () => managed?.registry.close() };
}

const nothing = { file: '', problem: '', models: [], defaults: {}, revision: 0, presets: [] };

/** The models of the models file, as they are shown. */
function modelsIn(admin: ModelAdmin) {
  const { models, defaults } = readStored(parseJson(admin.fileText() ?? '{}'));
  return { models: models.map((entry) => shownEntry(entry, false)), defaults, revision: 0 };
}
