import type { ModelAdmin } from '../../ports/model-admin.ts';
import type { Sealing } from '../sealing.ts';
import type { ConnectedModels } from './connected-models.ts';
import { createModels } from './models.ts';
import { atAddress } from './model-address.ts';
import { parseModelsFile } from './models-file.ts';
import { offeredModels } from './offered-models.ts';
import type { OpenaiOptions } from './openai/openai.ts';
import { listPrices } from './list-prices.ts';
import { presets } from './presets.ts';

/** Operations of the models page on the models of this installation. */
export function createModelAdmin(deps: {
  readonly connected: ConnectedModels;
  readonly path: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly sealing: Sealing;
  readonly openai?: OpenaiOptions;
}): ModelAdmin {
  const { connected, variables, sealing } = deps;
  const parsed = ({ text, keys }: Parameters<ModelAdmin['check']>[0]) =>
    parseModelsFile(text, { ...variables, ...keys });
  return {
    file: () => (connected.hasFile() ? deps.path : ''),
    fileText: connected.fileText,
    problem: connected.problem,
    use: connected.use,
    check: (registry) => void parsed(registry),
    open: (registry) => createModels({ file: parsed(registry), ...(deps.openai && { openai: deps.openai }) }),
    async offered(pasted, key) {
      let failure: unknown;
      const { tried, baseUrl } = await atAddress(pasted, async (address) => {
        try {
          return { ok: true, names: await offeredModels(address, key) };
        } catch (error) {
          failure ??= error;
          return { ok: false, isAnswered: true, names: [] };
        }
      });
      if (!tried.ok) throw failure;
      return { baseUrl, names: tried.names };
    },
    atAddress,
    variable: (name) => variables[name]?.trim() || undefined,
    seal: sealing.seal,
    unseal: sealing.unseal,
    presets: presets.map((preset) => ({ ...preset, prices: listPrices(preset.id) })),
  };
}
